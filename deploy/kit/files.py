"""Parts as files for machines: DXF for the cutter, STL and 3MF for the printer."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from math import hypot, pi
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from ezdxf import units
from ezdxf.filemanagement import new
from manifold3d import Manifold

from deploy.kit.design import Point

ROUND: Final = 0.995
"""Area over that of a circle with the same perimeter: from here on a contour is one."""
EPS_MM: Final = 0.05


@dataclass(frozen=True, slots=True)
class Contour:
    """A closed line of a section: its points, whether it is a hole, and what circle it is, if any:
    middle and diameter."""

    points: tuple[Point, ...]
    hole: bool
    circle: tuple[Point, float] | None


def contours(solid: Manifold, z: float) -> list[Contour]:
    """What a horizontal cut at ``z`` shows."""
    return [contour_of(polygon) for polygon in solid.slice(z).to_polygons()]


def contour_of(polygon: np.ndarray) -> Contour:
    """float[n, 2] as manifold3d gives them: holes go round clockwise."""
    points = tuple((float(x), float(y)) for x, y in polygon)
    after = (*points[1:], points[0])
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, after, strict=True)) / 2
    around = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, after, strict=True))
    circle = None
    if len(points) >= 24 and 4 * pi * abs(area) / around**2 > ROUND:
        xs, ys = [x for x, _ in points], [y for _, y in points]
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        circle = middle, max(xs) - min(xs)
    return Contour(points, area < 0, circle)


def heights(solid: Manifold) -> tuple[float, float]:
    """From where to where it reaches upwards, in millimetres."""
    box = solid.bounding_box()
    return box[2], box[5]


def cut_lines(solid: Manifold) -> dict[str, list[Contour]]:
    """What is cut through, and what is only milled from above, by layer."""
    low, high = heights(solid)
    through = contours(solid, low + EPS_MM)
    known = {_place(contour) for contour in through}
    milled = [c for c in contours(solid, high - EPS_MM) if _place(c) not in known]
    return {"cut": through, "mill": milled}


def _place(contour: Contour) -> tuple[float, ...]:
    xs, ys = [x for x, _ in contour.points], [y for _, y in contour.points]
    return tuple(round(v, 1) for v in (min(xs), max(xs), min(ys), max(ys)))


def write_dxf(solid: Manifold, path: Path) -> None:
    """One drawing in millimetres; circles are circles."""
    drawing = new("R2010", units=units.MM)
    drawing.layers.add("cut", color=1)
    drawing.layers.add("mill", color=5)
    space = drawing.modelspace()
    for layer, lines in cut_lines(solid).items():
        for line in lines:
            if line.circle is not None:
                middle, across = line.circle
                space.add_circle(middle, across / 2, dxfattribs={"layer": layer})
            else:
                space.add_lwpolyline(line.points, close=True, dxfattribs={"layer": layer})
    drawing.saveas(path)


def write_stl(solid: Manifold, path: Path) -> None:
    """Binary STL, in millimetres, lying on z = 0."""
    mesh = solid.to_mesh()
    corners = np.asarray(mesh.vert_properties, dtype=np.float32)[:, :3]
    triangles = corners[np.asarray(mesh.tri_verts)]
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    lengths = np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12)
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("none", "<u2")])
    rows = np.zeros(len(triangles), dtype=row)
    rows["normal"], rows["corners"] = normals / lengths, triangles
    path.write_bytes(b"Khvatka".ljust(80, b"\0") + struct.pack("<I", len(rows)) + rows.tobytes())


_3MF: Final = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"
_PACKAGE: Final = "http://schemas.openxmlformats.org/package/2006"
_PARTS: Final = {
    "[Content_Types].xml": (
        f'<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels"'
        ' ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing'
        '-3dmodel+xml"/></Types>'
    ),
    "_rels/.rels": (
        f'<Relationships xmlns="{_PACKAGE}/relationships"><Relationship Target="/3D/3dmodel.model"'
        ' Id="model" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>'
        "</Relationships>"
    ),
}
"""What says which part of the package is the model (3MF core specification)."""


def write_3mf(solid: Manifold, name: str, count: int, path: Path) -> None:
    """One object in millimetres, which stands in the job ``count`` times, side by side."""
    mesh = solid.to_mesh()
    corners = np.round(np.asarray(mesh.vert_properties, dtype=float)[:, :3], 4) + 0.0
    box = solid.bounding_box()
    steps = (box[3] - box[0] + 5.0, box[4] - box[1] + 5.0)
    wide = max(1, round((count * steps[1] / steps[0]) ** 0.5))
    model = [
        f'<model unit="millimeter" xml:lang="en" xmlns="{_3MF}"><resources>',
        f'<object id="1" type="model" name={quoteattr(name)}><mesh><vertices>',
        *(f'<vertex x="{x:g}" y="{y:g}" z="{z:g}"/>' for x, y, z in corners.tolist()),
        "</vertices><triangles>",
        *(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in mesh.tri_verts.tolist()),
        "</triangles></mesh></object></resources><build>",
    ]
    for i in range(count):
        x, y = (i % wide) * steps[0] - box[0], (i // wide) * steps[1] - box[1]
        model.append(f'<item objectid="1" transform="1 0 0 0 1 0 0 0 1 {x:.1f} {y:.1f} 0"/>')
    whole = "\n".join([*model, "</build></model>\n"])
    with ZipFile(path, "w", ZIP_DEFLATED) as package:
        for part, text in (*_PARTS.items(), ("3D/3dmodel.model", whole)):
            head = '<?xml version="1.0" encoding="UTF-8"?>\n'
            package.writestr(ZipInfo(part), head + text, ZIP_DEFLATED)

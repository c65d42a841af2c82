"""Gerbers, drills and KiCad's own judgement by KiCad 6, which has no command line but Python.

Run by the Python that KiCad belongs to, ``/usr/bin/python3`` on Debian 12 and Raspberry Pi OS 12,
so nothing of ours is imported: ``plot BOARD FOLDER``, ``drc BOARD REPORT``.
"""

from __future__ import annotations

import sys
from typing import Any

import pcbnew

LAYERS = (
    (pcbnew.F_Cu, "F_Cu"),
    (pcbnew.B_Cu, "B_Cu"),
    (pcbnew.F_SilkS, "F_Silkscreen"),
    (pcbnew.F_Mask, "F_Mask"),
    (pcbnew.B_Mask, "B_Mask"),
    (pcbnew.Edge_Cuts, "Edge_Cuts"),
)


def plot(board: Any, folder: str) -> None:
    """Gerbers of each layer and the drills, named as KiCad's command line names them."""
    plotter = pcbnew.PLOT_CONTROLLER(board)
    options = plotter.GetPlotOptions()
    options.SetOutputDirectory(folder)
    options.SetUseGerberProtelExtensions(True)
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetPlotFrameRef(False)
    for layer, name in LAYERS:
        plotter.SetLayer(layer)
        plotter.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, "")
        plotter.PlotLayer()
    plotter.ClosePlot()
    drills = pcbnew.EXCELLON_WRITER(board)
    drills.SetFormat(True)
    drills.SetOptions(False, False, pcbnew.wxPoint(0, 0), False)
    drills.CreateDrillandMapFilesSet(folder, True, False)


def main() -> None:
    """Do what the arguments say."""
    what, path, out = sys.argv[1:]
    board = pcbnew.LoadBoard(path)
    if what == "plot":
        plot(board, out)
    else:
        pcbnew.WriteDRCReport(board, out, pcbnew.EDA_UNITS_MILLIMETRES, True)


if __name__ == "__main__":
    main()

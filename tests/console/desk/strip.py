"""``python -m tests.console.desk.strip`` draws the desk for the organiser's guide, in Chromium: the
overview, a round, people, the TV, paper, a guest's own page, in both languages."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Final

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from console.desk.access import Role
from console.desk.formats import options_of
from console.desk.personal import code_of
from console.desk.store.kept import DeskSettings
from console.events import actions as do
from tests.console.desk.live import LiveDesk, now_ms
from tests.console.phones.browser import Browsers, Tab
from tests.console.screens.pictures import encode

FOLDER: Final = Path(__file__).parents[2] / "pictures" / "desk"
NAMES: Final = {
    "ru": "Аня Боря Вика Гоша Даша Ева Женя Зоя Иван Катя Лёва Мила Ника Оля Паша Рита",
    "en": "Ann Ben Chloe Dan Eve Finn Grace Hugh Iris Jack Kate Leo Mia Ned Olga Paul",
}
TABLES: Final = {"ru": ("1", "2", "3", "Буфет"), "en": ("1", "2", "3", "Café")}
EVENT: Final = {"ru": "Вечер «Хаоса»", "en": "A night of Chaos"}
DESK, PHONE, PAPER, TV = (1000, 640), (390, 640), (760, 640), (1138, 640)
HIGH: Final = 340
GAP: Final = 6


def main() -> None:
    """A strip for each language."""
    FOLDER.mkdir(exist_ok=True)
    browsers = Browsers("chromium", "")
    for language in NAMES:
        with tempfile.TemporaryDirectory() as folder:
            desk = LiveDesk(f"sqlite:///{folder}/desk.sqlite3")
            under_way(desk, language)
            strip = side_by_side(list(seen(browsers, desk, language)))
            (FOLDER / f"strip-{language}.png").write_bytes(encode(pygame.surfarray.array3d(strip)))
            desk.end()
    browsers.close()


def under_way(desk: LiveDesk, language: str) -> None:
    """Sixteen people at four tables, the second round drawn, one of its matches over."""
    people = (do.Enter(name) for name in NAMES[language].split())
    tables = (do.TableIn(n, name) for n, name in enumerate(TABLES[language]))
    stages = ["group_swiss rounds=4 size=4"]
    desk.runner.store.new(options_of(EVENT[language], "chaos", stages, check_in=False), 7, now_ms())
    desk.do(*people, *tables)
    desk.inside(lambda: desk.runner.event.change(DeskSettings(entry_by_phone=True)))
    for played in (4, 1):
        desk.draw()
        matches = desk.inside(desk.runner.event.state.open_matches)
        desk.do(*(do.BeginMatch(match.number) for match in matches[1:]))
        desk.do(*(do.Report(m.number, m.persons, (1, 2, 3, 4)) for m in matches[:played]))


def seen(browsers: Browsers, desk: LiveDesk, language: str) -> Iterator[pygame.Surface]:
    """Each page as it stands there."""
    tab = come_in(browsers, desk, language, DESK)
    for path in ("", "round", "people"):
        yield shot(tab, f"http://{desk.host}/{path}")
    yield shot(come_in(browsers, desk, language, TV), f"http://{desk.host}/tv")
    yield shot(come_in(browsers, desk, language, PAPER), f"http://{desk.host}/print/standings")
    playing = desk.inside(lambda: desk.runner.event.state.open_matches()[0].persons[0])
    own = code_of(desk.inside(lambda: desk.runner.event.secret), playing)
    yield shot(browsers.tab(language, PHONE), f"http://{desk.host}/p/{own}")


def come_in(browsers: Browsers, desk: LiveDesk, language: str, size: tuple[int, int]) -> Tab:
    """An organiser's browser."""
    code = desk.inside(lambda: desk.runner.access.invite(Role.ORGANISER, "", now_ms()))
    tab = browsers.tab(language, size)
    tab.driver.get(f"http://{desk.host}/enter?code={code}")
    tab.tap("main button")
    tab.has("nav a[aria-current]")
    return tab


def shot(tab: Tab, url: str) -> pygame.Surface:
    tab.driver.get(url)
    tab.has("main")
    return pygame.image.load(BytesIO(tab.picture()))


def side_by_side(pictures: list[pygame.Surface]) -> pygame.Surface:
    """Two rows of three, equally high."""
    rows = [[_high(each) for each in pictures[:3]], [_high(each) for each in pictures[3:]]]
    wide = max(sum(p.get_width() + GAP for p in row) - GAP for row in rows)
    strip = pygame.Surface((wide, 2 * HIGH + GAP))
    strip.fill("#5A5A5A")
    for y, row in enumerate(rows):
        x = 0
        for picture in row:
            strip.blit(picture, (x, y * (HIGH + GAP)))
            x += picture.get_width() + GAP
    return strip


def _high(picture: pygame.Surface) -> pygame.Surface:
    wide, high = picture.get_size()
    return pygame.transform.smoothscale(picture, (round(wide * HIGH / high), HIGH))


if __name__ == "__main__":
    main()

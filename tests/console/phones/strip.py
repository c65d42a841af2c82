"""``python -m tests.console.phones.strip`` draws the film strips of README.md, in Chromium: a phone
from the code on, and what those see who look on."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import msgspec
import pygame

from console.i18n import Words
from console.phones import messages, views
from console.phones.link import PhonesLink
from console.screens.look import Look
from console.screens.renderer import Screen
from console.table.attract.view import AttractPart
from console.table.view import View, Who
from console.web.messages import Opened
from tests.console.phones.browser import Browsers, Tab
from tests.console.phones.live import Live, live, opening
from tests.console.screens.attract.samples import attract_samples
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.photo.samples import close
from tests.console.screens.pictures import encode
from tests.console.screens.samples import duel_won, named, play, won

FOLDER = Path(__file__).parents[2] / "pictures" / "phones"
PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
GAP = 8
BACKS = "button.card use[href='#back']"
SMALL, TABLET, WALL = (320, 600), (820, 1180), (1066, 600)
HIGH = SMALL[1]


def main() -> None:
    """Each strip in both languages."""
    FOLDER.mkdir(exist_ok=True)
    browsers = Browsers("chromium", "")
    for language in ("ru", "en"):
        save(f"strip-{language}.png", list(a_hand(browsers, language, SMALL)))
        save(f"tablet-{language}.png", list(a_hand(browsers, language, TABLET))[3:5])
        save(f"looking-{language}.png", looking_on(browsers, language))
    browsers.close()


def save(name: str, pictures: Sequence[pygame.Surface]) -> None:
    """Side by side, equally high."""
    shown = []
    for picture in pictures:
        wide, high = picture.get_size()
        size = (round(wide * HIGH / high), HIGH)
        shown.append(picture if high == HIGH else pygame.transform.smoothscale(picture, size))
    strip = pygame.Surface((sum(p.get_width() + GAP for p in shown) - GAP, HIGH))
    strip.fill("#5A5A5A")
    x = 0
    for picture in shown:
        strip.blit(picture, (x, 0))
        x += picture.get_width() + GAP
    (FOLDER / name).write_bytes(encode(pygame.surfarray.array3d(strip)))


def shot(page: Tab) -> pygame.Surface:
    return pygame.image.load(BytesIO(page.picture()))


def a_hand(browsers: Browsers, language: str, size: tuple[int, int]) -> Iterator[pygame.Surface]:
    """The code on the strip, waiting for ●, hidden, held, a move with its points, confirmed."""
    with live("iota", PEOPLE, language=language) as table:
        page, seat = browsers.tab(language, size), table.sitting.mover
        url = table.url(seat)
        yield strip_of(table, language, seat)
        page.goto(url)
        page.says("●")
        yield shot(page)
        table.let_in(seat)
        page.has("button.card", 4)
        yield shot(page)
        page.hold(".eye")
        page.has(BACKS, 0)
        yield shot(page)
        page.let_go()
        page.has(BACKS, 4)
        page.tap("button.card.may")
        page.tap(".spot")
        page.has("button.main")
        yield shot(page)
        page.tap("button.main")
        page.has("button.main", 0)
        yield shot(page)


def strip_of(table: Live, language: str, seat: int) -> pygame.Surface:
    """The corner of the table where the seat is."""
    screen = Screen((1280, 800), 4, Look(Words(language)))
    surface = pygame.Surface((1280, 800))
    with table.lock:
        screen.draw(surface, table.sitting.table.view(), table.sitting.now_ns)
    if seat > 1:
        surface = pygame.transform.rotate(surface, 180)
    return surface.subsurface((0, 350, 450, 450))


def looking_on(browsers: Browsers, language: str) -> list[pygame.Surface]:
    """A phone: «Хаос», a photo finish, «Игнис»; a wall: attract mode, a verdict, the ranking."""
    verdict = duel_won().verdict
    assert verdict is not None
    verdict = replace(verdict, seats=(0,), margin_ns=2_400_000, margin_uncertainty_ns=180_000)
    photo = replace(named(play(8), language), verdict=verdict, photo=close())
    phone = (named(play(8), language), photo, ignis_samples()[0].view)
    records = next(
        s.view
        for s in attract_samples(language)
        if getattr(s.view, "part", 0) is AttractPart.LEADERBOARD
    )
    wall = (records, photo, replace(won(language), photo=close()))
    return [
        *seen(browsers, language, "watch", SMALL, phone),
        *seen(browsers, language, "tv", WALL, wall),
    ]


def seen(
    browsers: Browsers, language: str, path: str, size: tuple[int, int], shown: Sequence[View]
) -> Iterator[pygame.Surface]:
    """What is shown there of a table that shows these."""
    link = PhonesLink(opening())
    heard: list[messages.ToTable] = []
    while not any(isinstance(told, Opened) for told in heard):
        link.wait(1.0)
        heard += link.hear()
    port = next(told.port for told in heard if isinstance(told, Opened))
    page = browsers.tab(language, size)
    page.goto(f"http://127.0.0.1:{port}/{path}")
    for view in shown:
        scene = views.public(view)
        link.tell(messages.Public(msgspec.json.encode(scene).decode()))
        page.until(lambda at=scene["scene"]: page.run("return document.body.dataset.scene") == at)  # type: ignore[misc]
        page.until(lambda: page.all("#table > *"))
        yield shot(page)
    link.close()


if __name__ == "__main__":
    main()

"""``python -m tests.console.phones.strip`` draws the film strip of README.md: a phone from the code
on, in Chromium."""

from __future__ import annotations

import os
import shutil
from io import BytesIO
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame
from playwright.sync_api import expect, sync_playwright

from console.table.view import Who
from tests.console.phones.live import live

FILE = Path(__file__).parents[2] / "pictures" / "phones" / "strip-ru.png"
PEOPLE = (Who.PERSON, Who.EMPTY, Who.PERSON, Who.EMPTY)
GAP = 8


def main() -> None:
    """Waiting for ●, hidden, held, chosen with its points, looked on."""
    shots: list[bytes] = []
    with live("iota", PEOPLE) as table, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        context = browser.new_context(viewport={"width": 320, "height": 600}, locale="ru")
        page, seat = context.new_page(), table.sitting.mover
        page.goto(table.url(seat))
        expect(page.locator("#say")).to_contain_text("●")
        shots.append(page.screenshot())
        table.let_in(seat)
        expect(page.locator("button.card")).to_have_count(4)
        shots.append(page.screenshot())
        page.locator(".eye").hover()
        page.mouse.down()
        expect(page.locator("button.card use[href='#back']")).to_have_count(0)
        shots.append(page.screenshot())
        page.mouse.up()
        page.locator("button.card.may").first.click()
        page.locator(".spot").first.click()
        expect(page.locator("button.main")).to_be_visible()
        shots.append(page.screenshot())
        page.goto(f"{table.desk.url}/watch")
        expect(page.locator("svg.board")).to_be_visible()
        shots.append(page.screenshot())
        browser.close()
    pictures = [pygame.image.load(BytesIO(shot)) for shot in shots]
    wide, high = pictures[0].get_size()
    strip = pygame.Surface((len(pictures) * (wide + GAP) - GAP, high))
    strip.fill("#5A5A5A")
    for n, picture in enumerate(pictures):
        strip.blit(picture, (n * (wide + GAP), 0))
    FILE.parent.mkdir(exist_ok=True)
    pygame.image.save(strip, FILE)


if __name__ == "__main__":
    main()

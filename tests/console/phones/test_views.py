"""What everybody is shown, as JSON values."""

from __future__ import annotations

from dataclasses import replace

import msgspec

from console.games.registry import ENTRIES
from console.i18n import Words
from console.phones.sprites import art, sprites
from console.phones.texts import page_words
from console.phones.views import MOST_HANDS, POINTS, WIDE, public
from console.screens.palette import SAFE, USUAL
from console.table.chaos.view import ChoiceView, DeathPhase, SuddenDeathView
from console.table.event.view import Racer, RaceStage
from drivers.times import SECOND
from tests.console.screens.attract.samples import attract_samples
from tests.console.screens.event.samples import race, race_won, races
from tests.console.screens.ignis.samples import picture_samples as ignis_samples
from tests.console.screens.photo import samples as photos
from tests.console.screens.samples import play, samples, won


def test_a_photo_finish_is_shown_to_who_looks_on() -> None:
    """Its hands by onset, their forces over the same time, their doubts where they touched."""
    for photo in (photos.close(), photos.tied()):
        shown = public(play(8, photo=photo))["photo"]
        hands = shown["hands"]
        assert [hand["seat"] for hand in hands] == list(photo.seats[:MOST_HANDS])
        onsets = [hand["x"] for hand in hands]
        assert onsets == sorted(onsets)
        assert all(0 <= x <= WIDE for x in onsets)
        for hand in hands:
            assert [len(curve) for curve in hand["curves"]] == [POINTS, POINTS]
            before = round(POINTS * hand["x"] / WIDE) - 2
            top = hand["curves"][0]
            assert max(top[:before]) < max(top)
        assert msgspec.json.encode(shown)


def test_what_is_for_everybody_is_nobody_s_move() -> None:
    """In words that the page has: specials (C15, C16), a choice (C18), a dead heat (C25)."""
    assert public(play(8))["call"] is None
    death = SuddenDeathView((1, 3), DeathPhase.WAIT)
    calls = [
        public(view)["call"]
        for view in (
            *(play(8, special=special) for special in ("grab", "palm")),
            play(8, all_seat=2, all_at_ns=5 * SECOND),
            play(8, choice=ChoiceView(3, "grab", 5 * SECOND)),
            play(8, sudden_death=death),
        )
    ]
    words = page_words(Words("en"))
    told = [words[key].format(who=f"Seat {seat}") for key, seat in calls]
    assert told == [
        "Everybody grabs",
        "Everybody lays a palm down",
        "Everybody flips together",
        "Seat 3 chooses",
        "Dead heat: too close to tell apart",
    ]


def test_the_closest_race_stands_beside_the_ranking() -> None:
    assert public(replace(won("en"), photo=None))["photo"] is None
    assert public(won("en"))["photo"]["hands"]


def test_what_lies_open_has_a_picture() -> None:
    """Cards of «Хаос» and pieces of «Игнис», by the names that the page asks for."""
    known = {*sprites(USUAL), *art(USUAL)}
    for seat in public(play(8))["seats"]:
        card = seat["top"]
        assert {f"chaos-{card[:2]}", f"chaos-{card[2]}"} <= known
    assert {f"chaos-{card}" for card in ("grab", "palm", "all", "left", "special")} <= known
    rows = public(ignis_samples()[0].view)["board"]["rows"]
    assert {f"ignis-{piece}" for piece in "".join(rows)} - {"ignis-.", "ignis-#"} <= known


def test_each_game_of_ours_has_pictures_in_every_palette() -> None:
    for colours in (USUAL, SAFE):
        names = [*sprites(colours), *art(colours)]
        assert len(names) == len(set(names))
        for game in ("chaos", "elements", "ignis", "iota"):
            assert game in ENTRIES
            assert any(name.startswith(f"{game}-") for name in names)


def test_attract_mode_is_shown_on_a_wall() -> None:
    scenes = {public(sample.view)["scene"] for sample in attract_samples("en")}
    assert {"leaderboard", "board", "play"} <= scenes


def test_every_sample_can_be_told() -> None:
    for sample in samples("en"):
        assert msgspec.json.encode(public(sample.view))


def test_a_duel_at_an_event_is_shown_v29() -> None:
    """Who races, who has a place, how far it has come."""
    for _, view in races("en"):
        shown = public(view)
        assert (shown["scene"], shown["stage"]) == ("race", view.stage)
        assert [s["seat"] for s in shown["seats"]] == [r.seat for r in view.players]
        places = [None if r.place is None else f"{r.place}." for r in view.players]
        assert [s["score"] for s in shown["seats"]] == places
        assert all(s["name"] for s in shown["seats"])
        assert (shown["verdict"] is None) == (view.won is None)
    later = (
        Racer(seat=0, place=1, out=False, touched=False),
        Racer(seat=2, place=None, out=True, touched=True),
        Racer(seat=5, place=None, out=False, touched=True),
    )
    first, out, last = public(race("en", RaceStage.LIGHT, count=3, players=later))["seats"]
    assert (first["score"], first["turn"], out["turn"], last["turn"]) == ("1.", False, False, True)
    finish = photos.close()
    assert public(race("en", RaceStage.WON, won=race_won(0), photo=finish))["photo"]["hands"]

"""Every command of the engine protocol, as it should go."""

from __future__ import annotations

import io
import json
from typing import Any

from console.engine.door import serve
from tests.console.engine.talk import NEW, contact, flip, last, raw, talk

STATE_FIELDS = [
    "game",
    "options",
    "players",
    "to_move",
    "over",
    "winners",
    "stacks",
    "open",
    "beside",
    "pot",
    "shift",
    "fresh",
    "special",
    "pending_all",
    "choice",
]


def to_move(*requests: object) -> int:
    """The hand to move after these requests."""
    return int(last(*requests, {"cmd": "state"})["state"]["to_move"])


def test_games_lists_chaos_with_its_options() -> None:
    games = {game["id"]: game for game in last({"cmd": "games"})["games"]}
    game = games["chaos"]
    assert game["players"] == [2, 8]
    assert game["options"].keys() == {"last_card", "specials"}
    for option in game["options"].values():
        assert option.keys() == {"type", "default", "range"}
    assert game["options"]["last_card"]["default"] == "immediate"
    assert game["options"]["specials"]["default"] == {"grab": 3, "palm": 3, "all": 2, "left": 2}


def test_new_gives_the_exact_state() -> None:
    answer = last(NEW)
    assert answer.keys() == {"ok", "state"}
    state = answer["state"]
    assert list(state) == STATE_FIELDS
    assert (state["game"], state["players"], state["over"]) == ("chaos", 4, False)
    assert state["options"] == {
        "last_card": "immediate",
        "specials": {"grab": 3, "palm": 3, "all": 2, "left": 2},
    }
    assert (state["winners"], state["fresh"], state["shift"]) == ([], [False] * 4, 0)
    assert state["special"] is state["pending_all"] is state["choice"] is None


def test_new_takes_defaults_for_seed_and_options() -> None:
    short = {"cmd": "new", "game": "chaos", "players": 3}
    assert last(short) == last(short | {"seed": 0, "options": {}})
    assert last(short) != last(short | {"seed": 2})


def test_load_takes_what_state_prints() -> None:
    state = last(NEW, flip(to_move(NEW)))["state"]
    first, second = talk({"cmd": "load", "game": "chaos", "state": state}, {"cmd": "state"})
    assert first == second == {"ok": True, "state": state}


def test_observe_shows_every_player_the_stacks_as_counts() -> None:
    state = last(NEW)["state"]
    for player in range(4):
        seen = last(NEW, {"cmd": "observe", "player": player})["observation"]
        assert seen == state | {"stacks": [17] * 4}


def test_legal_lists_or_counts() -> None:
    listed, counted, not_counted = talk(
        NEW, {"cmd": "legal"}, {"cmd": "legal", "count": True}, {"cmd": "legal", "count": False}
    )[1:]
    hand = to_move(NEW)
    assert listed == {"ok": True, "actions": [{"type": "flip", "hand": hand, "t_us": None}]}
    assert counted == {"ok": True, "count": 1}
    assert not_counted == listed


def test_apply_gives_events_and_state() -> None:
    hand = to_move(NEW)
    before, answer, after = talk(NEW, flip(hand), {"cmd": "state"})
    card = before["state"]["stacks"][hand][0]
    assert answer.keys() == {"ok", "events", "state"}
    assert answer["events"] == [{"type": "flipped", "hand": hand, "card": card}]
    assert answer["state"] == after["state"]


def test_undo_goes_all_the_way_back_and_restores_history() -> None:
    hand = to_move(NEW)
    undo = {"cmd": "undo"}
    answers = talk(
        NEW,
        flip(hand, 10),
        contact(hand, "palm", 20),
        undo,
        contact(hand, "palm", 5),  # possible only since the event at 20 is undone
        undo,
        undo,
        undo,
    )
    new, flipped, _, after_undo, late, once, twice, none_left = answers
    assert after_undo["state"] == flipped["state"]
    assert late["events"][0] == {"type": "voided", "hands": [hand]}
    assert once["state"] == flipped["state"]
    assert twice["state"] == new["state"]
    assert none_left["error"]["code"] == "illegal_action"


def test_record_replays_to_the_same_state() -> None:
    hand = to_move(NEW)
    script = [NEW, flip(hand, 10), flip((hand + 1) % 4, 20), {"cmd": "undo"}, contact(2, "palm", 5)]
    answers = talk(*script, {"cmd": "record"})
    record = answers[-1]["record"]
    assert list(record) == ["game", "players", "options", "seed", "actions"]
    assert (record["seed"], record["players"], len(record["actions"])) == (1, 4, 2)
    again = {name: record[name] for name in ("game", "players", "options", "seed")}
    actions = [{"cmd": "apply", "action": action} for action in record["actions"]]
    assert last({"cmd": "new"} | again, *actions) == answers[-2]


def test_record_of_a_loaded_game_has_the_state_instead_of_the_seed() -> None:
    state = last(NEW)["state"]
    load = {"cmd": "load", "game": "chaos", "state": state | {"note": "ignored"}}
    record = last(load, flip(state["to_move"]), {"cmd": "record"})["record"]
    assert list(record) == ["game", "players", "options", "state", "actions"]
    assert record["state"] == state
    assert record["actions"] == [flip(state["to_move"])["action"]]


def test_quit_answers_and_ends() -> None:
    assert talk({"cmd": "quit"}, {"cmd": "games"}) == [{"ok": True}]


def test_end_of_input_ends_and_a_last_line_needs_no_newline() -> None:
    out = io.BytesIO()
    serve(io.BytesIO(b'{"cmd":"quit"}'), out)
    assert out.getvalue() == b'{"ok":true}\n'
    assert raw() == []


def test_each_answer_is_flushed_before_the_next_line_is_read() -> None:
    class Lines(io.BytesIO):
        def readline(self, size: int | None = -1, /) -> bytes:
            seen.append(out.flushed)
            return super().readline(size)

    class Flushed(io.BytesIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed = self.getvalue().count(b"\n")

    seen: list[int] = []
    out = Flushed()
    serve(Lines(b'{"cmd":"games"}\n\n{"cmd":"state"}\n'), out)
    assert seen == [0, 1, 2, 3]


def test_nobody_reading_ends_it_quietly() -> None:
    class Closed(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    inp = io.BytesIO(b'{"cmd":"games"}\n{"cmd":"games"}\n')
    serve(inp, Closed())
    assert inp.readline() == b'{"cmd":"games"}\n'


def test_a_match_to_its_end_and_back() -> None:
    """C6, C23: after the end there is nothing legal, and only an earlier touch is accepted."""
    requests: list[dict[str, Any]] = [NEW]
    t_us = 0
    while not (state := last(*requests, {"cmd": "state"})["state"])["over"]:
        t_us += 10
        action = last(*requests, {"cmd": "legal"})["actions"][0] | {"t_us": t_us}
        requests.append({"cmd": "apply", "action": action})
    assert state["to_move"] is None
    assert state["winners"]
    assert last(*requests, {"cmd": "legal"})["actions"] == []
    assert last(*requests, {"cmd": "legal", "count": True})["count"] == 0
    assert last(*requests, flip(0, t_us))["error"]["code"] == "game_over"
    assert last(*requests, contact(0, "grab", t_us))["error"]["code"] == "game_over"
    late = last(*requests, contact(0, "palm", t_us - 1))
    assert late["events"][0]["type"] == "voided"
    assert late["state"]["over"] is False
    assert last(*requests, {"cmd": "undo"})["state"]["over"] is False
    assert json.dumps(last({"cmd": "load", "game": "chaos", "state": state})["state"]) == (
        json.dumps(state)
    )

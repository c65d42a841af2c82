"""One client's session: the commands of the engine protocol, and the game in progress."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from console.games.base import Game
from console.games.errors import NO_GAME, UNKNOWN_GAME, GameError, bad_request, game_over, illegal
from console.games.forms import Json, bool_field, int_field, is_int, object_field, str_field
from console.games.registry import GAMES
from drivers.times import MS


@dataclass(slots=True)
class Progress:
    """A game in progress: where it started and every state since (``undo`` takes the last off)."""

    game: Game[Any, Any]
    players: int
    opening: Json  # what `record` prints before the actions
    states: list[Any]
    actions: list[Any] = field(default_factory=list)

    @property
    def state(self) -> Any:
        """The present state."""
        return self.states[-1]


class EngineSession:
    """Answers requests. A request that fails raises ``GameError`` and changes nothing."""

    def __init__(self, now_ns: Callable[[], int] = time.monotonic_ns) -> None:
        self._now_ns = now_ns  # for the time limit of ``bot`` alone
        self._progress: Progress | None = None
        self.ended = False
        self._commands: dict[str, Callable[[Json], Json]] = {
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "state": self._state,
            "observe": self._observe,
            "legal": self._legal,
            "apply": self._apply,
            "undo": self._undo,
            "bot": self._bot,
            "record": self._record,
            "quit": self._quit,
        }

    def answer(self, request: object) -> Json:
        """What stands beside ``ok`` in the answer to a parsed request.

        Raises ``GameError`` with the protocol's code. Fields that a command does not know are
        ignored; those of an action are not (``Game.parse_action``).
        """
        if not isinstance(request, dict):
            raise bad_request("A request must be a JSON object.")
        command = self._commands.get(str_field(request, "cmd"))
        if command is None:
            raise bad_request(f"Unknown cmd; known are {', '.join(self._commands)}.")
        return command(request)

    def _need(self) -> Progress:
        if self._progress is None:
            raise GameError(NO_GAME, "There is no game yet; begin one with 'new' or 'load'.")
        return self._progress

    @staticmethod
    def _game(request: Json) -> Game[Any, Any]:
        game = GAMES.get(str_field(request, "game"))
        if game is None:
            raise GameError(UNKNOWN_GAME, f"There is no such game; known are {', '.join(GAMES)}.")
        return game

    def _games(self, request: Json) -> Json:
        return {
            "games": [
                {
                    "id": game.id,
                    "players": list(game.players),
                    "options": {name: option.to_json() for name, option in game.options.items()},
                }
                for game in GAMES.values()
            ]
        }

    def _new(self, request: Json) -> Json:
        game = self._game(request)
        least, most = game.players
        players = (
            least if "players" not in request and least == most else int_field(request, "players")
        )
        seed = int_field(request, "seed") if "seed" in request else 0
        options = object_field(request, "options") if "options" in request else {}
        return self._begin(game, game.new(players, seed, options), seed)

    def _load(self, request: Json) -> Json:
        game = self._game(request)
        return self._begin(game, game.load(object_field(request, "state")), None)

    def _begin(self, game: Game[Any, Any], state: Any, seed: int | None) -> Json:
        shown = game.dump(state)
        opening = {"game": game.id, "players": shown["players"], "options": shown["options"]}
        opening |= {"state": shown} if seed is None else {"seed": seed}
        self._progress = Progress(game, shown["players"], opening, [state])
        return {"state": shown}

    def _state(self, request: Json) -> Json:
        progress = self._need()
        return {"state": progress.game.dump(progress.state)}

    def _observe(self, request: Json) -> Json:
        progress = self._need()
        player = int_field(request, "player")
        if not 0 <= player < progress.players:
            raise bad_request(f"There is no such player; they are 0 to {progress.players - 1}.")
        return {"observation": progress.game.observe(progress.state, player)}

    def _legal(self, request: Json) -> Json:
        progress = self._need()
        if "count" in request and bool_field(request, "count"):
            return {"count": progress.game.count_legal(progress.state)}
        actions = progress.game.legal_actions(progress.state)
        return {"actions": [progress.game.dump_action(action) for action in actions]}

    def _apply(self, request: Json) -> Json:
        progress = self._need()
        action = progress.game.parse_action(object_field(request, "action"))
        state, events = progress.game.apply(progress.state, action)
        answer = {
            "events": [event.to_json() for event in events],
            "state": progress.game.dump(state),
        }
        progress.states.append(state)
        progress.actions.append(action)
        return answer

    def _undo(self, request: Json) -> Json:
        progress = self._need()
        if not progress.actions:
            raise illegal("There is no action to undo.")
        progress.actions.pop()
        progress.states.pop()
        return {"state": progress.game.dump(progress.state)}

    def _bot(self, request: Json) -> Json:
        # Opponents are read in when one is asked for the first time: the rules need not wait.
        from console.bots.choose import check_level
        from console.bots.questions import Question, decide

        progress = self._need()
        level = request.get("level")
        if not isinstance(level, str) and not is_int(level):
            raise bad_request("The field 'level' must be a whole number.")
        millis = int_field(request, "millis")
        if millis < 0:
            raise bad_request("The field 'millis' must not be negative.")
        game, state = progress.game, progress.state
        level = check_level(game.id, level)
        actions = [game.dump_action(action) for action in game.legal_actions(state)]
        if not actions:
            raise game_over("The game is over: nobody is to move.")
        observation = game.observe(state, game.dump(state)["to_move"])
        until_ns = self._now_ns() + millis * MS
        question = Question(
            id=0, game=game.id, observation=observation, level=level, millis=millis, actions=actions
        )
        return {"action": decide(question, lambda: self._now_ns() >= until_ns).action}

    def _record(self, request: Json) -> Json:
        progress = self._need()
        actions = [progress.game.dump_action(action) for action in progress.actions]
        return {"record": progress.opening | {"actions": actions}}

    def _quit(self, request: Json) -> Json:
        self.ended = True
        return {}

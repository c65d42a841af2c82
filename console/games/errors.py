"""The one error of the rules: pure, with the engine protocol's code."""

from __future__ import annotations

from typing import Final

BAD_REQUEST: Final = "bad_request"
UNKNOWN_GAME: Final = "unknown_game"
BAD_OPTIONS: Final = "bad_options"
NO_GAME: Final = "no_game"
BAD_STATE: Final = "bad_state"
ILLEGAL_ACTION: Final = "illegal_action"
GAME_OVER: Final = "game_over"


class GameError(ValueError):
    """Something the rules refuse; ``code`` is one of the engine protocol's error codes.

    The message is one sentence for a person. Nothing changed when it is raised.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


def bad_request(message: str) -> GameError:
    """An ill-formed request or action."""
    return GameError(BAD_REQUEST, message)


def bad_options(message: str) -> GameError:
    """A player count or option out of range."""
    return GameError(BAD_OPTIONS, message)


def bad_state(message: str) -> GameError:
    """A position that could not exist."""
    return GameError(BAD_STATE, message)


def illegal(message: str) -> GameError:
    """A well-formed action that is not allowed now; the message says which rule."""
    return GameError(ILLEGAL_ACTION, message)


def game_over(message: str) -> GameError:
    """An action after the end."""
    return GameError(GAME_OVER, message)

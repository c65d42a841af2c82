"""The engine protocol: a JSON Lines door to the rules of every game."""

from console.engine.door import serve
from console.engine.session import Session

__all__ = ["Session", "serve"]

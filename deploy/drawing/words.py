"""What the guide's drawings and tables say: the program's catalogue, and quantities."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from console import i18n
from console.i18n import LANGUAGES, N_

GUIDES: Final = Path(i18n.__file__).parent / "guides"
UNITS: Final = (N_("Ω"), N_("kΩ"), N_("V"), N_("mA"), N_("A"), N_("N"), N_("mm"), N_("mm²"))


def guide(language: str) -> Path:
    """The wiring guide in a language."""
    return GUIDES / ("wiring.md" if language == "en" else f"wiring.{language}.md")


WRITTEN: Final = tuple(language for language in LANGUAGES if guide(language).exists())
"""The languages that have a wiring guide."""


class GuideWords(i18n.Words):
    """Texts in one language."""

    def text(self, message: str) -> str:
        """The text for ``message``; an empty one is empty in every language."""
        return self._(message) if message else ""

    def ohm(self, value: str) -> str:
        """`10 k` → `10 kΩ`, «10 кОм»."""
        number, _, kilo = value.partition(" ")
        return self.unit(number, f"{kilo}Ω")

    def unit(self, value: float | str, unit: str) -> str:
        """`3.3`, `V` → `3.3 V`, «3,3 В»."""
        return f"{str(value).replace('.', self._('0.5')[1])} {self._(unit)}"

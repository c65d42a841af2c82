"""Both languages of the guide's drawings and tables; English texts are the keys."""

from __future__ import annotations

from typing import Literal

from deploy.drawing.russian import RUSSIAN

Language = Literal["en", "ru"]
LANGUAGES: tuple[Language, ...] = ("en", "ru")
_UNITS = {"Ω": "Ом", "V": "В", "mA": "мА", "A": "А", "N": "Н"}


class Words:
    """Texts in one language. Raises KeyError for a text that nobody has translated."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def __call__(self, english: str) -> str:
        return english if self.language == "en" else RUSSIAN[english]

    def text(self, english: str) -> str:
        """The same; an empty text is empty in every language."""
        return self(english) if english else ""

    def colour(self, name: str) -> str:
        return self(name)

    def ohm(self, value: str) -> str:
        """`10 k` → `10 kΩ`, «10 кОм»."""
        unit = "kΩ" if value.endswith("k") else "Ω"
        number = value.removesuffix("k").strip()
        if self.language == "ru":
            unit, number = unit.replace("k", "к").replace("Ω", "Ом"), number.replace(".", ",")
        return f"{number} {unit}"

    def number(self, value: float | int | str) -> str:
        """With the language's decimal sign."""
        return str(value).replace(".", ",") if self.language == "ru" else str(value)

    def unit(self, value: float | int | str, unit: str) -> str:
        """`3.3`, `V` → `3.3 V`, «3,3 В»."""
        return f"{self.number(value)} {_UNITS[unit] if self.language == 'ru' else unit}"

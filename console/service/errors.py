"""What goes wrong for the owner, told on the command line in English, on the table in its words."""

from __future__ import annotations

from console.i18n import Words
from drivers.errors import ConfigError


class OwnerError(ConfigError):
    """A sentence with its fields; ``template`` is a message id."""

    def __init__(self, template: str, **fields: str) -> None:
        super().__init__(template.format(**fields))
        self._template, self._fields = template, fields

    def text(self, words: Words) -> str:
        """The sentence in the owner's language."""
        return words._(self._template).format(**self._fields)

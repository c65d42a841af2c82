"""The guides and examples that come with the program: what ``khvatka guide`` prints."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from console.i18n import LANGUAGES, N_
from drivers.boards.config import shipped_boards
from drivers.errors import ConfigError
from host_sim.keys import DEFAULT_FILE as KEYS
from host_sim.scenarios.load import SCENARIOS_GUIDE

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Guide:
    """``about``: a message id. ``files``: by language, English at least."""

    about: str
    files: Mapping[str, Path]

    def file(self, language: str) -> Path:
        """The file in that language, else in English."""
        return self.files.get(language, self.files["en"])


def _translated(name: str, about: str) -> Guide:
    others = {language: FOLDER / f"{name}.{language}.md" for language in LANGUAGES}
    found = {language: file for language, file in others.items() if file.exists()}
    return Guide(about, {"en": FOLDER / f"{name}.md", **found})


GUIDES: Final[Mapping[str, Guide]] = {
    "wiring": _translated("wiring", N_("How to build a table: parts, every wire, first power-on.")),
    "install": _translated("install", N_("How a Raspberry Pi becomes a table, and takes updates.")),
    "phones": _translated("phones", N_("Phones at the table: which network, what may go wrong.")),
    "events": _translated("events", N_("An event of several tables: the desk, step by step.")),
    "scenarios": Guide(
        N_("What a scenario for `khvatka sim run` may say."), {"en": SCENARIOS_GUIDE}
    ),
    "json": Guide(N_("What programs read: the keys of each --json."), {"en": FOLDER / "json.md"}),
    "config": Guide(N_("A file for --config, with all defaults."), {"en": FOLDER / "config.toml"}),
    "keys": Guide(N_("A file for --keys: the usual keys."), {"en": KEYS}),
    **{
        name: Guide(N_("A shipped board, as a file for --board."), {"en": path})
        for name, path in shipped_boards().items()
    },
}


def find_guide(name: str) -> Guide:
    """Raises ConfigError: the names that there are."""
    if name not in GUIDES:
        raise ConfigError(
            "there is no guide {name!r}: choose {guides}", name=name, guides=", ".join(GUIDES)
        )
    return GUIDES[name]

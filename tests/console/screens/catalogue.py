"""The catalogues' tools: extract message ids, read and compile the translations.

``python -m tests.console.screens.catalogue`` adds new message ids to each ``.po`` file with an
empty translation, drops those that nobody uses, and compiles the ``.mo`` file beside it. With the
codes of languages it begins theirs.
"""

from __future__ import annotations

import io
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, Final

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from console.cli import main
from console.cli.language import help_texts
from console.i18n import LOCALE_DIR

ROOT: Final = Path(__file__).parents[3]
ENVIRONMENT: Final = ROOT / "deploy/environment.sh"
FOLDERS: Final = ("console", "deploy/drawing", "deploy/kit", "drivers", "host_sim")
ERRORS: Final = (
    *("KhvatkaError", "ConfigError", "BoardError", "BoardClosed", "ClockStalled", "StoreError"),
    *("PageError", "LessonError", "BundleProblem", "Stuck"),
    *("Refused", "StickError", "Sentence"),
)
KEYWORDS: Final = {"_": None, "n": (1, 2), "N_": None, **dict.fromkeys(ERRORS)}
"""``words._("…")``, ``words.n("…", "…", count)``, ``N_("…")`` for a text looked up later, and the
sentences of errors."""
CALLS: Final = re.compile(rf"\b(?:{'|'.join(KEYWORDS)})\(".encode())
OF_CLICK: Final = (
    "Show this message and exit.",
    "Usage:",
    "Options",
    "Commands",
    "Positional arguments",
    "default: {default}",
    "env var: {var}",
    "required",
    "(dynamic)",
    "Invalid value: {message}",
    "Invalid value for {param_hint}: {message}",
    "Missing argument",
    "Missing option",
    "Missing parameter",
    "Missing command.",
    "No such option {name!r}.",
    "No such command {name!r}.",
    ("Did you mean {possibility}?", "(Did you mean one of: {possibilities}?)"),
    ("Got unexpected extra argument ({args})", "Got unexpected extra arguments ({args})"),
    "Option {name!r} does not take a value.",
    ("Option {name!r} requires an argument.", "Option {name!r} requires {nargs} arguments."),
    "Choose from:\n\t{choices}",
    ("{value!r} is not {choice}.", "{value!r} is not one of {choices}."),
    "{name} {filename!r} does not exist.",
    "{name} {filename!r} is a file.",
    "{name} {filename!r} is a directory.",
    "{name} {filename!r} is not readable.",
    "{name} {filename!r} is not writable.",
)
"""What click says, which gettext looks up in our catalogue too."""


SPOKEN: Final = ("say", "wrong", "title", "text")
"""Keys of lessons and rules pages (TOML) whose texts, one or a list, people read."""


def spoken(
    file: BinaryIO, _keywords: object, _comments: object, options: object
) -> Iterator[tuple[int, str, str, list[str]]]:
    """The texts of a TOML file, as Babel takes them."""
    waiting: list[object] = [tomllib.load(file)]
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, list):
            waiting += value
        elif isinstance(value, dict):
            for key, inner in value.items():
                if key in SPOKEN:
                    texts = inner if isinstance(inner, list) else [inner]
                    yield from ((0, "_", text, []) for text in texts)
                else:
                    waiting.append(inner)


def called(file: BinaryIO, keywords: Any, comments: Any, options: Any) -> Iterator[Any]:
    """The texts of a Python file; to take one apart that calls none of ``KEYWORDS`` is spared."""
    if CALLS.search(file.read()):
        file.seek(0)
        yield from extract_python(file, keywords, comments, options)


METHODS: Final[list[tuple[str, Any]]] = [
    ("**.py", called),
    ("**/pages/*.html", "jinja2"),
    ("**/lesson.toml", spoken),
    ("**/pages.toml", spoken),
    ("**/attract.toml", spoken),
]


class Plain(Catalog):
    """A catalogue whose header holds no dates: they would change the files every time.

    ``rule``: its plural forms as its file has them; each Babel writes them in another way.
    """

    rule = ""

    @property
    def plural_forms(self) -> str:
        """The header's line; of a language that is begun, as Babel has it."""
        return self.rule or super().plural_forms

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        """What gettext needs, and no more."""
        return [
            ("Language", str(self.locale)),
            ("Plural-Forms", self.plural_forms),
            ("MIME-Version", "1.0"),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
        ]

    @mime_headers.setter
    def mime_headers(self, _headers: object) -> None:
        """What another one said of itself is not kept."""


def po(language: str) -> Path:
    """The texts of a language; the compiled form has the suffix ``.mo``."""
    return LOCALE_DIR / language / "LC_MESSAGES/khvatka.po"


def translated() -> list[str]:
    """The languages that have a catalogue."""
    return sorted(path.name for path in LOCALE_DIR.iterdir() if po(path.name).exists())


def _plain(messages: Catalog, language: str) -> Plain:
    plain = Plain(locale=language, domain="khvatka", fuzzy=False)
    plain.rule = messages.plural_forms
    plain.header_comment = f"# Texts of Khvatka: {Locale.parse(language).english_name}."
    for message in messages:
        if message.id:
            plain[message.id] = message
    return plain


@cache
def _extracted() -> tuple[tuple[str | tuple[str, ...], str], ...]:
    """The messages of all code and texts, each with its file; of any language the same."""
    return tuple(
        (message, f"{folder}/{path}")
        for folder in FOLDERS
        for path, _line, message, _comments, _context in sorted(
            extract_from_dir(ROOT / folder, METHODS, keywords=KEYWORDS, strip_comment_tags=True),
            key=lambda found: (found[0], found[1]),
        )
    )


def template(language: str = "ru") -> Plain:
    """Every message id of the program, with the files that use it."""
    catalogue = Plain(locale=language, domain="khvatka")
    for message, path in _extracted():
        # no line numbers: they would change the file with every edit of the code
        catalogue.add(message, locations=[(path, 0)])
    for text in help_texts(main):
        catalogue.add(text, locations=[("console/cli", 0)])
    for said in re.findall(r"(?:say|fail)(?: \\\n)?\s+'([^']+)'", ENVIRONMENT.read_text()):
        catalogue.add(said, locations=[(ENVIRONMENT.relative_to(ROOT).as_posix(), 0)])
    for said in OF_CLICK:
        catalogue.add(said, locations=[("click", 0)])
    return catalogue


def translation(language: str = "ru") -> Plain:
    """A language's catalogue as committed."""
    with po(language).open("rb") as file:
        return _plain(read_po(file, locale=language, domain="khvatka"), language)


def compiled(catalogue: Catalog) -> bytes:
    """The binary form of a catalogue."""
    buffer = io.BytesIO()
    write_mo(buffer, catalogue)
    return buffer.getvalue()


def save(catalogue: Catalog, language: str = "ru") -> None:
    """Write both files."""
    path, plain = po(language), _plain(catalogue, language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, plain, width=100, include_lineno=False, sort_by_file=True)
    path.with_suffix(".mo").write_bytes(compiled(translation(language)))


def update(language: str) -> None:
    """Bring its files up to date with the program."""
    fresh = template(language)
    old = translation(language) if po(language).exists() else Plain(locale=language)
    fresh.rule = old.plural_forms
    for message in fresh:
        known = old.get(message.id) if message.id else None
        if known is not None:
            message.string = known.string
    save(fresh, language)


if __name__ == "__main__":
    for code in {*translated(), *sys.argv[1:]}:
        update(code)

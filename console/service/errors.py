"""What goes wrong for the owner, as the table tells it."""

from __future__ import annotations

from typing import Final

from console.i18n import N_, Words
from console.store.problems import StoreError, StoreTrouble
from console.store.soundness import Flaw, FlawKind
from drivers.errors import KhvatkaError

_TROUBLES: Final = {
    StoreTrouble.DISK_FULL: N_(
        "The disk is full: nothing is kept until there is room on it again."
    ),
    StoreTrouble.READ_ONLY: N_("The disk of the data folder cannot be written: nothing is kept."),
    StoreTrouble.DAMAGED: N_(
        "The store is damaged: start again, and what is readable is carried over."
    ),
    StoreTrouble.NEWER: N_("The store is of a newer Khvatka: update this one."),
    StoreTrouble.FOREIGN: N_("Another program's file lies where the store should: move it away."),
    StoreTrouble.HELD: N_("Another program holds the store: close that program."),
    StoreTrouble.FAILING: N_(
        "The disk of the data folder fails: copy what is on it and replace it."
    ),
    StoreTrouble.SILENT: N_(
        "The disk of the data folder does not answer: look whether it is in place."
    ),
    StoreTrouble.STOPPED: N_("Nothing is written any more: start Khvatka again."),
}


_FLAWS: Final = {
    FlawKind.MATCH: N_("match {which}"),
    FlawKind.PERSON: N_("nickname number {which}: whoever had it is a guest"),
    FlawKind.SETTING: N_("the setting {which}: its default holds"),
    FlawKind.PIN: N_("the PIN"),
    FlawKind.COUNTERS: N_("counters of presses"),
    FlawKind.RESULT: N_("a result for the organiser's desk"),
    FlawKind.FIGURES: N_("records: counted anew from the matches"),
}


def error_text(words: Words, error: KhvatkaError) -> str:
    """What went wrong, in the owner's language; of the store without its path."""
    trouble = error.key if isinstance(error, StoreError) else None
    return words.translated(error) if trouble is None else trouble_text(words, trouble)


def flaw_text(words: Words, flaw: Flaw) -> str:
    """What is damaged in the store."""
    return words._(_FLAWS[flaw.kind]).format(which=flaw.which)


def trouble_text(words: Words, trouble: StoreTrouble) -> str:
    """Why the store does not take what it is given, and the mend."""
    return words._(_TROUBLES[trouble])

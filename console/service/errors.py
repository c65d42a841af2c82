"""What goes wrong for the owner, as the table tells it."""

from __future__ import annotations

from typing import Final

from console.i18n import N_, Words
from console.store.problems import StoreError, Trouble
from drivers.errors import KhvatkaError

_TROUBLES: Final = {
    Trouble.DISK_FULL: N_("The disk is full: nothing is kept until there is room on it again."),
    Trouble.READ_ONLY: N_("The disk of the data folder cannot be written: nothing is kept."),
    Trouble.DAMAGED: N_("The store is damaged: start again, and what is readable is carried over."),
    Trouble.NEWER: N_("The store is of a newer Khvatka: update this one."),
    Trouble.FOREIGN: N_("Another program's file lies where the store should: move it away."),
    Trouble.HELD: N_("Another program holds the store: close that program."),
    Trouble.FAILING: N_("The disk of the data folder fails: copy what is on it and replace it."),
    Trouble.STOPPED: N_("Nothing is written any more: start Khvatka again."),
}


def told(words: Words, error: KhvatkaError) -> str:
    """What went wrong, in the owner's language; of the store without its path."""
    trouble = error.trouble if isinstance(error, StoreError) else None
    return words.told(error) if trouble is None else trouble_text(words, trouble)


def trouble_text(words: Words, trouble: Trouble) -> str:
    """Why the store does not take what it is given, and the mend."""
    return words._(_TROUBLES[trouble])

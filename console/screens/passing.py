"""What people should know, in words: told in a band, or where a menu explains its lines."""

from __future__ import annotations

from console.i18n import Words
from console.table.view import Notice, NoticeKind, View


def passing_words(words: Words, view: View) -> str:
    """The notice of a view as running text; empty without one."""
    if view.notice is None:
        return ""
    first, second = notice_words(words, view.notice)
    return f"{first}. {second}."


def notice_words(words: Words, notice: Notice) -> tuple[str, str]:
    """The notice, and what it does not mean."""
    if notice.key == NoticeKind.CLOSING:
        left = words.n("We close in {count} minute", "We close in {count} minutes", notice.minutes)
        return left.format(count=notice.minutes), words._("What you have begun you may finish")
    if notice.key == NoticeKind.UNKEPT:
        return words._("What is played is not kept now"), _why(words, notice.why)
    if notice.key == NoticeKind.SET_ASIDE:
        return words._("What was played before could not be read"), words._(
            "What could be saved is here; the owner has the old file"
        )
    if notice.key == NoticeKind.FLAWED:
        return words._("Something that was kept is damaged"), words._(
            "The service menu says what; all else is as it was"
        )
    if notice.key == NoticeKind.CALLED:
        return words._("A match of the event is called to this table"), words._(
            "Finish in peace; then it is their turn"
        )
    if notice.key == NoticeKind.CALLED_OFF:
        return words._("The desk has taken this match back"), words._(
            "It has a result already, or is played elsewhere: ask the organiser"
        )
    return words._("Your time at the table is up"), words._(
        "Finish in peace; others may be waiting"
    )


def _why(words: Words, why: str) -> str:
    """Why nothing is kept, and that it does not matter for play."""
    return {
        "disk_full": words._("The disk is full; the table plays on"),
        "read_only": words._("The disk cannot be written to; the table plays on"),
        "silent": words._("The disk does not answer; the table plays on"),
    }.get(why, words._("Something is wrong with the disk; the table plays on"))

"""People who keep a nickname: who they are, and forgetting one of them completely.

Asked for and done as from the lobby (``console.table.records.requests``): whoever keeps the records
answers, beside the loop. No page here is left before its answer, so that a match below, which
waits for the menu, has no share in that work.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from console.i18n import N_, Words
from console.service.menu.page import ListPage, MenuHost, MenuItem, MenuPage
from console.service.menu.view import Body, KeyHint, MenuGuide, MenuLevel, ServiceLine, ServiceRow
from console.table.record_values import PersonProfile
from console.table.records.requests import ForgetRequest, Forgotten, Records, RecordsRequest
from console.table.response import Response
from drivers.events import Button
from drivers.times import SECOND

ANSWER_NS: Final = 10 * SECOND
"""Whoever keeps the records answers sooner, or there is nobody who does."""
PEOPLE: Final = N_("People")


class PeopleMenu(ListPage):
    """Everybody who keeps a nickname, those who played last first; ● asks whether to forget."""

    title = PEOPLE

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        self._records: Records | None = None
        self._until_ns: int | None = None
        menu.host.emit(RecordsRequest())

    # -- the answer --------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        return self._records is None

    def responded(self, response: Response) -> None:
        if isinstance(response, Records):
            self._records = response

    def tick(self, now_ns: int) -> bool:
        if self._records is not None:
            return False
        if self._until_ns is None:
            self._until_ns = now_ns + ANSWER_NS
        if now_ns < self._until_ns:
            return False
        self._records = Records(readable=False)
        return True

    def next_due_ns(self) -> int | None:
        return None if self._records is not None else self._until_ns or 0

    # -- what is seen and done ---------------------------------------------------------------------

    def body(self) -> Body:
        if self._records is None:
            return MenuGuide(self.menu.words._("One moment…"))
        return super().body()

    def keys(self) -> tuple[KeyHint, ...]:
        return () if self._records is None else super().keys()

    def press(self, button: Button, now_ns: int) -> None:
        if self._records is not None:
            super().press(button, now_ns)

    def items(self) -> Sequence[MenuItem]:
        words, records = self.menu.words, self._records or Records()
        if not records.readable:
            return [
                MenuItem(
                    ServiceRow(words._("The nicknames cannot be read."), level=MenuLevel.FAILURE)
                )
            ]
        people = [self._person(words, person.profile) for person in records.people]
        nobody = MenuItem(ServiceRow(words._("Nobody keeps a nickname yet."), enabled=False))
        wipe = self.opener(
            N_("Wipe once more"),
            lambda menu: ForgettingPage(menu, None),
            N_("What the disk may still hold of those who were forgotten before."),
        )
        return [*(people or [nobody]), wipe]

    def _person(self, words: Words, profile: PersonProfile) -> MenuItem:
        matches = words.n("{count} match", "{count} matches", profile.matches).format(
            count=profile.matches
        )
        last = words._("has not played yet")
        value = last
        if profile.last is not None:
            day = words.day(profile.last)
            last, value = words._("last played {day}").format(day=day), f"{matches} · {day}"
        wins = words.n("{count} win", "{count} wins", profile.wins).format(count=profile.wins)
        since = words._("since {day}").format(day=words.day(profile.since))
        help_ = (profile.nickname, f"{matches} · {wins}", last, since)
        return MenuItem(ServiceRow(profile.nickname, value), self._asker(profile), help_)

    def _asker(self, profile: PersonProfile) -> Callable[[int], None]:
        """Asked twice; each time No is what ● says at first."""

        def forget(_: int) -> None:
            self.menu.push(ForgettingPage(self.menu, profile.id))

        return lambda _: self.ask_twice(
            N_("Forget {name} for good?"),
            forget,
            N_("Nickname, rating and personal page go for good."),
            N_("Records and matches stay, as a guest's. No trace of the name is left."),
            more=N_("Older copies of the store, and what was set aside, are deleted too."),
            name=profile.nickname,
        )


class ForgettingPage(MenuPage):
    """Somebody is being forgotten; None: what is left of those who were is being wiped."""

    title = PEOPLE

    def __init__(self, menu: MenuHost, profile: int | None) -> None:
        super().__init__(menu)
        self._profile = profile
        menu.host.emit(ForgetRequest(profile))

    def body(self) -> Body:
        words = self.menu.words
        said = words._("The whole file is written anew, so that nothing is left in it.")
        return MenuGuide(words._("Forgetting…"), said=(ServiceLine(said),))

    @property
    def waiting(self) -> bool:
        return True

    def keys(self) -> tuple[KeyHint, ...]:
        return ()

    def press(self, button: Button, now_ns: int) -> None:
        """Nobody leaves in the middle."""

    def responded(self, response: Response) -> None:
        if not isinstance(response, Forgotten) or response.profile != self._profile:
            return
        words = self.menu.words
        self.menu.pop()
        if not response.done:
            self.menu.say(words._("Nothing was forgotten: the disk refused."), MenuLevel.FAILURE)
        elif not response.wiped:
            said = words._("Forgotten, but not wiped from the disk yet: wipe once more later.")
            self.menu.say(said, MenuLevel.WARNING)
        else:
            self.menu.say(words._("Forgotten: no trace is left."))

"""Adjustments, group by group; profiles with what each closes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from console.i18n import N_, Words
from console.service.adjustments import Adjusted
from console.service.menu.page import BACK, OK, SIDES, ListPage, MenuHost, MenuItem, step_of
from console.service.menu.view import Body, KeyHint, Rows, ServiceRow
from console.settings.declared import GROUPS, SETTINGS
from console.settings.kinds import Hours, Value
from console.settings.profiles import PROFILES
from console.settings.setting import Setting
from drivers.errors import KhvatkaError
from drivers.events import Button


class GroupsPage(ListPage):
    """The groups of adjustments."""

    title = N_("Settings")

    def items(self) -> Sequence[MenuItem]:
        return [
            *(self.opener(group, partial(GroupPage, group=group)) for group in GROUPS),
            self.opener(
                N_("Profiles"), ProfilesPage, N_("What guests may change, by the kind of place.")
            ),
            self.item(
                N_("All as it came"),
                lambda _: self.ask(N_("Give every setting its default again?"), self._reset),
                N_("Every setting gets its default again. The PIN stays."),
            ),
        ]

    def _reset(self, now_ns: int) -> None:
        services, words = self.menu.services, self.menu.words
        services.store.readjust()
        services.overridden.clear()
        adjusted = services.store.adjustments().adjusted
        for key in SETTINGS:
            services.attune(key, adjusted)
        self.menu.say(words._("Every setting has its default."))


class GroupPage(ListPage):
    """The adjustments of a group: ● takes one up, ◀ ▶ step its value, ● keeps it, ✕ leaves it as it
    was; ◀ and ▶ together give its default."""

    def __init__(self, menu: MenuHost, group: str) -> None:
        super().__init__(menu)
        self.title = group
        self._known = tuple(k for k in SETTINGS.values() if k.group == group)
        self._adjusted = menu.services.store.adjustments().adjusted
        self._draft: Value = None
        self._part: int | None = None  # None: nothing is being changed

    def items(self) -> Sequence[MenuItem]:
        words = self.menu.words
        return [
            MenuItem(self._row(words, k), self._take_up, self._help(words, k)) for k in self._known
        ]

    def _row(self, words: Words, known: Setting) -> ServiceRow:
        edited = self._part is not None and known is self._chosen
        value = self._draft if edited else self._value(known)
        changed = value != known.default
        return ServiceRow(words._(known.label), known.kind.shown(words, value), changed=changed)

    def _help(self, words: Words, known: Setting) -> tuple[str, ...]:
        limits, default = known.kind.limits(words), known.kind.shown(words, known.default)
        range_ = words._("Range: {limits}; default: {default}").format(
            limits=limits, default=default
        )
        when = (
            words._("Takes effect at once.")
            if known.at_once
            else words._("Takes effect from the next start.")
        )
        overridden = known.key in self.menu.services.overridden
        so = (words._("This start was told so by its command or its file."),) if overridden else ()
        return words._(known.help), *so, range_, when

    def _value(self, known: Setting) -> Value:
        """What this start was told, else what is kept."""
        return self.menu.services.overridden.get(known.key, self._adjusted[known.key])

    @property
    def _chosen(self) -> Setting:
        return self._known[self.cursor]

    def body(self) -> Body:
        items = self.items()
        rows = tuple(item.row for item in items)
        return Rows(rows, self.cursor, items[self.cursor].help, editing=self._part is not None)

    def keys(self) -> tuple[KeyHint, ...]:
        words = self.menu.words
        if self._part is None:
            return super().keys()
        turns = words._("begin") if self._part == 0 else words._("end")
        is_span = isinstance(self._chosen.kind, Hours) and self._draft is not None
        return (
            KeyHint(SIDES, turns if is_span else words._("change; together: default")),
            KeyHint(OK, words._("keep")),
            KeyHint(BACK, words._("leave as it was")),
        )

    def _take_up(self, now_ns: int) -> None:
        self._draft, self._part = self._value(self._chosen), 0

    def press(self, button: Button, now_ns: int) -> None:
        if self._part is None:
            super().press(button, now_ns)
        elif button in SIDES:
            self._draft = self._chosen.kind.step(self._draft, step_of(button), self._part)
        elif button is Button.BACK:
            self._part = None
        elif isinstance(self._chosen.kind, Hours) and self._draft is not None and not self._part:
            self._part = 1
        else:
            self._keep()

    def pair(self) -> bool:
        if self._part is None:
            return False
        self._draft = self._chosen.default
        return True

    def _write(self, known: Setting, value: Value) -> None:
        store = self.menu.services.store
        if value == known.default:
            store.readjust(known.key)
        else:
            store.adjust(known.key, value)
        self._adjusted = store.adjustments().adjusted

    def _keep(self) -> None:
        known, value = self._chosen, self._draft
        self._part = None
        overridden = self.menu.services.overridden.pop(known.key, None)
        if value == self._adjusted[known.key] and overridden is None:
            return
        before = self._adjusted[known.key]
        self._write(known, value)
        try:
            self.menu.services.attune(known.key, self._adjusted)
        except KhvatkaError:  # what cannot be now would not be at the next start either
            self._write(known, before)
            raise
        words = self.menu.words  # the language may be what was changed
        self.menu.say(
            words._("Kept: it holds from now on.")
            if known.at_once
            else words._("Kept: it holds from the next start.")
        )


class ProfilesPage(ListPage):
    """Which profile the table has, and what each keeps from guests."""

    title = N_("Profiles")

    def __init__(self, menu: MenuHost) -> None:
        super().__init__(menu)
        self._take(menu.services.store.adjustments().adjusted)
        self.cursor = list(PROFILES).index(self._now)

    def _take(self, adjusted: Adjusted) -> None:
        self._now = str(adjusted["guests.profile"])

    def items(self) -> Sequence[MenuItem]:
        words = self.menu.words
        found = []
        for key, profile in PROFILES.items():
            value = words._("chosen") if key == self._now else ""
            row = ServiceRow(words._(profile.label), value, changed=key == self._now)
            found.append(MenuItem(row, self._choose, (words._(profile.help), profile.keeps(words))))
        return found

    def _choose(self, now_ns: int) -> None:
        services, key = self.menu.services, list(PROFILES)[self.cursor]
        services.store.adjust("guests.profile", key)
        adjusted = services.store.adjustments().adjusted
        self._take(adjusted)
        services.attune("guests.profile", adjusted)
        self.menu.say(self.menu.words._("Kept: it holds from now on."))

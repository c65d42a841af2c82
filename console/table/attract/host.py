"""The table as a host: it invites when nobody is there, keeps its hours, and minds the time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from console.settings.hours import DaySpan
from console.table.attract.scene import AttractScene, ClosedScene
from console.table.board.view import BoardView
from console.table.chaos.view import PlayView
from console.table.response import DayTime, StorageStatus
from console.table.scene import Scene, SceneHost
from console.table.settings import Settings
from console.table.view import EndStage, EndView, MenuLine, Notice, NoticeKind, View
from drivers.events import ButtonEvent, Contact, InputEvent, PadProgress
from drivers.times import MINUTE, SECOND

GONE_NS: Final = 600 * SECOND
"""Where attract mode never comes: after so long without a hand people have left."""
RANKING_NS: Final = MINUTE
"""So long the end of a match may be looked at after closing time."""
NOTICE_NS: Final = 12 * SECOND
CLOSING_MIN: Final = 10


@dataclass(frozen=True, slots=True)
class HostingRules:
    """How the table treats its guests.

    ``attract_ns``: nobody has touched anything for so long (0: attract mode never comes).
    ``session_ns``: so long people may play before they are told (0: never). Without ``opening`` it
    is always open. ``fresh`` is what each new group of guests finds; None: what the last one left.
    ``counts_in``: matches begin with a count of three, for people who have to turn to it.
    """

    attract_ns: int = 0
    at_start: bool = False
    opening: DaySpan | None = None
    session_ns: int = 0
    fresh: Settings | None = None
    seed: int = 0  # of the first demonstrations
    counts_in: bool = False


class Whereabouts(StrEnum):
    """Where people are."""

    LOBBY = "lobby"
    MATCH = "match"
    PAUSE = "pause"
    END = "end"


SHOWN_AT: Final = {
    NoticeKind.CLOSING: (Whereabouts.LOBBY, Whereabouts.MATCH, Whereabouts.END),
    NoticeKind.TIME_UP: (Whereabouts.LOBBY, Whereabouts.PAUSE, Whereabouts.END),
    NoticeKind.UNKEPT: (Whereabouts.LOBBY, Whereabouts.MATCH, Whereabouts.END),
    NoticeKind.SET_ASIDE: (Whereabouts.LOBBY,),
    NoticeKind.FLAWED: (Whereabouts.LOBBY, Whereabouts.END),
    NoticeKind.CALLED: (Whereabouts.MATCH, Whereabouts.PAUSE, Whereabouts.END),
    NoticeKind.CALLED_OFF: (Whereabouts.MATCH, Whereabouts.PAUSE),
}


class AttractHost:
    """Covers the scenes of ``host`` with attract mode or «closed», and has notices for people.

    A session begins with the first match after attract mode and ends when that comes back.
    """

    def __init__(self, host: SceneHost, hosting: HostingRules) -> None:
        self._host = host
        self.hosting = hosting
        self._now_ns: int | None = None
        self._last_ns = 0  # when somebody did something
        self._loaded: frozenset[int] = frozenset()
        self._rests = False
        self._times = 0  # attract mode has come
        self._session_ns: int | None = None  # since when people play
        self._seen: View | None = None
        self._place: Whereabouts | None = None
        self._shown: set[tuple[str, Whereabouts]] = set()
        self._notice_until_ns = 0
        self.notice: Notice | None = None

    # -- what happens --------------------------------------------------------------------------

    def heard(self, event: InputEvent) -> None:
        """Somebody pressed something, or came to the pad."""
        if isinstance(event, PadProgress):
            loaded = event.loaded and event.loaded - self._host.hardware.faults.keys()
            if loaded != self._loaded:
                self._loaded = loaded
                self.touched(event.complete_to_ns)
        elif isinstance(event, ButtonEvent | Contact):
            self.touched(event.t_ns)

    def touched(self, t_ns: int) -> None:
        """Somebody is there."""
        self._last_ns = max(self._last_ns, t_ns)

    # -- time ----------------------------------------------------------------------------------

    def tick(self, now_ns: int, scenes: Sequence[Scene], view: View | None) -> bool:
        """Let time pass; ``view`` is what was last on show. True when there is another notice."""
        first, self._now_ns = self._now_ns is None, now_ns
        if first:
            self.touched(now_ns)
        self._rests = all(scene.restful for scene in scenes)
        self._seen = view or self._seen
        changed, top = self._tell(now_ns, scenes), scenes[-1]
        if not self.open:
            if self._may_close(now_ns, scenes):
                self._close(self.hosting.opening, now_ns)
        elif isinstance(top, ClosedScene):
            self._host.uncover(now_ns)
            if self.hosting.attract_ns:
                self._invite(now_ns)
        elif first and self.hosting.at_start:
            self._invite(now_ns, line=MenuLine.START)
        elif not isinstance(top, AttractScene) and self._rests and now_ns >= self._gone_ns:
            self._end_session()
            if self.hosting.attract_ns:
                self._invite(now_ns)
        return changed

    def next_due_ns(self) -> int | None:
        """When ``tick`` has something to do by itself."""
        dues = [self._notice_until_ns]
        if self._rests and self.hosting.attract_ns:
            dues.append(self._gone_ns)
        if self._session_ns is not None and self.hosting.session_ns:
            dues.append(self._session_ns + self.hosting.session_ns)
        return min([d for d in dues if d > (self._now_ns or 0)], default=None)

    @property
    def _gone_ns(self) -> int:
        """When people count as gone."""
        return self._last_ns + (self.hosting.attract_ns or GONE_NS)

    def _invite(self, now_ns: int, line: MenuLine = MenuLine.ALL_LEAVE) -> None:
        """Nobody is there: attract mode over the lobby."""
        self._times += 1
        self._leave(now_ns, line)
        scene = AttractScene(self._host, self.hosting.seed + self._times, now_ns)
        self._host.cover(scene, now_ns)

    def _leave(self, now_ns: int, line: MenuLine = MenuLine.ALL_LEAVE) -> None:
        """Whoever comes next is not whoever was here: nobody plays under another one's name."""
        self._end_session()
        self._host.settings = self.hosting.fresh or self._host.settings
        self._host.leave(now_ns, line)

    def _end_session(self) -> None:
        self._session_ns = self.notice = None
        self._shown.clear()

    # -- opening hours -------------------------------------------------------------------------

    def _left_min(self) -> int | None:
        """The minutes until closing time, 0 when it has come; None where there is none, and as long
        as nobody has told the time."""
        if (opening := self.hosting.opening) is None:
            return None
        day = self._host.latest(DayTime)
        return None if day is None else opening.left_min(day.minute)

    @property
    def open(self) -> bool:
        """Is it open now?"""
        return self._left_min() != 0

    def _may_close(self, now_ns: int, scenes: Sequence[Scene]) -> bool:
        """A match is never cut, and its end may be looked at."""
        ended = scenes[0].match is not None
        return self._rests and (not ended or now_ns >= self._last_ns + RANKING_NS)

    def _close(self, opening: DaySpan | None, now_ns: int) -> None:
        assert opening is not None  # else it would be open
        self._leave(now_ns)
        self._host.cover(ClosedScene(opening.start_min, now_ns), now_ns)

    # -- notices ---------------------------------------------------------------------------------

    def _news(self, now_ns: int) -> Iterator[Notice]:
        """What people should know now, what matters most first."""
        left = self._left_min()
        if left is not None and 0 < left <= CLOSING_MIN:
            yield Notice(NoticeKind.CLOSING, left)
        length_ns, since_ns = self.hosting.session_ns, self._session_ns
        if length_ns and since_ns is not None and now_ns >= since_ns + length_ns:
            yield Notice(NoticeKind.TIME_UP)
        if self._host.event.called_away:
            yield Notice(NoticeKind.CALLED)
        if self._host.event.called_off:
            yield Notice(NoticeKind.CALLED_OFF)
        elif self._shown:  # the next one is another match
            self._shown -= {(NoticeKind.CALLED_OFF, place) for place in Whereabouts}
        storage = self._host.latest(StorageStatus)
        if storage is None or storage.trouble is None:
            if self._shown:  # the next trouble is another one
                self._shown -= {(NoticeKind.UNKEPT, place) for place in Whereabouts}
        else:
            yield Notice(NoticeKind.UNKEPT, why=storage.trouble)
        if storage is not None and storage.set_aside:
            yield Notice(NoticeKind.SET_ASIDE)
        if storage is not None and storage.flawed:
            yield Notice(NoticeKind.FLAWED)

    def _tell(self, now_ns: int, scenes: Sequence[Scene]) -> bool:
        """Begin or end a notice; True when there is another one."""
        before, place = self.notice, place_of(scenes, self._seen)
        match = scenes[0].match
        if match is not None and self._session_ns is None:
            self._session_ns = now_ns
        if place is not self._place:
            self._place = place
            self.notice = None
            if place is Whereabouts.MATCH:  # after it there is something to tell again
                self._shown -= {
                    (key, at) for key in SHOWN_AT for at in (Whereabouts.LOBBY, Whereabouts.END)
                }
        if self.notice is not None and now_ns >= self._notice_until_ns:
            self.notice = None
        seen = self._seen
        busy = match is not None and match.busy
        busy = busy or (isinstance(seen, EndView) and seen.stage is not EndStage.MENU)
        for news in tuple(self._news(now_ns)):
            if place is None or place not in SHOWN_AT[news.key] or busy:
                continue
            if self.notice is None and (news.key, place) not in self._shown:
                self._shown.add((news.key, place))
                self.notice, self._notice_until_ns = news, now_ns + NOTICE_NS
                break
        return self.notice != before


def place_of(scenes: Sequence[Scene], view: View | None) -> Whereabouts | None:
    """Where people are who see ``scenes``; None where they are not to be spoken to."""
    if len(scenes) > 1:
        return None
    scene = scenes[0]
    if scene.restful:
        return Whereabouts.LOBBY if scene.match is None else Whereabouts.END
    if scene.match is None:
        return None
    paused = isinstance(view, PlayView | BoardView) and view.pause is not None
    return Whereabouts.PAUSE if paused else Whereabouts.MATCH

"""From a board's readings to events: the one door between electricity and the console.

The same code for real and simulated boards; no clock of its own, time is passed in.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from drivers.board import BoardInfo, Reading, Samples
from drivers.debounce import DebounceConfig, Debouncer
from drivers.errors import Misfit
from drivers.events import Contact, Fault, InputEvent, PadProgress, SourceFault
from drivers.pad.arrays import Floats
from drivers.pad.channels.calibration import Calibration
from drivers.pad.config import PadConfig
from drivers.pad.decoder import PadSetup
from drivers.times import MS, US, earliest

_WHOLE, _HALF = np.array(US), np.array(US // 2)  # numbers that numpy has to make no array of
SILENT_NS = 250 * MS
_SISTERS = 4  # of the parts of a pad's state
_FIRST = 3  # batches: who presses in a decoder's first two scans is taken to lie there


@dataclass(frozen=True, slots=True)
class InputsConfig:
    """Everything configurable between a board and the console.

    ``silent_ns``: without samples, or without news of edges, for so long a source is silent.
    ``recent_ns``: how long raw samples are kept for the photo finish; silences do not count.
    """

    debounce: DebounceConfig = field(default_factory=DebounceConfig)
    pad: PadConfig = field(default_factory=PadConfig)
    silent_ns: int = SILENT_NS
    recent_ns: int = 700 * MS


class SilenceWatch:
    """Reports a source as silent after ``limit_ns`` without news, and as back with the next.

    Who has not looked for as long was deaf himself: what he finds first may be old, and more behind
    it. One that has lost what could hide a whole touch counts as silent for ``limit_ns`` from then.
    Why it cannot be used is told as another silence.
    """

    def __init__(self, source: str, limit_ns: int) -> None:
        self._source, self._limit_ns = source, limit_ns
        self._news_ns: int | None = None
        self._looked_ns = 0
        self._silent = False
        self._misfit: Misfit | None = None
        self._until_ns = -(1 << 62)

    def miss(self, from_ns: int, now_ns: int) -> list[InputEvent]:
        """What happened from ``from_ns`` on is lost, though the source speaks again."""
        if self._silent:
            return []
        self._silent, self._until_ns = True, now_ns + self._limit_ns
        return [SourceFault(self._source, Fault.SILENT, True, from_ns)]

    def check(
        self, news_ns: int | None, now_ns: int, misfit: Misfit | None = None
    ) -> list[InputEvent]:
        """``news_ns``: the latest moment that the source has told about, None if it never did."""
        if self._news_ns is None:
            self._news_ns = now_ns  # silence is counted from the first look
        listened = now_ns - self._looked_ns < self._limit_ns
        self._looked_ns = now_ns
        if news_ns is None or news_ns <= self._news_ns:
            listened = True  # it has said nothing all the while
        else:
            self._news_ns = news_ns
        old = listened and now_ns - self._news_ns >= self._limit_ns
        silent = old or now_ns < self._until_ns
        misfit = misfit if silent else None
        if (silent, misfit) == (self._silent, self._misfit):
            return []
        known = silent and self._silent
        self._silent, self._misfit = silent, misfit
        t_ns = self._news_ns + self._limit_ns if silent else self._news_ns
        t_ns = now_ns if known else t_ns
        return [SourceFault(self._source, Fault.SILENT, silent, t_ns, misfit=misfit)]

    def due_ns(self) -> int | None:
        """When the source will be silent if nothing comes, None if it is."""
        return None if self._silent or self._news_ns is None else self._news_ns + self._limit_ns


@dataclass(slots=True)
class ScanBlock:
    """The batches of one block of the pad's scans, and its state before the first of them.
    ``told``: that tells all hands which are there, and nobody came with its first batches.
    ``last_ns``: its last scan that there is; ``scans_n``: how many there are."""

    before: tuple[Floats, ...]
    batches: list[Samples]
    told: bool = True
    last_ns: int = 0
    scans_n: int = 0


def in_us(samples: Samples) -> Samples:
    """The same at whole microseconds, as controllers count them: what is finer comes of the clock
    map's arithmetic, and would be a third of what is stored of a race."""
    return Samples(
        (samples.t_ns + _HALF) // _WHOLE * _WHOLE,
        samples.codes,
        samples.jitter_ns,
        samples.clock_uncertainty_ns,
        samples.dropped,
    )


class Inputs:
    """Debounce, pad decoding and watchdogs of one open board.

    ``pad_state``: the pad's state to start from (``pad.state()``), to decode stored samples
    again. Raises ConfigError when board, calibration and state do not fit together.
    """

    def __init__(
        self,
        info: BoardInfo,
        calibration: Calibration | None = None,
        config: InputsConfig | None = None,
        pad_state: Floats | None = None,
    ) -> None:
        config = config or InputsConfig()
        self._info, self._config = info, config
        self._debouncer = Debouncer(info, config.debounce)
        self.pad_setup = PadSetup(info, calibration or Calibration.nominal(info), config.pad)
        self.pad = self.pad_setup.decoder(pad_state)
        self._watchdogs = (
            SilenceWatch("buttons", config.silent_ns + info.worst_delay_ns),
            SilenceWatch("pad", config.silent_ns),
        )
        self._progress: PadProgress | None = None
        self._recent: deque[ScanBlock] = deque()
        self._kept_n = 0  # scans

    def feed(self, reading: Reading, now_ns: int) -> list[InputEvent]:
        """Events in the order of their times, then a PadProgress if it changed.

        A contact sorts by the moment of its decision: its onset lies up to 120 ms before that.
        """
        out: list[InputEvent] = []
        if self._info.lines:
            out += self._debouncer.overrun(reading.overrun, now_ns)
            out += self._debouncer.feed(reading.edges, reading.edges_complete_to_ns, now_ns)
            out += self._watchdogs[0].check(reading.edges_complete_to_ns, now_ns)
        if self._info.channels:
            for samples in map(in_us, reading.samples):
                if samples.dropped:
                    out += self._missed(samples, now_ns)
                whole = len(samples.t_ns) <= self.pad.scans_left  # as nearly always
                for piece in (samples,) if whole else self._pieces(samples):
                    self._remember(piece)
                    out += self.pad.feed(piece, now_ns)
            out += self._watchdogs[1].check(self.pad.last_scan_ns, now_ns, reading.misfit)
        if len(out) > 1:
            out.sort(key=_event_time)
        progress = self.pad.progress()
        if progress is not None and progress != self._progress:
            self._progress = progress
            out.append(progress)
        return out

    def _missed(self, samples: Samples, now_ns: int) -> list[InputEvent]:
        """A gap in which a whole touch may have come and gone is said; contacts around a shorter
        one are only less sure."""
        last_ns, lost_ns = self.pad.last_scan_ns, samples.dropped * self._info.scan_period_ns
        if last_ns is None or lost_ns < self._config.pad.least_loaded_ns:
            return []
        return self._watchdogs[1].miss(last_ns, now_ns)

    def next_due_ns(self) -> int | None:
        """When ``feed`` has something to say even if nothing arrives (releases, silence)."""
        times = []
        if self._info.lines:
            times += [self._debouncer.due_ns(), self._watchdogs[0].due_ns()]
        if self._info.channels:
            times.append(self._watchdogs[1].due_ns())
        return earliest(times)

    def counters(self) -> dict[str, int]:
        """Everything counted since the start, by name, for the service menu."""
        totals: Counter[str] = self._debouncer.totals() + self.pad.totals()
        return dict(sorted(totals.items()))

    def told_ns(self, from_ns: int) -> int:
        """From when on ``recent_batches`` give the same contacts as were told from ``from_ns`` on:
        whoever was on the pad then came later, or the state tells that he leant. ``from_ns`` if no
        such block is kept."""
        begins_ns = (int(b.batches[0].t_ns[0]) for b in self._recent if b.told)
        return max((t_ns for t_ns in begins_ns if t_ns <= from_ns), default=from_ns)

    def recent_pad_state(self, from_ns: int, to_ns: int) -> Floats:
        """The pad's state just before the first sample of ``recent_batches(from_ns, to_ns)``. But
        how petals stand off their sisters is what it was in their last block: hands are read by
        what was known when nobody touched the pad, which may have been after the first one."""
        window = self._window(from_ns, to_ns)
        if not window:
            return self.pad.state()
        first, last = window[0].before, window[-1].before
        return np.hstack((*first[:_SISTERS], last[_SISTERS], *first[_SISTERS + 1 :]))

    def recent_batches(self, from_ns: int, to_ns: int) -> tuple[Samples, ...]:
        """The raw samples between the two moments and some before, as far as they are kept.

        Decoded again by a new PadDecoder from ``recent_pad_state(from_ns, to_ns)`` they give the
        same contacts, if ``from_ns`` is a ``told_ns``.
        """
        window = self._window(from_ns, to_ns)
        return tuple(s for block in window for s in block.batches if s.t_ns[0] <= to_ns)

    def _window(self, from_ns: int, to_ns: int) -> list[ScanBlock]:
        """From the block of ``from_ns`` on: what is learned at a block's end takes all of it."""
        return [
            block
            for block in self._recent
            if block.last_ns >= from_ns and block.batches[0].t_ns[0] <= to_ns
        ]

    def _pieces(self, samples: Samples) -> Iterator[Samples]:
        """The batch, cut where the pad begins a new block."""
        start, count, dropped = 0, len(samples.t_ns), samples.dropped
        while count - start > (left := self.pad.scans_left):
            yield samples.part(slice(start, start + left), dropped)
            start, dropped = start + left, 0
        yield samples.part(slice(start, None), dropped) if start else samples

    def _remember(self, samples: Samples) -> None:
        if len(samples.t_ns) == 0 or samples.codes.shape[1:] != (len(self._info.channels),):
            return
        if self.pad.begins_block or not self._recent:
            self._recent.append(ScanBlock(self.pad.state_parts(), []))
        block, last_ns = self._recent[-1], int(samples.t_ns[-1])
        if len(block.batches) < _FIRST:
            block.told = block.told and self.pad.is_told
        block.batches.append(samples)
        block.last_ns = last_ns
        block.scans_n += len(samples.t_ns)
        self._kept_n += len(samples.t_ns)
        # Not by time: a verdict may wait until a silence is over, and needs what was before it.
        enough_n = self._config.recent_ns // self._info.scan_period_ns
        while (without_n := self._kept_n - self._recent[0].scans_n) > enough_n:
            self._recent.popleft()
            self._kept_n = without_n


def _event_time(event: InputEvent) -> int:
    if isinstance(event, PadProgress):
        return event.complete_to_ns
    return event.decided_ns if isinstance(event, Contact) else event.t_ns

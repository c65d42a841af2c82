"""The pad: batches of raw scans to contacts and faults.

An untouched pad costs one comparison a batch and two sums for the baseline; only petals that carry
force are looked at scan by scan. The result does not depend on how the stream is cut into batches.
"""

from __future__ import annotations

from collections import Counter, deque
from dataclasses import dataclass

import numpy as np

from drivers.board import BoardInfo, Samples, petal_channels
from drivers.errors import ConfigError
from drivers.events import Contact, Fault, PadProgress, PetalHold, SourceFault
from drivers.pad.arrays import Codes, Flags, Floats, Times
from drivers.pad.channels.baseline import COLUMNS, Baseline
from drivers.pad.channels.calibration import PART_SPREAD, Calibration, check_fits
from drivers.pad.config import PadConfig, Spans
from drivers.pad.coupling.delay import delay_columns
from drivers.pad.faults.evidence import PadEvidence
from drivers.pad.faults.loose_wires import LooseWires
from drivers.pad.faults.noise import NoisySensors
from drivers.pad.faults.petal_faults import PadEvent
from drivers.pad.forces import CROSSTALK_COLUMNS, Forces
from drivers.pad.full_scale import AtFullScale
from drivers.pad.lean import Lean
from drivers.pad.rate_gate import RateGate
from drivers.pad.reductions import any_of
from drivers.pad.sensors.deaf import Columns
from drivers.pad.sensors.sisters import STANDING_COLUMNS
from drivers.pad.touch.holds import Holds
from drivers.pad.touch.petal import HELD, IDLE, LEANING, TOUCHED, Petal
from drivers.pad.touches import TAKEN, PetalSensors, Stretch

_ERRORS = 2.7  # sigmas of calibration by which the onset's force may be less than it seems
_LONG_AGO_NS = -(1 << 62)
_HOLDS_KEPT = 64  # more hands than come and go while a host stalls
_NOBODY = frozenset[int]()


class PadDecoder:
    """Decodes one board's pad.

    ``state``: what ``state()`` gave before the first scan to come, for decoding stored
    samples again to the same contacts. Raises ConfigError when the three do not fit together.
    """

    def __init__(
        self,
        info: BoardInfo,
        calibration: Calibration,
        config: PadConfig | None = None,
        state: Floats | None = None,
    ) -> None:
        check_fits(calibration, info)
        self._info, self._begun_with = info, calibration
        self._calibration = calibration = calibration.by_sisters()
        self._config = config = config or PadConfig()
        tracked, coupled, leaning = split_state(info, config, state)
        self._baseline = Baseline(info, calibration, config, tracked)
        self._least_unread = int(self._baseline.unread.min(initial=info.full_code))
        self._forces = Forces(info, calibration, config, self._baseline, coupled)
        weighed = all(channel.gain_sigma < PART_SPREAD for channel in calibration.channels)
        self._pad_evidence = PadEvidence(len(petal_channels(info)), weighed)
        self._past_holds: deque[PetalHold] = deque(maxlen=_HOLDS_KEPT)
        self._petals = [
            Petal(
                seat,
                holds=Holds(seat, self._past_holds, config),
                sensors=_sensors(info, calibration, order, channels, self._forces.both[order]),
                config=config,
                baseline=self._baseline,
                forces=self._forces,
                pad_evidence=self._pad_evidence,
            )
            for order, (seat, channels) in enumerate(petal_channels(info).items())
        ]
        for order in self._forces.sisters.swapped:
            self._petals[order].faults.were_swapped()
        self._wire()
        for petal in self._petals:
            petal.faults.were_dead(self._forces.sisters.dead)
        self._standing = self._forces.sisters.state
        self._starts_n, self._rests_n = self._starting()
        self._first_offset_ns = min((c.offset_ns for c in info.channels), default=0)
        self._last_scan_ns = self._scan_before_ns = _LONG_AGO_NS
        self._active, self._hot = self._lean(leaning), False
        self._complete_ns = _LONG_AGO_NS
        self._before: Codes | None = None  # the last scan, and those whose forces yet arrive
        self._full = AtFullScale(info, config, self._baseline, self._forces, self._petals)
        self._bad_times = RateGate.of(config)
        self._noisy = NoisySensors(self._forces, self._baseline, config, info.scan_period_ns)
        self._loose = LooseWires(self._forces, self._baseline, config, info.full_code)
        self._at_rest = False  # nothing has come since a block that left nothing to be told
        self.counters: Counter[str] = Counter()

    @property
    def last_scan_ns(self) -> int | None:
        """Start of the last accepted scan, None before the first."""
        return None if self._last_scan_ns == _LONG_AGO_NS else self._last_scan_ns

    def state_parts(self) -> tuple[Floats, ...]:
        """What ``state`` joins, as references: all are replaced by changes, never changed."""
        forces = self._forces
        known = forces.coefficients, forces.shares.state, forces.delay.state, forces.sisters.state
        return self._baseline.state, *known, *self._leaning()

    def state(self) -> Floats:
        """float64[c, n]: baselines, crosstalk and how late it is passed on, how petals stand off
        their sisters, and what leans, if anything does, now; a copy, to be stored. Of the faults
        swapped plugs and dead channels are in it: whoever decodes from here on has to be shown anew
        that a sensor saturates, or gives nonsense; and that a hand is there that does not lean."""
        return np.hstack(self.state_parts())

    def learned(self) -> Calibration:
        """What the pad was begun with, and what it has learned of its table since."""
        return self._forces.learned(self._begun_with)

    @property
    def scans_left(self) -> int:
        """Scans until the present block is full."""
        return self._baseline.scans_left

    @property
    def begins_block(self) -> bool:
        """Is the next scan a block's first?"""
        return self._baseline.scans_left == self._config.block_scans

    @property
    def is_told(self) -> bool:
        """Does ``state`` tell all hands that are there? Not those that came and do not lean yet."""
        return not self._active or all(p.mode in (IDLE, LEANING) for p in self._petals)

    def totals(self) -> Counter[str]:
        """Counters of the pad and of all petals."""
        return sum((petal.counters for petal in self._petals), Counter(self.counters))

    def progress(self) -> PadProgress | None:
        """How far the pad is known; None before the first scan."""
        if self._last_scan_ns == _LONG_AGO_NS:
            return None
        # What the last scan shows is a touch only once another one has borne it out.
        known_ns = self._scan_before_ns if self._hot else self._last_scan_ns
        complete_ns = max(known_ns, 0) + self._first_offset_ns
        loaded, pending = _NOBODY, _NOBODY
        while self._past_holds and self._past_holds[0].until_ns <= self._complete_ns:
            self._past_holds.popleft()  # all of it was told
        holds = tuple(self._past_holds)
        if self._active:
            held = [petal for petal in self._petals if petal.mode is not IDLE]
            for petal in held:
                undecided_ns = petal.undecided_from_ns()
                if undecided_ns is not None and undecided_ns < complete_ns:
                    complete_ns = undecided_ns
            loaded = frozenset(petal.seat for petal in held if petal.loaded)
            undecided = [petal for petal in held if petal.mode is not HELD]
            pending = frozenset(petal.seat for petal in undecided if petal.seat in loaded)
            holds += tuple(petal.holds.now for petal in held if petal.holds.now)
        # A hand that begins to lean holds nothing back that was complete before.
        self._complete_ns = max(self._complete_ns, complete_ns)
        return PadProgress(self._complete_ns, loaded, pending, holds)

    def feed(self, samples: Samples, now_ns: int | None = None) -> list[PadEvent]:
        """Decode a batch; ``now_ns`` guards against scans from the future. Events by time."""
        out: list[PadEvent] = []
        self.counters["scans_dropped"] += samples.dropped
        t_ns, codes = self._plausible(samples, now_ns, out)
        if codes.size == 0:
            return out  # nothing came, or the board has no pad
        greatest = int(codes.item(codes.argmax()))
        # What a full scale means depends on what the scan before it has shown.
        full = None
        if greatest >= self._least_unread:
            codes = self._baseline.with_unread(codes)
            full = np.flatnonzero((codes >= self._info.full_code).any(axis=1))
        self.counters["scans"] += len(t_ns)
        start = 0
        while start < len(t_ns):
            stop = min(len(t_ns), start + self._baseline.scans_left)
            raw = mended = codes[start:stop]
            if full is not None and (ahead := full[full.searchsorted(start) :]).size:
                if ahead[0] == start:
                    last = None if self._before is None else self._before[-1]
                    mended = self._full.mend(t_ns[start:stop], raw, last, out)
                    stop, self._at_rest = start + len(mended), False
                    raw = raw[: len(mended)]
                else:
                    stop = min(stop, int(ahead[0]))
                    raw = mended = codes[start:stop]
            if raw is mended:
                self._full.leave(raw[0])
            self._forces.kept.append(times := t_ns[start:stop], raw, self._full.held)
            self._stretch(times, mended, greatest, samples, out)
            kept = self._forces.delay.reach + 1
            if len(mended) < kept and self._before is not None:
                mended = np.concatenate((self._before, mended))
            self._before = mended[-kept:]
            start = stop
        if len(out) > 1:
            out.sort(key=_event_time)
        return out

    # -- one stretch within a baseline block -----------------------------------------------------

    def _stretch(
        self, t_ns: Times, codes: Codes, greatest: int, samples: Samples, out: list[PadEvent]
    ) -> None:
        """``greatest``: no code is above it."""
        self._scan_before_ns = int(t_ns[-2]) if len(t_ns) > 1 else self._last_scan_ns
        self._last_scan_ns = int(t_ns[-1])
        touched: Flags | None = None
        self._hot = False
        if self._active or greatest >= self._baseline.least_trigger:
            triggers = self._baseline.triggers
            self._hot = any_of(codes[-1] >= triggers)
            if self._active or self._hot or any_of(codes >= triggers):
                self._at_rest = False
                touched = self._touched(self._as_forces(t_ns, codes, samples), out)
        if self._baseline.add(codes, touched) and not self._at_rest:
            self._settle(out)

    def _touched(self, stretch: Stretch, out: list[PadEvent]) -> Flags:
        """bool[c]: whose baselines may not follow these scans, as all petals have gone through
        them."""
        touched = np.zeros(len(self._petals), dtype=np.bool_)
        self._active = everywhere = False
        for order, first in enumerate(stretch.begins.argmax(axis=0).tolist()):
            petal = self._petals[order]
            if first < len(stretch.t_ns) or petal.mode is not IDLE:
                out += petal.advance(stretch)
                self._active = self._active or petal.mode is not IDLE
                touched[order], busy = petal.take_moved()
                everywhere = everywhere or busy
        return touched[self._forces.owners] | everywhere

    def _as_forces(self, t_ns: Times, codes: Codes, samples: Samples) -> Stretch:
        """What the petals are shown of some scans."""
        forces = self._forces
        before = codes[:1] if self._before is None else self._before
        newtons = forces.newtons(np.concatenate((before, codes)))
        sources = forces.delay.arrived(forces.sources(newtons), len(codes) + 1)
        newtons = newtons[len(before) - 1 :]
        before_first = forces.kept.total - len(newtons)
        unmeasured_n = forces.estimate_unmeasured(newtons, sources, before_first)
        own = forces.own(newtons, sources)
        held = np.minimum(own[1:], own[:-1])
        levels = forces.levels(own[1:])
        coupled = forces.most_coupled(sources, unmeasured_n)
        starts = np.maximum(self._starts_n - TAKEN * coupled[1:], self._config.start_n)
        marks = np.empty((2, len(levels) + 1, len(self._petals)), dtype=np.bool_)
        np.less_equal(starts, forces.levels(held), out=marks[0, :-1])
        np.less(levels, self._config.release_n + coupled[1:], out=marks[1, :-1])
        marks[:, -1] = True
        return Stretch(
            first=before_first + 1,
            t_ns=t_ns.tolist(),
            newtons=newtons,
            sources=sources,
            own=own[1:],
            held=held,
            levels=levels,
            starts=starts,
            coupled=coupled,
            rests_n=self._rests_n,
            unmeasured_n=unmeasured_n,
            begins=marks[0],
            unsure=marks[1],
            jitter_ns=samples.jitter_ns,
            clock_uncertainty_ns=samples.clock_uncertainty_ns,
        )

    def _settle(self, out: list[PadEvent]) -> None:
        """Learn and tell what a block has shown. One at rest, after one like it, shows nothing."""
        pressed = np.array([petal.take_pressed() for petal in self._petals])
        for order in self._forces.learn(pressed, self._baseline.was_calm):
            self._petals[order].faults.turned()
        if self._bad_times.quiet(self._last_scan_ns):
            out.append(SourceFault("pad", Fault.NONSENSE, False, self._last_scan_ns))
        self._full.recover(self._last_scan_ns, out)
        noisy, loose = self._noisy.found(), self._loose.found()
        for order in loose:
            self._petals[order].faults.was_open()
        for order, petal in enumerate(self._petals):
            petal.faults.follow_noise(order in noisy, self._last_scan_ns, out)
            petal.faults.check_plugs(stays=petal.mode in (TOUCHED, HELD))
        for order, fault, active in self._pad_evidence.settle(self._forces.sisters.odd):
            self._petals[order].faults.shown(fault, active, self._last_scan_ns, out)
        for petal in self._petals:
            if self._baseline.was_calm:
                petal.faults.check_dead(self._last_scan_ns, out)
            undecided = petal.mode is TOUCHED
            petal.faults.end_block(self._last_scan_ns, out, undecided=undecided)
        swapped = frozenset(o for o, petal in enumerate(self._petals) if petal.faults.swapped)
        free = all(petal.mode is IDLE for petal in self._petals)
        dead = frozenset(c for petal in self._petals for c in petal.faults.dead)
        known = self._forces.sisters.swapped, self._forces.sisters.dead
        if free and (swapped, dead) != known:  # a hand that stays goes by what it began with
            self._forces.swap(swapped, dead)
            self._wire()
        if self._standing is not self._forces.sisters.state:
            self._standing = self._forces.sisters.state
            self._starts_n, self._rests_n = self._starting()
        faulty = self._bad_times.active or bool(np.count_nonzero(self._forces.muted))
        faulty = faulty or any(petal.faults.active for petal in self._petals)
        faulty = faulty or bool(noisy or loose)  # the next block is to be asked too
        self._at_rest = self._baseline.was_calm and not (np.count_nonzero(pressed) or faulty)

    def _leaning(self) -> list[Floats]:
        """What leans on the pad, as the last part of the state; nothing where nothing does."""
        leaning = [petal for petal in self._petals if petal.mode is LEANING]
        if not leaning:
            return []
        columns = Lean.columns(self._forces.spans)
        rows = np.zeros((len(self._info.channels), columns))
        for petal in leaning:
            rows[list(petal.channels)] = petal.state()
        return [rows]

    def _lean(self, leaning: Floats) -> bool:
        """Go on with what leant on the pad, if anything did."""
        found = [(petal, leaning[list(petal.channels)]) for petal in self._petals if leaning.size]
        for petal, state in found:
            if np.count_nonzero(state):
                petal.restore(state)
        return bool(found)

    def _wire(self) -> None:
        """Plugs that are known to be swapped show each the other's sensor, which has its own
        curve."""
        parts = list(range(len(self._info.channels)))
        for order in self._forces.sisters.swapped:
            top, under = self._petals[order].channels
            parts[top], parts[under] = under, top
        self._baseline.wire(parts)

    def _starting(self) -> tuple[Floats, Floats]:
        """float64[s]: what may be the onset's force, as petals stand off their sisters by now, and
        with how much at the least something rests there."""
        channels, sisters = self._calibration.channels, self._forces.sisters
        sigmas = [max(channels[c].gain_sigma for c in petal.channels) for petal in self._petals]
        reads = [sisters.least(order, _ERRORS, sigma) for order, sigma in enumerate(sigmas)]
        starts_n = np.maximum(self._config.start_n, self._config.onset_n * np.array(reads))
        return starts_n, np.minimum(starts_n, self._config.release_n)

    # -- what cannot be --------------------------------------------------------------------------

    def _plausible(
        self, samples: Samples, now_ns: int | None, out: list[PadEvent]
    ) -> tuple[Times, Codes]:
        """Scans of the right shape whose times go forwards and are not from the future."""
        t_ns, codes = samples.t_ns, samples.codes
        if codes.shape != (len(t_ns), len(self._info.channels)):
            self._drop(len(t_ns), max(self._last_scan_ns, 0), out)
            return t_ns[:0], codes[:0]
        if len(t_ns) == 0:
            return t_ns, codes
        latest_ns = (1 << 62) if now_ns is None else now_ns + self._config.future_ns
        rising = not any_of(t_ns[1:] <= t_ns[:-1])
        if rising and t_ns.item(0) > self._last_scan_ns and t_ns.item(-1) <= latest_ns:
            return t_ns, codes
        candidates = np.where(t_ns <= latest_ns, t_ns, _LONG_AGO_NS)
        record = np.maximum.accumulate(np.concatenate(([self._last_scan_ns], candidates)))
        good = candidates > record[:-1]
        for last_ns in record[:-1][~good].tolist():
            self._drop(1, max(last_ns, 0), out)
        return t_ns[good], codes[good]

    def _drop(self, count: int, t_ns: int, out: list[PadEvent]) -> None:
        self.counters["scans_nonsense"] += count
        self._at_rest = False
        for _ in range(min(count, self._config.nonsense_scans)):
            if self._bad_times.hit(t_ns):
                out.append(SourceFault("pad", Fault.NONSENSE, True, t_ns, "times or shapes"))


@dataclass(frozen=True, slots=True)
class PadSetup:
    """What scans are decoded with."""

    info: BoardInfo
    calibration: Calibration
    config: PadConfig

    def decoder(self, state: Floats | None) -> PadDecoder:
        """One that goes on from ``state``, if any. Raises ConfigError when it does not fit."""
        return PadDecoder(self.info, self.calibration, self.config, state)


def _sensors(
    info: BoardInfo, calibration: Calibration, order: int, channels: tuple[int, int], both: Columns
) -> PetalSensors:
    top, under = channels
    return PetalSensors(
        order,
        channels,
        (info.channels[top].offset_ns, info.channels[under].offset_ns),
        (calibration.channels[top].gain_sigma, calibration.channels[under].gain_sigma),
        both,
    )


def split_state(
    info: BoardInfo, config: PadConfig, state: Floats | None
) -> tuple[Floats | None, Floats | None, Floats]:
    """What ``PadDecoder.state`` gave, as baselines, crosstalk, and what leans (it may be empty);
    raises ConfigError if it cannot be."""
    if state is None:
        return None, None, np.empty(0)
    petals = len(petal_channels(info))
    standing = STANDING_COLUMNS + delay_columns(len(info.channels))
    columns = COLUMNS + CROSSTALK_COLUMNS * petals + standing
    leaning = Lean.columns(Spans.of(config, info.scan_period_ns))
    shapes = [(len(info.channels), columns + more) for more in (0, leaning)]
    if state.shape not in shapes:
        raise ConfigError(
            "a stored baseline of shape {shape} does not fit the board {name} with "
            "{shape2}: decode it with its own board's description",
            shape=state.shape,
            name=info.name,
            shape2=shapes[0],
        )
    return state[:, :COLUMNS], state[:, COLUMNS:columns], state[:, columns:]


def _event_time(event: PadEvent) -> int:
    return event.decided_ns if isinstance(event, Contact) else event.t_ns

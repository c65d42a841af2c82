"""The match log: what was played is kept, and can be played again.

Start with ``records`` (what is kept), then ``log`` (writing) and ``reader`` (reading).
"""

from console.store.boot import Findings, open_checked
from console.store.log import DirectLog, MatchLog
from console.store.problems import Problem, StoreError, Trouble
from console.store.reader import Store
from console.store.records import (
    ButtonCount,
    ContactRecord,
    MatchHeader,
    MatchSummary,
    SampleWindow,
    StoredAction,
    StoredMatch,
    VerdictRecord,
)
from console.store.schema import default_data_dir, store_path
from console.store.writer import MatchWriter

__all__ = [
    "ButtonCount",
    "ContactRecord",
    "DirectLog",
    "Findings",
    "MatchHeader",
    "MatchLog",
    "MatchSummary",
    "MatchWriter",
    "Problem",
    "SampleWindow",
    "Store",
    "StoreError",
    "StoredAction",
    "StoredMatch",
    "Trouble",
    "VerdictRecord",
    "default_data_dir",
    "open_checked",
    "store_path",
]

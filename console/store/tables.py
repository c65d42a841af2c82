"""The tables of the store: what columns each has."""

from __future__ import annotations

from typing import Final

TABLES: Final = {
    "match": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "game TEXT NOT NULL",
        "started TEXT NOT NULL",
        "header BLOB NOT NULL",
        "owner TEXT",
        "ended TEXT",
        "result BLOB",
        "declined INTEGER NOT NULL DEFAULT 0",
        "played_ms INTEGER",  # NULL: not known
        "entries INTEGER",  # actions and verdicts of one that has ended: whether any were lost
    ),
    # The log's rows in the order in which they come, each found by a key of one number
    # (``schema.of_match``): a commit then adds to the end of a page, where a key of two columns
    # would split pages and rewrite those above them. Samples lie with their verdict.
    "action": ("id INTEGER PRIMARY KEY", "body BLOB NOT NULL"),
    "verdict": ("id INTEGER PRIMARY KEY", "body BLOB NOT NULL"),
    # People who keep a nickname, and the matches that they played; whoever is in neither is a
    # guest. A nickname stands here and nowhere else, so that it can be forgotten.
    "profile": (
        "id INTEGER PRIMARY KEY AUTOINCREMENT",
        "nickname TEXT NOT NULL",
        "folded TEXT NOT NULL UNIQUE",
        "since TEXT NOT NULL",
    ),
    "sitter": (
        "match INTEGER NOT NULL REFERENCES match(id)",
        "player INTEGER NOT NULL",
        "profile INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE",
    ),
    # The owner's service: values as JSON by key; those that are not there have their default.
    "adjustment": ("key TEXT PRIMARY KEY", "value BLOB NOT NULL"),
    "pin": (
        "id INTEGER PRIMARY KEY CHECK (id = 1)",
        "salt BLOB NOT NULL",
        "hash BLOB NOT NULL",
        "cost INTEGER NOT NULL",
        "failures INTEGER NOT NULL",
    ),
    # ``last_match``: the newest match of the store when the button was last pressed.
    "button": (
        "seat INTEGER NOT NULL",
        "button INTEGER NOT NULL",
        "last_edge TEXT",
        "last_match INTEGER NOT NULL",
    ),
    "press": (
        "day TEXT NOT NULL",
        "seat INTEGER NOT NULL",
        "button INTEGER NOT NULL",
        "presses INTEGER NOT NULL",
        "bounces INTEGER NOT NULL",
    ),
    # What phones were refused, by the word that they were told.
    "refusal": ("day TEXT NOT NULL", "word TEXT NOT NULL", "times INTEGER NOT NULL"),
    # Results of an event's matches, until its desk has answered for them (``outbox``). ``settled``:
    # it has, and yet they stay, as evidence.
    "outbox": (
        "n INTEGER PRIMARY KEY",
        "id TEXT NOT NULL",
        "event TEXT NOT NULL",
        "body BLOB NOT NULL",
        "settled INTEGER NOT NULL DEFAULT 0",
    ),
    # What is counted from the log counts only later matches than the owner's last reset.
    "reset": ("what TEXT PRIMARY KEY", "match INTEGER NOT NULL"),
    # What was found damaged and has been told (``soundness``).
    "flaw": ("what TEXT PRIMARY KEY",),
    # Made of the log by console.people, and made again when the log has changed.
    "category": (
        "id INTEGER PRIMARY KEY",
        "game TEXT NOT NULL",
        "players INTEGER NOT NULL",
        "options TEXT NOT NULL",
    ),
    "summed": (
        "match INTEGER PRIMARY KEY REFERENCES match(id)",
        "category INTEGER NOT NULL REFERENCES category(id)",
        "people_only INTEGER NOT NULL",
    ),
    "standing": (
        "match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE",
        "player INTEGER NOT NULL",
        "place INTEGER NOT NULL",
        "winner INTEGER NOT NULL",
    ),
    "feat": (
        "match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE",
        "kind TEXT NOT NULL",
        "player INTEGER NOT NULL",
        "category INTEGER NOT NULL REFERENCES category(id)",
        "seat INTEGER NOT NULL",
        "value INTEGER NOT NULL",
        "error INTEGER NOT NULL",
        "score INTEGER NOT NULL",
        "verdict INTEGER",
    ),
}
"""Each table's columns of which its check is made (``checks``)."""
KEYS: Final = {
    "sitter": "PRIMARY KEY (match, player), UNIQUE (profile, match)",
    "button": "PRIMARY KEY (seat, button)",
    "press": "PRIMARY KEY (day, seat, button)",
    "refusal": "PRIMARY KEY (day, word)",
    "category": "UNIQUE (game, players, options)",
    "standing": "PRIMARY KEY (match, player)",
    "feat": "PRIMARY KEY (match, kind, player)",
}
"""What else is said of them."""
BY_NUMBER: Final = {table for table, columns in TABLES.items() if " INTEGER PRIMARY" in columns[0]}
"""Tables of which the key is a number; all others are WITHOUT ROWID."""

-- What a store consists of, of one VERSION. That, CHECK_OF and SOUND are put in by ``checks.py``: the
-- check of a row is over the columns above ``crc``. Statements are parted by an empty line, and what
-- is said of them stands above them, as SQLite would keep it with the table. Tables and indexes come
-- first: so they lie in the same places in each store, a new one or one that was written anew
-- (VACUUM), and are found where the first page is lost (``rescue.py``).

-- ``played_ms``: NULL, not known. ``entries``: actions and verdicts of one that has ended, whether any
-- were lost.
CREATE TABLE match (  -- of version VERSION
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    started TEXT NOT NULL,
    header BLOB NOT NULL,
    owner TEXT,
    ended TEXT,
    result BLOB,
    declined INTEGER NOT NULL DEFAULT 0,
    played_ms INTEGER,
    entries INTEGER,
    crc INTEGER NOT NULL AS (CHECK_OF(match)) STORED
);

-- The log's rows in the order in which they come, each found by a key of one number (``of_match``): a
-- commit then adds to the end of a page, where a key of two columns would split pages and rewrite
-- those above them.
CREATE TABLE action (
    id INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(action)) STORED,
    match INTEGER NOT NULL AS (id >> 24) REFERENCES match(id),
    n INTEGER NOT NULL AS (id & 0xFFFFFF)
);

-- ``sampled``: there are scans of it.
CREATE TABLE verdict (
    id INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    sampled INTEGER NOT NULL DEFAULT 0,
    crc INTEGER NOT NULL AS (CHECK_OF(verdict)) STORED,
    match INTEGER NOT NULL AS (id >> 24) REFERENCES match(id),
    n INTEGER NOT NULL AS (id & 0xFFFFFF)
);

-- The scans around a verdict, under its number, until they have to go (``trimming.py``).
CREATE TABLE samples (
    id INTEGER PRIMARY KEY,
    body BLOB NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(samples)) STORED,
    match INTEGER NOT NULL AS (id >> 24) REFERENCES match(id),
    n INTEGER NOT NULL AS (id & 0xFFFFFF)
);

-- People who keep a nickname, and the matches that they played; whoever is in neither is a guest. A
-- nickname stands here and nowhere else, so that it can be forgotten.
CREATE TABLE profile (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    nickname TEXT NOT NULL,
    folded TEXT NOT NULL UNIQUE,
    since TEXT NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(profile)) STORED
);

CREATE TABLE sitter (
    match INTEGER NOT NULL REFERENCES match(id),
    player INTEGER NOT NULL,
    profile INTEGER NOT NULL REFERENCES profile(id) ON DELETE CASCADE,
    crc INTEGER NOT NULL AS (CHECK_OF(sitter)) STORED,
    PRIMARY KEY (match, player),
    UNIQUE (profile, match)
) WITHOUT ROWID;

-- The owner's service: values as JSON by key; those that are not there have their default.
CREATE TABLE adjustment (
    key TEXT PRIMARY KEY,
    value BLOB NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(adjustment)) STORED
) WITHOUT ROWID;

CREATE TABLE pin (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    salt BLOB NOT NULL,
    hash BLOB NOT NULL,
    cost INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(pin)) STORED
);

-- ``last_match``: the newest match of the store when the button was last pressed.
CREATE TABLE button (
    seat INTEGER NOT NULL,
    button INTEGER NOT NULL,
    last_edge TEXT,
    last_match INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(button)) STORED,
    PRIMARY KEY (seat, button)
) WITHOUT ROWID;

CREATE TABLE press (
    day TEXT NOT NULL,
    seat INTEGER NOT NULL,
    button INTEGER NOT NULL,
    presses INTEGER NOT NULL,
    bounces INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(press)) STORED,
    PRIMARY KEY (day, seat, button)
) WITHOUT ROWID;

-- What phones were refused, by the word that they were told.
CREATE TABLE refusal (
    day TEXT NOT NULL,
    word TEXT NOT NULL,
    times INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(refusal)) STORED,
    PRIMARY KEY (day, word)
) WITHOUT ROWID;

-- Results of an event's matches, until its desk has answered for them (``outbox.py``). ``settled``: it
-- has, and yet they stay, as evidence.
CREATE TABLE outbox (
    n INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    event TEXT NOT NULL,
    body BLOB NOT NULL,
    settled INTEGER NOT NULL DEFAULT 0,
    crc INTEGER NOT NULL AS (CHECK_OF(outbox)) STORED
);

-- What is counted from the log counts only later matches than the owner's last reset.
CREATE TABLE reset (
    what TEXT PRIMARY KEY,
    match INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(reset)) STORED
) WITHOUT ROWID;

-- What was found damaged and has been told (``soundness.py``).
CREATE TABLE flaw (
    kind TEXT NOT NULL,
    which TEXT NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(flaw)) STORED,
    PRIMARY KEY (kind, which)
) WITHOUT ROWID;

-- Made of the log by console.people, and made again when the log has changed.
CREATE TABLE category (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    options TEXT NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(category)) STORED,
    UNIQUE (game, players, options)
);

CREATE TABLE summed (
    match INTEGER PRIMARY KEY REFERENCES match(id),
    category INTEGER NOT NULL REFERENCES category(id),
    people_only INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(summed)) STORED
);

CREATE TABLE standing (
    match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE,
    player INTEGER NOT NULL,
    place INTEGER NOT NULL,
    winner INTEGER NOT NULL,
    crc INTEGER NOT NULL AS (CHECK_OF(standing)) STORED,
    PRIMARY KEY (match, player)
) WITHOUT ROWID;

CREATE TABLE feat (
    match INTEGER NOT NULL REFERENCES summed(match) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    player INTEGER NOT NULL,
    category INTEGER NOT NULL REFERENCES category(id),
    seat INTEGER NOT NULL,
    value INTEGER NOT NULL,
    error INTEGER NOT NULL,
    score INTEGER NOT NULL,
    verdict INTEGER,
    crc INTEGER NOT NULL AS (CHECK_OF(feat)) STORED,
    PRIMARY KEY (match, kind, player)
) WITHOUT ROWID;

CREATE INDEX feat_best ON feat (category, kind, score, match, player);

-- Those whose nickname is as it was written: nobody is called by another.
CREATE VIEW person AS
    SELECT id, nickname, folded, since FROM profile WHERE SOUND(profile);

-- The lower score is the better one; the earlier match keeps its place.
CREATE VIEW record AS SELECT * FROM (
    SELECT *, row_number() OVER (
        PARTITION BY category, kind ORDER BY score, match, player
    ) AS n FROM feat
) WHERE n <= 5;

-- A late contact takes an end back (C23), a race is told after it: count that match again.
CREATE TRIGGER result_changed AFTER UPDATE OF result ON match WHEN OLD.result IS NOT NULL
BEGIN
    DELETE FROM summed WHERE match = NEW.id;
END;

CREATE TRIGGER verdict_added AFTER INSERT ON verdict
BEGIN
    DELETE FROM summed WHERE match = NEW.id >> 24;
    UPDATE match SET entries = entries + 1 WHERE id = NEW.id >> 24 AND entries IS NOT NULL;
END;

CREATE TRIGGER samples_added AFTER INSERT ON samples
BEGIN
    UPDATE verdict SET sampled = 1 WHERE id = NEW.id AND NOT sampled;
END;

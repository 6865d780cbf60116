-- Every row says in which format it is stored and carries a checksum, so that a flipped bit is
-- seen. Rows of format 1 (version 0.1.0) have no checksum: they are read as they are.
ALTER TABLE games ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
ALTER TABLE games ADD COLUMN setup_check BIGINT;
ALTER TABLE games ADD COLUMN head_check BIGINT;
ALTER TABLE changes ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
ALTER TABLE changes ADD COLUMN body_check BIGINT;
ALTER TABLE preferences ADD COLUMN format BIGINT NOT NULL DEFAULT 1;
ALTER TABLE preferences ADD COLUMN body_check BIGINT;

-- What is known to be lost of a game that was saved out of a damaged file.
ALTER TABLE games ADD COLUMN damage TEXT;

-- What lists are narrowed by. An empty family: not worked out yet. `name_a` and `name_b` are the
-- players' names as they are searched for; they do not say who has which side.
ALTER TABLE games ADD COLUMN family TEXT NOT NULL DEFAULT '';
ALTER TABLE games ADD COLUMN ended BIGINT NOT NULL DEFAULT 0;
ALTER TABLE games ADD COLUMN name_a BIGINT;
ALTER TABLE games ADD COLUMN name_b BIGINT;
UPDATE games SET ended = 1 WHERE ending IS NOT NULL;

CREATE INDEX games_by_state ON games (ended, updated_at DESC, id DESC);
CREATE INDEX games_by_family ON games (family, ended, updated_at DESC, id DESC);

-- The players' names, folded (compatibility forms, small letters, single spaces).
CREATE TABLE names (
    id   INTEGER NOT NULL PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE
);

-- Which games a name plays in, the latest change first. Kept by the triggers below.
CREATE TABLE seats (
    name_id    BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    id         TEXT   NOT NULL,
    ended      BIGINT NOT NULL,
    family     TEXT   NOT NULL,
    PRIMARY KEY (name_id, updated_at, id)
) WITHOUT ROWID;

-- How many games there are of each kind, so that nobody has to count them.
CREATE TABLE counts (
    family TEXT   NOT NULL,
    ended  BIGINT NOT NULL,
    n      BIGINT NOT NULL,
    PRIMARY KEY (family, ended)
) WITHOUT ROWID;
INSERT INTO counts (family, ended, n) SELECT family, ended, COUNT(*) FROM games GROUP BY family, ended;

CREATE TRIGGER games_added AFTER INSERT ON games BEGIN
    INSERT INTO counts (family, ended, n) VALUES (NEW.family, NEW.ended, 1)
        ON CONFLICT (family, ended) DO UPDATE SET n = n + 1;
    INSERT OR IGNORE INTO seats (name_id, updated_at, id, ended, family)
        SELECT NEW.name_a, NEW.updated_at, NEW.id, NEW.ended, NEW.family WHERE NEW.name_a IS NOT NULL;
    INSERT OR IGNORE INTO seats (name_id, updated_at, id, ended, family)
        SELECT NEW.name_b, NEW.updated_at, NEW.id, NEW.ended, NEW.family WHERE NEW.name_b IS NOT NULL;
END;

CREATE TRIGGER games_removed AFTER DELETE ON games BEGIN
    UPDATE counts SET n = n - 1 WHERE family = OLD.family AND ended = OLD.ended;
    DELETE FROM seats
        WHERE name_id IN (OLD.name_a, OLD.name_b) AND updated_at = OLD.updated_at AND id = OLD.id;
END;

CREATE TRIGGER games_changed AFTER UPDATE OF updated_at, ended ON games
    WHEN OLD.updated_at <> NEW.updated_at OR OLD.ended <> NEW.ended
BEGIN
    UPDATE seats SET updated_at = NEW.updated_at, ended = NEW.ended
        WHERE name_id IN (OLD.name_a, OLD.name_b) AND updated_at = OLD.updated_at AND id = OLD.id;
END;

CREATE TRIGGER games_over AFTER UPDATE OF ended ON games WHEN OLD.ended <> NEW.ended BEGIN
    UPDATE counts SET n = n - 1 WHERE family = OLD.family AND ended = OLD.ended;
    INSERT INTO counts (family, ended, n) VALUES (OLD.family, NEW.ended, 1)
        ON CONFLICT (family, ended) DO UPDATE SET n = n + 1;
END;

-- When family and names of a game are worked out after it was stored.
CREATE TRIGGER games_named AFTER UPDATE OF family, name_a, name_b ON games BEGIN
    UPDATE counts SET n = n - 1 WHERE family = OLD.family AND ended = NEW.ended;
    INSERT INTO counts (family, ended, n) VALUES (NEW.family, NEW.ended, 1)
        ON CONFLICT (family, ended) DO UPDATE SET n = n + 1;
    DELETE FROM seats
        WHERE name_id IN (OLD.name_a, OLD.name_b) AND updated_at = NEW.updated_at AND id = OLD.id;
    INSERT OR IGNORE INTO seats (name_id, updated_at, id, ended, family)
        SELECT NEW.name_a, NEW.updated_at, NEW.id, NEW.ended, NEW.family WHERE NEW.name_a IS NOT NULL;
    INSERT OR IGNORE INTO seats (name_id, updated_at, id, ended, family)
        SELECT NEW.name_b, NEW.updated_at, NEW.id, NEW.ended, NEW.family WHERE NEW.name_b IS NOT NULL;
END;

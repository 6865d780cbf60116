-- Tags that people give to games.
CREATE TABLE tags (
    game_id   TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    tag       TEXT   NOT NULL,
    tag_check BIGINT NOT NULL,
    PRIMARY KEY (game_id, tag)
);

CREATE INDEX tags_by_name ON tags (tag, game_id);

-- What the archive knows of a game beyond `games`. All of it is worked out from the log by the
-- server, in the background, and can be worked out again. `line`: the first moves from the usual
-- start, a space after each. `winner` and `loser`: of `names`. `person`: of a game of a person with
-- a machine, 1: the person won, 0: drawn, -1: lost.
CREATE TABLE archive (
    number   INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    game_id  TEXT    NOT NULL UNIQUE,
    line     TEXT    NOT NULL,
    winner   BIGINT,
    loser    BIGINT,
    person   BIGINT,
    mistakes_first  BIGINT,
    mistakes_second BIGINT
);

-- The boards of a game, as the crate `archive` writes them.
CREATE TABLE tracks (
    number INTEGER NOT NULL PRIMARY KEY,
    body   BLOB    NOT NULL
);

-- Which positions stood in which games, and at which ply first.
CREATE TABLE positions (
    key    BIGINT NOT NULL,
    number BIGINT NOT NULL,
    ply    BIGINT NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;

-- The games of which the archive does not know the present state. `n` counts their changes: work
-- that began before the last of them does not settle it.
CREATE TABLE archive_wanted (
    game_id TEXT   NOT NULL PRIMARY KEY,
    n       BIGINT NOT NULL
) WITHOUT ROWID;

INSERT INTO archive_wanted (game_id, n) SELECT id, 1 FROM games;

CREATE TRIGGER archive_game_added AFTER INSERT ON games BEGIN
    INSERT INTO archive_wanted (game_id, n) VALUES (NEW.id, 1)
        ON CONFLICT (game_id) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER archive_game_changed AFTER UPDATE OF version ON games BEGIN
    INSERT INTO archive_wanted (game_id, n) VALUES (NEW.id, 1)
        ON CONFLICT (game_id) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER archive_game_removed AFTER DELETE ON games BEGIN
    INSERT INTO archive_wanted (game_id, n) VALUES (OLD.id, 1)
        ON CONFLICT (game_id) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER archive_review_added AFTER INSERT ON reviews WHEN NEW.under_way = 0 BEGIN
    INSERT INTO archive_wanted (game_id, n)
        SELECT game, 1 FROM studies WHERE id = NEW.study_id AND game IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET n = n + 1;
END;

CREATE TRIGGER archive_review_changed AFTER UPDATE ON reviews WHEN NEW.under_way = 0 BEGIN
    INSERT INTO archive_wanted (game_id, n)
        SELECT game, 1 FROM studies WHERE id = NEW.study_id AND game IS NOT NULL
        ON CONFLICT (game_id) DO UPDATE SET n = n + 1;
END;

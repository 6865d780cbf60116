-- A game is its set-up and the log of its changes; the other columns of `games` repeat, for
-- lists, what the log says. Times are milliseconds since 1970-01-01 UTC.
CREATE TABLE games (
    id         TEXT   NOT NULL PRIMARY KEY,
    setup      TEXT   NOT NULL,
    version    BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    players    TEXT   NOT NULL,
    plies      BIGINT NOT NULL,
    position   TEXT   NOT NULL,
    ending     TEXT
);

CREATE INDEX games_by_change ON games (updated_at DESC, id DESC);

-- Append-only. `request` is the client's id of the request that made the change: the same
-- id is refused a second time.
CREATE TABLE changes (
    game_id TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at      BIGINT NOT NULL,
    request TEXT,
    body    TEXT   NOT NULL,
    PRIMARY KEY (game_id, version),
    UNIQUE (game_id, request)
);

CREATE TABLE preferences (
    id   BIGINT NOT NULL PRIMARY KEY,
    body TEXT   NOT NULL
);

-- Puzzles out of reviewed games. `migrations/sqlite` says what the columns are.
CREATE TABLE puzzles (
    game_id    TEXT   COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        BIGINT NOT NULL,
    variant    TEXT   COLLATE "C" NOT NULL,
    body       TEXT   COLLATE "C" NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    solved     BIGINT NOT NULL,
    PRIMARY KEY (game_id, ply)
);

CREATE INDEX puzzles_by_variant ON puzzles (variant, game_id DESC, ply);

-- The games in which puzzles were looked for.
CREATE TABLE puzzle_searches (
    game_id    TEXT   COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    under_way  BIGINT NOT NULL,
    body       TEXT   COLLATE "C" NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL
);

CREATE INDEX puzzle_searches_under_way ON puzzle_searches (game_id) WHERE under_way <> 0;

-- Puzzles out of reviewed games (docs/puzzles.md): the position after `ply` moves of a game. `body`: the puzzle with its
-- solution, JSON that the server defines. `tries` and `solved`: how often its first move was tried, and how often it was
-- played to its end.
CREATE TABLE puzzles (
    game_id    TEXT   NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    ply        BIGINT NOT NULL,
    variant    TEXT   NOT NULL,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL,
    tries      BIGINT NOT NULL,
    solved     BIGINT NOT NULL,
    PRIMARY KEY (game_id, ply)
);

CREATE INDEX puzzles_by_variant ON puzzles (variant, game_id DESC, ply);

-- The games in which puzzles were looked for, so that none is searched twice. `under_way`: the search goes on after a
-- restart; `body` says where.
CREATE TABLE puzzle_searches (
    game_id    TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    under_way  BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL
);

CREATE INDEX puzzle_searches_under_way ON puzzle_searches (game_id) WHERE under_way <> 0;

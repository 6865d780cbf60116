-- Games by correspondence: who is to move, and when the time is up; before the first move it is not. A game that waits for
-- nobody has no row.
CREATE TABLE turns (
    game_id TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    person  TEXT   NOT NULL,
    due_at  BIGINT
);

CREATE INDEX turns_by_time ON turns (due_at);
CREATE INDEX turns_by_person ON turns (person, due_at);

-- The conditional moves of each person in such a game, which that person alone sees.
CREATE TABLE conditional_moves (
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person  TEXT NOT NULL,
    body    TEXT NOT NULL,
    PRIMARY KEY (game_id, person)
);

-- Whose games are. `migrations/sqlite` says what the columns are.
CREATE TABLE parts (
    person  TEXT COLLATE "C" NOT NULL,
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (person, game_id)
);

CREATE INDEX parts_by_game ON parts (game_id);

-- What only the hall knows.
CREATE TABLE secrets (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    body TEXT COLLATE "C" NOT NULL
);

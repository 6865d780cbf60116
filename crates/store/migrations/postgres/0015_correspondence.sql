-- Games by correspondence. `migrations/sqlite` says what the columns are.
CREATE TABLE turns (
    game_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    person TEXT COLLATE "C" NOT NULL,
    due_at BIGINT
);

CREATE INDEX turns_by_time ON turns (due_at);
CREATE INDEX turns_by_person ON turns (person, due_at);

CREATE TABLE conditional_moves (
    game_id TEXT COLLATE "C" NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    person TEXT COLLATE "C" NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, person)
);

-- How often people agree with the engine. `migrations/sqlite` says what the columns are.
CREATE TABLE agreements (
    game_id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    pool TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    rating BIGINT NOT NULL,
    compared BIGINT NOT NULL,
    agreed BIGINT NOT NULL,
    nodes BIGINT NOT NULL,
    PRIMARY KEY (game_id, person)
);

CREATE INDEX agreements_by_person ON agreements (person, pool, at DESC);
CREATE INDEX rated_games_by_time ON rated_games (at);

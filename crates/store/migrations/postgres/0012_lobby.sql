-- The lobby and the ratings. `migrations/sqlite` says what the columns are.
CREATE TABLE challenges (
    game_id TEXT COLLATE "C" NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    person  TEXT COLLATE "C" NOT NULL,
    since   BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE TABLE ratings (
    person     TEXT COLLATE "C" NOT NULL,
    pool       TEXT COLLATE "C" NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    won        BIGINT NOT NULL,
    drawn      BIGINT NOT NULL,
    lost       BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (person, pool)
);

CREATE TABLE rated_games (
    game_id         TEXT COLLATE "C" NOT NULL,
    person          TEXT COLLATE "C" NOT NULL,
    pool            TEXT COLLATE "C" NOT NULL,
    at              BIGINT NOT NULL,
    points          BIGINT NOT NULL,
    opponent        TEXT COLLATE "C" NOT NULL,
    opponent_name   TEXT COLLATE "C" NOT NULL,
    opponent_rating BIGINT NOT NULL,
    rating          BIGINT NOT NULL,
    change          BIGINT NOT NULL,
    PRIMARY KEY (game_id, person)
);

CREATE INDEX rated_games_by_person ON rated_games (person, at DESC);

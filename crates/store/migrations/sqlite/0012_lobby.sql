-- Games with an open seat that are offered to everybody, while their maker is there. The node that serves the game renews
-- `seen_at`: what a node leaves behind that has died is old, and is shown to nobody.
CREATE TABLE challenges (
    game_id TEXT   NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    person  TEXT   NOT NULL,
    since   BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

-- How strong people are. `pool`: the family of games and the class of time, as in `family/class`. Rating and deviation in
-- thousandths, volatility in millionths.
CREATE TABLE ratings (
    person     TEXT   NOT NULL,
    pool       TEXT   NOT NULL,
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    volatility BIGINT NOT NULL,
    won        BIGINT NOT NULL,
    drawn      BIGINT NOT NULL,
    lost       BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    PRIMARY KEY (person, pool)
);

-- What each rated game did to each person's rating, written together with its end: a game with a row here counts no more.
-- `points`: 0, 1 or 2. `opponent`: a person's id, or a level of the machine as in `level-7`. The rows outlive their games.
CREATE TABLE rated_games (
    game_id         TEXT   NOT NULL,
    person          TEXT   NOT NULL,
    pool            TEXT   NOT NULL,
    at              BIGINT NOT NULL,
    points          BIGINT NOT NULL,
    opponent        TEXT   NOT NULL,
    opponent_name   TEXT   NOT NULL,
    opponent_rating BIGINT NOT NULL,
    rating          BIGINT NOT NULL,
    change          BIGINT NOT NULL,
    PRIMARY KEY (game_id, person)
);

CREATE INDEX rated_games_by_person ON rated_games (person, at DESC);

-- How many moves of a person in a rated game between people are those that the engine would choose: written by the hall after
-- the game, for moderators. `compared` 0: the game says nothing. `rating` in thousandths, as after the game; `nodes` of each
-- search. A game with rows here is not compared again.
CREATE TABLE agreements (
    game_id  TEXT   NOT NULL,
    person   TEXT   NOT NULL,
    pool     TEXT   NOT NULL,
    at       BIGINT NOT NULL,
    rating   BIGINT NOT NULL,
    compared BIGINT NOT NULL,
    agreed   BIGINT NOT NULL,
    nodes    BIGINT NOT NULL,
    PRIMARY KEY (game_id, person)
);

CREATE INDEX agreements_by_person ON agreements (person, pool, at DESC);
CREATE INDEX rated_games_by_time ON rated_games (at);

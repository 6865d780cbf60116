-- Whose games are: a row for who made a game and for everybody who has a seat in it. `person` is `*` for a game that was
-- made for two persons, which others may be shown. Games of a hall that had one user have no rows.
CREATE TABLE parts (
    person  TEXT NOT NULL,
    game_id TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    PRIMARY KEY (person, game_id)
);

CREATE INDEX parts_by_game ON parts (game_id);

-- What only the hall knows: the key by which it recognises those whom it gave a name.
CREATE TABLE secrets (
    name TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

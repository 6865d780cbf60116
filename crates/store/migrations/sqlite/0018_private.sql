-- Games and studies that their address alone does not open. A private game is seen by who made it and who has a seat in it
-- (the rows of `parts`), a private study by who made it, and that of a game also by who has a part in the game.
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN private BIGINT NOT NULL DEFAULT 0;

CREATE INDEX private_games ON games (id) WHERE private <> 0;

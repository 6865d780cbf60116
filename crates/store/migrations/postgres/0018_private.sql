-- Private games and studies. `migrations/sqlite` says what the columns are.
ALTER TABLE games ADD COLUMN private BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN private BIGINT NOT NULL DEFAULT 0;

CREATE INDEX private_games ON games (id) WHERE private <> 0;

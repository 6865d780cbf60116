-- Games and studies that everybody finds in lists. What is private is not listed: whoever writes one of the two columns writes
-- both.
ALTER TABLE games ADD COLUMN listed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE studies ADD COLUMN listed BIGINT NOT NULL DEFAULT 0;

CREATE INDEX listed_games ON games (updated_at, id) WHERE listed <> 0;
CREATE INDEX listed_studies ON studies (updated_at, id) WHERE listed <> 0;

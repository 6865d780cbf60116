-- A study is its set-up and the log of its edits, like a game; `head` repeats, for lists, what the
-- log says. The texts are JSON that the server defines.
CREATE TABLE studies (
    id          TEXT   NOT NULL PRIMARY KEY,
    setup       TEXT   NOT NULL,
    -- The id of the hall's game that it was made of.
    game        TEXT,
    version     BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    updated_at  BIGINT NOT NULL,
    head        TEXT   NOT NULL,
    format      BIGINT NOT NULL,
    setup_check BIGINT NOT NULL,
    head_check  BIGINT NOT NULL,
    damage      TEXT
);

CREATE INDEX studies_by_change ON studies (updated_at DESC, id DESC);
CREATE UNIQUE INDEX studies_by_game ON studies (game) WHERE game IS NOT NULL;

-- Append-only, as `changes` is.
CREATE TABLE edits (
    study_id   TEXT   NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
    version    BIGINT NOT NULL,
    at         BIGINT NOT NULL,
    request    TEXT,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL,
    PRIMARY KEY (study_id, version),
    UNIQUE (study_id, request)
);

-- The review of a study, and what it found about each node. A review that is under way goes on
-- after a restart.
CREATE TABLE reviews (
    study_id   TEXT   NOT NULL PRIMARY KEY REFERENCES studies (id) ON DELETE CASCADE,
    under_way  BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL
);

CREATE INDEX reviews_under_way ON reviews (study_id) WHERE under_way <> 0;

CREATE TABLE reviewed (
    study_id   TEXT   NOT NULL REFERENCES reviews (study_id) ON DELETE CASCADE,
    node       BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL,
    PRIMARY KEY (study_id, node)
);

-- Results of analyses by what was searched. The oldest are removed.
CREATE TABLE analyses (
    what       TEXT   NOT NULL PRIMARY KEY,
    used_at    BIGINT NOT NULL,
    body       TEXT   NOT NULL,
    format     BIGINT NOT NULL,
    body_check BIGINT NOT NULL
);

CREATE INDEX analyses_by_use ON analyses (used_at);

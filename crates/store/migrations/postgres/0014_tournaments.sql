-- Tournaments. `migrations/sqlite` says what the columns are.
CREATE TABLE tournaments (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    setup TEXT NOT NULL,
    organiser TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    listed BIGINT NOT NULL,
    ended BIGINT NOT NULL,
    format BIGINT NOT NULL,
    setup_check BIGINT NOT NULL
);

CREATE INDEX tournaments_by_time ON tournaments (updated_at DESC);

CREATE TABLE tournament_events (
    tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    request TEXT,
    body TEXT NOT NULL,
    format BIGINT NOT NULL,
    body_check BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, version)
);

CREATE TABLE tournament_parts (
    person TEXT COLLATE "C" NOT NULL,
    tournament_id TEXT COLLATE "C" NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    PRIMARY KEY (person, tournament_id)
);

-- Blocks, reports and moderators. `migrations/sqlite` says what the columns are.
CREATE TABLE blocks (
    person TEXT COLLATE "C" NOT NULL,
    blocked TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);

CREATE INDEX blocks_by_blocked ON blocks (blocked);

CREATE TABLE disabled (
    person TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL
);

CREATE TABLE reports (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    person_name TEXT COLLATE "C" NOT NULL,
    reported TEXT COLLATE "C" NOT NULL,
    reported_name TEXT COLLATE "C" NOT NULL,
    game TEXT COLLATE "C",
    reason TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    closed_at BIGINT,
    verdict TEXT COLLATE "C"
);

CREATE INDEX reports_by_person ON reports (person, at);
CREATE INDEX reports_by_reported ON reports (reported);

CREATE TABLE moderation_log (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    moderator TEXT COLLATE "C" NOT NULL,
    moderator_name TEXT COLLATE "C" NOT NULL,
    act TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL,
    person_name TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL
);

CREATE INDEX moderation_log_by_time ON moderation_log (at);

CREATE TABLE deleted_accounts (
    person TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- Who wants nothing to do with whom.
CREATE TABLE blocks (
    person  TEXT   NOT NULL,
    blocked TEXT   NOT NULL,
    name    TEXT   NOT NULL,
    at      BIGINT NOT NULL,
    PRIMARY KEY (person, blocked)
);

CREATE INDEX blocks_by_blocked ON blocks (blocked);

-- Persons, with an account or without one, who may do nothing any more but look.
CREATE TABLE disabled (
    person TEXT   NOT NULL PRIMARY KEY,
    name   TEXT   NOT NULL,
    reason TEXT   NOT NULL,
    at     BIGINT NOT NULL
);

-- What people say of each other to the moderators. `person` reports `reported`; `verdict` is what a moderator wrote when
-- the report was closed. Names are those of that time.
CREATE TABLE reports (
    id            TEXT   NOT NULL PRIMARY KEY,
    at            BIGINT NOT NULL,
    person        TEXT   NOT NULL,
    person_name   TEXT   NOT NULL,
    reported      TEXT   NOT NULL,
    reported_name TEXT   NOT NULL,
    game          TEXT,
    reason        TEXT   NOT NULL,
    words         TEXT   NOT NULL,
    closed_at     BIGINT,
    verdict       TEXT
);

CREATE INDEX reports_by_person ON reports (person, at);
CREATE INDEX reports_by_reported ON reports (reported);

-- What moderators did.
CREATE TABLE moderation_log (
    id             TEXT   NOT NULL PRIMARY KEY,
    at             BIGINT NOT NULL,
    moderator      TEXT   NOT NULL,
    moderator_name TEXT   NOT NULL,
    act            TEXT   NOT NULL,
    person         TEXT   NOT NULL,
    person_name    TEXT   NOT NULL,
    words          TEXT   NOT NULL
);

CREATE INDEX moderation_log_by_time ON moderation_log (at);

-- Persons whose accounts were deleted: nobody is this person again.
CREATE TABLE deleted_accounts (
    person TEXT   NOT NULL PRIMARY KEY,
    at     BIGINT NOT NULL
);

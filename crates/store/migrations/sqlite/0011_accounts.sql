-- Accounts. `person` is the id that seats and games have; `look` tells names apart by what they look like; `password` is a
-- hash with its parameters, `recovery` the SHA-256 of the code for who has forgotten the password.
CREATE TABLE accounts (
    person     TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL,
    look       TEXT   NOT NULL UNIQUE,
    password   TEXT   NOT NULL,
    recovery   TEXT   NOT NULL,
    role       TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- What proves that a program acts for an account: the session of a browser (`scopes` is absent), or a token of another
-- program. `hash` is the SHA-256 of the secret; `id` names it.
CREATE TABLE credentials (
    hash    TEXT   NOT NULL PRIMARY KEY,
    id      TEXT   NOT NULL,
    person  TEXT   NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    label   TEXT   NOT NULL,
    scopes  TEXT,
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE INDEX credentials_by_person ON credentials (person);

-- What the page keeps for an account: preferences, progress. JSON that the page defines.
CREATE TABLE kept (
    person TEXT NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    name   TEXT NOT NULL,
    body   TEXT NOT NULL,
    PRIMARY KEY (person, name)
);

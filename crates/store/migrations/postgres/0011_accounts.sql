-- Accounts. `migrations/sqlite` says what the columns are.
CREATE TABLE accounts (
    person TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    look TEXT COLLATE "C" NOT NULL UNIQUE,
    password TEXT COLLATE "C" NOT NULL,
    recovery TEXT COLLATE "C" NOT NULL,
    role TEXT COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE credentials (
    hash TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    label TEXT COLLATE "C" NOT NULL,
    scopes TEXT COLLATE "C",
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE INDEX credentials_by_person ON credentials (person);

CREATE TABLE kept (
    person TEXT COLLATE "C" NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    name TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (person, name)
);

-- Passkeys and challenges. `migrations/sqlite` says what the columns are.
CREATE TABLE passkeys (
    credential TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    id TEXT COLLATE "C" NOT NULL,
    person TEXT COLLATE "C" NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    label TEXT COLLATE "C" NOT NULL,
    handle BYTEA NOT NULL,
    key BYTEA NOT NULL,
    state BYTEA NOT NULL,
    made_at BIGINT NOT NULL,
    seen_at BIGINT NOT NULL
);

CREATE INDEX passkeys_by_person ON passkeys (person);

CREATE TABLE passkey_challenges (
    challenge TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    act TEXT COLLATE "C" NOT NULL,
    asker TEXT COLLATE "C" NOT NULL,
    state BYTEA NOT NULL,
    until BIGINT NOT NULL
);

CREATE INDEX passkey_challenges_by_asker ON passkey_challenges (asker, until);

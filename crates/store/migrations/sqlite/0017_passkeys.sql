-- Passkeys, with which a person signs in without the password. `credential` is the id that the authenticator gave, in base64url;
-- `id` names the row for people; `handle` is what the authenticator calls the account; `key` is the public key with what was
-- said when it was made, and `state` what changes with its use (`webauthn_rp`: `StaticState`, `DynamicState`).
CREATE TABLE passkeys (
    credential TEXT   NOT NULL PRIMARY KEY,
    id         TEXT   NOT NULL,
    person     TEXT   NOT NULL REFERENCES accounts (person) ON DELETE CASCADE,
    label      TEXT   NOT NULL,
    handle     BLOB   NOT NULL,
    key        BLOB   NOT NULL,
    state      BLOB   NOT NULL,
    made_at    BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);

CREATE INDEX passkeys_by_person ON passkeys (person);

-- Challenges that wait for the answer of an authenticator, which any node takes once. `act`: `add` or `sign-in`; `asker`: the
-- person who adds a passkey, or the SHA-256 of the address that signs in; `state` is what the server checks the answer by.
CREATE TABLE passkey_challenges (
    challenge TEXT   NOT NULL PRIMARY KEY,
    act       TEXT   NOT NULL,
    asker     TEXT   NOT NULL,
    state     BLOB   NOT NULL,
    until     BIGINT NOT NULL
);

CREATE INDEX passkey_challenges_by_asker ON passkey_challenges (asker, until);

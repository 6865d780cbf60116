-- Work for other machines. `migrations/sqlite` says what the columns are.
CREATE TABLE batches (
    key        TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    class      TEXT   COLLATE "C" NOT NULL,
    build      TEXT   COLLATE "C" NOT NULL,
    payload    TEXT   COLLATE "C" NOT NULL,
    created_at BIGINT NOT NULL
);

CREATE TABLE jobs (
    batch       TEXT   COLLATE "C" NOT NULL REFERENCES batches (key) ON DELETE CASCADE,
    unit        BIGINT NOT NULL,
    class       TEXT   COLLATE "C" NOT NULL,
    build       TEXT   COLLATE "C" NOT NULL,
    priority    BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    state       TEXT   COLLATE "C" NOT NULL,
    tries       BIGINT NOT NULL,
    holder      TEXT COLLATE "C",
    worker      TEXT COLLATE "C",
    lease_until BIGINT,
    error       TEXT COLLATE "C",
    result      BYTEA,
    PRIMARY KEY (batch, unit)
);

CREATE INDEX jobs_to_do ON jobs (state, build, class, priority DESC, created_at, batch, unit);
CREATE INDEX jobs_by_holder ON jobs (holder) WHERE holder IS NOT NULL;

-- What the results of a batch add up to. It changes in the transaction that stores a result.
CREATE TABLE job_sums (
    batch TEXT   COLLATE "C" NOT NULL REFERENCES batches (key) ON DELETE CASCADE,
    name  TEXT   COLLATE "C" NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (batch, name)
);

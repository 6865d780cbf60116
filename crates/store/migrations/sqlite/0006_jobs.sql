-- Work for other machines (docs/jobs.md). `class`: what kind of work it is. `build`: the program that must do
-- it. `payload`: what is to be done, in the words of the class.
CREATE TABLE batches (
    key        TEXT   NOT NULL PRIMARY KEY,
    class      TEXT   NOT NULL,
    build      TEXT   NOT NULL,
    payload    TEXT   NOT NULL,
    created_at BIGINT NOT NULL
);

-- The units of the batches. `holder`: the number under which the job was handed out last. `lease_until`: when the
-- job is free again, in milliseconds of the database's clock. Class, build and time are those of the batch: a
-- claim reads one index.
CREATE TABLE jobs (
    batch       TEXT   NOT NULL REFERENCES batches (key) ON DELETE CASCADE,
    unit        BIGINT NOT NULL,
    class       TEXT   NOT NULL,
    build       TEXT   NOT NULL,
    priority    BIGINT NOT NULL,
    created_at  BIGINT NOT NULL,
    state       TEXT   NOT NULL,
    tries       BIGINT NOT NULL,
    holder      TEXT,
    worker      TEXT,
    lease_until BIGINT,
    error       TEXT,
    result      BLOB,
    PRIMARY KEY (batch, unit)
);

CREATE INDEX jobs_to_do ON jobs (state, build, class, priority DESC, created_at, batch, unit);
CREATE INDEX jobs_by_holder ON jobs (holder) WHERE holder IS NOT NULL;

-- What the results of a batch add up to. It changes in the transaction that stores a result.
CREATE TABLE job_sums (
    batch TEXT   NOT NULL REFERENCES batches (key) ON DELETE CASCADE,
    name  TEXT   NOT NULL,
    value BIGINT NOT NULL,
    PRIMARY KEY (batch, name)
);

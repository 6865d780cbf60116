-- The processes that serve the hall. A node gets a new number each time it comes: the number is its fence. A node that has
-- `ended` commits nothing any more, because each transaction changes the node's row if it has not ended. Times are
-- milliseconds of the database's clock.
CREATE TABLE nodes (
    id      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    address TEXT   COLLATE "C" NOT NULL,
    -- The number of its last transaction: after a lost answer it says whether the transaction was committed.
    batch   BIGINT NOT NULL,
    seen_at BIGINT NOT NULL,
    ended   BIGINT
) WITH (fillfactor = 10);

-- Which node serves a game or a study.
CREATE TABLE leases (
    topic  TEXT   COLLATE "C" NOT NULL PRIMARY KEY,
    node   BIGINT NOT NULL REFERENCES nodes (id),
    -- When the clocks of the game were set, or it was first served; later by the time in which no node served it.
    set_at BIGINT NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX leases_by_node ON leases (node);

-- NATS carries the work for other machines: the queue in the tables of the hall ends. What was unfinished is said when the
-- hall opens (opening.rs) and is submitted again by the command that wanted it; reviews go on by themselves.
DROP TABLE job_sums;
DROP TABLE jobs;
DROP TABLE batches;

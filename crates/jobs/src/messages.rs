//! The messages between a hall, its workers and those who submit work. Bytes travel as base64.

use crate::{Job, JobClass, JobCounts, JobLease, JobState};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The first message of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HelloRequest {
    /// The version of the messages that it speaks.
    pub protocol: u32,
    /// Its build of the program.
    pub build: String,
}

/// The answer to [`HelloRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HelloAnswer {
    /// The version of the messages that the hall speaks.
    pub protocol: u32,
    /// For how long a job is handed out; a beat extends it.
    pub lease_ms: u64,
}

/// A request for jobs. The answer may come late: the hall waits for work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClaimRequest {
    /// The version of the messages that the worker speaks.
    pub protocol: u32,
    /// Its build of the program: it gets only jobs for this build.
    pub build: String,
    /// What it can do.
    pub classes: Vec<JobClass>,
    /// Its name, for the operator.
    pub worker: String,
    /// How many jobs it takes at most.
    pub most: u32,
    /// How long the hall may wait for work.
    pub wait_ms: u64,
}

/// The answer to [`ClaimRequest`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClaimAnswer {
    /// What the worker is to do; nothing when there is no work.
    pub jobs: Vec<JobAssignment>,
}

/// A job that was handed out, with all that its worker may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JobAssignment {
    /// Which, and under which number.
    pub held: JobLease,
    /// What kind of work it is.
    pub class: JobClass,
    /// What is to be done, in the words of its class.
    pub payload: String,
}

/// A worker says that it still works. The answer may come late: the hall waits for news of the jobs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BeatRequest {
    /// The jobs that it has.
    pub jobs: Vec<JobLease>,
    /// How long the hall may wait for news.
    #[serde(default)]
    pub wait_ms: u64,
}

/// The answer to [`BeatRequest`] and [`ReportRequest`].
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeatAnswer {
    /// Jobs that it must stop: they were cancelled, or others have them.
    pub lost: Vec<Job>,
    /// Jobs that it must end now with what it has found.
    #[serde(default)]
    pub due: Vec<Job>,
}

/// What a job that goes on has found so far. It also says that the worker still works.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportRequest {
    /// Which job.
    pub held: JobLease,
    /// What was found, in the words of its class.
    pub found: String,
}

/// What a worker has to say at the end of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum JobReport {
    /// It was done.
    Result {
        /// The result, in base64.
        bytes: String,
        /// What is added to the sums of the batch, in the transaction that stores the result.
        #[serde(default)]
        sums: BTreeMap<String, i64>,
    },
    /// It cannot be done.
    Failed {
        /// Why.
        why: String,
    },
}

/// The end of a job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRequest {
    /// Which job.
    pub held: JobLease,
    /// What came of it.
    pub done: JobReport,
}

/// The answer to [`ResultRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResultReceipt {
    /// Whether this result, or the same one before, counts. It does not when the job was cancelled or another
    /// worker had it.
    pub kept: bool,
}

/// A worker gives jobs back that it does not end. They count as never handed out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GiveBack {
    /// Which.
    pub jobs: Vec<JobLease>,
}

/// Work to be done. A repeat with the same key names the same batch; its units that were cancelled wait again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The key of the batch.
    pub key: String,
    /// What kind of work it is.
    pub class: JobClass,
    /// The build of the program that must do it.
    pub build: String,
    /// Greater ones are done first.
    #[serde(default)]
    pub priority: i32,
    /// What is to be done, in the words of its class.
    pub payload: String,
    /// The first unit.
    pub from: u64,
    /// The unit after the last one.
    pub to: u64,
}

/// What is known of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchNews {
    /// Its key.
    pub key: String,
    /// What kind of work it is.
    pub class: JobClass,
    /// The build of the program that must do it.
    pub build: String,
    /// Its jobs.
    pub counts: JobCounts,
    /// What its results have added up to.
    pub sums: BTreeMap<String, i64>,
    /// The workers that have jobs of it now.
    pub workers: Vec<String>,
    /// Why jobs of it have failed; a few.
    pub errors: Vec<String>,
}

/// Results of a batch, in the order of their numbers, without a gap.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BatchResults {
    /// The results.
    pub results: Vec<UnitResult>,
    /// The state of the first unit that has no result among these; absent where none was submitted.
    pub next: Option<JobState>,
    /// Why the next one has failed, if it has.
    pub error: Option<String>,
    /// How many jobs of the batch workers have now.
    pub running: u64,
}

/// The result of a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UnitResult {
    /// Its number.
    pub unit: u64,
    /// The result, in base64.
    pub bytes: String,
}

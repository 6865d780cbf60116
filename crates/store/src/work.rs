//! What the store does for work on other machines.

use crate::jobs::{self, JobClaim, JobsJob, QueuedJobs, UnitsFound};
use crate::writer::WriteRequest as Write;
use crate::{Store, StoreError};
use ::jobs::{BatchNews, Job, JobAssignment, JobLease, JobState, Submission};
use std::collections::BTreeMap;
use std::time::Duration;

impl Store {
    /// Adds units to a batch, which is made if there is none; returns how many wait now that did not before. A
    /// repeat changes nothing, but units that were cancelled wait again.
    ///
    /// # Errors
    /// [`StoreError::Conflict`] when the key belongs to other work; other errors when the disk fails.
    pub async fn submit_jobs(&self, new: Submission) -> Result<u64, StoreError> {
        self.write_jobs(JobsJob::Submit(new)).await
    }

    /// Hands out jobs, each to one worker only. Before, jobs whose lease has ended become free, or are put into
    /// quarantine if that was their last try.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn claim_jobs(&self, wanted: JobClaim) -> Result<Vec<JobAssignment>, StoreError> {
        let readers = &self.readers;
        if !jobs::can_claim(readers, &wanted).await.map_err(|error| self.told(error))? {
            return Ok(Vec::new());
        }
        let holder = wanted.holder.clone();
        if self.write_jobs(JobsJob::Claim(wanted)).await? == 0 {
            return Ok(Vec::new());
        }
        jobs::handed(readers, &holder).await.map_err(|error| self.told(error))
    }

    /// Extends the leases of jobs, and returns those that their holders have no longer. It writes only when the
    /// third part of a lease has passed.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn beat_jobs(
        &self,
        all: Vec<JobLease>,
        lease: Duration,
    ) -> Result<Vec<Job>, StoreError> {
        let found = jobs::lost(&self.readers, all, lease * 2 / 3).await;
        let (lost, ending) = found.map_err(|error| self.told(error))?;
        if !ending.is_empty() {
            self.write_jobs(JobsJob::Extend(ending, lease)).await?;
        }
        Ok(lost)
    }

    /// Stores the result of a job and adds to the sums of its batch, in one transaction. Returns whether this
    /// result counts, now or since it came before: it does not if the holder has lost the job.
    ///
    /// # Errors
    /// When the disk fails. Nothing is written then.
    pub async fn finish_job(
        &self,
        held: JobLease,
        bytes: Vec<u8>,
        sums: BTreeMap<String, i64>,
    ) -> Result<bool, StoreError> {
        Ok(self.write_jobs(JobsJob::Finish(held, bytes, sums)).await? > 0)
    }

    /// Says that a job cannot be done. It waits again, or is put into quarantine if that was its last try.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn fail_job(&self, held: JobLease, why: String) -> Result<bool, StoreError> {
        Ok(self.write_jobs(JobsJob::Fail(held, why)).await? > 0)
    }

    /// Gives jobs back, as if they had never been handed out; returns how many.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn give_back_jobs(&self, all: Vec<JobLease>) -> Result<u64, StoreError> {
        self.write_jobs(JobsJob::GiveBack(all)).await
    }

    /// Cancels the jobs of a batch that have no result; returns how many.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn cancel_jobs(&self, key: &str) -> Result<u64, StoreError> {
        self.write_jobs(JobsJob::Cancel(key.to_owned())).await
    }

    /// Removes a batch with its results; `false` when there was none.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn remove_jobs(&self, key: &str) -> Result<bool, StoreError> {
        Ok(self.write_jobs(JobsJob::Remove(key.to_owned())).await? > 0)
    }

    /// How many jobs of each class are in each state, where there are any.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn queued_jobs(&self) -> Result<Vec<QueuedJobs>, StoreError> {
        jobs::queued(&self.readers).await.map_err(|error| self.told(error))
    }

    /// The batches, the newest first.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn batches(&self) -> Result<Vec<BatchNews>, StoreError> {
        jobs::batches(&self.readers).await.map_err(|error| self.told(error))
    }

    /// What is known of a batch.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn batch(&self, key: &str) -> Result<Option<BatchNews>, StoreError> {
        jobs::batch(&self.readers, key).await.map_err(|error| self.told(error))
    }

    /// The results of a batch from a unit on.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn job_results(&self, key: &str, from: u64) -> Result<UnitsFound, StoreError> {
        jobs::results(&self.readers, key, from).await.map_err(|error| self.told(error))
    }

    /// The units of a batch with their states, and whether somebody has a unit now: not after the end of its lease.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn units(&self, key: &str) -> Result<Vec<(u64, JobState, bool)>, StoreError> {
        jobs::units(&self.readers, key).await.map_err(|error| self.told(error))
    }

    /// The result of a unit that is done.
    ///
    /// # Errors
    /// When the disk fails.
    pub async fn unit_result(&self, key: &str, unit: u64) -> Result<Option<Vec<u8>>, StoreError> {
        jobs::unit_result(&self.readers, key, unit).await.map_err(|error| self.told(error))
    }

    async fn write_jobs(&self, job: JobsJob) -> Result<u64, StoreError> {
        self.write(Write::Jobs(Box::new(job))).await
    }
}

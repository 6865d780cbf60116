//! A batch of work that this program submits to a hall, and the results that come back.

use crate::failure::Failure;
use crate::work::{HallClient, RequestError, part};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use jobs::{BatchNews, BatchResults, JobClass, JobState, Submission};

/// Why a step was the last one, or comes again.
#[derive(Debug)]
pub enum BatchStop {
    /// The hall cannot be reached, or is busy: the same step may succeed later.
    Away(String),
    /// The work cannot go on.
    For(Failure),
}

impl From<RequestError> for BatchStop {
    fn from(trouble: RequestError) -> Self {
        match trouble {
            RequestError::Away(why) => Self::Away(why),
            refused @ RequestError::Refused(_) => Self::For(refused.into()),
        }
    }
}

impl From<Failure> for BatchStop {
    fn from(failure: Failure) -> Self {
        Self::For(failure)
    }
}

/// A batch of a hall.
#[derive(Debug)]
pub struct Batch {
    client: HallClient,
    submission: Submission,
    /// The unit after the last one that was submitted.
    submitted: u64,
}

impl Batch {
    /// A batch whose key is made of the payload and the build: the same work of the same build is the same batch,
    /// and a second run takes up the work of the first. Nothing is submitted yet; units before `from` are not
    /// wanted.
    pub fn new(
        client: &HallClient,
        class: JobClass,
        name: &str,
        build: &str,
        payload: String,
        from: u64,
    ) -> Self {
        let sum = |text: &str| crc32fast::hash(text.as_bytes());
        let key = format!("{name}-{:08x}-{:08x}", sum(&payload), sum(build));
        let (priority, to) = (0, from);
        let build = build.to_owned();
        let submission = Submission { key, class, build, priority, payload, from, to };
        Self { client: client.clone(), submission, submitted: from }
    }

    /// Its key.
    pub fn key(&self) -> &str {
        &self.submission.key
    }

    /// The unit after the last one that was submitted.
    pub fn submitted(&self) -> u64 {
        self.submitted
    }

    /// Submits units. A repeat changes nothing.
    pub fn submit(&mut self, from: u64, to: u64) -> Result<(), RequestError> {
        (self.submission.from, self.submission.to) = (from, to);
        self.client.post::<BatchNews>("batches", &self.submission)?;
        self.submitted = to;
        Ok(())
    }

    /// The results from unit `next` on that have come back, as bytes.
    pub fn results(&mut self, next: u64) -> Result<Vec<Vec<u8>>, BatchStop> {
        let path = format!("batches/{}/results?from={next}", part(self.key()));
        let found: BatchResults = self.client.get(&path)?;
        if !found.results.is_empty() {
            let read = |text: &String| BASE64_STANDARD.decode(text).map_err(Failure::trouble);
            let bytes = found.results.iter().map(|result| read(&result.bytes));
            return Ok(bytes.collect::<Result<_, _>>()?);
        }
        match found.next {
            Some(JobState::Quarantined) => {
                let why = found.error.unwrap_or_else(|| "no reason is known".to_owned());
                let key = self.key();
                Err(Failure::Trouble(format!(
                    "unit {next} was given up after {} tries: {why} (`yiqi jobs remove {key}` forgets \
                     the batch)",
                    jobs::MOST_TRIES
                ))
                .into())
            }
            Some(JobState::Cancelled) => Err(Failure::Trouble(
                "somebody cancelled the work; the same command goes on with it".to_owned(),
            )
            .into()),
            // The hall does not know the unit: its data were brought back from an older copy.
            None => {
                self.submitted = next;
                Ok(Vec::new())
            }
            Some(JobState::Waiting | JobState::Running | JobState::Done) => Ok(Vec::new()),
        }
    }

    /// What is not done is not wanted any more. What is done waits for the next run.
    pub fn cancel(&self) {
        let path = format!("batches/{}/cancel", part(self.key()));
        if let Err(error) = self.client.tell(&path, &()) {
            tracing::warn!("the work was not cancelled: {error:?}");
        }
    }

    /// The hall needs it no more.
    pub fn remove(&self) {
        if self.submission.from == self.submission.to {
            return;
        }
        let path = format!("batches/{}", part(self.key()));
        if let Err(error) = self.client.delete(&path) {
            tracing::warn!("the hall keeps the batch {}: {error:?}", self.key());
        }
    }
}

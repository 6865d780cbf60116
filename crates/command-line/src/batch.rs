//! A batch of work that this program submits, and the results that come back in the order of their numbers.

use crate::failure::Failure;
use crate::nats::NatsLink;
use cluster::{Batch, JobClass, NatsError};

/// Why a step was the last one, or comes again.
#[derive(Debug)]
pub enum BatchStop {
    /// The server cannot be reached: the same step may succeed later.
    Away(String),
    /// The work cannot go on.
    For(Failure),
}

impl From<NatsError> for BatchStop {
    fn from(error: NatsError) -> Self {
        match error {
            NatsError::Away(why) => Self::Away(why),
            refused @ NatsError::Refused(_) => Self::For(refused.into()),
        }
    }
}

impl From<Failure> for BatchStop {
    fn from(failure: Failure) -> Self {
        Self::For(failure)
    }
}

/// A batch of this program.
#[derive(Debug)]
pub struct RemoteBatch {
    link: NatsLink,
    batch: Batch,
    /// The unit after the last one that was submitted.
    submitted: u64,
}

impl RemoteBatch {
    /// The batch of this payload and build: a second run takes up the results of the first. Nothing is submitted yet; units
    /// before `from` are not wanted.
    ///
    /// # Errors
    /// When the server is away, or the payload is too long.
    pub fn open(
        link: &NatsLink,
        class: JobClass,
        name: &str,
        build: &str,
        payload: String,
        from: u64,
    ) -> Result<Self, Failure> {
        let batch = link.wait(Batch::open(&link.nats, class, name, build, payload))?;
        Ok(Self { link: link.clone(), batch, submitted: from })
    }

    /// The unit after the last one that was submitted.
    pub fn submitted(&self) -> u64 {
        self.submitted
    }

    /// Submits units. A repeat changes nothing.
    ///
    /// # Errors
    /// When the server is away.
    pub fn submit(&mut self, from: u64, to: u64) -> Result<(), BatchStop> {
        self.link.wait(self.batch.submit(from..to))?;
        self.submitted = to;
        Ok(())
    }

    /// The results from unit `next` on that have come back, without a gap.
    ///
    /// # Errors
    /// When the server is away, or the next unit was given up.
    pub fn results(&mut self, next: u64) -> Result<Vec<Vec<u8>>, BatchStop> {
        self.link.wait(self.batch.poll())?;
        let found: Vec<_> = (next..).map_while(|unit| self.batch.take(unit)).collect();
        match self.batch.why_dead(next) {
            Some(why) if found.is_empty() => Err(Failure::Trouble(format!(
                "unit {next} was given up after {} tries: {why}; the same command tries it again",
                cluster::MOST_TRIES
            ))
            .into()),
            _ => Ok(found),
        }
    }

    /// What is not done is not wanted any more. What is done waits for the next run.
    pub fn cancel(&self) {
        if let Err(error) = self.link.wait(self.batch.cancel()) {
            tracing::warn!("the work was not cancelled: {error}");
        }
        self.link.wait(self.link.nats.flush());
    }

    /// Nobody needs it any more.
    pub fn remove(&self) {
        if let Err(error) = self.link.wait(self.batch.remove()) {
            tracing::warn!("the results stay for a week: {error}");
        }
        self.link.wait(self.link.nats.flush());
    }
}

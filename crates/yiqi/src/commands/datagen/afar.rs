//! `yiqi datagen run --workers`: a hall hands the blocks of a job out, and the file is made of what comes back.

use super::{Watch, named, refused};
use crate::failure::Failure;
use crate::interrupt::Interrupt;
use crate::output::Output;
use crate::work::{Backoff, Client, Trouble, part, pause};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use datagen::{Collector, Event, Job, Settings, Totals};
use jobs::{BatchNews, Class, Results, State, Submission};
use std::time::Duration;

/// How many blocks are submitted beyond those that have come back: more than any number of workers plays while
/// one answer is on its way, and few enough for a short transaction of the hall.
const AHEAD: u64 = 256;
/// How often it is asked whether blocks are done.
const LOOK: Duration = Duration::from_millis(300);

/// Who asked for the games.
struct Order<'a> {
    client: &'a Client,
    submission: Submission,
    blocks: u64,
    submitted: u64,
}

/// Has the games of a job played by the workers of a hall. Returns what the folder holds then.
pub(super) fn collect(
    client: &Client,
    (job, settings): (&Job, &Settings),
    watch: &mut Watch,
    out: &Output,
) -> Result<Totals, Failure> {
    job.names_no_file().map_err(Failure::input)?;
    let interrupt = Interrupt::listen(|| ())?;
    let mut collector = Collector::open(job, settings).map_err(refused)?;
    watch.see(&Event::Resumed(collector.totals()), out)?;
    let payload = serde_json::to_string(job).map_err(Failure::trouble)?;
    let sum = |text: &str| crc32fast::hash(text.as_bytes());
    // The same job of the same build is the same batch: a second run takes up the work of the first.
    let key = format!("datagen-{:08x}-{:08x}", sum(&payload), sum(&settings.program));
    let next = collector.next();
    let mut order = Order {
        client,
        submission: Submission {
            key,
            class: Class::SelfPlay,
            build: settings.program.clone(),
            priority: 0,
            payload,
            from: next,
            to: next,
        },
        blocks: job.blocks(),
        submitted: next,
    };
    let mut backoff = Backoff::default();
    while collector.next() < order.blocks {
        if interrupt.pressed() {
            order.cancel();
            return Err(Failure::Interrupted);
        }
        match order.step(&mut collector, watch, out) {
            Ok(came) => {
                backoff.reset();
                if !came {
                    pause(LOOK, || interrupt.pressed());
                }
            }
            Err(Stop::Away(why)) => {
                tracing::warn!("{why}; it is tried again");
                backoff.pause(|| interrupt.pressed());
            }
            Err(Stop::For(failure)) => return Err(failure),
        }
    }
    order.forget();
    Ok(collector.totals().clone())
}

/// Why a step was the last one, or comes again.
enum Stop {
    Away(String),
    For(Failure),
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        match trouble {
            Trouble::Away(why) => Self::Away(why),
            refused @ Trouble::Refused(_) => Self::For(refused.into()),
        }
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::For(failure)
    }
}

impl Order<'_> {
    /// Submits what is to be played next, and writes the blocks that have come back. Returns whether there were
    /// any.
    fn step(
        &mut self,
        collector: &mut Collector,
        watch: &mut Watch,
        out: &Output,
    ) -> Result<bool, Stop> {
        let next = collector.next();
        if self.submitted < self.blocks && self.submitted < next + AHEAD / 2 {
            self.submission.from = self.submitted.max(next);
            self.submission.to = self.blocks.min(next + AHEAD);
            self.client.post::<BatchNews>("batches", &self.submission)?;
            self.submitted = self.submission.to;
        }
        let path = format!("batches/{}/results?from={next}", part(&self.submission.key));
        let found: Results = self.client.get(&path)?;
        for result in &found.results {
            let bytes = BASE64_STANDARD.decode(&result.bytes).map_err(Failure::trouble)?;
            let before = collector.totals().clone();
            collector.take(&bytes).map_err(|error| {
                Failure::Trouble(format!(
                    "{error}; the games before it are on the disk (`yiqi jobs remove {}` forgets what \
                     the workers have sent)",
                    self.submission.key
                ))
            })?;
            watch.took(&before, collector.totals());
            watch.see(&Event::Written(collector.totals()), out)?;
        }
        if !found.results.is_empty() {
            return Ok(true);
        }
        match found.next {
            Some(State::Quarantined) => {
                let why = found.error.unwrap_or_else(|| "no reason is known".to_owned());
                let key = &self.submission.key;
                Err(Failure::Trouble(format!(
                    "block {next} was given up after {} tries: {why} (`yiqi jobs remove {key}` forgets \
                     the batch)",
                    jobs::MOST_TRIES
                ))
                .into())
            }
            Some(State::Cancelled) => Err(Failure::Trouble(
                "somebody cancelled the work; the same command goes on with it".to_owned(),
            )
            .into()),
            // The hall does not know the block: its data were brought back from an older copy.
            None => {
                self.submitted = next;
                Ok(false)
            }
            Some(State::Waiting | State::Running | State::Done) => Ok(false),
        }
    }

    /// Ctrl-C: what is not done is not wanted any more. What is done waits for the next run.
    fn cancel(&self) {
        let path = format!("batches/{}/cancel", part(&self.submission.key));
        if let Err(error) = self.client.tell(&path, &()) {
            tracing::warn!("the work was not cancelled: {error:?}");
        }
    }

    /// All is on the disk here: the hall needs it no more.
    fn forget(&self) {
        if self.submitted == self.submission.from {
            return;
        }
        let path = format!("batches/{}", part(&self.submission.key));
        if let Err(error) = self.client.delete(&path) {
            tracing::warn!("the hall keeps the batch {}: {error:?}", self.submission.key);
        }
    }
}

/// A job and where it comes from, for messages.
pub(super) fn read(path: &std::path::Path) -> Result<Job, Failure> {
    let text = if path == std::path::Path::new("-") {
        std::io::read_to_string(std::io::stdin()).map_err(Failure::input)?
    } else {
        std::fs::read_to_string(path).map_err(|e| Failure::input(named(path, e)))?
    };
    Job::read(&text).map_err(|e| Failure::input(named(path, e)))
}

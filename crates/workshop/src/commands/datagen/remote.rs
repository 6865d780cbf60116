//! `workshop datagen run --nats`: workers play the blocks of a job, and the file is made of what comes back.

use super::{ProgressDisplay, named, refused};
use cluster::JobClass;
use command_line::batch::{BatchStop, RemoteBatch};
use command_line::nats::{Backoff, NatsLink, pause};
use command_line::output::Output;
use command_line::{Failure, Interrupt};
use datagen::{Collector, DatagenEvent, DatagenJob, DatagenSettings, FolderTotals};
use std::time::Duration;

/// How many blocks are submitted beyond those that have come back: more than any number of workers plays while
/// one answer is on its way.
const AHEAD: u64 = 256;
/// How often it is asked whether blocks are done.
const LOOK: Duration = Duration::from_millis(100);

/// Who asked for the games.
struct RemoteRun {
    batch: RemoteBatch,
    blocks: u64,
}

/// Has the games of a job played by workers. Returns what the folder holds then.
pub(super) fn collect(
    link: &NatsLink,
    job: &DatagenJob,
    settings: &DatagenSettings,
    watch: &mut ProgressDisplay,
    out: &Output,
) -> Result<FolderTotals, Failure> {
    let interrupt = Interrupt::listen(|| ())?;
    let mut collector = Collector::open(job, settings).map_err(refused)?;
    watch.see(&DatagenEvent::Resumed(collector.totals()), out)?;
    let payload = serde_json::to_string(job).map_err(Failure::trouble)?;
    let next = collector.next();
    let (class, program) = (JobClass::SelfPlay, &settings.program);
    let batch = RemoteBatch::open(link, class, "datagen", program, payload, next)?;
    let mut order = RemoteRun { batch, blocks: job.blocks() };
    let mut backoff = Backoff::default();
    while collector.next() < order.blocks {
        if interrupt.pressed() {
            order.batch.cancel();
            return Err(Failure::Interrupted);
        }
        match order.step(&mut collector, watch, out) {
            Ok(came) => {
                backoff.reset();
                if !came {
                    pause(LOOK, || interrupt.pressed());
                }
            }
            Err(BatchStop::Away(why)) => {
                tracing::warn!("{why}; it is tried again");
                backoff.pause(|| interrupt.pressed());
            }
            Err(BatchStop::For(failure)) => return Err(failure),
        }
    }
    // All is on the disk here.
    order.batch.remove();
    Ok(collector.totals().clone())
}

impl RemoteRun {
    /// Submits what is to be played next, and writes the blocks that have come back. Returns whether there were
    /// any.
    fn step(
        &mut self,
        collector: &mut Collector,
        watch: &mut ProgressDisplay,
        out: &Output,
    ) -> Result<bool, BatchStop> {
        let (next, submitted) = (collector.next(), self.batch.submitted());
        if submitted < self.blocks && submitted < next + AHEAD / 2 {
            self.batch.submit(submitted.max(next), self.blocks.min(next + AHEAD))?;
        }
        let results = self.batch.results(next)?;
        for bytes in &results {
            let before = collector.totals().clone();
            collector.take(bytes).map_err(|error| {
                self.batch.remove();
                Failure::Trouble(format!(
                    "{error}; the games before it are on the disk, and what else the workers have sent is forgotten"
                ))
            })?;
            watch.took(&before, collector.totals());
            watch.see(&DatagenEvent::Written(collector.totals()), out)?;
        }
        Ok(!results.is_empty())
    }
}

/// A job and where it comes from, for messages.
pub(super) fn read(path: &std::path::Path) -> Result<DatagenJob, Failure> {
    let text = if path == std::path::Path::new("-") {
        std::io::read_to_string(std::io::stdin()).map_err(Failure::input)?
    } else {
        std::fs::read_to_string(path).map_err(|e| Failure::input(named(path, e)))?
    };
    DatagenJob::read(&text).map_err(|e| Failure::input(named(path, e)))
}

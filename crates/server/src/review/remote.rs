//! A review by workers on other machines. The hall hands out some positions at a time as jobs (docs/serve/cluster.md), stores
//! what comes back as it stores its own results, and does itself what no worker takes.

use super::job::ReviewProgress;
use super::{ReviewSink, text};
use crate::config::Config;
use cluster::Workers;
use hall::review::ReviewHead;
use hall::review::{PositionFinding, ReviewOrder, ReviewWork};
use jobs::{JobClass, JobState, MOST_PAYLOAD, Submission};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};
use store::{Store, StoreError};
use tokio::sync::watch;

/// How often the hall looks what came back.
const LOOK: Duration = Duration::from_millis(250);
/// After this time without a worker on it the hall does what is left itself.
const PATIENCE: Duration = Duration::from_secs(4);

/// The queue of jobs, as reviews use it.
#[derive(Clone, Debug)]
pub(crate) struct RemoteReviews {
    store: Store,
    workers: Arc<Workers>,
    /// Only workers of this build find what the hall would find.
    build: String,
    /// Whether workers may have come to other nodes.
    is_shared: bool,
}

/// A review that workers search.
pub(super) struct RemoteReview<'a> {
    pub(super) head: &'a ReviewHead,
    pub(super) work: &'a mut ReviewWork,
    /// Where results are written.
    pub(super) sink: &'a ReviewSink,
    pub(super) progress: &'a mut ReviewProgress,
}

/// Why workers do no more of a review.
pub(super) enum RemoteStop {
    /// The hall does the rest, if there is any.
    Rest,
    /// A person cancelled it.
    Cancelled,
    /// The hall closes, or another review takes its place.
    Dropped,
}

impl RemoteReviews {
    /// `None` for a hall that hands out no work.
    pub(crate) fn of(config: &Config, store: Store, workers: Arc<Workers>) -> Option<Self> {
        let build = config.build.clone().filter(|_| !config.worker_tokens.is_empty())?;
        Some(Self { store, workers, build, is_shared: config.database.is_some() })
    }

    /// Takes all jobs of a review back.
    pub(super) async fn forget(&self, study: &str) -> Result<(), StoreError> {
        self.store.remove_jobs(&key(study)).await?;
        self.workers.lose();
        Ok(())
    }

    /// Lets workers search until nothing is left or nobody takes it. Partial results are kept.
    pub(super) async fn run(
        &self,
        RemoteReview { head, work, sink, progress }: RemoteReview<'_>,
        table_mb: u32,
        cancelled: &mut watch::Receiver<bool>,
    ) -> Result<RemoteStop, StoreError> {
        let order = order(head, table_mb);
        let key = key(&sink.study);
        let may = self.is_shared || self.workers.may_do(JobClass::Review);
        // What workers had of it before the hall closed is still there.
        let may = may || self.store.batch(&key).await?.is_some();
        if !may || work.next().is_none() {
            return Ok(RemoteStop::Rest);
        }
        if !self.submit(&key, &order).await? {
            return Ok(RemoteStop::Rest);
        }
        let (mut known, mut held_at) = (BTreeSet::new(), Instant::now());
        loop {
            let units = self.store.units(&key).await?;
            let mut rows = Vec::new();
            for &(unit, _, _) in units.iter().filter(|(_, state, _)| *state == JobState::Done) {
                if known.insert(unit) {
                    rows.extend(self.fetch(&key, unit, &order, head, work).await?);
                }
            }
            if !rows.is_empty() {
                sink.keep(head, rows, true).await?;
                held_at = Instant::now();
            }
            progress.tell(head, work, sink);
            let is_open = |state| matches!(state, JobState::Waiting | JobState::Running);
            if !units.iter().any(|&(_, state, _)| is_open(state)) {
                break;
            }
            if units.iter().any(|&(_, _, is_held)| is_held) {
                held_at = Instant::now();
            }
            if held_at.elapsed() >= PATIENCE {
                tracing::debug!("no worker takes the review of study {}", sink.study);
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                changed = cancelled.changed() => match changed {
                    Ok(()) => {
                        self.store.remove_jobs(&key).await?;
                        self.workers.lose();
                        return Ok(RemoteStop::Cancelled);
                    }
                    Err(_) => return Ok(RemoteStop::Dropped),
                },
            }
        }
        self.store.remove_jobs(&key).await?;
        self.workers.lose();
        Ok(RemoteStop::Rest)
    }

    /// Puts the units into the queue; `false` for a game that is too long for it. Those of the same review that were
    /// there before stay, with their results.
    async fn submit(&self, key: &str, order: &ReviewOrder) -> Result<bool, StoreError> {
        let payload = text(order);
        if payload.len() > MOST_PAYLOAD {
            return Ok(false);
        }
        let submission = Submission {
            key: key.to_owned(),
            class: JobClass::Review,
            build: self.build.clone(),
            priority: JobClass::Review.priority(),
            payload,
            from: 0,
            to: order.units(),
        };
        match self.store.submit_jobs(submission.clone()).await {
            Err(StoreError::Conflict) => {
                // An earlier review of the study, or another build of the program.
                self.store.remove_jobs(key).await?;
                self.store.submit_jobs(submission).await?;
            }
            submitted => drop(submitted?),
        }
        self.workers.wake();
        Ok(true)
    }

    /// Takes over what a worker found, as far as it can be of this game; returns the rows to be stored.
    async fn fetch(
        &self,
        key: &str,
        unit: u64,
        order: &ReviewOrder,
        head: &ReviewHead,
        work: &mut ReviewWork,
    ) -> Result<Vec<(u32, String)>, StoreError> {
        let Some(bytes) = self.store.unit_result(key, unit).await? else { return Ok(Vec::new()) };
        let mut rows = Vec::new();
        let findings =
            serde_json::from_slice::<Vec<PositionFinding>>(&bytes).unwrap_or_else(|error| {
                tracing::warn!("{key}: the result of unit {unit}: {error}");
                Vec::new()
            });
        let plies = order.plies(unit);
        for finding in findings.into_iter().take(plies.len()) {
            match work.take(finding, &plies) {
                Ok(ply) => {
                    let row = work.searched(ply).map(text);
                    rows.extend(row.map(|row| (head.node(ply), row)));
                }
                // The hall searches this position itself.
                Err(why) => tracing::warn!("{key}: the result of unit {unit}: {why}"),
            }
        }
        Ok(rows)
    }
}

fn key(study: &str) -> String {
    format!("review-{study}")
}

fn order(head: &ReviewHead, table_mb: u32) -> ReviewOrder {
    ReviewOrder {
        variant: head.variant.clone(),
        rules: head.rules.clone(),
        start: head.start.clone(),
        moves: head.moves.iter().map(|played| played.text.clone()).collect(),
        nodes: head.per_move.nodes,
        ms: head.per_move.ms,
        table_mb,
    }
}

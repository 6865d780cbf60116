//! A review by workers on other machines. The hall hands out some positions at a time as jobs (docs/serve/cluster.md), stores
//! what comes back as it stores its own results, and does itself what no worker takes.

use super::job::ReviewProgress;
use super::{ReviewSink, text};
use crate::hall_workers::HallWorkers;
use cluster::{Batch, JobClass, MOST_PAYLOAD, NatsError};
use hall::review::ReviewHead;
use hall::review::{PositionFinding, ReviewOrder, ReviewWork};
use std::collections::BTreeSet;
use std::time::Duration;
use store::StoreError;
use tokio::sync::watch;

/// How often the hall looks what came back.
const LOOK: Duration = Duration::from_millis(100);
/// After this time without a worker on it the hall does what is left itself.
const PATIENCE: Duration = Duration::from_secs(4);

/// Workers, as reviews use them.
#[derive(Clone, Debug)]
pub(crate) struct RemoteReviews(HallWorkers);

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
    pub(crate) fn of(workers: &HallWorkers) -> Self {
        Self(workers.clone())
    }

    /// Takes all jobs of a review back.
    pub(super) async fn forget(&self, study: &str) {
        let HallWorkers { nats, build, .. } = &self.0;
        // With the server away nobody works on it, or does for nothing.
        if let Err(error) = nats.forget(JobClass::Review, build, &key(study)).await {
            tracing::debug!("the review of study {study}: {error}");
        }
    }

    /// Lets workers search until nothing is left or nobody takes it. Partial results are kept.
    pub(super) async fn run(
        &self,
        RemoteReview { head, work, sink, progress }: RemoteReview<'_>,
        table_mb: u32,
        cancelled: &mut watch::Receiver<bool>,
    ) -> Result<RemoteStop, StoreError> {
        let order = order(head, table_mb);
        let HallWorkers { nats, build, .. } = &self.0;
        let payload = text(&order);
        if work.next().is_none()
            || payload.len() > MOST_PAYLOAD
            || !nats.is_connected()
            || !nats.has_worker(JobClass::Review, build).await
        {
            return Ok(RemoteStop::Rest);
        }
        let key = key(&sink.study);
        let mut batch = match self.submit(&key, payload, order.units()).await {
            Ok(batch) => batch,
            Err(why) => {
                tracing::warn!("no worker reviews study {}: {why}", sink.study);
                return Ok(RemoteStop::Rest);
            }
        };
        let mut known = BTreeSet::new();
        loop {
            let polled = batch.poll().await;
            let mut rows = Vec::new();
            while let Some((unit, bytes)) = batch.take_any() {
                if known.insert(unit) {
                    rows.extend(fetch(&key, unit, &bytes, &order, head, work));
                }
            }
            if !rows.is_empty() {
                sink.keep(head, rows, true).await?;
            }
            progress.tell(head, work, sink);
            if let Err(why) = polled {
                tracing::warn!("the review of study {}: {why}", sink.study);
                break;
            }
            let ended = known.len() + batch.count_dead();
            if u64::try_from(ended).unwrap_or(u64::MAX) >= order.units() {
                break;
            }
            if batch.silence() >= PATIENCE {
                tracing::debug!("no worker takes the review of study {}", sink.study);
                break;
            }
            tokio::select! {
                () = tokio::time::sleep(LOOK) => {}
                changed = cancelled.changed() => match changed {
                    Ok(()) => {
                        self.forget(&sink.study).await;
                        return Ok(RemoteStop::Cancelled);
                    }
                    Err(_) => return Ok(RemoteStop::Dropped),
                },
            }
        }
        self.forget(&sink.study).await;
        Ok(RemoteStop::Rest)
    }

    /// Puts the units into the queue. Those of the same review that were there before stay, with their results.
    async fn submit(&self, key: &str, payload: String, units: u64) -> Result<Batch, NatsError> {
        let HallWorkers { nats, build, .. } = &self.0;
        let mut batch = Batch::open(nats, JobClass::Review, key, build, payload).await?;
        batch.submit(0..units).await?;
        Ok(batch)
    }
}

/// Takes over what a worker found, as far as it can be of this game; returns the rows to be stored.
fn fetch(
    key: &str,
    unit: u64,
    bytes: &[u8],
    order: &ReviewOrder,
    head: &ReviewHead,
    work: &mut ReviewWork,
) -> Vec<(u32, String)> {
    let mut rows = Vec::new();
    let findings = serde_json::from_slice::<Vec<PositionFinding>>(bytes).unwrap_or_else(|error| {
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
    rows
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
        book: head.book(),
    }
}

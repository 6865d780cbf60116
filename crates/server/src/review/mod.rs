//! Reviews of studies: begun, stored, told to those who look on, ended, and gone on with after a restart.

mod job;
mod judged;
mod on_end;
#[cfg(feature = "cluster")]
mod remote;
mod taken;

pub(crate) use on_end::ReviewOnEnd;
#[cfg(feature = "cluster")]
pub(crate) use remote::RemoteReviews;
pub(crate) use taken::{CheckedReview, FinishedReview, checked as checked_review};

use crate::client::ClientId;
use crate::config::Config;
#[cfg(feature = "cluster")]
use crate::nodes::NodeRequest;
use crate::puzzles::Puzzles;
use crate::quotas::{QuotaKind, QuotaPermit, Quotas};
use crate::refusal::Refusal;
use crate::study::Studies;
use hall::review::{ReviewHead, ReviewWork};
use hall_messages::{checked_effort, review_head, shown_review};
use job::ReviewResources;
use pool::Pool;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use store::{Store, StoreError};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use wire::{NewReview, ReviewFailureCode, ReviewState};

/// All reviews of a hall.
#[derive(Clone, Debug)]
pub(crate) struct Reviews {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    studies: Studies,
    store: Store,
    pool: Pool,
    #[cfg(feature = "cluster")]
    remote: Option<RemoteReviews>,
    puzzles: Puzzles,
    table_mb: u32,
    quotas: Quotas,
    /// The longest time for a position.
    longest: Duration,
    /// Those under way, by study.
    running: Mutex<RunningReviews>,
}

type RunningReviews = HashMap<String, RunningReview>;

/// The task of a review.
#[derive(Debug)]
struct RunningReview {
    number: u64,
    /// Ends the review. To drop it ends the task alone, and the review goes on when the hall opens again.
    cancel: watch::Sender<bool>,
    handle: JoinHandle<()>,
}

/// What reviews need of the hall.
#[derive(Debug)]
pub(crate) struct ReviewServices {
    pub(crate) studies: Studies,
    pub(crate) store: Store,
    pub(crate) pool: Pool,
    /// Workers on other machines, if the hall has any.
    #[cfg(feature = "cluster")]
    pub(crate) remote: Option<RemoteReviews>,
    pub(crate) puzzles: Puzzles,
    pub(crate) quotas: Quotas,
}

impl Reviews {
    pub(crate) fn new(services: ReviewServices, config: &Config) -> Self {
        let inner = Inner {
            studies: services.studies,
            store: services.store,
            pool: services.pool,
            #[cfg(feature = "cluster")]
            remote: services.remote,
            puzzles: services.puzzles,
            table_mb: pool::table_mb(u8::MAX, config.hash_mb),
            quotas: services.quotas,
            longest: config.limits.client.review_time,
            running: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }

    /// Begins to review the main line of a study, in place of an earlier review.
    pub(crate) async fn begin(
        &self,
        study: &str,
        asked: NewReview,
        client: ClientId,
    ) -> Result<wire::ShownReview, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.inner.studies.elsewhere(study).await? {
            return there.ask(NodeRequest::Review(asked)).await;
        }
        let effort = checked_effort(asked, self.inner.longest)?;
        let line = self.inner.studies.main_line(study).await?;
        let base = shipped::openings::of(line.root.variant().id);
        let head = review_head(line, effort, base)?;
        let work =
            head.work(&games::REGISTRY).map_err(|why| Refusal::internal("review a study", &why))?;
        // Nothing of an earlier one may be stored later.
        self.drop_of(study).await;
        let share = self.inner.quotas.take(client, QuotaKind::Review)?;
        let store = &self.inner.store;
        store.clear_review(study).await?;
        store.set_review(study, true, text(&head), Vec::new()).await?;
        let shown = shown_review(&head, &work);
        self.inner.studies.review_changed(study, shown.clone());
        self.go_on(study, head, work, client, Some(share));
        Ok(shown)
    }

    /// Ends a review; what was found is kept.
    pub(crate) async fn cancel(&self, study: &str) -> Result<(), Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.inner.studies.elsewhere(study).await? {
            return there.ask(NodeRequest::CancelReview).await;
        }
        self.inner.studies.must_hold(study).await?;
        let task = self.inner.running().remove(study);
        if let Some(RunningReview { cancel, handle, .. }) = task {
            // The task may have ended by itself.
            let _ = cancel.send(true);
            let _ = handle.await;
        }
        #[cfg(feature = "cluster")]
        self.forget(study).await;
        let Some((head, _)) = load(&self.inner.store, study).await? else {
            return Err(Refusal::not_found("there is no review of this study"));
        };
        if matches!(head.state, ReviewState::Waiting | ReviewState::Running) {
            let head = ReviewHead { state: ReviewState::Cancelled, ..head };
            self.inner.store.set_review(study, false, text(&head), Vec::new()).await?;
        }
        Ok(())
    }

    /// Stops the review of a study that is deleted.
    pub(crate) async fn drop_of(&self, study: &str) {
        let task = self.inner.running().remove(study);
        if let Some(RunningReview { cancel, handle, .. }) = task {
            drop(cancel);
            let _ = handle.await;
        }
        #[cfg(feature = "cluster")]
        self.forget(study).await;
    }

    /// Takes back what workers have of a review.
    #[cfg(feature = "cluster")]
    async fn forget(&self, study: &str) {
        if let Some(remote) = &self.inner.remote {
            remote.forget(study).await;
        }
    }

    /// Goes on with the reviews that were under way when the hall closed, or at a node that has ended.
    pub(crate) async fn resume(&self) -> Result<(), StoreError> {
        for study in self.inner.store.reviews_under_way().await? {
            if self.inner.running().contains_key(&study) {
                continue;
            }
            if let Err(refusal) = self.inner.studies.must_hold(&study).await {
                tracing::debug!("the review of study {study}: {}", refusal.problem.message);
                continue;
            }
            match load(&self.inner.store, &study).await {
                Ok(Some((head, work))) => self.go_on(&study, head, work, ClientId::Hall, None),
                Ok(None) => {}
                Err(error) => tracing::warn!("the review of study {study} does not go on: {error}"),
            }
        }
        Ok(())
    }

    /// Stops all searches. The reviews go on when the hall opens again.
    pub(crate) fn close(&self) {
        self.inner.running().clear();
    }

    /// Goes on with a review of a client, which counts among those of the client until it ends.
    fn go_on(
        &self,
        study: &str,
        head: ReviewHead,
        work: ReviewWork,
        client: ClientId,
        share: Option<QuotaPermit>,
    ) {
        let (cancel, cancelled) = watch::channel(false);
        let number = rand::random();
        let inner = Arc::downgrade(&self.inner);
        let resources = ReviewResources {
            name: format!("review of {study}"),
            client: client.to_string(),
            pool: self.inner.pool.clone(),
            #[cfg(feature = "cluster")]
            remote: self.inner.remote.clone(),
            table_mb: self.inner.table_mb,
        };
        let own = study.to_owned();
        let (store, studies) = (self.inner.store.clone(), self.inner.studies.clone());
        let puzzles = self.inner.puzzles.clone();
        let sink = ReviewSink { study: own.clone(), store, studies, puzzles };
        // The task finds itself in the list, however soon it ends.
        let mut running = self.inner.running();
        let handle = tokio::spawn(async move {
            job::run(head, work, resources, sink, cancelled).await;
            drop(share);
            if let Some(inner) = inner.upgrade() {
                let mut running = inner.running();
                if running.get(&own).is_some_and(|task| task.number == number) {
                    running.remove(&own);
                }
            }
        });
        running.insert(study.to_owned(), RunningReview { number, cancel, handle });
    }
}

impl Inner {
    fn running(&self) -> MutexGuard<'_, RunningReviews> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The review of a study as it is stored; none where it cannot be read any more.
pub(crate) async fn stored(store: &Store, study: &str) -> Option<wire::ShownReview> {
    match load(store, study).await {
        Ok(loaded) => loaded.map(|(head, work)| shown_review(&head, &work)),
        Err(error) => {
            tracing::warn!("the review of study {study} cannot be read: {error}");
            None
        }
    }
}

/// What the finished review of a study says, without the moves as the page is shown them.
pub(crate) async fn summary(
    store: &Store,
    study: &str,
) -> Result<Option<hall::review::Review>, StoreError> {
    let loaded = load(store, study).await?;
    let done = loaded.filter(|(head, _)| head.state == ReviewState::Done);
    Ok(done.map(|(_, work)| work.review()))
}

async fn load(store: &Store, study: &str) -> Result<Option<(ReviewHead, ReviewWork)>, StoreError> {
    let Some(stored) = store.review(study).await? else { return Ok(None) };
    let head = serde_json::from_str::<ReviewHead>(&stored.head);
    let read = head.map_err(|error| error.to_string());
    let (mut head, mut work) =
        match read.and_then(|head| head.work(&games::REGISTRY).map(|work| (head, work))) {
            Ok(read) => read,
            Err(why) => {
                tracing::warn!("the review of study {study} cannot be read: {why}");
                return Ok(None);
            }
        };
    for (node, body) in stored.nodes {
        if let (Some(ply), Ok(row)) = (head.ply(node), serde_json::from_str(&body)) {
            work.give(ply, row);
        }
    }
    let (lost, total) = (work.unknown(), work.progress().1);
    if head.state == ReviewState::Done && lost > 0 {
        let message = format!("what was stored of {lost} of {total} positions is damaged");
        head.fails(ReviewFailureCode::DataDamaged, message);
    }
    Ok(Some((head, work)))
}

/// Where a review is written and told.
#[derive(Debug)]
struct ReviewSink {
    study: String,
    store: Store,
    studies: Studies,
    puzzles: Puzzles,
}

impl ReviewSink {
    /// Stores the head, and what was found in some positions by their nodes.
    async fn keep(
        &self,
        head: &ReviewHead,
        rows: Vec<(u32, String)>,
        under_way: bool,
    ) -> Result<(), StoreError> {
        self.store.set_review(&self.study, under_way, text(head), rows).await
    }

    /// Tells those who look on.
    fn tell(&self, review: wire::ShownReview) {
        self.studies.review_changed(&self.study, review);
    }
}

/// A head or row as it is stored: these types have no content that JSON cannot hold.
fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("strings, numbers and lists are always JSON")
}

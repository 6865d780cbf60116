//! A review that is under way: a task that asks the pool for one position after another.

#[cfg(feature = "cluster")]
use super::remote::{RemoteReview, RemoteReviews, RemoteStop};
use super::{ReviewSink, text};
use crate::refusal::Refusal;
use hall::review::ReviewHead;
use hall::review::ReviewWork;
use hall_messages::{review_under_way, shown_review};
use pool::{Pool, Question, SearchClass, SearchJob};
use std::time::{Duration, Instant};
use store::StoreError;
use tokio::sync::watch;
use wire::{ReviewFailureCode, ReviewState};

/// The least time between two reports to those who look on.
const BETWEEN: Duration = Duration::from_millis(700);

/// When the end of a review is stored again that could not be stored.
const STORE_AGAIN: Duration = Duration::from_secs(2);

/// What a review needs to search.
#[derive(Clone, Debug)]
pub(crate) struct ReviewResources {
    /// The name under which its searches take turns in the pool.
    pub(crate) name: String,
    /// Whose it is, for the pool.
    pub(crate) client: String,
    pub(crate) pool: Pool,
    /// Workers on other machines, if the hall has any.
    #[cfg(feature = "cluster")]
    pub(crate) remote: Option<RemoteReviews>,
    pub(crate) table_mb: u32,
}

/// How far a review is, for those who look on.
#[derive(Debug)]
pub(super) struct ReviewProgress {
    began: Instant,
    /// What was searched before it began.
    before: f64,
    told: Option<Instant>,
}

impl ReviewProgress {
    fn of(work: &ReviewWork) -> Self {
        Self { began: Instant::now(), before: work.cost().done, told: None }
    }

    /// Tells it, unless it was told a moment ago.
    pub(super) fn tell(&mut self, head: &ReviewHead, work: &ReviewWork, sink: &ReviewSink) {
        if self.told.is_none_or(|at| at.elapsed() >= BETWEEN) {
            self.told = Some(Instant::now());
            sink.tell(review_under_way(head, work, self.began.elapsed(), self.before));
        }
    }
}

/// Searches what is left, stores every result, and tells of the progress. Ends early when `cancelled` becomes
/// true, or its sender is gone because the hall closes: then the review goes on when the hall opens.
pub(crate) async fn run(
    mut head: ReviewHead,
    mut work: ReviewWork,
    resources: ReviewResources,
    sink: ReviewSink,
    mut cancelled: watch::Receiver<bool>,
) {
    head.state = ReviewState::Running;
    let mut progress = ReviewProgress::of(&work);
    // What ended it before the hall did anything itself; the outer `None`: nothing.
    #[cfg(not(feature = "cluster"))]
    let ended: Option<Option<ReviewState>> = None;
    #[cfg(feature = "cluster")]
    let ended = match &resources.remote {
        Some(remote) => {
            let review =
                RemoteReview { head: &head, work: &mut work, sink: &sink, progress: &mut progress };
            match remote.run(review, resources.table_mb, &mut cancelled).await {
                Ok(RemoteStop::Rest) => None,
                Ok(RemoteStop::Cancelled) => Some(Some(ReviewState::Cancelled)),
                Ok(RemoteStop::Dropped) => Some(None),
                Err(why) => Some(Some(failed(&mut head, why))),
            }
        }
        None => None,
    };
    let ended = match ended {
        Some(ended) => ended,
        None => here(&mut head, &mut work, &resources, &sink, &mut progress, &mut cancelled).await,
    };
    let Some(ended) = ended else { return };
    head.state = ended;
    if ended == ReviewState::Done {
        // Before the review is stored as done: after a crash in between it ends once more.
        let suspects =
            hall::puzzles::suspects(&work.review(), &crate::puzzles::terms(&head.variant));
        sink.puzzles.look_for(&sink.study, &head, suspects).await;
    }
    let mut kept = sink.keep(&head, Vec::new(), false).await;
    sink.tell(shown_review(&head, &work));
    // A disk that is full now has room later. Until then the stored review says that it goes on, which nobody could
    // begin again.
    while let Err(why) = kept {
        tracing::warn!("the end of a review is not stored: {why}");
        tokio::select! {
            () = tokio::time::sleep(STORE_AGAIN) => {}
            // Somebody begins another one or cancels this one, or the hall closes.
            _ = cancelled.changed() => return,
        }
        kept = sink.keep(&head, Vec::new(), false).await;
        if kept.is_ok() {
            sink.tell(shown_review(&head, &work));
        }
    }
}

/// Searches in the pool of this hall; `None` when the hall closes.
async fn here(
    head: &mut ReviewHead,
    work: &mut ReviewWork,
    resources: &ReviewResources,
    sink: &ReviewSink,
    progress: &mut ReviewProgress,
    cancelled: &mut watch::Receiver<bool>,
) -> Option<ReviewState> {
    Some(loop {
        progress.tell(head, work, sink);
        let Some(ask) = work.next() else { break ReviewState::Done };
        let (ply, step) = (ask.ply, ask.step);
        let question = Question::Move(ask.limits);
        let job = SearchJob::new(
            &resources.name,
            ask.session,
            question,
            SearchClass::Review,
            resources.table_mb,
        )
        .for_client(&resources.client)
        .forgetting(true);
        // Dropped at the end of the turn, it ends the search.
        let mut search = resources.pool.search(job);
        let found = tokio::select! {
            found = search.found() => found,
            changed = cancelled.changed() => match changed {
                Ok(()) => break ReviewState::Cancelled,
                // The hall closes.
                Err(_) => return None,
            },
        };
        match found {
            Some(Ok(found)) => work.answer(ply, step, &found),
            Some(Err(why)) => {
                tracing::warn!("{}: {why}", resources.name);
                head.fails(ReviewFailureCode::SearchFailed, why.message);
                break ReviewState::Failed;
            }
            // The pool closes.
            None => return None,
        }
        let row = work.searched(ply).map(|searched| (head.node(ply), text(searched)));
        if let Err(why) = sink.keep(head, row.into_iter().collect(), true).await {
            break failed(head, why);
        }
    })
}

fn failed(head: &mut ReviewHead, why: StoreError) -> ReviewState {
    let code = code(&why);
    let problem = Refusal::from(why).problem;
    head.fails(code, problem.message);
    ReviewState::Failed
}

/// The code of a failure of the store.
fn code(error: &StoreError) -> ReviewFailureCode {
    match error {
        StoreError::Conflict => ReviewFailureCode::ChangedElsewhere,
        StoreError::DiskFull(_) => ReviewFailureCode::DiskFull,
        StoreError::DiskFailed(_) => ReviewFailureCode::DiskFailed,
        StoreError::DataGone(_) => ReviewFailureCode::DataGone,
        StoreError::Busy(_) => ReviewFailureCode::DataBusy,
        StoreError::Unreachable(_) => ReviewFailureCode::DatabaseUnreachable,
        StoreError::Damaged { .. } => ReviewFailureCode::DataDamaged,
        StoreError::Closed => ReviewFailureCode::Closing,
        StoreError::Unfit(_)
        | StoreError::Elsewhere
        | StoreError::InUse { .. }
        | StoreError::Foreign(_)
        | StoreError::Directory { .. }
        | StoreError::Database(_) => ReviewFailureCode::Internal,
    }
}

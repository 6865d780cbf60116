//! Reviews that were searched elsewhere, as in a visitor's browser: checked, and stored like the hall's own.

use super::{Reviews, text};
#[cfg(feature = "cluster")]
use crate::nodes::NodeRequest;
use crate::refusal::Refusal;
use hall::puzzles::Suspect;
use hall::review::{PositionResult, ReviewHead, ReviewWork};
use hall_messages::{MainLine, checked_effort, review_head, shown_review};
use std::time::Duration;
use wire::{ReviewState, TakenReview};

/// The longest time for a position; nobody of the hall waits for it.
const LONGEST: Duration = Duration::from_secs(3_600);

/// A review whose parts fit the study.
#[derive(Debug)]
pub(crate) struct CheckedReview {
    head: ReviewHead,
    work: ReviewWork,
    rows: Vec<(u32, String)>,
}

fn bad(message: &str) -> Refusal {
    Refusal::impossible("bad-review", format!("review: {message}"))
}

/// Checks a review of this main line. What it says of the game and of its own state is not believed.
///
/// # Errors
/// When it is of other moves, or nothing of it can be read.
pub(crate) fn checked(line: MainLine, taken: &TakenReview) -> Result<CheckedReview, Refusal> {
    let said: ReviewHead = serde_json::from_str(&taken.head).map_err(|_| bad("no head"))?;
    let base = shipped::openings::of(line.root.variant().id);
    let mut head = review_head(line, checked_effort(said.per_move, LONGEST)?, base)?;
    let texts = |of: &ReviewHead| -> Vec<(u32, String)> {
        of.moves.iter().map(|one| (one.node, one.text.clone())).collect()
    };
    let is_same = (&head.variant, &head.rules, &head.start)
        == (&said.variant, &said.rules, &said.start)
        && texts(&head) == texts(&said);
    if !is_same {
        return Err(bad("it is of other moves than the study has"));
    }
    let work = head.work(&games::REGISTRY);
    let mut work = work.map_err(|why| Refusal::internal("a review from elsewhere", &why))?;
    let mut rows = Vec::new();
    for row in &taken.rows {
        let found = serde_json::from_str::<PositionResult>(&row.body);
        let (Some(ply), Ok(found)) = (head.ply(row.node), found) else {
            return Err(bad(&format!("what was found at node {} cannot be read", row.node)));
        };
        rows.push((row.node, text(&found)));
        work.give(ply, found);
    }
    let is_done = work.next().is_none();
    head.state = if is_done { ReviewState::Done } else { ReviewState::Cancelled };
    Ok(CheckedReview { head, work, rows })
}

impl CheckedReview {
    /// Its head and its rows as they are stored.
    pub(crate) fn stored(&self) -> (String, Vec<(u32, String)>) {
        (text(&self.head), self.rows.clone())
    }

    /// Where puzzles are looked for; `None` unless it is whole.
    pub(crate) fn finished(&self) -> Option<FinishedReview> {
        let terms = crate::puzzles::terms(&self.head.variant);
        let suspects = || hall::puzzles::suspects(&self.work.review(), &terms);
        (self.head.state == ReviewState::Done)
            .then(|| FinishedReview { head: self.head.clone(), suspects: suspects() })
    }
}

/// A whole review in whose game puzzles are looked for.
#[derive(Debug)]
pub(crate) struct FinishedReview {
    head: ReviewHead,
    suspects: Vec<Suspect>,
}

impl Reviews {
    /// Puzzles are looked for in the game of a review that is whole.
    pub(crate) async fn look_for_puzzles(&self, study: &str, review: FinishedReview) {
        self.inner.puzzles.look_for(study, &review.head, review.suspects).await;
    }

    /// Takes a review that was searched elsewhere, in place of an earlier one.
    pub(crate) async fn take(
        &self,
        study: &str,
        taken: TakenReview,
    ) -> Result<wire::ShownReview, Refusal> {
        #[cfg(feature = "cluster")]
        if let Some(there) = self.inner.studies.elsewhere(study).await? {
            return there.ask(NodeRequest::TakeReview(taken)).await;
        }
        let line = self.inner.studies.main_line(study).await?;
        let reading = tokio::task::spawn_blocking(move || {
            let review = checked(line, &taken)?;
            let shown = shown_review(&review.head, &review.work);
            Ok::<_, Refusal>((review.stored(), review.finished(), shown))
        });
        let read = reading.await.map_err(|error| Refusal::internal("reading a review", &error))?;
        let ((head, rows), finished, shown) = read?;
        self.drop_of(study).await;
        // Before the review is stored as done, as at the end of the hall's own.
        if let Some(finished) = finished {
            self.look_for_puzzles(study, finished).await;
        }
        self.inner.store.clear_review(study).await?;
        self.inner.store.set_review(study, false, head, rows).await?;
        self.inner.studies.review_changed(study, shown.clone());
        Ok(shown)
    }
}

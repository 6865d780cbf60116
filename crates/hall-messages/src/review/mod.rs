//! Reviews as the page is shown them, and what they begin with.

mod judged;
mod shown;
mod threat;

pub use judged::{judged_move, judgement};
pub use shown::shown_review;
pub use threat::{ThreatQuestion, ThreatSearch};

use crate::refused::Refused;
use crate::study::MainLine;
use hall::openings::OpeningBase;
use hall::review::{HeadMove, LONGEST, ReviewHead, ReviewWork};
use std::time::Duration;
use wire::{NewReview, ReviewState};

/// The time for a move where none is asked for.
const USUAL_MS: u64 = 500;
/// What may be asked for.
const LEAST_NODES: u64 = 100;
const LEAST_MS: u64 = 10;
/// Nodes that take about a millisecond.
const NODES_PER_MS: u64 = 1000;

/// Searches after which the time that is left can be told.
const LEAST_KNOWN: f64 = 3.0;

/// The effort that was asked for, if it is allowed, or the usual one.
///
/// # Errors
/// Names what is allowed.
pub fn checked_effort(asked: NewReview, longest: Duration) -> Result<NewReview, Refused> {
    let ms = LEAST_MS..=u64::try_from(longest.as_millis()).unwrap_or(u64::MAX).max(LEAST_MS);
    let nodes = LEAST_NODES..=ms.end().saturating_mul(NODES_PER_MS);
    let out_of_range = |what: &str, range: std::ops::RangeInclusive<u64>| {
        let (least, most) = range.into_inner();
        Refused::impossible("bad-review", format!("{what} of a review are from {least} to {most}"))
    };
    if asked.nodes.is_some_and(|asked| !nodes.contains(&asked)) {
        return Err(out_of_range("nodes", nodes));
    }
    if asked.ms.is_some_and(|asked| !ms.contains(&asked)) {
        return Err(out_of_range("milliseconds", ms));
    }
    Ok(match asked {
        NewReview { nodes: None, ms: None } => NewReview { nodes: None, ms: Some(USUAL_MS) },
        asked => asked,
    })
}

/// The head of a review of a main line. What `base`, that of the variant, has verified is theory.
///
/// # Errors
/// When it is too long, or there is nothing to review.
pub fn review_head(
    line: MainLine,
    per_move: NewReview,
    base: Option<&OpeningBase>,
) -> Result<ReviewHead, Refused> {
    let MainLine { root, game, moves } = line;
    if moves.is_empty() || moves.len() > LONGEST {
        let count = moves.len();
        let message = format!("a game of 1 to {LONGEST} moves can be reviewed, not of {count}");
        return Err(Refused::impossible("bad-review", message));
    }
    let mut moves: Vec<HeadMove> = moves
        .into_iter()
        .map(|(node, text, time_ms)| HeadMove { node, text, time_ms, book: false })
        .collect();
    for ply in base.map_or_else(Vec::new, |base| base.book(root.fork(), &texts(&moves))) {
        moves[ply].book = true;
    }
    Ok(ReviewHead {
        state: ReviewState::Waiting,
        per_move,
        variant: root.variant().id.to_owned(),
        rules: root.rules().to_owned(),
        start: root.start_text(),
        game,
        moves,
        message: None,
        code: None,
    })
}

fn texts(moves: &[HeadMove]) -> Vec<String> {
    moves.iter().map(|played| played.text.clone()).collect()
}

/// The review with an estimate of the time that is left: what is left to search, as fast as what was searched:
/// `before` is the cost of what was found before that time.
#[must_use]
pub fn review_under_way(
    head: &ReviewHead,
    work: &ReviewWork,
    searched: Duration,
    before: f64,
) -> wire::ShownReview {
    let mut review = shown_review(head, work);
    let cost = work.cost();
    let fresh = cost.done - before;
    if fresh >= LEAST_KNOWN {
        let left = searched.as_secs_f64() * cost.left / fresh;
        review.left_ms = Duration::try_from_secs_f64(left)
            .ok()
            .and_then(|left| u64::try_from(left.as_millis()).ok());
    }
    review
}

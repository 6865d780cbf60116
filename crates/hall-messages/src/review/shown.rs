//! A review as the page is shown it.

use engine::{ReasonKind, Session};
use hall::review::ReviewHead;
use hall::review::{Grade, ReviewWork, SideReview};
use std::collections::BTreeMap;
use wire::{
    CommonReason, MovePlayed, ReasonCode, ReviewState, ShownMove, ShownReason, WrittenMove,
};

/// The number of plies of a better line that are shown.
const SHOWN: usize = 8;

/// The review of what is known so far.
#[must_use]
pub fn shown_review(head: &ReviewHead, work: &ReviewWork) -> wire::ShownReview {
    let review = work.review();
    let (mut done, total) = work.progress();
    if head.state == ReviewState::Done {
        // What an earlier version reviewed has fewer searches, and is whole.
        done = total - work.unknown();
    }
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let start = games::new_session(&head.variant, Some(&head.rules), Some(&head.start)).ok();
    let mut shown = Vec::with_capacity(review.moves.len());
    // The position before the next move of the review.
    let mut session = start;
    let mut at = 0;
    for reviewed in review.moves {
        let ply = reviewed.ply - 1;
        let Some(session) = session.as_mut() else { break };
        while at < ply {
            if session.push(&work.moves()[at]).is_err() {
                break;
            }
            at += 1;
        }
        shown.push(one(head, session.as_ref(), reviewed));
    }
    wire::ShownReview {
        state: head.state,
        done: count(done),
        total: count(total),
        left_ms: None,
        per_move: head.per_move,
        moves: shown,
        sides: review.sides.map(|of| side(&of)),
        phases: review.phases.map(count),
        turning_points: review.turning_points.into_iter().map(count).collect(),
        decisive_ply: review.decisive_ply.map(count),
        opening_name: review.opening_name.map(str::to_owned),
        failure: head.failure(),
    }
}

/// A move, of which the session is at the position before it.
fn one(
    head: &ReviewHead,
    session: &dyn Session,
    reviewed: hall::review::ReviewedMove,
) -> ShownMove {
    let ply = reviewed.ply - 1;
    let best = reviewed.best.first().filter(|best| **best != reviewed.text);
    let reason = reviewed.reason.map(|reason| {
        let mut from = session.fork();
        if !reason.kind.is_missed() {
            // The move was possible.
            let _ = from.push(&reviewed.text);
        }
        ShownReason {
            code: code(reason.kind),
            squares: reason.squares,
            pieces: reason.pieces.into_iter().map(str::to_owned).collect(),
            moves: reason.moves,
            count: reason.count.map(|(given, taken)| [given, taken]),
            line: written(from, &reason.line),
        }
    });
    ShownMove {
        node: head.node(reviewed.ply),
        ply: u32::try_from(reviewed.ply).unwrap_or(u32::MAX),
        side: reviewed.side,
        score: reviewed.score,
        chance: reviewed.chance as f32,
        loss: reviewed.loss as f32,
        grade: reviewed.grade,
        accuracy: reviewed.accuracy as f32,
        best: best.and_then(|best| write(session, best)),
        best_line: match best {
            Some(_) => played(session, &reviewed.best, reviewed.ply),
            None => Vec::new(),
        },
        reason,
        time_ms: head.moves.get(ply).map_or(0, |m| m.time_ms),
    }
}

fn code(kind: ReasonKind) -> ReasonCode {
    ReasonCode::Common(match kind {
        ReasonKind::Perpetual => CommonReason::Perpetual,
        ReasonKind::AllowsMate => CommonReason::AllowsMate,
        ReasonKind::MissesMate => CommonReason::MissesMate,
        ReasonKind::AllowsWin => CommonReason::AllowsWin,
        ReasonKind::MissesWin => CommonReason::MissesWin,
        ReasonKind::Family(reason) => return ReasonCode::Family(reason.code().to_owned()),
    })
}

fn write(session: &dyn Session, text: &str) -> Option<WrittenMove> {
    let notations = hall::notations(session.write_all(text).ok()?);
    Some(WrittenMove { text: text.to_owned(), notations })
}

fn written(mut session: Box<dyn Session>, line: &[String]) -> Vec<WrittenMove> {
    let mut all = Vec::new();
    for text in line {
        let Some(m) = write(session.as_ref(), text) else { break };
        all.push(m);
        if session.push(text).is_err() {
            break;
        }
    }
    all
}

/// A line that a small board can play, from a position before ply `from`.
pub(super) fn played(session: &dyn Session, line: &[String], from: usize) -> Vec<MovePlayed> {
    let mut session = session.fork();
    let mut all = Vec::new();
    for (text, ply) in line.iter().take(SHOWN).zip(from..) {
        let side = session.side_to_move();
        let Ok(recorded) = session.record(text) else { break };
        all.push(MovePlayed::new(recorded, ply, side));
    }
    all
}

fn side(of: &SideReview) -> wire::ShownSide {
    let counts = Grade::ALL.iter().zip(of.counts);
    wire::ShownSide {
        accuracy: of.accuracy.map(|value| value as f32),
        counts: counts.map(|(&of, count)| (of, count)).collect::<BTreeMap<_, _>>(),
        by_phase: of.by_phase.map(|value| value.map(|value| value as f32)),
        average_loss: of.average_loss as f32,
    }
}

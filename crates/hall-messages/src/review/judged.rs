//! A move that is judged before it is played, for a person who is taught.

use crate::refused::Refused;
use crate::review::shown::{played, shown_review};
use hall::openings::OpeningBase;
use hall::review::{Effort, HeadMove, NewReview, ReviewHead, ReviewState, ReviewWork};
use wire::{JudgeMove, JudgedMove};

/// Nodes for each of the two positions: somebody waits for it.
const NODES: u64 = 20_000;
/// The longest game.
const MOST_MOVES: usize = 2_000;

/// What is to be searched to judge the last move of a game: a short review of it alone. What `base`, that of the variant,
/// has verified is theory.
///
/// # Errors
/// When there is no such game.
pub fn judgement(asked: &JudgeMove, base: Option<&OpeningBase>) -> Result<ReviewWork, Refused> {
    let count = asked.moves.len();
    let Some(last) = count.checked_sub(1).filter(|_| count <= MOST_MOVES) else {
        let message = format!("moves: 1 to {MOST_MOVES} are expected, not {count}");
        return Err(Refused::impossible("bad-judgement", message));
    };
    let start = games::new_session(&asked.variant, Some(&asked.rules), Some(&asked.start))?;
    let book = base.map_or_else(Vec::new, |base| base.book(start.fork(), &asked.moves));
    let mut work =
        ReviewWork::new(start, &asked.moves, Effort::nodes(NODES)).map_err(|illegal| {
            Refused::from(illegal.error).at(&format!("moves[{}]", illegal.ply - 1))
        })?;
    work.know_book(&book);
    work.only(last..count);
    Ok(work)
}

/// What the move is worth, once everything is searched; `None` if nothing was found of it.
#[must_use]
pub fn judged_move(asked: JudgeMove, work: &ReviewWork) -> Option<JudgedMove> {
    let raw = work.review().moves.into_iter().find(|one| one.ply == work.moves().len())?;
    let moves = work.moves().iter().zip(1..);
    let head = ReviewHead {
        state: ReviewState::Running,
        per_move: NewReview::default(),
        moves: moves
            .map(|(text, node)| HeadMove { node, text: text.clone(), time_ms: 0, book: false })
            .collect(),
        variant: asked.variant,
        rules: asked.rules,
        start: asked.start,
        game: None,
        message: None,
        code: None,
    };
    let seen = shown_review(&head, work).moves.into_iter().next_back()?;
    // A reason that lies in what was missed would give the better move away.
    let is_missed = raw.reason.as_ref().is_some_and(|reason| reason.kind.is_missed());
    let proof = raw.reason.filter(|_| !is_missed).map(|reason| reason.line);
    let line = proof.filter(|line| !line.is_empty());
    let line = line.or_else(|| Some(work.searched(raw.ply)?.line.clone())).unwrap_or_default();
    let mut after = games::new_session(&head.variant, Some(&head.rules), Some(&head.start)).ok()?;
    for text in work.moves() {
        after.push(text).ok()?;
    }
    let over = after.verdict().is_some();
    Some(JudgedMove {
        side: raw.side,
        loss: seen.loss,
        grade: seen.grade,
        reason: seen.reason.filter(|_| !is_missed),
        answer: if over { Vec::new() } else { played(after.as_ref(), &line, raw.ply + 1) },
    })
}

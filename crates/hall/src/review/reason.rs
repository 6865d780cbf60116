//! Reasons that are the same in all games: forced wins, and ends that the moves before decide.

use engine::{Doubt, Reason, ReasonKind, Score, Session};
use game::Side;

/// Why the move of a doubt is bad, if that can be proven.
pub(crate) fn reason(session: &dyn Session, doubt: &Doubt<String>) -> Option<Reason> {
    by_history(session, doubt)
        .or_else(|| session.explain(doubt))
        .or_else(|| by_force(session, doubt))
        .or_else(|| unproven(session, doubt))
}

/// What the game says of the lines alone, where the search has found a win that its line does not show.
fn unproven(session: &dyn Session, doubt: &Doubt<String>) -> Option<Reason> {
    let is_won = |score| matches!(score, Score::Mate(_));
    if !is_won(doubt.played_score) && !is_won(doubt.best_score) {
        return None;
    }
    let (played_score, best_score) = (Score::Cp(0), Score::Cp(0));
    session.explain(&Doubt { played_score, best_score, ..doubt.clone() })
}

/// The move loses by what was played before, at once or with the reply.
fn by_history(session: &dyn Session, doubt: &Doubt<String>) -> Option<Reason> {
    let foreseen = session.foresee().into_iter().find(|foreseen| foreseen.text == doubt.played)?;
    let loses = foreseen.verdict.outcome.winner() == Some(session.side_to_move().other());
    loses.then(|| Reason {
        squares: foreseen.verdict.squares,
        ..Reason::new(ReasonKind::Perpetual).by(foreseen.reply)
    })
}

/// The move allows a forced win, or misses one.
fn by_force(session: &dyn Session, doubt: &Doubt<String>) -> Option<Reason> {
    let side = session.side_to_move();
    let mates = session.is_won_by_mate();
    match (doubt.best_score, doubt.played_score) {
        (Score::Cp(_) | Score::Mate(1..), Score::Mate(moves @ ..=0)) => {
            let mut after = session.fork();
            after.push(&doubt.played).ok()?;
            let kind = if mates { ReasonKind::AllowsMate } else { ReasonKind::AllowsWin };
            won(after.as_ref(), &doubt.answer, side.other(), kind, moves.unsigned_abs())
        }
        (Score::Mate(moves @ 1..), Score::Cp(_)) => {
            let kind = if mates { ReasonKind::MissesMate } else { ReasonKind::MissesWin };
            won(session, &doubt.best, side, kind, moves.unsigned_abs())
        }
        _ => None,
    }
}

/// The reason of this kind, if `side` wins: by the line, played to its end, or by the search, which found a win in so many
/// moves, where the line ends before it. Nothing is told where the line contradicts the search: it ends otherwise, is longer, or
/// repeats a position.
fn won(
    session: &dyn Session,
    line: &[String],
    side: Side,
    kind: ReasonKind,
    within: u32,
) -> Option<Reason> {
    let mut session = session.fork();
    let mut shown = Vec::new();
    let mut seen = vec![standing(session.as_ref())];
    for text in line {
        session.push(text).ok()?;
        shown.push(text);
        if session.verdict().is_some() {
            break;
        }
        let here = standing(session.as_ref());
        if seen.contains(&here) {
            return None;
        }
        seen.push(here);
    }
    let reason = |moves| Some(Reason { moves: Some(moves), ..Reason::new(kind).by(&shown) });
    let played = u32::try_from(shown.len().div_ceil(2)).ok()?;
    match session.verdict() {
        Some(verdict) => {
            let is_won = !verdict.by_history && verdict.outcome.winner() == Some(side);
            if is_won { reason(played) } else { None }
        }
        // The moves of the side that wins are not all played yet.
        None if (1..within).contains(&played) => reason(within),
        None => None,
    }
}

/// The pieces on the board and the side to move: what a repetition repeats.
fn standing(session: &dyn Session) -> (Side, Vec<(String, Side, &'static str)>) {
    let pieces = session.board().pieces.into_iter();
    let pieces = pieces.map(|piece| (piece.at, piece.side, piece.kind));
    (session.side_to_move(), pieces.collect())
}

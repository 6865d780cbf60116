//! The end of a game, in words and squares.

use crate::erased::{AnyLine, AnyPosition};
use draughts::{Limits, Reason};
use engine::{Evidence, Repetition, Verdict};
use game::Position as _;

/// Whether and how the game has ended.
pub(crate) fn verdict(line: &AnyLine, limits: &Limits) -> Option<Verdict> {
    let code = line.position().variant().code();
    let game::Verdict { outcome, reason } = code.judge(line, limits)?;
    let last = line.plies().last().and_then(|ply| ply.mv);
    let squares = match reason {
        Reason::KingMade => last.map(|m| m.to().to_string()).into_iter().collect(),
        _ => Vec::new(),
    };
    let fact = (reason == Reason::NoMoves).then(|| {
        let position = line.position();
        let (men, kings) = position.count(position.side_to_move());
        if men + kings == 0 { "no-pieces" } else { "blocked" }
    });
    let evidence = match fact {
        Some("no-pieces") => "no pieces left",
        Some(_) => "every piece is blocked",
        None => "",
    };
    let running = code.running_limits(line, limits);
    let counted = running.into_iter().find(|limit| limit.reason == reason);
    let repeated = (reason == Reason::Repetition).then(|| repeated(line)).flatten();
    Some(Verdict {
        outcome,
        reason: reason.word(),
        evidence: evidence.to_owned(),
        rule: rule(line.position().rules().id, reason),
        squares,
        proof: Evidence {
            fact,
            counted: counted.map(|limit| (limit.plies, limit.limit)),
            repeated,
            ..Evidence::default()
        },
        by_history: repeated.is_some() || counted.is_some(),
    })
}

/// The paragraph that was applied, where the variant has a rule book with numbers.
fn rule(variant: &str, reason: Reason) -> Option<&'static str> {
    use draughts::DrawReason::{FifteenMoves, FiveMoves, SixteenMoves, Unchanged};
    match (variant, reason) {
        ("draughts", Reason::NoMoves) => Some("FMJD 5.1"),
        ("draughts", Reason::Repetition) => Some("FMJD 6.1"),
        ("draughts", Reason::KingMoves) => Some("FMJD 6.2"),
        ("draughts", Reason::Ending(SixteenMoves)) => Some("FMJD 6.3"),
        ("draughts", Reason::Ending(FiveMoves)) => Some("FMJD 6.4"),
        (
            "draughts-russian" | "draughts-brazilian",
            Reason::Ending(FifteenMoves | FiveMoves | Unchanged),
        ) => Some("FMJD-64 7.2"),
        _ => None,
    }
}

/// The path from the first occurrence of the position to the present one.
fn repeated(line: &AnyLine) -> Option<Repetition> {
    let times = line.position().variant().code().occurrences(line);
    let earlier = usize::try_from(times).ok()?.checked_sub(1)?;
    let (now, key) = (line.position(), line.key());
    let stood = |(_, ply): &(usize, &game::Ply<AnyPosition>)| ply.key == key && ply.undo == *now;
    let (first, _) = line.plies().iter().enumerate().rev().filter(stood).take(earlier).last()?;
    Some(Repetition::last(line.len() - first, line.len(), times))
}

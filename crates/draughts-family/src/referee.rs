//! The end of a game, in words and squares.

use draughts::{Limits, Position, Reason, VariantRules, judge_within, occurrences, running_limits};
use engine::{Evidence, Repetition, Verdict};
use game::{Line, Position as _};

/// Whether and how the game has ended.
pub(crate) fn verdict<V: VariantRules>(
    line: &Line<Position<V>>,
    limits: &Limits,
) -> Option<Verdict> {
    let game::Verdict { outcome, reason } = judge_within(line, limits)?;
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
    let counted = running_limits(line, limits).into_iter().find(|limit| limit.reason == reason);
    let repeated = (reason == Reason::Repetition).then(|| repeated(line)).flatten();
    Some(Verdict {
        outcome,
        reason: reason.word(),
        evidence: evidence.to_owned(),
        rule: rule::<V>(reason),
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
fn rule<V: VariantRules>(reason: Reason) -> Option<&'static str> {
    use draughts::DrawReason::{FifteenMoves, FiveMoves, SixteenMoves, Unchanged};
    match (V::RULES.id, reason) {
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
fn repeated<V: VariantRules>(line: &Line<Position<V>>) -> Option<Repetition> {
    let times = occurrences(line);
    let earlier = usize::try_from(times).ok()?.checked_sub(1)?;
    let (now, key) = (line.position(), line.key());
    let stood = |(_, ply): &(usize, &game::Ply<Position<V>>)| ply.key == key && ply.undo == *now;
    let (first, _) = line.plies().iter().enumerate().rev().filter(stood).take(earlier).last()?;
    Some(Repetition::last(line.len() - first, line.len(), times))
}

//! What gomoku says of itself for a review.

use crate::plan::{DoubtLines, threat_of};
use crate::proved::ProvenReason;
use engine::{Doubt, Expectation, Phase, Reason, Score, Stage};
use game::{Line, NullObserver, Position as _, Side};
use gomoku::{Move, Position, Squares, Threat};

/// The number of stones with which a game is taken to be over: few games are longer.
const LONG: u32 = 80;
/// The number of stones of an opening.
const OPENING: u32 = 8;

/// The meaning of scores of games with fouls and of all others, fitted to our own games; the cards beside them say to which.
const WITH_FOULS: Expectation = include!("../curves/renju.rs");
const WITHOUT_FOULS: Expectation = include!("../curves/gomoku.rs");

/// The meaning of scores in games of the variant.
pub(crate) fn expected(variant: &str) -> Expectation {
    if variant.starts_with("renju") { WITH_FOULS } else { WITHOUT_FOULS }
}

/// How far the game is, by its stones. There is no ending.
pub(crate) fn stage(line: &Line<Position>) -> Stage {
    let position = line.position();
    let stones: u32 = Side::ALL.map(|side| position.stones(side).len()).iter().sum();
    let phase = if stones < OPENING { Phase::Opening } else { Phase::Middlegame };
    Stage { phase, progress: f64::from(stones.min(LONG)) / f64::from(LONG) }
}

/// The points where `side`, to move, makes an open four or two fours that the other side cannot
/// forestall by a five; none where a five decides at once.
fn fours(position: &Position, side: Side) -> Option<&Squares> {
    let is_open = position.count(side, Threat::OpenFour) > 0
        && Side::ALL.iter().all(|&side| position.count(side, Threat::Five) == 0);
    is_open.then(|| position.threats(side, Threat::OpenFour))
}

/// Why the move is bad: a foul, an open four, or what the lines lead to. Where a win is proven, the review tells it.
pub(crate) fn explain(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let side = position.side_to_move();
    if doubt.played.square().is_some_and(|square| position.is_foul(square, side)) {
        return Some(Reason::of(&ProvenReason::ForbiddenPoint).at([doubt.played]));
    }
    let is_won = |score| matches!(score, Score::Mate(_));
    let proven = is_won(doubt.played_score) || is_won(doubt.best_score);
    by_four(position, doubt)
        .or_else(|| if proven { None } else { DoubtLines::of(position, doubt).reason() })
}

/// Whether the move leaves an open four to the opponent, or misses one.
fn by_four(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let side = position.side_to_move();
    let after = |m: Move| {
        let mut after = position.clone();
        after.make(m, &mut NullObserver);
        after
    };
    let now = after(doubt.played);
    if now.winner().is_some() {
        return None;
    }
    if let Some(points) = fours(position, side)
        && threat_of(position, doubt.played, side) < Threat::OpenFour
    {
        let reason = Reason::of(&ProvenReason::MissesFour).at(points.iter());
        return Some(reason.by(&doubt.best));
    }
    let points = fours(&now, !side)?;
    let instead = after(*doubt.best.first()?);
    if fours(&instead, !side).is_some() {
        return None;
    }
    Some(Reason::of(&ProvenReason::AllowsFour).at(points.iter()).by(&doubt.answer))
}

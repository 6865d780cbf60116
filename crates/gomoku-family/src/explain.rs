//! What gomoku says of itself for a review.

use crate::rules::Ruling;
use engine::{Doubt, Expectation, Phase, Reason, Stage};
use game::{Line, Position as _, Side, Silent};
use gomoku::{Move, Position, Squares, Threat};

/// The number of stones with which a game is taken to be over: few games are longer.
const LONG: u32 = 80;
/// The number of stones of an opening.
const OPENING: u32 = 8;

/// Fitted to our own games (`docs/review.md`).
pub(crate) fn expected(ruling: &Ruling) -> Expectation {
    let _ = ruling;
    Expectation { start: 120.0, end: 120.0, even: 0.0 }
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

/// Whether the move is a foul, leaves an open four to the opponent, or misses one.
pub(crate) fn explain(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let side = position.side_to_move();
    if position.is_foul(doubt.played, side) {
        return Some(Reason::new("forbidden-point").at([doubt.played]));
    }
    let after = |m: Move| {
        let mut after = position.clone();
        after.make(m, &mut Silent);
        after
    };
    let now = after(doubt.played);
    if now.winner().is_some() {
        return None;
    }
    if let Some(points) = fours(position, side)
        && position.threat(doubt.played, side) < Threat::OpenFour
    {
        let reason = Reason::new("misses-four").at(points.iter());
        return Some(reason.by(&doubt.best));
    }
    let points = fours(&now, !side)?;
    let instead = after(*doubt.best.first()?);
    if fours(&instead, !side).is_some() {
        return None;
    }
    Some(Reason::new("allows-four").at(points.iter()).by(&doubt.answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Score;
    use gomoku::{Rules, Setup, Square};

    fn told(rules: Rules, stones: &str, played: &str, best: &str) -> Option<Reason> {
        let setup: Setup = stones.parse().unwrap();
        let position = setup.position(rules, 15).unwrap();
        let point = |text| Square::read(text).unwrap();
        let doubt = Doubt {
            played: point(played),
            answer: Vec::new(),
            best: vec![point(best)],
            played_score: Score::Cp(-500),
            best_score: Score::Cp(0),
        };
        explain(&position, &doubt)
    }

    #[test]
    fn an_open_four_is_left_or_missed() {
        // White must answer Black's open three.
        let stones = "h8a1i8a3j8";
        let reason = told(Rules::FREESTYLE, stones, "a5", "k8").unwrap();
        assert_eq!((reason.code, reason.squares), ("allows-four", vec!["g8".into(), "k8".into()]));
        assert_eq!(told(Rules::FREESTYLE, stones, "g8", "k8"), None);
        // Black makes it.
        let reason = told(Rules::FREESTYLE, "h8a1i8a3j8a5", "o15", "k8").unwrap();
        assert_eq!(reason.code, "misses-four");
        // White is about to make a five: there is no time.
        let stones = "h8a1i8a2j8a3o15a4";
        assert_eq!(told(Rules::FREESTYLE, stones, "o1", "a5"), None);
    }

    #[test]
    fn a_foul_is_named() {
        let reason = told(Rules::RENJU, "g8a1i8a15h7o1h9o15", "h8", "h10").unwrap();
        assert_eq!((reason.code, reason.squares), ("forbidden-point", vec!["h8".into()]));
    }
}

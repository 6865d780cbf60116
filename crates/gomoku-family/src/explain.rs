//! What gomoku says of itself for a review.

use engine::{Doubt, Expectation, FamilyReason, Phase, Reason, Stage};
use game::{Line, Position as _, Side, Silent};
use gomoku::{Move, Position, Squares, Threat};

/// The number of stones with which a game is taken to be over: few games are longer.
const LONG: u32 = 80;
/// The number of stones of an opening.
const OPENING: u32 = 8;

/// The meaning of scores, fitted to our own games (`docs/review.md`).
pub(crate) const EXPECTED: Expectation = Expectation::constant(85.0);

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

/// Why a move of gomoku or renju is bad.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Proved {
    /// It is a foul.
    ForbiddenPoint,
    /// The opponent can make an open four.
    AllowsFour,
    /// An open four was possible.
    MissesFour,
}

impl Proved {
    /// All of them.
    pub(crate) const ALL: [&'static dyn FamilyReason; 3] =
        [&Self::ForbiddenPoint, &Self::AllowsFour, &Self::MissesFour];
}

impl FamilyReason for Proved {
    fn code(&self) -> &'static str {
        match self {
            Self::ForbiddenPoint => "forbidden-point",
            Self::AllowsFour => "allows-four",
            Self::MissesFour => "misses-four",
        }
    }

    fn is_missed(&self) -> bool {
        matches!(self, Self::MissesFour)
    }

    fn sentence(&self, reason: &Reason) -> String {
        let squares = reason.squares.join(" ");
        match self {
            Self::ForbiddenPoint => format!("{squares} is forbidden"),
            Self::AllowsFour => format!("leaves an open four on {squares}"),
            Self::MissesFour => format!("misses an open four on {squares}"),
        }
    }
}

/// Whether the move is a foul, leaves an open four to the opponent, or misses one.
pub(crate) fn explain(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let side = position.side_to_move();
    if position.is_foul(doubt.played, side) {
        return Some(Reason::of(&Proved::ForbiddenPoint).at([doubt.played]));
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
        let reason = Reason::of(&Proved::MissesFour).at(points.iter());
        return Some(reason.by(&doubt.best));
    }
    let points = fours(&now, !side)?;
    let instead = after(*doubt.best.first()?);
    if fours(&instead, !side).is_some() {
        return None;
    }
    Some(Reason::of(&Proved::AllowsFour).at(points.iter()).by(&doubt.answer))
}

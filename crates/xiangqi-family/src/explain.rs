//! What Xiangqi says of itself for a review.

use engine::{Doubt, Expectation, Phase, PuzzleTerms, Reason, Score, Stage};
use game::{Line, NullObserver, Position as _};
use xiangqi::{Kind, Move, Position};
use xiangqi_engine::{exchange_wins, gained};

use crate::names;
use crate::plan::DoubtLines;
use crate::proved::ProvenReason;

/// The meaning of scores, fitted to our own games; the card beside it says to which.
pub(crate) const EXPECTED: Expectation = include!("../curves/xiangqi.rs");

/// A puzzle of Xiangqi is one move that mates, wins material for good or saves the game, while the
/// second best is far worse.
pub(crate) const PUZZLES: PuzzleTerms = PuzzleTerms {
    fall: 0.10,
    lead: 0.22,
    winning: 0.72,
    saved: 0.40,
    lost: 0.22,
    solved: false,
    spread: 190.0,
};

/// A piece hangs if the exchanges on its square win at least this, in centipawns: more than an
/// uncrossed pawn, less than an advisor.
const HANGS: i32 = 150;

/// The score of a draw, and one that is ahead of it, in centipawns.
const EVEN: i32 = 3;
const AHEAD: i32 = 100;

/// The weight of the kinds of pieces for the progress of a game, and of all of them at the start.
const WEIGHTS: [(Kind, u32); 6] = [
    (Kind::Chariot, 8),
    (Kind::Cannon, 4),
    (Kind::Horse, 4),
    (Kind::Advisor, 1),
    (Kind::Elephant, 1),
    (Kind::Pawn, 1),
];
const ALL: u32 = 2 * (2 * (8 + 4 + 4 + 1 + 1) + 5);

/// How far the game is, by the pieces that are left. The opening ends when pieces of the weight of
/// two horses are gone, or after the twelfth move; the ending begins with less than three eighths
/// (about a chariot, a horse and a cannon each).
pub(crate) fn stage(line: &Line<Position>) -> Stage {
    let position = line.position();
    let left: u32 = WEIGHTS.iter().map(|&(kind, w)| position.kind(kind).len() * w).sum();
    let progress = 1.0 - f64::from(left.min(ALL)) / f64::from(ALL);
    let phase = if 8 * left < 3 * ALL {
        Phase::Ending
    } else if line.len() < 24 && left + 8 > ALL {
        Phase::Opening
    } else {
        Phase::Middlegame
    };
    Stage { phase, progress }
}

/// Why the move is bad: a piece hangs, or what the lines lead to. Mates are told by the review.
pub(crate) fn explain(line: &Line<Position>, doubt: &Doubt<Move>) -> Option<Reason> {
    let position = line.position();
    let is_mate = |score| matches!(score, Score::Mate(_));
    if is_mate(doubt.played_score) || is_mate(doubt.best_score) {
        return None;
    }
    repeats(line, doubt)
        .or_else(|| hangs(position, doubt))
        .or_else(|| DoubtLines::of(position, doubt).reason())
}

/// Whether the expected line repeats a position of the game, with which the search takes it for a draw, while the better move is
/// ahead.
fn repeats(line: &Line<Position>, doubt: &Doubt<Move>) -> Option<Reason> {
    let is_draw = matches!(doubt.played_score, Score::Cp(cp) if cp.abs() <= EVEN);
    if !is_draw || !matches!(doubt.best_score, Score::Cp(AHEAD..)) {
        return None;
    }
    let mut line = line.clone();
    line.push(doubt.played);
    let plies = doubt.answer.iter().position(|&m| {
        line.push(m);
        line.plies().iter().any(|ply| ply.key == line.key())
    })?;
    Some(Reason::of(&ProvenReason::AllowsRepetition).by(&doubt.answer[..=plies]))
}

/// Whether the move hangs a piece: the opponent's answer begins exchanges that win material, and
/// the better move would not have allowed them.
fn hangs(position: &Position, doubt: &Doubt<Move>) -> Option<Reason> {
    let taking = *doubt.answer.first()?;
    let after = |m: Move| {
        let mut after = position.clone();
        after.make(m, &mut NullObserver);
        after
    };
    let now = after(doubt.played);
    let victim = now.piece_at(taking.to)?;
    // The move itself may be a capture: the exchanges must win more than it gained.
    if !exchange_wins(&now, taking, HANGS + gained(position, doubt.played)) {
        return None;
    }
    let instead = after(*doubt.best.first()?);
    let hung_anyway = instead.piece_at(taking.to) == Some(victim)
        && instead.is_legal(taking)
        && exchange_wins(&instead, taking, HANGS);
    if hung_anyway {
        return None;
    }
    let reason = Reason::of(&ProvenReason::HangsPiece).at([taking.to]).by([taking]);
    Some(Reason { pieces: vec![names::kind(victim.kind())], ..reason })
}

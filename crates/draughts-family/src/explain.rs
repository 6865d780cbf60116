//! What draughts says of itself for a review: shots, and the values of the database.

use crate::erased::{AnyLine, AnyMove, AnyPosition, AnySquare};
use crate::known;
use crate::plan::DoubtLines;
use crate::proved::ProvenReason;
use crate::{board, obligation};
use endings::Value;
use engine::{Doubt, Expectation, Phase, PuzzleTerms, Reason, Score, Stage};
use game::{NullObserver, Position as _, Side};

/// The greatest number of pieces with which the database is asked: captures are played out first.
pub(crate) const FEW: u32 = 8;
/// The greatest number of captures in a row that are played out.
const DEEPEST: u32 = 16;

/// The meaning of scores in games of the variant, fitted to our own games; the cards beside the curves say to which. The variants
/// without games enough have one spread for the whole game, and no draws.
pub(crate) fn expected(variant: &str) -> Expectation {
    match variant {
        "draughts" => include!("../curves/draughts.rs"),
        "draughts-russian" => include!("../curves/draughts-russian.rs"),
        "draughts-brazilian" => include!("../curves/draughts-brazilian.rs"),
        "draughts-english" => include!("../curves/draughts-english.rs"),
        "draughts-frisian" => include!("../curves/draughts-frisian.rs"),
        "draughts-breakthrough" | "draughts-canadian" => Expectation::constant(140.0),
        "draughts-turkish" => Expectation::constant(145.0),
        "draughts-losing" => Expectation::constant(150.0),
        _ => Expectation::constant(90.0),
    }
}

/// The terms of puzzles of the variant.
pub(crate) fn puzzle_terms(variant: &str) -> PuzzleTerms {
    let spread = match variant {
        "draughts-frisian" => 75.0,
        "draughts-brazilian" => 80.0,
        "draughts-breakthrough" | "draughts-canadian" => 140.0,
        "draughts-turkish" => 145.0,
        "draughts-losing" => 150.0,
        _ => 90.0,
    };
    PuzzleTerms { spread, ..PuzzleTerms::USUAL }
}

pub(crate) fn after(position: &AnyPosition, m: AnyMove) -> AnyPosition {
    let mut after = *position;
    after.make(m, &mut NullObserver);
    after
}

pub(crate) fn pieces(position: &AnyPosition) -> u32 {
    Side::ALL.map(|side| position.count(side)).iter().map(|(men, kings)| men + kings).sum()
}

/// How far the game is, by the pieces that are left: the opening lasts until a fifth of them is
/// gone, the ending begins with a third.
pub(crate) fn stage(line: &AnyLine) -> Stage {
    let (left, all) = (pieces(line.position()), pieces(&line.position().variant().start()));
    let progress = 1.0 - f64::from(left.min(all)) / f64::from(all);
    let phase = match left {
        left if 3 * left <= all => Phase::Ending,
        left if 5 * left > 4 * all => Phase::Opening,
        _ => Phase::Middlegame,
    };
    Stage { phase, progress }
}

/// Why the move is bad: by the database, by a shot, or by what the lines lead to. Where a win is proven, the review tells it.
pub(crate) fn explain(position: &AnyPosition, doubt: &Doubt<AnyMove>) -> Option<Reason> {
    let best = *doubt.best.first()?;
    if let Some(reason) = by_database(position, doubt.played, best) {
        return Some(reason);
    }
    let is_won = |score| matches!(score, Score::Mate(_));
    // Where the database knows both moves, it has said all.
    let is_known = |m| known::solved(&after(position, m)).is_some();
    let proven = is_won(doubt.played_score)
        || is_won(doubt.best_score)
        || (is_known(doubt.played) && is_known(best));
    by_shot(position, doubt, best)
        .or_else(|| if proven { None } else { DoubtLines::of(position, doubt).reason() })
}

/// Whether the move allows forced captures that win pieces, or misses them.
fn by_shot(position: &AnyPosition, doubt: &Doubt<AnyMove>, best: AnyMove) -> Option<Reason> {
    if position.rules().stuck_wins {
        // To lose pieces is no loss there.
        return None;
    }
    let played: Vec<AnyMove> = [doubt.played].iter().chain(&doubt.answer).copied().collect();
    let allowed = shot(&after(position, doubt.played), &doubt.answer);
    let anyway = shot(&after(position, best), doubt.best.get(1..).unwrap_or_default());
    let gain = |shot: &Option<Shot>| shot.as_ref().map_or(0, Shot::gain);
    if let Some(shot) = allowed.as_ref().filter(|_| gain(&allowed) > gain(&anyway)) {
        // What the move itself took is given back.
        let own = i64::from(doubt.played.captures());
        if shot.gain() > own {
            return Some(shot.allowed());
        }
    }
    let missed = shot(position, &doubt.best)?;
    (missed.gain() > gain(&shot(position, &played))).then(|| {
        let reason = Reason::of(&ProvenReason::MissesShot).at(&missed.squares).by(&missed.line);
        Reason { count: Some((missed.given, missed.taken)), ..reason }
    })
}

/// Whether the move gives away what the database says is a win or a draw.
fn by_database(position: &AnyPosition, played: AnyMove, best: AnyMove) -> Option<Reason> {
    let code = position.variant().code();
    if pieces(position) > FEW || !code.has_endgames() {
        return None;
    }
    // The value for the side that has moved.
    let value = |m| {
        code.probe(&after(position, m)).map(|value| match value {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        })
    };
    match (value(best)?, value(played)?) {
        (Value::Win, Value::Draw) => Some(Reason::of(&ProvenReason::DatabaseDraw)),
        (Value::Win | Value::Draw, Value::Loss) => Some(Reason::of(&ProvenReason::DatabaseLoss)),
        _ => None,
    }
}

/// Forced captures that win pieces for the side that begins.
#[derive(Clone, Debug)]
pub(crate) struct Shot {
    taken: u32,
    pub(crate) given: u32,
    line: Vec<AnyMove>,
    /// The squares of the pieces that are taken, and their kinds.
    squares: Vec<AnySquare>,
    kinds: Vec<&'static str>,
    /// Whether the rule about which capture must be played forbade another capture.
    pub(crate) compelled: bool,
}

impl Shot {
    fn gain(&self) -> i64 {
        i64::from(self.taken) - i64::from(self.given)
    }

    /// The reason why a move that allows it is bad.
    fn allowed(&self) -> Reason {
        let proved: &'static ProvenReason = match (self.given, self.compelled) {
            (0, _) => &ProvenReason::HangsPiece,
            (_, true) => &ProvenReason::MajorityCapture,
            (_, false) => &ProvenReason::AllowsShot,
        };
        let reason = Reason::of(proved).at(&self.squares).by(&self.line);
        let count = Some((self.given, self.taken));
        Reason { count, pieces: self.kinds.clone(), ..reason }
    }
}

/// The shot that the line begins with, if it wins pieces: the other side must capture at each of
/// its moves, and none of its other captures is better for it.
pub(crate) fn shot(position: &AnyPosition, line: &[AnyMove]) -> Option<Shot> {
    let attacker = position.side_to_move();
    let mut at = *position;
    let mut shot = Shot {
        taken: 0,
        given: 0,
        line: Vec::new(),
        squares: Vec::new(),
        kinds: Vec::new(),
        compelled: false,
    };
    // Of each choice of the defender: how many pieces it would cost at least.
    let mut choices: Vec<i64> = Vec::new();
    for &m in line {
        let next = after(&at, m);
        if at.side_to_move() == attacker {
            if m.captures() == 0 && !next.must_capture() {
                break;
            }
            shot.taken += m.captures();
            for &square in &m.captured() {
                shot.kinds.extend(at.piece_at(square).map(|piece| board::kind(piece.kind)));
                shot.squares.push(square);
            }
        } else {
            let legal = at.captures();
            if legal.is_empty() {
                break;
            }
            let so_far = shot.gain();
            let others = legal.iter().filter(|&&other| other != m);
            choices.extend(others.map(|other| {
                so_far - i64::from(other.captures()) + settled(&after(&at, *other), 0)
            }));
            shot.given += m.captures();
            shot.compelled |= is_compelled(&at, &legal);
        }
        shot.line.push(m);
        at = next;
    }
    let gain = shot.gain();
    let is_forced = choices.iter().all(|&least| least >= gain);
    (gain > 0 && is_forced && !at.must_capture()).then_some(shot)
}

/// The pieces that the side to move wins if only captures are played.
pub(crate) fn settled(position: &AnyPosition, depth: u32) -> i64 {
    if depth >= DEEPEST {
        return 0;
    }
    let captures = position.captures();
    let after =
        captures.iter().map(|&m| i64::from(m.captures()) - settled(&after(position, m), depth + 1));
    after.max().unwrap_or(0)
}

/// Whether a person could try another capture here, if the rules did not demand a larger one.
fn is_compelled(position: &AnyPosition, legal: &[AnyMove]) -> bool {
    use obligation::Fault::{KingMustCapture, KingsFirst, LowerValue, TakesFewer};
    let turn = position.side_to_move();
    let own = |square: &AnySquare| position.piece_at(*square).is_some_and(|p| p.side == turn);
    position.variant().squares().filter(own).any(|from| {
        position.attempts(from).iter().any(|tried| {
            let fault = obligation::fault(from, tried, legal);
            matches!(fault, Some(KingMustCapture | KingsFirst | LowerValue | TakesFewer))
        })
    })
}

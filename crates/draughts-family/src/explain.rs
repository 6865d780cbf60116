//! What draughts says of itself for a review: shots, and the values of the database.

use crate::{board, obligation};
use draughts::{Bits, Move, Position, Square, Variant};
use endings::{Database, Value};
use engine::{Doubt, Expectation, Phase, Reason, Stage};
use game::{Line, Position as _, Side, Silent};

/// The greatest number of pieces with which the database is asked: captures are played out first.
const FEW: u32 = 8;
/// The greatest number of captures in a row that are played out.
const DEEPEST: u32 = 16;

/// Fitted to our own games (`docs/review.md`).
pub(crate) fn expected(variant: &str) -> Expectation {
    let _ = variant;
    Expectation { start: 90.0, end: 90.0, even: 0.0 }
}

fn after<V: Variant>(position: &Position<V>, m: Move<V>) -> Position<V> {
    let mut after = *position;
    after.make(m, &mut Silent);
    after
}

fn pieces<V: Variant>(position: &Position<V>) -> u32 {
    Side::ALL.map(|side| position.side(side).count()).iter().sum()
}

/// How far the game is, by the pieces that are left: the opening lasts until a fifth of them is
/// gone, the ending begins with a third.
pub(crate) fn stage<V: Variant>(line: &Line<Position<V>>) -> Stage {
    let (left, all) = (pieces(line.position()), pieces(&Position::<V>::start()));
    let progress = 1.0 - f64::from(left.min(all)) / f64::from(all);
    let phase = match left {
        left if 3 * left <= all => Phase::Ending,
        left if 5 * left > 4 * all => Phase::Opening,
        _ => Phase::Middlegame,
    };
    Stage { phase, progress }
}

/// See [`engine::Session::explain`].
pub(crate) fn explain<V: Variant>(
    position: &Position<V>,
    doubt: &Doubt<Move<V>>,
) -> Option<Reason> {
    let best = *doubt.best.first()?;
    if let Some(reason) = by_database(position, doubt.played, best) {
        return Some(reason);
    }
    if V::RULES.stuck_wins {
        // To lose pieces is no loss there.
        return None;
    }
    let played: Vec<Move<V>> = [doubt.played].iter().chain(&doubt.answer).copied().collect();
    let allowed = shot(&after(position, doubt.played), &doubt.answer);
    let anyway = shot(&after(position, best), doubt.best.get(1..).unwrap_or_default());
    let gain = |shot: &Option<Shot<V>>| shot.as_ref().map_or(0, Shot::gain);
    if let Some(shot) = allowed.as_ref().filter(|_| gain(&allowed) > gain(&anyway)) {
        // What the move itself took is given back.
        let own = i64::from(doubt.played.captures());
        if shot.gain() > own {
            return Some(shot.allowed());
        }
    }
    let missed = shot(position, &doubt.best)?;
    (missed.gain() > gain(&shot(position, &played))).then(|| {
        let reason = Reason::new("misses-shot").at(&missed.squares).by(&missed.line);
        Reason { count: Some((missed.given, missed.taken)), ..reason }
    })
}

/// Whether the move gives away what the database says is a win or a draw.
fn by_database<V: Variant>(
    position: &Position<V>,
    played: Move<V>,
    best: Move<V>,
) -> Option<Reason> {
    let database = Database::<V>::shipped()?;
    if pieces(position) > FEW {
        return None;
    }
    // The value for the side that has moved.
    let value = |m| {
        database.probe(&after(position, m)).map(|value| match value {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        })
    };
    match (value(best)?, value(played)?) {
        (Value::Win, Value::Draw) => Some(Reason::new("database-draw")),
        (Value::Win | Value::Draw, Value::Loss) => Some(Reason::new("database-loss")),
        _ => None,
    }
}

/// Forced captures that win pieces for the side that begins.
#[derive(Clone, Debug)]
struct Shot<V: Variant> {
    taken: u32,
    given: u32,
    line: Vec<Move<V>>,
    /// The squares of the pieces that are taken, and their kinds.
    squares: Vec<Square<V>>,
    kinds: Vec<&'static str>,
    /// Whether the rule about which capture must be played forbade another capture.
    compelled: bool,
}

impl<V: Variant> Shot<V> {
    fn gain(&self) -> i64 {
        i64::from(self.taken) - i64::from(self.given)
    }

    /// The reason why a move that allows it is bad.
    fn allowed(&self) -> Reason {
        let code = match (self.given, self.compelled) {
            (0, _) => "hangs-piece",
            (_, true) => "majority-capture",
            (_, false) => "allows-shot",
        };
        let reason = Reason::new(code).at(&self.squares).by(&self.line);
        let count = Some((self.given, self.taken));
        Reason { count, pieces: self.kinds.clone(), ..reason }
    }
}

/// The shot that the line begins with, if it wins pieces: the other side must capture at each of
/// its moves, and none of its other captures is better for it.
fn shot<V: Variant>(position: &Position<V>, line: &[Move<V>]) -> Option<Shot<V>> {
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
            let others = legal.iter().filter(|&other| other != m);
            choices.extend(others.map(|other| {
                so_far - i64::from(other.captures()) + settled(&after(&at, other), 0)
            }));
            shot.given += m.captures();
            shot.compelled |= is_compelled(&at, &legal.iter().collect::<Vec<_>>());
        }
        shot.line.push(m);
        at = next;
    }
    let gain = shot.gain();
    let is_forced = choices.iter().all(|&least| least >= gain);
    (gain > 0 && is_forced && !at.must_capture()).then_some(shot)
}

/// The pieces that the side to move wins if only captures are played.
fn settled<V: Variant>(position: &Position<V>, depth: u32) -> i64 {
    if depth >= DEEPEST {
        return 0;
    }
    let captures = position.captures();
    let after =
        captures.iter().map(|m| i64::from(m.captures()) - settled(&after(position, m), depth + 1));
    after.max().unwrap_or(0)
}

/// Whether a person could try another capture here, if the rules did not demand a larger one.
fn is_compelled<V: Variant>(position: &Position<V>, legal: &[Move<V>]) -> bool {
    use obligation::Fault::{KingMustCapture, KingsFirst, LowerValue, TakesFewer};
    let turn = position.side_to_move();
    let own = |square: &Square<V>| position.piece_at(*square).is_some_and(|p| p.side == turn);
    Square::<V>::all().filter(own).any(|from| {
        position.attempts(from).iter().any(|tried| {
            let fault = obligation::fault(from, tried, legal);
            matches!(fault, Some(KingMustCapture | KingsFirst | LowerValue | TakesFewer))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movetext;
    use draughts::International;
    use engine::Score;

    type Draughts = Position<International>;

    /// What is told of a move, with the answer to it, instead of another.
    fn told(text: &str, played: &str, answer: &str, best: &str) -> Option<Reason> {
        let position: Draughts = crate::position::read(text).unwrap();
        let read = |position: &Draughts, moves: &str| {
            let mut at = *position;
            let moves = moves.split_whitespace().map(|text| {
                let m = movetext::read(&at, text).unwrap();
                at = after(&at, m);
                m
            });
            moves.collect::<Vec<_>>()
        };
        let played = read(&position, played)[0];
        let answer = read(&after(&position, played), answer);
        let best = read(&position, best);
        let (played_score, best_score) = (Score::Cp(-200), Score::Cp(0));
        explain(&position, &Doubt { played, answer, best, played_score, best_score })
    }

    #[test]
    fn a_shot_is_counted() {
        let text = "W:W29,33:B7,12,18,19";
        let reason = told(text, "33-28", "18-23 29x18 12x32", "29-24").unwrap();
        assert_eq!((reason.code, reason.count), ("allows-shot", Some((1, 2))));
        assert_eq!(reason.squares, ["18", "28"]);
        assert_eq!(reason.line.len(), 3);
        let text = "W:W32,33,39,44:B22,23";
        let reason = told(text, "44-40", "22-27", "33-28 22x33 39x19").unwrap();
        assert_eq!((reason.code, reason.count), ("misses-shot", Some((1, 2))));
        // A quiet answer is no shot.
        assert_eq!(told("W:W29,33:B7,12,18,19", "33-28", "7-11", "29-24"), None);
    }

    #[test]
    fn a_man_that_is_taken_for_nothing_hangs() {
        let reason = told("W:W33,50:B1,22", "33-28", "22x33", "33-29").unwrap();
        assert_eq!((reason.code, reason.count), ("hangs-piece", Some((0, 1))));
        assert_eq!((reason.squares, reason.pieces), (vec!["28".to_owned()], vec!["man"]));
        // It is taken back.
        assert_eq!(told("W:W33,39:B1,22", "33-28", "22x33 39x28", "33-29"), None);
    }

    #[test]
    fn the_database_knows_what_was_given_away() {
        let position: Draughts = crate::position::read("W:WK46:B1").unwrap();
        let database = Database::<International>::shipped().unwrap();
        let moves = position.moves();
        let to = |value| {
            moves.iter().copied().find(|&m| database.probe(&after(&position, m)) == Some(value))
        };
        let (best, played) = (to(Value::Loss).unwrap(), to(Value::Draw).unwrap());
        let (played_score, best_score) = (Score::Cp(0), Score::Cp(900));
        let (best, answer) = (vec![best], Vec::new());
        let doubt = Doubt { played, answer, best, played_score, best_score };
        assert_eq!(explain(&position, &doubt).unwrap().code, "database-draw");
    }

    #[test]
    fn a_game_begins_with_the_opening() {
        let stage = stage(&Line::new(Draughts::start()));
        assert_eq!(stage, Stage { phase: Phase::Opening, progress: 0.0 });
    }
}

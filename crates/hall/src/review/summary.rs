//! The review of what is known of a game.

use crate::review::work::{ReviewWork, value};
use crate::review::{Grade, accuracy, thresholds};
use engine::{Phase, Reason, Score};
use game::Side;

/// The chance of the first side below which the second is better, and above which the first is.
const LEVEL: [f64; 2] = [0.35, 0.65];

/// The review of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The moves that are reviewed, in order.
    pub moves: Vec<ReviewedMove>,
    /// What both sides did, the first side first.
    pub sides: [SideReview; 2],
    /// The plies, from 1, with which the middlegame and the ending begin; beyond the last where
    /// there is none.
    pub phases: [usize; 2],
    /// The plies of mistakes after which another side is better, or none.
    pub turning_points: Vec<usize>,
    /// The ply, from 1, of the move after which the winner was never again without the better game; `None`
    /// where nobody won, or no mistake decided it.
    pub decisive_ply: Option<usize>,
    /// The code of the opening, where it has a name ([`engine::Session::opening_name`]).
    pub opening_name: Option<&'static str>,
}

/// A move of a review.
#[derive(Clone, Debug, PartialEq)]
pub struct ReviewedMove {
    /// Its ply, from 1.
    pub ply: usize,
    /// Whose move it was.
    pub side: Side,
    /// The move, in engine notation.
    pub text: String,
    /// The score after it, for the first side.
    pub score: Score,
    /// The expected score of the first side after it, from 0 to 1.
    pub chance: f64,
    /// The expected score that it lost.
    pub loss: f64,
    /// Its grade.
    pub grade: Grade,
    /// Its accuracy, from 0 to 100.
    pub accuracy: f64,
    /// The better line, its first move first; empty where no other move was better.
    pub best: Vec<String>,
    /// Why it is bad, where that can be proven.
    pub reason: Option<Reason>,
}

/// The moves of one side.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SideReview {
    /// The mean accuracy of the moves that were not forced.
    pub accuracy: Option<f64>,
    /// The number of moves of each grade, in the order of [`Grade::ALL`].
    pub counts: [u32; 7],
    /// The accuracy in opening, middlegame and ending.
    pub by_phase: [Option<f64>; 3],
    /// The mean loss of the moves that were not forced.
    pub average_loss: f64,
}

impl SideReview {
    /// The number of moves with this grade.
    #[must_use]
    pub fn count(&self, grade: Grade) -> u32 {
        Grade::ALL.iter().zip(self.counts).find(|(g, _)| **g == grade).map_or(0, |(_, n)| n)
    }
}

impl ReviewWork {
    /// The review of the moves that are known so far.
    #[must_use]
    pub fn review(&self) -> Review {
        let phases = self.phases();
        let moves: Vec<ReviewedMove> =
            (0..self.moves.len()).filter_map(|p| self.judged(p)).collect();
        let sides = Side::ALL.map(|side| {
            let own = || moves.iter().filter(move |m| m.side == side);
            let phase = |m: &ReviewedMove| phases.iter().filter(|&&from| m.ply >= from).count();
            let mut counts = [0; 7];
            for m in own() {
                if let Some(at) = Grade::ALL.iter().position(|&grade| grade == m.grade) {
                    counts[at] += 1;
                }
            }
            let free = || own().filter(|m| !m.grade.is_unjudged());
            SideReview {
                accuracy: mean(free().map(|m| m.accuracy)),
                counts,
                by_phase: [0, 1, 2]
                    .map(|n| mean(free().filter(|m| phase(m) == n).map(|m| m.accuracy))),
                average_loss: mean(free().map(|m| m.loss)).unwrap_or_default(),
            }
        });
        let turning_points = self.turning_points(&moves);
        let opening_name = self.opening_name();
        let decisive_ply = self.decisive_ply(&moves);
        Review { decisive_ply, turning_points, moves, sides, phases, opening_name }
    }

    /// The move after so many others, if both positions are known.
    fn judged(&self, ply: usize) -> Option<ReviewedMove> {
        let loss = self.loss(ply)?;
        let (place, next) = (&self.places[ply], &self.places[ply + 1]);
        let searched = self.searched(ply + 1)?;
        let grade = if place.only.is_some() {
            Grade::Forced
        } else if place.is_book {
            Grade::Book
        } else {
            Grade::of(loss)
        };
        let best = if grade > Grade::Best { self.better(ply) } else { None };
        let best = best.map(|(_, line)| line).unwrap_or_default();
        Some(ReviewedMove {
            ply: ply + 1,
            side: place.side,
            text: self.moves[ply].clone(),
            score: match next.outcome.map(game::Outcome::winner) {
                // A side that is mated already would have no sign.
                Some(Some(Side::First)) => Score::Mate(1),
                Some(Some(Side::Second)) => Score::Mate(-1),
                _ => match self.deepest(ply) {
                    Some(found) => for_first(found.score, place.side),
                    None => for_first(searched.score, next.side),
                },
            },
            chance: self.chance(ply + 1)?,
            loss,
            grade,
            accuracy: accuracy(loss),
            best,
            reason: self.reasons[ply].clone().flatten().filter(|_| grade > Grade::Good),
        })
    }

    /// The expected score of the first side after so many moves.
    #[must_use]
    pub fn chance(&self, ply: usize) -> Option<f64> {
        let place = self.places.get(ply)?;
        if let Some(outcome) = place.outcome {
            return Some(value(outcome, Side::First));
        }
        let own = self.worth(ply)?.value();
        Some(if place.side == Side::First { own } else { 1.0 - own })
    }

    /// The plies with which middlegame and ending begin. A game does not go back to a phase.
    fn phases(&self) -> [usize; 2] {
        let moves = &self.places[..self.moves.len()];
        [Phase::Middlegame, Phase::Ending].map(|phase| {
            let first = moves.iter().position(|place| place.phase >= phase);
            first.unwrap_or(moves.len()) + 1
        })
    }

    /// See [`Review::decisive_ply`].
    fn decisive_ply(&self, moves: &[ReviewedMove]) -> Option<usize> {
        let last = self.chance(self.moves.len())?;
        let winner = match LEVEL {
            [low, _] if last < low => Side::Second,
            [_, high] if last > high => Side::First,
            _ => return None,
        };
        let of = |chance: f64| if winner == Side::First { chance } else { 1.0 - chance };
        // The last position in which the winner was not better yet.
        let open = (0..self.moves.len()).rev();
        let mut before = open.map_while(|ply| self.chance(ply).map(|chance| (ply, of(chance))));
        let (ply, _) = before.find(|&(_, chance)| chance <= LEVEL[1])?;
        let decisive = moves.iter().find(|m| m.ply == ply + 1)?;
        let is_mistake = decisive.side != winner && decisive.grade >= Grade::Inaccuracy;
        is_mistake.then_some(decisive.ply)
    }

    fn turning_points(&self, moves: &[ReviewedMove]) -> Vec<usize> {
        let zone = |chance: f64| LEVEL.iter().filter(|&&bound| chance > bound).count();
        let turns = moves.iter().filter(|m| {
            let before = self.chance(m.ply - 1);
            m.loss >= thresholds::MISTAKE
                && before.is_some_and(|before| zone(before) != zone(m.chance))
        });
        turns.map(|m| m.ply).collect()
    }
}

/// A score for the first side, of a position in which `side` is to move.
fn for_first(score: Score, side: Side) -> Score {
    match (side, score) {
        (Side::First, score) => score,
        (Side::Second, Score::Cp(cp)) => Score::Cp(-cp),
        (Side::Second, Score::Mate(moves)) => Score::Mate(-moves),
    }
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0_u32, 0.0), |(count, sum), value| (count + 1, sum + value));
    (count > 0).then(|| sum / f64::from(count))
}

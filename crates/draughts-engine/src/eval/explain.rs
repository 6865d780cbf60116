//! An evaluation split into its terms.

use super::board::Board;
use super::codes::{Lanes as _, WINDOW_SQUARES};
use super::{Account, Evaluation, LearntWeights, PHASES, TERMS, Term};
use crate::EvaluatedVariant;
use draughts::{Position, Square};
use game::{Position as _, Side};

/// An evaluation, split into its terms. All values are in hundredths of a man, for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The terms that count here: what they say for White and for Black.
    pub terms: Vec<(Term, [i32; 2])>,
    /// What the squares of kings say for White and for Black, where they were learnt.
    pub kings: [i32; 2],
    /// What the learnt patterns of men say for White and for Black.
    pub shapes: [i32; 2],
    /// The sum before the lead is divided.
    pub sum: i32,
    /// The result.
    pub score: i32,
}

/// Counts the terms of each side.
struct BySide {
    terms: [[i32; 2]; TERMS],
    /// By square index, as its side sees the board.
    kings: Vec<(usize, usize)>,
}

impl Account for BySide {
    fn add(&mut self, term: Term, times: i32) {
        let side = usize::from(times < 0);
        self.terms[term as usize][side] += times.abs();
    }

    fn king(&mut self, sign: i32, index: usize, denied: i32) {
        self.add(Term::KingDenied, sign * denied);
        self.kings.push((usize::from(sign < 0), index));
    }
}

impl<V: EvaluatedVariant> Evaluation<V> {
    /// Splits the evaluation of a position into its terms.
    ///
    /// ```
    /// use draughts::{International, Position};
    /// use draughts_engine::eval::Evaluation;
    /// let start = Position::<International>::start();
    /// let explained = Evaluation::new(International).explain(&start);
    /// let (first, men) = explained.terms[0];
    /// assert_eq!((first.name(), men[0]), ("Man", men[1]));
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position<V>) -> Explanation {
        let board = Board::of(position);
        let codes = self.codes_of(position);
        let learnt = self.learnt();
        let mut counts = BySide { terms: [[0; 2]; TERMS], kings: Vec::new() };
        match learnt {
            Some(_) => board.account_learnt(position, &codes, &self.tables, &mut counts),
            None => board.account(position, &self.tables, &mut counts),
        }
        // The board counts the difference of men only.
        counts.terms[Term::Man as usize] = board.counts;
        let share = f64::from(self.phase(&board)) / f64::from(PHASES);
        let worth = |[opening, end]: [i32; 2], times: i32| {
            let value = f64::from(opening) * share + f64::from(end) * (1.0 - share);
            value * f64::from(times) / 10.0
        };
        let weight = |term: Term| match learnt {
            Some(learnt) => learnt.term(term),
            None => self.weights.terms[term as usize],
        };
        let mut sum = 0.0;
        let mut terms = Vec::new();
        for &term in Term::ALL {
            let sides = counts.terms[term as usize];
            let values = sides.map(|times| worth(weight(term), times));
            sum += values[0] - values[1];
            if sides != [0; 2] && weight(term) != [0; 2] {
                terms.push((term, values.map(|value| value.round() as i32)));
            }
        }
        let (mut kings, mut shapes) = ([0.0; 2], [0.0; 2]);
        if let Some(learnt) = learnt {
            for &(side, index) in &counts.kings {
                kings[side] += worth(learnt.king_at(index), 1);
            }
            for (lane, pair) in learnt.by_lane(&codes).into_iter().enumerate() {
                shapes[usize::from(!learnt.is_white(lane))] += worth(pair, 1);
            }
        }
        sum += kings[0] - kings[1] + shapes[0] - shapes[1];
        let [kings, shapes] = [kings, shapes].map(|pair| pair.map(|value| value.round() as i32));
        let exact = self.of(position).value();
        let score = if position.side_to_move() == Side::First { exact } else { -exact };
        // What rounding alone makes of it is no division.
        let sum = if (sum - f64::from(score)).abs() < 1.5 { score } else { sum.round() as i32 };
        Explanation { terms, kings, shapes, sum, score }
    }

    /// What the learnt patterns of men say about each square, for White in hundredths of a man: of every window
    /// that has the square its share. The shares of all squares add up to the term. Empty where nothing was learnt.
    #[must_use]
    pub fn shapes_by_square(&self, position: &Position<V>) -> Vec<(Square<V>, f64)> {
        let Some(learnt) = self.learnt() else { return Vec::new() };
        let codes = self.codes_of(position);
        let share = f64::from(self.phase(&Board::of(position))) / f64::from(PHASES);
        let values = learnt.by_lane(&codes);
        let of = |square: Square<V>| {
            let digits = self.digits.man(Side::First, square);
            let own = (0..values.len()).filter(|&lane| digits.at(lane) != 0);
            (square, own.map(|lane| lane_share(learnt, &values, lane, share)).sum())
        };
        Square::all().map(of).collect()
    }
}

/// The share of each square in what a lane says for White, in hundredths.
fn lane_share(learnt: &LearntWeights, values: &[[i32; 2]], lane: usize, share: f64) -> f64 {
    let [opening, end] = values[lane].map(f64::from);
    let sign = if learnt.is_white(lane) { 1.0 } else { -1.0 };
    sign * (opening * share + end * (1.0 - share)) / 10.0 / f64::from(WINDOW_SQUARES)
}

//! An evaluation split into its terms.

use super::board::Board;
use super::shapes::{VIEWS, WINDOWS};
use super::{Account, Evaluation, PHASES, TERMS, Term};
use draughts::{Position, Square, VariantRules};
use game::{Position as _, Side};

/// An evaluation, split into its terms. All values are in hundredths of a man, for White.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The terms that count here: what they say for White and for Black.
    pub terms: Vec<(Term, [i32; 2])>,
    /// What the fitted shapes of men say for White and for Black.
    pub shapes: [i32; 2],
    /// The sum before the lead is divided.
    pub sum: i32,
    /// The result.
    pub score: i32,
}

/// Counts the terms of each side.
struct BySide([[i32; 2]; TERMS]);

impl Account for BySide {
    fn add(&mut self, term: Term, times: i32) {
        let side = usize::from(times < 0);
        self.0[term as usize][side] += times.abs();
    }
}

impl<V: VariantRules> Evaluation<V> {
    /// Splits the evaluation of a position into its terms.
    ///
    /// ```
    /// use draughts::{International, Position};
    /// use draughts_engine::eval::Evaluation;
    /// let start = Position::<International>::start();
    /// let explained = Evaluation::new().explain(&start);
    /// let (first, men) = explained.terms[0];
    /// assert_eq!((first.name(), men[0]), ("Man", men[1]));
    /// ```
    #[must_use]
    pub fn explain(&self, position: &Position<V>) -> Explained {
        let board = Board::of(position);
        let mut counts = BySide([[0; 2]; TERMS]);
        board.account(position, &self.tables, &mut counts);
        // The board counts the difference of men only.
        counts.0[Term::Man as usize] = board.counts;
        let phase = self.phase(&board);
        let blend = |[opening, end]: [i32; 2]| opening * phase + end * (PHASES - phase);
        let hundredths = |thousandths: i32| (thousandths as f64 / f64::from(10 * PHASES)).round();
        let terms = Term::ALL.iter().filter_map(|&term| {
            let sides = counts.0[term as usize];
            let weight = blend(self.weights.terms[term as usize]);
            let worth = sides.map(|times| hundredths(times * weight) as i32);
            (sides != [0; 2] && weight != 0).then_some((term, worth))
        });
        let terms = terms.collect();
        let shapes = self
            .shapes
            .as_ref()
            .filter(|_| Self::WINDOWS > 0)
            .map_or([[0; 2]; 2], |shapes| shapes.by_side(&self.codes_of(position)));
        let shapes = shapes.map(|pair| hundredths(blend(pair)) as i32);
        let exact = self.of(position).value();
        let score = if position.side_to_move() == Side::First { exact } else { -exact };
        let mut whole = super::Sum { weights: &self.weights, opening: 0, end: 0 };
        board.account(position, &self.tables, &mut whole);
        if let Some(table) = self.shapes.as_ref().filter(|_| Self::WINDOWS > 0) {
            let [opening, end] = table.sum(&self.codes_of(position));
            whole.opening += opening;
            whole.end += end;
        }
        Explained { terms, shapes, sum: blend([whole.opening, whole.end]) / PHASES / 10, score }
    }

    /// What the fitted shapes of men say about each square, for White in hundredths of a man: an eighth of every window
    /// that has the square. The shares of all squares add up to the term. Empty where the board has no shapes.
    #[must_use]
    pub fn shapes_by_square(&self, position: &Position<V>) -> Vec<(Square<V>, f64)> {
        let Some(shapes) = self.shapes.as_ref().filter(|_| Self::WINDOWS > 0) else {
            return Vec::new();
        };
        let phase = self.phase(&Board::of(position));
        let values = shapes.by_view(&self.codes_of(position));
        let share = |view: usize| {
            let [opening, end] = values[view];
            let value = f64::from(opening * phase + end * (PHASES - phase));
            let sign = if view < WINDOWS { 1.0 } else { -1.0 };
            sign * value / f64::from(10 * PHASES) / 8.0
        };
        let of = |square: Square<V>| {
            let digits = self.digits.man(Side::First, square).numbers();
            let own = (0..VIEWS).filter(|&view| digits[view] != 0);
            (square, own.map(share).sum())
        };
        Square::all().map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Frisian, International, Russian};
    use game::Silent;

    /// The terms add up to the evaluation, but for the rounding of each.
    fn adds_up<V: VariantRules>() {
        let evaluation = Evaluation::<V>::new();
        let mut position = Position::<V>::start();
        for ply in 0..60_usize {
            let explained = evaluation.explain(&position);
            let terms = explained.terms.iter().map(|(_, [white, black])| white - black);
            let sum: i32 = terms.sum::<i32>() + explained.shapes[0] - explained.shapes[1];
            let shares: f64 = evaluation.shapes_by_square(&position).iter().map(|(_, v)| v).sum();
            let shapes = f64::from(explained.shapes[0] - explained.shapes[1]);
            assert!((shares - shapes).abs() <= 1.01, "{shares} {explained:?} at {position}");
            let bound = explained.terms.len() as i32 + 2;
            assert!((sum - explained.sum).abs() <= bound, "{explained:?} at {position}");
            let own = evaluation.of(&position).value();
            let white = if position.side_to_move() == Side::First { own } else { -own };
            assert_eq!(explained.score, white);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            position.make(moves[ply * 7 % moves.len()], &mut Silent);
        }
    }

    #[test]
    fn the_terms_add_up_to_the_evaluation() {
        adds_up::<International>();
        adds_up::<Frisian>();
        adds_up::<Russian>();
    }
}

//! A position as the training sees it.

use super::board::Board;
use super::codes::{Lanes as _, PARTS, part_of, turned};
use super::{Account, Evaluation, PHASES, TERMS, Term};
use crate::EvaluatedVariant;
use draughts::Position;
use game::Position as _;

/// What counts in a position for an evaluation that is learnt. Its score is linear in the numbers, so that they can be
/// fitted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sample {
    /// Terms and squares of kings that count: which number, and how often for White less how often for Black.
    pub times: Vec<(u16, i16)>,
    /// The entries of the tables that White reads, one of each table, and those that Black reads.
    pub codes: [Vec<u32>; 2],
    /// The share of the opening's numbers, from 0 to 1.
    pub phase: f32,
    /// The divisors of a lead of White and of Black.
    pub divisors: [i32; 2],
    /// Whether the side to move can capture, and whether the other side could if it were its turn.
    pub captures: [bool; 2],
}

/// Counts by number.
struct Times(Vec<(u16, i16)>);

impl Times {
    fn count(&mut self, number: usize, times: i32) {
        // There are some hundred numbers, and counts of a board.
        let (number, times) = (number as u16, times as i16);
        match self.0.iter_mut().find(|known| known.0 == number) {
            Some(known) => known.1 += times,
            None => self.0.push((number, times)),
        }
    }
}

impl Account for Times {
    fn add(&mut self, term: Term, times: i32) {
        self.count(term as usize, times);
    }

    fn king(&mut self, sign: i32, index: usize, denied: i32) {
        self.count(TERMS + index, sign);
        self.count(Term::KingDenied as usize, sign * denied);
    }
}

impl<V: EvaluatedVariant> Evaluation<V> {
    /// What counts in a position.
    #[must_use]
    pub fn sample(&self, position: &Position<V>) -> Sample {
        let (board, codes) = (Board::of(position), self.codes_of(position));
        let turn = position.side_to_move();
        let mut times = Times(Vec::new());
        board.account_learnt(position, &codes, &self.tables, &mut times);
        times.0.retain(|&(_, times)| times != 0);
        times.0.sort_unstable();
        let lanes = |side: usize| {
            // Codes count from the beginning of their own table.
            let code = |lane| turned(codes.at(lane) - self.digits.empty.at(lane));
            let windows = (side * Self::WINDOWS..(side + 1) * Self::WINDOWS).map(code);
            let parts = windows
                .clone()
                .flat_map(|code| (0..PARTS.len()).map(move |part| part_of(code, part)));
            windows.chain(parts).collect()
        };
        Sample {
            times: times.0,
            codes: [lanes(0), lanes(1)],
            phase: self.phase(&board) as f32 / PHASES as f32,
            divisors: [1, -1].map(|lead| self.divisor(&board, lead)),
            captures: [turn, turn.other()].map(|side| position.can_capture(side)),
        }
    }
}

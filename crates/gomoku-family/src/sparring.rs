//! Moves of gomoku and renju as sparring partners see them.

use crate::session::GomokuGame;
use engine::{Preset, SparringGame, SparringText, SparringWeight, sparring_partners};
use game::{Position as _, Side};
use gomoku::{Move, Position, Square, Threat};
use std::cmp::Ordering;

/// See [`engine::Family::sparring_partners`].
pub(crate) static PARTNERS: [Preset; 4] = sparring_partners::<GomokuSparring>();

/// The four directions: columns and rows of a step.
const DIRECTIONS: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// What stopping a five counts, making an open four, and stopping one; more than any row.
const STOPS_FIVE: i32 = 3000;
const MAKES_OPEN_FOUR: i32 = 2000;
const STOPS_OPEN_FOUR: i32 = 1000;
/// What a stone of the longest row counts; more than all its ways to a five.
const STONE: i32 = 100;

/// See [`SparringGame`].
#[derive(Debug)]
pub(crate) struct GomokuSparring;

/// The most stones that a stone of `side` on a point would have in one window of five points without a stone of the
/// opponent, and the number of such windows.
fn longest_row(position: &Position, m: Square, side: Side) -> (i32, i32) {
    let at = |step: (i8, i8), n: i8| {
        let column = m.column().checked_add_signed(step.0 * n)?;
        let row = m.row().checked_add_signed(step.1 * n)?;
        Square::new(column, row).filter(|_| column < position.size() && row < position.size())
    };
    let window = |step, first: i8| {
        let mut stones = 0;
        for n in first..first + 5 {
            match position.stone_at(at(step, n)?) {
                Some(stone) if stone != side => return None,
                Some(_) => stones += 1,
                None => stones += i32::from(n == 0),
            }
        }
        Some(stones)
    };
    let windows =
        DIRECTIONS.iter().flat_map(|&step| (-4..=0).filter_map(move |first| window(step, first)));
    let (mut most, mut ways) = (0, 0);
    for stones in windows {
        match stones.cmp(&most) {
            Ordering::Less => {}
            Ordering::Equal => ways += 1,
            Ordering::Greater => (most, ways) = (stones, 1),
        }
    }
    (most, ways)
}

impl SparringGame for GomokuSparring {
    type Rules = GomokuGame;

    const PLAYS: &'static str = crate::variants::ID;

    const GREEDY: SparringText = (
        "Makes its own longest row that can still become a five, and sees nothing of the opponent.",
        "只把自己还能成五的最长一排连得更长，完全不看对方。",
    );

    const CAREFUL: SparringText = (
        "Makes the five, stops the five, makes an open four, plays where the opponent would make an open four, in \
         this order. Otherwise it makes its longest row, the one with the most ways to a five; between equal points \
         chance decides.",
        "依次考虑：成五、挡五、成活四、占对方能成活四的点；都没有时连成自己最长的一排，优先成五途径多的；同样好的点中随机选一个。",
    );

    /// Nothing is taken in this game: the stones of the longest row count instead.
    fn weigh(position: &Position, m: Move) -> SparringWeight {
        // Nobody passes who can put a stone.
        let Move::Put(square) = m else {
            return SparringWeight { wins: false, takes: -1, balance: -1 };
        };
        let us = position.side_to_move();
        let [own, theirs] = [us, us.other()].map(|side| position.threat(square, side));
        let (takes, ways) = longest_row(position, square, us);
        let urgent = if theirs == Threat::Five {
            STOPS_FIVE
        } else if matches!(own, Threat::FourThree | Threat::OpenFour) {
            MAKES_OPEN_FOUR
        } else if theirs == Threat::OpenFour {
            STOPS_OPEN_FOUR
        } else {
            0
        };
        SparringWeight { wins: own == Threat::Five, takes, balance: urgent + takes * STONE + ways }
    }
}

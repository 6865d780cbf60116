//! Moves of reversi as sparring partners see them.

use crate::session::ReversiGame;
use engine::{Preset, SparringGame, SparringText, SparringWeight, sparring_partners};
use game::{NullObserver, Position as _};
use reversi::{Move, Position, Square};

/// See [`engine::Family::sparring_partners`].
pub(crate) static PARTNERS: [Preset; 4] = sparring_partners::<ReversiSparring>();

/// What a corner counts, and what it costs to leave one to the opponent; more than all answers.
const CORNER: i32 = 1000;
const LEAVES_CORNER: i32 = 200;

/// See [`SparringGame`].
#[derive(Debug)]
pub(crate) struct ReversiSparring;

fn is_corner(position: &Position, square: Square) -> bool {
    let last = position.size().edge() - 1;
    [square.column(), square.row()].iter().all(|&line| line == 0 || line == last)
}

impl SparringGame for ReversiSparring {
    type Rules = ReversiGame;

    const PLAYS: &'static str = crate::variants::ID;

    const GREEDY: SparringText = ("Turns over the most discs it can.", "每步都翻最多的棋子。");

    const CAREFUL: SparringText = (
        "Takes a corner where it can and leaves none to the opponent where it can. Otherwise it leaves the opponent \
         the fewest moves; between equal moves chance decides.",
        "能占角就占角，尽量不让对方占角；否则让对方能下的地方最少；同样好的着法中随机选一步。",
    );

    fn weigh(position: &Position, m: Move) -> SparringWeight {
        let us = position.side_to_move();
        let Move::Put(square) = m else { return SparringWeight::default() };
        let takes = position.flips(square).len() as i32;
        let mut next = *position;
        next.make(m, &mut NullObserver);
        let answers: Vec<Square> =
            next.moves().iter().filter_map(|answer| answer.square()).collect();
        let corners = answers.iter().filter(|&&answer| is_corner(&next, answer)).count();
        let score = next.score();
        let wins = !next.has_legal_move() && score[us.index()] > score[us.other().index()];
        let corner = if is_corner(position, square) { CORNER } else { 0 };
        let balance = corner - LEAVES_CORNER * corners as i32 - answers.len() as i32;
        SparringWeight { wins, takes, balance }
    }
}

//! Reversi as the search sees it.

use crate::unseen::OverlookedMoves;
use crate::{Board, Facts};
use game::{Key, Position as _};
use reversi::{Move, Position, Square, Squares, flips, mobility};
use search::{Domain, Duty, End, Score, Slots, SolvedEnd, Stage};

/// Moves: 64 squares and the pass.
const MOVES: usize = 65;

/// The corners of 8×8. The corners of smaller boards are searched like other squares.
pub(crate) const CORNERS: Squares = Squares(0x8100_0000_0000_0081);

/// The value of reducing the opponent's answers by one in the order of moves, in units of history.
const ANSWER: i32 = 600;

/// The value of a disc on a square in the order of moves: corners first, the squares beside them
/// last.
static PLACES: [i16; 64] = {
    let rows: [[i16; 4]; 4] = [
        [4000, -1200, 400, 300],
        [-1200, -3000, -300, -200],
        [400, -300, 100, 50],
        [300, -200, 50, 0],
    ];
    let mut all = [0; 64];
    let mut index = 0;
    while index < 64 {
        let (x, y) = (index % 8, index / 8);
        let (x, y) = (if x < 4 { x } else { 7 - x }, if y < 4 { y } else { 7 - y });
        all[index] = rows[y][x];
        index += 1;
    }
    all
};

/// The game, played at full strength or with some moves overlooked.
#[derive(Copy, Clone, Debug, Default)]
pub struct Reversi {
    pub(crate) unseen: OverlookedMoves,
}

fn number(m: Move) -> usize {
    m.square().map_or(MOVES - 1, Square::index)
}

impl Domain for Reversi {
    type Position = Position;
    type Info = Facts;
    type Hints = ();

    const BUTTERFLY: usize = 2 * MOVES;
    const PLACES: usize = 2 * MOVES;
    const VICTIMS: usize = 1;
    /// Quiescence plays corners only, and in few positions a corner is available.
    const QUIESCENCE_TABLE_PLIES: u16 = 0;
    const CORRECTS: bool = false;

    #[inline]
    fn info(self, position: &Position) -> Facts {
        Facts::of(Board::at(position), position.empty())
    }

    /// A side that cannot put a disc must pass: there is no choice.
    #[inline]
    fn duty(self, _: &Position, facts: &Facts) -> Duty {
        if facts.moves.is_empty() { Duty::Forced } else { Duty::Free }
    }

    fn root_moves(self, position: &Position) -> Vec<Move> {
        let mut moves = self.unseen.seen_moves(position);
        moves.sort_by_key(|&m| -self.order_hint(position, &(), m));
        moves
    }

    /// The game is over when neither side can put a disc.
    #[inline]
    fn foreseen(self, position: &Position, facts: &Facts) -> Option<SolvedEnd> {
        facts.over().then(|| SolvedEnd { end: self.stuck(position), after: 0 })
    }

    #[inline]
    fn generate(
        self,
        position: &Position,
        facts: &Facts,
        stage: Stage,
        sink: &mut impl FnMut(Move),
    ) {
        let seen = self.unseen.seen(facts.moves, position.side_to_move());
        let moves = match stage {
            Stage::Noisy => seen & CORNERS,
            Stage::Quiet => seen.without(CORNERS),
        };
        moves.iter().for_each(|square| sink(Move::Put(square)));
        if stage == Stage::Quiet && facts.moves.is_empty() && !facts.answers.is_empty() {
            sink(Move::Pass);
        }
    }

    #[inline]
    fn is_generated(self, position: &Position, facts: &Facts, m: Move) -> bool {
        match m {
            Move::Put(square) => {
                self.unseen.seen(facts.moves, position.side_to_move()).contains(square)
            }
            Move::Pass => facts.moves.is_empty() && !facts.answers.is_empty(),
        }
    }

    /// Corners: their discs are permanent.
    #[inline]
    fn is_noisy(self, _: &Position, m: Move) -> bool {
        m.square().is_some_and(|square| CORNERS.contains(square))
    }

    #[inline]
    fn has_noisy(self, _: &Position, facts: &Facts, _: u16) -> bool {
        !(facts.moves & CORNERS).is_empty()
    }

    #[inline]
    fn gain(self, _: &Position, _: Move) -> Score {
        Score::new(1000)
    }

    #[inline]
    fn hints(self, _: &Position, _: &Facts) {}

    /// Good moves leave the opponent few answers, and above all no corner.
    #[inline]
    fn order_hint(self, position: &Position, (): &(), m: Move) -> i32 {
        let Move::Put(square) = m else { return 0 };
        let board = Board::at(position);
        let flipped = flips(board.own, board.theirs, square);
        let after = board.after(square, flipped);
        let empty = position.empty().without(Squares::one(square));
        let answers = mobility(after.own, after.theirs, empty);
        let corners = (answers & CORNERS).len() as i32;
        i32::from(PLACES[square.index()]) - (answers.len() as i32 + 3 * corners) * ANSWER
    }

    #[inline]
    fn slots(self, position: &Position, m: Move) -> Slots {
        let place = position.side_to_move().index() * MOVES + number(m);
        Slots { butterfly: place as u32, place: place as u16, victim: 0 }
    }

    #[inline]
    fn has_only_move(self, _: &Position, facts: &Facts) -> bool {
        facts.moves.len() <= 1
    }

    /// Neither side can put a disc: the discs are counted.
    fn stuck(self, position: &Position) -> End {
        let board = Board::at(position);
        match board.own.len().cmp(&board.theirs.len()) {
            std::cmp::Ordering::Greater => End::Win,
            std::cmp::Ordering::Less => End::Loss,
            std::cmp::Ordering::Equal => End::Draw,
        }
    }

    #[inline]
    fn table_key(self, _: &Position, key: Key) -> u64 {
        key.0 ^ self.unseen.0.seed
    }

    #[inline]
    fn pack(self, m: Move) -> u16 {
        1 + number(m) as u16
    }

    #[inline]
    fn unpack(self, position: &Position, facts: &Facts, packed: u16) -> Option<Move> {
        let number = packed.checked_sub(1)?;
        let m = match Square::from_index(number.min(64) as u8) {
            Some(square) => Move::Put(square),
            None => Move::Pass,
        };
        self.is_generated(position, facts, m).then_some(m)
    }
}

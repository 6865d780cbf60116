use game::Side;
use gomoku::{Position, Square, Squares};

/// The distance from a stone up to which moves are considered, and on a line with one.
const NEAR: u32 = 2;
const ON_LINE: u32 = 3;

/// The empty points near the stones; on an empty board the centre.
pub(crate) fn candidates(position: &Position) -> Squares {
    let stones = position.stones(Side::First).union(position.stones(Side::Second));
    let near = stones.grown(NEAR).union(&stones.along_lines(ON_LINE));
    let mut near = near.intersection(position.empty());
    if near.is_empty() {
        if stones.is_empty() {
            near.insert(centre(position.size()));
        } else {
            return *position.empty();
        }
    }
    near
}

/// The point in the middle of the board, below and left of it where the size is even.
pub(crate) fn centre(size: u8) -> Square {
    let middle = (size - 1) / 2;
    Square::new(middle, middle).expect("the middle of a board lies on it")
}

//! The stones that answer a threat.

use crate::lines::DIRECTIONS;
use crate::square::CELLS;
use crate::{Position, Square, Threat};
use game::Side;

/// The greatest distance at which a stone affects a row of five.
const REACH: i32 = 4;

impl Position {
    /// Calls `sink` with the points where a stone of the opponent would leave a stone of `side`
    /// on `square` less than an open four ([`Threat::OpenFour`], which it must be now): the
    /// point itself and some on its lines. In caro an open four may be answered otherwise too.
    ///
    /// ```
    /// use game::Side;
    /// use gomoku::{Rules, Setup, Square};
    ///
    /// // Black has three in a row and threatens an open four on k8.
    /// let position = "h8a1i8b5j8".parse::<Setup>()?.position(Rules::FREESTYLE, 15)?;
    /// let mut answers = Vec::new();
    /// position.answers(Square::read("k8")?, Side::First, &mut |square| answers.push(square.to_string()));
    /// answers.sort();
    /// assert_eq!(answers, ["g8", "k8", "l8"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn answers(&self, square: Square, side: Side, sink: &mut impl FnMut(Square)) {
        debug_assert_eq!(self.threat(square, side), Threat::OpenFour);
        sink(square);
        let now = self.prospects(square);
        let patterns = now.of(side);
        for direction in DIRECTIONS.into_iter().filter(|&d| patterns[d as usize].fours() > 0) {
            for sense in [-1, 1] {
                let mut cell = square.cell();
                for _ in 0..REACH {
                    cell = cell.wrapping_add_signed(direction.step() * sense as isize) % CELLS;
                    if self.stones(side).has(cell) {
                        continue;
                    }
                    if !self.empty().has(cell) {
                        break;
                    }
                    let (here, other) = (square.cell(), side.other());
                    let window = self.words().window_with(here, direction, &[cell], other);
                    let then = now.with(direction as usize, self.look_up(window));
                    if self.threat_of(then, side) != Threat::OpenFour
                        && let Some(answer) = Square::from_cell(cell)
                    {
                        sink(answer);
                    }
                }
            }
        }
    }
}

use game::{Key, Observer, Position, Side};
use std::ops::ControlFlow;

/// One pile; a move takes one to three stones; the player that takes the last stone wins.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Nim {
    pub stones: u8,
    pub turn: Side,
}

impl Position for Nim {
    /// The number of stones taken.
    type Move = u8;
    /// `unmake` needs only the move.
    type Undo = ();
    /// All stones are alike.
    type Piece = ();
    /// The place of a stone in the pile, from 0.
    type Square = u8;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn key(&self) -> Key {
        Key::random(u64::from(self.stones) * 2 + self.turn.index() as u64)
    }

    fn legal_moves(&self, sink: &mut impl FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.stones.min(3)).try_for_each(sink)
    }

    fn make(&mut self, taken: u8, observer: &mut impl Observer<Self>) {
        for _ in 0..taken {
            self.stones -= 1;
            observer.left((), self.stones);
        }
        self.turn = !self.turn;
    }

    fn unmake(&mut self, taken: u8, (): ()) {
        self.stones += taken;
        self.turn = !self.turn;
    }

    fn pass(&mut self) -> Option<()> {
        self.turn = !self.turn;
        Some(())
    }

    fn unpass(&mut self, (): ()) {
        self.turn = !self.turn;
    }
}

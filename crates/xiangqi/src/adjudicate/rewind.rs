use crate::{Move, Position, Square};
use game::{Line, Ply, Position as _, Side};

/// How many plies ago the last position of `line` stood, counted to the `times`th time before
/// now; looks back no further than the last capture or null move.
#[inline]
pub(super) fn repeats(line: &Line<Position>, times: usize) -> Option<usize> {
    let key = line.position().key();
    let quiet = usize::from(line.position().quiet_plies()).min(line.len());
    let recent = &line.plies()[line.len() - quiet..];
    // The same side moves every other ply; two plies cannot lead back, four can.
    let moved_alike = recent.rchunks_exact(2).enumerate().skip(1);
    let (pairs, _) = moved_alike.filter(|(_, pair)| pair[0].key == key).nth(times - 1)?;
    let back = 2 * (pairs + 1);
    let passed = recent[quiet - back..].iter().any(|ply| ply.mv.is_none());
    (!passed).then_some(back)
}

/// A line read backwards, one ply at a time, every piece known by the point where it stands
/// at the end.
pub(super) struct Rewind<'a> {
    position: Position,
    plies: &'a [Ply<Position>],
    home: [Square; Square::COUNT],
}

impl<'a> Rewind<'a> {
    pub(super) fn new(line: &'a Line<Position>) -> Self {
        Self { position: line.position().clone(), plies: line.plies(), home: Square::ALL }
    }

    /// The position reached so far. To try moves on: they are to be taken back.
    pub(super) fn position_mut(&mut self) -> &mut Position {
        &mut self.position
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// Who made the move that led here.
    pub(super) fn mover(&self) -> Side {
        self.position.side_to_move().other()
    }

    /// The index of the ply that led here, counted from 0.
    pub(super) fn ply(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    /// Where the piece now on `square` stands at the end of the line.
    pub(super) fn home(&self, square: Square) -> Square {
        self.home[square.index()]
    }

    /// Takes a move back and returns it; `None` at the start and at a null move.
    pub(super) fn take_back(&mut self) -> Option<Move> {
        let (last, rest) = self.plies.split_last()?;
        let m = last.mv?;
        self.position.unmake(m, last.undo);
        self.home[m.from.index()] = self.home[m.to.index()];
        self.plies = rest;
        Some(m)
    }
}

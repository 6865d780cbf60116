use crate::{Move, Position, Square};
use game::{Line, Ply, Position as _, Side};

/// The number of plies back to each earlier occurrence of the last position of `line`, the nearest
/// first. The function does not look beyond the last capture or null move.
#[inline]
pub(super) fn repeats(line: &Line<Position>) -> impl Iterator<Item = usize> {
    let key = line.position().key();
    let quiet = usize::from(line.position().quiet_plies()).min(line.len());
    let recent = &line.plies()[line.len() - quiet..];
    // The same side moves every other ply; two plies cannot repeat the position, four can.
    let moved_alike = recent.rchunks_exact(2).enumerate().skip(1);
    let backs =
        moved_alike.filter(move |(_, pair)| pair[0].key == key).map(|(pairs, _)| 2 * (pairs + 1));
    backs.take_while(move |back| recent[quiet - back..].iter().all(|ply| ply.mv.is_some()))
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

    /// The side that made the last move.
    pub(super) fn mover(&self) -> Side {
        self.position.side_to_move().other()
    }

    /// The index of the last move, counted from 0.
    pub(super) fn ply(&self) -> usize {
        self.plies.len().saturating_sub(1)
    }

    /// The point at the end of the line of the piece that is now on `square`.
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

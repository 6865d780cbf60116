//! The board as data. Row 1 is at the top, so that a1 is the square at the top left; the interface
//! counts rows from the bottom.

use engine::{BoardView, Grid, GridKind, Mark, MarkKind, MoveView, PieceView};
use game::{Position as _, Side};
use reversi::{Move, Position, Setup, Size, Square};

/// The only kind of piece.
pub(crate) const DISC: &str = "disc";

/// The row in the count of the interface, 0 at the bottom.
fn rank(square: Square, size: Size) -> u8 {
    size.edge() - 1 - square.row()
}

fn disc(square: Square, size: Size, side: Side) -> PieceView {
    let rank = rank(square, size);
    PieceView { at: square.to_string(), file: square.column(), rank, side, kind: DISC }
}

fn empty(size: Size) -> BoardView {
    let mut squares: Vec<Square> = size.squares().iter().collect();
    squares.sort_by_key(|&square| (rank(square, size), square.column()));
    let grid = Grid { kind: GridKind::Squares, files: size.edge(), ranks: size.edge() };
    BoardView::empty(grid, squares.iter().map(ToString::to_string).collect())
}

/// The discs of any setup; those beyond the edge are left out.
pub(crate) fn bare(setup: &Setup) -> BoardView {
    let size = setup.size;
    let mut view = empty(size);
    let on_board = |square: Square| size.squares().contains(square);
    let discs = setup.discs.iter().filter(|&&(square, _)| on_board(square));
    view.pieces = discs.map(|&(square, side)| disc(square, size, side)).collect();
    view.pieces.sort_by_key(|piece| (piece.rank, piece.file));
    view
}

/// A position with its legal moves (none when the game is over) and the last move.
pub(crate) fn view(position: &Position, last: Option<Move>, over: bool) -> BoardView {
    let size = position.size();
    let mut view = empty(size);
    for square in size.squares().iter() {
        view.pieces.extend(position.disc_at(square).map(|side| disc(square, size, side)));
    }
    view.pieces.sort_by_key(|piece| (piece.rank, piece.file));
    if let Some(Move::Put(last)) = last {
        view.marks.push(Mark { at: last.to_string(), kind: MarkKind::LastTo });
    }
    if !over {
        view.moves = position.moves().into_iter().map(|m| MoveView::put(m.to_string())).collect();
        view.moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    }
    view
}

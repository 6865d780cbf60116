//! The board as data.

use crate::names;
use engine::{BoardView, Grid, GridKind, Mark, MarkKind, MoveView, PieceView};
use game::Position as _;
use xiangqi::{Move, Position, Setup, Square};

/// The pieces of any setup, without legal moves.
pub(crate) fn bare(setup: &Setup) -> BoardView {
    let pieces = Square::ALL.into_iter().filter_map(|square| {
        let piece = setup.piece_at(square)?;
        Some(PieceView {
            at: square.to_string(),
            file: square.file() as u8,
            rank: square.rank() as u8,
            side: piece.side(),
            kind: names::kind(piece.kind()),
        })
    });
    let grid = Grid { kind: GridKind::Points, files: 9, ranks: 10 };
    let names = Square::ALL.iter().map(ToString::to_string).collect();
    BoardView { pieces: pieces.collect(), ..BoardView::empty(grid, names) }
}

/// A position with its legal moves (none when the game is over), the last move and the check.
pub(crate) fn view(position: &Position, last: Option<Move>, over: bool) -> BoardView {
    let mut view = bare(&Setup::from(position));
    if !over {
        view.moves = position.moves().into_iter().map(|m| move_view(position, m)).collect();
        view.moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    }
    if let Some(m) = last {
        view.marks.push(Mark { at: m.from.to_string(), kind: MarkKind::LastFrom });
        view.marks.push(Mark { at: m.to.to_string(), kind: MarkKind::LastTo });
    }
    if position.is_in_check() {
        let king = position.king(position.side_to_move());
        view.marks.push(Mark { at: king.to_string(), kind: MarkKind::Check });
    }
    view
}

fn move_view(position: &Position, m: Move) -> MoveView {
    let captures = position.piece_at(m.to).map(|_| m.to.to_string());
    MoveView {
        text: m.to_string(),
        from: Some(m.from.to_string()),
        to: m.to.to_string(),
        path: Vec::new(),
        ways: Vec::new(),
        captures: captures.into_iter().collect(),
    }
}

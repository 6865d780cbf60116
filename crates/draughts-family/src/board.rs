//! The board as data.

use crate::erased::{AnyMove, AnyPosition, AnySquare, AnyVariant};
use crate::obligation;
use draughts::{Kind, Piece};
use engine::{BoardView, Grid, GridKind, Mark, MarkKind, MoveView, PieceView};
use game::Position as _;

/// The name of a piece at the interface.
pub(crate) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "man",
        Kind::King => "king",
    }
}

/// Column and row of a square, from 0 at White's lower left.
pub(crate) fn place(square: AnySquare) -> (u8, u8) {
    let board = square.variant().rules().board;
    let per_row = if board.every_square { board.size } else { board.size / 2 };
    let (row, k) = ((square.number() - 1) / per_row, (square.number() - 1) % per_row);
    let column =
        if board.every_square { k } else { 2 * k + u32::from((row % 2 == 0) == board.corner) };
    // No board has more than twelve rows.
    (column as u8, (board.size - 1 - row) as u8)
}

/// Pieces on the board, possible or not, without legal moves.
pub(crate) fn bare(
    variant: AnyVariant,
    pieces: impl IntoIterator<Item = (AnySquare, Piece)>,
) -> BoardView {
    let size = variant.rules().board.size;
    let mut names = vec![String::new(); (size * size) as usize];
    for square in variant.squares() {
        let (file, rank) = place(square);
        names[rank as usize * size as usize + file as usize] = square.to_string();
    }
    let pieces = pieces.into_iter().map(|(square, piece)| {
        let (file, rank) = place(square);
        let at = square.to_string();
        PieceView { at, file, rank, side: piece.side, kind: kind(piece.kind) }
    });
    let grid = Grid { kind: GridKind::Squares, files: size as u8, ranks: size as u8 };
    BoardView { pieces: pieces.collect(), ..BoardView::empty(grid, names) }
}

/// A position with its legal moves (none when the game is over), the last move and the pieces
/// that must capture.
pub(crate) fn view(position: &AnyPosition, last: Option<AnyMove>, over: bool) -> BoardView {
    let mut view = bare(position.variant(), position.pieces());
    if let Some(m) = last {
        view.marks.push(Mark { at: m.from().to_string(), kind: MarkKind::LastFrom });
        view.marks.push(Mark { at: m.to().to_string(), kind: MarkKind::LastTo });
    }
    if over {
        return view;
    }
    let moves = position.moves();
    let mut obliged: Vec<_> =
        moves.iter().filter(|m| m.is_capture()).map(|m| m.from().number()).collect();
    obliged.sort_unstable();
    obliged.dedup();
    view.refused = obligation::refused(position, &moves);
    let must = |n: u32| Mark { at: n.to_string(), kind: MarkKind::MustCapture };
    view.marks.extend(obliged.into_iter().map(must));
    view.moves = moves.into_iter().map(|m| move_view(position, m)).collect();
    view.moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    view
}

/// The paths of a capture: the squares it passes, without both ends.
pub(crate) fn ways(position: &AnyPosition, m: AnyMove) -> Vec<Vec<String>> {
    let mut ways: Vec<Vec<String>> = Vec::new();
    for route in position.routes(m) {
        let between = route.split_last().map_or(&[][..], |(_, between)| between);
        let way = between.iter().map(ToString::to_string).collect();
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    ways
}

fn move_view(position: &AnyPosition, m: AnyMove) -> MoveView {
    let mut ways = if m.is_capture() { ways(position, m) } else { Vec::new() };
    let path = ways.first().cloned().unwrap_or_default();
    if ways.len() < 2 {
        ways.clear();
    }
    MoveView {
        text: m.to_string(),
        from: Some(m.from().to_string()),
        to: m.to().to_string(),
        path,
        ways,
        captures: m.captured().iter().map(ToString::to_string).collect(),
    }
}

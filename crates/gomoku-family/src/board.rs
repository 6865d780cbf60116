//! The board as data.

use engine::{BoardView, Grid, GridKind, Mark, MarkKind, MoveView, PieceView, ThreatView};
use game::{Position as _, Side};
use gomoku::{Move, Position, Setup, Square, Threat};

/// Whether a threat is shown: it wins, or must be answered.
const fn is_shown(threat: Threat) -> bool {
    match threat {
        Threat::Three
        | Threat::Four
        | Threat::DoubleThree
        | Threat::FourThree
        | Threat::OpenFour
        | Threat::Five => true,
        Threat::Quiet | Threat::Foul | Threat::PossibleFoul => false,
    }
}

fn stone(square: Square, side: Side) -> PieceView {
    PieceView {
        at: square.to_string(),
        file: square.column(),
        rank: square.row(),
        side,
        kind: "stone",
    }
}

fn empty(size: u8) -> BoardView {
    let points = (0..size).flat_map(|row| (0..size).map(move |column| Square::new(column, row)));
    let grid = Grid { kind: GridKind::Points, files: size, ranks: size };
    BoardView::empty(grid, points.flatten().map(|square| square.to_string()).collect())
}

/// The stones of any setup; those beyond the edge are left out.
pub(crate) fn bare(setup: &Setup, size: u8) -> BoardView {
    let mut view = empty(size);
    let on_board = |square: Square| square.column() < size && square.row() < size;
    let stones = setup.stones.iter().filter(|&&(square, _)| on_board(square));
    view.pieces = stones.map(|&(square, side)| stone(square, side)).collect();
    view.pieces.sort_by_key(|piece| (piece.rank, piece.file));
    view
}

/// A position with its legal moves and threats (none when the game is over), the last move and the
/// points forbidden to the side to move.
pub(crate) fn view(position: &Position, last: Option<Move>, over: bool) -> BoardView {
    let size = position.size();
    let mut view = empty(size);
    let all =
        (0..size).flat_map(|row| (0..size).filter_map(move |column| Square::new(column, row)));
    let turn = position.side_to_move();
    for square in all.clone() {
        view.pieces.extend(position.stone_at(square).map(|side| stone(square, side)));
    }
    let last = last.and_then(Move::square);
    if let Some(last) = last {
        view.marks.push(Mark { at: last.to_string(), kind: MarkKind::LastTo });
    }
    if over {
        if let (Some(winner), Some(last)) = (position.winner(), last) {
            let row = position.row_through(last, winner);
            view.marks
                .extend(row.iter().map(|s| Mark { at: s.to_string(), kind: MarkKind::Winning }));
        }
        return view;
    }
    for square in all.filter(|&square| position.stone_at(square).is_none()) {
        let at = square.to_string();
        if position.is_foul(square, turn) {
            let foul = position.foul_at(square, turn);
            let kind = foul.map(|foul| MarkKind::Forbidden(foul.kind.word()));
            view.marks.extend(kind.map(|kind| Mark { at: at.clone(), kind }));
        }
        for side in Side::ALL {
            let threat = position.threat(square, side);
            if is_shown(threat) {
                view.threats.push(ThreatView { at: at.clone(), side, kind: threat.word() });
            }
        }
    }
    view.moves = position.moves().into_iter().map(|m| MoveView::put(m.to_string())).collect();
    view.moves.sort_unstable_by(|a, b| a.text.cmp(&b.text));
    view
}

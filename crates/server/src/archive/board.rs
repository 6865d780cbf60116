//! A board of a game as the archive keeps it.

use engine::BoardView;
use game::Side;
use hall::archive::{Track, TrackError, TrackPiece};

/// A track that begins with this board, this side to move.
pub(crate) fn track(board: &BoardView, turn: Side) -> Result<Track, TrackError> {
    let stones: Vec<TrackPiece<'_>> = board
        .pieces
        .iter()
        .map(|piece| TrackPiece {
            file: piece.file,
            rank: piece.rank,
            side: piece.side,
            kind: piece.kind,
        })
        .collect();
    Track::new(board.grid.files, board.grid.ranks, &stones, turn)
}

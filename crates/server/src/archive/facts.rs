//! What the archive stores of a replayed game.

use game::{Outcome, Side};
use hall::GameState;
use hall::archive::{Track, TrackError, TrackPiece};
use store::GameFacts;
use wire::{End, Piece, Player};

/// Moves of the opening that are stored.
const OPENING: usize = 24;

/// What is known of a game, without its mistakes, and its boards. The boards are missing where a track cannot
/// hold them.
pub(super) fn of(state: &GameState) -> (GameFacts, Option<Track>) {
    let track = track(state);
    if let Err(error) = &track {
        tracing::warn!("a game of {} has no boards: {error}", state.setup().variant);
    }
    let track = track.ok();
    let facts = GameFacts {
        line: line(state),
        winner: winner(state),
        person: person(state),
        mistakes: None,
        track: track.as_ref().map(Track::to_bytes).unwrap_or_default(),
    };
    (facts, track)
}

fn stone(piece: &Piece) -> TrackPiece<'_> {
    let Piece { file, rank, side, ref kind, .. } = *piece;
    TrackPiece { file, rank, side, kind }
}

fn track(state: &GameState) -> Result<Track, TrackError> {
    let setup = state.setup();
    let Ok(board) = games::read_board(&setup.variant, &setup.start) else {
        return Err(TrackError::Damaged);
    };
    let moves = state.moves();
    // Who moves at a ply is who made the move there, and after the last one who moves now.
    let turn =
        |ply: usize| moves.get(ply).map_or_else(|| state.session().side_to_move(), |m| m.side);
    let mut track = Track::of_board(&board, turn(0))?;
    for (ply, played) in moves.iter().enumerate() {
        let removed: Vec<TrackPiece<'_>> = played.removed.iter().map(stone).collect();
        let put: Vec<TrackPiece<'_>> = played.put.iter().map(stone).collect();
        track.push(&removed, &put, turn(ply + 1))?;
    }
    Ok(track)
}

/// The first moves, if the game began from the usual start.
fn line(state: &GameState) -> String {
    let setup = state.setup();
    let usual = games::new_session(&setup.variant, None, None);
    if !usual.is_ok_and(|usual| usual.start_text() == setup.start) {
        return String::new();
    }
    state.moves().iter().take(OPENING).map(|played| format!("{} ", played.text)).collect()
}

fn winner(state: &GameState) -> Option<[Player; 2]> {
    let side = state.end()?.winner?;
    Some([state.player(side).clone(), state.player(side.other()).clone()])
}

/// How a game of a person with a machine ended for the person.
fn person(state: &GameState) -> Option<i8> {
    let persons: Vec<Side> =
        Side::ALL.into_iter().filter(|&side| !state.is_machine(side)).collect();
    let [person] = persons[..] else { return None };
    let End { winner, outcome, .. } = state.end()?;
    match winner {
        Some(winner) if *winner == person => Some(1),
        Some(_) => Some(-1),
        None if *outcome == Some(Outcome::Draw) => Some(0),
        None => None,
    }
}

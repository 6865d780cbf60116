//! The archive: what is stored of a game to find it again, and what is looked for.

use crate::refused::Refused;
use game::{Outcome, Side};
use hall::GameState;
use hall::archive::{Pattern, SquareCondition, Track, TrackError, TrackPiece};
use std::collections::HashMap;
use wire::{
    BoardPattern, End, NextMove, PatternSquare, Piece, Player, WantedPosition, WrittenMove,
};

/// Moves of the opening that are stored.
const OPENING: usize = 24;
/// Opening moves that are written for people.
const SHOWN_MOVES: usize = 6;
/// The greatest number of characters of a position.
const LONGEST: usize = 4_000;
/// The greatest number of squares that a pattern names.
const SQUARES: usize = 4_096;

/// What the archive stores of a game, without its mistakes.
#[derive(Clone, Debug, PartialEq)]
pub struct ArchiveFacts {
    /// Its first moves in engine notation, a space after each; empty where it has another start than usual.
    pub line: String,
    /// The winner and the loser, if there are such.
    pub winner: Option<[Player; 2]>,
    /// In a game of a person with a machine: 1, the person won; 0, drawn; −1, lost.
    pub person: Option<i8>,
    /// Its boards; the reason where a track cannot hold them.
    pub track: Result<Track, TrackError>,
}

impl ArchiveFacts {
    /// Those of a game.
    #[must_use]
    pub fn of(state: &GameState) -> Self {
        let track = track(state);
        Self { line: line(state), winner: winner(state), person: person(state), track }
    }
}

/// The keys of a game's positions as they are stored, with the ply at which each stood first.
#[must_use]
pub fn first_plies(track: &Track) -> HashMap<i64, u32> {
    let mut first = HashMap::new();
    for (key, ply) in track.keys().into_iter().zip(0..) {
        first.entry(stored_key(key)).or_insert(ply);
    }
    first
}

/// A key as it is stored.
#[must_use]
pub const fn stored_key(key: game::Key) -> i64 {
    key.0.cast_signed()
}

fn bad(message: impl Into<String>) -> Refused {
    Refused::bad_request("bad-parameter", message)
}

/// The key of a position that is looked for, as it is stored.
///
/// # Errors
/// When there is no such position, or no key of it.
pub fn wanted_key(wanted: &WantedPosition) -> Result<i64, Refused> {
    if wanted.text.len() > LONGEST {
        return Err(bad(format!("position.text: at most {LONGEST} characters")));
    }
    let session = games::new_session(&wanted.variant, None, Some(&wanted.text))?;
    hall::openings::position_key(&*session).map(stored_key).ok_or_else(|| bad("position"))
}

fn unfit(error: TrackError) -> Refused {
    bad(error.to_string())
}

/// The pattern that is looked for.
///
/// # Errors
/// When a square is not on the board.
pub fn wanted_pattern(asked: &BoardPattern) -> Result<Pattern, Refused> {
    let grid = games::new_session(&asked.variant, None, None)?.board().grid;
    if asked.squares.len() > SQUARES {
        return Err(bad(format!("pattern.squares: at most {SQUARES}")));
    }
    let mut pattern = Pattern::new(grid.files, grid.ranks).map_err(unfit)?;
    for (i, square) in asked.squares.iter().enumerate() {
        let set = pattern.set(square.file, square.rank, want(square));
        set.map_err(|error| bad(format!("pattern.squares[{i}]: {error}")))?;
    }
    pattern.set_turn(asked.turn);
    Ok(pattern)
}

fn want(square: &PatternSquare) -> SquareCondition {
    let want = if square.empty {
        SquareCondition::empty()
    } else {
        SquareCondition::piece(square.side, square.kind.as_deref())
    };
    if square.not { want.negated() } else { want }
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

/// The first moves of a line in every notation, and the code of its opening.
#[must_use]
pub fn written_opening(variant: &str, line: &[String]) -> (Vec<WrittenMove>, Option<&'static str>) {
    let Ok(mut session) = games::new_session(variant, None, None) else {
        return Default::default();
    };
    let mut moves = Vec::new();
    for text in line {
        if moves.len() < SHOWN_MOVES {
            let Ok(notations) = session.write_all(text) else { break };
            let notations = hall::notations(notations);
            moves.push(WrittenMove { text: text.clone(), notations });
        }
        if session.push(text).is_err() {
            break;
        }
    }
    (moves, session.opening_name())
}

/// The moves with which games went on after an opening: in every notation. One that cannot be played is left out.
///
/// # Errors
/// When the opening cannot be played.
pub fn next_moves(
    variant: &str,
    opening: &[String],
    counted: impl Iterator<Item = (String, u64, [u64; 3])>,
) -> Result<Vec<NextMove>, Refused> {
    let mut session = games::new_session(variant, None, None)?;
    for (i, text) in opening.iter().enumerate() {
        session.push(text).map_err(|error| Refused::from(error).at(&format!("opening[{i}]")))?;
    }
    let moves = counted.filter_map(|(text, games, results)| {
        let notations = hall::notations(session.write_all(&text).ok()?);
        session.push(&text).ok()?;
        let opening_name = session.opening_name().map(str::to_owned);
        session.pop();
        let written = WrittenMove { text, notations };
        Some(NextMove { written, opening_name, games, results })
    });
    Ok(moves.collect())
}

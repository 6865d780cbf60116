//! Positions that are set up or typed, and the moves behind them.

use crate::new_game::LONGEST_POSITION;
use crate::refused::{Refused, faults};
use crate::view;
use engine::OpenError;
use hall::MovePlayed;
use wire::{CheckPosition, PositionReport};

/// The largest number of moves behind a position that is checked, and of characters in one of them.
const MOST_BEHIND: usize = 500;
const LONGEST_MOVE: usize = 200;
/// The largest number of pieces on a board that was set up by hand: more than any board has squares.
const MOST_PIECES: usize = 600;

/// Checks a position and returns all its faults.
///
/// # Errors
/// When the question makes no sense.
pub fn check_position(asked: CheckPosition) -> Result<PositionReport, Refused> {
    let (text, written) = match (asked.text, asked.pieces) {
        (Some(text), None) => (text, None),
        (None, Some(pieces)) => {
            let text = written(&asked.variant, pieces, asked.turn)?;
            (text.clone(), Some(text))
        }
        _ => {
            let message = "expected either `text` or `pieces`";
            return Err(Refused::impossible("bad-position", message));
        }
    };
    if text.len() > LONGEST_POSITION {
        let message = format!("text: at most {LONGEST_POSITION} characters");
        return Err(Refused::impossible("bad-position", message));
    }
    if asked.moves.len() > MOST_BEHIND || asked.moves.iter().any(|m| m.len() > LONGEST_MOVE) {
        let message =
            format!("moves: at most {MOST_BEHIND} of at most {LONGEST_MOVE} characters each");
        return Err(Refused::impossible("bad-position", message));
    }
    // Moves may stand behind the position: it is the one after them then.
    let read = games::typed::<String>(&asked.variant, None, Some(&text), &[]);
    let played = read.and_then(|(mut session, moves)| {
        let all = moves.iter().try_for_each(|m| games::push_with_pass(&mut *session, m).map(drop));
        let fault =
            |error: engine::MoveError| engine::PositionError::syntax(error.to_string(), None);
        all.map_err(|error| OpenError::Position(fault(error))).map(|()| session)
    });
    match played {
        Ok(mut session) => {
            let mut last = None;
            for (i, text) in asked.moves.iter().enumerate() {
                let side = session.side_to_move();
                let ply = session.moves().len() + 1;
                let recorded = session
                    .record(text)
                    .map_err(|error| Refused::from(error).at(&format!("moves[{i}]")))?;
                last = Some(MovePlayed::new(recorded, ply, side));
            }
            Ok(PositionReport {
                text: Some(session.position_text()),
                written,
                board: Some(view::board(session.board())),
                turn: Some(session.side_to_move()),
                faults: Vec::new(),
                end: session.verdict().map(hall::End::from),
                last,
            })
        }
        Err(OpenError::Position(error)) => {
            let board = games::read_board(&asked.variant, &text).ok().map(view::board);
            let faults = faults(error);
            Ok(PositionReport {
                text: None,
                written,
                board,
                turn: None,
                faults,
                end: None,
                last: None,
            })
        }
        Err(other) => Err(other.into()),
    }
}

/// The text of a board that was set up by hand.
fn written(
    variant: &str,
    pieces: Vec<wire::PlacedPiece>,
    turn: Option<game::Side>,
) -> Result<String, Refused> {
    if pieces.len() > MOST_PIECES {
        let message = format!("pieces: at most {MOST_PIECES}");
        return Err(Refused::impossible("bad-position", message));
    }
    let placed = |piece: wire::PlacedPiece| engine::PiecePlacement {
        at: piece.at,
        side: piece.side,
        kind: piece.kind,
    };
    let placed: Vec<_> = pieces.into_iter().map(placed).collect();
    let turn = turn.unwrap_or(game::Side::First);
    Ok(games::write_board(variant, &placed, turn)?)
}

use engine::{OpenError, PiecePlacement, Session};
use game::Side;
use protocol::draughts::{Board, Colour, Man};
use thiserror::Error;

/// What the two kinds of pieces are called on our boards, men first.
const KINDS: [&str; 2] = ["man", "king"];

/// Why a position cannot be told over Hub or DXP.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("a {kind} on {at} is nothing that Hub or DXP can tell")]
pub struct NoBoard {
    kind: &'static str,
    at: String,
}

/// The position of a session as Hub and DXP tell it. What else belongs to it (the king that
/// runs in Frisian draughts) they have no words for.
///
/// # Errors
/// When the game is another one: its pieces are no men and kings on numbered squares.
pub fn board_of(session: &dyn Session) -> Result<Board, NoBoard> {
    let view = session.board();
    let count = view.names.iter().filter(|name| !name.is_empty()).count();
    let turn = if session.side_to_move() == Side::First { Colour::White } else { Colour::Black };
    let mut board = Board { turn, squares: vec![None; count] };
    for piece in view.pieces {
        let kind = KINDS.iter().position(|&kind| kind == piece.kind);
        let number = piece.at.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let square = number.and_then(|index| board.squares.get_mut(index));
        let (Some(kind), Some(square)) = (kind, square) else {
            return Err(NoBoard { kind: piece.kind, at: piece.at });
        };
        let colour = if piece.side == Side::First { Colour::White } else { Colour::Black };
        *square = Some(Man { colour, king: kind == 1 });
    }
    Ok(board)
}

/// A position told over Hub or DXP as text of the variant, for [`games::new_session`].
///
/// # Errors
/// When the variant is unknown or has not so many squares.
pub fn board_text(variant: &str, board: &Board) -> Result<String, OpenError> {
    let side = |colour| if colour == Colour::White { Side::First } else { Side::Second };
    let men = board.squares.iter().zip(1..).filter_map(|(man, number)| {
        let man = (*man)?;
        let kind = KINDS[usize::from(man.king)].to_owned();
        Some(PiecePlacement { at: format!("{number}"), side: side(man.colour), kind })
    });
    games::write_board(variant, &men.collect::<Vec<_>>(), side(board.turn))
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Protocol;

    /// In every variant that Hub plays, after any number of moves: what is told is read as the
    /// same position.
    #[test]
    fn what_is_told_is_read_as_the_same_position() {
        for known in games::spoken(Protocol::Hub) {
            let variant = known.variant;
            let mut session = games::new_session(variant, None, None).unwrap();
            for ply in 0..80 {
                let board = board_of(&*session).unwrap();
                assert_eq!(
                    Board::from_hub(&board.to_hub(), board.squares.len()),
                    Ok(board.clone())
                );
                let text = board_text(variant, &board).unwrap();
                // Without the running kings, which come last.
                let whole: Vec<String> =
                    session.position_text().split(':').take(3).map(str::to_owned).collect();
                assert_eq!(text, whole.join(":"), "{variant}");
                let moves = session.legal_moves();
                if session.verdict().is_some() || moves.is_empty() {
                    break;
                }
                session.push(&moves[(ply * 7) % moves.len()]).unwrap();
            }
        }
    }

    #[test]
    fn other_games_have_no_such_board() {
        let session = games::new_session("xiangqi", None, None).unwrap();
        let why = board_of(&*session).unwrap_err().to_string();
        assert!(why.ends_with("is nothing that Hub or DXP can tell"), "{why}");
        let board = Board { turn: Colour::White, squares: vec![None; 60] };
        assert_eq!(board_text("draughts", &board).unwrap(), "W:W:B");
        let man = Some(Man { colour: Colour::White, king: false });
        let board = Board { turn: Colour::White, squares: vec![man; 60] };
        assert!(board_text("draughts", &board).is_err());
    }
}

//! The reason why a move is not legal, for a person at the board.

use crate::board::kind;
use crate::erased::{AnyPosition, AnySquare};
use crate::obligation::{self, Fault};
use draughts::{Kind, Piece};
use engine::MoveRefusal;
use game::{Position as _, Side};
use std::fmt;

/// The name of a side in messages.
const fn side(side: Side) -> &'static str {
    match side {
        Side::First => "White",
        Side::Second => "Black",
    }
}

/// A piece where it stands, by the name of its square.
type StandingPiece = (Piece, String);

/// Why a move is not legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum IllegalMove {
    /// The text names no squares, or squares that are not on this board.
    NoSuchMove,
    /// There is no piece where the move begins.
    NoPiece(String),
    /// The piece is the opponent's.
    OthersPiece(StandingPiece),
    /// A capture is mandatory: these are the legal moves.
    MustCapture(Vec<String>),
    /// A capture was tried, but another one is mandatory.
    Obligation { fault: Fault, takes: u32, most: u32, instead: Vec<String> },
    /// It is a legal capture in another notation.
    Written(Vec<String>),
    /// There is nothing to capture on these squares.
    NothingToCapture(StandingPiece),
    /// The square where the move ends is occupied.
    Occupied(String),
    /// The same king has moved as often in a row as it may.
    KingRun(u32),
    /// The piece does not move like that.
    Movement(MovementRule),
}

/// How a piece moves, for a move that is none of its moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MovementRule {
    ManStep,
    /// The variants whose pieces move along rows and columns.
    ManStraight,
    KingFlight,
    KingStraight,
    KingOne,
}

impl IllegalMove {
    /// The reason's stable word.
    const fn code(&self) -> &'static str {
        match self {
            Self::NoSuchMove => "no-such-move",
            Self::NoPiece(_) => "no-piece",
            Self::OthersPiece(_) => "others-piece",
            Self::MustCapture(_) => "must-capture",
            Self::Obligation { fault, .. } => fault.code(),
            Self::Written(_) => "written-otherwise",
            Self::NothingToCapture(_) => "nothing-to-capture",
            Self::Occupied(_) => "occupied",
            Self::KingRun(_) => "king-run",
            Self::Movement(MovementRule::ManStep) => "man-step",
            Self::Movement(MovementRule::ManStraight) => "man-straight",
            Self::Movement(MovementRule::KingFlight) => "king-flight",
            Self::Movement(MovementRule::KingStraight) => "king-straight",
            Self::Movement(MovementRule::KingOne) => "king-one",
        }
    }
}

/// In English, for other programs and for the command line.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchMove => f.write_str("no legal move is called that"),
            Self::NoPiece(at) => write!(f, "there is no piece on {at}"),
            Self::OthersPiece((piece, at)) => {
                let (turn, owner) = (side(!piece.side), side(piece.side));
                let which = kind(piece.kind);
                write!(f, "it is {turn}'s turn, and {owner}'s {which} on {at} is not")
            }
            Self::MustCapture(all) => write!(f, "a capture must be played: {}", all.join(", ")),
            Self::Obligation { fault, takes, most, instead } => {
                let all = instead.join(", ");
                match fault {
                    Fault::TakesFewer => {
                        let (most, takes) = (count(*most), count(*takes));
                        write!(f, "you must take {most}; this takes {takes}: {all}")
                    }
                    Fault::Unfinished => write!(f, "a capture must be completed: {all}"),
                    Fault::KingMustCapture => write!(f, "a king must capture if it can: {all}"),
                    Fault::LowerValue => {
                        write!(f, "the capture of the highest value must be played: {all}")
                    }
                    Fault::KingsFirst => {
                        write!(f, "of captures equally long, that with or of the most kings: {all}")
                    }
                }
            }
            Self::Written(all) => write!(f, "it is written {}", all.join(", ")),
            Self::NothingToCapture((piece, at)) => {
                write!(f, "the {} on {at} has nothing to capture there", kind(piece.kind))
            }
            Self::Occupied(at) => write!(f, "{at} is not empty"),
            Self::KingRun(most) => write!(
                f,
                "the same king may make no more than {most} moves in a row while its side has a man"
            ),
            Self::Movement(rule) => f.write_str(match rule {
                MovementRule::ManStep => "a man moves one step diagonally forward",
                MovementRule::ManStraight => "a man moves one step straight forward or sideways",
                MovementRule::KingFlight => "a king moves diagonally as far as the way is free",
                MovementRule::KingStraight => {
                    "a king moves along a row or column as far as the way is free"
                }
                MovementRule::KingOne => "a king moves one step diagonally",
            }),
        }
    }
}

impl From<IllegalMove> for MoveRefusal {
    fn from(refused: IllegalMove) -> Self {
        let why = Self::new(refused.code(), refused.to_string());
        match refused {
            IllegalMove::NoPiece(at)
            | IllegalMove::OthersPiece((_, at))
            | IllegalMove::NothingToCapture((_, at))
            | IllegalMove::Occupied(at) => why.at([at]),
            IllegalMove::Obligation { takes, most, .. } => why.with([most, takes]),
            IllegalMove::KingRun(most) => why.with([most]),
            _ => why,
        }
    }
}

/// Why the squares in `text` are no legal move. The checks are in the order natural for a person:
/// the owner of the piece, mandatory captures, its way of moving.
pub(crate) fn why_not(position: &AnyPosition, text: &str) -> IllegalMove {
    let squares: Option<Vec<AnySquare>> = text
        .split(['-', 'x', 'X', ':', '×'])
        .map(|name| position.variant().read_square(name.trim()))
        .collect();
    let Some([from, rest @ ..]) = squares.as_deref() else { return IllegalMove::NoSuchMove };
    let Some(piece) = position.piece_at(*from) else {
        return IllegalMove::NoPiece(from.to_string());
    };
    if piece.side != position.side_to_move() {
        return IllegalMove::OthersPiece((piece, from.to_string()));
    }
    if position.must_capture() {
        return forced(position, *from, rest);
    }
    match rest {
        [to] => movement(position, piece, *from, *to),
        _ => IllegalMove::NothingToCapture((piece, from.to_string())),
    }
}

/// Why the move is not the capture that is mandatory.
fn forced(position: &AnyPosition, from: AnySquare, rest: &[AnySquare]) -> IllegalMove {
    let legal = position.moves();
    let instead: Vec<String> = legal.iter().map(ToString::to_string).collect();
    let tried = rest.iter().find_map(|&to| {
        position.attempts(from).into_iter().find(|tried| tried.landings.last() == Some(&to))
    });
    let Some(tried) = tried else { return IllegalMove::MustCapture(instead) };
    let most = legal.iter().map(|m| m.captures()).max().unwrap_or(0);
    let takes = u32::try_from(tried.captured.len()).unwrap_or(u32::MAX);
    match obligation::fault(from, &tried, &legal) {
        Some(fault) => IllegalMove::Obligation { fault, takes, most, instead },
        None => IllegalMove::Written(instead),
    }
}

fn count(n: u32) -> String {
    match n {
        1 => "one".to_owned(),
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        _ => n.to_string(),
    }
}

/// Why the piece cannot go there when no capture is mandatory.
fn movement(position: &AnyPosition, piece: Piece, from: AnySquare, to: AnySquare) -> IllegalMove {
    if position.piece_at(to).is_some() {
        return IllegalMove::Occupied(to.to_string());
    }
    let rules = position.rules();
    let (running, moves) = position.run(piece.side);
    if running == Some(from) && moves >= rules.king_run && rules.king_run > 0 {
        return IllegalMove::KingRun(rules.king_run.into());
    }
    let straight = rules.board.every_square;
    IllegalMove::Movement(match piece.kind {
        Kind::Man if straight => MovementRule::ManStraight,
        Kind::Man => MovementRule::ManStep,
        Kind::King if rules.flying && straight => MovementRule::KingStraight,
        Kind::King if rules.flying => MovementRule::KingFlight,
        Kind::King => MovementRule::KingOne,
    })
}

//! The reason why a move is not legal, for a person at the board.

use crate::names::{kind, piece_on, side};
use engine::MoveRefusal;
use game::{Position as _, Side};
use std::fmt;
use xiangqi::{FaultReason, Kind, Move, Piece, Position, Setup, Square, Squares, attacks};

/// A piece where it stands.
type StandingPiece = (Piece, Square);

/// Why a move is not legal.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum IllegalMove {
    /// There is no piece where the move begins.
    NoPiece(Square),
    /// The piece is the opponent's.
    OthersPiece(StandingPiece),
    /// The move ends where it begins.
    NoMovement(Kind),
    /// A piece of the same side is on the square where it ends.
    OwnPiece(StandingPiece),
    /// The piece does not move like that.
    Movement(MovementRule),
    /// A piece blocks the way.
    Blocked(BlockedBy, StandingPiece),
    /// A cannon captures over a screen, and there is none.
    NoScreen,
    /// A cannon captures over one screen, and there are more.
    ManyScreens(Squares),
    /// The king of the side that moves would be in check, by this piece.
    Check { by: Option<StandingPiece>, stands: bool },
    /// Nothing would stand between the kings.
    KingsFacing,
    /// The rules refuse it for an unknown reason.
    Unknown,
}

/// How a piece moves, for a move that is none of its moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum MovementRule {
    KingPalace,
    KingStep,
    AdvisorPalace,
    AdvisorStep,
    ElephantStep,
    ElephantRiver,
    HorseStep,
    /// The move of a chariot or a cannon.
    Line(Kind),
    PawnBack,
    PawnStep,
    PawnSideways,
}

/// The way in which a move is blocked.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum BlockedBy {
    Eye,
    Leg,
    Chariot,
    Cannon,
}

impl IllegalMove {
    /// The reason's stable word.
    const fn code(self) -> &'static str {
        match self {
            Self::NoPiece(_) => "no-piece",
            Self::OthersPiece(_) => "others-piece",
            Self::NoMovement(_) => "no-movement",
            Self::OwnPiece(_) => "own-piece",
            Self::Movement(rule) => rule.code(),
            Self::Blocked(BlockedBy::Eye, _) => "eye-blocked",
            Self::Blocked(BlockedBy::Leg, _) => "leg-blocked",
            Self::Blocked(BlockedBy::Chariot, _) => "way-blocked",
            Self::Blocked(BlockedBy::Cannon, _) => "cannon-way",
            Self::NoScreen => "no-screen",
            Self::ManyScreens(_) => "many-screens",
            Self::Check { stands: false, .. } => "check",
            Self::Check { stands: true, .. } => "still-check",
            Self::KingsFacing => "kings-facing",
            Self::Unknown => "illegal",
        }
    }

    /// The squares that show it on the board.
    fn squares(self) -> Squares {
        match self {
            Self::NoPiece(square)
            | Self::OthersPiece((_, square))
            | Self::OwnPiece((_, square))
            | Self::Blocked(_, (_, square))
            | Self::Check { by: Some((_, square)), .. } => Squares::of(square),
            Self::ManyScreens(squares) => squares,
            _ => Squares::EMPTY,
        }
    }
}

impl MovementRule {
    const fn code(self) -> &'static str {
        match self {
            Self::KingPalace => "king-palace",
            Self::KingStep => "king-step",
            Self::AdvisorPalace => "advisor-palace",
            Self::AdvisorStep => "advisor-step",
            Self::ElephantStep => "elephant-step",
            Self::ElephantRiver => "elephant-river",
            Self::HorseStep => "horse-step",
            Self::Line(_) => "line-step",
            Self::PawnBack => "pawn-back",
            Self::PawnStep => "pawn-step",
            Self::PawnSideways => "pawn-sideways",
        }
    }
}

/// In English, for other programs and for the command line.
impl fmt::Display for IllegalMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |(piece, square): StandingPiece| piece_on(piece, square);
        match *self {
            Self::NoPiece(square) => write!(f, "there is no piece on {square}"),
            Self::OthersPiece((piece, square)) => {
                let turn = side(piece.side().other());
                write!(f, "it is {turn}'s turn, and {} is not", piece_on(piece, square))
            }
            Self::NoMovement(which) => write!(f, "the {} would not move", kind(which)),
            Self::OwnPiece(other) => write!(f, "{} stands there", on(other)),
            Self::Movement(rule) => rule.fmt(f),
            Self::Blocked(way, by) => {
                let what = match way {
                    BlockedBy::Eye => "the elephant's eye",
                    BlockedBy::Leg => "the horse's leg",
                    BlockedBy::Chariot => "the way",
                    BlockedBy::Cannon => "a cannon jumps only to capture, and the way",
                };
                write!(f, "{what} is blocked by {}", on(by))
            }
            Self::NoScreen => f.write_str("a cannon captures over a screen, and there is none"),
            Self::ManyScreens(screens) => {
                let n = screens.len();
                write!(f, "a cannon captures over exactly one screen, and there are {n}")
            }
            Self::Check { by, stands } => {
                let still = if stands { "still be" } else { "be" };
                write!(f, "the king would {still} in check")?;
                by.map_or(Ok(()), |by| write!(f, " by {}", on(by)))
            }
            Self::KingsFacing => f.write_str("the kings would face each other on an open file"),
            Self::Unknown => f.write_str("it is not among the legal moves"),
        }
    }
}

impl fmt::Display for MovementRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::KingPalace => "a king never leaves its palace",
            Self::KingStep => "a king moves one step along a line",
            Self::AdvisorPalace => "an advisor never leaves the palace",
            Self::AdvisorStep => "an advisor moves one step diagonally",
            Self::ElephantStep => "an elephant moves two steps diagonally",
            Self::ElephantRiver => "an elephant never crosses the river",
            Self::HorseStep => "a horse moves one step along a line and one diagonally",
            Self::Line(which) => return write!(f, "a {} moves along a line", kind(*which)),
            Self::PawnBack => "a pawn never moves back",
            Self::PawnStep => "a pawn moves one step",
            Self::PawnSideways => "a pawn moves sideways only after it has crossed the river",
        })
    }
}

impl From<IllegalMove> for MoveRefusal {
    fn from(refused: IllegalMove) -> Self {
        let why = Self::new(refused.code(), refused.to_string()).at(refused.squares());
        match refused {
            IllegalMove::ManyScreens(screens) => why.with([screens.len()]),
            _ => why,
        }
    }
}

/// Why `m` is not legal here. The checks are in the order natural for a person: the owner of the
/// piece, its way of moving, blocking pieces, the safety of the king.
pub(crate) fn why_not(position: &Position, m: Move) -> IllegalMove {
    let Some(piece) = position.piece_at(m.from) else { return IllegalMove::NoPiece(m.from) };
    let us = position.side_to_move();
    if piece.side() != us {
        return IllegalMove::OthersPiece((piece, m.from));
    }
    if m.from == m.to {
        return IllegalMove::NoMovement(piece.kind());
    }
    if let Some(other) = position.piece_at(m.to)
        && other.side() == us
    {
        return IllegalMove::OwnPiece((other, m.to));
    }
    movement(position, piece, m)
        .or_else(|| king(position, piece, m))
        .unwrap_or(IllegalMove::Unknown)
}

/// Why the piece cannot go there, without regard to the kings.
fn movement(position: &Position, piece: Piece, m: Move) -> Option<IllegalMove> {
    let (files, ranks) = distance(m);
    let (across, along) = (files.abs(), ranks.abs());
    let palace = Squares::palace(piece.side());
    let rule = |rule| Some(IllegalMove::Movement(rule));
    match piece.kind() {
        Kind::King if !palace.contains(m.to) => rule(MovementRule::KingPalace),
        Kind::King if across + along != 1 => rule(MovementRule::KingStep),
        Kind::Advisor if !palace.contains(m.to) => rule(MovementRule::AdvisorPalace),
        Kind::Advisor if (across, along) != (1, 1) => rule(MovementRule::AdvisorStep),
        Kind::Elephant if (across, along) != (2, 2) => rule(MovementRule::ElephantStep),
        Kind::Elephant if m.to.is_across_river_for(piece.side()) => {
            rule(MovementRule::ElephantRiver)
        }
        Kind::Elephant => {
            let eye = m.from.offset(files / 2, ranks / 2)?;
            blocked(position, eye, BlockedBy::Eye)
        }
        Kind::Horse if (across.min(along), across.max(along)) != (1, 2) => {
            rule(MovementRule::HorseStep)
        }
        Kind::Horse => {
            let leg = m.from.offset(files / 2, ranks / 2)?;
            blocked(position, leg, BlockedBy::Leg)
        }
        Kind::Chariot | Kind::Cannon if across != 0 && along != 0 => {
            rule(MovementRule::Line(piece.kind()))
        }
        Kind::Chariot => blocked(position, way(position, m).first()?, BlockedBy::Chariot),
        Kind::Cannon => cannon(position, m),
        Kind::Pawn => pawn(piece, m).map(IllegalMove::Movement),
        Kind::King | Kind::Advisor => None,
    }
}

fn cannon(position: &Position, m: Move) -> Option<IllegalMove> {
    let between = way(position, m);
    if position.piece_at(m.to).is_none() {
        return blocked(position, between.first()?, BlockedBy::Cannon);
    }
    match between.len() {
        0 => Some(IllegalMove::NoScreen),
        1 => None,
        _ => Some(IllegalMove::ManyScreens(between)),
    }
}

fn pawn(piece: Piece, m: Move) -> Option<MovementRule> {
    let (files, ranks) = distance(m);
    let forward = match piece.side() {
        Side::First => ranks,
        Side::Second => -ranks,
    };
    if forward < 0 {
        return Some(MovementRule::PawnBack);
    }
    if files.abs() + forward != 1 {
        return Some(MovementRule::PawnStep);
    }
    (forward == 0 && !m.from.is_across_river_for(piece.side()))
        .then_some(MovementRule::PawnSideways)
}

/// How far a move goes to the right and up, from Red's seat.
fn distance(m: Move) -> (i32, i32) {
    let step = |from: usize, to: usize| i32::try_from(to).ok().zip(i32::try_from(from).ok());
    let difference = |from, to| step(from, to).map_or(0, |(to, from)| to - from);
    (
        difference(m.from.file().index(), m.to.file().index()),
        difference(m.from.rank().index(), m.to.rank().index()),
    )
}

/// The pieces between the ends of a move along a line.
fn way(position: &Position, m: Move) -> Squares {
    attacks::between(m.from, m.to) & position.occupied()
}

fn blocked(position: &Position, at: Square, way: BlockedBy) -> Option<IllegalMove> {
    let piece = position.piece_at(at)?;
    Some(IllegalMove::Blocked(way, (piece, at)))
}

/// The effect of the move on the king of the side that makes it.
fn king(position: &Position, piece: Piece, m: Move) -> Option<IllegalMove> {
    let us = piece.side();
    let mut setup = Setup::from(position);
    setup.put(m.from, None);
    setup.put(m.to, Some(piece));
    setup.turn = us.other();
    let faults: Vec<_> = setup.check().into_iter().map(|fault| fault.reason).collect();
    if faults.contains(&FaultReason::OpponentInCheck(us)) {
        let square = if piece.kind() == Kind::King { m.to } else { position.king(us) };
        let occupied = (position.occupied() - Squares::of(m.from)) | Squares::of(m.to);
        let enemies = position.side(us.other()) - Squares::of(m.to);
        let by = (position.attackers_to(square, occupied) & enemies).first();
        let by = by.and_then(|at| Some((position.piece_at(at)?, at)));
        return Some(IllegalMove::Check { by, stands: position.is_in_check() });
    }
    faults.contains(&FaultReason::KingsFacing).then_some(IllegalMove::KingsFacing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, m: &str, why: &str) {
        let position: Position = fen.parse().unwrap();
        let m: Move = m.parse().unwrap();
        assert!(!position.is_legal(m), "{m} is legal");
        assert_eq!(why_not(&position, m).to_string(), why, "{m}");
    }

    const START: &str = crate::START;

    #[test]
    fn whose_piece() {
        check(START, "e4e5", "there is no piece on e4");
        check(START, "e6e5", "it is Red's turn, and Black's pawn on e6 is not");
        check(START, "a0a3", "Red's pawn on a3 stands there");
    }

    #[test]
    fn how_it_moves() {
        check(START, "e0e2", "a king moves one step along a line");
        check(START, "d0d1", "an advisor moves one step diagonally");
        check(START, "c0e1", "an elephant moves two steps diagonally");
        check(START, "b0b2", "Red's cannon on b2 stands there");
        check(START, "b0b1", "a horse moves one step along a line and one diagonally");
        check(START, "a0b2", "Red's cannon on b2 stands there");
        check(START, "a0b1", "a chariot moves along a line");
        check(START, "b2c4", "a cannon moves along a line");
        check(START, "e3e5", "a pawn moves one step");
        check(START, "e3d3", "a pawn moves sideways only after it has crossed the river");
        check("3k5/9/9/9/9/4P4/9/9/9/5K3 w", "e4e3", "a pawn never moves back");
        check("3k5/9/9/9/4p4/9/9/9/9/5K3 b", "e5e6", "a pawn never moves back");
        check("3k5/9/9/9/9/9/9/5K3/9/9 w", "f2g2", "a king never leaves its palace");
        check("3k5/9/9/9/9/9/9/5A3/9/5K3 w", "f2g3", "an advisor never leaves the palace");
        check("3k5/9/9/9/9/2B6/9/9/9/5K3 w", "c4e6", "an elephant never crosses the river");
    }

    #[test]
    fn what_is_in_the_way() {
        check(START, "b0d1", "the horse's leg is blocked by Red's elephant on c0");
        check(
            "3k5/9/9/9/9/9/9/9/3N5/2B1K4 w",
            "c0e2",
            "the elephant's eye is blocked by Red's horse on d1",
        );
        check(START, "a0a6", "the way is blocked by Red's pawn on a3");
        check(
            START,
            "b2b8",
            "a cannon jumps only to capture, and the way is blocked by Black's cannon on b7",
        );
        check(START, "b2b7", "a cannon captures over a screen, and there is none");
        check(
            "3k5/9/4r4/4p4/4P4/9/9/4C4/9/5K3 w",
            "e2e7",
            "a cannon captures over exactly one screen, and there are 2",
        );
    }

    #[test]
    fn what_becomes_of_the_king() {
        check(
            "4k4/9/9/9/9/9/9/9/4A4/4K4 w",
            "e1d2",
            "the kings would face each other on an open file",
        );
        check(
            "3k5/9/4r4/9/9/9/9/9/4R4/4K4 w",
            "e1d1",
            "the king would be in check by Black's chariot on e7",
        );
        check(
            "3k5/9/4r4/9/9/9/9/9/9/R3K4 w",
            "a0a1",
            "the king would still be in check by Black's chariot on e7",
        );
        check(
            "3k5/9/5r3/9/9/9/9/9/9/R3K4 w",
            "e0f0",
            "the king would be in check by Black's chariot on f7",
        );
    }

    #[test]
    fn a_reason_is_a_code_and_what_shows_it() {
        let why = |fen: &str, m: &str| {
            let position: Position = fen.parse().unwrap();
            MoveRefusal::from(why_not(&position, m.parse().unwrap()))
        };
        let leg = why(START, "b0d1");
        assert_eq!((leg.code, leg.squares), ("leg-blocked", vec!["c0".to_owned()]));
        let screens = why("3k5/9/4r4/4p4/4P4/9/9/4C4/9/5K3 w", "e2e7");
        assert_eq!((screens.code, screens.numbers), ("many-screens", vec![2]));
        assert_eq!(screens.squares, ["e5", "e6"]);
        let check = why("3k5/9/4r4/9/9/9/9/9/9/R3K4 w", "a0a1");
        assert_eq!((check.code, check.squares), ("still-check", vec!["e7".to_owned()]));
        let river = why("3k5/9/9/9/9/2B6/9/9/9/5K3 w", "c4e6");
        assert_eq!((river.code, river.squares.len()), ("elephant-river", 0));
    }

    #[test]
    fn every_impossible_move_has_a_reason() {
        for fen in [START, "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"] {
            let position: Position = fen.parse().unwrap();
            for from in Square::ALL {
                for to in Square::ALL.into_iter().filter(|&to| to != from) {
                    let m = Move::new(from, to);
                    if !position.is_legal(m) {
                        assert_ne!(why_not(&position, m), IllegalMove::Unknown, "{m}");
                    }
                }
            }
        }
    }
}

//! Why a move is not legal, in words a person at the board understands.

use crate::names::{kind, piece_on, side};
use game::{Position as _, Side};
use xiangqi::{FaultReason, Kind, Move, Piece, Position, Setup, Square, Squares, attacks};

/// Why `m` is not legal here. Looks at one thing after the other in the order a person would:
/// whose piece it is, how it moves, what is in its way, what becomes of the king.
pub(crate) fn why_not(position: &Position, m: Move) -> String {
    let Some(piece) = position.piece_at(m.from) else {
        return format!("there is no piece on {}", m.from);
    };
    let us = position.side_to_move();
    if piece.side() != us {
        return format!("it is {}'s turn, and {} is not", side(us), piece_on(piece, m.from));
    }
    if m.from == m.to {
        return format!("the {} would not move", kind(piece.kind()));
    }
    if let Some(other) = position.piece_at(m.to)
        && other.side() == us
    {
        return format!("{} stands there", piece_on(other, m.to));
    }
    movement(position, piece, m)
        .or_else(|| king(position, piece, m))
        .unwrap_or_else(|| "it is not among the legal moves".to_owned())
}

/// Why the piece cannot go there, kings aside.
fn movement(position: &Position, piece: Piece, m: Move) -> Option<String> {
    let (files, ranks) = distance(m);
    let (across, along) = (files.abs(), ranks.abs());
    let palace = Squares::palace(piece.side());
    match piece.kind() {
        Kind::King if !palace.contains(m.to) => Some("a king never leaves its palace".to_owned()),
        Kind::King if across + along != 1 => Some("a king moves one step along a line".to_owned()),
        Kind::Advisor if !palace.contains(m.to) => {
            Some("an advisor never leaves the palace".to_owned())
        }
        Kind::Advisor if (across, along) != (1, 1) => {
            Some("an advisor moves one step diagonally".to_owned())
        }
        Kind::Elephant if (across, along) != (2, 2) => {
            Some("an elephant moves two steps diagonally".to_owned())
        }
        Kind::Elephant if m.to.is_across_river_for(piece.side()) => {
            Some("an elephant never crosses the river".to_owned())
        }
        Kind::Elephant => {
            let eye = m.from.offset(files / 2, ranks / 2)?;
            blocked(position, eye, "the elephant's eye")
        }
        Kind::Horse if (across.min(along), across.max(along)) != (1, 2) => {
            Some("a horse moves one step along a line and one diagonally".to_owned())
        }
        Kind::Horse => {
            let leg = m.from.offset(files / 2, ranks / 2)?;
            blocked(position, leg, "the horse's leg")
        }
        Kind::Chariot | Kind::Cannon if across != 0 && along != 0 => {
            Some(format!("a {} moves along a line", kind(piece.kind())))
        }
        Kind::Chariot => {
            let screen = way(position, m).first()?;
            blocked(position, screen, "the way")
        }
        Kind::Cannon => cannon(position, m),
        Kind::Pawn => pawn(piece, m),
        Kind::King | Kind::Advisor => None,
    }
}

fn cannon(position: &Position, m: Move) -> Option<String> {
    let between = way(position, m);
    if position.piece_at(m.to).is_none() {
        let screen = between.first()?;
        return blocked(position, screen, "a cannon jumps only to capture, and the way");
    }
    match between.len() {
        0 => Some("a cannon captures over a screen, and there is none".to_owned()),
        1 => None,
        n => Some(format!("a cannon captures over exactly one screen, and there are {n}")),
    }
}

fn pawn(piece: Piece, m: Move) -> Option<String> {
    let (files, ranks) = distance(m);
    let forward = match piece.side() {
        Side::First => ranks,
        Side::Second => -ranks,
    };
    if forward < 0 {
        return Some("a pawn never moves back".to_owned());
    }
    if files.abs() + forward != 1 {
        return Some("a pawn moves one step".to_owned());
    }
    (forward == 0 && !m.from.is_across_river_for(piece.side()))
        .then(|| "a pawn moves sideways only after it has crossed the river".to_owned())
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

/// What stands between the ends of a move along a line.
fn way(position: &Position, m: Move) -> Squares {
    attacks::between(m.from, m.to) & position.occupied()
}

fn blocked(position: &Position, at: Square, what: &str) -> Option<String> {
    let piece = position.piece_at(at)?;
    Some(format!("{what} is blocked by {}", piece_on(piece, at)))
}

/// What the move would do to the king of the side that makes it.
fn king(position: &Position, piece: Piece, m: Move) -> Option<String> {
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
        let by = by.and_then(|at| Some(piece_on(position.piece_at(at)?, at)));
        let still = if position.is_in_check() { "still be" } else { "be" };
        let from = by.map_or_else(String::new, |by| format!(" by {by}"));
        return Some(format!("the king would {still} in check{from}"));
    }
    faults
        .contains(&FaultReason::KingsFacing)
        .then(|| "the kings would face each other on an open file".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, m: &str, why: &str) {
        let position: Position = fen.parse().unwrap();
        let m: Move = m.parse().unwrap();
        assert!(!position.is_legal(m), "{m} is legal");
        assert_eq!(why_not(&position, m), why, "{m}");
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
    fn every_impossible_move_has_a_reason() {
        for fen in [START, "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w"] {
            let position: Position = fen.parse().unwrap();
            for from in Square::ALL {
                for to in Square::ALL.into_iter().filter(|&to| to != from) {
                    let m = Move::new(from, to);
                    if !position.is_legal(m) {
                        assert_ne!(why_not(&position, m), "it is not among the legal moves", "{m}");
                    }
                }
            }
        }
    }
}

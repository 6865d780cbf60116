//! Static exchange evaluation on one point: both sides capture with their cheapest piece first.

use game::Side;
use search::Score;
use xiangqi::{Kind, Move, Piece, Position, Square, Squares};

/// The value of pieces in exchanges, in centipawns. The numbers are rounder than those of the
/// evaluation, so that equal exchanges are equal.
const VALUES: [i32; 7] = [20_000, 200, 200, 950, 430, 460, 90];
/// A pawn that has crossed the river.
const CROSSED: i32 = 170;

/// The kinds in the order in which they capture.
const CHEAPEST_FIRST: [Kind; 7] = [
    Kind::Pawn,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Cannon,
    Kind::Chariot,
    Kind::King,
];

/// The value of a piece on a point.
#[inline]
pub(crate) fn value(piece: Piece, square: Square) -> Score {
    let crossed = piece.is_crossed_pawn(square);
    Score::new(if crossed { CROSSED } else { VALUES[piece.kind().index()] })
}

/// The value of the piece that the move captures.
#[inline]
pub(crate) fn gain(position: &Position, m: Move) -> Score {
    position.captured(m).map_or(Score::ZERO, |piece| value(piece, m.to))
}

/// Whether the exchanges on `m.to` that begin with the move yield at least `threshold` for
/// its side.
///
/// Pieces capture in the order of their value. After each capture the lines are computed again: a
/// chariot behind a chariot joins, and a cannon gains or loses its screen. Pins are ignored.
#[inline]
pub(crate) fn see_ge(position: &Position, m: Move, threshold: Score) -> bool {
    let Some(mover) = position.piece_at(m.from) else { return false };
    let mut balance = gain(position, m) - threshold;
    if balance < Score::ZERO {
        return false;
    }
    let at_risk = value(mover, m.to);
    if balance >= at_risk {
        return true;
    }
    balance = balance - at_risk;
    exchange(position, m, mover.side(), balance)
}

/// Whether the exchanges that begin with a capture win at least so many centipawns for its side.
///
/// ```
/// // The horse is not protected.
/// let position = "3k5/9/9/9/9/9/4n4/9/4R4/5K3 w".parse()?;
/// assert!(xiangqi_engine::exchange_wins(&position, "e1e3".parse()?, 400));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exchange_wins(position: &Position, m: Move, centipawns: i32) -> bool {
    see_ge(position, m, Score::new(centipawns))
}

/// The centipawns of the piece that a move captures, as exchanges count them; 0 if it captures none.
#[must_use]
pub fn gained(position: &Position, m: Move) -> i32 {
    gain(position, m).value()
}

/// What a capture and the exchange that it begins win for its side, in centipawns, if both sides capture with
/// their cheapest piece first and stop when they would lose by it. Negative where the capture loses.
///
/// ```
/// // A chariot takes a protected pawn.
/// let position = "3k5/4a4/9/9/9/9/4r4/4p4/4R4/5K3 w".parse()?;
/// assert!(xiangqi_engine::exchange_yield(&position, "e1e2".parse()?) < 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn exchange_yield(position: &Position, m: Move) -> i32 {
    let Some(mover) = position.piece_at(m.from) else { return 0 };
    let occupied = (position.occupied() - Squares::of(m.from)) | m.to;
    let answer = yields(position, m.to, occupied, mover.side().other(), value(mover, m.to));
    (gain(position, m) - answer).value()
}

/// What the side to move wins by capturing the piece on a point, which is worth `at_risk`.
fn yields(position: &Position, to: Square, occupied: Squares, turn: Side, at_risk: Score) -> Score {
    let attackers = position.attackers_to(to, occupied) - Squares::of(to);
    let Some((from, kind)) = cheapest(position, attackers & position.side(turn)) else {
        return Score::ZERO;
    };
    if kind == Kind::King && attackers.intersects(position.side(turn.other())) {
        return Score::ZERO;
    }
    let mut occupied = occupied;
    occupied.remove(from);
    let next = value(Piece::new(turn, kind), to);
    (at_risk - yields(position, to, occupied, turn.other(), next)).max(Score::ZERO)
}

/// The rest of [`see_ge`], for a move that gains, but would lose if its piece were captured without
/// compensation; `balance` already includes that loss.
fn exchange(position: &Position, m: Move, mover: Side, mut balance: Score) -> bool {
    let mut occupied = (position.occupied() - Squares::of(m.from)) | m.to;
    let mut turn = mover.other();
    loop {
        let attackers = position.attackers_to(m.to, occupied) - Squares::of(m.to);
        let own = attackers & position.side(turn);
        let Some((from, kind)) = cheapest(position, own) else { break };
        if kind == Kind::King && attackers.intersects(position.side(turn.other())) {
            // The king may not capture a protected piece.
            break;
        }
        occupied.remove(from);
        // The piece that has just captured may be captured in turn.
        let taker = value(Piece::new(turn, kind), m.to);
        balance = -balance - 1 - taker;
        turn = turn.other();
        if balance >= Score::ZERO {
            // Its side stands well even if it loses this piece: the exchange is decided.
            break;
        }
    }
    // The side to move has no piece to capture with, or would not gain.
    turn != mover
}

fn cheapest(position: &Position, pieces: Squares) -> Option<(Square, Kind)> {
    CHEAPEST_FIRST.into_iter().find_map(|kind| {
        let square = (pieces & position.kind(kind)).first()?;
        Some((square, kind))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::Position as _;

    #[test]
    fn it_says_what_playing_it_out_says() {
        let mut position = Position::start();
        let mut seed = 7_u64;
        for game in 0..60 {
            position = if game % 4 == 0 { Position::start() } else { position };
            for _ in 0..40 {
                let moves = position.moves();
                if moves.is_empty() {
                    position = Position::start();
                    continue;
                }
                for &m in &moves {
                    let exact = Score::new(exchange_yield(&position, m));
                    for d in [-200, -1, 0, 1, 100] {
                        let threshold = exact + d;
                        assert_eq!(
                            see_ge(&position, m, threshold),
                            exact >= threshold,
                            "{m} in {position}, exactly {exact}, asked for {threshold}"
                        );
                    }
                }
                seed = game::Key::random(seed).0;
                position.make(moves[seed as usize % moves.len()], &mut game::NullObserver);
            }
        }
    }

    #[test]
    fn a_cannon_protects_over_the_piece_that_is_taken_with() {
        // The horse is protected by the cannon over the chariot's screen.
        let p: Position = "3k5/9/4c4/9/4p4/9/4n4/9/4R4/5K3 w".parse().unwrap();
        let m: Move = "e1e3".parse().unwrap();
        assert!(!see_ge(&p, m, Score::ZERO));
        let p: Position = "3k5/9/4c4/9/9/9/4n4/9/4R4/5K3 w".parse().unwrap();
        assert!(see_ge(&p, m, Score::new(430)));
    }
}

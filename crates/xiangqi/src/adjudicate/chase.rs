//! The captures that a move threatens: the terms *chase*, *protected* and *equal pieces* of the
//! rules, computed by playing the captures.

use super::rewind::Rewind;
use crate::{Kind, Move, Piece, Position, Square, Squares, attacks};
use arrayvec::ArrayVec;
use game::{NullObserver, Position as _, Side};

/// A capture threatened by a move, both pieces named by where they stand at the end of the
/// line.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) struct Threat {
    pub(super) attacker: Square,
    pub(super) victim: Square,
    /// The victim is a chariot that closes the leg of a horse (`wxf 7`).
    pub(super) pinned_by_horse: bool,
    /// The victim counts although it is protected (`wxf 5`).
    pub(super) protected: bool,
}

/// The threats of one move. Sixteen pieces attack at most four, eight or two others each, but no
/// legal position comes near this bound; threats beyond it are not counted.
pub(super) type Threats = ArrayVec<Threat, 48>;

/// The differences of the rule sets about chases.
#[derive(Copy, Clone, Debug)]
pub(super) struct Standard {
    /// Whether a chariot pinned by a horse counts as a victim of every piece (`wxf 7`).
    pub(super) pinned_chariot: bool,
    /// Whether advisors and elephants chase protected chariots, cannons and horses.
    pub(super) minor_attackers: bool,
    /// Whether a victim that another piece attacked before is not newly chased.
    pub(super) by_victim: bool,
}

/// The threats that the last move of `rewind` made; the function takes this move back.
///
/// `rules-xiangqi`: "after the move a legal capture of an unprotected victim exists that did not
/// exist before it, or the victim's last real protector was removed by it". Both parts are the same
/// test, made twice: whether this capture is worth making, now and before the move.
pub(super) fn take_back_and_compare(rewind: &mut Rewind<'_>, standard: Standard) -> Threats {
    let side = rewind.mover();
    let mut threats = Threats::new();
    let mut now: ArrayVec<(Square, Square, Threat), 48> = ArrayVec::new();
    let attackers = chasers(rewind.position(), side);
    let prey = prey(rewind.position(), side.other());
    for attacker in attackers {
        let Some(piece) = rewind.position().piece_at(attacker) else { continue };
        for victim in rewind.position().reach(piece, attacker) & prey {
            let (from, to) = (rewind.home(attacker), rewind.home(victim));
            let capture = Move::new(attacker, victim);
            let worth = worth(rewind.position_mut(), capture, standard, Roots::Real);
            if let Some(worth) = worth
                && !now.is_full()
            {
                let pinned_by_horse = is_chariot_pinned_by_horse(rewind.position(), victim);
                let protected = worth == CaptureReason::ThoughProtected;
                let threat = Threat { attacker: from, victim: to, pinned_by_horse, protected };
                now.push((attacker, victim, threat));
            }
        }
    }
    let Some(m) = rewind.take_back() else { return threats };
    let before = rewind.position_mut();
    for (attacker, victim, threat) in now {
        let attacker = if attacker == m.to { m.from } else { attacker };
        let stood = if standard.by_victim {
            let attackers = before.attackers_to(victim, before.occupied());
            (attackers & chasers(before, side)).into_iter().any(|attacker| {
                worth(before, Move::new(attacker, victim), standard, Roots::Real).is_some()
            })
        } else {
            worth(before, Move::new(attacker, victim), standard, Roots::InSight).is_some()
        };
        if !stood {
            threats.push(threat);
        }
    }
    threats
}

/// `wxf 4`: kings and pawns may chase for ever. If their move opens an attack of another piece, it
/// is found as that piece's threat.
fn chasers(position: &Position, side: Side) -> Squares {
    position.side(side) - position.pieces(side, Kind::King) - position.pieces(side, Kind::Pawn)
}

/// `wxf 4`: pawns that have not crossed the river may be chased; checks are no chases.
fn prey(position: &Position, side: Side) -> Squares {
    let uncrossed = position.pieces(side, Kind::Pawn) & Squares::home(side);
    position.side(side) - position.pieces(side, Kind::King) - uncrossed
}

/// The pieces that count as protectors.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Roots {
    /// Every piece that could legally recapture: the true root.
    Real,
    /// Those of them that protect the victim in the present position, and not only because the
    /// capturer opens their line by leaving it. A closed line on which the capturer itself stood
    /// makes no new chase: in the diagram suite of the Asian rules (no. 61) the chariot c2 attacks
    /// the cannon b2 throughout. This does not depend on what the cannon h2 would attack behind it.
    InSight,
}

/// The reason why a capture is a threat.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum CaptureReason {
    Unprotected,
    /// Protected or not (`wxf 5`, `wxf 7`).
    ThoughProtected,
}

/// Whether `capture` is legal and takes a piece. It may be by either side, whichever is to move.
///
/// Checks that existed before are ignored: they have to be answered first, and the threats after
/// the answer are those of the present position. So a check does not make all roots false, and the
/// answer to a check creates no chase.
fn worth(
    position: &mut Position,
    capture: Move,
    standard: Standard,
    roots: Roots,
) -> Option<CaptureReason> {
    let attacker = position.piece_at(capture.from)?;
    let victim = position.piece_at(capture.to)?;
    if !position.attackers_to(capture.to, position.occupied()).contains(capture.from)
        || !leaves_king_safe(position, attacker, capture)
    {
        return None;
    }
    if is_prey_though_protected(attacker, victim, standard)
        || standard.pinned_chariot && is_chariot_pinned_by_horse(position, capture.to)
    {
        return Some(CaptureReason::ThoughProtected);
    }
    // `wxf 6`: equal pieces that can take each other offer an exchange. A victim that cannot
    // take back (a horse hobbled on its side, a pinned piece) is chased.
    let back = Move::new(capture.to, capture.from);
    if attacker.kind() == victim.kind()
        && position.attackers_to(back.to, position.occupied()).contains(back.from)
        && leaves_king_safe(position, victim, back)
    {
        return None;
    }
    (!is_protected(position, capture, victim, roots)).then_some(CaptureReason::Unprotected)
}

/// `wxf 5`: a chariot is chased by a horse or cannon even if protected.
fn is_prey_though_protected(attacker: Piece, victim: Piece, standard: Standard) -> bool {
    match attacker.kind() {
        Kind::Horse | Kind::Cannon => victim.kind() == Kind::Chariot,
        Kind::Advisor | Kind::Elephant => {
            standard.minor_attackers
                && matches!(victim.kind(), Kind::Chariot | Kind::Cannon | Kind::Horse)
        }
        _ => false,
    }
}

/// `wxf 7`: whether a chariot on `square` must stay on the leg of a horse, which would otherwise
/// give check.
fn is_chariot_pinned_by_horse(position: &Position, square: Square) -> bool {
    position.piece_at(square).is_some_and(|piece| {
        let king = position.king(piece.side());
        let horses = position.pieces(piece.side().other(), Kind::Horse);
        piece.kind() == Kind::Chariot
            && horses.into_iter().any(|horse| attacks::horse_leg(horse, king) == Some(square))
    })
}

/// Whether `m`, a move of `piece`, leaves its own king without a new check.
fn leaves_king_safe(position: &mut Position, piece: Piece, m: Move) -> bool {
    let standing = position.danger(piece.side()).checkers();
    with_move(position, m, |after| is_safe(after, piece, standing))
}

/// Whether `piece`, which has just moved, left its king safe, apart from the checks in `excused`; a
/// king must not move into check at all.
fn is_safe(after: &Position, piece: Piece, excused: Squares) -> bool {
    let checkers = after.danger(piece.side()).checkers();
    let excused = if piece.kind() == Kind::King { Squares::EMPTY } else { excused };
    (checkers - excused).is_empty()
}

/// Whether the piece that makes `capture` could legally be recaptured.
fn is_protected(position: &mut Position, capture: Move, victim: Piece, roots: Roots) -> bool {
    let side = victim.side();
    let in_sight = match roots {
        Roots::Real => Squares::ALL,
        Roots::InSight => position.attackers_to(capture.to, position.occupied()),
    };
    // The capturer's own check, if it gave one, ends when it moves away.
    let standing = position.danger(side).checkers() - Squares::of(capture.from);
    with_move(position, capture, |after| {
        let protectors = after.attackers_to(capture.to, after.occupied());
        (protectors & after.side(side) & in_sight).into_iter().any(|from| {
            after.piece_at(from).is_some_and(|piece| {
                let recapture = Move::new(from, capture.to);
                with_move(after, recapture, |end| is_safe(end, piece, standing))
            })
        })
    })
}

/// The result of `f` for the position after `m`, which need not be a move of the side to move.
fn with_move<T>(position: &mut Position, m: Move, f: impl FnOnce(&mut Position) -> T) -> T {
    let undo = position.make(m, &mut NullObserver);
    let answer = f(position);
    position.unmake(m, undo);
    answer
}

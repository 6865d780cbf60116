//! Static scores for the order of quiet moves.

use crate::exchange;
use game::Side;
use search::Score;
use xiangqi::{Kind, Move, Position, Squares, attacks};

/// The points from which each kind of piece would check the enemy king.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Checks {
    chariots: Squares,
    cannons: Squares,
    horses: Squares,
    pawns: Squares,
}

impl Checks {
    /// The points from which `side` would give check in this position.
    pub(crate) fn new(position: &Position, side: Side) -> Self {
        let king = position.king(side.other());
        let occupied = position.occupied();
        Self {
            chariots: attacks::chariot(king, occupied),
            cannons: attacks::cannon_over(king, occupied),
            horses: attacks::horses_to(king, occupied),
            pawns: attacks::pawns_to(side, king),
        }
    }

    /// For pieces of this kind.
    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> Squares {
        match kind {
            Kind::Chariot => self.chariots,
            Kind::Cannon => self.cannons,
            Kind::Horse => self.horses,
            Kind::Pawn => self.pawns,
            Kind::King | Kind::Advisor | Kind::Elephant => Squares::EMPTY,
        }
    }

    /// For pieces of any kind.
    pub(crate) fn all(&self) -> Squares {
        self.chariots | self.cannons | self.horses | self.pawns
    }
}

/// The bonus of a check that does not lose its piece, in units of history.
const CHECK: i32 = 9_000;
/// The bonus for a chariot that leaves the reach of lesser pieces, or the penalty if it enters.
const CHARIOT: i32 = 11_000;
/// The same for horses and cannons and the reach of pawns and guards.
const MINOR: i32 = 6_000;

/// The data computed once for all quiet moves of a position.
#[derive(Copy, Clone, Debug)]
pub struct Hints {
    checks: Checks,
    /// The points enemy pawns, advisors and elephants attack.
    by_small: Squares,
    /// The points those, horses and cannons attack.
    by_lesser: Squares,
}

impl Hints {
    pub(crate) fn new(position: &Position, side: Side) -> Self {
        let enemy = side.other();
        let occupied = position.occupied();
        let reach = |kind: Kind| {
            let mut set = Squares::EMPTY;
            for from in position.pieces(enemy, kind) {
                set |= match kind {
                    Kind::Pawn => attacks::pawn(enemy, from),
                    Kind::Advisor => attacks::advisor(from),
                    Kind::Elephant => attacks::elephant(from, occupied),
                    Kind::Horse => attacks::horse(from, occupied),
                    Kind::Cannon => attacks::cannon_over(from, occupied),
                    Kind::Chariot | Kind::King => Squares::EMPTY,
                };
            }
            set
        };
        let by_small = reach(Kind::Pawn) | reach(Kind::Advisor) | reach(Kind::Elephant);
        let by_lesser = by_small | reach(Kind::Horse) | reach(Kind::Cannon);
        Self { checks: Checks::new(position, side), by_small, by_lesser }
    }

    /// The bonus for a quiet move of a piece of this kind.
    #[inline]
    pub(crate) fn of(&self, position: &Position, kind: Kind, m: Move) -> i32 {
        let (feared, weight) = match kind {
            Kind::Chariot => (self.by_lesser, CHARIOT),
            Kind::Horse | Kind::Cannon => (self.by_small, MINOR),
            Kind::King | Kind::Advisor | Kind::Elephant | Kind::Pawn => (Squares::EMPTY, 0),
        };
        let mut bonus = 0;
        if feared.contains(m.from) {
            bonus += weight;
        }
        if feared.contains(m.to) {
            bonus -= weight;
        }
        if self.checks.of(kind).contains(m.to) && exchange::see_ge(position, m, Score::new(-20)) {
            bonus += CHECK;
        }
        bonus
    }
}

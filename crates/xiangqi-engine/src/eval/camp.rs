use game::Side;
use xiangqi::{Kind, Position, Square, Squares, attacks};

/// One side's pieces and what they attack and protect: gathered once, read by all terms.
#[derive(Clone, Debug)]
pub(crate) struct Camp {
    pub(crate) side: Side,
    pub(crate) king: Square,
    pub(crate) all: Squares,
    pub(crate) kinds: [Squares; 7],
    /// What pieces of each kind attack or protect.
    pub(crate) by: [Squares; 7],
    /// What any piece attacks or protects.
    pub(crate) any: Squares,
    /// Chariots, horses and cannons.
    runners: [Runner; 6],
    running: usize,
}

/// A chariot, horse or cannon and where it goes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Runner {
    pub(crate) kind: Kind,
    pub(crate) from: Square,
    /// What it attacks or protects. For a cannon: the points behind one screen.
    pub(crate) attacks: Squares,
    /// Where it goes without capturing: for a cannon the free points it slides to, for the
    /// others the same as `attacks`.
    pub(crate) slides: Squares,
}

impl Camp {
    pub(crate) fn new(position: &Position, side: Side) -> Self {
        let occupied = position.occupied();
        let kinds = Kind::ALL.map(|kind| position.pieces(side, kind));
        let king = position.king(side);
        let mut by = [Squares::EMPTY; 7];
        by[Kind::King.index()] = attacks::king(king);
        for from in kinds[Kind::Advisor.index()] {
            by[Kind::Advisor.index()] |= attacks::advisor(from);
        }
        for from in kinds[Kind::Elephant.index()] {
            by[Kind::Elephant.index()] |= attacks::elephant(from, occupied);
        }
        by[Kind::Pawn.index()] = pawn_steps(kinds[Kind::Pawn.index()], side);

        let nobody =
            Runner { kind: Kind::Horse, from: king, attacks: Squares::EMPTY, slides: Squares::EMPTY };
        let mut runners = [nobody; 6];
        let mut running = 0;
        let mut run = |runner: Runner| {
            by[runner.kind.index()] |= runner.attacks;
            // A legal position has at most two of each: six.
            if let Some(place) = runners.get_mut(running) {
                *place = runner;
                running += 1;
            }
        };
        for from in kinds[Kind::Chariot.index()] {
            let to = attacks::chariot(from, occupied);
            run(Runner { kind: Kind::Chariot, from, attacks: to, slides: to });
        }
        for from in kinds[Kind::Horse.index()] {
            let to = attacks::horse(from, occupied);
            run(Runner { kind: Kind::Horse, from, attacks: to, slides: to });
        }
        for from in kinds[Kind::Cannon.index()] {
            let over = attacks::cannon_over(from, occupied);
            let slides = attacks::chariot(from, occupied) - occupied;
            run(Runner { kind: Kind::Cannon, from, attacks: over, slides });
        }
        let any = by.iter().fold(Squares::EMPTY, |a, &b| a | b);
        Self { side, king, all: position.side(side), kinds, by, any, runners, running }
    }

    /// Its chariots, then its horses, then its cannons.
    #[inline]
    pub(crate) fn runners(&self) -> &[Runner] {
        &self.runners[..self.running]
    }

    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> Squares {
        self.kinds[kind.index()]
    }

    #[inline]
    pub(crate) fn by(&self, kind: Kind) -> Squares {
        self.by[kind.index()]
    }

    /// What its pawns, advisors and elephants attack or protect.
    #[inline]
    pub(crate) fn by_small(&self) -> Squares {
        self.by(Kind::Pawn) | self.by(Kind::Advisor) | self.by(Kind::Elephant)
    }

    /// Its pawns across the river.
    #[inline]
    pub(crate) fn crossed(&self) -> Squares {
        self.of(Kind::Pawn) & Squares::home(self.side.other())
    }

    /// The points one step ahead of these, as this side goes.
    #[inline]
    pub(crate) fn ahead_of(&self, squares: Squares) -> Squares {
        ahead(squares, self.side)
    }

    /// All points on ranks ahead of this one.
    #[inline]
    pub(crate) fn ranks_ahead(&self, square: Square) -> Squares {
        let first = square.index() / 9 * 9;
        match self.side {
            Side::First => Squares::from_bits(!0 << first << 9),
            Side::Second => Squares::from_bits((1 << first) - 1),
        }
    }
}

const FILE_A: u128 = Squares::file(xiangqi::File::A).bits();
const FILE_I: u128 = Squares::file(xiangqi::File::I).bits();

#[inline]
fn ahead(squares: Squares, side: Side) -> Squares {
    match side {
        Side::First => Squares::from_bits(squares.bits() << 9),
        Side::Second => Squares::from_bits(squares.bits() >> 9),
    }
}

/// The points to the left and right of these.
#[inline]
pub(crate) fn beside(squares: Squares) -> Squares {
    let bits = squares.bits();
    Squares::from_bits((bits & !FILE_I) << 1 | (bits & !FILE_A) >> 1)
}

fn pawn_steps(pawns: Squares, side: Side) -> Squares {
    ahead(pawns, side) | beside(pawns & Squares::home(side.other()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::testing::positions;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_camp_attacks_what_its_pieces_reach(position in positions()) {
            for side in Side::ALL {
                let camp = Camp::new(&position, side);
                let mut any = Squares::EMPTY;
                for from in position.side(side) {
                    let piece = position.piece_at(from).expect("a side's point is occupied");
                    any |= match piece.kind() {
                        Kind::Cannon => attacks::cannon_over(from, position.occupied()),
                        _ => position.reach(piece, from),
                    };
                }
                prop_assert_eq!(camp.any, any);
            }
        }
    }
}

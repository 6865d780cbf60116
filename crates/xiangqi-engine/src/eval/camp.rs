use game::Side;
use xiangqi::{Kind, Position, Square, Squares, attacks};

/// One side's pieces and the points they attack and protect: computed once, read by all terms.
#[derive(Clone, Debug)]
pub(crate) struct Camp<'a> {
    position: &'a Position,
    pub(crate) side: Side,
    pub(crate) king: Square,
    pub(crate) all: Squares,
    /// The points that pieces of each kind attack or protect.
    by: [Squares; 7],
    /// The points that any piece attacks or protects.
    pub(crate) any: Squares,
    /// The points that any piece except the king attacks or protects.
    pub(crate) guarded: Squares,
    /// The points that a chariot on the king's point would attack.
    pub(crate) from_king: Squares,
    /// The free points to which cannons slide.
    pub(crate) cannon_slides: Squares,
    /// Chariots, horses and cannons.
    runners: [Runner; 6],
    running: usize,
}

/// A chariot, horse or cannon, and its targets.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Runner {
    pub(crate) kind: Kind,
    pub(crate) from: Square,
    /// The points it attacks or protects. For a cannon: the points behind one screen.
    pub(crate) attacks: Squares,
    /// The points it can go to without a capture: for a cannon the free points it slides to, for
    /// the others the same as `attacks`.
    pub(crate) slides: Squares,
}

impl<'a> Camp<'a> {
    /// Both sides' camps, Red's first.
    pub(crate) fn both(position: &'a Position) -> [Self; 2] {
        [Self::new(position, Side::First), Self::new(position, Side::Second)]
    }

    /// Builds in place: a camp is large, and copying it cost a quarter of the evaluation.
    #[inline(always)]
    fn new(position: &'a Position, side: Side) -> Self {
        let king = position.king(side);
        let nobody = Runner {
            kind: Kind::Horse,
            from: king,
            attacks: Squares::EMPTY,
            slides: Squares::EMPTY,
        };
        let mut camp = Self {
            position,
            side,
            king,
            all: position.side(side),
            by: [Squares::EMPTY; 7],
            any: Squares::EMPTY,
            guarded: Squares::EMPTY,
            from_king: Squares::EMPTY,
            cannon_slides: Squares::EMPTY,
            runners: [nobody; 6],
            running: 0,
        };
        camp.gather(position.occupied());
        camp
    }

    #[inline(always)]
    fn gather(&mut self, occupied: Squares) {
        let mut advisors = Squares::EMPTY;
        for from in self.of(Kind::Advisor) {
            advisors |= attacks::advisor(from);
        }
        let mut elephants = Squares::EMPTY;
        for from in self.of(Kind::Elephant) {
            elephants |= attacks::elephant(from, occupied);
        }
        let pawns = pawn_steps(self.of(Kind::Pawn), self.side);
        self.by[Kind::Advisor.index()] = advisors;
        self.by[Kind::Elephant.index()] = elephants;
        self.by[Kind::Pawn.index()] = pawns;
        self.guarded = advisors | elephants | pawns;
        for from in self.of(Kind::Chariot) {
            let to = attacks::chariot(from, occupied);
            self.run(Kind::Chariot, from, to, to);
        }
        for from in self.of(Kind::Horse) {
            let to = attacks::horse(from, occupied);
            self.run(Kind::Horse, from, to, to);
        }
        for from in self.of(Kind::Cannon) {
            let over = attacks::cannon_over(from, occupied);
            let slides = attacks::chariot(from, occupied) - occupied;
            self.cannon_slides |= slides;
            self.run(Kind::Cannon, from, over, slides);
        }
        let king = attacks::king(self.king);
        self.by[Kind::King.index()] = king;
        self.any = self.guarded | king;
        self.from_king = attacks::chariot(self.king, occupied);
    }

    #[inline(always)]
    fn run(&mut self, kind: Kind, from: Square, attacks: Squares, slides: Squares) {
        self.by[kind.index()] |= attacks;
        self.guarded |= attacks;
        // A legal position has at most two of each: six.
        if let Some(place) = self.runners.get_mut(self.running) {
            *place = Runner { kind, from, attacks, slides };
            self.running += 1;
        }
    }

    /// Its chariots, then its horses, then its cannons.
    #[inline]
    pub(crate) fn runners(&self) -> &[Runner] {
        &self.runners[..self.running]
    }

    #[inline]
    pub(crate) fn of(&self, kind: Kind) -> Squares {
        self.position.pieces(self.side, kind)
    }

    #[inline]
    pub(crate) fn by(&self, kind: Kind) -> Squares {
        self.by[kind.index()]
    }

    /// The points that its pawns, advisors and elephants attack or protect.
    #[inline]
    pub(crate) fn by_small(&self) -> Squares {
        self.by(Kind::Pawn) | self.by(Kind::Advisor) | self.by(Kind::Elephant)
    }

    /// Its pawns across the river.
    #[inline]
    pub(crate) fn crossed(&self) -> Squares {
        self.of(Kind::Pawn) & Squares::home(self.side.other())
    }

    /// The points one step ahead of these, in this side's direction.
    #[inline]
    pub(crate) fn ahead_of(&self, squares: Squares) -> Squares {
        ahead(squares, self.side)
    }

    /// All points on ranks ahead of this one.
    #[inline]
    pub(crate) fn ranks_ahead(&self, square: Square) -> Squares {
        let rank = square.index() / 9;
        match self.side {
            Side::First => !RANKS_BELOW[rank + 1],
            Side::Second => RANKS_BELOW[rank],
        }
    }
}

/// The points on the ranks below each.
static RANKS_BELOW: [Squares; 11] = {
    let mut below = [Squares::EMPTY; 11];
    let mut rank = 0;
    while rank < below.len() {
        below[rank] = Squares::from_bits((1 << (9 * rank)) - 1);
        rank += 1;
    }
    below
};

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
                let camp = &Camp::both(&position)[side.index()];
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

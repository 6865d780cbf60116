use super::Position;
use crate::{Kind, Move, Piece, Square, Squares, attacks};
use game::Side;

/// The restrictions that one side's king imposes on its other pieces. They are computed once per
/// position, and decide every move of these pieces by two lookups.
///
/// A piece must not
/// * leave a line that it closes: alone before a chariot or the other king, one of exactly two
///   before a cannon ("bound", as is the only leg of a horse that would give check);
/// * land on a line that a cannon looks along with nothing in between;
/// * do anything but end a check.
///
/// ```
/// use game::Side;
/// use xiangqi::{Danger, Position, Square, Squares};
///
/// let position: Position = "4k4/9/9/9/9/9/9/9/4R4/3K5 b".parse()?;
/// let danger: Danger = position.danger(Side::Second);
/// assert_eq!((danger.side(), danger.checkers()), (Side::Second, Squares::of(Square::E1)));
/// assert!(danger.bound().is_empty());
/// // Only what lands between the chariot and the king, or on the chariot, ends the check.
/// assert!(danger.landing().contains(Square::E5) && !danger.landing().contains(Square::A5));
/// # Ok::<(), xiangqi::PositionError>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Danger {
    side: Side,
    checkers: Squares,
    bound: Squares,
    landing: Squares,
}

impl Danger {
    /// Whose king this is about.
    #[inline]
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The enemy pieces that give check.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Squares {
        self.checkers
    }

    /// The pieces that may not move freely because their king would be in check: pinned ones,
    /// legs of horses, screens. A bound piece may still have legal moves.
    #[inline]
    #[must_use]
    pub const fn bound(&self) -> Squares {
        self.bound
    }

    /// The points where pieces that are neither the king nor [bound](Self::bound) may land: all
    /// points, unless there is a check to end or a line of a cannon that must stay without a
    /// screen.
    #[inline]
    #[must_use]
    pub const fn landing(&self) -> Squares {
        self.landing
    }
}

impl Position {
    /// What `side`'s king forbids.
    #[inline]
    #[must_use]
    pub fn danger(&self, side: Side) -> Danger {
        let own = self.side(side);
        let mut danger =
            Danger { side, checkers: Squares::EMPTY, bound: Squares::EMPTY, landing: Squares::ALL };
        self.each_threat(side, |threat| {
            danger.landing &= threat.others;
            danger.bound |= threat.held & own;
            if threat.is_check {
                danger.checkers.insert(threat.by);
            }
        });
        danger
    }

    /// The enemy pieces that give check to the side to move.
    #[inline]
    #[must_use]
    pub fn checkers(&self) -> Squares {
        self.danger(self.turn).checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_in_check(&self) -> bool {
        let them = Attackers::of(self, self.turn.other());
        them.attack(self.king(self.turn), self.occupied())
    }

    /// Whether the legal move `m` of either side gives check, directly or by discovery.
    ///
    /// ```
    /// use xiangqi::Position;
    /// let p: Position = "3k5/9/9/9/9/9/9/9/4R4/5K3 w".parse()?;
    /// assert!(p.gives_check("e1d1".parse()?));
    /// assert!(!p.gives_check("e1e8".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn gives_check(&self, m: Move) -> bool {
        let Some(piece) = self.piece_at(m.from) else { return false };
        let mut us = Attackers::of(self, piece.side());
        us.relocate(piece, m);
        let occupied = (self.occupied() - Squares::of(m.from)) | m.to;
        us.attack(self.king(piece.side().other()), occupied)
    }

    /// Whether `side`'s king would be in check on `square`, if its present point were free.
    #[inline]
    pub(super) fn is_king_attacked_on(&self, side: Side, square: Square) -> bool {
        let without = self.occupied() - self.pieces(side, Kind::King);
        Attackers::of(self, side.other()).attack(square, without)
    }

    /// The points where the bound piece of `side` on `square` may land.
    #[cold]
    pub(super) fn landing_of_bound(&self, side: Side, square: Square) -> Squares {
        let mut landing = Squares::ALL;
        self.each_threat(side, |threat| {
            landing &= if threat.held.contains(square) { threat.of_held } else { threat.others };
        });
        landing
    }

    /// Calls `f` with every enemy piece that attacks `side`'s king, or would attack it if pieces in
    /// between moved.
    #[inline(always)]
    fn each_threat(&self, side: Side, mut f: impl FnMut(Threat)) {
        let king = self.king(side);
        let enemy = side.other();
        let occupied = self.occupied();
        let straight = self.pieces(enemy, Kind::Chariot) & attacks::lines(king)
            | self.pieces(enemy, Kind::King) & attacks::file_line(king);
        for by in straight {
            let between = attacks::between(king, by);
            let closing = between & occupied;
            match closing.len() {
                0 => f(Threat::check(by, between | by)),
                1 => f(Threat::held_off(by, closing, between | by)),
                _ => {}
            }
        }
        for by in self.pieces(enemy, Kind::Cannon) & attacks::lines(king) {
            let between = attacks::between(king, by);
            let screens = between & occupied;
            let closed_again = (between - screens) | by;
            match screens.len() {
                0 => f(Threat { others: !between, ..Threat::none(by) }),
                1 => f(Threat {
                    held: screens,
                    of_held: !between,
                    ..Threat::check(by, closed_again)
                }),
                2 => f(Threat::held_off(by, screens, closed_again)),
                _ => {}
            }
        }
        for by in self.pieces(enemy, Kind::Horse) & attacks::horse_ring(king) {
            let leg = attacks::horse_leg_set(by, king);
            if leg.intersects(occupied) {
                f(Threat::held_off(by, leg, Squares::of(by)));
            } else {
                f(Threat::check(by, leg | by));
            }
        }
        for by in self.pieces(enemy, Kind::Pawn) & attacks::pawns_to(enemy, king) {
            f(Threat::check(by, Squares::of(by)));
        }
    }
}

/// An enemy piece that attacks the king, perhaps through other pieces.
struct Threat {
    by: Square,
    is_check: bool,
    /// The pieces that determine whether there is check.
    held: Squares,
    /// The points where those pieces may land.
    of_held: Squares,
    /// The points where all others (except the king) may land.
    others: Squares,
}

impl Threat {
    #[inline]
    fn none(by: Square) -> Self {
        let (held, all) = (Squares::EMPTY, Squares::ALL);
        Self { by, is_check: false, held, of_held: all, others: all }
    }

    #[inline]
    fn check(by: Square, ended_on: Squares) -> Self {
        Self { is_check: true, others: ended_on, ..Self::none(by) }
    }

    #[inline]
    fn held_off(by: Square, held: Squares, of_held: Squares) -> Self {
        Self { held, of_held, ..Self::none(by) }
    }
}

/// The pieces of one side that can give check.
struct Attackers {
    side: Side,
    king: Squares,
    chariots: Squares,
    horses: Squares,
    cannons: Squares,
    pawns: Squares,
}

impl Attackers {
    #[inline(always)]
    fn of(position: &Position, side: Side) -> Self {
        let of = |kind| position.pieces(side, kind);
        Self {
            side,
            king: of(Kind::King),
            chariots: of(Kind::Chariot),
            horses: of(Kind::Horse),
            cannons: of(Kind::Cannon),
            pawns: of(Kind::Pawn),
        }
    }

    #[inline(always)]
    fn relocate(&mut self, piece: Piece, m: Move) {
        let moved = match piece.kind() {
            Kind::King => &mut self.king,
            Kind::Chariot => &mut self.chariots,
            Kind::Horse => &mut self.horses,
            Kind::Cannon => &mut self.cannons,
            Kind::Pawn => &mut self.pawns,
            Kind::Advisor | Kind::Elephant => return,
        };
        *moved ^= Squares::of(m.from) | m.to;
    }

    /// Whether an enemy king on `square` would be in check, kings facing included.
    #[inline(always)]
    fn attack(&self, square: Square, occupied: Squares) -> bool {
        let straight =
            self.chariots & attacks::lines(square) | self.king & attacks::file_line(square);
        attacks::horses_to(square, occupied).intersects(self.horses)
            || attacks::pawns_to(self.side, square).intersects(self.pawns)
            || straight.into_iter().any(|by| !attacks::between(square, by).intersects(occupied))
            || (self.cannons & attacks::lines(square))
                .into_iter()
                .any(|by| (attacks::between(square, by) & occupied).len() == 1)
    }
}

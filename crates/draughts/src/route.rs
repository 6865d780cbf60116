use crate::geometry::{Direction, Shape};
use crate::{Bits, Kind, Move, Passing, Position, Square, Variant};

/// More ways than this to make one capture are not listed.
const MOST_ROUTES: usize = 64;

impl<V: Variant> Position<V> {
    /// The ways in which a legal move can go: for each, the squares where the piece lands, the
    /// last of them [`Move::to`]. A quiet move has one way of one square; a capture one square
    /// for each captured piece.
    ///
    /// Where a king goes straight on after a capture it lands directly behind the captured
    /// piece, as PDN 3.0 writes it. At most 64 ways are listed.
    #[must_use]
    pub fn routes(&self, m: Move<V>) -> Vec<Vec<Square<V>>> {
        if !m.is_capture() {
            return vec![vec![m.to()]];
        }
        let king = self.piece_at(m.from()).is_some_and(|piece| piece.kind == Kind::King);
        let mut walk = Walk { position: self, m, hops: Vec::new(), found: Vec::new() };
        let empty = self.empty() | m.from().bit();
        walk.go(m.from().bit(), m.captured, empty, king, None);
        walk.found
    }
}

/// The search for the ways of one capture.
struct Walk<'a, V: Variant> {
    position: &'a Position<V>,
    m: Move<V>,
    hops: Vec<Square<V>>,
    found: Vec<Vec<Square<V>>>,
}

impl<V: Variant> Walk<'_, V> {
    /// Goes on from `at`, with `left` still to be captured.
    fn go(
        &mut self,
        at: V::Bits,
        left: V::Bits,
        empty: V::Bits,
        king: bool,
        came: Option<Direction>,
    ) {
        if left.is_zero() {
            if at == self.m.to().bit() && self.found.len() < MOST_ROUTES {
                self.found.push(self.hops.clone());
            }
            return;
        }
        let turn = self.position.turn;
        let reach = if king { V::RULES.king_capture } else { V::RULES.men_capture };
        for &direction in reach.directions(turn) {
            if king && V::RULES.removed_at_once && came == Some(direction.reverse()) {
                continue;
            }
            let mut next = V::step(at, direction);
            while king && V::RULES.flying && !(next & empty).is_zero() {
                next = V::step(next, direction);
            }
            let victim = next & left;
            let first = V::step(victim, direction) & empty;
            if first.is_zero() {
                continue;
            }
            let empty = if V::RULES.removed_at_once { empty | victim } else { empty };
            let crowned =
                V::RULES.passing == Passing::Crowned && !(first & V::far_row(turn)).is_zero();
            let (left, king_after) = (left & !victim, king || crowned);
            let mut landing = first;
            while !landing.is_zero() {
                self.hops.push(Square::from_bit(landing.first()));
                self.go_from(landing, landing == first, left, empty, king_after, direction);
                self.hops.pop();
                if !king || !V::RULES.flying {
                    break;
                }
                landing = V::step(landing, direction) & empty;
            }
        }
    }

    /// Goes on from a landing; straight on only from the one directly behind the piece.
    fn go_from(
        &mut self,
        landing: V::Bits,
        directly_behind: bool,
        left: V::Bits,
        empty: V::Bits,
        king: bool,
        direction: Direction,
    ) {
        if directly_behind || left.is_zero() || !king {
            return self.go(landing, left, empty, king, Some(direction));
        }
        let mut ahead = V::step(landing, direction);
        while V::RULES.flying && !(ahead & empty).is_zero() {
            ahead = V::step(ahead, direction);
        }
        // What lies straight ahead is captured from the first landing; here only turns count.
        let straight = ahead & left;
        if straight.is_zero() {
            return self.go(landing, left, empty, king, Some(direction));
        }
        let before = self.found.len();
        self.go(landing, left, empty, king, Some(direction));
        let depth = self.hops.len();
        let beyond = |hops: &Vec<Square<V>>| {
            hops.get(depth).is_some_and(|next| is_ahead::<V>(landing, next.bit(), direction))
        };
        let fresh = self.found.split_off(before);
        self.found.extend(fresh.into_iter().filter(|hops| !beyond(hops)));
    }
}

/// Whether `square` lies in this direction from `from`.
fn is_ahead<V: Variant>(from: V::Bits, square: V::Bits, direction: Direction) -> bool {
    let mut at = V::step(from, direction) & V::all();
    while !at.is_zero() {
        if at == square {
            return true;
        }
        at = V::step(at, direction) & V::all();
    }
    false
}

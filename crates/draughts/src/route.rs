use crate::geometry::{Direction, Shape};
use crate::{Bits, Kind, Move, Passing, Position, Square, VariantRules};

/// The greatest number of paths of one capture that are listed.
const MOST_ROUTES: usize = 64;
/// The greatest number of attempts that are listed.
const MOST_ATTEMPTS: usize = 512;

/// A capture up to some jump, legal or not: an attempt that a person may make. See
/// [`Position::attempts`].
///
/// ```
/// use draughts::{Attempt, International, Position, Setup, Square};
/// use game::Position as _;
///
/// let position = Position::try_from("W:W28:B23,13".parse::<Setup<International>>()?)?;
/// let square = |n| Square::<International>::new(n).unwrap();
/// // The whole capture goes over both men; breaking it off after the first is not legal.
/// let attempts: Vec<Attempt<International>> = position.attempts(square(28));
/// assert!(attempts.iter().any(|attempt| attempt.landings == [square(19)]));
/// assert!(attempts.iter().any(|attempt| attempt.captured == [square(23), square(13)]));
/// let routes = position.routes(position.moves()[0]);
/// assert_eq!(routes, [[square(19), square(8)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<V: VariantRules> {
    /// The squares where the piece lands, in order.
    pub landings: Vec<Square<V>>,
    /// The pieces it jumps over, in order.
    pub captured: Vec<Square<V>>,
}

impl<V: VariantRules> Position<V> {
    /// The paths of a legal move: for each, the squares where the piece lands, of which the last is
    /// [`Move::to`]. A quiet move has one path of one square; a capture has one square for each
    /// captured piece.
    ///
    /// If a king continues straight on after a capture, its landing is directly behind the captured
    /// piece, as PDN 3.0 writes it. At most 64 paths are listed.
    ///
    /// ```
    /// use draughts::{International, Position, Setup, Square};
    /// use game::Position as _;
    ///
    /// let position = Position::try_from("W:W28:B23,13".parse::<Setup<International>>()?)?;
    /// let landings: Vec<Vec<Square<International>>> = position.routes(position.moves()[0]);
    /// assert_eq!(format!("{landings:?}"), "[[19, 8]]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Every way in which the piece on `from` can begin to capture, ended after any of its jumps:
    /// legal captures, shorter ones than the rules demand, and unfinished ones. This is used to
    /// explain why a move is illegal; at most 512 are listed.
    ///
    /// ```
    /// use draughts::{International, Position, Setup, Square};
    ///
    /// let position = Position::try_from("W:W28:B23,13".parse::<Setup<International>>()?)?;
    /// let attempts = position.attempts(Square::new(28).unwrap());
    /// // The whole capture, and the same broken off after the first jump.
    /// assert_eq!(attempts.len(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn attempts(&self, from: Square<V>) -> Vec<Attempt<V>> {
        let mut found = Vec::new();
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn) else {
            return found;
        };
        let king = piece.kind == Kind::King;
        let mut prey = self.side(self.turn.other());
        if !king && !self.variant.men_capture_kings() {
            prey &= !self.kings;
        }
        let empty = self.empty() | from.bit();
        let attempt = Attempt { landings: Vec::new(), captured: Vec::new() };
        let state = CaptureState { at: from.bit(), came: None, prey, empty };
        self.attempt(&mut found, &attempt, state, king);
        found
    }

    /// Continues an attempt that is at `at` after these landings, with `prey` not yet captured.
    fn attempt(
        &self,
        found: &mut Vec<Attempt<V>>,
        so_far: &Attempt<V>,
        CaptureState { at, came, prey, empty }: CaptureState<V::Bits>,
        king: bool,
    ) {
        let reach = if king { self.variant.king_capture() } else { self.variant.men_capture() };
        for &direction in reach.directions(self.turn) {
            if king && self.variant.removed_at_once() && came == Some(direction.reverse()) {
                continue;
            }
            let mut next = V::step(at, direction);
            while king && self.variant.flying() && !(next & empty).is_zero() {
                next = V::step(next, direction);
            }
            let victim = next & prey;
            let mut landing = V::step(victim, direction) & empty;
            while !landing.is_zero() && found.len() < MOST_ATTEMPTS {
                let mut longer = so_far.clone();
                longer.landings.push(Square::from_bit(landing.first()));
                longer.captured.push(Square::from_bit(victim.first()));
                found.push(longer.clone());
                let crowned = !(landing & V::far_row(self.turn)).is_zero();
                let ends = crowned && !king && self.variant.passing() == Passing::Ends;
                if !ends {
                    let king = king || (crowned && self.variant.passing() == Passing::Crowned);
                    let gone = if self.variant.removed_at_once() { victim } else { V::Bits::ZERO };
                    let state = CaptureState {
                        at: landing,
                        came: Some(direction),
                        prey: prey & !victim,
                        empty: empty | gone,
                    };
                    self.attempt(found, &longer, state, king);
                }
                if !king || !self.variant.flying() {
                    break;
                }
                landing = V::step(landing, direction) & empty;
            }
        }
    }
}

/// Where a capture in progress stands.
#[derive(Copy, Clone, Debug)]
struct CaptureState<B> {
    at: B,
    /// The direction of the last jump.
    came: Option<Direction>,
    /// What may still be captured.
    prey: B,
    empty: B,
}

/// The search for the paths of one capture.
struct Walk<'a, V: VariantRules> {
    position: &'a Position<V>,
    m: Move<V>,
    hops: Vec<Square<V>>,
    found: Vec<Vec<Square<V>>>,
}

impl<V: VariantRules> Walk<'_, V> {
    /// Continues from `at`, with `left` still to be captured.
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
        let reach = if king {
            self.position.variant.king_capture()
        } else {
            self.position.variant.men_capture()
        };
        for &direction in reach.directions(turn) {
            if king && self.position.variant.removed_at_once() && came == Some(direction.reverse())
            {
                continue;
            }
            let mut next = V::step(at, direction);
            while king && self.position.variant.flying() && !(next & empty).is_zero() {
                next = V::step(next, direction);
            }
            let victim = next & left;
            let first = V::step(victim, direction) & empty;
            if first.is_zero() {
                continue;
            }
            let empty =
                if self.position.variant.removed_at_once() { empty | victim } else { empty };
            let crowned = self.position.variant.passing() == Passing::Crowned
                && !(first & V::far_row(turn)).is_zero();
            let (left, king_after) = (left & !victim, king || crowned);
            let mut landing = first;
            while !landing.is_zero() {
                self.hops.push(Square::from_bit(landing.first()));
                self.go_from(landing, landing == first, left, empty, king_after, direction);
                self.hops.pop();
                if !king || !self.position.variant.flying() {
                    break;
                }
                landing = V::step(landing, direction) & empty;
            }
        }
    }

    /// Continues from a landing; straight on only from the one directly behind the piece.
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
        while self.position.variant.flying() && !(ahead & empty).is_zero() {
            ahead = V::step(ahead, direction);
        }
        // Pieces straight ahead are captured from the first landing; later landings only allow
        // turns.
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

/// Whether `square` is in this direction from `from`.
fn is_ahead<V: VariantRules>(from: V::Bits, square: V::Bits, direction: Direction) -> bool {
    let mut at = V::step(from, direction) & V::all();
    while !at.is_zero() {
        if at == square {
            return true;
        }
        at = V::step(at, direction) & V::all();
    }
    false
}

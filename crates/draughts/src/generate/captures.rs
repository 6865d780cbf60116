use crate::geometry::{Direction, Shape};
use crate::{Bits, Move, Obligation, Passing, Position, Square, VariantRules};
use arrayvec::ArrayVec;
use game::Side;

/// Whether `side` can capture. It must do so when it is its turn (FMJD 4.1).
#[inline]
pub(crate) fn can_capture<V: VariantRules>(position: &Position<V>, side: Side) -> bool {
    if !capturing_men(position, side).is_zero() {
        return true;
    }
    let kings = position.kings(side);
    if kings.is_zero() {
        return false;
    }
    let (empty, opponents) = (position.empty(), position.side(side.other()));
    position.variant.king_capture().directions(side).iter().any(|&direction| {
        let mut reach = kings;
        if position.variant.flying() {
            let mut wave = V::step(kings, direction) & empty;
            while !wave.is_zero() {
                reach |= wave;
                wave = V::step(wave, direction) & empty;
            }
        }
        !(V::step(V::step(reach, direction) & opponents, direction) & empty).is_zero()
    })
}

/// The men of `side` that can capture.
#[inline(always)]
fn capturing_men<V: VariantRules>(position: &Position<V>, side: Side) -> V::Bits {
    let empty = position.empty();
    let men = position.men(side);
    let victims = men_victims(position, side);
    let mut able = V::Bits::ZERO;
    for &direction in position.variant.men_capture().directions(side) {
        let back = direction.reverse();
        able |= men & V::step(victims & V::step(empty, back), back);
    }
    able
}

/// The pieces that men of `side` may capture.
#[inline(always)]
fn men_victims<V: VariantRules>(position: &Position<V>, side: Side) -> V::Bits {
    let opponents = position.side(side.other());
    if position.variant.men_capture_kings() { opponents } else { opponents & !position.kings }
}

/// Puts the legal captures into an empty list: complete, of the rank that the variant demands, each
/// once.
pub(crate) fn captures<V: VariantRules>(position: &Position<V>, list: &mut Captures<V>) {
    let mut search = Search { position, list, best: 0 };
    let (turn, empty) = (position.turn, position.empty());
    let (men, victims) = (position.men(turn), men_victims(position, turn));
    // All first jumps in one direction are found at once, so that men that cannot jump cost no
    // time.
    for &direction in position.variant.men_capture().directions(turn) {
        let back = direction.reverse();
        let mut able = men & V::step(victims & V::step(empty, back), back);
        while !able.is_zero() {
            let from = V::Bits::bit(able.first());
            able = able.rest();
            let victim = V::step(from, direction);
            let route = Route {
                from,
                empty: empty | from,
                captured: V::Bits::ZERO,
                king: false,
                kings_at: 0,
            };
            let landing = V::step(victim, direction);
            search.landed(landing, direction, route.with(victim, position));
        }
    }
    (position.side(position.turn) & position.kings).each(|bit| {
        let from = V::Bits::bit(bit);
        let route =
            Route { from, empty: empty | from, captured: V::Bits::ZERO, king: true, kings_at: 0 };
        search.king(from, route, None);
    });
}

/// A capture under way.
#[derive(Copy, Clone)]
struct Route<V: VariantRules> {
    from: V::Bits,
    /// Empty squares. The start is one of them, because the piece has left it (FMJD 4.4).
    empty: V::Bits,
    captured: V::Bits,
    /// Whether the piece was a king at the start.
    king: bool,
    /// One bit per captured king: earlier captures have higher bits (Italian 4).
    kings_at: u32,
}

impl<V: VariantRules> Route<V> {
    /// The route extended by one more piece.
    #[inline(always)]
    fn with(self, victim: V::Bits, position: &Position<V>) -> Self {
        let nth = self.captured.count();
        let is_king = !(victim & position.kings).is_zero();
        Self {
            captured: self.captured | victim,
            empty: if position.variant.removed_at_once() {
                self.empty | victim
            } else {
                self.empty
            },
            kings_at: self.kings_at | u32::from(is_king) << (31 - nth.min(31)),
            ..self
        }
    }
}

struct Search<'a, V: VariantRules> {
    position: &'a Position<V>,
    list: &'a mut Captures<V>,
    /// The rank of the captures in the list.
    best: u64,
}

impl<V: VariantRules> Search<'_, V> {
    /// Continues from `at` with a man in all directions.
    fn man(&mut self, at: V::Bits, route: Route<V>) {
        let turn = self.position.turn;
        let victims = men_victims(self.position, turn) & !route.captured;
        // Most captures end after one jump: this test finds it at once, in all directions.
        let mut next = V::Bits::ZERO;
        for &direction in self.position.variant.men_capture().directions(turn) {
            next |= V::step(V::step(at, direction) & victims, direction) & route.empty;
        }
        if next.is_zero() {
            return self.end(at, route, !(at & V::far_row(turn)).is_zero());
        }
        for &direction in self.position.variant.men_capture().directions(turn) {
            let victim = V::step(at, direction) & victims;
            let landing = V::step(victim, direction) & route.empty;
            if landing.is_zero() {
                continue;
            }
            self.landed(landing, direction, route.with(victim, self.position));
        }
    }

    /// Continues after a man's jump.
    #[inline(always)]
    fn landed(&mut self, landing: V::Bits, direction: Direction, route: Route<V>) {
        let far_row = V::far_row(self.position.turn);
        match self.position.variant.passing() {
            Passing::Ends if !(landing & far_row).is_zero() => self.end(landing, route, true),
            Passing::Crowned if !(landing & far_row).is_zero() => {
                if !self.king(landing, route, Some(direction)) {
                    self.end(landing, route, true);
                }
            }
            _ => self.man(landing, route),
        }
    }

    /// Continues from `at` with a king in all directions. Returns `false` if there is no
    /// continuation, and records nothing then: the caller knows whether the capture may end here.
    fn king(&mut self, at: V::Bits, route: Route<V>, came: Option<Direction>) -> bool {
        let victims = self.position.side(self.position.turn.other()) & !route.captured;
        let mut went_on = false;
        for &direction in self.position.variant.king_capture().directions(self.position.turn) {
            // Turkish: no turn by 180 degrees between two jumps. Elsewhere the piece just
            // captured still stands there and blocks.
            if self.position.variant.removed_at_once() && came == Some(direction.reverse()) {
                continue;
            }
            let mut next = V::step(at, direction);
            if self.position.variant.flying() {
                while !(next & route.empty).is_zero() {
                    next = V::step(next, direction);
                }
            }
            let victim = next & victims;
            let first = V::step(victim, direction) & route.empty;
            if first.is_zero() {
                continue;
            }
            went_on = true;
            self.land(first, victim, direction, route.with(victim, self.position));
        }
        went_on
    }

    /// Tries every landing behind `victim`. A king must choose one from which it can continue, if
    /// there is one.
    fn land(&mut self, first: V::Bits, victim: V::Bits, direction: Direction, route: Route<V>) {
        let mut went_on = false;
        let mut landing = first;
        while !landing.is_zero() {
            went_on |= self.king(landing, route, Some(direction));
            if !self.position.variant.flying() {
                break;
            }
            landing = V::step(landing, direction) & route.empty;
        }
        if went_on {
            return;
        }
        let stops =
            self.position.variant.stop_behind_king() && !(victim & self.position.kings).is_zero();
        landing = first;
        while !landing.is_zero() {
            self.end(landing, route, !route.king);
            if !self.position.variant.flying() || stops {
                break;
            }
            landing = V::step(landing, direction) & route.empty;
        }
    }

    /// Records a complete capture if no better one is known.
    fn end(&mut self, to: V::Bits, route: Route<V>, crowns: bool) {
        let rank = self.rank(route);
        if rank < self.best {
            return;
        }
        if rank > self.best {
            self.list.clear();
            self.best = rank;
        }
        let [from, to] = [route.from, to].map(|set| Square::from_bit(set.first()));
        self.list.insert(Move::of_parts(from, to, route.captured, crowns && !route.king));
    }

    /// Captures of the highest rank are mandatory.
    #[inline(always)]
    fn rank(&self, route: Route<V>) -> u64 {
        let pieces = u64::from(route.captured.count());
        let kings = || u64::from((route.captured & self.position.kings).count());
        match self.position.variant.obligation() {
            Obligation::Any => 0,
            Obligation::AnyByKing => u64::from(route.king),
            Obligation::Most => pieces,
            Obligation::MostThenKings => pieces << 8 | kings(),
            Obligation::Italian => {
                let (by_king, kings) = (u64::from(route.king), kings());
                pieces << 48 | by_king << 40 | kings << 32 | u64::from(route.kings_at)
            }
            // In two-hundredths of a man, so that n kings are between 2n - 1 and 2n men.
            Obligation::Value => (pieces * 200 + kings() * 199) << 1 | u64::from(route.king),
        }
    }
}

/// A list of captures without duplicates, on the stack while there are few.
///
/// ```
/// use draughts::{Captures, International, Position, Setup};
///
/// let position = Position::try_from("W:W28:B23".parse::<Setup<International>>()?)?;
/// let captures: Captures<International> = position.captures();
/// assert!(!captures.is_empty());
/// assert_eq!(captures.len(), 1);
/// assert_eq!(captures.iter().next().unwrap().to_string(), "28x19x23");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Captures<V: VariantRules> {
    near: ArrayVec<Move<V>, 10>,
    far: Vec<Move<V>>,
}

impl<V: VariantRules> Captures<V> {
    #[inline(always)]
    pub(crate) fn new() -> Self {
        Self { near: ArrayVec::new(), far: Vec::new() }
    }

    #[inline(always)]
    fn clear(&mut self) {
        self.near.clear();
        self.far.clear();
    }

    #[inline(always)]
    fn insert(&mut self, m: Move<V>) {
        // A capture of one piece ends on one square in one way; only longer ones have two orders.
        // If a man is crowned in one of two ways, that way is chosen.
        if m.captures() > 1
            && let Some(twin) = self.near.iter_mut().chain(&mut self.far).find(|l| **l == m)
        {
            twin.ends |= m.ends;
            return;
        }
        if let Err(full) = self.near.try_push(m) {
            self.far.push(full.element());
        }
    }

    /// The number of captures.
    #[inline(always)]
    #[must_use]
    pub fn len(&self) -> usize {
        self.near.len() + self.far.len()
    }

    /// Whether the list is empty.
    #[inline(always)]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.near.is_empty()
    }

    /// The captures, in an order that depends on the position alone.
    #[inline(always)]
    pub fn iter(&self) -> impl Iterator<Item = Move<V>> + '_ {
        self.near.iter().chain(&self.far).copied()
    }
}

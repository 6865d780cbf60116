//! Draughts as the search sees it.

use crate::Endings;
use crate::unseen;
use draughts::{Bits, Ending, EndingLimit, Move, Position, Rules, Square, VariantRules};
use game::{Key, Line, NullObserver, Position as _, Side};
use search::{Domain, Duty, End, Oversight, Repetition, Score, Slots, Stage};
use std::marker::PhantomData;
use std::ops::ControlFlow;

/// The value of a crowned man in the order of moves.
const CROWN: i32 = 200;
/// The value of a captured king in the order of moves; a man is worth 100.
const KING: i32 = 300;
/// The largest number of pieces in an ending whose length one of the rules limits.
const fn limited_pieces(all: &[Rules]) -> u32 {
    let (mut most, mut n) = (0, 0);
    while n < all.len() {
        let pieces = limited_by(all[n].limits.endings);
        if pieces > most {
            most = pieces;
        }
        n += 1;
    }
    most
}

const fn limited_by(limits: &[EndingLimit]) -> u32 {
    let (mut most, mut n) = (0, 0);
    while n < limits.len() {
        let pieces = match limits[n].ending {
            Ending::LoneKing { most, .. } => most + 1,
            Ending::LoneKingAgainstKings | Ending::LoneKingOnMainRoad => 8,
            Ending::Unchanged { most, .. } => most,
            Ending::OneEach => 2,
        };
        if pieces > most {
            most = pieces;
        }
        n += 1;
    }
    most
}

/// Whether only kings moved and nothing was captured for as long as the rules allow. It compares
/// the present men with those before these moves: a man that moved or was captured does not come
/// back.
#[inline]
fn only_kings_moved<V: VariantRules>(line: &Line<Position<V>>) -> bool {
    let limit = line.position().variant().rules().limits.king_moves as usize;
    if limit == 0 || line.len() < limit {
        return false;
    }
    let (now, then) = (line.position(), &line.plies()[line.len() - limit].undo);
    Side::ALL.into_iter().all(|side| {
        now.men(side) == then.men(side) && now.kings(side).count() == then.kings(side).count()
    })
}

/// Whether there is a king on the board.
#[inline]
fn has_kings<V: VariantRules>(position: &Position<V>) -> bool {
    !(position.kings(Side::First) | position.kings(Side::Second)).is_zero()
}

/// A variant of draughts, at full strength or with overlooked moves.
#[derive(Copy, Clone, Debug, Default)]
pub struct Draughts<V: VariantRules> {
    /// The endgame database, if there is one.
    pub endings: Option<&'static dyn Endings<V>>,
    /// Moves that the player overlooks. An overlooked capture does not force.
    pub(crate) oversight: Oversight,
    variant: PhantomData<V>,
}

/// Facts computed once per node.
#[derive(Copy, Clone, Debug)]
pub struct NodeFacts {
    /// Whether there is a capture that the player sees. The captures themselves are generated where they are needed: few nodes
    /// need them, and to pass a list on costs more than to make it twice.
    must_capture: bool,
}

/// The number of square numbers: from, to.
const fn squares<V: VariantRules>() -> usize {
    Square::<V>::COUNT
}

impl<V: VariantRules> Draughts<V> {
    #[inline]
    fn hides(self, position: &Position<V>, m: Move<V>) -> bool {
        unseen::hides(self.oversight, position, m)
    }

    /// The first capture that the player sees and that fits.
    #[inline]
    fn find_capture(
        self,
        position: &Position<V>,
        fits: impl Fn(Move<V>) -> bool,
    ) -> Option<Move<V>> {
        position.with_captures(|all| all.iter().find(|&m| fits(m) && !self.hides(position, m)))
    }
}

/// `position` after `m`.
#[inline]
fn after<V: VariantRules>(position: &Position<V>, m: Move<V>) -> Position<V> {
    let mut next = *position;
    next.make(m, &mut NullObserver);
    next
}

/// Whether a move that offers pieces is a shot, of the shortest kind: whichever capture the
/// opponent plays, more pieces are recaptured.
fn is_shot<V: VariantRules>(position: &Position<V>, offer: Move<V>) -> bool {
    let offered = after(position, offer);
    offered.with_captures(|takes| {
        takes.iter().all(|take| {
            let back = after(&offered, take)
                .with_captures(|all| all.iter().map(Move::captures).max().unwrap_or(0));
            back > take.captures()
        })
    })
}

impl<V: VariantRules> Domain for Draughts<V> {
    type Position = Position<V>;
    type Info = NodeFacts;
    type Hints = ();

    const BUTTERFLY: usize = 2 * Square::<V>::COUNT * Square::<V>::COUNT;
    const PLACES: usize = 4 * Square::<V>::COUNT;
    const VICTIMS: usize = 8;

    // Every answer to a threat counts: most of them lose the piece.
    const QUIET_ANSWERS: u32 = u32::MAX;
    const QUIESCENCE_TABLE_PLIES: u16 = 0;
    const CORRECTS: bool = false;
    const PROBABLE_CUTS: bool = true;
    const PLAIN_CAPTURES: bool = true;
    const REDUCES_NOISY: bool = false;
    const PLAIN_FRONTIER: bool = true;

    #[inline]
    fn info(self, position: &Position<V>) -> NodeFacts {
        let must_capture = position.must_capture()
            && (!self.oversight.hides_any() || self.find_capture(position, |_| true).is_some());
        NodeFacts { must_capture }
    }

    #[inline]
    fn hints(self, _: &Position<V>, _: &NodeFacts) {}

    #[inline]
    fn duty(self, position: &Position<V>, info: &NodeFacts) -> Duty {
        if info.must_capture {
            return Duty::Capture;
        }
        if position.variant().king_wins() && crowns_next(position) {
            return Duty::WinsNow;
        }
        Duty::Free
    }

    fn root_moves(self, position: &Position<V>) -> Vec<Move<V>> {
        unseen::seen_at_root(self.oversight, position)
    }

    #[inline]
    fn generate(
        self,
        position: &Position<V>,
        info: &NodeFacts,
        stage: Stage,
        sink: &mut impl FnMut(Move<V>),
    ) {
        if info.must_capture {
            if stage == Stage::Noisy {
                position.with_captures(|all| {
                    for m in all.iter() {
                        if !self.hides(position, m) {
                            sink(m);
                        }
                    }
                });
            }
            return;
        }
        match stage {
            Stage::Noisy if !crowns_next(position) => {}
            Stage::Noisy => {
                let _ = position.quiet_moves(&mut |m| {
                    if m.crowns() && !self.hides(position, m) {
                        sink(m);
                    }
                    ControlFlow::Continue(())
                });
            }
            Stage::Quiet if !self.oversight.hides_any() => position.plain_moves(sink),
            Stage::Quiet => position.plain_moves(&mut |m| {
                if !self.hides(position, m) {
                    sink(m);
                }
            }),
        }
    }

    #[inline]
    fn is_generated(self, position: &Position<V>, info: &NodeFacts, m: Move<V>) -> bool {
        if m.is_capture() || info.must_capture {
            return info.must_capture && self.find_capture(position, |c| c == m).is_some();
        }
        position.quiet_move(m.from(), m.to()) == Some(m) && !self.hides(position, m)
    }

    #[inline]
    fn is_noisy(self, _: &Position<V>, m: Move<V>) -> bool {
        m.is_capture() || m.crowns()
    }

    /// Offers force the opponent to capture.
    #[inline]
    fn is_forcing(self, position: &Position<V>, _: &NodeFacts, m: Move<V>) -> bool {
        !m.is_capture() && after(position, m).must_capture()
    }

    /// With flying kings on the board, offers are too many and mostly pointless.
    #[inline]
    fn has_noisy(self, position: &Position<V>, _: &NodeFacts, since: u16) -> bool {
        since == 0 && !has_kings(position) || crowns_next(position)
    }

    fn quiescence_extras(
        self,
        position: &Position<V>,
        _: &NodeFacts,
        sink: &mut impl FnMut(Move<V>),
    ) {
        if has_kings(position) {
            return;
        }
        let _ = position.offers(&mut |m| {
            if !self.hides(position, m) && is_shot(position, m) {
                sink(m);
            }
            ControlFlow::Continue(())
        });
    }

    /// A threat to capture must be answered before the evaluation is used.
    #[inline]
    fn is_settled(self, position: &Position<V>, _: &NodeFacts) -> bool {
        !position.can_capture(position.side_to_move().other())
    }

    #[inline]
    fn gain(self, position: &Position<V>, m: Move<V>) -> Score {
        let kings = position.kings(position.side_to_move().other()) & m.captured_set();
        let (pieces, kings) = (m.captures() as i32, kings.count() as i32);
        let men = 100 * (pieces - kings);
        Score::new(men + KING * kings + if m.crowns() { CROWN } else { 0 })
    }

    #[inline]
    fn slots(self, position: &Position<V>, m: Move<V>) -> Slots {
        let side = position.side_to_move();
        let is_king = !(position.kings(side) & m.from().bit()).is_zero();
        let (from, to) = (m.from().index(), m.to().index());
        let n = squares::<V>();
        Slots {
            butterfly: ((side.index() * n + from) * n + to) as u32,
            place: ((2 * side.index() + usize::from(is_king)) * n + to) as u16,
            victim: m.captures().min(7) as u8,
        }
    }

    #[inline]
    fn same_square(self, before: Slots, after: Slots) -> bool {
        before.place as usize % squares::<V>() == after.place as usize % squares::<V>()
    }

    #[inline]
    fn probe(self, position: &Position<V>, info: &NodeFacts) -> Option<End> {
        let endings = self.endings?;
        let pieces = position.side(Side::First) | position.side(Side::Second);
        if info.must_capture || pieces.count() > endings.pieces() {
            return None;
        }
        endings.probe(position)
    }

    #[inline]
    fn has_only_move(self, position: &Position<V>, info: &NodeFacts) -> bool {
        if info.must_capture {
            position.with_captures(|all| {
                all.iter().filter(|&m| !self.hides(position, m)).take(2).count() == 1
            })
        } else {
            position.count_legal() == 1
        }
    }

    /// The king that ends the game is made, or no move is left.
    #[inline]
    fn immediate(self, position: &Position<V>) -> Option<End> {
        if position.is_decided() {
            return Some(End::Loss);
        }
        position.side(position.side_to_move()).is_zero().then(|| self.stuck(position))
    }

    #[inline]
    fn stuck(self, position: &Position<V>) -> End {
        // A player that overlooks all its moves has not lost for that.
        if self.oversight.hides_any() && position.has_legal_move() {
            End::Draw
        } else if position.variant().stuck_wins() {
            End::Win
        } else {
            End::Loss
        }
    }

    /// Too many moves of kings, and endings whose length the rules limit.
    #[inline]
    fn counted_out(self, line: &Line<Position<V>>, info: &NodeFacts) -> Option<End> {
        let position = line.position();
        if info.must_capture || !has_kings(position) {
            return None;
        }
        if only_kings_moved(line) {
            return Some(End::Draw);
        }
        let most = const { limited_pieces(V::ALL) };
        if most == 0 {
            return None;
        }
        let pieces = position.side(Side::First) | position.side(Side::Second);
        if pieces.count() > most {
            return None;
        }
        draughts::ending_reached(line, &position.variant().rules().limits).map(|_| End::Draw)
    }

    /// A second occurrence counts like a third.
    #[inline]
    fn repeated(self, line: &Line<Position<V>>) -> Option<Repetition> {
        let draws = line.position().variant().rules().limits.repetition > 0
            && draughts::occurrences(line) > 1;
        draws.then_some(Repetition::DRAW)
    }

    #[inline]
    fn table_key(self, _: &Position<V>, key: Key) -> u64 {
        key.0 ^ self.oversight.seed
    }

    #[inline]
    fn key_after(self, position: &Position<V>, m: Move<V>) -> Option<u64> {
        let next = after(position, m);
        Some(self.table_key(&next, next.key()))
    }

    /// From and to, and for captures a digest of the captured squares. Two captures of one position
    /// with the same ends and the same digest are treated as the same move.
    #[inline]
    fn pack(self, m: Move<V>) -> u16 {
        let n = squares::<V>();
        let digests = (u16::MAX as usize - 1) / (n * n);
        let digest =
            if m.is_capture() { m.captured_set().mix(0x2545_F491) as usize % digests } else { 0 };
        (1 + (digest * n + m.from().index()) * n + m.to().index()) as u16
    }

    #[inline]
    fn unpack(self, position: &Position<V>, info: &NodeFacts, packed: u16) -> Option<Move<V>> {
        if packed == 0 {
            return None;
        }
        if info.must_capture {
            return self.find_capture(position, |m| self.pack(m) == packed);
        }
        let n = squares::<V>();
        let ends = usize::from(packed) - 1;
        if ends >= n * n {
            return None;
        }
        let from = Square::new((ends / n) as u32 + 1)?;
        let to = Square::new((ends % n) as u32 + 1)?;
        position.quiet_move(from, to).filter(|&m| !self.hides(position, m))
    }
}

/// Whether a man may move onto the row where it is crowned.
#[inline]
fn crowns_next<V: VariantRules>(position: &Position<V>) -> bool {
    let side = position.side_to_move();
    let goal = Position::<V>::far_row(side) & position.empty();
    let men = position.men(side);
    let directions = position.variant().men_move().directions(side);
    directions.iter().any(|&direction| !(Position::<V>::step(men, direction) & goal).is_zero())
}

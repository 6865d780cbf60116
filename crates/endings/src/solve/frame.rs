//! Frames: all pieces except the runner.

use super::KnownValues;
use crate::Class;
use crate::index::{GROUPS, Index, Listing, Sets, all_squares, occupied, place};
use draughts::{Bits, Direction, Position, Square, VariantRules};
use game::Side;

/// The frames of a class.
#[derive(Clone, Debug)]
pub(super) struct Frames<V: VariantRules> {
    pub(super) class: Class,
    index: Index<V>,
    listing: Listing<V>,
    /// The runner's group.
    pub(super) runner: usize,
    /// The squares where the runner may stand.
    ground: V::Bits,
    all: V::Bits,
    far_rows: [V::Bits; 2],
    places: Vec<u8>,
}

/// One frame.
#[derive(Copy, Clone, Debug)]
pub(super) struct Frame<V: VariantRules> {
    pub(super) number: usize,
    pub(super) sets: Sets<V>,
    /// Squares without a piece of the frame.
    free: V::Bits,
    /// Those of them where the runner may stand.
    pub(super) ground: V::Bits,
}

impl<V: VariantRules> Frames<V> {
    pub(super) fn new(class: Class) -> Self {
        let runner = runner_group(class);
        let mut counts = class.counts();
        counts[runner] -= 1;
        let all = all_squares::<V>();
        let far_rows = Side::ALL.map(Position::<V>::far_row);
        let (side, kings) = GROUPS[runner];
        let ground = if kings { all } else { all & !far_rows[side.index()] };
        let mut places = vec![0; 128];
        for square in Square::<V>::all() {
            places[square.bit().first() as usize] = square.index() as u8;
        }
        let index = Index::new(counts);
        let listing = Listing::new(&index);
        Self { class, index, listing, runner, ground, all, far_rows, places }
    }

    /// The number of frames.
    pub(super) fn len(&self) -> usize {
        self.index.len() as usize
    }

    /// The frame with this number, if it is one.
    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<Frame<V>> {
        let sets = self.listing.sets(number as u64);
        let free = self.all & !occupied::<V>(sets)?;
        Some(Frame { number, sets, free, ground: self.ground & free })
    }

    /// The number of a position's frame, and its runner.
    #[inline]
    pub(super) fn split(&self, mut sets: Sets<V>) -> (usize, V::Bits) {
        let runner = V::Bits::bit(sets[self.runner].first());
        sets[self.runner] &= !runner;
        (self.index.number(sets) as usize, runner)
    }

    /// The index of the runner's square.
    pub(super) fn place(&self, bit: u32) -> usize {
        usize::from(self.places[bit as usize & 127])
    }

    /// The position of a frame with its runner.
    #[inline]
    pub(super) fn position(
        &self,
        frame: &Frame<V>,
        runner: V::Bits,
        turn: Side,
    ) -> Option<Position<V>> {
        let mut sets = frame.sets;
        sets[self.runner] |= runner;
        place(sets, turn)
    }

    /// The positions of `frame` from which a move of `side` without capture or crowning leads to a
    /// position that is lost for the other side, and those from which such a move leads to a
    /// position that is not won for the other side.
    #[inline]
    pub(super) fn back(
        &self,
        frame: &Frame<V>,
        side: Side,
        words: &[KnownValues<V::Bits>],
    ) -> (V::Bits, V::Bits) {
        let (mut to_loss, mut to_hold) = (V::Bits::ZERO, V::Bits::ZERO);
        if GROUPS[self.runner].0 == side {
            let here = words[frame.number];
            to_loss = self.runs(frame, here.loss);
            to_hold = self.runs(frame, frame.ground & !here.win);
        }
        self.steps(frame, side, false, &mut |number, way| {
            let there = words[number];
            to_loss |= there.loss & !way;
            to_hold |= !(there.win | way);
        });
        (to_loss, to_hold)
    }

    /// The squares from which the runner can reach `targets`.
    #[inline]
    fn runs(&self, frame: &Frame<V>, targets: V::Bits) -> V::Bits {
        let (side, kings) = GROUPS[self.runner];
        let targets = targets & frame.ground;
        let mut from = V::Bits::ZERO;
        for &direction in directions::<V>(side, kings) {
            let mut wave = Position::<V>::step(targets, direction.reverse()) & frame.ground;
            from |= wave;
            if kings && V::RULES.flying {
                while !wave.is_zero() {
                    wave = Position::<V>::step(wave, direction.reverse()) & frame.free;
                    from |= wave;
                }
            }
        }
        from
    }

    /// Calls `each` with the frames that a move of a piece of `side` leads to, or, if `undo`, comes
    /// from, and the squares where the runner would block the move.
    #[inline]
    pub(super) fn steps(
        &self,
        frame: &Frame<V>,
        side: Side,
        undo: bool,
        each: &mut impl FnMut(usize, V::Bits),
    ) {
        for (group, (owner, kings)) in GROUPS.into_iter().enumerate() {
            if owner != side {
                continue;
            }
            let set = frame.sets[group];
            let floor = if kings { frame.free } else { frame.free & !self.far_rows[side.index()] };
            set.each(|bit| {
                let from = V::Bits::bit(bit);
                for &direction in directions::<V>(side, kings) {
                    let direction = if undo { direction.reverse() } else { direction };
                    let mut to = Position::<V>::step(from, direction) & floor;
                    let mut way = V::Bits::ZERO;
                    while !to.is_zero() {
                        way |= to;
                        let moved = set & !from | to;
                        let number = self.index.moved(frame.number as u64, group, set, moved);
                        each(number as usize, way);
                        if !kings || !V::RULES.flying {
                            break;
                        }
                        to = Position::<V>::step(to, direction) & floor;
                    }
                }
            });
        }
    }
}

fn directions<V: VariantRules>(side: Side, kings: bool) -> &'static [Direction] {
    if kings { V::RULES.king_move.directions(side) } else { V::RULES.men_move.directions(side) }
}

/// The group of a class's runner: the smallest group, kings first. If the runner is one of several
/// like pieces, every position appears that many times.
fn runner_group(class: Class) -> usize {
    let counts = class.counts();
    let some = (0..GROUPS.len()).filter(|&group| counts[group] > 0);
    some.min_by_key(|&group| (counts[group], !GROUPS[group].1)).expect("a class has pieces")
}

use crate::{CORRECTIONS, Domain, MoveOf, Score, Slots};
use game::Side;

/// No entry of a history exceeds this.
pub(crate) const HISTORY_MAX: i32 = 16_384;
const CORRECTION_SIZE: usize = 1 << 14;
const CORRECTION_MAX: i32 = 1 << 14;

/// The move made at some ply as the continuation histories see it: the row of the piece that moved
/// and of its target.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row(u16);

impl Row {
    #[inline]
    pub(crate) fn of(slots: Slots) -> Self {
        Self(slots.place)
    }
}

/// Statistics that a thread learns about moves: how often they refuted, under several addresses.
#[derive(Debug)]
pub(crate) struct Histories<D: Domain> {
    butterfly: Box<[i16]>,
    capture: Box<[i16]>,
    /// One row of [`Domain::PLACES`] for each place of the earlier move, and one of zeros where
    /// there was none.
    continuation: Box<[i16]>,
    /// By the place of the earlier move; none where there was none.
    counter: Box<[Option<MoveOf<D>>]>,
    /// One row of [`Domain::PLACES`] for each of [`Domain::STRUCTURES`].
    structure: Box<[i16]>,
    correction: [Box<[i16]>; CORRECTIONS],
    /// The evaluation's error after a pair of moves.
    pair_correction: Box<[i16]>,
}

/// Moves `entry` towards the sign of `bonus`; the step is smaller if `entry` is already far there.
#[inline]
fn push(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
}

fn zeros(n: usize) -> Box<[i16]> {
    vec![0; n].into_boxed_slice()
}

impl<D: Domain> Histories<D> {
    /// The row for "no move": it is never updated.
    pub(crate) const NOWHERE: Row = Row(D::PLACES as u16);

    pub(crate) fn new() -> Self {
        Self {
            butterfly: zeros(D::BUTTERFLY),
            capture: zeros(D::PLACES * D::VICTIMS),
            continuation: zeros((D::PLACES + 1) * D::PLACES),
            counter: vec![None; D::PLACES + 1].into_boxed_slice(),
            structure: zeros(D::STRUCTURES * D::PLACES),
            correction: std::array::from_fn(|_| {
                zeros(if D::CORRECTS { 2 * CORRECTION_SIZE } else { 0 })
            }),
            pair_correction: zeros(if D::CORRECTS { D::PLACES * D::PLACES } else { 0 }),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.butterfly.fill(0);
        self.capture.fill(0);
        self.continuation.fill(0);
        self.counter.fill(None);
        self.structure.fill(0);
        for c in &mut self.correction {
            c.fill(0);
        }
        self.pair_correction.fill(0);
    }

    #[inline]
    pub(crate) fn butterfly(&self, slots: Slots) -> i32 {
        i32::from(self.butterfly[slots.butterfly as usize])
    }

    #[inline]
    pub(crate) fn capture(&self, slots: Slots) -> i32 {
        i32::from(self.capture[Self::capture_index(slots)])
    }

    #[inline]
    fn capture_index(slots: Slots) -> usize {
        slots.place as usize * D::VICTIMS + slots.victim as usize
    }

    /// The row of continuation history after an earlier move.
    #[inline]
    pub(crate) fn row(&self, row: Row) -> &[i16] {
        let at = row.0 as usize * D::PLACES;
        &self.continuation[at..at + D::PLACES]
    }

    #[inline]
    pub(crate) fn continuation(&self, row: Row, slots: Slots) -> i32 {
        i32::from(self.row(row)[slots.place as usize])
    }

    /// The row of the positions with this structure; none where the game has no such history.
    #[inline]
    pub(crate) fn structure(&self, key: u64) -> Option<&[i16]> {
        if D::STRUCTURES == 0 {
            return None;
        }
        let at = key as usize % D::STRUCTURES * D::PLACES;
        Some(&self.structure[at..at + D::PLACES])
    }

    pub(crate) fn push_structure(&mut self, key: u64, slots: Slots, bonus: i32) {
        if D::STRUCTURES > 0 {
            let at = key as usize % D::STRUCTURES * D::PLACES;
            push(&mut self.structure[at + slots.place as usize], bonus);
        }
    }

    #[inline]
    pub(crate) fn counter(&self, row: Row) -> Option<MoveOf<D>> {
        self.counter[row.0 as usize]
    }

    pub(crate) fn set_counter(&mut self, row: Row, m: MoveOf<D>) {
        if row != Self::NOWHERE {
            self.counter[row.0 as usize] = Some(m);
        }
    }

    pub(crate) fn push_butterfly(&mut self, slots: Slots, bonus: i32) {
        push(&mut self.butterfly[slots.butterfly as usize], bonus);
    }

    pub(crate) fn push_capture(&mut self, slots: Slots, bonus: i32) {
        push(&mut self.capture[Self::capture_index(slots)], bonus);
    }

    pub(crate) fn push_continuation(&mut self, row: Row, slots: Slots, bonus: i32) {
        if row == Self::NOWHERE {
            return;
        }
        push(&mut self.continuation[row.0 as usize * D::PLACES + slots.place as usize], bonus);
    }

    #[inline]
    fn correction_index(side: Side, key: u64) -> usize {
        side.index() * CORRECTION_SIZE + (key as usize & (CORRECTION_SIZE - 1))
    }

    #[inline]
    fn pair_index(pair: [Row; 2]) -> usize {
        pair[0].0 as usize * D::PLACES + pair[1].0 as usize
    }

    /// The evaluation's past error in similar positions, in units of the entries.
    #[inline]
    pub(crate) fn correction(
        &self,
        side: Side,
        keys: [u64; CORRECTIONS],
        pair: Option<[Row; 2]>,
    ) -> i32 {
        let mut sum = 0;
        for (table, key) in self.correction.iter().zip(keys) {
            sum += i32::from(table[Self::correction_index(side, key)]);
        }
        if let Some(pair) = pair {
            sum += i32::from(self.pair_correction[Self::pair_index(pair)]);
        }
        sum
    }

    /// Records that the evaluation was off by `error`; `weight` grows with the depth of the search
    /// that found it and is multiplied by `rate`.
    pub(crate) fn push_correction(
        &mut self,
        side: Side,
        keys: [u64; CORRECTIONS],
        pair: Option<[Row; 2]>,
        error: Score,
        (weight, rate): (i32, i32),
    ) {
        let bonus =
            (error.value() * weight * rate / 8).clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4);
        for (table, key) in self.correction.iter_mut().zip(keys) {
            push(&mut table[Self::correction_index(side, key)], bonus);
        }
        if let Some(pair) = pair {
            push(&mut self.pair_correction[Self::pair_index(pair)], bonus);
        }
    }
}

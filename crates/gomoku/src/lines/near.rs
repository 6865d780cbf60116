use super::words::{DIRECTIONS, Window, Words};
use crate::square::{CELLS, RIM};

/// The number of slots: for each direction eleven points, including the stone itself. Two
/// directions share each half, one in the even slots and one in the odd.
pub(crate) const SLOTS: usize = 44;

/// The position of the points of a slot relative to a stone.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Slot {
    /// The direction of the line.
    pub(crate) direction: u8,
    /// The shift of a line after which the window of the point comes first.
    shift: u8,
    /// The offset from the stone's cell to the point's.
    step: i16,
}

impl Slot {
    /// The cell of the point, relative to the stone's.
    #[inline(always)]
    pub(crate) const fn cell_from(self, cell: usize) -> usize {
        cell.wrapping_add_signed(self.step as isize) % CELLS
    }
}

/// All slots by their number.
pub(crate) const NEAR: [Slot; SLOTS] = {
    let mut all = [Slot { direction: 0, shift: 0, step: 0 }; SLOTS];
    let mut number = 0;
    while number < SLOTS {
        let direction = DIRECTIONS[number / 22 * 2 + number % 2];
        let steps = (number % 22 / 2) as i16 - RIM as i16;
        all[number] = Slot {
            direction: direction as u8,
            shift: (2 * (steps + RIM as i16)) as u8,
            step: steps * direction.step() as i16,
        };
        number += 1;
    }
    all
};

/// The four lines through a stone, each shifted so that the point ten steps back comes first.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Lines([u64; 4]);

/// The position of the stone itself in such a line.
const CENTRE: u32 = 2 * 2 * RIM as u32;
/// The low bit of each point.
const LOW: u64 = 0x5555_5555_5555_5555;

impl Lines {
    /// The lines through a cell.
    #[inline(always)]
    pub(crate) fn through(words: &Words, cell: usize) -> Self {
        let [row, column, rising, falling] = DIRECTIONS;
        let line = |direction| words.line_around(cell, direction, CENTRE);
        Self([line(row), line(column), line(rising), line(falling)])
    }

    /// The neighbours of the point in a slot.
    #[inline(always)]
    pub(crate) fn window(&self, slot: Slot) -> Window {
        Window::first_in(self.0[usize::from(slot.direction & 3)] >> (slot.shift & 63))
    }

    /// The slots of the empty points whose patterns may depend on the stone. They are no farther
    /// than `reach`, and not behind stones of both colours, because then no row of either colour
    /// can contain both.
    #[inline(always)]
    pub(crate) fn seen(&self, reach: u32) -> u64 {
        let within = ((1_u64 << (2 * (2 * reach + 1))) - 1) << (CENTRE - 2 * reach);
        let mut slots = 0;
        for (number, &line) in self.0.iter().enumerate() {
            let (black, white) = (line & LOW, line >> 1 & LOW);
            // The number of visible bits to each side; the edge blocks both colours.
            let ahead = |stones: u64| (stones >> (CENTRE + 2)).trailing_zeros();
            let behind = |stones: u64| (stones << (64 - CENTRE)).leading_zeros();
            let ahead = ahead(black).max(ahead(white)).min(2 * RIM as u32);
            let behind = behind(black).max(behind(white)).min(2 * RIM as u32 + 1) - 1;
            let in_sight = ((1_u64 << (ahead + behind + 2)) - 1) << (CENTRE - behind);
            let empty = !(black | white) & LOW & in_sight & within;
            slots |= empty >> (CENTRE - 2 * RIM as u32) << (number / 2 * 22 + number % 2);
        }
        slots
    }
}

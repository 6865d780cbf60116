use super::{Pattern, Window};
use crate::rules::{Row, Rules};
use game::Side;
use std::collections::HashMap;
use std::fmt;

/// Points to each side of a point that a pattern depends on.
const REACH: usize = 5;
/// Neighbours of a point on a line.
const NEIGHBOURS: usize = 2 * REACH;
/// Tables have an entry for each state of the neighbours, two bits each.
const ENTRIES: usize = 1 << (2 * NEIGHBOURS);

/// States of the neighbours to one side.
const HALVES: usize = 1 << NEIGHBOURS;

/// The effect of the neighbours of a point for stones of either colour there.
///
/// Many states of the neighbours to one side are equivalent, whatever is on the other side (all
/// points behind stones of both colours). Such states form a class, and the patterns are a table by
/// two classes, small enough for the fastest memory.
pub(crate) struct Table {
    before: [u8; HALVES],
    after: [u8; HALVES],
    patterns: [u8; 1 << 16],
    reach: u32,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Table")
    }
}

impl Table {
    /// Computes the table of a rule set in about a millisecond.
    pub(crate) fn new(rules: &Rules) -> Self {
        let mut views = vec![View::new(rules.rows[0])];
        if rules.rows[1] != rules.rows[0] {
            views.push(View::new(rules.rows[1]));
        }
        let last = views.len() - 1;
        let [before, after] = [Halves::new(BEFORE), Halves::new(AFTER)];
        let wide = after.seen.len();
        let mut entries = Vec::with_capacity(before.seen.len() * wide);
        for before in &before.seen {
            for after in &after.seen {
                let mut pattern = |side: usize| {
                    views[side.min(last)].compute(after[side] * HALVES + before[side])
                };
                let [black, white] = [0, 1].map(&mut pattern);
                entries.push(black | white << 4);
            }
        }
        let (before, of_before) = before.classes(|half| entries[half * wide..][..wide].to_vec());
        let (after, of_after) =
            after.classes(|half| entries.iter().skip(half).step_by(wide).copied().collect());
        let mut patterns = [0; 1 << 16];
        for (b, before) in of_before.iter().enumerate() {
            for (a, after) in of_after.iter().enumerate() {
                patterns[b << 8 | a] = entries[before * wide + after];
            }
        }
        let near = |classes: &[u8; HALVES], outward: [usize; REACH]| {
            let outermost = 3 << outward[REACH - 1];
            (0..HALVES).all(|half| classes[half] == classes[half & !outermost])
        };
        let reach = if near(&before, BEFORE) && near(&after, AFTER) { REACH - 1 } else { REACH };
        Self { before, after, patterns, reach: reach as u32 }
    }

    /// The greatest distance at which a stone may affect a point.
    #[inline]
    pub(crate) const fn reach(&self) -> u32 {
        self.reach
    }

    /// Both colours' patterns for a window: Black's in the low half of the byte.
    #[inline(always)]
    pub(crate) fn get(&self, window: Window) -> u8 {
        let before = usize::from(self.before[window.before % HALVES]);
        let after = usize::from(self.after[window.after % HALVES]);
        self.patterns[before << 8 | after]
    }
}

/// The bits of the neighbours before a point and after it, the nearest first.
const BEFORE: [usize; REACH] = [8, 6, 4, 2, 0];
const AFTER: [usize; REACH] = [0, 2, 4, 6, 8];

/// The states of the neighbours to one side, as far as they differ to either colour.
struct Halves {
    /// The number of each state in `seen`.
    number: Vec<usize>,
    /// What Black and White see of them.
    seen: Vec<[usize; 2]>,
}

impl Halves {
    fn new(outward: [usize; REACH]) -> Self {
        let (mut seen, mut known) = (Vec::new(), HashMap::new());
        let number = |half| {
            let both = Side::ALL.map(|side| in_sight(half, outward, side));
            *known.entry(both).or_insert_with(|| {
                seen.push(both);
                seen.len() - 1
            })
        };
        Self { number: (0..HALVES).map(number).collect(), seen }
    }

    /// The class of each state, and one number in `seen` of each class. `entries` are the patterns of a number in
    /// `seen` with all states of the other side of the point.
    fn classes(&self, entries: impl Fn(usize) -> Vec<u8>) -> ([u8; HALVES], Vec<usize>) {
        let (mut states, mut known) = (Vec::new(), HashMap::new());
        let class = |half| {
            *known.entry(entries(half)).or_insert_with(|| {
                states.push(half);
                u8::try_from(states.len() - 1).expect("there are fewer than 256 classes")
            })
        };
        let classes: Vec<u8> = (0..self.seen.len()).map(class).collect();
        let mut by_half = [0; HALVES];
        by_half.iter_mut().zip(&self.number).for_each(|(class, &seen)| *class = classes[seen]);
        (by_half, states)
    }
}

/// What a side sees of the neighbours to one side, its own stones as Black's: no row can reach beyond a stone of the
/// other side or the edge, so what lies behind counts as empty.
fn in_sight(half: usize, outward: [usize; REACH], side: Side) -> usize {
    let mut seen = 0;
    for shift in outward {
        let cell = half >> shift & 3;
        let own = match side {
            Side::Second if cell == 1 || cell == 2 => 3 - cell,
            _ => cell,
        };
        seen |= own << shift;
        if own >= 2 {
            break;
        }
    }
    seen
}

/// The meaning of one neighbour for the colour that plays.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Cell {
    Empty,
    Own,
    Theirs,
    Edge,
}

/// The patterns of one colour: entries by windows in which 1 is an own stone.
struct View {
    row: Row,
    patterns: Vec<u8>,
}

/// A pattern that is not computed yet.
const UNKNOWN: u8 = 255;

impl View {
    fn new(row: Row) -> Self {
        Self { row, patterns: vec![UNKNOWN; ENTRIES] }
    }

    /// The pattern in a window of what the colour sees.
    fn compute(&mut self, window: usize) -> u8 {
        if self.patterns[window] == UNKNOWN {
            self.patterns[window] = self.pattern(window) as u8;
        }
        self.patterns[window]
    }

    fn pattern(&mut self, window: usize) -> Pattern {
        match self.row_at(window) {
            RowMade::Five => return Pattern::Five,
            RowMade::Overline => return Pattern::Overline,
            RowMade::Less => {}
        }
        let (left, right) = (end(window, -1), end(window, 1));
        let fives: Vec<isize> = [left, right]
            .into_iter()
            .filter(|&at| at.unsigned_abs() < REACH && cell(window, at) == Cell::Empty)
            .filter(|&at| self.row_at(with(window, at)) == RowMade::Five)
            .collect();
        match fives[..] {
            [_] => return Pattern::Four,
            [left, right] if right - left == 5 => return Pattern::StraightFour,
            [_, _] => return Pattern::DoubleFour,
            _ => {}
        }
        // Weaker than a four: it is as strong as the strongest pattern that one more stone makes of
        // it.
        let mut best = Pattern::Dead;
        for at in within_reach(window) {
            let after = Pattern::from_nibble(self.compute(with(window, at)));
            let before = match after {
                Pattern::StraightFour => Pattern::OpenThree,
                Pattern::Four | Pattern::DoubleFour => Pattern::Three,
                Pattern::OpenThree => Pattern::OpenTwo,
                Pattern::Three => Pattern::Two,
                Pattern::OpenTwo => Pattern::OpenOne,
                Pattern::Two => Pattern::One,
                _ => Pattern::Dead,
            };
            best = best.max(before);
        }
        best
    }

    /// The row through the point once it holds an own stone.
    fn row_at(&self, window: usize) -> RowMade {
        let (left, right) = (end(window, -1), end(window, 1));
        let length = right - left - 1;
        // The ends of a row of five are within reach only if the row is not longer.
        let ends = || {
            [left, right].map(|at| at.unsigned_abs() <= REACH && cell(window, at) == Cell::Theirs)
        };
        match length {
            5 if self.row.blocked_is_nothing && ends() == [true; 2] => RowMade::Less,
            5 => RowMade::Five,
            6.. if self.row.overline_wins => RowMade::Five,
            6.. => RowMade::Overline,
            _ => RowMade::Less,
        }
    }
}

#[derive(PartialEq, Eq)]
enum RowMade {
    Less,
    Five,
    Overline,
}

/// The empty points that can be part of one five with the centre: up to the first stone of the other side.
fn within_reach(window: usize) -> impl Iterator<Item = isize> {
    let free = move |at: &isize| matches!(cell(window, *at), Cell::Empty | Cell::Own);
    let before = (-4..0).rev().take_while(free);
    before.chain((1..=4).take_while(free)).filter(move |&at| cell(window, at) == Cell::Empty)
}

/// The first point that is not an own stone, walking from the centre; 6 (or -6) if all within
/// reach are.
fn end(window: usize, sense: isize) -> isize {
    let mut at = sense;
    while at.unsigned_abs() <= REACH && cell(window, at) == Cell::Own {
        at += sense;
    }
    at
}

/// The first bit of a neighbour, by its distance from the centre (-5 to 5, without 0).
fn shift(at: isize) -> usize {
    let index = if at < 0 { at + 5 } else { at + 4 };
    2 * index.unsigned_abs()
}

fn cell(window: usize, at: isize) -> Cell {
    match window >> shift(at) & 3 {
        0 => Cell::Empty,
        1 => Cell::Own,
        2 => Cell::Theirs,
        _ => Cell::Edge,
    }
}

fn with(window: usize, at: isize) -> usize {
    window | 1 << shift(at)
}

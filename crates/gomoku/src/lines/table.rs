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
    /// Computes the table of a rule set in a few hundredths of a second.
    pub(crate) fn new(rules: &Rules) -> Self {
        let black = View::new(rules.rows[0]);
        let white =
            if rules.rows[1] == rules.rows[0] { None } else { Some(View::new(rules.rows[1])) };
        let white = white.as_ref().unwrap_or(&black);
        let entry = |window| black.get(window, Side::First) | white.get(window, Side::Second) << 4;
        let entries: Vec<u8> = (0..ENTRIES).map(entry).collect();
        let (before, of_before) = classes(|half, other| entries[other * HALVES + half]);
        let (after, of_after) = classes(|half, other| entries[half * HALVES + other]);
        let mut patterns = [0; 1 << 16];
        for (b, before) in of_before.iter().enumerate() {
            for (a, after) in of_after.iter().enumerate() {
                patterns[b << 8 | a] = entries[after * HALVES + before];
            }
        }
        const OUTERMOST: usize = 3 << (2 * NEIGHBOURS - 2) | 3;
        let same = |window: usize| entries[window] == entries[window & !OUTERMOST];
        let reach = if (0..ENTRIES).all(same) { REACH - 1 } else { REACH };
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

/// The class of each state of one side's neighbours, and one state of each class.
fn classes(entry: impl Fn(usize, usize) -> u8) -> ([u8; HALVES], Vec<usize>) {
    let (mut by_half, mut states) = ([0; HALVES], Vec::new());
    let mut known = HashMap::new();
    for (half, class) in by_half.iter_mut().enumerate() {
        let row: Vec<u8> = (0..HALVES).map(|other| entry(half, other)).collect();
        *class = *known.entry(row).or_insert_with(|| {
            states.push(half);
            u8::try_from(states.len() - 1).expect("there are fewer than 256 classes")
        });
    }
    (by_half, states)
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
        let mut view = Self { row, patterns: vec![UNKNOWN; ENTRIES] };
        for window in 0..ENTRIES {
            view.compute(window);
        }
        view
    }

    /// The pattern of `side` in a window of Black's and White's stones.
    fn get(&self, window: usize, side: Side) -> u8 {
        const LOW: usize = 0x5_5555;
        let own = match side {
            Side::First => window,
            Side::Second => (window & LOW) << 1 | window >> 1 & LOW,
        };
        self.patterns[own]
    }

    fn compute(&mut self, window: usize) -> u8 {
        if self.patterns[window] == UNKNOWN {
            self.patterns[window] = self.pattern(window) as u8;
        }
        self.patterns[window]
    }

    fn pattern(&mut self, window: usize) -> Pattern {
        match self.row_at(window) {
            Made::Five => return Pattern::Five,
            Made::Overline => return Pattern::Overline,
            Made::Less => {}
        }
        let (left, right) = (end(window, -1), end(window, 1));
        let fives: Vec<isize> = [left, right]
            .into_iter()
            .filter(|&at| at.unsigned_abs() < REACH && cell(window, at) == Cell::Empty)
            .filter(|&at| self.row_at(with(window, at)) == Made::Five)
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
        for at in (-4..=4).filter(|&at| at != 0 && cell(window, at) == Cell::Empty) {
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
    fn row_at(&self, window: usize) -> Made {
        let (left, right) = (end(window, -1), end(window, 1));
        let length = right - left - 1;
        // The ends of a row of five are within reach only if the row is not longer.
        let ends = || {
            [left, right].map(|at| at.unsigned_abs() <= REACH && cell(window, at) == Cell::Theirs)
        };
        match length {
            5 if self.row.blocked_is_nothing && ends() == [true; 2] => Made::Less,
            5 => Made::Five,
            6.. if self.row.overline_wins => Made::Five,
            6.. => Made::Overline,
            _ => Made::Less,
        }
    }
}

#[derive(PartialEq, Eq)]
enum Made {
    Less,
    Five,
    Overline,
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

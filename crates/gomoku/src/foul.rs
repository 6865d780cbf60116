//! Fouls (RIF 9.3): overlines, double-fours and double-threes, exactly and recursively.

use crate::lines::{DIRECTIONS, Direction, Pattern};
use crate::square::CELLS;
use crate::{Position, Square, Threat};
use arrayvec::ArrayVec;
use game::Side;
use std::fmt;

/// The kind of foul.
///
/// ```
/// use gomoku::FoulKind;
///
/// assert_eq!(FoulKind::DoubleFour.to_string(), "double-four");
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FoulKind {
    /// More than five in a row.
    Overline,
    /// Two fours at once.
    DoubleFour,
    /// Two open threes at once.
    DoubleThree,
}

impl FoulKind {
    /// Its word, which it prints as.
    ///
    /// ```
    /// assert_eq!(gomoku::FoulKind::Overline.word(), "overline");
    /// ```
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Overline => "overline",
            Self::DoubleFour => "double-four",
            Self::DoubleThree => "double-three",
        }
    }
}

impl fmt::Display for FoulKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// A foul: its kind, its point, and the stones that make it. Prints as `double-three h8: g8 h7 h9
/// i8`.
///
/// ```
/// use game::Side;
/// use gomoku::{Foul, FoulKind, Rules, Setup, Square};
///
/// let position = "g8a1i8a15h7o1h9o15".parse::<Setup>()?.position(Rules::RENJU, 15)?;
/// let foul: Foul = position.foul_at(Square::read("h8")?, Side::First).unwrap();
/// assert_eq!((foul.kind, foul.stones.len()), (FoulKind::DoubleThree, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Foul {
    /// The kind.
    pub kind: FoulKind,
    /// The forbidden point.
    pub at: Square,
    /// The stones already there that are part of it, by name.
    pub stones: Vec<Square>,
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}:", self.kind, self.at)?;
        self.stones.iter().try_for_each(|stone| write!(f, " {stone}"))
    }
}

/// Stones that the recursion assumes on empty points. Each level adds one. In practice there are
/// three or four, and never more than a line of threes can hold.
type AssumedStones = ArrayVec<usize, 24>;

impl Position {
    /// Whether a stone of `side` on an empty point is forbidden to it.
    ///
    /// ```
    /// use game::Side;
    /// use gomoku::{Rules, Setup, Square};
    ///
    /// let position = "g8a1i8a15h7o1h9o15".parse::<Setup>()?.position(Rules::RENJU, 15)?;
    /// let centre = Square::read("h8")?;
    /// assert!(position.is_foul(centre, Side::First));
    /// // White has no fouls in renju.
    /// assert!(!position.is_foul(centre, Side::Second));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_foul(&self, square: Square, side: Side) -> bool {
        match self.threat(square, side) {
            Threat::Foul => true,
            Threat::PossibleFoul => {
                self.kind_of_foul(square.cell(), side, &AssumedStones::new()).is_some()
            }
            _ => false,
        }
    }

    /// The foul of a stone of `side` on an empty point, if it is one.
    ///
    /// ```
    /// use game::Side;
    /// use gomoku::{Rules, Setup, Square};
    ///
    /// let position = "g8a1i8a15h7o1h9o15".parse::<Setup>()?.position(Rules::RENJU, 15)?;
    /// let foul = position.foul_at(Square::read("h8")?, Side::First).unwrap();
    /// assert_eq!(foul.to_string(), "double-three h8: g8 h7 h9 i8");
    /// assert_eq!(position.foul_at(Square::read("a2")?, Side::First), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn foul_at(&self, square: Square, side: Side) -> Option<Foul> {
        let supposed = AssumedStones::new();
        let kind = self.kind_of_foul(square.cell(), side, &supposed)?;
        let patterns = self.patterns(square, side);
        let mut stones = Vec::new();
        for direction in DIRECTIONS {
            let pattern = patterns[direction as usize];
            match kind {
                FoulKind::Overline if pattern == Pattern::Overline => {
                    self.collect(square, direction, 1, side, &mut stones);
                }
                FoulKind::DoubleFour if pattern.fours() > 0 => {
                    self.collect(square, direction, 2, side, &mut stones);
                }
                FoulKind::DoubleThree if pattern == Pattern::OpenThree => {
                    if let Some(next) = self.real_three(square.cell(), direction, side, &supposed) {
                        self.collect_between(square, next, direction, side, &mut stones);
                    }
                }
                _ => {}
            }
        }
        stones.sort_by_key(ToString::to_string);
        stones.dedup();
        Some(Foul { kind, at: square, stones })
    }

    /// The definition: a five takes precedence over every foul; then overline, double-four,
    /// double-three.
    fn kind_of_foul(&self, cell: usize, side: Side, supposed: &AssumedStones) -> Option<FoulKind> {
        let patterns = self.supposed_patterns(cell, side, supposed);
        let rules = self.rules();
        if patterns.contains(&Pattern::Five) {
            return None;
        }
        if rules.overline.binds(side) && patterns.contains(&Pattern::Overline) {
            return Some(FoulKind::Overline);
        }
        let fours: u32 = patterns.iter().map(|pattern| pattern.fours()).sum();
        if rules.double_four.binds(side) && fours >= 2 {
            return Some(FoulKind::DoubleFour);
        }
        let is_three = |d: &Direction| patterns[*d as usize] == Pattern::OpenThree;
        let threes = || DIRECTIONS.into_iter().filter(is_three);
        let foul = rules.double_three.binds(side)
            && threes().count() >= 2
            && threes().filter(|&d| self.real_three(cell, d, side, supposed).is_some()).count()
                >= 2;
        foul.then_some(FoulKind::DoubleThree)
    }

    /// The point that makes a straight four of the open three that a stone on `cell` makes in
    /// this direction, without making a five elsewhere and without being a foul itself.
    fn real_three(
        &self,
        cell: usize,
        direction: Direction,
        side: Side,
        supposed: &AssumedStones,
    ) -> Option<usize> {
        let mut with = supposed.clone();
        if with.try_push(cell).is_err() {
            return None;
        }
        let step = direction.step();
        [-step, step].into_iter().find_map(|sense| {
            let mut next = cell;
            for _ in 0..3 {
                next = next.wrapping_add_signed(sense) % CELLS;
                if self.holds(next, side, supposed) {
                    continue;
                }
                break;
            }
            let square = Square::from_cell(next)?;
            if !self.empty().contains(square) || supposed.contains(&next) {
                return None;
            }
            let patterns = self.supposed_patterns(next, side, &with);
            let fits = patterns[direction as usize] == Pattern::StraightFour
                && !patterns.contains(&Pattern::Five)
                && self.kind_of_foul(next, side, &with).is_none();
            fits.then_some(next)
        })
    }

    /// Whether a stone of `side` is there, or is assumed to be there.
    fn holds(&self, cell: usize, side: Side, supposed: &AssumedStones) -> bool {
        self.stones(side).has(cell) || supposed.contains(&cell)
    }

    fn supposed_patterns(&self, cell: usize, side: Side, supposed: &AssumedStones) -> [Pattern; 4] {
        DIRECTIONS.map(|direction| {
            let window = self.words().window_with(cell, direction, supposed, side);
            Pattern::of(self.look_up(window), side)
        })
    }

    /// Stones of `side` on a line through a point, in both directions up to `gaps` empty points.
    fn collect(
        &self,
        from: Square,
        direction: Direction,
        gaps: u32,
        side: Side,
        stones: &mut Vec<Square>,
    ) {
        let step = direction.step();
        for sense in [-step, step] {
            let (mut cell, mut gaps) = (from.cell(), gaps);
            for _ in 0..5 {
                cell = cell.wrapping_add_signed(sense) % CELLS;
                let Some(square) = Square::from_cell(cell) else { break };
                if self.stones(side).contains(square) {
                    stones.push(square);
                } else if gaps > 1 && self.empty().contains(square) {
                    gaps -= 1;
                } else {
                    break;
                }
            }
        }
    }

    /// Stones of `side` in the straight four that `next` would make with `from`.
    fn collect_between(
        &self,
        from: Square,
        next: usize,
        direction: Direction,
        side: Side,
        stones: &mut Vec<Square>,
    ) {
        let step = direction.step();
        for sense in [-step, step] {
            let mut cell = from.cell();
            loop {
                cell = cell.wrapping_add_signed(sense) % CELLS;
                match Square::from_cell(cell) {
                    Some(square) if self.stones(side).contains(square) => stones.push(square),
                    Some(_) if cell == next => {}
                    _ => break,
                }
            }
        }
    }
}

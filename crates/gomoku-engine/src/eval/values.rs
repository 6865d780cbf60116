use super::weights::{ANY, PATTERNS};
use super::{WeightSet, Weights};
use game::Side;
use gomoku::{Pattern, Patterns, Position, Rules, Threat};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The value of every combination of four patterns for each side, computed once from [`WeightSet`].
pub struct Values {
    /// By side and [`Patterns::index`]: the value for the side when it is to move and when it
    /// waits.
    points: [Points; 2],
    /// The value of the right to move.
    tempo: [i32; 2],
    /// The value of having any of some threats, by side, when it is to move and when it waits.
    any: [[[i32; 4]; 2]; 2],
}

/// By [`Patterns::index`]: the value when it is to move and when it waits.
type Points = Box<[[i16; 2]; 1 << 16]>;

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Values")
    }
}

/// The values of rule sets, computed on first use.
type Known = Vec<(Rules, Arc<Values>)>;

impl Values {
    /// The number of parts of a hundredth in which sums are kept.
    pub(crate) const UNIT: i32 = 16;

    /// The values for the rules.
    #[must_use]
    pub fn of(rules: Rules) -> Arc<Self> {
        static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
        // Only whole entries are ever pushed, so the list is valid even after a panic of another
        // thread.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, values)) = known.iter().find(|(of, _)| *of == rules) {
            return Arc::clone(values);
        }
        let values = Arc::new(Self::new(rules, &WeightSet::of(rules)));
        known.push((rules, Arc::clone(&values)));
        values
    }

    /// The values that follow from these weights.
    #[must_use]
    pub fn new(rules: Rules, weights: &WeightSet) -> Self {
        let points_of = |side: Side| -> Points {
            let mut all = vec![[0; 2]; 1 << 16];
            for (index, value) in all.iter_mut().enumerate() {
                let patterns = Pattern::all_of_index(index as u16);
                let shape = shape(patterns, side, rules);
                *value = weights.sides[side.index()].each_ref().map(|role| value_of(shape, role));
            }
            all.into_boxed_slice().try_into().expect("the table was made with this length")
        };
        let black = points_of(Side::First);
        let alike =
            weights.sides[0] == weights.sides[1] && !Side::ALL.iter().any(|&s| rules.bind(s));
        let white = if alike { black.clone() } else { points_of(Side::Second) };
        let points = [black, white];
        let any = Side::ALL
            .map(|side| weights.sides[side.index()].each_ref().map(|w| w.any.map(i32::from)));
        Self { points, tempo: weights.tempo, any }
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: Side, patterns: Patterns) -> [i32; 2] {
        self.points[side.index()][patterns.index(side)].map(i32::from)
    }

    /// The value of a side's kinds of threats in addition to their points.
    #[inline(always)]
    pub(super) fn any(&self, position: &Position, side: Side, waits: usize) -> i32 {
        let weights = &self.any[side.index()][waits];
        ANY.iter()
            .zip(weights)
            .map(|(&t, w)| if position.count(side, t) > 0 { *w } else { 0 })
            .sum()
    }

    /// The value of having the `n`th of these threats.
    pub(super) fn any_of(&self, position: &Position, side: Side, waits: usize, n: usize) -> i32 {
        let weight = self.any[side.index()][waits][n];
        if position.count(side, ANY[n]) > 0 { weight } else { 0 }
    }

    pub(super) fn tempo(&self, us: Side) -> i32 {
        self.tempo[us.index()]
    }
}

fn value_of(shape: Option<[Pattern; 4]>, weights: &Weights) -> i16 {
    let Some(shape) = shape else { return weights.foul };
    let [first, second, third, fourth] = shape.map(|pattern| pattern as usize % PATTERNS);
    weights.pairs[first][second] + weights.rest[third] + weights.rest[fourth]
}

/// The four patterns in the order of the evaluation, strongest first; none where a stone of the
/// side is forbidden.
#[must_use]
pub fn shape(mut patterns: [Pattern; 4], side: Side, rules: Rules) -> Option<[Pattern; 4]> {
    let mut threes = 0;
    for pattern in &mut patterns {
        if *pattern == Pattern::Overline {
            if rules.overline.binds(side) {
                return None;
            }
            *pattern = Pattern::Dead;
        }
        // If several open threes may be a foul, only one of them counts.
        if *pattern == Pattern::OpenThree {
            threes += 1;
            if threes > 1 && rules.double_three.binds(side) {
                *pattern = Pattern::OpenTwo;
            }
        }
    }
    if Threat::of(patterns, side, &rules) == Threat::Foul {
        return None;
    }
    patterns.sort_unstable_by_key(|&pattern| std::cmp::Reverse(pattern));
    Some(patterns)
}

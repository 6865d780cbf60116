use super::linear;
use super::numbers::{self, MASKS, Numbers, THREATS};
use super::weights::{ANY, PATTERNS};
use super::{WeightSet, Weights};
use game::Side;
use gomoku::{Pattern, Patterns, Position, Rules, Threat};
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// The value of every combination of four patterns for each side and of both sides' threats, computed once from
/// [`WeightSet`] or from the numbers of an evaluation that was learnt.
pub struct Values {
    /// By side and [`Patterns::index`]: the value for the side when it is to move and when it
    /// waits.
    points: [PatternValues; 2],
    /// The value of the right to move, in hundredths.
    tempo: [i32; 2],
    /// The value of having any of [`THREATS`], by side, when it is to move and when it waits.
    any: [ThreatValues; 2],
    /// By the side to move and the threats of both sides ([`numbers::both`]): the value for it, which contains `any`.
    threats: [Box<[i32; MASKS]>; 2],
}

/// By role and threat.
type ThreatValues = [[i32; THREATS.len()]; 2];

/// By [`Patterns::index`]: the value when it is to move and when it waits.
type PatternValues = Box<[[i16; 2]; 1 << 16]>;

impl fmt::Debug for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Values")
    }
}

/// The values of rule sets, computed on first use.
type ValueCache = Vec<((Rules, ValueOrigin), Arc<Values>)>;

/// Where values come from.
#[derive(Copy, Clone, PartialEq, Eq)]
enum ValueOrigin {
    Program,
    Similar,
    HandMade,
}

impl Values {
    /// The number of parts of a hundredth in which sums are kept.
    pub(crate) const UNIT: i32 = 64;

    /// How much finer they are than the weights of a [`WeightSet`].
    pub(super) const FINER: i32 = 4;

    /// The values of the program for the rules.
    #[must_use]
    pub fn of(rules: Rules) -> Arc<Self> {
        Self::known((rules, ValueOrigin::Program), || linear::shipped(rules))
    }

    /// The values that were learnt for the most similar rules.
    pub(super) fn by_similar(rules: Rules) -> Arc<Self> {
        Self::known((rules, ValueOrigin::Similar), || linear::similar(rules))
    }

    /// The values of the hand-made evaluation for the rules.
    #[must_use]
    pub fn by_hand(rules: Rules) -> Arc<Self> {
        Self::known((rules, ValueOrigin::HandMade), || None)
    }

    /// Values by rules and origin; the hand-made ones are taken where `compute` has none.
    fn known(key: (Rules, ValueOrigin), compute: impl Fn() -> Option<Self>) -> Arc<Self> {
        static KNOWN: Mutex<ValueCache> = Mutex::new(Vec::new());
        // Only whole entries are ever pushed, so the list is valid even after a panic of another
        // thread.
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, values)) = known.iter().find(|(of, _)| *of == key) {
            return Arc::clone(values);
        }
        let by_hand = || Self::new(key.0, &WeightSet::by_hand(key.0));
        let values = Arc::new(compute().unwrap_or_else(by_hand));
        known.push((key, Arc::clone(&values)));
        values
    }

    /// The values that follow from these weights.
    #[must_use]
    pub fn new(rules: Rules, weights: &WeightSet) -> Self {
        Self::times(Self::FINER, rules, weights)
    }

    /// The weights themselves, for the order of moves.
    pub(crate) fn of_order(rules: Rules, weights: &WeightSet) -> Self {
        Self::times(1, rules, weights)
    }

    fn times(finer: i32, rules: Rules, weights: &WeightSet) -> Self {
        let black = points(rules, Side::First, |shape| {
            weights.sides[0].each_ref().map(|role| short(finer * value_of(shape, role)))
        });
        let alike =
            weights.sides[0] == weights.sides[1] && !Side::ALL.iter().any(|&s| rules.bind(s));
        let white = if alike {
            black.clone()
        } else {
            points(rules, Side::Second, |shape| {
                weights.sides[1].each_ref().map(|role| short(finer * value_of(shape, role)))
            })
        };
        let any = Side::ALL.map(|side| {
            weights.sides[side.index()].each_ref().map(|weights| {
                let mut any = [0; THREATS.len()];
                debug_assert_eq!(ANY[..], THREATS[..ANY.len()]);
                any.iter_mut()
                    .zip(weights.any)
                    .for_each(|(to, from)| *to = finer * i32::from(from));
                any
            })
        });
        let threats = Side::ALL.map(|us| threats(us, &any, |_| 0));
        Self { points: [black, white], tempo: weights.tempo, any, threats }
    }

    /// The values that follow from numbers that were learnt for these or the most similar rules. A point is worth at most 511
    /// hundredths.
    pub(super) fn learnt(rules: Rules, of: Numbers, numbers: &[i16]) -> Self {
        let number = |n: usize| i32::from(numbers[n]);
        let points = Side::ALL.map(|side| {
            let roles = [0, 1].map(|waits| of.role(side, waits, rules));
            points(rules, side, |shape| {
                roles.map(|role| {
                    let value = match shape {
                        Some(shape) => role.shape(shape).into_iter().map(number).sum(),
                        None => number(role.foul()),
                    };
                    short(value)
                })
            })
        });
        let any = Side::ALL.map(|side| {
            [0, 1].map(|waits| {
                let role = of.role(side, waits, rules);
                std::array::from_fn(|n| number(role.threat(n)))
            })
        });
        // What is left of a whole hundredth of the tempo counts among the threats, so that nothing is lost.
        let tempo = Side::ALL.map(|side| number(Numbers::tempo(side)));
        let threats = Side::ALL.map(|us| {
            let (masks, left) = (of.masks(us, rules), tempo[us.index()] % Self::UNIT);
            threats(us, &any, |both| number(masks + both) + left)
        });
        Self { points, tempo: tempo.map(|tempo| tempo / Self::UNIT), any, threats }
    }

    #[inline(always)]
    pub(crate) fn get(&self, side: Side, patterns: Patterns) -> [i32; 2] {
        self.points[side.index()][patterns.index(side)].map(i32::from)
    }

    /// The value of the threats of both sides in addition to their points, for the side to move.
    #[inline(always)]
    pub(super) fn threats(&self, position: &Position, us: Side) -> i32 {
        let masks = [numbers::mask(position, us), numbers::mask(position, us.other())];
        self.threats[us.index()][numbers::both(masks)]
    }

    /// The value of having the `n`th of [`THREATS`].
    pub(super) fn any_of(&self, position: &Position, side: Side, waits: usize, n: usize) -> i32 {
        let weight = self.any[side.index()][waits][n];
        if position.count(side, THREATS[n]) > 0 { weight } else { 0 }
    }

    pub(super) fn tempo(&self, us: Side) -> i32 {
        self.tempo[us.index()]
    }
}

/// The values of the points of a side by what its shapes are worth.
fn points(
    rules: Rules,
    side: Side,
    of: impl Fn(Option<[Pattern; 4]>) -> [i16; 2],
) -> PatternValues {
    by_combination(|patterns| of(shape(patterns, side, rules)))
}

/// A table by [`Patterns::index`] of what depends on four patterns in any order.
pub(crate) fn by_combination<T: Copy + Default>(
    of: impl Fn([Pattern; 4]) -> T,
) -> Box<[T; 1 << 16]> {
    /// By index, that of the same patterns with the strongest in the lowest bits.
    static SORTED: LazyLock<Vec<u16>> = LazyLock::new(|| {
        let sorted = |index| {
            let mut numbers = Pattern::all_of_index(index).map(|pattern| pattern as u16);
            numbers.sort_unstable();
            numbers.into_iter().fold(0, |all, number| all << 4 | number)
        };
        (0..=u16::MAX).map(sorted).collect()
    });
    let mut all = vec![T::default(); 1 << 16];
    for (index, &sorted) in SORTED.iter().enumerate() {
        // The smallest index of a combination is that of the sorted patterns: it comes first.
        all[index] = match usize::from(sorted) {
            first if first < index => all[first],
            _ => of(Pattern::all_of_index(sorted)),
        };
    }
    let all: Box<[T]> = all.into_boxed_slice();
    all.try_into().ok().expect("the table was made with this length")
}

/// The values of the threats of both sides when `us` is to move: those of single threats, and `more` for all of them
/// together.
fn threats(us: Side, any: &[ThreatValues; 2], more: impl Fn(usize) -> i32) -> Box<[i32; MASKS]> {
    let sum = |side: Side, waits: usize, mask: usize| -> i32 {
        let any = any[side.index()][waits].iter().enumerate();
        any.map(|(n, &value)| if mask >> n & 1 != 0 { value } else { 0 }).sum()
    };
    let mut all = Box::new([0; MASKS]);
    for (both, value) in all.iter_mut().enumerate() {
        let [own, other] = numbers::sides(both);
        *value = sum(us, 0, own) - sum(us.other(), 1, other) + more(both);
    }
    all
}

/// What fits into a table.
fn short(value: i32) -> i16 {
    value.clamp(-i32::from(i16::MAX), i32::from(i16::MAX)) as i16
}

fn value_of(shape: Option<[Pattern; 4]>, weights: &Weights) -> i32 {
    let Some(shape) = shape else { return weights.foul.into() };
    let [first, second, third, fourth] = shape.map(|pattern| pattern as usize % PATTERNS);
    let parts = [weights.pairs[first][second], weights.rest[third], weights.rest[fourth]];
    parts.into_iter().map(i32::from).sum()
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

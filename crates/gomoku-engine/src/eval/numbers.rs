//! The numbers of the evaluation that is learnt: which there are, and in what order they lie in a file.
//!
//! First what the right to move is worth to Black and to White. Then come the groups: one that both sides share where
//! fouls bind both or none, else one of the bound and one of the free side. A group has two roles, the side to move
//! and the side that waits, and then a number for each mask of both sides' threats when a side of the group is to
//! move. A role has pairs, the rest, the foul, single threats, and combinations of four patterns.

use super::linear;
use super::weights::{ANY, PATTERNS, most_like};
use super::{Values, WeightSet, Weights};
use game::Side;
use gomoku::{Pattern, Position, Rules, Threat};

/// Threats that a mask is made of. A side that can make a five is not judged by its threats.
pub(super) const THREATS: [Threat; 5] =
    [Threat::Three, Threat::Four, Threat::DoubleThree, Threat::FourThree, Threat::OpenFour];
/// Masks of one side.
const SIDE_MASKS: usize = 1 << THREATS.len();
/// Masks of both sides.
pub(super) const MASKS: usize = SIDE_MASKS * SIDE_MASKS;

/// Numbers of the right to move.
const TEMPO: usize = 2;
/// Pairs of patterns, the stronger one first.
const PAIRS: usize = PATTERNS * (PATTERNS + 1) / 2;
/// Combinations of four patterns with repetition.
const COMBINATIONS: usize =
    PATTERNS * (PATTERNS + 1) * (PATTERNS + 2) * (PATTERNS + 3) / (2 * 3 * 4);

// Where the numbers of a role begin in it.
const REST: usize = PAIRS;
const FOUL: usize = REST + PATTERNS;
const SINGLE_THREATS: usize = FOUL + 1;
const SHAPES: usize = SINGLE_THREATS + THREATS.len();
const ROLE: usize = SHAPES + COMBINATIONS;
/// The numbers of a group: two roles, the masks.
const GROUP: usize = 2 * ROLE + MASKS;

/// Rule sets for which an evaluation can be learnt, and the name of what it counts there. A change of its meaning needs
/// another number.
const KNOWN: [(Rules, &str); 6] = [
    (Rules::FREESTYLE, "gomoku-patterns-1"),
    (Rules::STANDARD, "gomoku-standard-patterns-1"),
    (Rules::RENJU, "renju-patterns-1"),
    (Rules::CARO, "caro-patterns-1"),
    (Rules::CARO_FREE, "caro-free-patterns-1"),
    (Rules::OMOK, "omok-patterns-1"),
];

/// What a number stands for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum NumberKind {
    /// It counts alone: the right to move, a foul, having a point that would be some threat.
    Alone,
    /// A part of many combinations: the two strongest patterns, another pattern.
    Part,
    /// A combination of four patterns, or of the threats of both sides, beside the numbers of its parts.
    Whole,
}

/// The numbers of an evaluation that is learnt under some rules.
///
/// ```
/// use gomoku::Rules;
/// use gomoku_engine::eval::Numbers;
/// let numbers = Numbers::of(Rules::FREESTYLE).unwrap();
/// assert_eq!((numbers.form(), numbers.len()), ("gomoku-patterns-1", 3948));
/// assert_eq!(numbers.start().len(), numbers.len());
/// assert_eq!(numbers.name(0), "the move, Black");
/// assert!(Numbers::all().any(|numbers| numbers.rules() == Rules::CARO));
/// let house = Rules { rows: Rules::RENJU.rows, ..Rules::OMOK };
/// assert!(Numbers::of(house).is_none());
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    rules: Rules,
    form: &'static str,
}

impl Numbers {
    /// Parts of a hundredth that the numbers are. A hundred empty points may have the same number, so that sixteenths
    /// were too coarse: whole numbers changed values by 4.4 hundredths on average.
    pub const UNIT: u8 = Values::UNIT as u8;

    /// Those of all rule sets for which something is learnt.
    pub fn all() -> impl Iterator<Item = Self> {
        KNOWN.into_iter().map(|(rules, form)| Self { rules, form })
    }

    /// Those under the rules; none where nothing is learnt.
    #[must_use]
    pub fn of(rules: Rules) -> Option<Self> {
        Self::all().find(|numbers| numbers.rules == rules)
    }

    /// Those with a name.
    #[must_use]
    pub fn with_form(form: &str) -> Option<Self> {
        Self::all().find(|numbers| numbers.form == form)
    }

    /// The rules.
    #[must_use]
    pub const fn rules(self) -> Rules {
        self.rules
    }

    /// The name of what they are for, with a version.
    #[must_use]
    pub const fn form(self) -> &'static str {
        self.form
    }

    /// How many there are.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "there are always some")]
    pub fn len(self) -> usize {
        TEMPO + self.groups() * GROUP
    }

    fn groups(self) -> usize {
        let [black, white] = Side::ALL.map(|side| self.rules.bind(side));
        1 + usize::from(black != white)
    }

    /// Where the group of a side begins: under rules like these it is that of the sides that are bound, or free.
    fn group(self, side: Side, rules: Rules) -> usize {
        let free = !rules.bind(side);
        TEMPO + GROUP * (usize::from(free) % self.groups())
    }

    /// The number of the right to move.
    pub(super) const fn tempo(side: Side) -> usize {
        side.index()
    }

    /// Where the numbers of a side lie under `rules` when it moves (0) or waits (1).
    pub(super) fn role(self, side: Side, waits: usize, rules: Rules) -> Role {
        Role(self.group(side, rules) + waits * ROLE)
    }

    /// Where the masks begin when `us` is to move under `rules`.
    pub(super) fn masks(self, us: Side, rules: Rules) -> usize {
        self.group(us, rules) + 2 * ROLE
    }

    /// What a number stands for.
    #[must_use]
    pub fn kind(self, number: usize) -> NumberKind {
        let Some(at) = number.checked_sub(TEMPO) else { return NumberKind::Alone };
        let at = at % GROUP;
        if at >= 2 * ROLE {
            return NumberKind::Whole;
        }
        match at % ROLE {
            ..FOUL => NumberKind::Part,
            FOUL..SHAPES => NumberKind::Alone,
            _ => NumberKind::Whole,
        }
    }

    /// The name of a number.
    #[must_use]
    pub fn name(self, number: usize) -> String {
        let Some(at) = number.checked_sub(TEMPO) else {
            return format!("the move, {}", ["Black", "White"][number % 2]);
        };
        let side = match (self.groups(), at / GROUP) {
            (1, _) => "",
            (_, 0) => "Black ",
            _ => "White ",
        };
        let at = at % GROUP;
        if let Some(mask) = at.checked_sub(2 * ROLE) {
            let words = |mask: usize| {
                let has = THREATS.iter().enumerate().filter(|(n, _)| mask >> n & 1 != 0);
                let words: Vec<&str> = has.map(|(_, threat)| threat.word()).collect();
                if words.is_empty() { "nothing".to_owned() } else { words.join("+") }
            };
            let [own, other] = sides(mask).map(words);
            return format!("{side}moves: {own} against {other}");
        }
        let role = if at < ROLE { "moves" } else { "waits" };
        let what = match at % ROLE {
            at @ ..REST => {
                let first = (0..PATTERNS).rfind(|&first| pair(first, 0) <= at).unwrap_or(0);
                format!("pair {:?} {:?}", Pattern::ALL[first], Pattern::ALL[at - pair(first, 0)])
            }
            at @ REST..FOUL => format!("beside {:?}", Pattern::ALL[at - REST]),
            FOUL => "foul".to_owned(),
            at @ SINGLE_THREATS..SHAPES => format!("any {}", THREATS[at - SINGLE_THREATS].word()),
            at => format!("combination {}", at - SHAPES),
        };
        format!("{side}{role}: {what}")
    }

    /// What a training begins with. Under freestyle, standard and renju rules the hand-made evaluation: combinations
    /// and masks are zero. Under others what the program has learnt for the most similar of these.
    #[must_use]
    pub fn start(self) -> Vec<i16> {
        let like = most_like(self.rules);
        let learnt = (like != self.rules).then(|| linear::shipped_for(like)).flatten();
        learnt.map_or_else(|| self.by_hand(), |(of, numbers)| self.taken_from(of, &numbers))
    }

    /// The numbers of other rules, so that every position is worth what they make of it.
    fn taken_from(self, of: Self, numbers: &[i16]) -> Vec<i16> {
        let mut all = vec![0; self.len()];
        all[..TEMPO].copy_from_slice(&numbers[..TEMPO]);
        for side in Side::ALL {
            let [to, from] = [self, of].map(|numbers| numbers.group(side, self.rules));
            all[to..to + GROUP].copy_from_slice(&numbers[from..from + GROUP]);
        }
        all
    }

    fn by_hand(self) -> Vec<i16> {
        let weights = WeightSet::by_hand(self.rules);
        // Hand-made weights are small numbers.
        let fine = |weight: i16| (i32::from(weight) * Values::FINER) as i16;
        let mut all = vec![0; self.len()];
        for side in Side::ALL {
            all[Self::tempo(side)] = (weights.tempo[side.index()] * i32::from(Self::UNIT)) as i16;
            for waits in 0..2 {
                let Weights { pairs, rest, foul, any } = &weights.sides[side.index()][waits];
                let role = self.role(side, waits, self.rules);
                for first in 0..PATTERNS {
                    for second in 0..=first {
                        all[role.0 + pair(first, second)] = fine(pairs[first][second]);
                    }
                    all[role.0 + REST + first] = fine(rest[first]);
                }
                all[role.foul()] = fine(*foul);
                for (n, &weight) in any.iter().enumerate() {
                    debug_assert_eq!(ANY[n], THREATS[n]);
                    all[role.threat(n)] = fine(weight);
                }
            }
        }
        all
    }
}

/// The numbers of a side in a role, from the first on.
#[derive(Copy, Clone, Debug)]
pub(super) struct Role(usize);

impl Role {
    /// The number of a forbidden point.
    pub(super) const fn foul(self) -> usize {
        self.0 + FOUL
    }

    /// The number of having a point that would be the `n`th of [`THREATS`].
    pub(super) const fn threat(self, n: usize) -> usize {
        self.0 + SINGLE_THREATS + n
    }

    /// The numbers that a point has with these patterns, strongest first: they are added up.
    pub(super) fn shape(self, shape: [Pattern; 4]) -> [usize; 4] {
        let [a, b, c, d] = shape.map(|pattern| pattern as usize);
        let numbers = [pair(a, b), REST + c, REST + d, SHAPES + combination([a, b, c, d])];
        numbers.map(|number| self.0 + number)
    }
}

/// The place of a pair among all pairs.
const fn pair(stronger: usize, weaker: usize) -> usize {
    stronger * (stronger + 1) / 2 + weaker
}

/// The place of four numbers in descending order among all such combinations with repetition.
const fn combination([a, b, c, d]: [usize; 4]) -> usize {
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The threats that a side has somewhere, a bit for each of [`THREATS`].
#[inline(always)]
pub(super) fn mask(position: &Position, side: Side) -> usize {
    let bit = |n: usize| usize::from(position.count(side, THREATS[n]) > 0) << n;
    bit(0) | bit(1) | bit(2) | bit(3) | bit(4)
}

/// The place of two masks among all masks of both sides.
#[inline(always)]
pub(super) const fn both([own, other]: [usize; 2]) -> usize {
    own | other << THREATS.len()
}

/// The masks of both sides: the reverse of [`both`].
pub(super) const fn sides(both: usize) -> [usize; 2] {
    [both % SIDE_MASKS, both / SIDE_MASKS]
}

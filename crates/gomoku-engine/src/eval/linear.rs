//! An evaluation that was learnt, and what it counts in a position.

use super::numbers::{self, Numbers, THREATS};
use super::weights::most_like;
use super::{Values, shape};
use game::{Position as _, Side};
use gomoku::{Pattern, Position, Rules};
use nnue::FileError;
use std::fmt;
use std::sync::Arc;
use thiserror::Error;

/// The weights of the program, by the rules that they were trained for: files of `workshop train` that passed the gate,
/// each with a card beside it. Rules that have none take those of the most similar of the first three.
const SHIPPED: &[(Rules, &[u8])] = &[
    (Rules::FREESTYLE, include_bytes!("../../../../nets/gomoku.patterns")),
    (Rules::STANDARD, include_bytes!("../../../../nets/gomoku-standard.patterns")),
    (Rules::RENJU, include_bytes!("../../../../nets/renju.patterns")),
    (Rules::CARO, include_bytes!("../../../../nets/caro.patterns")),
    (Rules::CARO_FREE, include_bytes!("../../../../nets/caro-free.patterns")),
];

/// A linear evaluation that was learnt for some rules. Clones share its values.
#[derive(Clone)]
pub struct Linear {
    rules: Rules,
    values: Arc<Values>,
}

/// Why a file is no such evaluation.
#[derive(Debug, Error)]
pub enum LinearError {
    /// It is no file of weights, or damaged.
    #[error(transparent)]
    File(#[from] FileError),
    /// The weights are those of another evaluation.
    #[error("the weights are those of {0}, which is no evaluation of gomoku that this program has")]
    Form(String),
    /// Some numbers are missing or left over.
    #[error("{found} numbers instead of {wanted}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        wanted: usize,
    },
}

impl Linear {
    /// The evaluation with these numbers, in parts of a hundredth ([`Numbers::UNIT`]).
    ///
    /// # Errors
    /// When there are too few or too many.
    pub fn new(of: Numbers, numbers: &[i16]) -> Result<Self, LinearError> {
        if numbers.len() != of.len() {
            return Err(LinearError::Length { found: numbers.len(), wanted: of.len() });
        }
        let rules = of.rules();
        Ok(Self { rules, values: Arc::new(Values::learnt(rules, of, numbers)) })
    }

    /// Reads a file of weights of `workshop train`.
    ///
    /// # Errors
    /// When it is none, or for something else.
    pub fn read(bytes: &[u8]) -> Result<Self, LinearError> {
        let (of, numbers) = read(bytes)?;
        Self::new(of, &numbers)
    }

    /// The rules that it was trained for.
    #[must_use]
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Its values.
    #[must_use]
    pub fn values(&self) -> Arc<Values> {
        Arc::clone(&self.values)
    }
}

/// Two of them are equal when they share their values.
impl PartialEq for Linear {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.values, &other.values)
    }
}

impl fmt::Debug for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Linear").field(&self.rules).finish()
    }
}

fn read(bytes: &[u8]) -> Result<(Numbers, Vec<i16>), LinearError> {
    let (linear, _) = nnue::linear::read(bytes)?;
    let of = Numbers::with_form(&linear.form).ok_or(LinearError::Form(linear.form))?;
    let found = linear.numbers.len();
    if found != of.len() {
        return Err(LinearError::Length { found, wanted: of.len() });
    }
    // There is one phase: the numbers of the end are not used.
    Ok((of, linear.numbers.iter().map(|&[number, _]| number).collect()))
}

/// The numbers of the program that were learnt for just these rules, if there are any; none if they cannot be read,
/// which a test excludes.
pub(super) fn shipped_for(rules: Rules) -> Option<(Numbers, Vec<i16>)> {
    let (_, bytes) = SHIPPED.iter().find(|(known, _)| *known == rules)?;
    read(bytes).ok()
}

/// The values of the program for the rules, from numbers learnt for them or else for the most similar ones.
pub(super) fn shipped(rules: Rules) -> Option<Values> {
    let own = shipped_for(rules).map(|(of, numbers)| Values::learnt(rules, of, &numbers));
    own.or_else(|| similar(rules))
}

/// The values for the rules from numbers of the program that were learnt for the most similar ones.
pub(super) fn similar(rules: Rules) -> Option<Values> {
    let (of, numbers) = shipped_for(most_like(rules))?;
    Some(Values::learnt(rules, of, &numbers))
}

/// A count for each number of an evaluation.
pub type Times = Vec<(u16, i16)>;

/// What the evaluation counts, for a fit of its numbers.
pub struct Counter {
    of: Numbers,
    /// By side and the index of its patterns: the shape that they are, and none where they are forbidden.
    shapes: [Vec<Option<[Pattern; 4]>>; 2],
}

impl fmt::Debug for Counter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Counter").field(&self.of).finish()
    }
}

impl Counter {
    /// The counter of these numbers.
    #[must_use]
    pub fn new(of: Numbers) -> Self {
        let shapes = Side::ALL.map(|side| {
            let shape = |index| shape(Pattern::all_of_index(index), side, of.rules());
            (0..=u16::MAX).map(shape).collect()
        });
        Self { of, shapes }
    }

    /// Which numbers count in a position and how often, for Black less for White, in the order of the numbers. The
    /// value of the position for Black is their sum. `None` under other rules.
    #[must_use]
    pub fn count(&self, position: &Position) -> Option<Times> {
        let Self { of, shapes } = self;
        let (us, rules) = (position.side_to_move(), position.rules());
        if rules != of.rules() {
            return None;
        }
        let mut counts = vec![0_i16; of.len()];
        for side in Side::ALL {
            let sign = if side == Side::First { 1 } else { -1 };
            let role = of.role(side, usize::from(side != us), rules);
            for square in position.empty().iter() {
                match shapes[side.index()][position.prospects(square).index(side)] {
                    Some(shape) => role.shape(shape).into_iter().for_each(|n| counts[n] += sign),
                    None => counts[role.foul()] += sign,
                }
            }
            let mask = numbers::mask(position, side);
            let has = (0..THREATS.len()).filter(|n| mask >> n & 1 != 0);
            has.for_each(|n| counts[role.threat(n)] += sign);
        }
        let sign = if us == Side::First { 1 } else { -1 };
        let both = numbers::both([us, us.other()].map(|side| numbers::mask(position, side)));
        counts[of.masks(us, rules) + both] += sign;
        counts[Numbers::tempo(us)] += sign;
        let counted = (0..).zip(counts).filter(|&(_, times)| times != 0);
        Some(counted.collect())
    }
}

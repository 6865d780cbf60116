//! A second, independent check.
//!
//! Values that agree with those of their successors need not be right: positions may be called won
//! in a circle, each because of the next. The check therefore solves each class again, to number
//! the waves in which positions were decided. It then trusts neither those numbers nor the solver:
//! it visits every position with the move generator of the rules and requires that
//!
//! - a won position has a successor that is lost, and decided in an earlier wave;
//! - all successors of a lost position are won, and decided in earlier waves;
//! - a drawn position has no successor that is lost, and one that is drawn.
//!
//! Then every win can be carried out, because the wave numbers only decrease, and neither side can
//! gain by leaving the draws. Positions with a capture have no value of their own in a file; their
//! values follow from positions with fewer pieces.

use crate::build::{stage, thousandths};
use crate::database::Database;
use crate::index::{Index, Listing, sets};
use crate::parallel::{self, Threads};
use crate::solve::{self, Solution};
use crate::tables::{Tables, after, stuck};
use crate::{BuildProgress, BuildStage, Class, UnsupportedVariant, Value, supports};
use draughts::{Position, VariantRules};
use game::{Position as _, Side};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The extent of a check.
///
/// ```
/// use endings::VerificationReport;
///
/// let verified = VerificationReport::default();
/// assert_eq!((verified.classes, verified.positions, verified.waves), (0, 0, 0));
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct VerificationReport {
    /// The number of classes.
    pub classes: u32,
    /// The number of positions without a capture; each was checked.
    pub positions: u64,
    /// The largest number of waves of a class.
    pub waves: u32,
}

/// The reason why a database is wrong, or was not checked completely.
///
/// ```
/// use draughts::International;
/// use endings::{Database, Threads, VerifyError, verify};
/// use std::ops::ControlFlow;
///
/// let nothing = Database::<International>::new();
/// let error = verify(&nothing, 2, 2, Threads::MIN, &mut |_| ControlFlow::Continue(()));
/// assert!(matches!(error, Err(VerifyError::Missing(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// No database of the variant is possible.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedVariant),
    /// A class is missing.
    #[error("class {0} is missing")]
    Missing(Class),
    /// A value is wrong.
    #[error("class {class}: {position} is called a {value}, which its moves do not bear out")]
    Wrong {
        /// Its class.
        class: Class,
        /// The position, as FEN.
        position: String,
        /// The value in the database.
        value: Value,
    },
    /// `progress` stopped it.
    #[error("interrupted")]
    Interrupted,
}

/// Checks every value of all classes with `from` to `pieces` pieces; classes with fewer are
/// trusted.
///
/// ```
/// use endings::{Threads, verify};
/// use std::ops::ControlFlow;
///
/// let database = endings::international();
/// let verified = verify(database, 2, 2, Threads::MIN, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(verified.classes, 4);
/// # Ok::<(), endings::VerifyError>(())
/// ```
///
/// # Errors
/// The first error found.
pub fn verify<V: VariantRules>(
    database: &Database<V>,
    from: u32,
    pieces: u32,
    threads: Threads,
    progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<VerificationReport, VerifyError> {
    supports(&V::RULES)?;
    let classes: Vec<Class> = (2..=pieces).flat_map(Class::with_pieces).collect();
    let size = |class: &Class| Index::<V>::new(class.counts()).len();
    let of = classes.iter().map(size).sum();
    let (mut verified, mut done) = (VerificationReport::default(), 0);
    let mut tables = Tables::<V>::new();
    for pair in classes.chunk_by(|a, b| a.twin() == *b) {
        let class = pair[0];
        let mut tell = |stage| match progress(BuildProgress { class, done, of, stage }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(VerifyError::Interrupted),
        };
        tell(BuildStage::Reading)?;
        let solution = (class.pieces() >= from).then(|| {
            let mut told = |step| match tell(stage(step)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            solve::solve(class, &tables, threads, true, &mut told).ok_or(VerifyError::Interrupted)
        });
        for &class in pair {
            let section = database.section(class).ok_or(VerifyError::Missing(class))?;
            tables.take_up(class, section.runs(), threads);
        }
        if let Some(solution) = solution {
            let solution = solution?;
            let check = Check { pair, tables: &tables, solution: &solution };
            for &class in pair {
                verified.positions += check.class(class, threads, &mut tell)?;
                verified.classes += 1;
            }
            verified.waves = verified.waves.max(solution.waves);
        }
        done += pair.iter().map(size).sum::<u64>();
        progress(BuildProgress { class, done, of, stage: BuildStage::Done })
            .continue_value()
            .ok_or(VerifyError::Interrupted)?;
    }
    Ok(verified)
}

/// The check of a class and its twin.
struct Check<'a, V: VariantRules> {
    pair: &'a [Class],
    tables: &'a Tables<V>,
    solution: &'a Solution<V>,
}

impl<V: VariantRules> Check<'_, V> {
    /// Checks all positions of a class without a capture. Returns their number.
    fn class(
        &self,
        class: Class,
        threads: Threads,
        tell: &mut dyn FnMut(BuildStage) -> Result<(), VerifyError>,
    ) -> Result<u64, VerifyError> {
        const SPAN: u64 = 1 << 20;
        const PART: u64 = 1 << 13;
        let index = Index::<V>::new(class.counts());
        let listing = Listing::new(&index);
        let checked = AtomicU64::new(0);
        let wrong = Mutex::new(None::<(u64, Position<V>)>);
        for first in (0..index.len()).step_by(SPAN as usize) {
            let last = index.len().min(first + SPAN);
            let parts = (first..last).step_by(PART as usize);
            parallel::each(threads, parts, |from| {
                for number in from..last.min(from + PART) {
                    let Some(position) = listing.position(number) else { continue };
                    if position.must_capture() {
                        continue;
                    }
                    checked.fetch_add(1, Ordering::Relaxed);
                    if !self.is_right(&position) {
                        let mut wrong = wrong.lock().unwrap_or_else(PoisonError::into_inner);
                        // The same position for any number of threads.
                        if wrong.is_none_or(|(earlier, _)| number < earlier) {
                            *wrong = Some((number, position));
                        }
                    }
                }
            });
            let found = *wrong.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, position)) = found {
                let value = self.tables.value(&position).unwrap_or(Value::Draw);
                return Err(VerifyError::Wrong { class, position: position.to_string(), value });
            }
            tell(BuildStage::Checking(thousandths(last, index.len())))?;
        }
        Ok(checked.into_inner())
    }

    /// Whether the moves of a position without a capture confirm its value.
    fn is_right(&self, position: &Position<V>) -> bool {
        let wave = self.wave(position);
        let (mut lost_sooner, mut all_won_sooner) = (false, true);
        let (mut lost, mut drawn, mut any, mut unknown) = (false, false, false, false);
        let _ = position.legal_moves(&mut |m| {
            let next = after(position, m);
            let Some(value) = self.tables.value(&next) else {
                unknown = true;
                return ControlFlow::Break(());
            };
            any = true;
            let sooner = self.is_sooner(&next, wave);
            lost |= value == Value::Loss;
            lost_sooner |= value == Value::Loss && sooner;
            drawn |= value == Value::Draw;
            all_won_sooner &= value == Value::Win && sooner;
            if lost_sooner { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let Some(value) = self.tables.value(position).filter(|_| !unknown) else { return false };
        if !any {
            return value == stuck(position.variant());
        }
        match value {
            Value::Win => lost_sooner,
            Value::Draw => !lost && drawn,
            Value::Loss => all_won_sooner,
        }
    }

    /// Whether a position was decided before this wave. Captures and other classes were.
    fn is_sooner(&self, next: &Position<V>, wave: u16) -> bool {
        let turn = next.side_to_move();
        let inside = Class::of(next, turn).is_some_and(|class| self.pair.contains(&class));
        !inside || self.wave(next) < wave || next.must_capture()
    }

    /// The wave in which a position of the class or its twin was decided.
    fn wave(&self, position: &Position<V>) -> u16 {
        // The solver had the pieces of the first class of the pair, with either side to move. A
        // position with the pieces of the twin is one of those, seen from the other side.
        let turn = position.side_to_move();
        let white = Side::First;
        let own = Class::of(position, white) == Some(self.pair[0]);
        let (seen_by, turn) = if own { (white, turn) } else { (!white, !turn) };
        self.solution.wave(sets(position, self.tables.turning(), seen_by), turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::Entry;
    use crate::{Section, build};
    use draughts::Brazilian;
    use std::collections::BTreeMap;

    fn go_on(_: BuildProgress) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn built() -> BTreeMap<Class, Section> {
        let mut sections = BTreeMap::new();
        build::<Brazilian, _>(3, &mut sections, Threads::MIN, &mut go_on).unwrap();
        sections
    }

    fn check(
        sections: &BTreeMap<Class, Section>,
        from: u32,
    ) -> Result<VerificationReport, VerifyError> {
        let mut database = Database::<Brazilian>::new();
        database.extend(sections.values().cloned());
        verify(&database, from, 3, Threads::MIN, &mut go_on)
    }

    /// `section` with one value changed.
    fn forged(section: &Section, at: u64) -> Section {
        let values = section.runs().from(0);
        let forge = |(n, value): (u64, Value)| {
            let other = if value == Value::Win { Value::Draw } else { Value::Win };
            Entry::Quiet(if n == at { other } else { value })
        };
        let entries: Vec<Entry> = (0..).zip(values).map(forge).collect();
        Section::pack(section.class(), &entries)
    }

    #[test]
    fn what_is_right_passes() {
        let sections = built();
        let verified = check(&sections, 2).unwrap();
        assert_eq!(verified.classes, 16);
        let quiet = |s: &Section| s.counts().positions() - s.counts().captures;
        assert_eq!(verified.positions, sections.values().map(quiet).sum::<u64>());
        assert_eq!(check(&sections, 3).unwrap().classes, 12);
    }

    #[test]
    fn one_wrong_value_is_found() {
        let sections = built();
        for (class, section) in &sections {
            let index = Index::<Brazilian>::new(class.counts());
            let listing = Listing::new(&index);
            let quiet = (index.len() / 2..).find(|&number| {
                listing.position(number).is_some_and(|position| !position.must_capture())
            });
            let mut wrong = sections.clone();
            wrong.insert(*class, forged(section, quiet.unwrap()));
            let found = check(&wrong, 2);
            assert!(matches!(found, Err(VerifyError::Wrong { .. })), "{class}: {found:?}");
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let mut sections = built();
        let class = Class::new([1, 1, 1, 0]).unwrap();
        sections.remove(&class);
        assert_eq!(check(&sections, 2), Err(VerifyError::Missing(class)));
    }
}

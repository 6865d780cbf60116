use crate::parallel::Threads;
use crate::section::Section;
use crate::solve::{self, SolverProgress};
use crate::tables::{PackedValues, Tables};
use crate::{Class, UnsupportedVariant, index::Index, supports};
use draughts::VariantRules;
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::ops::ControlFlow;

/// The storage of finished classes. An interrupted build continues with the classes that it finds
/// there.
///
/// ```
/// use endings::{Class, Section, ClassStorage};
/// use std::collections::BTreeMap;
///
/// /// A storage that counts what is put on it.
/// #[derive(Default)]
/// struct Counting {
///     sections: BTreeMap<Class, Section>,
///     puts: u32,
/// }
///
/// impl ClassStorage for Counting {
///     type Error = std::convert::Infallible;
///
///     fn get(&mut self, class: Class) -> Result<Option<Section>, Self::Error> {
///         ClassStorage::get(&mut self.sections, class)
///     }
///
///     fn put(&mut self, section: Section) -> Result<(), Self::Error> {
///         self.puts += 1;
///         ClassStorage::put(&mut self.sections, section)
///     }
/// }
/// ```
pub trait ClassStorage {
    /// The reason why a class could not be stored or read.
    type Error;

    /// The class, if it is there.
    ///
    /// # Errors
    /// If it cannot be read.
    fn get(&mut self, class: Class) -> Result<Option<Section>, Self::Error>;

    /// Stores a finished class.
    ///
    /// # Errors
    /// If it cannot be stored; the build ends.
    fn put(&mut self, section: Section) -> Result<(), Self::Error>;
}

/// A shelf in memory.
impl ClassStorage for BTreeMap<Class, Section> {
    type Error = Infallible;

    fn get(&mut self, class: Class) -> Result<Option<Section>, Infallible> {
        Ok((*self).get(&class).cloned())
    }

    fn put(&mut self, section: Section) -> Result<(), Infallible> {
        self.insert(section.class(), section);
        Ok(())
    }
}

/// The progress of a build or a check.
///
/// ```
/// use draughts::International;
/// use endings::{BuildProgress, Threads, build};
/// use std::collections::BTreeMap;
/// use std::ops::ControlFlow;
///
/// let mut last: Option<BuildProgress> = None;
/// build::<International, _>(2, &mut BTreeMap::new(), Threads::MIN, &mut |progress| {
///     last = Some(progress);
///     ControlFlow::Continue(())
/// })?;
/// let last = last.expect("there were classes to build");
/// assert_eq!(last.done, last.of);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct BuildProgress {
    /// The current class; its twin is processed with it.
    pub class: Class,
    /// Positions of the classes that are finished.
    pub done: u64,
    /// Positions of all classes to process. Both counts include a few numbers without a position.
    pub of: u64,
    /// The current stage.
    pub stage: BuildStage,
}

/// The stage of a build or a check for one class.
///
/// ```
/// use draughts::International;
/// use endings::{BuildStage, Threads, build};
/// use std::collections::BTreeMap;
/// use std::ops::ControlFlow;
///
/// let mut finished = 0;
/// build::<International, _>(2, &mut BTreeMap::new(), Threads::MIN, &mut |progress| {
///     finished += u32::from(progress.stage == BuildStage::Done);
///     ControlFlow::Continue(())
/// })?;
/// assert!(finished > 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BuildStage {
    /// Reading a finished class.
    Reading,
    /// Processing captures and crownings; the progress in thousandths.
    Starting(u16),
    /// The waves of won and lost positions; the number of finished waves.
    Waves(u32),
    /// Comparing each value with those of its successors; the progress in thousandths.
    Checking(u16),
    /// The class is done.
    Done,
}

/// The reason why a database was not built.
///
/// ```
/// use draughts::Frisian;
/// use endings::{BuildError, Threads, build};
/// use std::collections::BTreeMap;
/// use std::ops::ControlFlow;
///
/// let error = build::<Frisian, _>(2, &mut BTreeMap::new(), Threads::MIN, &mut |_| {
///     ControlFlow::Continue(())
/// });
/// assert!(matches!(error, Err(BuildError::Unsupported(_))));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BuildError<E> {
    /// No database of the variant is possible.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedVariant),
    /// So many pieces are too many for the machines that this is meant for.
    #[error("databases are built of 2 to {most} pieces, not of {0}", most = Class::MOST_PIECES)]
    Pieces(u32),
    /// `progress` stopped it. Finished classes are on the shelf.
    #[error("interrupted")]
    Interrupted,
    /// The shelf reported an error.
    #[error("{0}")]
    Shelf(E),
}

/// Builds every class with 2 to `pieces` pieces that is not yet on the shelf.
///
/// ```
/// use draughts::International;
/// use endings::{Threads, build};
/// use std::collections::BTreeMap;
/// use std::ops::ControlFlow;
///
/// let mut shelf = BTreeMap::new();
/// build::<International, _>(2, &mut shelf, Threads::MIN, &mut |_| ControlFlow::Continue(()))?;
/// assert_eq!(shelf.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the variant can have no database, the shelf fails, or `progress` breaks.
pub fn build<V: VariantRules, S: ClassStorage>(
    pieces: u32,
    shelf: &mut S,
    threads: Threads,
    progress: &mut dyn FnMut(BuildProgress) -> ControlFlow<()>,
) -> Result<(), BuildError<S::Error>> {
    supports(&V::RULES)?;
    if !(2..=Class::MOST_PIECES).contains(&pieces) {
        return Err(BuildError::Pieces(pieces));
    }
    let classes: Vec<Class> = (2..=pieces).flat_map(Class::with_pieces).collect();
    let size = |class: &Class| Index::<V>::new(class.counts()).len();
    let of = classes.iter().map(size).sum();
    let mut done = 0;
    let mut tables = Tables::<V>::new();
    for pair in classes.chunk_by(|a, b| a.twin() == *b) {
        let class = pair[0];
        let mut tell = |stage, done| match progress(BuildProgress { class, done, of, stage }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(BuildError::Interrupted),
        };
        let mut kept = Vec::new();
        for &class in pair {
            kept.extend(shelf.get(class).map_err(BuildError::Shelf)?);
        }
        if kept.len() == pair.len() {
            tell(BuildStage::Reading, done)?;
            for section in &kept {
                tables.take_up(section.class(), section.runs(), threads);
            }
        } else {
            let mut told = |step| match tell(stage(step), done) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let solution = solve::solve(class, &tables, threads, false, &mut told)
                .ok_or(BuildError::Interrupted)?;
            for &class in pair {
                let index = Index::new(class.counts());
                let entries = solution.entries(class, &index, tables.turning(), threads);
                tables.insert(class, index, PackedValues::pack(&entries));
                shelf.put(Section::pack(class, &entries)).map_err(BuildError::Shelf)?;
            }
        }
        done += pair.iter().map(size).sum::<u64>();
        tell(BuildStage::Done, done)?;
    }
    Ok(())
}

pub(crate) fn stage(step: SolverProgress) -> BuildStage {
    match step {
        SolverProgress::Start(done, of) => BuildStage::Starting(thousandths(done, of)),
        SolverProgress::Wave(wave) => BuildStage::Waves(wave),
    }
}

pub(crate) fn thousandths(done: u64, of: u64) -> u16 {
    u16::try_from(1000 * done / of.max(1)).unwrap_or(1000)
}

use crate::index::Index;
use crate::runs::Runs;
use crate::tables::Entry;
use crate::{Class, Value};
use draughts::VariantRules;

/// The numbers of positions of a class by result.
///
/// ```
/// use endings::Counts;
///
/// let counts = Counts { wins: 3, draws: 2, losses: 1, captures: 4 };
/// assert_eq!(counts.positions(), 6);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the side to move wins.
    pub wins: u64,
    /// Positions that neither side wins.
    pub draws: u64,
    /// Positions that the side to move loses.
    pub losses: u64,
    /// The number of these positions in which the side to move must capture.
    pub captures: u64,
}

impl Counts {
    /// All positions.
    #[must_use]
    #[inline]
    pub fn positions(self) -> u64 {
        self.wins.saturating_add(self.draws).saturating_add(self.losses)
    }

    fn of(entries: &[Entry]) -> Self {
        let mut counts = Self::default();
        for entry in entries {
            match entry.value() {
                Some(Value::Win) => counts.wins += 1,
                Some(Value::Draw) => counts.draws += 1,
                Some(Value::Loss) => counts.losses += 1,
                None => {}
            }
            counts.captures += u64::from(matches!(entry, Entry::Capture(_)));
        }
        counts
    }
}

/// A class of a database: the value of each position in which the side to move need not capture.
///
/// ```
/// use endings::Section;
///
/// let section: &Section = endings::international().sections().next().unwrap();
/// assert_eq!(section.class().to_string(), "0011");
/// assert!(section.counts().positions() > 0);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    class: Class,
    counts: Counts,
    runs: Runs,
}

impl Section {
    pub(crate) fn pack(class: Class, entries: &[Entry]) -> Self {
        Self { class, counts: Counts::of(entries), runs: Runs::pack(entries) }
    }

    /// Reads the runs of a class from a file; none if the number of values differs from the number
    /// of the class's numbers.
    pub(crate) fn read<V: VariantRules>(
        class: Class,
        counts: Counts,
        runs: Vec<u8>,
    ) -> Option<Self> {
        let len = Index::<V>::new(class.counts()).len();
        Some(Self { class, counts, runs: Runs::read(runs, len)? })
    }

    /// The class.
    #[must_use]
    #[inline]
    pub fn class(&self) -> Class {
        self.class
    }

    /// The results of its positions.
    #[must_use]
    #[inline]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    #[inline]
    pub(crate) fn runs(&self) -> &Runs {
        &self.runs
    }
}

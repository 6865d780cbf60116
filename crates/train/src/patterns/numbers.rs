//! The numbers of a linear evaluation on their way, and the values of positions by them.

use super::job::PatternJob;
use super::rows::PatternView;
use engine::{PatternTable, Patterns, SingleKind};

/// A number for the opening and for the end.
pub(crate) type Pair = [f32; 2];

/// How the numbers lie: single ones, entries of the tables, parts of the tables.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) singles: usize,
    kinds: Vec<SingleKind>,
    tables: Vec<Table>,
    /// All numbers.
    pub(crate) length: usize,
}

#[derive(Clone, Debug)]
struct Table {
    /// Where its entries begin, among singles and entries.
    first: usize,
    entries: usize,
    parts: Vec<TablePart>,
}

/// A part of a table: the entry `code` has the arrangement `code / by % size` in it.
#[derive(Copy, Clone, Debug)]
struct TablePart {
    first: usize,
    by: usize,
    size: usize,
}

impl Layout {
    pub(crate) fn of(patterns: &dyn Patterns) -> Self {
        let singles = patterns.singles().len();
        let described: Vec<PatternTable> = patterns.tables();
        let folded = singles + described.iter().map(PatternTable::entries).sum::<usize>();
        let (mut first, mut next) = (singles, folded);
        let mut tables = Vec::new();
        for table in &described {
            let mut parts = Vec::new();
            for &(digit, digits) in &table.parts {
                let (by, size) = (3_usize.pow(digit), 3_usize.pow(digits));
                parts.push(TablePart { first: next, by, size });
                next += size;
            }
            tables.push(Table { first, entries: table.entries(), parts });
            first += table.entries();
        }
        let kinds = (0..singles).map(|single| patterns.kind(single)).collect();
        Self { singles, kinds, tables, length: next }
    }

    /// Singles and entries.
    pub(crate) fn folded(&self) -> usize {
        self.tables.last().map_or(self.singles, |table| table.first + table.entries)
    }

    /// Adds the parts to the entries: the numbers by which positions are evaluated.
    pub(crate) fn fold(&self, numbers: &[Pair], into: &mut Vec<Pair>) {
        into.clear();
        into.extend(&numbers[..self.folded()]);
        for table in &self.tables {
            for part in &table.parts {
                for code in 0..table.entries {
                    let more = numbers[part.first + code / part.by % part.size];
                    let entry = &mut into[table.first + code];
                    entry[0] += more[0];
                    entry[1] += more[1];
                }
            }
        }
    }

    /// Adds up the slopes of the entries for their parts.
    pub(crate) fn spread(&self, slopes: &mut [Pair]) {
        let (entries, parts) = slopes.split_at_mut(self.folded());
        for table in &self.tables {
            for part in &table.parts {
                let at = part.first - entries.len();
                for code in 0..table.entries {
                    let slope = entries[table.first + code];
                    let sum = &mut parts[at + code / part.by % part.size];
                    sum[0] += slope[0];
                    sum[1] += slope[1];
                }
            }
        }
    }

    /// The expected size of each number, in outputs, by its place.
    pub(crate) fn priors(&self, job: &PatternJob, scale: f32) -> Vec<f32> {
        let prior = |number: usize| {
            let thousandths = match self.kinds.get(number) {
                Some(SingleKind::Alone) => job.single_prior,
                Some(SingleKind::Arrangement) => job.prior,
                None if number < self.folded() => job.prior,
                Some(SingleKind::Part) | None => job.part_prior,
            };
            thousandths / (10.0 * scale)
        };
        (0..self.length).map(prior).collect()
    }

    /// Where the entries of each side begin: by place in a row.
    pub(crate) fn firsts(&self) -> Vec<usize> {
        let once = self.tables.iter().map(|table| table.first);
        once.clone().chain(once).collect()
    }
}

/// The value of a position for the first side, and what the sum was divided by. `firsts` are those of the layout.
#[inline]
pub(crate) fn value(folded: &[Pair], firsts: &[usize], view: PatternView<'_>) -> (f32, f32) {
    let mut sum = [0.0_f32; 2];
    for &(number, times) in view.times {
        let (pair, times) = (folded[usize::from(number)], f32::from(times));
        sum[0] += pair[0] * times;
        sum[1] += pair[1] * times;
    }
    let (own, other) = view.entries.split_at(view.entries.len() / 2);
    for (&first, (&own, &other)) in firsts.iter().zip(own.iter().zip(other)) {
        let (own, other) = (folded[first + own as usize], folded[first + other as usize]);
        sum[0] += own[0] - other[0];
        sum[1] += own[1] - other[1];
    }
    let opening = view.row.opening;
    let sum = sum[0] * opening + sum[1] * (1.0 - opening);
    let divisor = f32::from(view.row.divisors[usize::from(sum < 0.0)]);
    (sum / divisor, divisor)
}

//! What the search of an analysis has found so far.

use engine::Info;
use std::time::Duration;
use wire::Fault;

/// How a search stands.
#[derive(Debug, Default)]
pub(super) struct AnalysisProgress {
    pub(super) has_begun: bool,
    pub(super) has_ended: bool,
    pub(super) failed: Option<Fault>,
    /// The best lines so far, each with another first move.
    pub(super) lines: Vec<Info>,
    /// How many lines are wanted.
    most: usize,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    pub(super) seldepth: u32,
    /// Nodes and time before the search was interrupted for others.
    pub(super) before: (u64, Duration),
}

impl AnalysisProgress {
    /// A search for so many lines, of which nothing is known yet.
    pub(super) fn of(lines: u32) -> Self {
        Self { most: lines as usize, ..Self::default() }
    }

    /// The depth of the best line; 0 without one.
    pub(super) fn depth(&self) -> u32 {
        self.lines.first().map_or(0, |info| info.depth)
    }

    /// The search begins, or begins again after it was interrupted.
    pub(super) fn begin(&mut self) {
        self.has_begun = true;
        self.before.0 += std::mem::take(&mut self.nodes);
        self.before.1 += std::mem::take(&mut self.time);
    }

    /// Takes a report over. A search that was interrupted begins again with small depths, which say less
    /// than what was found before.
    ///
    /// The lines of one depth come one after the other, and a search may end between two of them. A line that another
    /// one passes comes behind it then, so that as many lines are known as before.
    pub(super) fn take(&mut self, info: Info) {
        let at = info.line.max(1) as usize - 1;
        if at >= self.most {
            return;
        }
        (self.nodes, self.time) = (info.nodes, info.time);
        self.seldepth = self.seldepth.max(info.seldepth);
        let begins_alike = |known: &Info| known.pv.first() == info.pv.first();
        let same = self.lines.iter().position(begins_alike);
        let is_deeper =
            |at: usize| self.lines.get(at).is_some_and(|known| known.depth > info.depth);
        if info.pv.is_empty() || is_deeper(at) || same.is_some_and(is_deeper) {
            return;
        }
        if let Some(same) = same {
            self.lines.remove(same);
        }
        self.lines.insert(at.min(self.lines.len()), info);
        self.lines.truncate(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Bound, Score};

    fn told(depth: u32, line: u32, first: &str) -> Info {
        Info {
            depth,
            seldepth: depth,
            line,
            score: Score::Cp(0),
            bound: Bound::Exact,
            wdl: [500, 0, 500],
            nodes: 1,
            time: Duration::ZERO,
            hashfull: 0,
            pv: if first.is_empty() { Vec::new() } else { vec![first.to_owned()] },
        }
    }

    /// The lines after these reports: the first move and the depth of each.
    fn after(most: u32, all: &[(u32, u32, &str)]) -> Vec<(String, u32)> {
        let mut latest = AnalysisProgress::of(most);
        for &(depth, line, first) in all {
            latest.take(told(depth, line, first));
        }
        latest.lines.into_iter().map(|info| (info.pv[0].clone(), info.depth)).collect()
    }

    fn lines(of: &[(&str, u32)]) -> Vec<(String, u32)> {
        of.iter().map(|&(first, depth)| (first.to_owned(), depth)).collect()
    }

    #[test]
    fn a_search_that_ends_between_two_lines_forgets_none() {
        // The second line has become the first one, and no other has been told of yet.
        let found = after(2, &[(8, 1, "a"), (8, 2, "b"), (9, 1, "b")]);
        assert_eq!(found, lines(&[("b", 9), ("a", 8)]));
        let found = after(2, &[(8, 1, "a"), (8, 2, "b"), (9, 1, "c")]);
        assert_eq!(found, lines(&[("c", 9), ("a", 8)]));
        let three = [(8, 1, "a"), (8, 2, "b"), (8, 3, "c"), (9, 1, "c"), (9, 2, "a")];
        assert_eq!(after(3, &three), lines(&[("c", 9), ("a", 9), ("b", 8)]));
        let whole = [&three[..], &[(9, 3, "d")]].concat();
        assert_eq!(after(3, &whole), lines(&[("c", 9), ("a", 9), ("d", 9)]));
    }

    #[test]
    fn a_search_that_begins_again_changes_nothing_until_it_is_as_deep() {
        let before = [(8, 1, "a"), (8, 2, "b"), (9, 1, "b")];
        let again = [(1, 1, "c"), (1, 2, "a"), (8, 1, "a"), (8, 2, "b")];
        let found = after(2, &[&before[..], &again].concat());
        assert_eq!(found, lines(&[("b", 9), ("a", 8)]));
        let deeper = [(9, 1, "a"), (9, 2, "b")];
        let found = after(2, &[&before[..], &again, &deeper].concat());
        assert_eq!(found, lines(&[("a", 9), ("b", 9)]));
    }

    #[test]
    fn a_report_without_a_line_replaces_none() {
        assert_eq!(after(1, &[(8, 1, "a"), (9, 1, ""), (9, 2, "b")]), lines(&[("a", 8)]));
    }
}

use crate::{Bound, Clock, Score};
use std::time::Duration;

/// Progress of a search: one of its lines.
#[derive(Copy, Clone, Debug)]
pub struct Report<'a, M> {
    /// The iteration.
    pub depth: u32,
    /// The deepest ply reached in it.
    pub seldepth: u32,
    /// The number of this line, from 1.
    pub line: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether that is exact.
    pub bound: Bound,
    /// Nodes of all threads so far.
    pub nodes: u64,
    /// Time so far.
    pub time: Duration,
    /// Fill of the table in per mille.
    pub hashfull: u16,
    /// The line itself; at least one move.
    pub pv: &'a [M],
}

/// One line a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine<M> {
    /// The score for the side to move.
    pub score: Score,
    /// The line; at least one move.
    pub pv: Vec<M>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The lines, best first; empty only when no move is allowed.
    pub lines: Vec<FoundLine<M>>,
    /// The last completed iteration of the thread that won the vote.
    pub depth: u32,
    /// The deepest ply reached.
    pub seldepth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// The move to play, unless none is allowed.
    #[must_use]
    #[inline]
    pub fn best(&self) -> Option<M> {
        Some(self.lines.first()?.pv[0])
    }

    /// The expected reply.
    #[must_use]
    pub fn ponder(&self) -> Option<M> {
        self.lines.first()?.pv.get(1).copied()
    }

    /// The score of the best line; zero when no move is allowed.
    #[must_use]
    pub fn score(&self) -> Score {
        self.lines.first().map_or(Score::ZERO, |l| l.score)
    }

    /// Reports the best line as exact, with the time of `clock`: for a result that no iteration of
    /// the search has reported.
    pub fn report_exact(&self, clock: &dyn Clock, report: &mut dyn FnMut(&Report<'_, M>)) {
        let Some(line) = self.lines.first() else { return };
        report(&Report {
            depth: self.depth,
            seldepth: self.seldepth,
            line: 1,
            score: line.score,
            bound: Bound::Exact,
            nodes: self.nodes,
            time: clock.elapsed(),
            hashfull: 0,
            pv: &line.pv,
        });
    }
}

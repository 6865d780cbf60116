//! The share of a search's limits for the solver of endings.

use crate::solve::{Budget, Solver};
use reversi::{Move, Position};
use search::{Clock, FoundLine, Limits, Score, SearchResult, Signal};
use std::time::Duration;

/// With at most this many empty squares, full strength tries to solve the position.
pub(crate) const TRIED: u32 = 20;
/// With at most this many, it solves before any search, because that takes almost no time.
pub(crate) const AT_ONCE: u32 = 12;

/// A node of the solver takes about a third of the time of one of the search.
const NODES_A_NODE: u64 = 3;
/// The largest number of nodes of the solver: some minutes.
const MOST_NODES: u64 = 4_000_000_000;
/// The number of moves for which a game clock is assumed to last after endings are solved.
const MOVES: u32 = 6;

/// The solver's share, after the share of the search.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Share {
    nodes: u64,
    until: Option<Duration>,
}

impl Share {
    /// The solver's share of these limits in a position with so many empty squares; `None` where
    /// the limits ask for something other than one move.
    pub(crate) fn of(limits: &Limits<Move>, empty: u32) -> Option<Self> {
        if !limits.asks_for_a_move()
            || limits.mate.is_some()
            || limits.depth.is_some_and(|depth| depth < empty)
        {
            return None;
        }
        let nodes = limits.nodes.map_or(MOST_NODES, |nodes| nodes.saturating_mul(NODES_A_NODE));
        let planned = limits.clock.map(|clock| clock.mine / MOVES + clock.increment / 2);
        let until = [limits.move_time, planned].into_iter().flatten().min();
        let until = until.map(|time| time.saturating_sub(limits.overhead));
        Some(Self { nodes: nodes.min(MOST_NODES), until })
    }

    /// A share that is limited by nodes alone.
    pub(crate) const fn nodes(nodes: u64) -> Self {
        Self { nodes, until: None }
    }

    /// The limits of the search that runs first: a fifth of the total.
    pub(crate) fn search(self, limits: &Limits<Move>) -> Limits<Move> {
        let mut first = limits.clone();
        first.nodes = Some(limits.nodes.map_or(u64::MAX, |nodes| (nodes / 5).max(1)));
        if let Some(until) = self.until {
            first.clock = None;
            first.move_time = Some(until / 5);
        }
        if self.until.is_none() && limits.nodes.is_none() {
            first.depth = Some(6);
        }
        first
    }
}

/// The number of search nodes for which nodes of the solver count.
pub(crate) const fn nodes(solved: u64) -> u64 {
    solved / NODES_A_NODE
}

/// Solves a position within a share. The score is exact, in hundredths of a disc. The result counts
/// the nodes even if there is no solution.
pub(crate) fn solve(
    solver: &mut Solver,
    position: &Position,
    guess: Score,
    share: Share,
    clock: &dyn Clock,
    signal: &dyn Signal,
) -> (Option<SearchResult<Move>>, u64) {
    let budget = Budget { nodes: share.nodes, until: share.until, clock, signal };
    let solved = solver.solve(position, guess.value() / 100, budget);
    let nodes = nodes(solver.nodes());
    let depth = position.empty().len();
    let found = solved.filter(|solution| !solution.pv.is_empty()).map(|solution| SearchResult {
        lines: vec![FoundLine { score: Score::new(100 * solution.discs), pv: solution.pv }],
        depth,
        seldepth: depth,
        nodes,
    });
    (found, nodes)
}

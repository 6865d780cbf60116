//! The step before a search at full strength: it looks for a win that can be proven.

use crate::solve::{Budget, Solver, SolverResult};
use game::Position as _;
use gomoku::{Move, Position, Rules};
use search::{Clock, Limits, Signal};
use std::time::Duration;

/// Entries of the solver's tables, as a power of two.
const FOURS: u32 = 16;
const THREATS: u32 = 17;

/// The solvers' share of the limits, in per cent. A larger share gained less than the lost search
/// time cost.
const SHARE: u32 = 3;
/// One stone of the solvers takes about as long as this many nodes of the search.
const NODES_A_STONE: u64 = 2;
/// The number of stones tried for each iteration, where depth is the limit.
const STONES_A_PLY: u64 = 300;
/// The largest number of stones, for example without a clock.
const MOST_STONES: u64 = 4_000_000;
/// In less time than this a solver finds nothing and cannot check the clock.
const LEAST_TIME: Duration = Duration::from_millis(3);
/// The number of moves for which a clock is assumed to last.
const MOVES: u32 = 40;

/// Searches for proven wins.
#[derive(Debug)]
pub(crate) struct Foresight {
    /// Created on first use.
    solver: Option<Solver>,
    /// The rules and the board size of the last call: positions are distinguished by their stones
    /// alone.
    game: (Rules, u8),
}

/// The solvers' share of a search's limits.
#[derive(Copy, Clone, Debug)]
pub(crate) struct SolverShare {
    stones: u64,
    time: Option<Duration>,
}

impl SolverShare {
    /// The share for a search with these limits.
    pub(crate) fn of(limits: &Limits<Move>) -> Self {
        let nodes = limits.nodes.map(|nodes| nodes / NODES_A_STONE / 100 * u64::from(SHARE));
        let plies = limits.depth.map(|depth| STONES_A_PLY.saturating_mul(depth.into()));
        let planned = limits.clock.map(|clock| clock.mine / MOVES + clock.increment);
        let time = [limits.move_time, planned].into_iter().flatten().min();
        let time = time.map(|time| time * SHARE / 100);
        let stones = [nodes, plies].into_iter().flatten().fold(MOST_STONES, u64::min);
        let enough = time.is_none_or(|time| time >= LEAST_TIME);
        Self { stones: if enough { stones } else { 0 }, time }
    }
}

/// The number of nodes for which stones of the solvers count.
pub(crate) const fn nodes(stones: u64) -> u64 {
    stones * NODES_A_STONE
}

impl Foresight {
    pub(crate) const fn new() -> Self {
        Self { solver: None, game: (Rules::FREESTYLE, 15) }
    }

    /// Forgets all results.
    pub(crate) fn clear(&mut self) {
        if let Some(solver) = &mut self.solver {
            solver.clear();
        }
    }

    /// The search for a proven win of the side to move, and the stones tried.
    pub(crate) fn win(
        &mut self,
        position: &Position,
        share: SolverShare,
        clock: &dyn Clock,
        signal: &dyn Signal,
    ) -> (SolverResult, u64) {
        let game = (position.rules(), position.size());
        if std::mem::replace(&mut self.game, game) != game {
            self.clear();
        }
        let solver = self.solver.get_or_insert_with(|| Solver::new(FOURS, THREATS));
        let side = position.side_to_move();
        let begun = clock.elapsed();
        let in_time = || share.time.is_none_or(|time| clock.elapsed().saturating_sub(begun) < time);
        let mut go_on = |_| !signal.stopped() && in_time();
        let mut position = position.clone();
        let mut budget = Budget::while_allowed(&mut go_on).at_most(share.stones / 4);
        let mut found = solver.vcf(&mut position, side, &mut budget);
        if found.win.is_none() {
            budget = budget.at_most(share.stones).resumed();
            found = solver.vct(&mut position, side, &mut budget);
        }
        // Finding the line of a win takes a little more than the proof.
        (found, budget.spent().min(share.stones))
    }
}

//! Wins by force: by fours alone, and by fours and threes. The result is a proof, unlike a score of
//! the search.
//!
//! The attacker makes fours, and open threes that threaten a straight four. The defender may play
//! every answer that helps, its own fours included. Under rules with fouls a forbidden point is no
//! threat, and a forbidden block is no block.

mod budget;
mod fours;
mod moves;
mod sure;
mod table;
mod threats;

pub use budget::Budget;
pub use sure::{CertainEnd, sure};

use fours::{Fours, FoursResult, LONGEST};
use game::{Position as _, Side};
use gomoku::{Position, Square};
use table::Table;
use threats::{Numbers, Threats};

/// The result of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolverResult {
    /// The win: best attack, longest defence, up to the five.
    pub win: Option<Vec<Square>>,
    /// Whatever the defender plays, the win takes at most so many plies; 0 without a win. The line may be shorter: when
    /// it was written down, a shorter win was known than when it was proven, or the work was ended.
    pub plies: u16,
    /// Whether the search was complete: then, without a win, no win of this kind exists.
    pub exhausted: bool,
}

impl SolverResult {
    const NOTHING: Self = Self { win: None, plies: 0, exhausted: false };

    /// The number of the attacker's moves to the end of the win.
    #[must_use]
    pub fn moves(&self) -> u32 {
        u32::from(self.plies.div_ceil(2))
    }
}

/// The solvers, and the results that they store between calls.
#[derive(Debug)]
pub struct Solver {
    fours: Table<FoursResult>,
    threats: Table<Numbers>,
}

impl Solver {
    /// Creates tables with two to the power of so many entries for wins by fours, and for wins by
    /// fours and threes (24 bytes each).
    #[must_use]
    pub fn new(fours: u32, threats: u32) -> Self {
        Self { fours: Table::new(fours), threats: Table::new(threats) }
    }

    /// Forgets everything. Needed only before a change of the rule set.
    pub fn clear(&mut self) {
        self.fours.clear();
        self.threats.clear();
    }

    /// A win of `side` by fours alone (VCF), if it were to move. The position is unchanged
    /// afterwards.
    pub fn vcf(
        &mut self,
        position: &mut Position,
        side: Side,
        budget: &mut Budget<'_>,
    ) -> SolverResult {
        to_move(position, side, |position| {
            let (win, cut) = Fours::new(&mut self.fours, budget).win(position, LONGEST);
            let exhausted = win.is_some() && !cut;
            let win = win.flatten();
            let plies = win.as_deref().map_or(0, plies);
            SolverResult { win, plies, exhausted }
        })
    }

    /// A win of `side` by fours and threes (VCT), if it were to move. The position is unchanged
    /// afterwards.
    pub fn vct(
        &mut self,
        position: &mut Position,
        side: Side,
        budget: &mut Budget<'_>,
    ) -> SolverResult {
        self.by_threats(position, side, false, budget)
    }

    /// The same, with moves that threaten to win by fours in any way, as by two fours at once.
    pub fn vct_wide(
        &mut self,
        position: &mut Position,
        side: Side,
        budget: &mut Budget<'_>,
    ) -> SolverResult {
        self.by_threats(position, side, true, budget)
    }

    fn by_threats(
        &mut self,
        position: &mut Position,
        side: Side,
        wide: bool,
        budget: &mut Budget<'_>,
    ) -> SolverResult {
        to_move(position, side, |position| {
            let (fours, threats) = (&mut self.fours, &mut self.threats);
            let mut search = Threats::new(side, fours, threats, budget, wide);
            let proven = search.wins(position);
            let exhausted = proven.is_some() && !search.cut;
            let proven = proven.flatten();
            let win = proven.map(|_| search.line(position));
            // A win without a line is not reported.
            let win = win.filter(|line| !line.is_empty());
            let plies = win.as_deref().map_or(0, |line| plies(line).max(proven.unwrap_or(0)));
            SolverResult { win, plies, exhausted }
        })
    }
}

fn plies(line: &[Square]) -> u16 {
    u16::try_from(line.len()).unwrap_or(u16::MAX)
}

/// Runs a solver with `side` to move.
fn to_move(
    position: &mut Position,
    side: Side,
    ask: impl FnOnce(&mut Position) -> SolverResult,
) -> SolverResult {
    if position.winner().is_some() {
        return SolverResult { win: None, plies: 0, exhausted: true };
    }
    if position.side_to_move() == side {
        return ask(position);
    }
    let Some(undo) = position.pass() else { return SolverResult::NOTHING };
    let outcome = ask(position);
    position.unpass(undo);
    outcome
}

/// The method that found a win.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Method {
    /// By fours alone.
    Fours,
    /// By fours and threes.
    Threats,
}

impl Method {
    /// `fours` or `threats`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Fours => "fours",
            Self::Threats => "threats",
        }
    }
}

/// The answer of [`solve`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The win of the side to move: best attack, longest defence, up to the five.
    pub win: Option<Vec<Square>>,
    /// The number of its moves to the end at most; 0 without a win.
    pub moves: u32,
    /// How it was found.
    pub method: Option<Method>,
    /// Whether the search was complete: then, without a win, none exists by fours and threes.
    pub exhausted: bool,
    /// Stones tried.
    pub nodes: u64,
}

/// Searches for a forced win of the side to move: by fours, and if there is none, by fours and
/// threes. `go_on` is called now and then with the number of stones tried, and ends the search by
/// returning `false`.
///
/// ```
/// use gomoku::{Rules, Setup};
/// let setup: Setup = "h8 a1 i8 a3 j8 a5".parse()?;
/// let position = setup.position(Rules::FREESTYLE, 15).unwrap();
/// let solution = gomoku_engine::solve::solve(&position, &mut |_| true);
/// assert_eq!(solution.win.unwrap().len(), 3);
/// # Ok::<(), gomoku::ReadSetupError>(())
/// ```
pub fn solve(position: &Position, go_on: &mut dyn FnMut(u64) -> bool) -> Solution {
    /// The stones tried for a win by fours before threes are tried, which may be quicker.
    const FOURS_FIRST: u64 = 1_000_000;
    /// The stones tried for a win by threes before other threats get as many. Then both alternate,
    /// each time with twice as many.
    const THREES_FIRST: u64 = 100_000;
    let mut solver = Solver::new(20, 20);
    let mut position = position.clone();
    let side = position.side_to_move();
    let mut budget = Budget::while_allowed(go_on).at_most(FOURS_FIRST);
    let by_fours = solver.vcf(&mut position, side, &mut budget);
    if by_fours.win.is_some() {
        let method = Some(Method::Fours);
        let (moves, exhausted, nodes) = (by_fours.moves(), by_fours.exhausted, budget.spent());
        return Solution { win: by_fours.win, moves, method, exhausted, nodes };
    }
    let mut turn = THREES_FIRST;
    loop {
        budget = budget.at_most_more(turn).resumed();
        let mut by_threats = solver.vct(&mut position, side, &mut budget);
        if by_threats.win.is_none() {
            budget = budget.at_most_more(turn).resumed();
            by_threats = solver.vct_wide(&mut position, side, &mut budget);
        }
        let moves = by_threats.moves();
        let SolverResult { win, exhausted, .. } = by_threats;
        if win.is_some() || exhausted || budget.is_refused() {
            let method = win.is_some().then_some(Method::Threats);
            return Solution { win, moves, method, exhausted, nodes: budget.spent() };
        }
        turn *= 2;
    }
}

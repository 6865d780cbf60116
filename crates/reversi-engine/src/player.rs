//! The engine: a searcher for the game and a solver of endings, with its options and levels.

use crate::Reversi;
use crate::ending::{self, AT_ONCE, Share, TRIED};
use crate::eval::Evaluation;
use crate::solve::Solver;
use crate::strength::LIMITATIONS;
use crate::unseen::OverlookedMoves;
use game::Line;
use reversi::{Move, Position};
use search::{
    Clock, Configure, EvaluationManner, HasSearcher, Judgement, Limits, Misjudgement, Report,
    Score, SearchPlan, SearchRequest, SearchResult, Searcher, Settings, Signal,
};

/// A player of reversi. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
///
/// ```
/// use reversi::{Position, Size};
/// use reversi_engine::{ReversiEngine, SearchRequest};
/// use search::{Limits, NoClock, NoSignal};
///
/// let mut engine = ReversiEngine::new(1);
/// let line = game::Line::new(Position::start(Size::Eight));
/// let request = SearchRequest { limits: Limits::depth(4), ..SearchRequest::default() };
/// let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
/// assert!(line.position().moves().contains(&found.best().unwrap()));
/// # use game::Position as _;
/// ```
#[derive(Debug)]
pub struct ReversiEngine {
    searcher: Searcher<Reversi, Judgement<Evaluation>>,
    solver: Solver,
    evaluation: Evaluation,
    /// The manner of the last search, with which the table was filled.
    as_played: EvaluationManner,
}

impl Default for ReversiEngine {
    fn default() -> Self {
        Self::new(16)
    }
}

/// The search parameters of reversi: all have their default values.
pub(crate) const TUNED: &[(&str, i32)] = &[];

/// The solver and the search get half of the memory each.
const fn half(megabytes: usize) -> usize {
    if megabytes > 1 { megabytes / 2 } else { 1 }
}

impl HasSearcher for ReversiEngine {
    fn searcher(&self) -> &dyn Configure {
        &self.searcher
    }

    fn searcher_mut(&mut self) -> &mut dyn Configure {
        &mut self.searcher
    }

    fn take_share(&mut self, megabytes: usize) -> usize {
        self.solver = Solver::new(half(megabytes), self.evaluation.clone());
        half(megabytes)
    }

    fn forget(&mut self) {
        self.solver.clear();
    }
}

impl ReversiEngine {
    /// An engine with one thread and tables of that many MiB in all.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Self::with(Evaluation::default(), megabytes)
    }

    /// The same with another evaluation.
    #[must_use]
    pub fn with(evaluation: Evaluation, megabytes: usize) -> Self {
        let judgement = Judgement::new(evaluation.clone(), Misjudgement::default());
        let mut searcher = Searcher::new(judgement, half(megabytes));
        searcher.set_settings(Settings::tuned(TUNED));
        Self {
            searcher,
            solver: Solver::new(half(megabytes), evaluation.clone()),
            evaluation,
            as_played: EvaluationManner::default(),
        }
    }

    /// The static score of the position for the side to move.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> Score {
        self.evaluation.of(position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops it, and
    /// calls `report` with progress. If one move is requested, endings are solved: their scores are
    /// the exact difference of discs, times 100.
    pub fn search(
        &mut self,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        let position = line.position();
        let empty = position.empty().len();
        let plan = request.plan(&LIMITATIONS);
        let domain = Reversi { unseen: OverlookedMoves(plan.oversight(position)) };
        let SearchPlan { limits, weak, manner } = plan;
        let mut share = Share::of(&request.limits, empty).filter(|_| empty <= TRIED);
        if let Some(weak) = weak {
            let solves = share.is_some() && empty <= weak.solves;
            share = solves.then(|| Share::nodes(u64::MAX));
        }
        if manner != self.as_played {
            // Scores of another evaluation are discarded.
            self.as_played = manner;
            self.searcher.set_evaluator(Judgement::new(self.evaluation.clone(), manner.wrong));
        }
        match share {
            Some(share) => self.end(domain, line, &limits, share, clock, signal, report),
            None => self.searcher.search(domain, line, &limits, clock, signal, report),
        }
    }

    /// The search of an ending: first a short search for a move and a guess, then the solver. With
    /// few empty squares no guess is needed.
    #[expect(clippy::too_many_arguments, reason = "they are those of a search, and a share")]
    fn end(
        &mut self,
        domain: Reversi,
        line: &Line<Position>,
        limits: &Limits<Move>,
        share: Share,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        let position = line.position();
        let at_once = position.empty().len() <= AT_ONCE;
        let mut first = None;
        let mut guess = self.evaluate(position);
        if !at_once {
            let limits = share.search(limits);
            let found = self.searcher.search(domain, line, &limits, clock, signal, report);
            guess = found.score();
            first = Some(found);
        }
        let guess = guess.as_evaluation();
        let (solved, nodes) =
            ending::solve(&mut self.solver, position, guess, share, clock, signal);
        let before = first.as_ref().map_or(0, |found| found.nodes);
        if let Some(mut found) = solved {
            found.nodes += before;
            found.report_exact(clock, report);
            return found;
        }
        let mut found = first
            .unwrap_or_else(|| self.searcher.search(domain, line, limits, clock, signal, report));
        found.nodes += nodes;
        found
    }
}

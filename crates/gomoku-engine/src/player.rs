//! The engine: a searcher for the game, with its options and levels.

use crate::Gomoku;
use crate::eval::{Evaluation, GomokuNetwork, Linear, LinearError, NetError, Values};
use crate::foresight::{self, Foresight, SolverShare};
use crate::opening::opening;
use crate::strength::LIMITATIONS;
use crate::unseen::OverlookedPoints;
use game::Line;
use gomoku::{Move, Position, Rules};
use search::{
    Clock, Configure, EvaluationManner, FoundLine, HasSearcher, Judgement, Limits, MAX_PLY,
    Misjudgement, Ply, Report, Score, SearchPlan, SearchRequest, SearchResult, Searcher, Settings,
    Signal,
};
use std::sync::Arc;

/// What evaluates.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum EvaluationSource {
    /// The evaluation of the program.
    #[default]
    Program,
    /// The hand-made evaluation.
    HandMade,
    /// This network under the rules that it was trained for.
    Net(GomokuNetwork),
    /// This evaluation under the rules that it was trained for.
    Linear(Linear),
}

/// Why a file is no evaluation.
#[derive(Debug, thiserror::Error)]
pub enum LearntError {
    /// It is no network for gomoku.
    #[error(transparent)]
    Net(#[from] NetError),
    /// It is no linear evaluation of gomoku.
    #[error(transparent)]
    Linear(#[from] LinearError),
}

impl EvaluationSource {
    /// Reads a file of `workshop train`: the numbers of a linear evaluation, or a network.
    ///
    /// # Errors
    /// When it is neither, or for another game.
    pub fn read(bytes: &[u8]) -> Result<Self, LearntError> {
        Ok(if nnue::linear::is_linear(bytes) {
            Self::Linear(Linear::read(bytes)?)
        } else {
            Self::Net(GomokuNetwork::read(bytes)?)
        })
    }

    /// The rules that it was trained for; none for what plays under all rules.
    #[must_use]
    pub fn rules(&self) -> Option<Rules> {
        match self {
            Self::Program | Self::HandMade => None,
            Self::Net(net) => Some(net.rules()),
            Self::Linear(linear) => Some(linear.rules()),
        }
    }
}

/// A player of gomoku and renju. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
///
/// ```
/// use gomoku::{Position, Rules};
/// use gomoku_engine::{GomokuEngine, SearchRequest};
/// use search::{Limits, NoClock, NoSignal};
///
/// let mut engine = GomokuEngine::new(1);
/// let line = game::Line::new(Position::new(Rules::FREESTYLE, 15));
/// let request = SearchRequest { limits: Limits::depth(4), ..SearchRequest::default() };
/// let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
/// assert_eq!(found.best().map(|m| m.to_string()).as_deref(), Some("h8"));
/// ```
#[derive(Debug)]
pub struct GomokuEngine {
    searcher: Searcher<Gomoku, Judgement<Evaluation>>,
    values: Option<Arc<Values>>,
    learnt: EvaluationSource,
    /// The rules and the manner of the last search, with which the table was filled.
    as_played: (Rules, EvaluationManner),
    foresight: Foresight,
}

impl Default for GomokuEngine {
    fn default() -> Self {
        Self::new(16)
    }
}

/// The search parameters of gomoku. The patterns that a move makes and prevents predict its value
/// better than anything known about quiet moves in other games.
pub(crate) const TUNED: &[(&str, i32)] = &[
    ("hint_weight", 1_354),
    ("refutation_bonus", 1),
    ("lmr_factor", 736),
    ("movecount_base", 3),
    ("movecount_linear", 218),
    ("movecount_square", 10),
    ("movecount_quiet", 1),
    ("quiet_threats", 67),
    ("threat_plies", 3),
    ("lmr_high", 1),
    ("razor_base", 342),
    ("razor_depth2", 287),
    ("reverse_margin", 70),
    ("reverse_improving", 64),
    ("futility_depth", 97),
    ("history_prune", 4_539),
    ("lmr_base", 1_024),
    ("lmr_history", 7_893),
    ("lmr_not_improving", 915),
    ("lmr_cut", 1_933),
    ("lmr_table_pv", 674),
    ("lmr_cutoffs", 988),
    ("lmr_forcing", 907),
    ("lmr_high_margin", 6),
    ("deeper_margin", 48),
    ("singular_margin", 136),
    ("history_bonus", 70),
    ("history_malus", 212),
    ("correction_weight", 63),
    ("horizon", 22),
];

impl HasSearcher for GomokuEngine {
    fn searcher(&self) -> &dyn Configure {
        &self.searcher
    }

    fn searcher_mut(&mut self) -> &mut dyn Configure {
        &mut self.searcher
    }

    fn forget(&mut self) {
        self.foresight.clear();
    }
}

impl GomokuEngine {
    /// An engine with one thread and a table of that many MiB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let rules = Rules::FREESTYLE;
        let judgement = Judgement::new(Evaluation::new(rules), Misjudgement::default());
        let mut searcher = Searcher::new(judgement, megabytes);
        searcher.set_settings(Settings::tuned(TUNED));
        Self {
            searcher,
            values: None,
            learnt: EvaluationSource::default(),
            as_played: (rules, EvaluationManner::default()),
            foresight: Foresight::new(),
        }
    }

    /// Sets what evaluates from now on.
    pub fn set_learnt(&mut self, learnt: &EvaluationSource) {
        if *learnt != self.learnt {
            self.learnt = learnt.clone();
            let (rules, manner) = self.as_played;
            self.see(rules, manner);
        }
    }

    /// Sets these values, which then evaluate alone; `None` restores what was before.
    pub fn set_values(&mut self, values: Option<Arc<Values>>) {
        self.values = values;
        let (rules, _) = self.as_played;
        self.see(rules, EvaluationManner::default());
    }

    fn see(&mut self, rules: Rules, manner: EvaluationManner) {
        self.as_played = (rules, manner);
        self.searcher.set_evaluator(Judgement::new(self.evaluation(rules), manner.wrong));
    }

    fn evaluation(&self, rules: Rules) -> Evaluation {
        match &self.values {
            Some(values) => Evaluation::with(Arc::clone(values)),
            None => match &self.learnt {
                EvaluationSource::Net(net) => Evaluation::with_net(rules, Some(net.clone())),
                EvaluationSource::Linear(linear) => Evaluation::with_linear(rules, linear),
                EvaluationSource::HandMade => Evaluation::by_hand(rules),
                EvaluationSource::Program => Evaluation::new(rules),
            },
        }
    }

    /// The static score of the position for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.evaluation(position.rules()).of(position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops it, and
    /// calls `report` with progress. The first two moves of a game are played without a search,
    /// unless the search is endless or several lines are requested.
    pub fn search(
        &mut self,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        let position = line.position();
        if request.limits.asks_for_a_move()
            && let Some(m) = opening(position, request.seed)
        {
            let lines = vec![FoundLine { score: Score::ZERO, pv: vec![m] }];
            return SearchResult { lines, depth: 0, seldepth: 0, nodes: 0 };
        }
        let plan = request.plan(&LIMITATIONS);
        let mut domain = Gomoku::new(position.rules());
        domain.unseen = OverlookedPoints::new(plan.oversight(position), line);
        let SearchPlan { limits, weak, manner } = plan;
        let as_now = (position.rules(), manner);
        if as_now != self.as_played {
            // Scores found with other rules or in another manner are not valid.
            self.see(as_now.0, manner);
        }
        if self.settings().switches().foresight && weak.is_none() && limits.asks_for_a_move() {
            self.think(domain, line, &limits, clock, signal, report)
        } else {
            self.searcher.search(domain, line, &limits, clock, signal, report)
        }
    }

    /// The search at full strength; it is skipped if a win can be proven.
    fn think(
        &mut self,
        domain: Gomoku,
        line: &Line<Position>,
        limits: &Limits<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        let share = SolverShare::of(limits);
        let (proof, stones) = self.foresight.win(line.position(), share, clock, signal);
        let spent = foresight::nodes(stones);
        if let Some(win) = proof.win {
            let pv = win.into_iter().map(Move::Put).collect();
            return proven(pv, proof.plies, spent, clock, report);
        }
        let mut limits = limits.clone();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent).max(1));
        let mut found = self.searcher.search(domain, line, &limits, clock, signal, report);
        found.nodes += spent;
        found
    }
}

/// The result of a search where a win is proven.
fn proven(
    pv: Vec<Move>,
    plies: u16,
    nodes: u64,
    clock: &dyn Clock,
    report: &mut dyn FnMut(&Report<'_, Move>),
) -> SearchResult<Move> {
    let plies = plies.min(MAX_PLY as u16 - 1);
    let score = Score::mate_in(Ply(plies));
    let depth = u32::from(plies);
    let found =
        SearchResult { lines: vec![FoundLine { score, pv }], depth, seldepth: depth, nodes };
    found.report_exact(clock, report);
    found
}

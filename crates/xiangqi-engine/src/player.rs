//! The engine: a searcher for the game, with its options and levels.

use crate::Xiangqi;
use crate::eval::{Evaluation, XiangqiNetwork};
use crate::strength::LIMITATIONS;
use crate::unseen::OverlookedMoves;
use game::Line;
use search::{
    Clock, Configure, EvaluationManner, HasSearcher, Judgement, Misjudgement, Report, Score,
    SearchPlan, SearchRequest, SearchResult, Searcher, Settings, Signal,
};
use xiangqi::{Move, Position, RuleSet};

/// A player of Xiangqi. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
#[derive(Debug)]
pub struct XiangqiEngine {
    searcher: Searcher<Xiangqi, Judgement<Evaluation>>,
    /// The rule set for repetitions.
    rules: RuleSet,
    /// The rules and the manner of the last search, with which the table was filled.
    as_played: (RuleSet, EvaluationManner),
    /// The network that evaluates; the hand-made evaluation without one.
    net: Option<XiangqiNetwork>,
}

impl Default for XiangqiEngine {
    fn default() -> Self {
        Self::new(16)
    }
}

/// The search parameters of Xiangqi, tuned by games with the learnt evaluation. It judges a position more exactly
/// than the one by hand, so the margins of futility are narrower than in other games.
pub(crate) const TUNED: &[(&str, i32)] = &[
    ("lmr_factor", 436),
    ("lmr_history", 8_080),
    ("lmr_not_improving", 1_078),
    ("lmr_cut", 1_779),
    ("lmr_pv", 797),
    ("lmr_table_pv", 961),
    ("lmr_cutoffs", 1_010),
    ("lmr_forcing", 641),
    ("lmr_refutation", 1_350),
    ("reverse_margin", 60),
    ("futility_base", 78),
    ("futility_depth", 81),
    ("history_prune", 3_280),
    ("movecount_square", 174),
    ("see_quiet", 24),
    ("see_noisy", 215),
    ("null_eval_divisor", 217),
    ("probcut_margin", 191),
    ("singular_margin", 146),
    ("deeper_margin", 48),
    ("history_bonus", 165),
    ("history_malus", 172),
    ("gain_weight", 14),
    ("correction_weight", 68),
    ("hint_weight", 67),
    ("delta_margin", 182),
];

impl HasSearcher for XiangqiEngine {
    fn searcher(&self) -> &dyn Configure {
        &self.searcher
    }

    fn searcher_mut(&mut self) -> &mut dyn Configure {
        &mut self.searcher
    }
}

impl XiangqiEngine {
    /// An engine with one thread and a table of that many MiB. It evaluates by the network of the program.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        let net = Some(XiangqiNetwork::built_in());
        let judgement = Judgement::new(Evaluation::with_net(net.clone()), Misjudgement::default());
        let mut searcher = Searcher::new(judgement, megabytes);
        searcher.set_settings(Settings::tuned(TUNED));
        Self {
            searcher,
            rules: RuleSet::default(),
            as_played: (RuleSet::default(), EvaluationManner::default()),
            net,
        }
    }

    /// Sets the network that evaluates from now on; `None` is the hand-made evaluation.
    pub fn set_net(&mut self, net: Option<&XiangqiNetwork>) {
        if net != self.net.as_ref() {
            self.net = net.cloned();
            self.renew();
        }
    }

    /// Gives the searcher an evaluation with the network and the noise. It forgets all scores.
    fn renew(&mut self) {
        let evaluation = Evaluation::with_net(self.net.clone());
        self.searcher.set_evaluator(Judgement::new(evaluation, self.as_played.1.wrong));
    }

    /// Sets the rule set for repetitions of the searches that follow.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.rules = rules;
    }

    /// The static score of the position for the side to move.
    pub fn evaluate(&mut self, position: &Position) -> Score {
        self.searcher.evaluate(Xiangqi::default(), position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops
    /// it, and calls `report` with progress.
    pub fn search(
        &mut self,
        line: &Line<Position>,
        request: &SearchRequest<Move>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> SearchResult<Move> {
        let plan = request.plan(&LIMITATIONS);
        let mut domain = Xiangqi::new(self.rules);
        domain.unseen = OverlookedMoves::new(plan.oversight(line.position()), line);
        let SearchPlan { limits, manner, .. } = plan;
        let as_now = (self.rules, manner);
        if as_now != self.as_played {
            // Scores found with other rules or in another manner are not valid.
            self.as_played = as_now;
            self.renew();
        }
        self.searcher.search(domain, line, &limits, clock, signal, report)
    }
}

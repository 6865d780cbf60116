//! The engine: a searcher for the game, with its options and levels.

use crate::eval::LearntWeights;
use crate::strength::LIMITATIONS;
use crate::variant_searcher::VariantSearcher;
use crate::{Draughts, Endings, SearchableVariant};
use draughts::{Move, Position, VariantRules};
use game::{Line, NullObserver, Position as _};
use search::{
    Clock, Configure, EvaluationManner, HasSearcher, Report, Score, SearchPlan, SearchRequest,
    SearchResult, Settings, Signal,
};
use std::sync::Arc;

/// A player of a variant of draughts. It runs one search at a time and keeps what it learnt until
/// [`Configure::new_game`].
///
/// ```
/// use draughts::{International, Position};
/// use draughts_engine::{DraughtsEngine, SearchRequest};
/// use search::{Limits, NoClock, NoSignal};
///
/// let mut engine = DraughtsEngine::<International>::new(1);
/// let line = game::Line::new(Position::start());
/// let request = SearchRequest { limits: Limits::depth(4), ..SearchRequest::default() };
/// let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
/// assert!(found.best().is_some());
/// ```
#[derive(Debug)]
pub struct DraughtsEngine<V: SearchableVariant> {
    variant: V,
    searcher: Box<dyn VariantSearcher<V>>,
    endings: Option<&'static dyn Endings<V>>,
    /// The numbers of the evaluation, if not those of the program: `Some(None)` is the evaluation by hand.
    learnt: Option<Option<Arc<LearntWeights>>>,
    /// The manner of the last search, with which the table was filled.
    as_played: EvaluationManner,
}

impl<V: SearchableVariant> Default for DraughtsEngine<V> {
    fn default() -> Self {
        Self::new(16)
    }
}

/// The search parameters of draughts. Captures are forced and settle themselves, and an offer may
/// be the best move: so less is pruned and reduced than in other games.
pub(crate) const TUNED: &[(&str, i32)] = &[
    ("aspiration_delta", 10),
    ("lmr_base", 700),
    ("lmr_factor", 380),
    ("lmr_cut", 500),
    ("lmr_not_improving", 300),
    ("lmr_cutoffs", 300),
    ("lmr_noisy_hash", 0),
    ("movecount_base", 8),
    ("futility_base", 100),
    ("futility_depth", 60),
    ("futility_max_depth", 4),
    ("reverse_depth", 5),
    ("reverse_margin", 50),
    ("reverse_improving", 20),
    ("unsettled_plies", 1),
];

impl<V: SearchableVariant> HasSearcher for DraughtsEngine<V> {
    fn searcher(&self) -> &dyn Configure {
        &*self.searcher
    }

    fn searcher_mut(&mut self) -> &mut dyn Configure {
        &mut *self.searcher
    }
}

impl<V: SearchableVariant> DraughtsEngine<V> {
    /// An engine of a variant that is a type, with one thread and a table of that many MiB.
    #[must_use]
    pub fn new(megabytes: usize) -> Self {
        Self::of(V::only(), megabytes)
    }

    /// An engine of this variant, with one thread and a table of that many MiB.
    ///
    /// ```
    /// use draughts::Position;
    /// use draughts::groups::LikeRussian;
    /// use draughts_engine::DraughtsEngine;
    ///
    /// let mut engine = DraughtsEngine::of(LikeRussian::POOL, 1);
    /// assert!(engine.evaluate(&Position::start_of(LikeRussian::POOL)).value().abs() < 20);
    /// ```
    #[must_use]
    pub fn of(variant: V, megabytes: usize) -> Self {
        let mut searcher = variant.searcher(megabytes);
        searcher.set_settings(Settings::tuned(TUNED));
        Self {
            variant,
            searcher,
            endings: None,
            learnt: None,
            as_played: EvaluationManner::default(),
        }
    }

    /// Sets the endgame database that is probed from now on, or none. Another one than before empties the table, whose results
    /// rest on the old one.
    pub fn set_endings(&mut self, endings: Option<&'static dyn Endings<V>>) {
        let same = match (self.endings, endings) {
            (None, None) => true,
            (Some(old), Some(new)) => std::ptr::addr_eq(old, new),
            _ => false,
        };
        if !same {
            self.endings = endings;
            self.searcher.new_game();
        }
    }

    /// Sets the numbers of the evaluation: those of the program (`None`), others, or none at all: an evaluation by hand.
    pub fn set_learnt(&mut self, learnt: Option<&Option<Arc<LearntWeights>>>) {
        let same = match (&self.learnt, learnt) {
            (None, None) => true,
            (Some(None), Some(None)) => true,
            (Some(Some(old)), Some(Some(new))) => Arc::ptr_eq(old, new),
            _ => false,
        };
        if !same {
            self.learnt = learnt.cloned();
            self.searcher.set_judgement(self.variant, self.learnt.as_ref(), self.as_played.wrong);
        }
    }

    /// The static score of the position for the side to move.
    pub fn evaluate(&mut self, position: &Position<V>) -> Score {
        self.searcher.evaluate(position)
    }

    /// Searches the position at the end of the line until a limit is met or `signal` stops
    /// it, and calls `report` with progress.
    pub fn search(
        &mut self,
        line: &Line<Position<V>>,
        request: &SearchRequest<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> SearchResult<Move<V>> {
        let plan = request.plan(&LIMITATIONS);
        let oversight = plan.oversight(line.position());
        let SearchPlan { limits, weak, manner } = plan;
        let mut domain = Draughts::default();
        domain.oversight = oversight;
        if weak.is_none() {
            domain.endings = self.endings;
        }
        if manner != self.as_played {
            // Scores found in another manner are not valid.
            self.as_played = manner;
            self.searcher.set_judgement(self.variant, self.learnt.as_ref(), manner.wrong);
        }
        if !oversight.hides_any() {
            return self.searcher.search(domain, line, &limits, clock, signal, report);
        }
        // Who overlooks a capture expects moves that the rules do not allow: the line ends before them.
        let mut told = |of: &Report<'_, Move<V>>| {
            report(&Report { pv: &of.pv[..legal_moves(line, of.pv)], ..*of });
        };
        let mut found = self.searcher.search(domain, line, &limits, clock, signal, &mut told);
        for of in &mut found.lines {
            of.pv.truncate(legal_moves(line, &of.pv));
        }
        found
    }
}

/// How many moves of a line can be played from the end of `game`.
fn legal_moves<V: VariantRules>(game: &Line<Position<V>>, moves: &[Move<V>]) -> usize {
    let mut position = *game.position();
    let legal = moves.iter().take_while(|&&m| {
        let legal = position.is_legal(m);
        if legal {
            position.make(m, &mut NullObserver);
        }
        legal
    });
    legal.count()
}

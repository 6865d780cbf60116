//! The boundary behind which the search is compiled, once for each variant or group of variants.

use crate::Draughts;
use crate::eval::{Codes, Evaluation, Lanes, LearntWeights, Weights};
use draughts::groups::{
    EightByEight, LikeEnglish, LikeInternational, LikeItalian, LikeRussian, TenByTen,
};
use draughts::{Canadian, Frisian, International, Move, Position, Turkish, VariantRules};
use game::Line;
use search::{
    Clock, Configure, Judgement, Limits, Misjudgement, Report, Score, SearchResult, Searcher,
    Signal, TracedSearcher,
};
use std::fmt::Debug;
use std::sync::Arc;

/// A searcher of some variant. Code that is generic over variants calls this trait and not the
/// searcher itself; so the search is not compiled a second time in the calling crate.
pub trait VariantSearcher<V: VariantRules>: Configure + Debug + Send {
    #[doc(hidden)]
    fn set_judgement(
        &mut self,
        variant: V,
        learnt: Option<&Option<Arc<LearntWeights>>>,
        wrong: Misjudgement,
    );
    #[doc(hidden)]
    fn evaluate(&mut self, position: &Position<V>) -> Score;
    #[doc(hidden)]
    fn search(
        &mut self,
        domain: Draughts<V>,
        line: &Line<Position<V>>,
        limits: &Limits<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> SearchResult<Move<V>>;
}

impl<V: SearchableVariant> VariantSearcher<V> for Searcher<Draughts<V>, Judgement<Evaluation<V>>> {
    fn set_judgement(
        &mut self,
        variant: V,
        learnt: Option<&Option<Arc<LearntWeights>>>,
        wrong: Misjudgement,
    ) {
        let evaluation = match learnt {
            None => Evaluation::new(variant),
            Some(learnt) => Evaluation::with(variant, Weights::of(variant.rules()), learnt.clone()),
        };
        self.set_evaluator(Judgement::new(evaluation, wrong));
    }

    fn evaluate(&mut self, position: &Position<V>) -> Score {
        Self::evaluate(self, Draughts::default(), position)
    }

    fn search(
        &mut self,
        domain: Draughts<V>,
        line: &Line<Position<V>>,
        limits: &Limits<Move<V>>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move<V>>),
    ) -> SearchResult<Move<V>> {
        Self::search(self, domain, line, limits, clock, signal, report)
    }
}

/// A variant, or a group of variants, whose positions are evaluated.
pub trait EvaluatedVariant: VariantRules {
    /// The numbers of a learnt evaluation that are kept up, as many as the board needs: a small board does not pay for
    /// the windows of a large one.
    #[doc(hidden)]
    type Codes: Lanes;
}

/// A variant, or a group of variants, for which the search is compiled. Every variant has one: the international game, which is
/// played most, for itself alone, those that differ in little together.
pub trait SearchableVariant: EvaluatedVariant {
    #[doc(hidden)]
    fn searcher(self, megabytes: usize) -> Box<dyn VariantSearcher<Self>>;
}

/// Variants whose search is compiled once more, with a trace, for the lab: each group costs some 130 kB of the program and
/// seconds of every build, so that the groups are larger than in play.
pub trait TraceableVariant: EvaluatedVariant {
    #[doc(hidden)]
    fn traced(self, megabytes: usize) -> Box<dyn TracedSearcher<Draughts<Self>>>;
}

macro_rules! evaluated {
    ($($lanes:literal: $($variant:ident)*;)*) => {
        $($(impl EvaluatedVariant for $variant {
            type Codes = Codes<$lanes>;
        })*)*
    };
}

evaluated! {
    16: International LikeInternational Frisian TenByTen LikeRussian LikeEnglish EightByEight LikeItalian Turkish;
    32: Canadian;
}

macro_rules! playable {
    ($($variant:ident)*) => {
        $(impl SearchableVariant for $variant {
            fn searcher(self, megabytes: usize) -> Box<dyn VariantSearcher<Self>> {
                let judgement = Judgement::new(Evaluation::new(self), Misjudgement::default());
                Box::new(Searcher::new(judgement, megabytes))
            }
        })*
    };
}

playable! {
    International LikeInternational Frisian LikeRussian LikeEnglish LikeItalian Turkish Canadian
}

macro_rules! traced {
    ($($variant:ident)*) => {
        $(impl TraceableVariant for $variant {
            fn traced(self, megabytes: usize) -> Box<dyn TracedSearcher<Draughts<Self>>> {
                crate::traced::compiled(self, megabytes)
            }
        })*
    };
}

traced! { TenByTen EightByEight }

//! The search of the lab: the one that plays, compiled with a trace.

use crate::eval::Evaluation;
use crate::player::TUNED;
use crate::{Draughts, EvaluatedVariant, TraceableVariant};
use search::{
    Basics, Configure as _, Judgement, Misjudgement, Recorder, Searcher, Settings, TracedSearcher,
};

/// A searcher of a variant at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced<V: TraceableVariant>(
    variant: V,
    megabytes: usize,
) -> Box<dyn TracedSearcher<Draughts<V>>> {
    variant.traced(megabytes)
}

/// The same, where it is compiled: once for each variant.
pub(crate) fn compiled<V: EvaluatedVariant>(
    variant: V,
    megabytes: usize,
) -> Box<dyn TracedSearcher<Draughts<V>>> {
    let judgement = Judgement::new(Evaluation::new(variant), Misjudgement::default());
    let mut searcher = Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None));
    searcher.set_settings(Settings::tuned(TUNED));
    Box::new(searcher)
}

//! The search of the lab: the one that plays, compiled with a trace.

use crate::Draughts;
use crate::eval::Evaluation;
use crate::player::TUNED;
use draughts::International;
use search::{
    Basics, Configure as _, Judgement, Misjudgement, Recorder, Searcher, Settings, TracedSearcher,
};

/// A searcher of international draughts at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced(megabytes: usize) -> Box<dyn TracedSearcher<Draughts<International>>> {
    let judgement = Judgement::new(Evaluation::new(), Misjudgement::default());
    let mut searcher = Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None));
    searcher.set_settings(Settings::tuned(TUNED));
    Box::new(searcher)
}

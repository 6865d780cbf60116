//! The search of the lab: the one that plays, compiled with a trace.

use crate::Gomoku;
use crate::eval::Evaluation;
use crate::player::TUNED;
use gomoku::Rules;
use search::{
    Basics, Configure as _, Judgement, Misjudgement, Recorder, Searcher, Settings, TracedSearcher,
};

/// A searcher at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced(rules: Rules, megabytes: usize) -> Box<dyn TracedSearcher<Gomoku>> {
    let judgement = Judgement::new(Evaluation::new(rules), Misjudgement::default());
    let mut searcher = Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None));
    searcher.set_settings(Settings::tuned(TUNED));
    Box::new(searcher)
}

//! The search of the lab: the one that plays, compiled with a trace.

use crate::Xiangqi;
use crate::eval::{Evaluation, Net};
use search::{Basics, Judgement, Misjudgement, Recorder, Searcher, TracedSearcher};

/// A searcher at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced(megabytes: usize) -> Box<dyn TracedSearcher<Xiangqi>> {
    let evaluation = Evaluation::with_net(Some(Net::built_in()));
    let judgement = Judgement::new(evaluation, Misjudgement::default());
    Box::new(Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None)))
}

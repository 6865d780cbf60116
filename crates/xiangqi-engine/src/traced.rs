//! The search of the lab: the one that plays, compiled with a trace.

use crate::Xiangqi;
use crate::eval::{Evaluation, XiangqiNetwork};
use crate::player::TUNED;
use search::{
    Basics, Configure as _, Judgement, Misjudgement, Recorder, Searcher, Settings, TracedSearcher,
};

/// A searcher at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced(megabytes: usize) -> Box<dyn TracedSearcher<Xiangqi>> {
    let evaluation = Evaluation::with_net(Some(XiangqiNetwork::built_in()));
    let judgement = Judgement::new(evaluation, Misjudgement::default());
    let mut searcher = Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None));
    searcher.set_settings(Settings::tuned(TUNED));
    Box::new(searcher)
}

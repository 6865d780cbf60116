//! The search of the lab: the one that plays, compiled with a trace.

use crate::Gomoku;
use crate::eval::Evaluation;
use crate::player::TUNED;
use gomoku::{Move, Rules};
use search::{
    Basics, Clock, Configure as _, Counters, Found, Judgement, Misjudgement, Recorder, Report,
    Searcher, Settings, Signal, TracedRequest, TracedSearcher, Tunables,
};

/// A searcher at full strength whose steps are told, with a table of that many MiB.
#[must_use]
pub fn traced(rules: Rules, megabytes: usize) -> Box<dyn TracedSearcher<Gomoku>> {
    let judgement = Judgement::new(Evaluation::new(rules), Misjudgement::default());
    Box::new(Traced(Searcher::traced(judgement, megabytes, Recorder::new(Basics::ALL, None))))
}

/// The searcher. A number of [`TUNED`] is itself a reduction, and must go when reductions are off:
/// otherwise null windows alone would change the value.
#[derive(Debug)]
struct Traced(Searcher<Gomoku, Judgement<Evaluation>, Recorder<Move>>);

impl TracedSearcher<Gomoku> for Traced {
    fn search(
        &mut self,
        request: TracedRequest<'_, Gomoku>,
        clock: &dyn Clock,
        signal: &dyn Signal,
        report: &mut dyn FnMut(&Report<'_, Move>),
    ) -> (Found<Move>, Counters) {
        let mut tunables: Tunables = Settings::tuned(TUNED).tunables().clone();
        if !request.switches.late_moves {
            tunables.set("lmr_high", 0).expect("the table has this number, and 0 is its least");
        }
        self.0.set_settings(Settings::new(tunables, request.switches));
        TracedSearcher::search(&mut self.0, request, clock, signal, report)
    }
}

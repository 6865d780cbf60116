//! One search: its question to the engine, and what is said of its end.

use crate::SearchFailure;
use crate::job::{Question, SearchEvent, SearchJob};
use crate::threads::ReportFn;
use engine::{BestMove, Control, Engine, Info, chosen};
use std::any::Any;
use std::time::Instant;

/// Writes the end of a search to the log.
pub(crate) fn log(job: &SearchJob, began: Instant, failed: Option<&SearchFailure>) {
    let (game, class) = (&*job.game, job.class);
    let searched_ms = began.elapsed().as_millis();
    match failed {
        Some(why) => tracing::warn!(game, ?class, searched_ms, "a search failed: {why}"),
        None => tracing::debug!(game, ?class, searched_ms, "a search ended"),
    }
}

/// Runs the job's question on the engine.
pub(crate) fn ask(
    engine: &mut dyn Engine,
    job: &SearchJob,
    control: &Control,
    tell: &mut ReportFn,
) -> Result<BestMove, SearchFailure> {
    let session = job.session.as_ref();
    let limits = match &job.question {
        Question::Move(limits) => job.limits(limits, Instant::now()),
        Question::Choice(opening) => return Ok(chosen(engine, session, opening.as_ref(), control)),
        Question::Task(_) | Question::Work(_) => {
            return Err("a task has no engine".to_owned().into());
        }
    };
    let mut report = |info: &Info| tell(SearchEvent::Progress(info.clone()));
    Ok(engine.search(session, &limits, control, &mut report)?)
}

pub(crate) fn words(panic: &(dyn Any + Send)) -> String {
    let words = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    words.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic".into())
}

//! `--nats` of matches and gates: workers on other machines play the games.

use crate::arguments::NatsArgs;
use crate::batch::{BatchStop, RemoteBatch};
use crate::build_of;
use crate::failure::Failure;
use crate::nats::{Backoff, NatsLink, pause};
use arena::{Match, MatchError, Portion, ScheduledGame, Venue, VenueEvent};
use cluster::JobClass;
use engine::Control;
use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many parts of the match are submitted at a time: the workers have games while the results of a part are
/// fetched.
const AHEAD: usize = 2;
/// How often it is asked whether units are done.
const LOOK: Duration = Duration::from_millis(100);
/// Room of a payload that a part of a match leaves free.
const SPARE: usize = 1 << 10;

impl NatsArgs {
    /// Where workers of this build of this program play, if a server is named.
    ///
    /// # Errors
    /// When the connection does not come about, or the build cannot be told.
    pub fn venue(&self, program: &str) -> Result<Option<WorkerVenue>, Failure> {
        let Some(link) = self.link(program)? else { return Ok(None) };
        Ok(Some(WorkerVenue { link, build: build_of(program)?, open: Mutex::default() }))
    }
}

/// Workers that play the games of matches.
#[derive(Debug)]
pub struct WorkerVenue {
    link: NatsLink,
    build: String,
    /// Batches that are not done.
    open: Mutex<Vec<RemoteBatch>>,
}

/// A part of the match that was submitted.
struct SubmittedPortion {
    portion: Portion,
    batch: RemoteBatch,
    /// The unit whose games come next.
    next: u64,
}

impl Venue for WorkerVenue {
    fn play(
        &self,
        of: &Match,
        left: Vec<ScheduledGame>,
        news: &Sender<VenueEvent>,
        control: &Control,
    ) {
        let told = match Portion::all(of, cluster::MOST_PAYLOAD - SPARE) {
            Err(MatchError::Unusable(why)) => VenueEvent::Unusable(why),
            Err(error) => VenueEvent::Failed(error.to_string()),
            Ok(portions) => {
                let left = left.iter().map(|plan| plan.id).collect();
                match self.collect(portions, &left, news, control) {
                    Ok(()) => return,
                    Err(failure) => VenueEvent::Failed(failure.message().unwrap_or_default()),
                }
            }
        };
        // The receiver ends only with the match.
        let _ = news.send(told);
    }
}

impl WorkerVenue {
    /// Has the games that are left played, and tells of them in their order.
    fn collect(
        &self,
        portions: Vec<Portion>,
        left: &HashSet<u32>,
        news: &Sender<VenueEvent>,
        control: &Control,
    ) -> Result<(), Failure> {
        let is_left = |portion: &Portion, unit| {
            portion.games_of(unit).iter().any(|number| left.contains(number))
        };
        let mut rest = portions.into_iter().filter_map(|portion| {
            let next = (0..portion.units()).find(|&unit| is_left(&portion, unit))?;
            let (link, payload) = (&self.link, portion.to_text());
            let batch =
                RemoteBatch::open(link, JobClass::Match, "match", &self.build, payload, next);
            Some(batch.map(|batch| SubmittedPortion { portion, batch, next }))
        });
        let first = rest.by_ref().take(AHEAD);
        let mut ordered: VecDeque<SubmittedPortion> = first.collect::<Result<_, _>>()?;
        let mut backoff = Backoff::default();
        while !control.is_stopped() && !ordered.is_empty() {
            match step(&mut ordered, left, news, control) {
                Ok(came) => {
                    backoff.reset();
                    if ordered.front().is_some_and(|first| first.next >= first.portion.units()) {
                        ordered.pop_front().inspect(|done| done.batch.remove());
                        ordered.extend(rest.next().transpose()?);
                    } else if !came {
                        pause(LOOK, || control.is_stopped());
                    }
                }
                Err(BatchStop::Away(why)) => {
                    tracing::warn!("{why}; it is tried again");
                    backoff.pause(|| control.is_stopped());
                }
                Err(BatchStop::For(failure)) => return Err(failure),
            }
        }
        let open = ordered.into_iter().map(|part| part.batch);
        let mut kept = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        // The workers stop; the results stay until it is known whether they are wanted.
        kept.extend(open.inspect(RemoteBatch::cancel));
        Ok(())
    }

    /// The command ends. After Ctrl-C what workers have sent waits for the next run.
    pub fn end(self, was_interrupted: bool) {
        if !was_interrupted {
            let open = self.open.into_inner().unwrap_or_else(PoisonError::into_inner);
            open.iter().for_each(RemoteBatch::remove);
        }
    }
}

/// Submits what is to be played next, and tells of games that have come back. Returns whether there were any.
fn step(
    ordered: &mut VecDeque<SubmittedPortion>,
    left: &HashSet<u32>,
    news: &Sender<VenueEvent>,
    control: &Control,
) -> Result<bool, BatchStop> {
    for part in ordered.iter_mut().filter(|part| part.batch.submitted() < part.portion.units()) {
        part.batch.submit(part.next, part.portion.units())?;
    }
    let Some(SubmittedPortion { portion, batch, next }) = ordered.front_mut() else {
        return Ok(false);
    };
    let results = batch.results(*next)?;
    for bytes in &results {
        let games = portion.take(*next, bytes).map_err(|why| {
            batch.remove();
            Failure::Trouble(format!(
                "unit {next}: {why}; what the workers have sent of this part is forgotten"
            ))
        })?;
        *next += 1;
        for game in games.into_iter().filter(|game| left.contains(&game.plan.id)) {
            if control.is_stopped() || news.send(VenueEvent::Finished(Box::new(game))).is_err() {
                return Ok(true);
            }
        }
    }
    Ok(!results.is_empty())
}

//! `--workers` of matches and gates: a hall hands the games out, and workers on other machines play them.

use crate::batch::{Batch, BatchStop};
use crate::build_of;
use crate::failure::Failure;
use crate::work::{Backoff, HallClient, address, pause, tokens};
use arena::{Match, MatchError, Portion, ScheduledGame, Venue, VenueEvent};
use clap::Args;
use engine::Control;
use jobs::JobClass;
use jobs::Tokens;
use std::collections::{HashSet, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// How many parts of the match are submitted at a time: the workers have games while the results of a part are
/// fetched.
const AHEAD: usize = 2;
/// How often it is asked whether units are done.
const LOOK: Duration = Duration::from_millis(300);
/// Room of a payload that a part of a match leaves free.
const SPARE: usize = 1 << 10;

/// Where the games are played.
#[derive(Debug, Args)]
pub struct WorkersArgs {
    /// Have the games played by the workers of the hall at this address, not here. At fixed nodes they are the same
    /// games.
    #[arg(long, value_name = "URL", value_parser = address, requires = "token_file", conflicts_with = "concurrency")]
    workers: Option<String>,
    /// The file with the token for submitting work to that hall.
    #[arg(long, value_name = "FILE", value_parser = tokens, requires = "workers")]
    token_file: Option<Tokens>,
}

impl WorkersArgs {
    /// The hall, if one is named; its workers are of this build of this program.
    ///
    /// # Errors
    /// When the address is not one that this build can speak with, or the build cannot be told.
    pub fn hall(&self, program: &str) -> Result<Option<HallVenue>, Failure> {
        let (Some(server), Some(tokens)) = (&self.workers, &self.token_file) else {
            return Ok(None);
        };
        let client = HallClient::new(server, tokens)?;
        Ok(Some(HallVenue { client, build: build_of(program)?, open: Mutex::default() }))
    }
}

/// A hall that hands out the games of matches.
#[derive(Debug)]
pub struct HallVenue {
    client: HallClient,
    build: String,
    /// Batches that are not done.
    open: Mutex<Vec<Batch>>,
}

/// A part of the match that was submitted.
struct SubmittedPortion {
    portion: Portion,
    batch: Batch,
    /// The unit whose games come next.
    next: u64,
}

impl Venue for HallVenue {
    fn play(
        &self,
        of: &Match,
        left: Vec<ScheduledGame>,
        news: &Sender<VenueEvent>,
        control: &Control,
    ) {
        let told = match Portion::all(of, jobs::MOST_PAYLOAD - SPARE) {
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

impl HallVenue {
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
            let (client, payload) = (&self.client, portion.to_text());
            let batch = Batch::new(client, JobClass::Match, "match", &self.build, payload, next);
            Some(SubmittedPortion { portion, batch, next })
        });
        let mut ordered: VecDeque<SubmittedPortion> = rest.by_ref().take(AHEAD).collect();
        let mut backoff = Backoff::default();
        while !control.is_stopped() && !ordered.is_empty() {
            match step(&mut ordered, left, news, control) {
                Ok(came) => {
                    backoff.reset();
                    if ordered.front().is_some_and(|first| first.next >= first.portion.units()) {
                        ordered.pop_front().inspect(|done| done.batch.remove());
                        ordered.extend(rest.next());
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
        kept.extend(open.inspect(Batch::cancel));
        Ok(())
    }

    /// The command ends. After Ctrl-C what workers have sent waits for the next run.
    pub fn end(self, was_interrupted: bool) {
        if !was_interrupted {
            let open = self.open.into_inner().unwrap_or_else(PoisonError::into_inner);
            open.iter().for_each(Batch::remove);
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
            let key = batch.key();
            Failure::Trouble(format!(
                "unit {next}: {why} (`yiqi jobs remove {key}` forgets what the workers have sent)"
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

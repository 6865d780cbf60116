use crate::log::{Log, LogError};
use crate::opening::{StartLine, set_up};
use crate::record::GameRecord;
use crate::report::{MatchReport, Tally};
use crate::schedule::{ScheduledGame, plans};
use crate::spec::Match;
use crate::venue::{LocalVenue, Venue, VenueEvent};
use engine::{Control, OpenError};
use statistics::SprtDecision;
use std::collections::HashSet;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;
use thiserror::Error;

/// What happens during a match.
#[derive(Debug)]
pub enum MatchEvent<'a> {
    /// Games of an earlier run were found in the log.
    Resumed {
        /// How many.
        games: u64,
        /// Their result.
        report: &'a MatchReport,
    },
    /// A game has begun.
    Started {
        /// Which.
        plan: ScheduledGame,
    },
    /// A game has ended.
    Finished {
        /// The game.
        game: &'a GameRecord,
        /// The result of the match so far.
        report: &'a MatchReport,
    },
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// The variant or the rule set is unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There must be two contestants or more.
    #[error("a match needs at least two engines")]
    TooFew,
    /// Two contestants share a name.
    #[error("two engines are called {0:?}")]
    SameName(String),
    /// Nothing limits a contestant's moves.
    #[error("{0} has no limit on its moves: give it a clock, a time, nodes or a depth")]
    Unlimited(String),
    /// A sequential test compares two.
    #[error("a sequential test compares exactly two engines")]
    SprtOfMany,
    /// An opening cannot be played.
    #[error("opening {number}: {why}")]
    Opening {
        /// Which, from 1.
        number: usize,
        /// Why.
        why: String,
    },
    /// A contestant cannot play.
    #[error("{0}")]
    Unusable(String),
    /// The place where the games are played fails.
    #[error("{0}")]
    Venue(String),
    /// The log cannot be used.
    #[error(transparent)]
    Log(#[from] LogError),
}

/// How often the thread that waits for games checks whether to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// Plays a match, or the games that its log lacks, and reports each event. When `control` stops it, it
/// drops the games in progress and reports the finished ones.
///
/// # Errors
/// When the match cannot be played, a contestant cannot be started, or the log fails. A fault of a
/// contestant in a game is not an error: it loses the game.
pub fn run(
    of: &Match,
    on_event: &mut dyn FnMut(MatchEvent<'_>),
    control: &Control,
) -> Result<MatchReport, MatchError> {
    run_at(&LocalVenue, of, on_event, control)
}

/// As [`run`], with the games played at a venue.
///
/// # Errors
/// As [`run`], and when the venue fails.
pub fn run_at(
    venue: &dyn Venue,
    of: &Match,
    on_event: &mut dyn FnMut(MatchEvent<'_>),
    control: &Control,
) -> Result<MatchReport, MatchError> {
    check(of)?;
    let all: Vec<ScheduledGame> =
        plans(of.format, of.contestants.len(), of.rounds, of.openings.len()).collect();
    let mut tally = Tally::new(of, u64::try_from(all.len()).unwrap_or(u64::MAX));
    let mut log = None;
    let mut done = HashSet::new();
    if let Some(path) = &of.log {
        let (opened, games) = Log::open(path, of)?;
        log = Some(opened);
        // A match continued with fewer rounds keeps the games that it has.
        for game in games {
            if done.insert(game.plan.id) {
                tally.add(&game);
            }
        }
        let games = u64::try_from(done.len()).unwrap_or(0);
        on_event(MatchEvent::Resumed { games, report: tally.report() });
    }
    if decided(&tally) {
        return Ok(tally.report().clone());
    }
    let left: Vec<ScheduledGame> =
        all.into_iter().filter(|plan| !done.contains(&plan.id)).collect();
    // Stops the games in progress when the match ends for any reason.
    let inner = Control::new();
    let mut failure = None;
    thread::scope(|scope| {
        let (sender, news) = mpsc::channel();
        let inner = &inner;
        scope.spawn(move || venue.play(of, left, &sender, inner));
        loop {
            if control.is_stopped() {
                inner.stop();
            }
            match news.recv_timeout(GLANCE) {
                Ok(VenueEvent::Started(plan)) => on_event(MatchEvent::Started { plan }),
                // Games that were in progress when the test was decided are dropped.
                Ok(VenueEvent::Finished(_)) if decided(&tally) => {}
                Ok(VenueEvent::Finished(game)) => {
                    tally.add(&game);
                    if let Some(log) = &mut log
                        && let Err(error) = log.write_game(&game)
                    {
                        failure.get_or_insert(MatchError::Log(error));
                        inner.stop();
                    }
                    on_event(MatchEvent::Finished { game: &game, report: tally.report() });
                    if decided(&tally) {
                        inner.stop();
                    }
                }
                Ok(VenueEvent::Unusable(why)) => {
                    failure.get_or_insert(MatchError::Unusable(why));
                    inner.stop();
                }
                Ok(VenueEvent::Failed(why)) => {
                    failure.get_or_insert(MatchError::Venue(why));
                    inner.stop();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    });
    match failure {
        Some(error) => Err(error),
        None => Ok(tally.report().clone()),
    }
}

pub(crate) fn check(of: &Match) -> Result<(), MatchError> {
    games::new_session(&of.variant, of.rules.as_deref(), None)?;
    if of.contestants.len() < 2 {
        return Err(MatchError::TooFew);
    }
    let mut names = HashSet::new();
    for contestant in &of.contestants {
        if !names.insert(&contestant.name) {
            return Err(MatchError::SameName(contestant.name.clone()));
        }
        if contestant.is_unlimited() {
            return Err(MatchError::Unlimited(contestant.name.clone()));
        }
    }
    if of.sprt.is_some() && of.contestants.len() != 2 {
        return Err(MatchError::SprtOfMany);
    }
    for (index, opening) in of.openings.iter().enumerate() {
        check_opening(opening, of).map_err(|why| MatchError::Opening { number: index + 1, why })?;
    }
    Ok(())
}

fn check_opening(opening: &StartLine, of: &Match) -> Result<(), String> {
    let session =
        set_up(opening, &of.variant, of.rules.as_deref()).map_err(|error| error.to_string())?;
    match session.verdict() {
        Some(verdict) => Err(format!("the game has ended there ({})", verdict.reason)),
        None => Ok(()),
    }
}

fn decided(tally: &Tally) -> bool {
    tally.report().sprt.is_some_and(|sprt| sprt.decision != SprtDecision::Undecided)
}

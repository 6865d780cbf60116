//! What does the jobs of each class.

use super::review::Reviewer;
use super::search::PersonSearcher;
use super::slot::{RunningJob, WakeUp};
use super::{JobOutput, OpenUnitPlayer, UnitPlayer};
use arena::PortionPlayer;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use engine::Control;
use jobs::{JobAssignment, JobClass, JobReport};
use std::collections::BTreeMap;

/// The player of the last job, with its payload: the next one is often of the same batch. Searches for people are not of
/// batches: they keep their engine.
pub(super) struct JobPlayers {
    last: Option<(String, Box<dyn UnitPlayer>)>,
    searcher: PersonSearcher,
    self_play: Option<OpenUnitPlayer>,
}

impl JobPlayers {
    /// Nothing was played yet.
    pub(super) fn new(self_play: Option<OpenUnitPlayer>) -> Self {
        Self { last: None, searcher: PersonSearcher::default(), self_play }
    }

    /// After a panic nothing is known of the engines.
    pub(super) fn forget(&mut self) {
        *self = Self::new(self.self_play);
    }

    /// What came of a job; `None` when it was stopped. A search that was stopped has a result.
    pub(super) fn play(
        &mut self,
        handed: &JobAssignment,
        slot: &RunningJob,
        bell: &WakeUp,
    ) -> Option<JobReport> {
        let played = if handed.class.is_kept_in_memory() {
            let found = self.searcher.search(&handed.payload, slot, bell);
            found.map(|bytes| Some((bytes, BTreeMap::new())))
        } else {
            self.try_to_play(handed, &slot.control)
        };
        match played {
            Ok(Some((bytes, sums))) => {
                Some(JobReport::Result { bytes: BASE64_STANDARD.encode(bytes), sums })
            }
            Ok(None) => None,
            Err(why) => Some(JobReport::Failed { why }),
        }
    }

    fn try_to_play(
        &mut self,
        handed: &JobAssignment,
        control: &Control,
    ) -> Result<Option<JobOutput>, String> {
        if self.last.as_ref().is_none_or(|(payload, _)| *payload != handed.payload) {
            let player: Box<dyn UnitPlayer> = match handed.class {
                JobClass::SelfPlay => {
                    let open = self.self_play.ok_or("this program plays no games for training")?;
                    open(&handed.payload)?
                }
                JobClass::Match => Box::new(portion(&handed.payload)?),
                JobClass::Review => Box::new(Reviewer::read(&handed.payload)?),
                JobClass::Move | JobClass::Analysis | JobClass::Puzzle => {
                    return Err("no batch has this class".to_owned());
                }
            };
            self.last = Some((handed.payload.clone(), player));
        }
        let unit = handed.held.job.unit;
        match &mut self.last {
            Some((_, player)) => player.play(unit, control),
            None => Ok(None),
        }
    }
}

impl UnitPlayer for PortionPlayer {
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<JobOutput>, String> {
        Self::play(self, unit, control).map_err(|error| error.to_string())
    }
}

/// Engines for a part of a match that came from the hall.
fn portion(payload: &str) -> Result<PortionPlayer, String> {
    let player = PortionPlayer::read(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(player.tables_mb())?;
    Ok(player)
}

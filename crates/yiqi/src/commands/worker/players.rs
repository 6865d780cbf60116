//! What does the jobs of each class.

use super::review::Reviewer;
use super::search::PersonSearcher;
use super::slot::{RunningJob, WakeUp};
use arena::PortionPlayer;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use datagen::{BlockPlayer, DatagenJob, FolderTotals};
use engine::Control;
use jobs::{JobAssignment, JobClass, JobReport};
use std::collections::BTreeMap;

/// The player of the last job, with its payload: the next one is often of the same batch. Searches for people are not of
/// batches: they keep their engine.
#[derive(Default)]
pub(super) struct JobPlayers {
    last: Option<(String, JobPlayer)>,
    searcher: PersonSearcher,
}

/// What plays the jobs of a batch.
enum JobPlayer {
    Blocks(Box<BlockPlayer>),
    Games(Box<PortionPlayer>),
    Positions(Box<Reviewer>),
}

/// What came of a job: its result and sums.
pub(super) type JobOutput = (Vec<u8>, BTreeMap<String, i64>);

impl JobPlayers {
    /// After a panic nothing is known of the engines.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
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
            let player = match handed.class {
                JobClass::SelfPlay => JobPlayer::Blocks(Box::new(blocks(&handed.payload)?)),
                JobClass::Match => JobPlayer::Games(Box::new(portion(&handed.payload)?)),
                JobClass::Review => {
                    JobPlayer::Positions(Box::new(Reviewer::read(&handed.payload)?))
                }
                JobClass::Move | JobClass::Analysis | JobClass::Puzzle => {
                    return Err("no batch has this class".to_owned());
                }
            };
            self.last = Some((handed.payload.clone(), player));
        }
        let unit = handed.held.job.unit;
        match &mut self.last {
            Some((_, JobPlayer::Blocks(player))) => {
                let played = player.play(unit, control).map_err(|error| error.to_string())?;
                Ok(played.map(|(bytes, totals)| (bytes, sums(&totals))))
            }
            Some((_, JobPlayer::Games(player))) => {
                player.play(unit, control).map_err(|error| error.to_string())
            }
            Some((_, JobPlayer::Positions(reviewer))) => reviewer.search(unit, control),
            None => Ok(None),
        }
    }
}

fn sums(totals: &FolderTotals) -> BTreeMap<String, i64> {
    let large = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let mut sums = BTreeMap::from([
        ("games".to_owned(), large(totals.games)),
        ("plies".to_owned(), large(totals.plies)),
        ("positions".to_owned(), large(totals.positions)),
    ]);
    let results = ["won", "drawn", "lost"].iter().zip(totals.results);
    sums.extend(results.map(|(name, count)| ((*name).to_owned(), large(count))));
    sums
}

/// An engine for a job that came from the hall. It names no file and takes no more memory than a job may.
fn blocks(payload: &str) -> Result<BlockPlayer, String> {
    let job = DatagenJob::read_from_afar(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(u64::from(job.hash))?;
    BlockPlayer::new(job).map_err(|error| error.to_string())
}

/// Engines for a part of a match that came from the hall.
fn portion(payload: &str) -> Result<PortionPlayer, String> {
    let player = PortionPlayer::read(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(player.tables_mb())?;
    Ok(player)
}

//! `workshop worker`: what this program does for a hall on another machine.

use super::PROGRAM;
use command_line::worker::{JobOutput, UnitPlayer, WorkerProgram};
use datagen::{BlockPlayer, DatagenJob, FolderTotals};
use engine::Control;
use jobs::JobClass;
use std::collections::BTreeMap;

/// The games that this program submits: searches for the people of the hall are for its own program.
pub(super) const WORKER: WorkerProgram = WorkerProgram {
    name: PROGRAM,
    classes: &[JobClass::Match, JobClass::SelfPlay],
    self_play: Some(blocks),
};

/// An engine for a job that came from the hall. It names no file and takes no more memory than a job may.
fn blocks(payload: &str) -> Result<Box<dyn UnitPlayer>, String> {
    let job = DatagenJob::read_from_afar(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(u64::from(job.hash))?;
    let player = BlockPlayer::new(job).map_err(|error| error.to_string())?;
    Ok(Box::new(Blocks(player)))
}

/// Plays the blocks of a job.
struct Blocks(BlockPlayer);

impl UnitPlayer for Blocks {
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<JobOutput>, String> {
        let played = self.0.play(unit, control).map_err(|error| error.to_string())?;
        Ok(played.map(|(bytes, totals)| (bytes, sums(&totals))))
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

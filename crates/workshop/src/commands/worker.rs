//! `workshop worker`: what this program does on another machine.

use super::PROGRAM;
use command_line::worker::{UnitPlayer, WorkerProgram};
use datagen::{BlockPlayer, DatagenJob};
use engine::Control;

/// The games that this program submits: searches for the people of a hall are for its own program.
pub(super) const WORKER: WorkerProgram =
    WorkerProgram { name: PROGRAM, classes: &["match", "self-play"], self_play: Some(blocks) };

/// An engine for a job from another machine. It names no file and takes no more memory than a job may.
fn blocks(payload: &str) -> Result<Box<dyn UnitPlayer>, String> {
    let job = DatagenJob::read_from_afar(payload).map_err(|error| error.to_string())?;
    hosts::check_tables(u64::from(job.hash))?;
    let player = BlockPlayer::new(job).map_err(|error| error.to_string())?;
    Ok(Box::new(Blocks(player)))
}

/// Plays the blocks of a job.
struct Blocks(BlockPlayer);

impl UnitPlayer for Blocks {
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<Vec<u8>>, String> {
        let played = self.0.play(unit, control).map_err(|error| error.to_string())?;
        Ok(played.map(|(bytes, _)| bytes))
    }
}

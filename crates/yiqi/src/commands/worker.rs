//! `yiqi worker`: what this program does on another machine.

use crate::PROGRAM;
use command_line::worker::WorkerProgram;

/// All but games for training: those are submitted by the program `workshop`, and done by its workers.
pub(crate) const WORKER: WorkerProgram = WorkerProgram {
    name: PROGRAM,
    classes: &["move", "analysis", "review", "puzzle", "match"],
    self_play: None,
};

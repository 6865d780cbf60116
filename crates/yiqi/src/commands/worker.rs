//! `yiqi worker`: what this program does for a hall on another machine.

use crate::PROGRAM;
use command_line::worker::WorkerProgram;
use jobs::JobClass;

/// All but games for training: those are submitted by the program `workshop`, and done by its workers.
pub(crate) const WORKER: WorkerProgram = WorkerProgram {
    name: PROGRAM,
    classes: &[
        JobClass::Move,
        JobClass::Analysis,
        JobClass::Review,
        JobClass::Puzzle,
        JobClass::Match,
    ],
    self_play: None,
};

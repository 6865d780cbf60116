//! Self-play games for training.
//!
//! A [`DatagenJob`] says which games to play: the variant, the seed, the nodes of a move, the random opening and
//! when a game ends early. [`run`] plays them on any number of threads and appends them to a [`packed`]
//! file. A game depends only on the job and its number, so the file is the same whatever the threads, and
//! a run that was killed continues behind its last whole block. [`openings`] makes sets of openings in the
//! same format.
//!
//! The rules, the databases and the solvers are those of [`games`]; this crate names no game.

mod adjudicate;
mod job;
mod opening;
pub mod packed;
mod part;
mod play;
mod run;
mod unit;

pub use job::{Adjudication, ChoiceRule, DatagenJob, DrawRule, JobError, OpeningRule, WinRule};
pub use opening::{OpeningsJob, openings};
pub use packed::{Ending, Game, Header, PackError, Ply};
pub use part::{JobPart, merge};
pub use play::PlayError;
pub use run::{DatagenEvent, DatagenSettings, FolderTotals, RunError, run};
pub use unit::{BlockPlayer, Collector};

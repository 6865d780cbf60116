//! Training of small networks on the games of `datagen`.
//!
//! A [`TrainingJob`] says what to train: the variant, its data, the size of the network and the course of the training.
//! [`run`] reads the games, keeps a share of them apart, trains on the others, and writes a weight file of `nnue`
//! with a card into a folder. A run that was killed goes on from its last checkpoint and ends with the same
//! file, whatever the number of threads.
//!
//! A game says what a network sees of its positions ([`engine::Features`]); this crate names no game.
//!
//! [`patterns`] trains linear evaluations in the same way. [`Task`] is a job of either kind.

mod card;
mod chart;
mod checkpoint;
mod course;
mod data;
mod folder;
mod job;
mod loss;
mod model;
mod optimise;
mod origin;
pub mod patterns;
mod positions;
mod quantise;
mod run;
mod source;
mod task;

pub use job::{JobError, TrainingJob};
pub use loss::Losses;
pub use origin::Origin;
pub use quantise::QuantisationError;
pub use run::{AnyShape, Epoch, TrainError, TrainingEvent, TrainingResult, TrainingSettings, run};
pub use source::Source;
pub use task::Task;

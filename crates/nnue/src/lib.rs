//! Small networks of integers for evaluation, and the files of linear evaluations ([`linear`]). The crate knows numbers
//! only: a game says which features are active.
//!
//! A [`Network`] has one hidden layer that both perspectives share, then an output for each bucket:
//!
//! ```text
//! features of the side to move ─► hidden (i16) ─┐
//!                                               ├─► screlu ─► output of the bucket ─► hundredths
//! features of the other side   ─► hidden (i16) ─┘   + a weight of each feature, by bucket (the skip)
//! ```
//!
//! A [`CellNetwork`] looks at each cell of a board by itself, adds up the cells of each region, and has layers behind
//! that:
//!
//! ```text
//! rows of a cell ─► sum (i16, both sides' views) ─► clipped ─► sum of the region ─► layers of the bucket ─► hundredths
//! ```
//!
//! A network may have two small layers more between the hidden layer and the output; each bucket has its own.
//!
//! An [`Accumulator`] holds the hidden layer of one perspective; features are added and removed as moves are
//! made. All arithmetic is in integers, and every [`Kernel`] gives the same numbers: the scalar one is the
//! definition, and tests compare the others with it bit by bit. A file that could overflow is refused when it
//! is read ([`Network::new`]), so the inner loops need no checks.

mod accumulator;
mod cells;
mod file;
mod fineness;
mod kernel;
pub mod linear;
mod network;
pub mod packed;
mod tail;

pub use accumulator::Accumulator;
pub use cells::{CellChange, CellNetwork, CellParameters, CellShape, CellSums};
pub use file::{FileError, read, read_cells, write, write_cells};
pub use fineness::Fineness;
pub use kernel::Kernel;
pub use network::{Layer, Network, Parameters, Shape, ShapeError};

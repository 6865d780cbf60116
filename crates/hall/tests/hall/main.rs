//! The tests of the hall without input and output.

mod clocks;
mod limits;
mod live;
mod reading;
mod stored;
mod world;

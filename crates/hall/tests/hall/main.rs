//! The tests of the hall without input and output.

mod archive;
mod clocks;
mod limits;
mod live;
mod reading;
mod stored;
mod study;
mod world;

//! The tests of the hall without input and output.

mod agreement;
mod archive;
mod clocks;
mod correspondence;
mod lag;
mod limits;
mod live;
mod people;
mod puzzles;
mod reading;
mod review;
mod stored;
mod study;
mod tie_breaks;
mod tournament;
mod watching;
mod world;

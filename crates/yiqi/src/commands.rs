//! One module per command.

pub(crate) mod copies;
pub(crate) mod hall;
mod limits;
pub(crate) mod serving;
pub(crate) mod store;

pub(crate) mod jobs;
pub(crate) mod worker;

pub(crate) mod games;
pub(crate) mod judge;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod review;

pub(crate) mod analyse;
pub(crate) mod bench;

pub(crate) mod dxp;

mod contestant;
pub(crate) mod match_;
pub(crate) mod openings;
mod venue;

mod check;
pub(crate) mod convert;

pub(crate) mod endgames;

pub(crate) mod lab;

pub(crate) mod datagen;
pub(crate) mod gate;
pub(crate) mod train;

pub(crate) mod completions;

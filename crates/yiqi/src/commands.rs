//! One module per command.

pub(crate) mod copies;
pub(crate) mod hall;
mod limits;
pub(crate) mod serving;
pub(crate) mod store;

pub(crate) mod worker;

pub(crate) mod games;
pub(crate) mod judge;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod review;

pub(crate) mod accounts;
pub(crate) mod analyse;
pub(crate) mod bench;

pub(crate) mod answer;
pub(crate) mod dxp;
pub(crate) mod match_;

mod check;
pub(crate) mod convert;
pub(crate) mod page;

pub(crate) mod lab;

pub(crate) mod moved;

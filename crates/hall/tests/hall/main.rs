//! The tests of the hall without input and output.

mod stored;

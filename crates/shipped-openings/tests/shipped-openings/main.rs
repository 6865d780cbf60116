//! Every base of openings that comes with the program, by the rules.

mod checked;

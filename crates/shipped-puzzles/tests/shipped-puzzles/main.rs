//! Every puzzle that comes with the program, by the rules and by the search.

mod checked;

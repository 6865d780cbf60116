//! The built page of the hall, embedded.

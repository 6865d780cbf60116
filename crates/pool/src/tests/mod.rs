//! The pool of searches, and programs from outside in it.

#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

mod remote;
mod searches;
mod streams;

//! A very small game as a [`game::Position`]: prints the number of ways to play out a pile of ten,
//! by first move.
#![allow(clippy::print_stdout, unreachable_pub, missing_docs, reason = "an example")]

mod pile;

use game::{Side, divide};
use pile::Nim;
use std::ops::ControlFlow;

fn main() {
    let mut position = Nim { stones: 10, turn: Side::First };
    divide(&mut position, 4, &mut |taken, lines| {
        println!("take {taken}: {lines}");
        ControlFlow::Continue(())
    });
}

//! Makes and unmakes random stones: the speed of the board.

use game::{NullObserver, Position as _};
use gomoku::{Position, Rules, Square};
use std::time::Instant;

const STONES: u64 = 10_000_000;

pub(crate) fn run(rules: Rules) {
    let start = Instant::now();
    let mut position = Position::new(rules, 15);
    let (mut made, mut seed) = (0, 0x1234_5678_9ABC_DEF1_u64);
    let mut stack = Vec::new();
    while made < STONES {
        // Up to forty stones around the centre; then all are taken back.
        for _ in 0..40 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let (column, row) = ((seed % 9 + 3) as u8, (seed / 64 % 9 + 3) as u8);
            let square = Square::new(column, row).expect("within the board");
            if position.stone_at(square).is_none() {
                stack.push((square, position.make(square.into(), &mut NullObserver)));
                made += 1;
            }
        }
        while let Some((square, undo)) = stack.pop() {
            position.unmake(square.into(), undo);
        }
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{made} stones made and unmade, seconds {seconds:.3}");
}

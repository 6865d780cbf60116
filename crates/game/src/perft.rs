use crate::{NullObserver, Position};
use std::ops::ControlFlow;

/// The number of sequences of exactly `depth` legal moves, counted in bulk at the last ply.
/// Movement only: games do not end by repetition or counters here.
///
/// `perft(p, 0)` is 1.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Side, perft};
///
/// // Two moves on a pile of three: 1 and 1, 1 and 2, 2 and 1.
/// let mut position = Nim { stones: 3, turn: Side::First };
/// assert_eq!(perft(&mut position, 0), 1);
/// assert_eq!(perft(&mut position, 2), 3);
/// assert_eq!(perft(&mut position, 3), 1);
/// ```
pub fn perft<P: Position>(position: &mut P, depth: u32) -> u64 {
    below(position, depth, &mut Vec::with_capacity(256))
}

/// The moves of all nodes on the path share one stack: a list for each node would cost more than
/// the moves themselves.
fn below<P: Position>(position: &mut P, depth: u32, stack: &mut Vec<P::Move>) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal(),
        _ => {
            let start = stack.len();
            let _ = position.legal_moves(&mut |m| {
                stack.push(m);
                ControlFlow::Continue(())
            });
            let mut nodes = 0;
            for i in start..stack.len() {
                let m = stack[i];
                let undo = position.make(m, &mut NullObserver);
                nodes += below(position, depth - 1, stack);
                position.unmake(m, undo);
            }
            stack.truncate(start);
            nodes
        }
    }
}

/// [`perft`] split by first move: calls `each` with every legal move and the count below it.
/// Stops early when `each` breaks.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Side, divide};
/// use std::ops::ControlFlow;
///
/// let mut position = Nim { stones: 3, turn: Side::First };
/// let mut found = Vec::new();
/// divide(&mut position, 2, &mut |taken, lines| {
///     found.push((taken, lines));
///     ControlFlow::Continue(())
/// });
/// assert_eq!(found, [(1, 2), (2, 1), (3, 0)]);
/// ```
pub fn divide<P: Position>(
    position: &mut P,
    depth: u32,
    each: &mut dyn FnMut(P::Move, u64) -> ControlFlow<()>,
) {
    if depth == 0 {
        return;
    }
    for m in position.moves() {
        let undo = position.make(m, &mut NullObserver);
        let nodes = perft(position, depth - 1);
        position.unmake(m, undo);
        if each(m, nodes).is_break() {
            return;
        }
    }
}

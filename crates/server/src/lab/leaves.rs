//! How many positions minimax would look at in the last ply.

use engine::Session;
use std::ops::ControlFlow;

/// Positions that are counted at most; more are estimated.
const MOST: f64 = 20e6;

/// Counts the sequences of `depth` legal moves from here, or estimates them from the greatest depth that can be
/// counted. `None` when `go_on` answers `false`.
pub(super) fn count(
    game: &dyn Session,
    depth: u32,
    go_on: &mut dyn FnMut() -> bool,
) -> Option<(u64, bool)> {
    let mut counts: Vec<f64> = vec![1.0];
    for plies in 1..=depth {
        let growth = growth(&counts);
        let expected = counts.last().copied().unwrap_or(1.0) * growth;
        if expected > MOST {
            let rest = i32::try_from(depth - plies + 1).unwrap_or(i32::MAX);
            let last = counts.last().copied().unwrap_or(1.0);
            // An estimate of less than 2^53 by far: depth and moves are bounded.
            return Some(((last * growth.powi(rest)).round() as u64, false));
        }
        let (mut sum, mut goes_on) = (0_u64, true);
        game.divide(plies, &mut |_, nodes| {
            sum += nodes;
            goes_on = go_on();
            if goes_on { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if !goes_on {
            return None;
        }
        counts.push(sum as f64);
    }
    Some((counts.last().copied().unwrap_or(1.0) as u64, true))
}

/// How many times as many positions the next ply will have.
fn growth(counts: &[f64]) -> f64 {
    match counts {
        [.., before, last] if *before > 0.0 => last / before,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_are_counted_and_many_estimated() {
        let game = games::new_session("xiangqi", None, None).unwrap();
        assert_eq!(count(game.as_ref(), 3, &mut || true), Some((79_666, true)));
        let (deep, exact) = count(game.as_ref(), 6, &mut || true).unwrap();
        // 20,000 times 133,312,995 is the truth at depth 5: the estimate has its order.
        assert!(!exact && (1_000_000_000..20_000_000_000).contains(&deep), "{deep}");
        assert_eq!(count(game.as_ref(), 3, &mut || false), None);
    }
}

//! How many positions minimax would look at in the last ply.

use engine::{Control, Laboratory, Session, Techniques};

/// Positions that are counted at most; more are estimated.
const MOST: f64 = 2e6;

/// The leaves of plain minimax so many plies deep, and whether they were counted: otherwise they are an estimate from
/// the greatest depth that can be counted. `None` when `control` says stop, or the position cannot be searched. The
/// search itself counts: in some games it looks at fewer moves than the rules allow.
pub fn minimax_leaves(game: &dyn Session, depth: u32, control: &Control) -> Option<(u64, bool)> {
    let mut laboratory = games::new_laboratory(game.variant().id).ok()?;
    count(laboratory.as_mut(), game, depth, control)
}

fn count(
    lab: &mut dyn Laboratory,
    game: &dyn Session,
    depth: u32,
    control: &Control,
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
        let measured = lab.measure(game, Techniques::none(), plies, None, control).ok()?;
        if !measured.is_whole {
            return None;
        }
        counts.push(measured.counters.leaves as f64);
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

    fn counted(
        variant: &str,
        moves: &[&str],
        depth: u32,
        control: &Control,
    ) -> Option<(u64, bool)> {
        let mut game = games::new_session(variant, None, None).unwrap();
        for m in moves {
            game.push(m).unwrap();
        }
        minimax_leaves(game.as_ref(), depth, control)
    }

    #[test]
    fn few_are_counted_and_many_estimated() {
        let control = Control::new();
        assert_eq!(counted("xiangqi", &[], 3, &control), Some((79_666, true)));
        let (deep, exact) = counted("xiangqi", &[], 6, &control).unwrap();
        // 20,000 times 133,312,995 is the truth at depth 5: the estimate has its order.
        assert!(!exact && (1_000_000_000..20_000_000_000).contains(&deep), "{deep}");
        control.stop();
        assert_eq!(counted("xiangqi", &[], 3, &control), None);
    }

    #[test]
    fn a_game_whose_search_looks_at_some_moves_is_counted_as_it_searches() {
        // All legal moves of gomoku would be 224 · 223 · 222.
        let (leaves, exact) = counted("gomoku", &["h8"], 3, &Control::new()).unwrap();
        assert!(exact && leaves < 1_000_000, "{leaves}");
    }
}

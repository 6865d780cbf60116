//! What grades and accuracy say of the levels.

use super::{FilesArgs, StoredGame};
use crate::Failure;
use game::Side;
use hall::review::{Grade, ReviewedMove};
use std::collections::BTreeMap;

/// The moves of a level.
#[derive(Clone, Debug, Default)]
struct Tally {
    /// The accuracy of each game.
    games: Vec<f64>,
    losses: Vec<f64>,
    grades: BTreeMap<Grade, usize>,
}

/// The moves that the players chose.
pub(super) fn own(
    game: &StoredGame,
    moves: Vec<ReviewedMove>,
) -> impl Iterator<Item = ReviewedMove> {
    let opening = game.opening;
    moves.into_iter().filter(move |m| m.ply > opening && !m.grade.is_unjudged())
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard error of a mean.
fn error(values: &[f64]) -> f64 {
    let (middle, count) = (mean(values), values.len() as f64);
    let squares: f64 = values.iter().map(|v| (v - middle).powi(2)).sum();
    (squares / (count - 1.0).max(1.0) / count.max(1.0)).sqrt()
}

/// Prints the accuracy and the grades of each level, and how often the higher level of a game was
/// the more accurate one.
pub(crate) fn levels(args: &FilesArgs) -> Result<(), Failure> {
    let games = args.read()?;
    let mut tallies: BTreeMap<u8, Tally> = BTreeMap::new();
    let (mut right, mut unequal) = (0_u32, 0_u32);
    for game in &games {
        let moves: Vec<ReviewedMove> = own(game, game.work()?.review().moves).collect();
        let mut both = [0.0; 2];
        for side in Side::ALL {
            let of: Vec<&ReviewedMove> = moves.iter().filter(|m| m.side == side).collect();
            if of.is_empty() {
                continue;
            }
            let tally = tallies.entry(game.levels[side.index()]).or_default();
            let accuracy = mean(&of.iter().map(|m| m.accuracy).collect::<Vec<_>>());
            both[side.index()] = accuracy;
            tally.games.push(accuracy);
            for m in of {
                tally.losses.push(m.loss);
                *tally.grades.entry(m.grade).or_default() += 1;
            }
        }
        if game.levels[0] != game.levels[1] {
            unequal += 1;
            right += u32::from((game.levels[0] > game.levels[1]) == (both[0] > both[1]));
        }
    }
    println!("level games accuracy ± loss best% good% inaccuracy% mistake% blunder%");
    for (level, tally) in &tallies {
        let moves = tally.losses.len().max(1) as f64;
        let share =
            |grade| 100.0 * tally.grades.get(&grade).copied().unwrap_or_default() as f64 / moves;
        println!(
            "{level} {} {:.1} {:.1} {:.4} {:.1} {:.1} {:.1} {:.1} {:.2}",
            tally.games.len(),
            mean(&tally.games),
            error(&tally.games),
            mean(&tally.losses),
            share(Grade::Best),
            share(Grade::Good),
            share(Grade::Inaccuracy),
            share(Grade::Mistake),
            share(Grade::Blunder)
        );
    }
    println!("the higher level was more accurate in {right} of {unequal} games");
    quantiles(&tallies);
    let accuracies: Vec<f64> = tallies.values().map(|tally| mean(&tally.games)).collect();
    let ordered = accuracies.windows(2).all(|pair| pair[0] < pair[1]);
    println!("accuracy orders the levels: {}", if ordered { "yes" } else { "no" });
    Ok(())
}

/// The losses that so many moves of each level stay below.
fn quantiles(tallies: &BTreeMap<u8, Tally>) {
    println!("level loss below which are 50% 75% 90% 95% 99% of the moves");
    for (level, tally) in tallies {
        let mut losses = tally.losses.clone();
        losses.sort_by(f64::total_cmp);
        let at = |share: f64| {
            let place = ((losses.len() as f64 * share) as usize).min(losses.len() - 1);
            losses.get(place).copied().unwrap_or_default()
        };
        let [a, b, c, d, e] = [0.5, 0.75, 0.9, 0.95, 0.99].map(at);
        println!("{level} {a:.3} {b:.3} {c:.3} {d:.3} {e:.3}");
    }
}

//! The fit of expected scores.

use super::{FilesArgs, StoredGame, plot};
use crate::Failure;
use clap::Args;
use engine::{Expectation, Score};
use game::Side;
use std::path::PathBuf;

/// The greatest difference of levels of a game that is fitted: a stronger side scores more from the
/// same position.
const NEAR: u8 = 3;
/// The number of groups of positions that are compared with their games.
pub(super) const GROUPS: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    #[command(flatten)]
    files: FilesArgs,
    /// Where the plot of the curve in use is written, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A position with the result of its game, for the side to move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sample {
    cp: i32,
    progress: f64,
    result: f64,
    weight: f64,
    game: usize,
}

/// The positions of the games between players of similar strength, and the constants in use.
fn samples(games: &[StoredGame]) -> Result<(Vec<Sample>, Expectation), Failure> {
    let mut samples = Vec::new();
    let mut in_use = None;
    for (number, game) in games.iter().enumerate() {
        let [a, b] = game.levels;
        let mut session = games::new_session(&game.variant, None, None)?;
        in_use.get_or_insert_with(|| session.expectation());
        if a.abs_diff(b) > NEAR {
            continue;
        }
        let weight = 1.0 / game.moves.len().max(1) as f64;
        for (ply, (text, searched)) in game.moves.iter().zip(&game.searched).enumerate() {
            let first = session.side_to_move() == Side::First;
            let result = if first { game.result } else { 1.0 - game.result };
            if let (Score::Cp(cp), true) = (searched.score, ply >= game.opening) {
                let progress = session.stage().progress;
                samples.push(Sample { cp, progress, result, weight, game: number });
            }
            session.push(text)?;
        }
    }
    let in_use = in_use.filter(|_| !samples.is_empty());
    Ok((samples, in_use.ok_or("no games between players of similar strength")?))
}

/// The mean logarithmic loss of a game.
pub(super) fn loss(samples: &[Sample], curve: &Expectation) -> f64 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for s in samples {
        let p = curve.of(Score::Cp(s.cp), s.progress).clamp(1e-6, 1.0 - 1e-6);
        sum -= s.weight * (s.result * p.ln() + (1.0 - s.result) * (1.0 - p).ln());
        weights += s.weight;
    }
    sum / weights
}

/// What speaks against a curve before any game is seen, shared among the games: a spread far from the one in
/// use, one that changes much, and an advantage to the move. It keeps a few games from deciding.
fn doubt(curve: &Expectation, prior: &Expectation, games: usize) -> f64 {
    let spread = (curve.start / prior.start).ln();
    let change = (curve.end / curve.start).ln() - (prior.end / prior.start).ln();
    let even = (curve.even - prior.even) / curve.start;
    (2.0 * spread.powi(2) + 2.0 * change.powi(2) + 8.0 * even.powi(2)) / games.max(1) as f64
}

/// The curve with the least loss: each number is changed by smaller and smaller steps as long as
/// that helps. The loss has one valley.
pub(super) fn fitted(samples: &[Sample], from: Expectation) -> Expectation {
    let mut games: Vec<usize> = samples.iter().map(|s| s.game).collect();
    games.dedup();
    let value = |curve: &Expectation| loss(samples, curve) + doubt(curve, &from, games.len());
    let mut best = (value(&from), from);
    let mut step = 0.5;
    while step > 0.002 {
        let mut better = false;
        for number in 0..3 {
            for sign in [1.0, -1.0] {
                let mut next = best.1;
                match number {
                    0 => next.start *= f64::exp(sign * step),
                    1 => next.end *= f64::exp(sign * step),
                    _ => next.even += sign * step * best.1.start,
                }
                let found = value(&next);
                if found < best.0 - 1e-9 {
                    best = (found, next);
                    better = true;
                }
            }
        }
        if !better {
            step /= 2.0;
        }
    }
    best.1
}

/// A group of positions with similar expectation.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) expected: f64,
    pub(super) scored: f64,
    pub(super) weight: f64,
    pub(super) positions: usize,
}

/// The positions by their expectation.
pub(super) fn groups(samples: &[Sample], curve: &Expectation) -> Vec<Group> {
    let mut groups = vec![Group::default(); GROUPS];
    for s in samples {
        let expected = curve.of(Score::Cp(s.cp), s.progress);
        let at = ((expected * GROUPS as f64) as usize).min(GROUPS - 1);
        let group = &mut groups[at];
        group.expected += s.weight * expected;
        group.scored += s.weight * s.result;
        group.weight += s.weight;
        group.positions += 1;
    }
    groups.retain(|group| group.positions > 0);
    for group in &mut groups {
        group.expected /= group.weight;
        group.scored /= group.weight;
    }
    groups
}

/// How far the positions of a group score from what is expected of them, on the mean.
fn difference(groups: &[Group]) -> f64 {
    let error = groups.iter().map(|g| g.weight * (g.expected - g.scored).abs()).sum::<f64>();
    error / groups.iter().map(|g| g.weight).sum::<f64>()
}

pub(crate) fn run(args: &FitArgs) -> Result<(), Failure> {
    let games = args.files.read()?;
    let (samples, in_use) = samples(&games)?;
    let curve = fitted(&samples, in_use);
    let of = |even: usize| samples.iter().filter(|s| s.game % 2 == even).copied().collect();
    let halves: [Vec<Sample>; 2] = [of(0), of(1)];
    let name = games.first().map_or("", |game| game.variant.as_str());
    let used: std::collections::BTreeSet<usize> = samples.iter().map(|s| s.game).collect();
    println!("{name}: {} positions of {} games", samples.len(), used.len());
    let show = |what: &str, e: &Expectation| {
        let (start, end, even) = (e.start, e.end, e.even);
        println!(
            "{what}: start {start:.0} end {end:.0} even {even:.0} loss {:.4}",
            loss(&samples, e)
        );
    };
    show("in use", &in_use);
    show("fitted", &curve);
    for (own, other) in [(0, 1), (1, 0)] {
        if halves[own].is_empty() || halves[other].is_empty() {
            continue;
        }
        let half = fitted(&halves[own], in_use);
        show("fitted to half of the games", &half);
        println!("  loss on the other half {:.4}", loss(&halves[other], &half));
    }
    println!("expected scored positions");
    let groups = groups(&samples, &curve);
    for group in &groups {
        println!("{:.2} {:.2} {}", group.expected, group.scored, group.positions);
    }
    // What is drawn is the curve that reviews use.
    let used = self::groups(&samples, &in_use);
    println!("mean difference {:.3}, in use {:.3}", difference(&groups), difference(&used));
    if let Some(path) = &args.svg {
        crate::common::write_file(path, plot::calibration(name, &used))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_known_curve_is_found_again() {
        let truth = Expectation { start: 200.0, end: 80.0, even: 20.0 };
        let mut samples = Vec::new();
        for cp in (-600..=600).step_by(20) {
            for progress in [0.0, 0.3, 0.6, 0.9] {
                let result = truth.of(Score::Cp(cp), progress);
                // Each is a game of its own: so many games outweigh the prior.
                samples.extend((0..100).map(|_| Sample {
                    cp,
                    progress,
                    result,
                    weight: 1.0,
                    game: 0,
                }));
            }
        }
        for (game, sample) in samples.iter_mut().enumerate() {
            sample.game = game;
        }
        let found = fitted(&samples, Expectation::constant(100.0));
        assert!((found.start - 200.0).abs() < 4.0, "{found:?}");
        assert!((found.end - 80.0).abs() < 4.0 && (found.even - 20.0).abs() < 4.0, "{found:?}");
        for group in groups(&samples, &found) {
            assert!((group.expected - group.scored).abs() < 0.01);
        }
    }
}

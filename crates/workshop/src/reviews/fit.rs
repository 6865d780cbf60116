//! The fit of expected scores.

use super::three_results::ThreeResults;
use super::{FilesArgs, StoredGame, calibration, plot};
use crate::Failure;
use clap::Args;
use datagen::packed::{PackError, Reader};
use engine::{Expectation, Score, Session};
use game::Side;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// The greatest difference of levels of a game that is fitted: a stronger side scores more from the
/// same position.
const NEAR: u8 = 3;
/// The number of groups of positions that are compared with their games.
pub(super) const GROUPS: usize = 20;

#[derive(Debug, Args)]
pub(crate) struct FitArgs {
    /// Files that `games` wrote, or, all of one variant, folders of `datagen run` and their files (`.yqg`).
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Only games of this variant.
    #[arg(long)]
    variant: Option<String>,
    /// Where the plot of the curve in use is written, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// A position with the result of its game, for the side to move.
#[derive(Copy, Clone, Debug)]
pub(super) struct Sample {
    pub(super) cp: i32,
    pub(super) progress: f64,
    pub(super) result: f64,
    pub(super) weight: f64,
    pub(super) game: usize,
    /// The number of moves before it.
    pub(super) ply: usize,
}

/// The positions of games, and the constants in use.
#[derive(Debug, Default)]
struct Samples {
    variant: String,
    games: usize,
    samples: Vec<Sample>,
    in_use: Option<Expectation>,
}

impl Samples {
    fn begin(&mut self, session: &dyn Session) -> Result<(), Failure> {
        let variant = session.variant().id;
        if self.in_use.is_none() {
            self.in_use = Some(session.expectation());
            variant.clone_into(&mut self.variant);
        }
        if self.variant == variant {
            return Ok(());
        }
        Err(format!("games of {} and of {variant}: name one by --variant", self.variant).into())
    }

    /// Adds a position with the score of its search and the first side's score in its game.
    fn add(&mut self, session: &dyn Session, (cp, result): (i32, f64), weight: f64, ply: usize) {
        let first = session.side_to_move() == Side::First;
        let result = if first { result } else { 1.0 - result };
        let progress = session.stage().progress;
        self.samples.push(Sample { cp, progress, result, weight, game: self.games, ply });
    }

    /// The positions of the games between players of similar strength.
    fn read_games(&mut self, games: &[StoredGame]) -> Result<(), Failure> {
        for game in games {
            let [a, b] = game.levels;
            let mut session = games::new_session(&game.variant, None, None)?;
            self.begin(session.as_ref())?;
            if a.abs_diff(b) > NEAR {
                continue;
            }
            let weight = 1.0 / game.moves.len().max(1) as f64;
            for (ply, (text, searched)) in game.moves.iter().zip(&game.searched).enumerate() {
                if let (Score::Cp(cp), true) = (searched.score, ply >= game.opening) {
                    self.add(session.as_ref(), (cp, game.result), weight, ply);
                }
                session.push(text)?;
            }
            self.games += 1;
        }
        Ok(())
    }

    /// The positions of packed games, in which both sides are equally strong.
    fn read_packed(&mut self, path: &Path) -> Result<(), Failure> {
        let named = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let file = File::open(path).map_err(|error| named(&error))?;
        let mut reader = Reader::new(BufReader::new(file)).map_err(|error| named(&error))?;
        let start = reader.header().session().map_err(|error| named(&error))?;
        self.begin(start.as_ref())?;
        loop {
            let block = match reader.next_block() {
                Ok(Some(block)) => block,
                // It is still being written, or its run was stopped.
                Ok(None) | Err(PackError::Torn { .. }) => return Ok(()),
                Err(error) => return Err(named(&error).into()),
            };
            for game in &block.games {
                let first_wins = |winner| f64::from(u8::from(winner == Side::First));
                let result = game.outcome.winner().map_or(0.5, first_wins);
                let (weight, mut ply) = (1.0 / game.plies.len().max(1) as f64, 0);
                game.replay(start.fork().as_mut(), &mut |session, _, score| {
                    if let Some(cp) = score.map(i32::from).filter(|cp| cp.abs() < PACKED_MATE) {
                        self.add(session, (cp, result), weight, ply);
                    }
                    ply += 1;
                })
                .map_err(|(ply, why)| named(&format!("ply {ply}: {why}")))?;
                self.games += 1;
            }
        }
    }
}

/// From this score on a packed score is a mate.
const PACKED_MATE: i32 = 29_000;

/// The positions of the files.
fn samples(args: &FitArgs) -> Result<Samples, Failure> {
    let is_packed = |path: &&PathBuf| path.is_dir() || path.extension().is_some_and(|e| e == "yqg");
    let (packed, written): (Vec<&PathBuf>, Vec<&PathBuf>) = args.files.iter().partition(is_packed);
    let mut samples = Samples::default();
    if !written.is_empty() {
        let files = written.into_iter().cloned().collect();
        let games = FilesArgs { files, variant: args.variant.clone() }.read()?;
        samples.read_games(&games)?;
    }
    for path in packed {
        let file = if path.is_dir() { path.join("games.yqg") } else { path.clone() };
        samples.read_packed(&file)?;
    }
    if samples.samples.is_empty() {
        return Err("no games between players of similar strength".into());
    }
    Ok(samples)
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

/// What a curve expects of a position.
fn by(curve: Expectation) -> impl Fn(&Sample) -> f64 {
    move |s| curve.of(Score::Cp(s.cp), s.progress)
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
pub(super) fn groups(samples: &[Sample], of: &dyn Fn(&Sample) -> f64) -> Vec<Group> {
    let mut groups = vec![Group::default(); GROUPS];
    for s in samples {
        let expected = of(s);
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
    let Samples { variant: name, games, samples, in_use } = samples(args)?;
    let in_use = in_use.ok_or("no games")?;
    let curve = fitted(&samples, in_use);
    let of = |even: usize| samples.iter().filter(|s| s.game % 2 == even).copied().collect();
    let halves: [Vec<Sample>; 2] = [of(0), of(1)];
    println!("{name}: {} positions of {games} games", samples.len());
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
    let groups = groups(&samples, &by(curve));
    for group in &groups {
        println!("{:.2} {:.2} {}", group.expected, group.scored, group.positions);
    }
    // What is drawn is the curve that reviews use.
    let used = self::groups(&samples, &by(in_use));
    println!("mean difference {:.3}, in use {:.3}", difference(&groups), difference(&used));
    if let Some(path) = &args.svg {
        crate::common::write_file(path, plot::calibration(&name, &used))?;
    }
    let three = ThreeResults::fitted(&halves[0], in_use.start);
    println!("win, draw and loss, fitted to half of the games: {three}");
    type Expected<'a> = &'a dyn Fn(&Sample) -> f64;
    let curves: [(&str, &[Sample], Expected<'_>); 3] = [
        ("in use", &samples, &by(in_use)),
        ("fitted", &samples, &by(curve)),
        ("win, draw and loss, on the other half", &halves[1], &|s| three.of(s)),
    ];
    for (what, samples, of) in curves {
        for table in calibration::by_phase(samples, of) {
            let (phase, worst) = (table.name, table.worst());
            let row = |g: &Group| format!("{:.2}:{:+.3}", g.expected, g.scored - g.expected);
            let rows: Vec<String> = table.groups.iter().map(row).collect();
            println!(
                "{what}, {phase}: worst {worst:.3} of {} groups | {}",
                rows.len(),
                rows.join(" ")
            );
        }
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
                    ply: 0,
                }));
            }
        }
        for (game, sample) in samples.iter_mut().enumerate() {
            sample.game = game;
        }
        let found = fitted(&samples, Expectation::constant(100.0));
        assert!((found.start - 200.0).abs() < 4.0, "{found:?}");
        assert!((found.end - 80.0).abs() < 4.0 && (found.even - 20.0).abs() < 4.0, "{found:?}");
        for group in groups(&samples, &by(found)) {
            assert!((group.expected - group.scored).abs() < 0.01);
        }
    }
}

//! Fits the weights of the evaluation to games.
//!
//! The target of each position after the opening is the difference of discs at the end of its game.
//! The fit is a stochastic gradient descent, whose step shrinks to a tenth from the first epoch to
//! the last. Weights that never occur stay 0. Every 16th game is held out: the program prints the
//! error on these, and the frequency of wins by score.

use crate::Failure;
use crate::common::{read_file, write_file};
use crate::random::Random;
use clap::Args;
use game::{NullObserver, Position as _, Side};
use reversi::notation::transcript;
use reversi::{Position, Size};
use reversi_engine::eval::{FEATURES, STAGES, Weights, features, mirrored, stage};
use reversi_engine::{Board, Facts};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  workshop reversi tune --out reversi.weights --epochs 12 --step 2000 games.txt")]
pub(crate) struct TuneArgs {
    /// Files of `data`.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where the weights are written.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(long, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// The greatest step, in millionths of the error.
    #[arg(long, default_value_t = 2000.0)]
    step: f32,
}

/// A position and the result of its game.
struct Sample {
    board: Board,
    facts: Facts,
    stage: usize,
    /// Hundredths of a disc, for the side to move.
    target: f32,
}

fn samples(line: &str) -> Result<Vec<Sample>, Failure> {
    let mut words = line.split(' ');
    let mut word = || words.next().ok_or("three words in a line");
    let (random, difference): (usize, f32) = (word()?.parse()?, word()?.parse()?);
    let mut position = Position::start(Size::Eight);
    let mut samples = Vec::new();
    for (ply, m) in transcript::read(&position, word()?)?.into_iter().enumerate() {
        let board = Board::at(&position);
        let facts = Facts::of(board, position.empty());
        if ply >= random && !facts.moves.is_empty() {
            let sign = if position.side_to_move() == Side::First { 100.0 } else { -100.0 };
            let stage = stage(position.empty().len());
            samples.push(Sample { board, facts, stage, target: sign * difference });
        }
        position.make(m, &mut NullObserver);
    }
    Ok(samples)
}

fn numbers(sample: &Sample) -> ([u32; 48], usize) {
    let (mut all, mut n) = ([0; 48], 0);
    features(sample.board, sample.facts, |feature| {
        all[n] = (sample.stage * FEATURES + feature) as u32;
        n += 1;
    });
    (all, n)
}

/// The root of the mean square error by stage, in discs.
fn errors(weights: &[f32], samples: &[Sample]) -> Vec<f32> {
    let mut sums = [(0.0_f64, 0_u32); STAGES];
    for sample in samples {
        let (all, n) = numbers(sample);
        let value: f32 = all[..n].iter().map(|&i| weights[i as usize]).sum();
        let (sum, count) = &mut sums[sample.stage];
        *sum += f64::from(value - sample.target).powi(2);
        *count += 1;
    }
    sums.map(|(sum, count)| (sum / f64::from(count.max(1))).sqrt() as f32 / 100.0).to_vec()
}

/// Prints the frequency of wins by score, to see how scores and results go together.
fn print_chances(weights: &[f32], samples: &[Sample]) {
    let mut wins = std::collections::BTreeMap::<i32, [u32; 3]>::new();
    for sample in samples.iter().filter(|sample| sample.stage > 0) {
        let (all, n) = numbers(sample);
        let value: f32 = all[..n].iter().map(|&i| weights[i as usize]).sum();
        let counts = wins.entry((value / 200.0).round() as i32).or_default();
        let result = if sample.target > 0.0 { 0 } else { 1 + usize::from(sample.target < 0.0) };
        counts[result] += 1;
    }
    for (score, [won, drawn, lost]) in wins.range(-10..=10) {
        let all = f64::from(won + drawn + lost);
        let share = |n: &u32| f64::from(*n) / all;
        println!("score {:+5}: won {:.3} drawn {:.3}", score * 200, share(won), share(drawn));
    }
}

pub(crate) fn run(args: &TuneArgs) -> Result<(), Failure> {
    let (epochs, greatest) = (args.epochs, args.step / 1e6);
    let (mut learnt, mut held) = (Vec::new(), Vec::new());
    for file in &args.data {
        for (n, line) in read_file(file)?.lines().enumerate() {
            let place = || format!("{}, line {}", file.display(), n + 1);
            let samples = samples(line).map_err(|e| format!("{}: {e}", place()))?;
            if n % 16 == 0 { held.extend(samples) } else { learnt.extend(samples) }
        }
    }
    println!("{} positions to learn from, {} held back", learnt.len(), held.len());
    let canonical: Vec<u32> = (0..FEATURES).map(|f| f.min(mirrored(f)) as u32).collect();
    let mut weights = vec![0.0_f32; STAGES * FEATURES];
    let mut random = Random::new(7, 0);
    for epoch in 0..epochs {
        random.shuffle(&mut learnt);
        let along = epoch as f32 / (epochs.max(2) - 1) as f32;
        let step = greatest * 0.1_f32.powf(along);
        for sample in &learnt {
            let (mut all, n) = numbers(sample);
            for i in &mut all[..n] {
                let (stage, feature) = (*i as usize / FEATURES, *i as usize % FEATURES);
                *i = (stage * FEATURES) as u32 + canonical[feature];
            }
            let value: f32 = all[..n].iter().map(|&i| weights[i as usize]).sum();
            let change = step * (sample.target - value);
            all[..n].iter().for_each(|&i| weights[i as usize] += change);
        }
        let mut both = weights.clone();
        for (i, weight) in both.iter_mut().enumerate() {
            *weight = weights[i / FEATURES * FEATURES + canonical[i % FEATURES] as usize];
        }
        println!(
            "epoch {epoch}: learnt {:.2?} held {:.2?}",
            errors(&both, &learnt),
            errors(&both, &held)
        );
        if epoch + 1 == epochs {
            print_chances(&both, &held);
        }
    }
    let rounded = Weights::from_fn(|stage, feature| {
        weights[stage * FEATURES + feature].round().clamp(-32_000.0, 32_000.0) as i16
    });
    write_file(&args.out, rounded.to_bytes())
}

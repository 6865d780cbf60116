//! Fits the weights of the evaluation to games: a logistic regression on the counts of shapes,
//! regularised towards the weights that are computed by rule.

use super::shapes::{ALL, FOUL, base, other, pair, text};
use crate::Failure;
use crate::common::{read_file, write_file};
use clap::Args;
use game::{Position as _, Side};
use gomoku::{Position, Rules, Square};
use gomoku_engine::eval::{ANY, Weights, shape};
use gomoku_engine::{Gomoku, Situation};
use search::Domain as _;
use std::path::PathBuf;

/// Hundredths that change the odds by a factor e.
const SPREAD: f64 = 120.0;
/// The weight of the result in the target; the rest is the score of the search.
const RESULT: f64 = 0.6;
/// The strength of the regularisation, as a number of positions.
const HOLD: f64 = 30.0;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  workshop gomoku --variant renju tune --out crates/gomoku-engine/src/eval/renju.txt games.txt")]
pub(crate) struct TuneArgs {
    /// Files of `data`, on boards of 15×15.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where the weights are written; standard output if absent.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// A training position: counts of weights, and its value for the side to move.
struct Sample {
    counts: Vec<(u16, f32)>,
    black: bool,
    target: f64,
}

/// The counts of one side in one role, from `base` on.
fn count(position: &Position, side: Side, base: usize, sign: f32, counts: &mut [f32]) {
    count_points(position, side, base, sign, counts);
    for (n, &threat) in ANY.iter().enumerate() {
        if position.count(side, threat) > 0 {
            counts[base + FOUL + 1 + n] += sign;
        }
    }
}

fn count_points(position: &Position, side: Side, base: usize, sign: f32, counts: &mut [f32]) {
    for square in position.empty().iter() {
        let patterns = position.patterns(square, side);
        match shape(patterns, side, position.rules()) {
            None => counts[base + FOUL] += sign,
            Some([a, b, c, d]) => {
                counts[base + pair(a as usize, b as usize)] += sign;
                counts[base + other(c as usize)] += sign;
                counts[base + other(d as usize)] += sign;
            }
        }
    }
}

fn samples(rules: Rules, text: &str) -> Vec<Sample> {
    let mut all = Vec::new();
    for game in text.lines() {
        let mut words = game.split_whitespace();
        let Some(result) = words.next().and_then(|w| w.parse::<f64>().ok()) else { continue };
        let _ = words.next();
        let mut position = Position::new(rules, 15);
        for word in words {
            let Some((m, score)) = word.split_once(':') else { break };
            let Ok(m) = Square::read(m) else { break };
            let us = position.side_to_move();
            let situation = Gomoku::new(rules).info(&position);
            let free = matches!(situation, Situation::Free | Situation::Limited(_));
            if let (true, Ok(score)) = (free, score.parse::<f64>()) {
                let mut counts = vec![0.0; ALL];
                count(&position, us, base(rules, us, 0), 1.0, &mut counts);
                count(&position, us.other(), base(rules, us.other(), 1), -1.0, &mut counts);
                let result = if us == Side::First { result } else { 1.0 - result };
                let thought = 1.0 / (1.0 + (-score / SPREAD).exp());
                let counts = counts.iter().enumerate().filter(|(_, c)| **c != 0.0);
                all.push(Sample {
                    counts: counts.map(|(n, &c)| (n as u16, c)).collect(),
                    black: us == Side::First,
                    target: RESULT * result + (1.0 - RESULT) * thought,
                });
            }
            position.make(m, &mut game::Silent);
        }
    }
    all
}

fn prior(rules: Rules) -> Vec<f64> {
    let mut all = vec![0.0; ALL];
    for side in Side::ALL {
        for (waits, moves) in [(0, true), (1, false)] {
            let weights = Weights::by_rule(moves);
            let at = base(rules, side, waits);
            for a in 0..12 {
                for b in 0..12 {
                    all[at + pair(a, b)] = f64::from(weights.pairs[a][b]);
                }
                all[at + other(a)] = f64::from(weights.rest[a]);
            }
            all[at + FOUL] = f64::from(weights.foul);
        }
    }
    all
}

fn fit(rules: Rules, samples: &[Sample]) -> String {
    let prior = prior(rules);
    let mut weights = prior.clone();
    let mut tempo = [8.0_f64; 2];
    let (train, test) = samples.split_at(samples.len() * 9 / 10);
    let value = |s: &Sample, weights: &[f64], tempo: [f64; 2]| {
        let sum: f64 = s.counts.iter().map(|&(n, c)| weights[n as usize] * f64::from(c)).sum();
        sum / 16.0 + tempo[usize::from(!s.black)]
    };
    let guess = |v: f64| 1.0 / (1.0 + (-v / SPREAD).exp());
    let loss = |set: &[Sample], weights: &[f64], tempo| {
        let sum: f64 = set
            .iter()
            .map(|s| {
                let p = guess(value(s, weights, tempo)).clamp(1e-9, 1.0 - 1e-9);
                -(s.target * p.ln() + (1.0 - s.target) * (1.0 - p).ln())
            })
            .sum();
        sum / set.len().max(1) as f64
    };
    let n = train.len() as f64;
    let (mut first, mut second) = (vec![0.0; weights.len() + 2], vec![0.0; weights.len() + 2]);
    for step in 1..=600 {
        let mut gradient = vec![0.0; weights.len() + 2];
        for s in train {
            let error = guess(value(s, &weights, tempo)) - s.target;
            for &(at, c) in &s.counts {
                gradient[at as usize] += error * f64::from(c) / n;
            }
            gradient[weights.len() + usize::from(!s.black)] += error / n;
        }
        for (at, g) in gradient.iter_mut().enumerate() {
            if let Some(weight) = weights.get(at) {
                *g += HOLD / n * (weight - prior[at]) / 400.0;
            }
            first[at] = 0.9 * first[at] + 0.1 * *g;
            second[at] = 0.999 * second[at] + 0.001 * *g * *g;
            let (m, v) =
                (first[at] / (1.0 - 0.9_f64.powi(step)), second[at] / (1.0 - 0.999_f64.powi(step)));
            let rate = if step < 400 { 2.0 } else { 0.5 };
            let change = rate * m / (v.sqrt() + 1e-9);
            match weights.get_mut(at) {
                Some(weight) => *weight -= change,
                None => tempo[at - prior.len()] -= change / 4.0,
            }
        }
        if step % 50 == 0 {
            let (a, b) = (loss(train, &weights, tempo), loss(test, &weights, tempo));
            eprintln!(
                "step {step}: loss {a:.5}, held out {b:.5} (rule {:.5})",
                loss(test, &prior, [8.0; 2])
            );
        }
    }
    text(rules, tempo, &weights)
}

pub(crate) fn run(rules: Rules, args: &TuneArgs) -> Result<(), Failure> {
    let mut all = Vec::new();
    for file in &args.data {
        all.extend(samples(rules, &read_file(file)?));
    }
    eprintln!("{} positions", all.len());
    if all.is_empty() {
        return Err("the files have no positions to fit to".into());
    }
    let weights = fit(rules, &all);
    match &args.out {
        Some(file) => write_file(file, weights)?,
        None => print!("{weights}"),
    }
    Ok(())
}

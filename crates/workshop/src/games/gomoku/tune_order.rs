//! Fits the order of quiet moves to games.
//!
//! The features are those of the evaluation: the patterns that a stone makes, and those of the
//! opponent that it prevents. The fit is a logistic regression of the played move against all other
//! candidates (a softmax), regularised towards the order that is computed by rule.

use super::shapes::{ALL, FOUL, ROLE, base, other, pair, text};
use crate::Failure;
use crate::common::{read_file, write_file};
use clap::Args;
use game::{Position as _, Side};
use gomoku::{Position, Rules, Square};
use gomoku_engine::eval::shape;
use gomoku_engine::order::WORTH;
use gomoku_engine::{Gomoku, Situation};
use search::{Domain as _, Stage};
use std::path::PathBuf;

/// Units of an order (of history) to a factor e in the odds.
const UNIT: f64 = 512.0;
/// The strength of the regularisation, as a number of moves.
const HOLD: f64 = 3.0;
/// Units of an order by rule to one of [`WORTH`].
const BY_RULE: f64 = 16.0;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  workshop gomoku --variant renju tune-order --out crates/gomoku-engine/src/order/renju.txt games.txt")]
pub(crate) struct TuneOrderArgs {
    /// Files of `data`, on boards of 15×15.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Where the weights are written; standard output if absent.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

type Features = [u16; 6];
/// The index of a weight that is always zero, for points with fewer features.
const NONE: u16 = ALL as u16;

fn features(position: &Position, m: Square) -> Features {
    let mut all = [NONE; 6];
    let us = position.side_to_move();
    for (waits, side) in [us, us.other()].into_iter().enumerate() {
        let at = base(position.rules(), side, waits);
        let slots = &mut all[3 * waits..][..3];
        match shape(position.patterns(m, side), side, position.rules()) {
            None => slots[0] = (at + FOUL) as u16,
            Some([a, b, c, d]) => {
                slots[0] = (at + pair(a as usize, b as usize)) as u16;
                slots[1] = (at + other(c as usize)) as u16;
                slots[2] = (at + other(d as usize)) as u16;
            }
        }
    }
    all
}

struct Choice {
    candidates: Vec<Features>,
    chosen: usize,
}

fn choices(rules: Rules, text: &str) -> Vec<Choice> {
    let mut all = Vec::new();
    for game in text.lines() {
        let mut words = game.split_whitespace();
        let _ = words.next();
        let Some(before) = words.next().and_then(|w| w.parse::<usize>().ok()) else { continue };
        let mut position = Position::new(rules, 15);
        for (ply, word) in words.enumerate() {
            let Some((m, _)) = word.split_once(':') else { break };
            let Ok(square) = Square::read(m) else { break };
            let domain = Gomoku::new(rules);
            let info = domain.info(&position);
            let open =
                matches!(info, Situation::Free | Situation::Limited(_) | Situation::Answer(_));
            if ply >= before && open {
                let mut moves = Vec::new();
                domain.generate(&position, &info, Stage::Quiet, &mut |m| moves.extend(m.square()));
                if let Some(chosen) = moves.iter().position(|&other| other == square)
                    && moves.len() > 1
                {
                    let candidates = moves.iter().map(|&m| features(&position, m)).collect();
                    all.push(Choice { candidates, chosen });
                }
            }
            position.make(square.into(), &mut game::NullObserver);
        }
    }
    all
}

/// The order by rule, in exponents of e.
fn prior(rules: Rules) -> Vec<f64> {
    let mut all = vec![0.0; ALL + 1];
    for side in Side::ALL {
        for (waits, scale) in [(0, 1.25), (1, 1.0)] {
            let at = base(rules, side, waits);
            let worth = |p: usize| f64::from(WORTH[p]) * BY_RULE * scale / UNIT;
            for a in 0..12 {
                for b in 0..=a {
                    let (x, y) = (worth(a), worth(b));
                    all[at + pair(a, b)] = x.max(y) + 2.0 * x.min(y);
                }
                all[at + other(a)] = worth(a);
            }
        }
    }
    all
}

/// The loss of a set, the number of times that the played move came first, and the gradient.
fn pass(set: &[Choice], weights: &[f64], mut gradient: Option<&mut [f64]>) -> (f64, f64, f64) {
    let (mut loss, mut first, mut rank_sum) = (0.0, 0, 0.0);
    let mut scores = Vec::new();
    for choice in set {
        scores.clear();
        scores.extend(
            choice.candidates.iter().map(|f| f.iter().map(|&n| weights[n as usize]).sum::<f64>()),
        );
        let most = scores.iter().copied().fold(f64::MIN, f64::max);
        let own = scores[choice.chosen];
        let rank = scores.iter().filter(|s| **s > own).count();
        first += usize::from(rank == 0);
        rank_sum += rank as f64;
        let sum: f64 = scores.iter().map(|s| (s - most).exp()).sum();
        loss += sum.ln() + most - own;
        if let Some(gradient) = &mut gradient {
            for (n, (f, s)) in choice.candidates.iter().zip(&scores).enumerate() {
                let error = (s - most).exp() / sum - f64::from(u8::from(n == choice.chosen));
                for &at in f {
                    gradient[at as usize] += error;
                }
            }
        }
    }
    let n = set.len().max(1) as f64;
    (loss / n, first as f64 / n, rank_sum / n)
}

fn fit(rules: Rules, all: &[Choice]) -> String {
    let prior = prior(rules);
    let mut weights = prior.clone();
    let (train, test) = all.split_at(all.len() * 9 / 10);
    let (mut one, mut two) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
    let (loss, first, rank) = pass(test, &weights, None);
    eprintln!("rule: held out {loss:.4}, first {first:.3}, mean rank {rank:.2}");
    let n = train.len() as f64;
    for step in 1..=150 {
        let mut gradient = vec![0.0; weights.len()];
        let (loss, ..) = pass(train, &weights, Some(&mut gradient));
        for at in 0..weights.len() - 1 {
            let g = (gradient[at] + HOLD * (weights[at] - prior[at])) / n;
            one[at] = 0.9 * one[at] + 0.1 * g;
            two[at] = 0.999 * two[at] + 0.001 * g * g;
            let (m, v) =
                (one[at] / (1.0 - 0.9_f64.powi(step)), two[at] / (1.0 - 0.999_f64.powi(step)));
            let rate = if step < 100 { 0.05 } else { 0.02 };
            weights[at] -= rate * m / (v.sqrt() + 1e-9);
        }
        if step % 25 == 0 {
            let (held, first, rank) = pass(test, &weights, None);
            eprintln!(
                "step {step}: {loss:.4}, held out {held:.4}, first {first:.3}, mean rank {rank:.2}"
            );
        }
    }
    let weights: Vec<f64> = weights.iter().map(|weight| UNIT * weight).collect();
    text(rules, [0.0; 2], &relative(&weights))
}

/// Only differences matter in an order: the weights are shifted so that an empty pattern is 0.
fn relative(weights: &[f64]) -> Vec<f64> {
    let mut all = weights.to_vec();
    for role in all.chunks_exact_mut(ROLE) {
        let (nothing, rest) = (role[pair(0, 0)], role[other(0)]);
        role[..other(0)].iter_mut().for_each(|weight| *weight -= nothing);
        role[other(0)..FOUL].iter_mut().for_each(|weight| *weight -= rest);
        role[FOUL] -= nothing + 2.0 * rest;
    }
    all
}

pub(crate) fn run(rules: Rules, args: &TuneOrderArgs) -> Result<(), Failure> {
    let mut all = Vec::new();
    for file in &args.data {
        all.extend(choices(rules, &read_file(file)?));
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

//! Fits the weights of the evaluation to games that the engine plays against itself.
//!
//! ```text
//! tune_eval play VARIANT GAMES NODES SEED [WEIGHTS] > games.txt
//! tune_eval fit VARIANT FILE… > src/eval/VARIANT.txt
//! ```
//!
//! VARIANT is freestyle, standard or renju. A line of a file is a game: its result for Black
//! (1, 0.5, 0), how many moves its random opening has, then `move:score` for each move, the
//! score being what the search thought before it, for the side to move (`-` where it was
//! proven or nothing pressed for judgement). The fit is a logistic regression on the counts of
//! shapes, held to the weights that are filled by rule.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example prints")]

mod common;

use common::{ALL, FOUL, base, other, pair, rules, text};
use game::{Key, Line, Outcome, Position as _, Side};
use gomoku::{Position, Rules, Square, judge};
use gomoku_engine::eval::{ANY, Values, WeightSet, Weights, shape};
use gomoku_engine::{Gomoku, GomokuEngine, SearchRequest, Situation};
use search::{Configure as _, Domain as _, Limits, NoClock, NoSignal};
use std::error::Error;
use std::sync::Arc;

/// Hundredths that change the odds by a factor e.
const SPREAD: f64 = 120.0;
/// How much the result counts in the target; the rest is what the search thought.
const RESULT: f64 = 0.6;
/// How strongly the weights are held to the rule: positions' worth of evidence.
const HOLD: f64 = 30.0;

fn next(seed: &mut u64) -> u64 {
    *seed = Key::random(*seed).0;
    *seed >> 16
}

/// Random stones near the centre and each other that neither side has spoilt.
fn opening(engine: &mut GomokuEngine, rules: Rules, seed: &mut u64) -> Line<Position> {
    loop {
        let size = 15;
        let mut line = Line::new(Position::new(rules, size));
        let plies = 3 + next(seed) % 6;
        let reach = 2 + next(seed) % 4;
        for _ in 0..plies {
            let mut at = || (7 - reach + next(seed) % (2 * reach + 1)) as u8;
            let square = Square::new(at(), at()).expect("near the centre");
            if line.position().is_legal(square) {
                line.push(square);
            }
        }
        engine.new_game();
        let request = SearchRequest { limits: Limits::nodes(4000), ..SearchRequest::default() };
        let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
        if found.score().value().abs() <= 150 {
            return line;
        }
    }
}

fn play(rules: Rules, games: u64, nodes: u64, mut seed: u64, weights: Option<WeightSet>) {
    let mut engine = GomokuEngine::new(16);
    engine.set_values(weights.map(|weights| Arc::new(Values::new(rules, &weights))));
    for _ in 0..games {
        let mut line = opening(&mut engine, rules, &mut seed);
        let before = line.len();
        let mut scores = vec!["-".to_owned(); before];
        engine.new_game();
        let outcome = loop {
            if let Some(verdict) = judge(&line) {
                break verdict.outcome;
            }
            let side = line.position().side_to_move();
            let limits = Limits::nodes(nodes / 2 + next(&mut seed) % nodes.max(1));
            let request = SearchRequest { limits, ..SearchRequest::default() };
            let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
            let Some(m) = found.best() else { break Outcome::Draw };
            let score = found.score();
            scores.push(if score.is_decisive() { "-".into() } else { score.value().to_string() });
            line.push(m);
            if score.is_win() {
                break Outcome::win_of(side);
            }
        };
        let result = match outcome.winner() {
            None => "0.5",
            Some(Side::First) => "1",
            Some(Side::Second) => "0",
        };
        let moves: Vec<String> = line
            .plies()
            .iter()
            .zip(&scores)
            .filter_map(|(ply, score)| ply.mv.map(|m| format!("{m}:{score}")))
            .collect();
        println!("{result} {before} {}", moves.join(" "));
    }
}

/// A position to learn from: counts of weights, and what it was worth to the side to move.
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
            let free = Gomoku::new(rules).info(&position) == Situation::Free;
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

fn fit(rules: Rules, samples: &[Sample]) {
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
    print!("{}", text(rules, tempo, &weights));
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args.as_slice() {
        ["play", variant, games, nodes, seed, weights @ ..] => {
            let weights = match weights.first() {
                Some(file) => Some(WeightSet::read(&std::fs::read_to_string(file)?)?),
                None => None,
            };
            play(rules(variant)?, games.parse()?, nodes.parse()?, seed.parse()?, weights);
        }
        ["fit", variant, files @ ..] => {
            let rules = rules(variant)?;
            let mut all = Vec::new();
            for file in files {
                all.extend(samples(rules, &std::fs::read_to_string(file)?));
            }
            eprintln!("{} positions", all.len());
            fit(rules, &all);
        }
        _ => return Err("tune_eval play … | fit …: see the head of the file".into()),
    }
    Ok(())
}

//! Fits the evaluation to games (Texel's method): terms and shapes.
//!
//! The loss is the divergence between the expected result of the evaluation, `1 / (1 + exp(−score /
//! curve))`, and a target: the game's result mixed with that of the search's score. Positions in
//! which a side can capture are left out, because the search does not evaluate them. The gradient of a
//! batch is computed by two threads. Each number is drawn to its initial value: a term to that in use, a
//! shape to zero or to that of `--from`. Every twentieth game is held out and only measured. The terms are
//! printed; the shapes are written to `--out`.

use super::rows::{Data, Row, chance, cross_entropy};
use crate::Failure;
use crate::common::write_file;
use crate::random::Random;
use clap::Args;
use draughts_engine::Playable;
use draughts_engine::eval::shapes::{CODES, GREATEST, Shapes};
use draughts_engine::eval::{Evaluation, TERMS, Term, Weights};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Files of `data`, and packed files or folders of `yiqi datagen`.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// Shapes to begin with and to be drawn to, instead of zero.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Where the shapes are written.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[arg(long, default_value_t = 30)]
    epochs: usize,
    /// How much the result counts against the score, from 0 to 1.
    #[arg(long, default_value_t = 0.6)]
    result: f32,
    /// Thousandths of a man to the logistic curve's unit; fitted to the data when 0.
    #[arg(long, default_value_t = 0.0)]
    curve: f32,
    /// Expected error of a term, in thousandths of a man.
    #[arg(long, default_value_t = 300.0)]
    prior: f32,
    /// Expected size of a shape, in thousandths of a man.
    #[arg(long, default_value_t = 120.0)]
    shape_prior: f32,
    /// Size of a step at the beginning.
    #[arg(long, default_value_t = 8.0)]
    rate: f32,
}

/// The number of arrangements of men on half a window.
const HALVES: usize = 81;

/// All parameters: terms, shapes, halves of shapes; each for the opening and for the end.
struct Model {
    numbers: Vec<[f32; 2]>,
    windows: usize,
    curve: f32,
}

/// The evaluation of a row for White, and the divisor that was applied.
struct Value {
    white: f32,
    divisor: f32,
}

impl Model {
    /// The parameters that a window's code adds up: the shape's own, and those of its upper, middle
    /// and lower four squares. The value of a rare shape thus follows from its parts.
    #[inline(always)]
    fn parts(&self, window: usize, code: u16) -> [usize; 4] {
        let code = usize::from(code);
        let halves = TERMS + self.windows * CODES + window * 3 * HALVES;
        [
            TERMS + window * CODES + code,
            halves + code % HALVES,
            halves + HALVES + code / 9 % HALVES,
            halves + 2 * HALVES + code / HALVES,
        ]
    }

    #[inline(always)]
    fn shape(&self, window: usize, code: u16) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for part in self.parts(window, code) {
            sum[0] += self.numbers[part][0];
            sum[1] += self.numbers[part][1];
        }
        sum
    }

    #[inline]
    fn value(&self, row: &Row) -> Value {
        let mut sum = [0.0_f32; 2];
        for (number, &times) in self.numbers.iter().zip(&row.terms) {
            sum[0] += number[0] * f32::from(times);
            sum[1] += number[1] * f32::from(times);
        }
        for window in 0..self.windows {
            let white = self.shape(window, row.codes[window]);
            let black = self.shape(window, row.codes[window + self.windows]);
            sum[0] += white[0] - black[0];
            sum[1] += white[1] - black[1];
        }
        let raw = sum[0] * row.phase + sum[1] * (1.0 - row.phase);
        let divisor = row.divisors[usize::from(raw < 0.0)];
        Value { white: raw / divisor, divisor }
    }

    /// The cross entropy of the evaluation against the target, minus the target's own entropy.
    fn loss(&self, rows: &[Row]) -> f64 {
        let sum: f64 = rows
            .iter()
            .map(|row| {
                let p = chance(self.value(row).white, self.curve);
                cross_entropy(p, row.target) - cross_entropy(row.target, row.target)
            })
            .sum();
        sum / rows.len().max(1) as f64
    }

    #[inline]
    fn add_gradient(&self, row: &Row, gradient: &mut [[f32; 2]]) {
        let value = self.value(row);
        let error = (chance(value.white, self.curve) - row.target) / self.curve / value.divisor;
        let error = [error * row.phase, error * (1.0 - row.phase)];
        let mut add = |at: usize, times: f32| {
            gradient[at][0] += error[0] * times;
            gradient[at][1] += error[1] * times;
        };
        for (term, &times) in row.terms.iter().enumerate() {
            add(term, f32::from(times));
        }
        for window in 0..self.windows {
            for part in self.parts(window, row.codes[window]) {
                add(part, 1.0);
            }
            for part in self.parts(window, row.codes[window + self.windows]) {
                add(part, -1.0);
            }
        }
    }

    /// The gradient of a batch: that of each half.
    fn gradient(&self, rows: &[Row], batch: &[u32], into: &mut [Vec<[f32; 2]>; 2]) {
        let halves = batch.split_at(batch.len() / 2);
        std::thread::scope(|scope| {
            for (half, into) in [halves.0, halves.1].into_iter().zip(into) {
                scope.spawn(move || {
                    into.fill([0.0; 2]);
                    for &i in half {
                        self.add_gradient(&rows[i as usize], into);
                    }
                });
            }
        });
    }

    /// Runs Adam over shuffled batches; the steps shrink to zero.
    fn fit(&mut self, data: &Data, options: &TuneArgs) {
        const BATCH: usize = 16_384;
        let start: Vec<_> = self.numbers.clone();
        let zero = vec![[0.0_f32; 2]; start.len()];
        let (mut first, mut second) = (zero.clone(), zero.clone());
        let mut gradient = [zero.clone(), zero];
        let mut order: Vec<u32> = (0..data.rows.len() as u32).collect();
        let mut random = Random::new(1, 0);
        let mut step = 0;
        for epoch in 0..options.epochs {
            random.shuffle(&mut order);
            let rate = options.rate * (1.0 - epoch as f32 / options.epochs as f32).max(0.02);
            for batch in order.chunks(BATCH) {
                self.gradient(&data.rows, batch, &mut gradient);
                step += 1;
                let correction = [1.0 - 0.9_f32.powi(step), 1.0 - 0.999_f32.powi(step)];
                let samples = data.rows.len() as f32;
                for (k, number) in self.numbers.iter_mut().enumerate() {
                    let prior = if k < TERMS { options.prior } else { options.shape_prior };
                    for phase in 0..2 {
                        let pull = (number[phase] - start[k][phase]) / (prior * prior) / samples;
                        let sum = gradient[0][k][phase] + gradient[1][k][phase];
                        let g = sum / batch.len() as f32 + pull;
                        let m = &mut first[k][phase];
                        let v = &mut second[k][phase];
                        *m = 0.9 * *m + 0.1 * g;
                        *v = 0.999 * *v + 0.001 * g * g;
                        let (m, v) = (*m / correction[0], *v / correction[1]);
                        number[phase] -= rate * m / (v.sqrt() + 1e-10);
                    }
                }
            }
            if epoch % 5 == 4 || epoch + 1 == options.epochs {
                let (loss, held_out) = (self.loss(&data.rows), self.loss(&data.held_out));
                println!("epoch {:3}  loss {loss:.5}  held out {held_out:.5}", epoch + 1);
            }
        }
    }

    fn print_terms(&self) {
        for term in Term::ALL {
            let [opening, end] = self.numbers[*term as usize];
            println!("    ({}, [{opening:.0}, {end:.0}]),", term.name());
        }
    }

    fn shapes(&self) -> Result<Shapes, Failure> {
        let most = f32::from(GREATEST);
        let whole = |value: f32| value.round().clamp(-most, most) as i16;
        let codes = |window| (0..CODES as u16).map(move |code| self.shape(window, code).map(whole));
        Ok(Shapes::new((0..self.windows).flat_map(codes).collect())?)
    }
}

pub(crate) fn run<V: Playable>(options: &TuneArgs) -> Result<(), Failure> {
    let evaluation = Evaluation::<V>::new();
    let mut data = Data::default();
    let mut games = 0;
    for path in &options.data {
        games += data.read(path, &evaluation)?;
    }
    let curve = if options.curve > 0.0 { options.curve } else { data.fit_curve() };
    data.aim(curve, options.result);
    let (count, held_out) = (data.rows.len(), data.held_out.len());
    if count == 0 {
        return Err("the files have no positions to fit to".into());
    }
    println!("{games} games, {count} positions, {held_out} held out, curve {curve}");
    let windows = Evaluation::<V>::WINDOWS;
    let terms = Weights::of(&V::RULES).terms.map(|pair| pair.map(|n| n as f32));
    let mut numbers = terms.to_vec();
    numbers.resize(TERMS + windows * (CODES + 3 * HALVES), [0.0; 2]);
    if let Some(from) = &options.from {
        let shapes = Shapes::from_bytes(&std::fs::read(from)?)?;
        for (number, &value) in numbers[TERMS..].iter_mut().zip(shapes.values()) {
            *number = value.map(f32::from);
        }
    }
    let mut model = Model { numbers, windows, curve };
    println!(
        "beginning   loss {:.5}  held out {:.5}",
        model.loss(&data.rows),
        model.loss(&data.held_out)
    );
    model.fit(&data, options);
    model.print_terms();
    if let Some(out) = &options.out {
        write_file(out, model.shapes()?.to_bytes())?;
    }
    Ok(())
}

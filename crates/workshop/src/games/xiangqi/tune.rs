//! Fits the numbers of the evaluation to games (Texel's method), and writes the table again.
//!
//! The evaluation, passed through a logistic curve, is fitted to a mix of the result and of the
//! score passed through the same curve, by Adam on the cross entropy. A number with little evidence
//! in the data stays near its old value: `--prior` is the standard deviation, in centipawns, of its
//! error; `--smooth` that of the difference between the corrections of neighbours on the board or
//! in a row. Every twentieth block of 1,000 lines is held out and only measured.

use crate::Failure;
use crate::common::{read_file, write_file};
use clap::Args;
use game::Key;
use std::fmt::Write as _;
use std::path::PathBuf;
use xiangqi::Position;
use xiangqi_engine::eval::{Sample, weights};

const SCALES: usize = 121;
/// The indices of the endgame's numbers and of the scale table among the parameters.
const ENDGAME: usize = weights::COUNT;
const SCALE: usize = 2 * weights::COUNT;
const PARAMETERS: usize = 2 * weights::COUNT + SCALES;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  workshop xiangqi tune --out crates/xiangqi-engine/src/eval/weights/table.rs data/*.txt

Data of an earlier fit should be fitted again from the table before it (--from); otherwise they count
twice.")]
pub(crate) struct TuneArgs {
    /// Files of `data`.
    #[arg(required = true, value_name = "FILE")]
    data: Vec<PathBuf>,
    /// The table to write anew; it must be there already.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A table to start from and to stay near to, instead of the one compiled in.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[arg(long, default_value_t = 40)]
    epochs: usize,
    /// How much the result counts against the score, from 0 to 1.
    #[arg(long, default_value_t = 0.5)]
    result: f32,
    /// Centipawns to the logistic curve's unit; fitted to the data when 0.
    #[arg(long, default_value_t = 0.0)]
    curve: f32,
    /// Expected error of a number, in centipawns.
    #[arg(long, default_value_t = 25.0)]
    prior: f32,
    /// Expected difference between the corrections of neighbours, in centipawns.
    #[arg(long, default_value_t = 10.0)]
    smooth: f32,
    /// Size of a step at the beginning.
    #[arg(long, default_value_t = 1.0)]
    rate: f32,
}

/// All samples, terms in one row.
#[derive(Default)]
struct Data {
    terms: Vec<(u16, i16)>,
    samples: Vec<Row>,
}

struct Row {
    end: usize,
    phase: f32,
    scale: [u8; 2],
    fresh: f32,
    score: f32,
    result: f32,
    target: f32,
}

impl Data {
    fn read(&mut self, text: &str, held_out: &mut Self) {
        for (number, line) in text.lines().enumerate() {
            let mut parts = line.split('|').map(str::trim);
            let (Some(fen), Some(score), Some(result)) = (parts.next(), parts.next(), parts.next())
            else {
                continue;
            };
            let (Ok(position), Ok(score), Ok(result)) =
                (fen.parse::<Position>(), score.parse::<f32>(), result.parse::<f32>())
            else {
                continue;
            };
            let sample = Sample::of(&position);
            let into = if number / 1000 % 20 == 19 { &mut *held_out } else { &mut *self };
            into.terms.extend_from_slice(&sample.terms);
            into.samples.push(Row {
                end: into.terms.len(),
                phase: f32::from(sample.phase) / 16.0,
                scale: sample.scale,
                fresh: sample.fresh,
                score,
                result: result / 2.0,
                target: 0.0,
            });
        }
    }

    fn terms_of(&self, i: usize) -> &[(u16, i16)] {
        let start = if i == 0 { 0 } else { self.samples[i - 1].end };
        &self.terms[start..self.samples[i].end]
    }

    fn aim(&mut self, curve: f32, result: f32) {
        for row in &mut self.samples {
            row.target = result * row.result + (1.0 - result) * chance(row.score, curve);
        }
    }

    /// Mean cross entropy of `what` against the target.
    fn loss(&self, parameters: &[f32], curve: f32) -> f64 {
        let mut loss = 0.0;
        for i in 0..self.samples.len() {
            let p = chance(self.evaluate(i, parameters).red, curve).clamp(1e-6, 1.0 - 1e-6);
            let t = self.samples[i].target;
            loss -= f64::from(t * p.ln() + (1.0 - t) * (1.0 - p).ln());
        }
        loss / self.samples.len().max(1) as f64
    }

    #[inline]
    fn evaluate(&self, i: usize, parameters: &[f32]) -> Value {
        let row = &self.samples[i];
        let (mut middlegame, mut endgame) = (0.0, 0.0);
        for &(index, times) in self.terms_of(i) {
            let times = f32::from(times);
            middlegame += times * parameters[usize::from(index)];
            endgame += times * parameters[ENDGAME + usize::from(index)];
        }
        let raw = row.phase * middlegame + (1.0 - row.phase) * endgame;
        let scale = SCALE + usize::from(row.scale[usize::from(raw < 0.0)]);
        Value { raw, scale, red: raw * parameters[scale] / 64.0 * row.fresh }
    }
}

struct Value {
    raw: f32,
    scale: usize,
    red: f32,
}

/// The expected result of a score.
fn chance(score: f32, curve: f32) -> f32 {
    1.0 / (1.0 + (-score / curve).exp())
}

/// The curve with which the search's scores predict the results best.
fn fit_curve(data: &Data) -> f32 {
    let loss = |curve: f32| -> f64 {
        data.samples
            .iter()
            .map(|row| {
                let p = chance(row.score, curve).clamp(1e-6, 1.0 - 1e-6);
                -f64::from(row.result * p.ln() + (1.0 - row.result) * (1.0 - p).ln())
            })
            .sum()
    };
    let mut best = (f64::INFINITY, 0.0);
    for tens in 8..100 {
        let curve = tens as f32 * 10.0;
        let l = loss(curve);
        if l < best.0 {
            best = (l, curve);
        }
    }
    best.1
}

fn shipped() -> Vec<f32> {
    let mut parameters = vec![0.0; PARAMETERS];
    for index in 0..weights::COUNT {
        let value = weights::value(index);
        parameters[index] = value.middlegame() as f32;
        parameters[ENDGAME + index] = value.endgame() as f32;
    }
    for index in 0..SCALES {
        parameters[SCALE + index] = f32::from(weights::scale(index));
    }
    parameters
}

/// The numbers of a table as text, which must have the blocks of the one compiled in.
fn read_table(text: &str) -> Result<Vec<f32>, Failure> {
    let (pairs, scale) = text.split_once("SCALE: [u8; 121] = [").ok_or("no scale table")?;
    let pairs = pairs.split_once("weights! {").ok_or("no weights")?.1;
    let mut parameters = vec![0.0; PARAMETERS];
    let mut index = 0;
    for line in pairs.lines().take_while(|line| *line != "}") {
        // A block's description may have parentheses, but it stands before the block's bracket.
        let numbers = line.split_once("= [").map_or(line, |(_, numbers)| numbers);
        for pair in numbers.split('(').skip(1) {
            let pair = pair.split(')').next().ok_or("a pair has no end")?;
            let (middlegame, endgame) = pair.split_once(',').ok_or("a pair has two numbers")?;
            if index >= weights::COUNT {
                return Err("too many numbers".into());
            }
            parameters[index] = middlegame.trim().parse()?;
            parameters[ENDGAME + index] = endgame.trim().parse()?;
            index += 1;
        }
    }
    let scale = scale.lines().flat_map(|line| line.split("//").next().unwrap_or("").split(','));
    let scale = scale.filter_map(|number| number.trim().parse().ok());
    for (place, value) in parameters[SCALE..].iter_mut().zip(scale) {
        *place = value;
    }
    if index == weights::COUNT { Ok(parameters) } else { Err("too few numbers".into()) }
}

/// Neighbouring numbers: points of the board, or steps of a count.
fn neighbours() -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for block in weights::blocks() {
        let range = block.range();
        let rows = match block.name {
            "PLACE_CHARIOT" | "PLACE_HORSE" | "PLACE_CANNON" | "PLACE_PAWN" => 5,
            "HOLLOW_FILE" | "GATHERED" | "OUTNUMBERED" | "KING_SEEN" => range.len(),
            name if name.starts_with("MOVES_") => range.len(),
            "DANGER" => 24,
            "CROSSED" => 6,
            _ => continue,
        };
        for place in 0..range.len() {
            let index = range.start + place;
            if place % rows + 1 < rows {
                pairs.push((index, index + 1));
            }
            if rows == 5 && place + rows < range.len() {
                pairs.push((index, index + rows));
            }
        }
    }
    let endgame: Vec<_> = pairs.iter().map(|&(a, b)| (ENDGAME + a, ENDGAME + b)).collect();
    pairs.extend(endgame);
    for place in 0..SCALES {
        if place % 11 < 10 {
            pairs.push((SCALE + place, SCALE + place + 1));
        }
        if place + 11 < SCALES {
            pairs.push((SCALE + place, SCALE + place + 11));
        }
    }
    pairs
}

const BATCH: usize = 4096;

fn fit(data: &Data, held_out: &Data, start: &[f32], options: &TuneArgs, curve: f32) -> Vec<f32> {
    let mut parameters = start.to_vec();
    let (mut first, mut second) = (vec![0.0_f32; PARAMETERS], vec![0.0_f32; PARAMETERS]);
    let mut gradient = vec![0.0_f32; PARAMETERS];
    let neighbours = neighbours();
    let mut order: Vec<u32> = (0..data.samples.len() as u32).collect();
    let mut random = 0;
    let mut step = 0;
    for epoch in 0..options.epochs {
        for i in (1..order.len()).rev() {
            random += 1;
            order.swap(i, (Key::random(random).0 % (i as u64 + 1)) as usize);
        }
        let rate = options.rate * (1.0 - epoch as f32 / options.epochs as f32).max(0.02);
        for batch in order.chunks(BATCH) {
            gradient.fill(0.0);
            for &i in batch {
                add_gradient(data, i as usize, &parameters, curve, &mut gradient);
            }
            step += 1;
            // The priors count once for all samples; a batch counts its share.
            let share = batch.len() as f32 / data.samples.len() as f32;
            for &(a, b) in &neighbours {
                let bend = (parameters[a] - start[a]) - (parameters[b] - start[b]);
                let pull = share * bend / (options.smooth * options.smooth);
                gradient[a] += pull;
                gradient[b] -= pull;
            }
            for k in 0..PARAMETERS {
                let pull = share * (parameters[k] - start[k]) / (options.prior * options.prior);
                let g = (gradient[k] + pull) / batch.len() as f32;
                first[k] = 0.9 * first[k] + 0.1 * g;
                second[k] = 0.999 * second[k] + 0.001 * g * g;
                let m = first[k] / (1.0 - 0.9_f32.powi(step));
                let v = second[k] / (1.0 - 0.999_f32.powi(step));
                parameters[k] -= rate * m / (v.sqrt() + 1e-9);
            }
            for scale in &mut parameters[SCALE..] {
                *scale = scale.clamp(1.0, 64.0);
            }
        }
        if epoch % 5 == 4 || epoch + 1 == options.epochs {
            println!(
                "epoch {:3}  loss {:.5}  held out {:.5}",
                epoch + 1,
                data.loss(&parameters, curve),
                held_out.loss(&parameters, curve)
            );
        }
    }
    parameters
}

#[inline]
fn add_gradient(data: &Data, i: usize, parameters: &[f32], curve: f32, gradient: &mut [f32]) {
    let row = &data.samples[i];
    let value = data.evaluate(i, parameters);
    let error = (chance(value.red, curve) - row.target) / curve * row.fresh;
    let outer = error * parameters[value.scale] / 64.0;
    let (middlegame, endgame) = (outer * row.phase, outer * (1.0 - row.phase));
    for &(index, times) in data.terms_of(i) {
        gradient[usize::from(index)] += middlegame * f32::from(times);
        gradient[ENDGAME + usize::from(index)] += endgame * f32::from(times);
    }
    gradient[value.scale] += error * value.raw / 64.0;
}

/// The table as Rust code, in the format in which it is read.
fn table(parameters: &[f32], old: &str) -> Result<String, Failure> {
    let cut = |mark: &str| old.find(mark).ok_or_else(|| format!("no {mark:?} in the old table"));
    let mut text = old[..cut("weights! {")?].to_owned();
    text.push_str("weights! {\n");
    for block in weights::blocks() {
        let pairs: Vec<_> = block
            .range()
            .map(|i| format!("({:.0}, {:.0})", parameters[i] + 0.0, parameters[ENDGAME + i] + 0.0))
            .map(|pair| pair.replace("-0,", "0,").replace("-0)", "0)"))
            .collect();
        write!(text, "{:?} {} {:?} = [", block.group, block.name, block.what)?;
        if pairs.len() <= 9 {
            writeln!(text, "{}];", pairs.join(", "))?;
            continue;
        }
        let per_row = match block.name {
            name if name.starts_with("PLACE")
                || matches!(name, "AGAINST" | "AIMED_AT" | "HANGING_BEFORE") =>
            {
                5
            }
            "DANGER" => 8,
            _ => 6,
        };
        text.push('\n');
        for row in pairs.chunks(per_row) {
            writeln!(text, "    {},", row.join(", "))?;
        }
        text.push_str("];\n");
    }
    text.push_str("}\n");
    let mark = "static SCALE: [u8; 121] = [\n";
    let scale = cut(mark)? + mark.len();
    let before = old[..scale].rfind("\n\n").ok_or("no comment before the scale table")?;
    text.push_str(&old[before + 1..scale]);
    for row in parameters[SCALE..].chunks(11) {
        let row: Vec<_> = row.iter().map(|v| format!("{v:.0}")).collect();
        writeln!(text, "    {}, //", row.join(", "))?;
    }
    text.push_str("];\n");
    Ok(text)
}

pub(crate) fn run(options: &TuneArgs) -> Result<(), Failure> {
    let (mut data, mut held_out) = (Data::default(), Data::default());
    for path in &options.data {
        data.read(&read_file(path)?, &mut held_out);
    }
    let curve = if options.curve > 0.0 { options.curve } else { fit_curve(&data) };
    data.aim(curve, options.result);
    held_out.aim(curve, options.result);
    if data.samples.is_empty() {
        return Err("the files have no positions to fit to".into());
    }
    println!(
        "{} positions, {} held out, {} numbers, curve {curve}",
        data.samples.len(),
        held_out.samples.len(),
        PARAMETERS
    );
    let start = match &options.from {
        Some(path) => read_table(&read_file(path)?)?,
        None => shipped(),
    };
    println!(
        "before     loss {:.5}  held out {:.5}",
        data.loss(&start, curve),
        held_out.loss(&start, curve)
    );
    let parameters = fit(&data, &held_out, &start, options, curve);
    if let Some(out) = &options.out {
        let text = table(&parameters, &read_file(out)?)?;
        write_file(out, text)?;
    }
    Ok(())
}

//! Simultaneous perturbation: many numbers of the search tuned at once by games.
//!
//! Each iteration moves all numbers at random up or down by their steps and plays some pairs of games of
//! the one side against the other; the numbers then move towards the side that won. The gains follow the
//! usual schedule (Spall 1998): steps fall with the power 0.101 and gains with 0.602 of the iteration.

use crate::conditions::Conditions;
use arena::{
    Builtin, Contestant, Kind, Match, MatchError, OpeningSetError, StartLine, TimeControl,
    read_opening_set,
};
use engine::{Control, Number, OpenError};
use rand::{RngExt as _, SeedableRng as _};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};
use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use thiserror::Error;

const STEP_POWER: f64 = 0.101;
const GAIN_POWER: f64 = 0.602;

/// What to tune.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The variant, the openings and when games end early; its stages are not used.
    pub conditions: Conditions,
    /// The limits of each move.
    pub time: TimeControl,
    /// The names of the numbers, each with its step at the end; `None` for the step of the engine's table.
    pub numbers: Vec<(String, Option<i32>)>,
    /// How far a game moves a number at the end, as a share of its step: usual values are 0.002 to 0.02.
    pub gain: f64,
    /// Other options of both sides.
    pub options: Vec<(String, String)>,
    /// Iterations in all.
    pub iterations: u32,
    /// Pairs of games of an iteration.
    pub pairs: u32,
    /// Games at the same time.
    pub concurrency: usize,
    /// The seed.
    pub seed: u64,
    /// The log; tuning goes on from it.
    pub log: PathBuf,
}

/// The state after an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SpsaStep {
    /// Iterations done.
    pub iteration: u32,
    /// Games won minus games lost by the side that moved with the signs.
    pub result: i64,
    /// The values of the numbers.
    pub values: Vec<f64>,
}

/// The first line of a log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SpsaHeader {
    variant: String,
    numbers: Vec<String>,
    begin: Vec<f64>,
    steps: Vec<i32>,
    gain: f64,
    options: Vec<(String, String)>,
    time: String,
    openings: String,
    iterations: u32,
    pairs: u32,
    seed: u64,
}

/// Why tuning cannot go on.
#[derive(Debug, Error)]
pub enum SpsaError {
    /// The variant is unknown.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// A number is unknown, or there is none.
    #[error("{0}")]
    Number(String),
    /// The openings cannot be used.
    #[error(transparent)]
    Openings(#[from] OpeningSetError),
    /// A match cannot be played.
    #[error(transparent)]
    Match(#[from] MatchError),
    /// The log cannot be used.
    #[error("{path}: {why}")]
    Log {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
}

/// Tunes until all iterations are done or `control` says stop, and returns the last state with the numbers
/// it began from. `each` is told every iteration.
///
/// # Errors
/// When the numbers, the openings or the log cannot be used, or a match cannot be played.
pub fn run(
    of: &Spsa,
    each: &mut dyn FnMut(&SpsaStep),
    control: &Control,
) -> Result<(Vec<Number>, SpsaStep), SpsaError> {
    let numbers = numbers(of)?;
    let conditions = &of.conditions;
    let rules = conditions.rules.as_deref();
    let set = read_opening_set(&conditions.openings, &conditions.variant, rules)?;
    let begin: Vec<f64> = numbers.iter().map(|number| f64::from(number.value)).collect();
    let head = SpsaHeader {
        variant: conditions.variant.clone(),
        numbers: of.numbers.iter().map(|(name, _)| name.clone()).collect(),
        begin: begin.clone(),
        steps: numbers.iter().map(|number| number.step).collect(),
        gain: of.gain,
        options: of.options.clone(),
        time: of.time.to_string(),
        openings: set.identity,
        iterations: of.iterations,
        pairs: of.pairs,
        seed: of.seed,
    };
    let mut openings = set.lines;
    arena::shuffle(&mut openings, of.seed);
    let first = SpsaStep { iteration: 0, result: 0, values: begin };
    let mut state = open(&of.log, &head)?.unwrap_or(first);
    while state.iteration < of.iterations && !control.is_stopped() {
        let next = state.iteration + 1;
        let (signs, sides) = sides(of, &numbers, &state, next);
        let Some(result) = play(of, sides, &openings, next, control)? else { break };
        let values = moved(of, &numbers, &state.values, &signs, result, next);
        state = SpsaStep { iteration: next, result, values };
        append(&of.log, &state)?;
        each(&state);
    }
    Ok((numbers, state))
}

/// The numbers as the engine has them.
fn numbers(of: &Spsa) -> Result<Vec<Number>, SpsaError> {
    let mut engine = games::new_engine(&of.conditions.variant)?;
    for (name, value) in &of.options {
        engine.set_option(name, value).map_err(|e| SpsaError::Number(e.to_string()))?;
    }
    let known = engine.numbers();
    if of.numbers.is_empty() || of.pairs == 0 {
        return Err(SpsaError::Number("name a number, and play at least one pair".to_owned()));
    }
    if !(of.gain > 0.0 && of.gain <= 1.0) {
        return Err(SpsaError::Number("the gain must be above 0 and at most 1".to_owned()));
    }
    let mut names: Vec<&str> = of.numbers.iter().map(|(name, _)| name.as_str()).collect();
    names.sort_unstable();
    if let Some(twice) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(SpsaError::Number(format!("{} is named twice", twice[0])));
    }
    let find = |(name, step): &(String, Option<i32>)| {
        let bad = |why: String| SpsaError::Number(why);
        let found = known.iter().find(|number| number.name == name).copied();
        let found =
            found.ok_or_else(|| bad(format!("no number of the search is called {name}")))?;
        let step = step.unwrap_or(found.step);
        if step < 1 {
            return Err(bad(format!("the step of {name} must be at least 1")));
        }
        Ok(Number { step, ..found })
    };
    of.numbers.iter().map(find).collect()
}

/// The step of a number in an iteration.
fn step(number: &Number, iteration: u32, iterations: u32) -> f64 {
    let fall = f64::from(iterations) / f64::from(iteration);
    f64::from(number.step) * fall.powf(STEP_POWER)
}

/// Random signs, and the values of both sides as the option `Numbers` takes them.
fn sides(
    of: &Spsa,
    numbers: &[Number],
    state: &SpsaStep,
    iteration: u32,
) -> (Vec<f64>, [String; 2]) {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(of.seed ^ u64::from(iteration) << 32);
    let signs: Vec<f64> =
        numbers.iter().map(|_| if random.random_bool(0.5) { 1.0 } else { -1.0 }).collect();
    let sides = [1.0, -1.0].map(|way| {
        let values =
            numbers.iter().zip(&state.values).zip(&signs).map(|((number, value), sign)| {
                let value = value + way * sign * step(number, iteration, of.iterations);
                // Rounded at random, so that a step below 1 counts too.
                let rounded = (value + random.random::<f64>()).floor();
                let bounded = rounded.clamp(f64::from(number.min), f64::from(number.max));
                format!("{}={bounded}", number.name)
            });
        values.collect::<Vec<_>>().join(" ")
    });
    (signs, sides)
}

/// Games won minus games lost by the first side; `None` when `control` says stop.
fn play(
    of: &Spsa,
    sides: [String; 2],
    openings: &[StartLine],
    iteration: u32,
    control: &Control,
) -> Result<Option<i64>, SpsaError> {
    let contestants = sides.into_iter().zip(["plus", "minus"]).map(|(numbers, name)| {
        let mut options = of.options.clone();
        options.push(("Numbers".to_owned(), numbers));
        let kind = Kind::Builtin(Builtin { options, ..Builtin::default() });
        Contestant { name: name.to_owned(), kind, time: of.time }
    });
    let from = (iteration - 1) as usize * of.pairs as usize;
    let lines = (0..of.pairs as usize).map(|at| openings[(from + at) % openings.len()].clone());
    let played = Match {
        rules: of.conditions.rules.clone(),
        openings: lines.collect(),
        rounds: of.pairs,
        concurrency: of.concurrency,
        adjudication: of.conditions.adjudication,
        seed: of.seed ^ u64::from(iteration),
        ..Match::new(&of.conditions.variant, contestants.collect())
    };
    let report = arena::run(&played, &mut |_| (), control)?;
    if report.games < report.planned {
        return Ok(None);
    }
    let games = report.pairs.first().map(|pair| pair.games).unwrap_or_default();
    Ok(Some(games.wins as i64 - games.losses as i64))
}

/// The values after a result.
fn moved(
    of: &Spsa,
    numbers: &[Number],
    values: &[f64],
    signs: &[f64],
    result: i64,
    iteration: u32,
) -> Vec<f64> {
    let stable = 0.1 * f64::from(of.iterations);
    let fall = (stable + f64::from(of.iterations)) / (stable + f64::from(iteration));
    numbers
        .iter()
        .zip(values)
        .zip(signs)
        .map(|((number, value), sign)| {
            let (last, now) = (f64::from(number.step), step(number, iteration, of.iterations));
            let gain = of.gain * last * last * fall.powf(GAIN_POWER) / (now * now);
            let value = value + gain * now * result as f64 * sign;
            value.clamp(f64::from(number.min), f64::from(number.max))
        })
        .collect()
}

fn trouble(path: &Path) -> impl Fn(io::Error) -> SpsaError {
    move |error| SpsaError::Log { path: path.display().to_string(), why: error.to_string() }
}

/// The last state of a log, which is made if absent. A line that was being written is removed.
fn open(path: &Path, head: &SpsaHeader) -> Result<Option<SpsaStep>, SpsaError> {
    let bad = |why: String| SpsaError::Log { path: path.display().to_string(), why };
    // A device may have no end, and a pipe cannot be read again.
    if std::fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return Err(bad("this is not a file".to_owned()));
    }
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
        Err(e) => return Err(trouble(path)(e)),
    };
    let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
    let mut lines = whole.lines();
    let Some(first) = lines.next() else {
        let line = serde_json::to_string(head).map_err(|e| bad(e.to_string()))?;
        std::fs::write(path, line + "\n").map_err(trouble(path))?;
        return Ok(None);
    };
    let found: SpsaHeader = serde_json::from_str(first).map_err(|e| bad(format!("line 1: {e}")))?;
    if found != *head {
        return Err(bad("this is the log of another tuning".to_owned()));
    }
    if whole.len() < text.len() {
        std::fs::write(path, whole).map_err(trouble(path))?;
    }
    lines.last().map(|line| serde_json::from_str(line).map_err(|e| bad(e.to_string()))).transpose()
}

fn append(path: &Path, step: &SpsaStep) -> Result<(), SpsaError> {
    let line = serde_json::to_string(step).map_err(|e| trouble(path)(e.into()))?;
    let mut file = OpenOptions::new().append(true).open(path).map_err(trouble(path))?;
    writeln!(file, "{line}").map_err(trouble(path))
}

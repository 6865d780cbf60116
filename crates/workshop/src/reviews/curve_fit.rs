//! The fit of a curve of win, draw and loss ([`Expectation`]) to positions with the results of their games.

use super::fit::Sample;
use engine::{CURVE_POINTS, Chances, Expectation, Score};
use std::collections::BTreeMap;

/// The numbers of a curve that are fitted: the logarithm of each spread, and that of each margin in units of the spread.
const NUMBERS: usize = 2 * CURVE_POINTS;
/// How much speaks, in games, against a number that differs from the next one by a factor e: it keeps few games from
/// deciding.
const SMOOTH: f64 = 2.0;
/// The scores from which they count less, in units of the spread.
const TAILS: [f64; 6] = [f64::INFINITY, 8.0, 4.0, 2.0, 1.0, 0.5];
/// So often what is not known of the games without an end is estimated anew.
const ROUNDS: usize = 2;
/// The parts of the games: each is tried with a curve that was fitted to the others.
const PARTS: usize = 4;

type Numbers = [f64; NUMBERS];

/// Positions that a curve cannot tell apart: their score, their progress, and the weights of the three results.
#[derive(Debug)]
struct Cell {
    score: Score,
    progress: f64,
    results: Chances,
}

/// The positions by score and progress, so that a curve is tried quickly.
fn cells(samples: &[Sample], spread: f64) -> Vec<Cell> {
    let width = (spread / 25.0).max(1.0);
    let mut cells: BTreeMap<(i32, i32), Chances> = BTreeMap::new();
    let all: f64 = samples.iter().map(|s| s.weight).sum();
    for s in samples {
        let place = ((f64::from(s.cp) / width).round() as i32, (s.progress * 100.0).round() as i32);
        let cell = cells.entry(place).or_insert(Chances { win: 0.0, draw: 0.0, loss: 0.0 });
        let weight = s.weight / all;
        cell.win += weight * s.result.win;
        cell.draw += weight * s.result.draw;
        cell.loss += weight * s.result.loss;
    }
    let cell = |((cp, progress), results)| Cell {
        score: Score::Cp((f64::from(cp) * width).round() as i32),
        progress: f64::from(progress) / 100.0,
        results,
    };
    cells.into_iter().map(cell).collect()
}

fn curve(numbers: &Numbers, tail: f64) -> Expectation {
    let mut curve = Expectation { tail, ..Expectation::constant(1.0) };
    for at in 0..CURVE_POINTS {
        curve.spread[at] = numbers[at].exp();
        curve.margin[at] = curve.spread[at] * numbers[CURVE_POINTS + at].exp();
    }
    curve
}

/// The mean logarithmic loss of a game.
fn loss(cells: &[Cell], curve: &Expectation) -> f64 {
    let of = |cell: &Cell| {
        let told = curve.chances(cell.score, cell.progress);
        let ln = |chance: f64| chance.max(1e-6).ln();
        cell.results.win * ln(told.win)
            + cell.results.draw * ln(told.draw)
            + cell.results.loss * ln(told.loss)
    };
    -cells.iter().map(of).sum::<f64>()
}

/// What speaks against numbers that change much from point to point.
fn roughness(numbers: &Numbers, games: usize) -> f64 {
    let (spreads, margins) = numbers.split_at(CURVE_POINTS);
    let steps = |values: &[f64]| values.windows(2).map(|w| (w[1] - w[0]).powi(2)).sum::<f64>();
    SMOOTH * (steps(spreads) + steps(margins)) / games.max(1) as f64
}

/// The numbers with the least loss for a tail, and that loss, by smaller and smaller steps as long as they help: of one
/// number, or of all spreads or all margins at once.
fn descended(cells: &[Cell], from: Numbers, tail: f64, games: usize) -> (f64, Numbers) {
    let value = |numbers: &Numbers| loss(cells, &curve(numbers, tail)) + roughness(numbers, games);
    let mut best = (value(&from), from);
    let mut step = 0.4;
    while step > 0.01 {
        let mut is_better = false;
        for number in 0..NUMBERS + 2 {
            for sign in [step, -step] {
                let mut next = best.1;
                match number {
                    NUMBERS => next[..CURVE_POINTS].iter_mut().for_each(|n| *n += sign),
                    number if number > NUMBERS => {
                        next[CURVE_POINTS..].iter_mut().for_each(|n| *n += sign);
                    }
                    number => next[number] += sign,
                }
                let found = value(&next);
                if found < best.0 - 1e-7 {
                    best = (found, next);
                    is_better = true;
                }
            }
        }
        if !is_better {
            step /= 2.0;
        }
    }
    best
}

/// The curve with the least loss, with whole numbers.
fn fitted_once(samples: &[Sample], spread: f64) -> Expectation {
    let mut games: Vec<usize> = samples.iter().map(|s| s.game).collect();
    games.dedup();
    let cells = cells(samples, spread);
    let mut from: Numbers = [spread.ln(); NUMBERS];
    from[CURVE_POINTS..].fill(0.5_f64.ln());
    let mut best: Option<(f64, Numbers, f64)> = None;
    for tail in TAILS {
        let begin = best.map_or(from, |(_, numbers, _)| numbers);
        let (found, numbers) = descended(&cells, begin, tail, games.len());
        if best.is_none_or(|(least, ..)| found < least - 1e-5) {
            best = Some((found, numbers, tail));
        }
    }
    let (_, numbers, tail) = best.unwrap_or((0.0, from, f64::INFINITY));
    let mut curve = curve(&numbers, tail);
    curve.spread.iter_mut().chain(&mut curve.margin).for_each(|n| *n = n.round());
    curve
}

/// The samples with the results of games that were ended by their length put in as a curve expects them from the last
/// score: what such a game would have come to is not known.
pub(super) fn completed(samples: &[Sample], curve: &Expectation) -> Vec<Sample> {
    let mut completed = samples.to_vec();
    for game in completed.chunk_by_mut(|a, b| a.game == b.game) {
        let Some(&last) = game.last().filter(|last| last.is_cut) else { continue };
        let chances = curve.chances(Score::Cp(last.cp), last.progress);
        for sample in game {
            let is_same = sample.is_first == last.is_first;
            sample.result = if is_same { chances } else { chances.turned() };
        }
    }
    completed
}

/// The curve of these positions, which stand together by game. `spread` is about that of the scores.
pub(super) fn fitted(samples: &[Sample], spread: f64) -> Expectation {
    let whole: Vec<Sample> = samples.iter().filter(|s| !s.is_cut).copied().collect();
    let mut curve = fitted_once(&whole, spread);
    if whole.len() < samples.len() {
        for _ in 0..ROUNDS {
            curve = fitted_once(&completed(samples, &curve), spread);
        }
    }
    curve
}

/// What curves that were fitted to other games expect of each position, with the positions: the games are parted, and each
/// part has a curve of the others.
pub(super) fn crossed(samples: &[Sample], spread: f64) -> (Vec<Sample>, Vec<f64>) {
    let (mut all, mut expected) = (Vec::new(), Vec::new());
    for part in 0..PARTS {
        let (own, others): (Vec<Sample>, Vec<Sample>) =
            samples.iter().partition(|s| s.game % PARTS == part);
        let curve = fitted(&others, spread);
        let own = completed(&own, &curve);
        expected.extend(own.iter().map(|s| curve.of(Score::Cp(s.cp), s.progress)));
        all.extend(own);
    }
    (all, expected)
}

/// A curve as Rust, as the families of games include it.
pub(super) fn written(curve: &Expectation) -> String {
    let list =
        |values: &[f64]| values.iter().map(|v| format!("{v:.1}")).collect::<Vec<_>>().join(", ");
    let tail =
        if curve.tail.is_finite() { format!("{:.1}", curve.tail) } else { "f64::INFINITY".into() };
    format!(
        "Expectation {{\n    tail: {tail},\n    spread: [{}],\n    margin: [{}],\n}}\n",
        list(&curve.spread),
        list(&curve.margin)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn truth() -> Expectation {
        Expectation {
            tail: f64::INFINITY,
            spread: [80.0, 80.0, 70.0, 70.0, 60.0, 60.0],
            margin: [40.0, 60.0, 80.0, 100.0, 140.0, 200.0],
        }
    }

    /// Positions whose results are those that the curve tells.
    fn samples(is_cut: bool) -> Vec<Sample> {
        let mut samples = Vec::new();
        for point in 0..=10 {
            let progress = f64::from(point) / 10.0;
            for cp in (-600..=600).step_by(20) {
                let result = truth().chances(Score::Cp(cp), progress);
                let game = samples.len();
                samples.push(Sample {
                    cp,
                    progress,
                    result,
                    weight: 1.0,
                    game,
                    ply: 0,
                    is_first: true,
                    is_cut,
                });
            }
        }
        samples
    }

    #[test]
    fn a_known_curve_is_found_again() {
        let samples = samples(false);
        let found = fitted(&samples, 100.0);
        for s in &samples {
            let of = |curve: &Expectation| curve.of(Score::Cp(s.cp), s.progress);
            assert!((of(&found) - of(&truth())).abs() < 0.02, "{found:?} {s:?}");
        }
    }

    #[test]
    fn a_game_without_an_end_counts_as_its_last_score() {
        let mut game = samples(true);
        for sample in &mut game {
            sample.game = 0;
            sample.result = Chances::DRAW;
        }
        game[0].is_first = false;
        let last = *game.last().expect("positions");
        let told = truth().chances(Score::Cp(last.cp), last.progress);
        let completed = completed(&game, &truth());
        assert_eq!(completed[1].result, told);
        assert_eq!(completed[0].result, told.turned());
    }

    #[test]
    fn a_curve_is_written_as_rust() {
        let text = written(&truth());
        assert!(
            text.contains(
                "tail: f64::INFINITY,\n    spread: [80.0, 80.0, 70.0, 70.0, 60.0, 60.0],"
            ),
            "{text}"
        );
    }
}

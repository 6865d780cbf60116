#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;
use crate::positions::{Labels, TargetMix};
use engine::{Cells, NetworkInput, Session};
use std::sync::LazyLock;

const PLAIN: pieces::Layout =
    pieces::Layout { inputs: 12, hidden: 32, buckets: 2, layers: None, active: 3 };
const DEEP: pieces::Layout = pieces::Layout { layers: Some([8, 16]), ..PLAIN };
const AIM: TargetMix = TargetMix { result: 0.5, scale: 200.0 };

fn labels(i: u16) -> Labels {
    Labels {
        result: f32::from(i.is_multiple_of(4)),
        score: i as i16,
        today: 0,
        base: i as i16 % 90,
    }
}

/// Positions of pieces.
fn pieces() -> Positions {
    let mut positions = Positions::default();
    for i in 0..300_u16 {
        let seen = NetworkInput {
            own: vec![i % 4, 4 + i % 5],
            other: vec![9 + i % 3],
            bucket: (i % 2) as u8,
            share: 1.0 - f32::from(i % 3) / 10.0,
            ..NetworkInput::default()
        };
        positions.push(&seen, labels(i));
    }
    positions
}

/// A board of two regions whose cells have two of twelve rows.
#[derive(Debug)]
struct Board(Cells);

static BOARD: LazyLock<Board> = LazyLock::new(|| {
    Board(Cells {
        regions: 2,
        most: 8,
        turned: (0..12).rev().collect(),
        kinds: (0..12).map(|row| row / 4).collect(),
        images: vec![vec![0, 1], vec![1, 0]],
    })
});

impl Features for Board {
    fn name(&self) -> &'static str {
        "cells of a test"
    }

    fn inputs(&self) -> u32 {
        12
    }

    fn active(&self) -> u32 {
        2
    }

    fn buckets(&self) -> u32 {
        2
    }

    fn cells(&self) -> Option<&Cells> {
        Some(&self.0)
    }

    fn see(&self, _: &dyn Session, _: u32, _: &mut NetworkInput) -> bool {
        false
    }
}

/// Positions of cells.
fn cells() -> Positions {
    let mut positions = Positions::default();
    for i in 0..300_u16 {
        let seen = NetworkInput {
            own: vec![i % 12, i % 5, i % 7, 11 - i % 3],
            places: vec![(i % 2) as u8, (i / 2 % 2) as u8],
            bucket: (i % 2) as u8,
            share: 1.0,
            ..NetworkInput::default()
        };
        positions.push(&seen, labels(i));
    }
    positions
}

fn loss(model: &dyn Model, numbers: &[f32], positions: &Positions) -> f64 {
    let mut output = model.evaluator(numbers);
    let errors = (0..positions.len()).map(|i| {
        let view = positions.get(i);
        let expected = view.row.expected(output(view), AIM);
        f64::from((expected - view.row.target(AIM)).powi(2))
    });
    errors.sum::<f64>() / positions.len() as f64
}

/// A job of cells without images, whose losses can then be compared.
fn cell_job() -> TrainingJob {
    let text = "variant = 'gomoku'\nhidden = 16\nlayers = [8, 16]\nimages = false";
    TrainingJob::read(text).unwrap()
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let looking = of(&cell_job(), &*BOARD);
    let models: [(&dyn Model, Positions); 3] =
        [(&PLAIN, pieces()), (&DEEP, pieces()), (&*looking, cells())];
    for (model, positions) in models {
        let order: Vec<u32> = (0..positions.len() as u32).collect();
        let mut numbers = model.random(3);
        // A bias of nought leaves sums on the very corner of the clipping, where there is no slope.
        numbers.iter_mut().enumerate().for_each(|(i, x)| *x += 0.05 * (i as f32).sin());
        let mut gradient = Gradient::new(model);
        gradient.of(&Batch {
            numbers: &numbers,
            positions: &positions,
            order: &order,
            aim: AIM,
            size: order.len(),
            epoch: 0,
        });
        let here = loss(model, &numbers, &positions);
        assert!((gradient.loss / positions.len() as f64 - here).abs() < 1e-6);
        for at in (0..model.len()).step_by(7) {
            let found = f64::from(gradient.sums[at]);
            // Where a sum crosses the corner of its clipping, the loss has a corner too. It lies on one side, or there
            // is a step too short to reach it; the slope on the other side is the gradient.
            let slopes: Vec<f64> = [3e-3_f32, -3e-3, 1e-3, -1e-3, 3e-4, -3e-4]
                .into_iter()
                .map(|step| {
                    let before = numbers[at];
                    numbers[at] = before + step;
                    let there = loss(model, &numbers, &positions);
                    let step = f64::from(numbers[at]) - f64::from(before);
                    numbers[at] = before;
                    (there - here) / step
                })
                .collect();
            let near = |slope: &f64| (slope - found).abs() < 2e-5 + 0.05 * slope.abs();
            assert!(slopes.iter().any(near), "{model:?}, {at}: {found}, not {slopes:?}");
        }
    }
}

#[test]
fn images_are_the_same_whenever_they_are_asked_for() {
    let job = TrainingJob { images: true, ..cell_job() };
    let model = of(&job, &*BOARD);
    let positions = cells();
    let numbers = model.random(3);
    let order: Vec<u32> = (0..positions.len() as u32).collect();
    let mut sums = [0, 0, 1].map(|epoch| {
        let mut gradient = Gradient::new(&*model);
        let (numbers, positions, order) = (&*numbers, &positions, &*order);
        gradient.of(&Batch { numbers, positions, order, aim: AIM, size: 300, epoch });
        gradient.sums
    });
    let [first, again, other] = &mut sums;
    assert_eq!(first, again);
    assert_ne!(first, other);
}

#[test]
fn a_weight_file_gives_numbers_that_are_rounded_to_the_same_file() {
    let features: &'static Board = &BOARD;
    let (cells, job) = (of(&cell_job(), features), cell_job());
    let plain = TrainingJob::read("variant = 'xiangqi'\nhidden = 32").unwrap();
    let deep = TrainingJob { layers: Some([8, 16]), ..plain.clone() };
    let models: [(&dyn Model, &TrainingJob); 3] =
        [(&PLAIN, &plain), (&DEEP, &deep), (&*cells, &job)];
    for (model, job) in models {
        let mut numbers = model.random(7);
        numbers.iter_mut().enumerate().for_each(|(i, x)| *x += 0.4 * (i as f32).sin());
        let file = |numbers: &[f32]| {
            model.integers(job, features, numbers).unwrap().file("a test").unwrap()
        };
        let before = file(&numbers);
        let begun = model.begin(job, features, &before).unwrap();
        assert_eq!(begun.len(), model.len());
        assert!(before == file(&begun), "{model:?}");
        for (range, most) in model.bounds() {
            // An integer may lie half a step beyond a bound.
            assert!(begun[range].iter().all(|x| x.abs() < most + 0.003));
        }
    }
    let differs = |model: &dyn Model, job: &TrainingJob, of: &TrainingJob| {
        let file = model.integers(of, features, &model.random(7)).unwrap().file("").unwrap();
        model.begin(job, features, &file).unwrap_err().to_string()
    };
    let scaled = TrainingJob { scale: 300, ..plain.clone() };
    assert_eq!(
        differs(&PLAIN, &scaled, &plain),
        "another network than that of the job: scale is 200 in the file and 300 in the job"
    );
    let file = PLAIN.integers(&plain, features, &PLAIN.random(7)).unwrap().file("").unwrap();
    assert_eq!(
        DEEP.begin(&deep, features, &file).unwrap_err().to_string(),
        "another network than that of the job: layers is absent in the file and [8,16] in the job"
    );
    assert!(cells.begin(&job, features, &file).unwrap_err().to_string().contains("kind pieces"));
    assert!(PLAIN.begin(&plain, features, b"nothing").is_err());
}

/// The network of a file.
fn read(file: &[u8]) -> nnue::Network {
    nnue::read(file).unwrap().0
}

#[test]
fn integers_are_as_fine_as_their_sums_allow() {
    let job = TrainingJob::read("variant = 'xiangqi'\nhidden = 32\nlayers = [8, 16]").unwrap();
    let finest = nnue::Fineness { hidden: 3, squares: 3, output: 4, tail: 6, skip: 4 };
    let file = |numbers: &[f32]| DEEP.integers(&job, &*BOARD, numbers).unwrap().file("").unwrap();
    let small = DEEP.random(7);
    assert_eq!(read(&file(&small)).shape().fineness, finest);
    // Three features of twelve, and one between a removal and an addition, reach 25 in the hidden layer, and 2¹⁵ is 32 of
    // 255 · 2². A unit behind it reaches 6.3 · 64 = 403, and 2³¹ is 516 of 255² · 16 · 2². A feature adds 39 outputs of
    // 200 hundredths, and 2¹⁵ is 41 of 200 · 2².
    let mut great = small.clone();
    great[DEEP.weights()].fill(6.3);
    great[DEEP.output()].fill(6.3);
    great[DEEP.skip()].fill(39.0);
    let fineness = read(&file(&great)).shape().fineness;
    assert_eq!(fineness, nnue::Fineness { hidden: 2, squares: 2, output: 0, skip: 2, ..finest });
}

#[test]
fn a_coarse_weight_file_keeps_its_numbers() {
    let job = TrainingJob::read("variant = 'xiangqi'\nhidden = 32\nlayers = [8, 16]").unwrap();
    let coarse = nnue::Fineness::default();
    let shape = DEEP.shape(&job, &*BOARD, coarse).unwrap();
    let mut numbers = DEEP.random(7);
    numbers.iter_mut().enumerate().for_each(|(i, x)| *x += 0.4 * (i as f32).sin());
    let network = nnue::Network::new(shape, DEEP.parameters(&job, &numbers, coarse)).unwrap();
    let begun = DEEP.begin(&job, &*BOARD, &nnue::write(&network, "").unwrap()).unwrap();
    let fine = read(&DEEP.integers(&job, &*BOARD, &begun).unwrap().file("").unwrap());
    let (before, after) = (network.parameters(), fine.parameters());
    let times = |numbers: &[i16], by: u8| -> Vec<i16> { numbers.iter().map(|n| n << by).collect() };
    let finer = fine.shape().fineness;
    assert_eq!(times(&before.weights, finer.hidden), after.weights);
    assert_eq!(times(&before.output, finer.output), after.output);
    assert_eq!(times(&before.third, finer.tail), after.third);
    assert_eq!(times(&before.skip, finer.skip), after.skip);
}

/// Numbers that rounding to integers does not change: then nothing but the divisions can differ.
fn round(model: &dyn Model, numbers: &mut [f32]) {
    let bounds = model.bounds();
    let (output, tail) = (bounds[2].0.clone(), bounds[3].0.clone());
    for (range, one) in [(0..output.start, 255.0), (output, 127.5), (tail, 256.0)] {
        numbers[range].iter_mut().for_each(|x| *x = (*x * one).round() / one);
    }
}

#[test]
fn the_integers_are_the_same_network() {
    let features: &'static Board = &BOARD;
    let model = of(&cell_job(), features);
    let mut numbers = model.random(5);
    round(&*model, &mut numbers);
    let positions = cells();
    let mut integers = model.integers(&cell_job(), features, &numbers).unwrap();
    let mut output = model.evaluator(&numbers);
    for i in 0..positions.len() {
        let view = positions.get(i);
        let exact = output(view) * 200.0;
        let found = integers.value(view) as f32;
        // A unit of the second layer loses less than 1/16,256, its square less than three times as much. Eight of both
        // go with weights of at most 1/4 to each unit of the third layer, which loses 256 of 4,161,600 more, and 16 of
        // these in the same way to the output: 0.0023, or 0.5 hundredths. The value itself loses less than 1.
        assert!((exact - found).abs() < 1.5, "{exact}, in integers {found}");
    }
}

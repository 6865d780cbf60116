#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;
use crate::positions::Labels;
use engine::Seen;

const LAYOUT: Layout = Layout { inputs: 12, hidden: 32, buckets: 2 };

fn positions() -> Positions {
    let mut positions = Positions::default();
    for i in 0..300_u16 {
        let seen = Seen {
            own: vec![i % 4, 4 + i % 5],
            other: vec![9 + i % 3],
            bucket: (i % 2) as u8,
            share: 1.0 - f32::from(i % 3) / 10.0,
        };
        let labels = Labels { result: f32::from(i % 4 == 0), score: i as i16, today: 0 };
        positions.push(&seen, labels);
    }
    positions
}

fn loss(numbers: &[f32], positions: &Positions) -> f64 {
    let mut room = Vec::new();
    let errors = (0..positions.len()).map(|i| {
        let view = positions.get(i);
        let expected = chance(output(LAYOUT, numbers, view, &mut room) * view.row.share);
        f64::from((expected - view.row.target(0.5, 200.0)).powi(2))
    });
    errors.sum::<f64>() / positions.len() as f64
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let positions = positions();
    let mut numbers = LAYOUT.random(3, 3);
    let order: Vec<u32> = (0..positions.len() as u32).collect();
    let mut gradient = Gradient::new(LAYOUT);
    let target = |view: View<'_>| view.row.target(0.5, 200.0);
    gradient.of(LAYOUT, &numbers, &positions, &order, target, order.len());
    assert!((gradient.loss / positions.len() as f64 - loss(&numbers, &positions)).abs() < 1e-6);
    let step = 1e-2;
    // Some numbers of every list.
    let places =
        [LAYOUT.weights(), LAYOUT.bias(), LAYOUT.output(), LAYOUT.output_bias(), LAYOUT.skip()];
    for at in places.into_iter().flat_map(|range| range.step_by(7)) {
        let before = numbers[at];
        numbers[at] = before + step;
        let more = loss(&numbers, &positions);
        numbers[at] = before - step;
        let less = loss(&numbers, &positions);
        numbers[at] = before;
        let slope = (more - less) / f64::from(2.0 * step);
        let found = f64::from(gradient.sums[at]);
        assert!((slope - found).abs() < 2e-5 + 0.05 * slope.abs(), "{at}: {found}, not {slope}");
    }
}

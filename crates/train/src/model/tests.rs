#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;
use crate::positions::{Aim, Labels};
use engine::Seen;

const PLAIN: Layout = Layout { inputs: 12, hidden: 32, buckets: 2, layers: None };
const DEEP: Layout = Layout { layers: Some([8, 16]), ..PLAIN };
const AIM: Aim = Aim { result: 0.5, scale: 200.0 };

fn positions() -> Positions {
    let mut positions = Positions::default();
    for i in 0..300_u16 {
        let seen = Seen {
            hand_made: 0,
            own: vec![i % 4, 4 + i % 5],
            other: vec![9 + i % 3],
            bucket: (i % 2) as u8,
            share: 1.0 - f32::from(i % 3) / 10.0,
        };
        let labels = Labels {
            result: f32::from(i % 4 == 0),
            score: i as i16,
            today: 0,
            base: i as i16 % 90,
        };
        positions.push(&seen, labels);
    }
    positions
}

fn loss(layout: Layout, numbers: &[f32], positions: &Positions) -> f64 {
    let (mut hidden, mut room) = (Vec::new(), Room::new(layout));
    let errors = (0..positions.len()).map(|i| {
        let view = positions.get(i);
        let output = output(layout, numbers, view, &mut hidden, &mut room);
        let expected = view.row.expected(output, AIM);
        f64::from((expected - view.row.target(AIM)).powi(2))
    });
    errors.sum::<f64>() / positions.len() as f64
}

#[test]
fn the_gradient_is_the_slope_of_the_loss() {
    let positions = positions();
    let order: Vec<u32> = (0..positions.len() as u32).collect();
    for layout in [PLAIN, DEEP] {
        let mut numbers = layout.random(3, 3);
        // A bias of nought leaves sums on the very corner of the clipping, where there is no slope.
        numbers.iter_mut().enumerate().for_each(|(i, x)| *x += 0.05 * (i as f32).sin());
        let mut gradient = Gradient::new(layout);
        gradient.of(layout, &numbers, &positions, &order, AIM, order.len());
        let here = loss(layout, &numbers, &positions);
        assert!((gradient.loss / positions.len() as f64 - here).abs() < 1e-6);
        // Some numbers of every list.
        let places = [
            layout.weights(),
            layout.bias(),
            layout.output(),
            layout.output_bias(),
            layout.skip(),
            layout.tail(),
        ];
        for at in places.into_iter().flat_map(|range| range.step_by(7)) {
            let found = f64::from(gradient.sums[at]);
            // A long step may cross the corner of a clipped sum, and a short one drowns in
            // rounding. A gradient that is wrong is wrong at every length.
            let slopes = [1e-2, 3e-3, 1e-3].map(|step| {
                let before = numbers[at];
                numbers[at] = before + step;
                let more = loss(layout, &numbers, &positions);
                numbers[at] = before - step;
                let less = loss(layout, &numbers, &positions);
                numbers[at] = before;
                (more - less) / f64::from(2.0 * step)
            });
            let near = |slope: &f64| (slope - found).abs() < 2e-5 + 0.05 * slope.abs();
            assert!(slopes.iter().any(near), "{layout:?}, {at}: {found}, not {slopes:?}");
        }
    }
}

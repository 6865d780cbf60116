//! The step of the training: AdamW.

use crate::model::Model;

const FIRST: f32 = 0.9;
const SECOND: f32 = 0.999;
const SMALL: f32 = 1e-8;

/// The numbers of a network on their way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OptimiserState {
    pub(crate) numbers: Vec<f32>,
    /// Means of the gradients and of their squares.
    pub(crate) first: Vec<f32>,
    pub(crate) second: Vec<f32>,
    pub(crate) step: u64,
}

impl OptimiserState {
    pub(crate) fn new(numbers: Vec<f32>) -> Self {
        let zeros = vec![0.0; numbers.len()];
        Self { first: zeros.clone(), second: zeros, numbers, step: 0 }
    }

    /// Moves every number against the gradient.
    pub(crate) fn advance(&mut self, model: &dyn Model, gradient: &[f32], rate: f32, decay: f32) {
        self.step += 1;
        let power = i32::try_from(self.step).unwrap_or(i32::MAX);
        let (first_part, second_part) = (1.0 - FIRST.powi(power), 1.0 - SECOND.powi(power));
        let kept = 1.0 - rate * decay;
        let numbers = self.numbers.iter_mut().zip(gradient);
        for ((number, &slope), (first, second)) in
            numbers.zip(self.first.iter_mut().zip(self.second.iter_mut()))
        {
            *first = FIRST * *first + (1.0 - FIRST) * slope;
            *second = SECOND * *second + (1.0 - SECOND) * slope * slope;
            let (mean, square) = (*first / first_part, *second / second_part);
            *number = *number * kept - rate * mean / (square.sqrt() + SMALL);
        }
        for (range, most) in model.bounds() {
            self.numbers[range].iter_mut().for_each(|x| *x = x.clamp(-most, most));
        }
    }
}

/// The learning rate after a share of all steps: a short rise, then a cosine down to the last rate.
pub(crate) fn rate(ends: [f32; 2], done: f64) -> f32 {
    const RISE: f64 = 0.01;
    let falling = (1.0 + (std::f64::consts::PI * done.clamp(0.0, 1.0)).cos()) / 2.0;
    let rate = f64::from(ends[1]) + f64::from(ends[0] - ends[1]) * falling;
    (rate * (0.05 + done / RISE).min(1.0)) as f32
}

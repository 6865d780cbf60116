//! Networks to compare kernels with.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use nnue::{Accumulator, Fineness, Network, Parameters, Shape};

/// A network whose numbers `number` gives, each at most as great as its argument.
pub(crate) fn network_of(
    hidden: u32,
    layers: Option<[u32; 2]>,
    fineness: Fineness,
    mut number: impl FnMut(i16) -> i16,
) -> Network {
    let units = layers.map_or(1, |[second, _]| second);
    let [second, third] = layers.unwrap_or_default();
    let shape = Shape {
        features: "test".to_owned(),
        inputs: 40,
        active: 12,
        hidden,
        buckets: 3,
        scale: 400,
        layers,
        fineness,
    };
    let mut numbers =
        |length: u32, most: i16| -> Vec<i16> { (0..length).map(|_| number(most)).collect() };
    let weights = numbers(40 * hidden, 2000);
    let parameters = Parameters {
        weights,
        bias: numbers(hidden, 900),
        output: numbers(3 * units * 2 * hidden, 900 >> fineness.squares),
        output_bias: numbers(3 * units, 30_000).into_iter().map(|n| i32::from(n) * 100).collect(),
        skip: numbers(40 * 3, i16::MAX),
        third: numbers(3 * third * 2 * second, 900),
        third_bias: numbers(3 * third, 9000).into_iter().map(|n| i32::from(n) * 100).collect(),
        last: numbers(3 * third, 2000),
        last_bias: numbers(if layers.is_some() { 3 } else { 0 }, 9000)
            .into_iter()
            .map(|n| i32::from(n) * 100)
            .collect(),
    };
    Network::new(shape, parameters).unwrap()
}

pub(crate) fn accumulator(network: &Network, features: &[u32]) -> Accumulator {
    let mut accumulator = network.empty();
    features.iter().for_each(|&feature| network.add(&mut accumulator, feature));
    accumulator
}

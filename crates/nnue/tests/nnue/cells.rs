//! The network that looks at cells: every kernel gives the numbers of the definition, and changes can be taken back.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use nnue::{
    CellChange, CellNetwork, CellParameters, CellShape, CellSums, FileError, Kernel, ShapeError,
    read, read_cells, write_cells,
};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

const INPUTS: u16 = 20;
const CELLS: u16 = 10;
const REGIONS: u8 = 3;

fn turned() -> Vec<u16> {
    (0..INPUTS).rev().collect()
}

fn region(cell: u16) -> u8 {
    cell as u8 % REGIONS
}

/// A network of random numbers, some of them as great as they may be.
fn network(seed: u64, width: u32, layers: [u32; 2]) -> CellNetwork {
    let shape = CellShape {
        features: "test".to_owned(),
        inputs: INPUTS.into(),
        rows: 2,
        width,
        regions: REGIONS.into(),
        most: 4,
        buckets: 2,
        scale: 300,
        layers,
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut numbers = |length: u32, most: i16| -> Vec<i16> {
        (0..length)
            .map(|_| match random.random_range(0..4) {
                0 => most,
                1 => -most,
                _ => random.random_range(-most..=most),
            })
            .collect()
    };
    let [second, third] = layers;
    let mut wide = |length: u32| -> Vec<i32> {
        numbers(length, 9000).into_iter().map(|n| i32::from(n) * 20).collect()
    };
    let (output_bias, third_bias, last_bias) = (wide(2 * second), wide(2 * third), wide(2));
    let parameters = CellParameters {
        weights: numbers(u32::from(INPUTS) * width, 500),
        bias: numbers(width, 300),
        output: numbers(2 * second * 2 * u32::from(REGIONS) * width, 900),
        output_bias,
        third: numbers(2 * third * 2 * second, 900),
        third_bias,
        last: numbers(2 * third, 2000),
        last_bias,
    };
    CellNetwork::new(shape, parameters, &turned()).unwrap()
}

/// Two rows of a cell, where it counts.
type Board = Vec<Option<[u16; 2]>>;

/// The value as the documentation defines it, in wide numbers.
fn plainly(network: &CellNetwork, board: &Board, first_moves: bool, bucket: usize) -> i64 {
    let (shape, numbers) = (network.shape(), network.parameters());
    let width = shape.width as usize;
    let [second, third] = shape.layers.map(|size| size as usize);
    let turned = turned();
    let pool = |view_of_first: bool, at: u8, i: usize| -> i64 {
        let cells = board.iter().enumerate().filter(|(cell, _)| region(*cell as u16) == at);
        let values = cells.filter_map(|(_, rows)| *rows).map(|rows| {
            let rows = rows.map(|row| if view_of_first { row } else { turned[usize::from(row)] });
            let weights = rows.map(|row| i64::from(numbers.weights[usize::from(row) * width + i]));
            (i64::from(numbers.bias[i]) + weights.iter().sum::<i64>()).clamp(0, 255)
        });
        values.sum()
    };
    let mut values = Vec::new();
    for view in [first_moves, !first_moves] {
        for at in 0..REGIONS {
            values.extend((0..width).map(|i| pool(view, at, i)));
        }
    }
    let unit = |at: usize| -> i64 {
        let row = &numbers.output[at * values.len()..(at + 1) * values.len()];
        let sum: i64 = row.iter().zip(&values).map(|(&w, v)| i64::from(w) * v).sum();
        2 * (sum + i64::from(numbers.output_bias[at])).clamp(-520_200, 520_200)
    };
    let (most, one) = (16_256, 255 * 255 * 64);
    let clipped: Vec<i64> =
        (0..second).map(|at| (unit(bucket * second + at) / 64).clamp(0, most)).collect();
    let mut last = i64::from(numbers.last_bias[bucket]);
    for at in bucket * third..(bucket + 1) * third {
        let row = &numbers.third[at * 2 * second..(at + 1) * 2 * second];
        let mut sum = i64::from(numbers.third_bias[at]);
        for (k, &c) in clipped.iter().enumerate() {
            sum += c * i64::from(row[k]) + c * c / most * i64::from(row[second + k]);
        }
        last += sum.clamp(0, one) / 256 * i64::from(numbers.last[at]);
    }
    last * i64::from(shape.scale) / one
}

fn sums(network: &CellNetwork, board: &Board, hidden: &[[u16; 2]]) -> CellSums {
    let mut sums = network.empty(CELLS.into());
    for (cell, (rows, hidden)) in (0..).zip(board.iter().zip(hidden)) {
        let shown = rows.as_ref().unwrap_or(hidden);
        network.set(&mut sums, cell, region(cell), shown, rows.is_some());
    }
    sums
}

fn rows() -> impl Strategy<Value = [u16; 2]> {
    [0..INPUTS, 0..INPUTS]
}

fn boards() -> impl Strategy<Value = Board> {
    prop::collection::vec(prop::option::of(rows()), usize::from(CELLS))
}

fn sizes() -> impl Strategy<Value = (u32, [u32; 2])> {
    (1_u32..=4, [1_u32..=4, 1_u32..=8])
        .prop_map(|(width, layers)| (16 * width, layers.map(|n| 8 * n)))
}

proptest! {
    #[test]
    fn every_kernel_is_the_definition(
        seed: u64,
        (width, layers) in sizes(),
        board in boards(),
        hidden in prop::collection::vec(rows(), usize::from(CELLS)),
        steps in prop::collection::vec((0..CELLS, 0..INPUTS, any::<bool>()), 0..8),
        first_moves: bool,
        bucket in 0_usize..2,
    ) {
        let scalar = network(seed, width, layers).with_kernel(Kernel::Scalar);
        // The first row of some cells changes, and whether they count.
        let (mut after, mut shown) = (board.clone(), hidden.clone());
        let mut changes = Vec::new();
        for (cell, new, is) in steps {
            let at = usize::from(cell);
            let before = after[at].unwrap_or(shown[at]);
            let rows = [new, before[1]];
            let was = after[at].is_some();
            changes.push(CellChange { cell, region: region(cell), was, is, old: before[0], new });
            (after[at], shown[at]) = (is.then_some(rows), rows);
        }
        let value = plainly(&scalar, &after, first_moves, bucket);
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let network = scalar.clone().with_kernel(kernel);
            prop_assert_eq!(network.kernel(), kernel);
            let fresh = sums(&network, &board, &hidden);
            prop_assert_eq!(
                i64::from(network.value(&fresh, first_moves, bucket)),
                plainly(&scalar, &board, first_moves, bucket)
            );
            let mut changed = fresh.clone();
            network.change(&mut changed, &changes);
            prop_assert_eq!(i64::from(network.value(&changed, first_moves, bucket)), value, "{:?}", kernel);
            changed.undo(&changes);
            prop_assert_eq!(changed, fresh);
        }
    }

    #[test]
    fn files_are_read_as_written_and_damage_is_found(
        seed: u64,
        at in any::<prop::sample::Index>(),
        change in 1_u8..,
    ) {
        let network = network(seed, 16, [8, 8]);
        let bytes = write_cells(&network, "a test").unwrap();
        let (found, made_by) = read_cells(&bytes, &turned()).unwrap();
        prop_assert_eq!((found.shape(), made_by.as_str()), (network.shape(), "a test"));
        prop_assert_eq!(found.parameters(), network.parameters());
        let at = at.index(bytes.len());
        prop_assert!(read_cells(&bytes[..at], &turned()).is_err());
        let mut changed = bytes;
        changed[at] ^= change;
        prop_assert!(read_cells(&changed, &turned()).is_err());
    }
}

#[test]
fn kinds_of_files_are_told_apart() {
    let bytes = write_cells(&network(1, 16, [8, 8]), "").unwrap();
    let error = read(&bytes).unwrap_err();
    assert!(matches!(error, FileError::Kind { .. }), "{error}");
    let pieces = include_bytes!("../../../../nets/xiangqi.nnue");
    let error = read_cells(pieces, &turned()).unwrap_err();
    assert_eq!(error.to_string(), "the network is of the kind pieces and not of the kind cells");
}

#[test]
fn what_could_overflow_is_refused() {
    let good = network(1, 16, [8, 16]);
    let with = |change: &dyn Fn(&mut CellShape, &mut CellParameters)| {
        let (mut shape, mut numbers) = (good.shape().clone(), good.parameters().clone());
        change(&mut shape, &mut numbers);
        CellNetwork::new(shape, numbers, &turned()).map(|_| ()).unwrap_err()
    };
    let heavy = with(&|_, numbers| numbers.weights[5] = 17_000);
    assert!(matches!(heavy, ShapeError::Overflow { at: 5, .. }), "{heavy}");
    let output = with(&|_, numbers| numbers.output_bias[0] = i32::MAX);
    assert_eq!(output.to_string().split(" can").next(), Some("unit 0 of the output"), "{output}");
    let short = with(&|_, numbers| numbers.bias.truncate(15));
    assert_eq!(short.to_string(), "bias has 15 numbers instead of 16");
    let odd = with(&|shape, _| shape.width = 24);
    assert_eq!(odd.to_string(), "width must be a multiple of 16, at most 64");
    let other = CellNetwork::new(good.shape().clone(), good.parameters().clone(), &[0; 20]);
    assert!(other.is_err());
}

//! Every kernel gives the numbers of the scalar one, and files are read as they were written.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::networks::{accumulator, network_of};
use nnue::{
    FileError, Fineness, Kernel, Layer, Network, Parameters, Shape, ShapeError, read, write,
};
use proptest::prelude::*;
use rand::SeedableRng as _;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A network of random numbers, some of them as great as they may be.
fn network(seed: u64, hidden: u32, layers: Option<[u32; 2]>, fineness: Fineness) -> Network {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    network_of(hidden, layers, fineness, |most| match random.random_range(0..4) {
        0 => most,
        1 => -most,
        _ => random.random_range(-most..=most),
    })
}

/// The hidden layer and the value, as the documentation defines them, in wide numbers.
fn plainly(network: &Network, own: &[u32], other: &[u32], bucket: usize) -> i64 {
    let (shape, numbers) = (network.shape(), network.parameters());
    let (hidden, buckets) = (shape.hidden as usize, shape.buckets as usize);
    let Fineness { hidden: h, squares: q, output: o, tail: t, skip: s } = shape.fineness;
    let unit = |at: usize| -> i64 {
        let mut sum = 0_i64;
        for (half, features) in [own, other].into_iter().enumerate() {
            for at_hidden in 0..hidden {
                let weights = features
                    .iter()
                    .map(|&f| i64::from(numbers.weights[f as usize * hidden + at_hidden]));
                let sum_of_weights = i64::from(numbers.bias[at_hidden]) + weights.sum::<i64>();
                let clipped = sum_of_weights.clamp(0, 255 << h);
                // 255² stands for one, then 255² / 64 · 2^q; halves are rounded up.
                let divisor = 64 << (2 * h);
                let square = (((clipped * clipped) << (q + 1)) + divisor) / (2 * divisor);
                let weight = numbers.output[(at * 2 + half) * hidden + at_hidden];
                sum += square * i64::from(weight);
            }
        }
        sum + i64::from(numbers.output_bias[at])
    };
    let skip = |features: &[u32]| -> i64 {
        features.iter().map(|&f| i64::from(numbers.skip[f as usize * buckets + bucket])).sum()
    };
    let skip = skip(own) - skip(other);
    let value = |last: i64, one: i64| match s {
        0 => last * i64::from(shape.scale) / one + skip / 2,
        _ => (((last * i64::from(shape.scale)) << (s + 1)) / one + skip + (1 << s)) >> (s + 1),
    };
    let Some([second, third]) = shape.layers.map(|layers| layers.map(|size| size as usize)) else {
        return value(unit(bucket), (255 * 255 * 16) << (o + q));
    };
    let (most, one) = (16_256, (255 * 255 * 64) << t);
    let divisor = 64 << (o + q);
    let clipped: Vec<i64> =
        (0..second).map(|at| (unit(bucket * second + at) / divisor).clamp(0, most)).collect();
    let mut last = i64::from(numbers.last_bias[bucket]);
    for at in bucket * third..(bucket + 1) * third {
        let row = &numbers.third[at * 2 * second..(at + 1) * 2 * second];
        let mut sum = i64::from(numbers.third_bias[at]);
        for (k, &c) in clipped.iter().enumerate() {
            sum += c * i64::from(row[k]) + c * c / most * i64::from(row[second + k]);
        }
        last += sum.clamp(0, one) / (256 << t) * i64::from(numbers.last[at]);
    }
    value(last, one)
}

fn features() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::btree_set(0_u32..40, 0..=12).prop_map(|set| set.into_iter().collect())
}

fn layers() -> impl Strategy<Value = Option<[u32; 2]>> {
    prop::option::of([1_u32..=3, 1_u32..=8].prop_map(|layers| layers.map(|n| 8 * n)))
}

/// Every fineness, the coarsest half of the time.
fn fineness() -> impl Strategy<Value = Fineness> {
    let finer = (0_u8..=4, 0_u8..=4, 0_u8..=4, 0_u8..=6, 0_u8..=6).prop_map(
        |(hidden, squares, output, tail, skip)| Fineness { hidden, squares, output, tail, skip },
    );
    prop_oneof![Just(Fineness::default()), finer]
}

proptest! {
    #[test]
    fn every_kernel_is_the_definition(
        seed: u64,
        size in 1_u32..=32,
        layers in layers(),
        fineness in fineness(),
        own in features(),
        other in features(),
        bucket in 0_usize..3,
    ) {
        let scalar = network(seed, 32 * size, layers, fineness).with_kernel(Kernel::Scalar);
        let value = plainly(&scalar, &own, &other, bucket);
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let network = scalar.clone().with_kernel(kernel);
            prop_assert_eq!(network.kernel(), kernel);
            let (a, b) = (accumulator(&network, &own), accumulator(&network, &other));
            prop_assert_eq!(&a, &accumulator(&scalar, &own));
            prop_assert_eq!(i64::from(network.value(&a, &b, bucket)), value, "{:?}", kernel);
        }
    }

    /// Features that come and go leave nothing behind.
    #[test]
    fn what_is_removed_is_gone(seed: u64, own in features(), others in features()) {
        let scalar = network(seed, 64, None, Fineness::default());
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let network = scalar.clone().with_kernel(kernel);
            let mut changed = accumulator(&network, &own);
            let Some((&first, rest)) = own.split_first() else { continue };
            for &other in others.iter().filter(|other| !own.contains(other)) {
                network.replace(&mut changed, first, other);
                network.replace(&mut changed, other, first);
            }
            prop_assert_eq!(&changed, &accumulator(&network, &own));
            network.remove(&mut changed, first);
            prop_assert_eq!(&changed, &accumulator(&network, rest));
            let mut copy = network.empty();
            copy.copy_from(&changed);
            prop_assert_eq!(copy, changed);
        }
    }

    #[test]
    fn files_are_read_as_written_and_damage_is_found(
        seed: u64,
        layers in layers(),
        fineness in fineness(),
        at in any::<prop::sample::Index>(),
        change in 1_u8..,
    ) {
        let network = network(seed, 32, layers, fineness);
        let bytes = write(&network, "a test").unwrap();
        // A program that knows the coarsest integers alone refuses others by their version.
        prop_assert_eq!(bytes[8] == 2, fineness == Fineness::default());
        let (found, made_by) = read(&bytes).unwrap();
        prop_assert_eq!((found.shape(), made_by.as_str()), (network.shape(), "a test"));
        prop_assert_eq!(found.parameters(), network.parameters());
        let at = at.index(bytes.len());
        prop_assert!(read(&bytes[..at]).is_err());
        let mut changed = bytes;
        changed[at] ^= change;
        prop_assert!(read(&changed).is_err());
    }
}

#[test]
fn this_machine_has_a_kernel() {
    assert!(Kernel::best().is_available());
    assert!(Kernel::Scalar.is_available());
}

#[test]
fn what_could_overflow_is_refused() {
    let good = network(1, 32, Some([8, 16]), Fineness::default());
    let with = |change: &dyn Fn(&mut Shape, &mut Parameters)| {
        let (mut shape, mut numbers) = (good.shape().clone(), good.parameters().clone());
        change(&mut shape, &mut numbers);
        Network::new(shape, numbers).map(|_| ()).unwrap_err()
    };
    let heavy = with(&|_, numbers| numbers.weights.fill(2600));
    assert!(matches!(heavy, ShapeError::Overflow { at: 0, .. }), "{heavy}");
    let output = with(&|_, numbers| numbers.output_bias[0] = i32::MAX);
    assert_eq!(output.to_string().split(" can").next(), Some("unit 0 of the output"), "{output}");
    let short = with(&|_, numbers| numbers.bias.truncate(31));
    assert_eq!(short.to_string(), "bias has 31 numbers instead of 32");
    let wide = with(&|_, numbers| numbers.third.fill(i16::MAX));
    assert_eq!(wide.to_string().split(" can").next(), Some("unit 0 of the third layer"), "{wide}");
    let last = with(&|_, numbers| numbers.last.fill(i16::MAX));
    assert_eq!(last.to_string().split(" can").next(), Some("unit 0 of the last layer"), "{last}");
    let odd = with(&|shape, _| shape.hidden = 33);
    assert_eq!(odd.to_string(), "hidden must be a multiple of 32, at most 1024");
    let finer = with(&|shape, _| shape.fineness.squares = 5);
    assert_eq!(finer.to_string(), "fineness must be 0 to 4, that of tail and skip 0 to 6");
    // The same weights with greater squares.
    let squares = with(&|shape, numbers| {
        shape.fineness.squares = 4;
        numbers.output.fill(2100);
    });
    assert!(matches!(squares, ShapeError::Wide { layer: Layer::Output, at: 0, .. }), "{squares}");
}

#[test]
fn other_files_are_named() {
    assert!(matches!(read(b"PNG"), Err(FileError::Other)));
    let mut later = write(&network(1, 32, Some([8, 16]), Fineness::default()), "").unwrap();
    later[8] = 4;
    assert!(matches!(read(&later), Err(FileError::Version(4))));
}

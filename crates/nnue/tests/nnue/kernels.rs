//! Every kernel of this machine gives the numbers of the scalar one. This needs no other crate, so that it runs in
//! WebAssembly, too, whose kernel is in no other build.

use crate::networks::{accumulator, network_of};
use nnue::{Fineness, Kernel};

/// Numbers that look random (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % end
    }

    /// One of the ends half of the time.
    fn at_most(&mut self, most: i16) -> i16 {
        match self.below(4) {
            0 => most,
            1 => -most,
            _ => {
                let least = -i64::from(most);
                let offset = self.below(2 * u64::from(most.unsigned_abs()) + 1);
                i16::try_from(least + offset as i64).unwrap_or(most)
            }
        }
    }

    fn features(&mut self) -> Vec<u32> {
        let most = self.below(13) as usize;
        let mut found: Vec<u32> = (0..most).map(|_| self.below(40) as u32).collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

#[test]
fn every_kernel_of_this_machine_is_the_scalar_one() {
    let mut random = Numbers(46);
    #[cfg(target_arch = "wasm32")]
    assert_eq!(
        Kernel::best(),
        Kernel::Simd128,
        "the test is built without the vectors of WebAssembly"
    );
    for round in 0_u8..120 {
        let hidden = 32 * (1 + random.below(32) as u32);
        let layers = [None, Some([8, 8]), Some([16, 32]), Some([24, 64]), Some([8, 40])]
            [usize::from(round) % 5];
        let fineness = Fineness {
            hidden: random.below(5) as u8,
            squares: random.below(5) as u8,
            output: random.below(5) as u8,
            tail: random.below(7) as u8,
            skip: random.below(7) as u8,
        };
        let scalar = network_of(hidden, layers, fineness, |most| random.at_most(most))
            .with_kernel(Kernel::Scalar);
        let (own, other) = (random.features(), random.features());
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            let network = scalar.clone().with_kernel(kernel);
            assert_eq!(network.kernel(), kernel);
            let (a, b) = (accumulator(&network, &own), accumulator(&network, &other));
            assert_eq!(a, accumulator(&scalar, &own));
            for bucket in 0..3 {
                assert_eq!(
                    network.value(&a, &b, bucket),
                    scalar.value(&a, &b, bucket),
                    "{kernel:?}, {hidden}, {layers:?}, {fineness:?}"
                );
            }
        }
    }
}

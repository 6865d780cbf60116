//! What is packed is unpacked, and nothing else is.

use nnue::packed::{pack, unpack};
use proptest::collection::vec;
use proptest::prelude::*;

/// Mostly zeros, small and large numbers.
fn number() -> impl Strategy<Value = i16> {
    prop_oneof![6 => Just(0), 3 => -40_i16..40, 1 => any::<i16>()]
}

proptest! {
    #[test]
    fn numbers_are_unpacked_as_packed(numbers in vec([number(), number()], 0..3000), cut in 1_usize..40) {
        let bytes = pack(&numbers);
        let unpacked = unpack(&bytes, numbers.len());
        prop_assert_eq!(unpacked.as_ref(), Some(&numbers));
        let short = &bytes[..bytes.len().saturating_sub(cut)];
        prop_assert_eq!(unpack(short, numbers.len()), None);
        prop_assert_eq!(unpack(&[&bytes[..], &[0]].concat(), numbers.len()), None);
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in vec(any::<u8>(), 0..400), count in 0_usize..5000) {
        if let Some(numbers) = unpack(&bytes, count) {
            prop_assert_eq!(numbers.len(), count);
        }
    }
}

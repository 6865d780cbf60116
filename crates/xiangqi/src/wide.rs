//! Shifts of words of 128 bits. WebAssembly shifts 64 bits at a time: for a wider shift by what it does not know the
//! compiler calls a function there.

/// The 64 bits of a word from one of them on.
#[inline(always)]
pub(crate) const fn bits_from(word: u128, first: u32) -> u64 {
    if !cfg!(target_arch = "wasm32") {
        return (word >> first) as u64;
    }
    let (low, high, within) = (word as u64, (word >> 64) as u64, first & 63);
    if first < 64 { low >> within | high << 1 << (63 - within) } else { high >> within }
}

/// A word with these bits from one of them on.
#[inline(always)]
pub(crate) const fn bits_at(bits: u16, first: u32) -> u128 {
    if !cfg!(target_arch = "wasm32") {
        return (bits as u128) << first;
    }
    let (bits, within) = (bits as u64, first & 63);
    let moved = bits << within;
    let (low, high) = if first < 64 { (moved, bits >> 1 >> (63 - within)) } else { (0, moved) };
    low as u128 | (high as u128) << 64
}

/// All bits from the last one that is set on; all bits if none is.
#[inline(always)]
pub(crate) const fn from_last(word: u128) -> u128 {
    let (low, high) = (word as u64 | 1, (word >> 64) as u64);
    let (low, high) = if high == 0 {
        (u64::MAX << (63 - low.leading_zeros()), u64::MAX)
    } else {
        (0, u64::MAX << (63 - high.leading_zeros()))
    };
    low as u128 | (high as u128) << 64
}

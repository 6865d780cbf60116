//! The inner loops, once for each kind of processor. The scalar functions are the definition.

use crate::network::QA;

/// A set of instructions for the inner loops.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// Plain Rust, on every machine. On aarch64 the compiler makes NEON of it.
    Scalar,
    /// 256-bit vectors of x86-64.
    Avx2,
    /// 512-bit vectors of x86-64.
    Avx512,
}

impl Kernel {
    /// All of them, the plainest first.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// Whether this machine has its instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => std::arch::is_x86_feature_detected!("avx512bw"),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The best one of this machine.
    #[must_use]
    pub fn best() -> Self {
        Self::ALL.into_iter().rev().find(|kernel| kernel.is_available()).unwrap_or(Self::Scalar)
    }

    /// Adds a row to the hidden layer.
    #[inline]
    pub(crate) fn add(self, to: &mut [i16], row: &[i16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::add_avx2(to, row),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::add_avx512(to, row),
            _ => add(to, row),
        }
    }

    /// Takes a row from the hidden layer.
    #[inline]
    pub(crate) fn remove(self, from: &mut [i16], row: &[i16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::remove_avx2(from, row),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::remove_avx512(from, row),
            _ => remove(from, row),
        }
    }

    /// Takes a row from the hidden layer and adds another one.
    #[inline]
    pub(crate) fn replace(self, within: &mut [i16], old: &[i16], new: &[i16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::replace_avx2(within, old, new),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::replace_avx512(within, old, new),
            _ => replace(within, old, new),
        }
    }

    /// The sum of squared clipped values times weights.
    #[inline]
    pub(crate) fn output(self, hidden: &[i16], weights: &[i16]) -> i64 {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::output_avx2(hidden, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::output_avx512(hidden, weights),
            _ => output(hidden, weights),
        }
    }
}

// Sums cannot overflow in a network that was checked; wrapping additions need no test and are the same in
// every kernel.

#[inline(always)]
fn add(to: &mut [i16], row: &[i16]) {
    to.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
}

#[inline(always)]
fn remove(from: &mut [i16], row: &[i16]) {
    from.iter_mut().zip(row).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
}

#[inline(always)]
fn replace(within: &mut [i16], old: &[i16], new: &[i16]) {
    for ((sum, &old), &new) in within.iter_mut().zip(old).zip(new) {
        *sum = sum.wrapping_sub(old).wrapping_add(new);
    }
}

fn output(hidden: &[i16], weights: &[i16]) -> i64 {
    let products = hidden.iter().zip(weights).map(|(&value, &weight)| {
        let clipped = i64::from(value.clamp(0, QA));
        clipped * clipped * i64::from(weight)
    });
    products.sum()
}

/// The kernels of x86-64. `unsafe` is needed to call functions that use instructions which not every
/// processor has, and to load vectors from slices. A kernel is only chosen where the machine has its
/// instructions (`Kernel::is_available`).
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "vector instructions; each block has its reason")]
mod x86 {
    use crate::network::QA;
    use std::arch::x86_64::*;

    /// Values in a vector of 256 bits.
    const WIDE: usize = 16;
    /// Values in a vector of 512 bits.
    const WIDER: usize = 32;

    /// Functions that are the scalar ones, compiled for a kind of processor.
    macro_rules! same {
        ($($name:ident, $inner:ident, $feature:literal, $of:ident, ($($argument:ident: $type:ty),*);)*) => {$(
            #[inline]
            pub(super) fn $name($($argument: $type),*) {
                #[target_feature(enable = $feature)]
                fn $inner($($argument: $type),*) {
                    super::$of($($argument),*);
                }
                // SAFETY: this kernel is chosen only where the processor has these instructions.
                unsafe { $inner($($argument),*) }
            }
        )*};
    }

    same! {
        add_avx2, add_inner_avx2, "avx2", add, (to: &mut [i16], row: &[i16]);
        remove_avx2, remove_inner_avx2, "avx2", remove, (from: &mut [i16], row: &[i16]);
        replace_avx2, replace_inner_avx2, "avx2", replace, (within: &mut [i16], old: &[i16], new: &[i16]);
        add_avx512, add_inner_avx512, "avx512bw", add, (to: &mut [i16], row: &[i16]);
        remove_avx512, remove_inner_avx512, "avx512bw", remove, (from: &mut [i16], row: &[i16]);
        replace_avx512, replace_inner_avx512, "avx512bw", replace, (within: &mut [i16], old: &[i16], new: &[i16]);
    }

    /// The clipped value times its weight fits in 16 bits, since weights are at most 127; times the
    /// clipped value again it is added to sums of 32 bits, which 1,024 values cannot overflow.
    #[inline]
    pub(super) fn output_avx2(hidden: &[i16], weights: &[i16]) -> i64 {
        #[target_feature(enable = "avx2")]
        fn inner(hidden: &[i16], weights: &[i16]) -> i64 {
            let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
            let mut sums = _mm256_setzero_si256();
            for (values, weights) in
                hidden.as_chunks::<WIDE>().0.iter().zip(weights.as_chunks::<WIDE>().0)
            {
                // SAFETY: both are arrays of 16 values of 16 bits, 256 bits; the loads need no alignment.
                let (values, weights) = unsafe {
                    (
                        _mm256_loadu_si256(values.as_ptr().cast()),
                        _mm256_loadu_si256(weights.as_ptr().cast()),
                    )
                };
                let clipped = _mm256_min_epi16(_mm256_max_epi16(values, zero), one);
                let product = _mm256_mullo_epi16(clipped, weights);
                sums = _mm256_add_epi32(sums, _mm256_madd_epi16(product, clipped));
            }
            let mut lanes = [0_i32; 8];
            // SAFETY: the array has 256 bits; the store needs no alignment.
            unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), sums) };
            lanes.iter().map(|&lane| i64::from(lane)).sum()
        }
        // SAFETY: this kernel is chosen only where the processor has these instructions.
        unsafe { inner(hidden, weights) }
    }

    /// As [`output_avx2`], with vectors of 512 bits.
    #[inline]
    pub(super) fn output_avx512(hidden: &[i16], weights: &[i16]) -> i64 {
        #[target_feature(enable = "avx512bw")]
        fn inner(hidden: &[i16], weights: &[i16]) -> i64 {
            let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
            let mut sums = _mm512_setzero_si512();
            for (values, weights) in
                hidden.as_chunks::<WIDER>().0.iter().zip(weights.as_chunks::<WIDER>().0)
            {
                // SAFETY: both are arrays of 32 values of 16 bits, 512 bits; the loads need no alignment.
                let (values, weights) = unsafe {
                    (
                        _mm512_loadu_si512(values.as_ptr().cast()),
                        _mm512_loadu_si512(weights.as_ptr().cast()),
                    )
                };
                let clipped = _mm512_min_epi16(_mm512_max_epi16(values, zero), one);
                let product = _mm512_mullo_epi16(clipped, weights);
                sums = _mm512_add_epi32(sums, _mm512_madd_epi16(product, clipped));
            }
            let mut lanes = [0_i32; 16];
            // SAFETY: the array has 512 bits; the store needs no alignment.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), sums) };
            lanes.iter().map(|&lane| i64::from(lane)).sum()
        }
        // SAFETY: this kernel is chosen only where the processor has these instructions.
        unsafe { inner(hidden, weights) }
    }
}

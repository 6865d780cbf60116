//! The kernels of WebAssembly, where the compiler does not find the best instructions for the scalar functions by itself.
//! The others are the scalar ones: it makes vectors of them.

#![allow(unsafe_code, reason = "loads and stores of vectors; each block has its reason")]

use crate::fineness::Squaring;
use core::arch::wasm32::*;

/// Numbers of 16 bits in a vector.
const LANES: usize = 8;
/// Vectors of sums that are added up at the same time: processors have 16 registers for them.
const MOST: usize = 8;

#[inline(always)]
fn vector<const N: usize>(of: &[i16; N]) -> v128 {
    const { assert!(N == LANES) };
    // SAFETY: the array has as many lanes as the vector; the load needs no alignment.
    unsafe { v128_load(of.as_ptr().cast()) }
}

/// [`super::squares`].
#[inline]
pub(super) fn squares(to: &mut [i16], hidden: &[i16], by: Squaring) {
    let most = i16x8_splat(by.most);
    let [first, second] = by.up;
    for (to, hidden) in to.as_chunks_mut::<LANES>().0.iter_mut().zip(hidden.as_chunks().0) {
        let clipped = i16x8_min(i16x8_max(vector::<LANES>(hidden), i16x8_splat(0)), most);
        let squares = i16x8_q15mulr_sat(i16x8_shl(clipped, first), i16x8_shl(clipped, second));
        // SAFETY: the array has as many lanes as the vector; the store needs no alignment.
        unsafe { v128_store(to.as_mut_ptr().cast(), squares) };
    }
}

/// [`super::dense`] for a multiple of eight sums.
#[inline]
pub(super) fn dense(sums: &mut [i32], values: &[i16], weights: &[i16]) {
    let all = sums.len();
    let mut from = 0;
    while from < all {
        let here = &mut sums[from..];
        let step = match here.len() / 4 {
            2 => part::<2>(here, values, &weights[2 * from..], 2 * all),
            4 => part::<4>(here, values, &weights[2 * from..], 2 * all),
            6 => part::<6>(here, values, &weights[2 * from..], 2 * all),
            _ => part::<MOST>(here, values, &weights[2 * from..], 2 * all),
        };
        from += 4 * step;
    }
}

/// Adds up as many vectors of sums; the weights of a pair of values are `row` numbers behind those of the last one.
#[inline(always)]
fn part<const VECTORS: usize>(
    sums: &mut [i32],
    values: &[i16],
    weights: &[i16],
    row: usize,
) -> usize {
    let sums = &mut sums.as_chunks_mut::<4>().0.as_chunks_mut::<VECTORS>().0[0];
    let mut totals = [i32x4_splat(0); VECTORS];
    for (total, sums) in totals.iter_mut().zip(&*sums) {
        // SAFETY: the array has as many lanes as the vector; the load needs no alignment.
        *total = unsafe { v128_load(sums.as_ptr().cast()) };
    }
    for (pair, weights) in values.as_chunks::<2>().0.iter().zip(weights.chunks(row)) {
        // SAFETY: the array has as many bits as are loaded; the load needs no alignment.
        let pair = unsafe { v128_load32_splat(pair.as_ptr().cast()) };
        let weights = &weights.as_chunks::<LANES>().0.as_chunks::<VECTORS>().0[0];
        for (total, weights) in totals.iter_mut().zip(weights) {
            *total = i32x4_add(*total, i32x4_dot_i16x8(pair, vector(weights)));
        }
    }
    for (total, sums) in totals.into_iter().zip(sums) {
        // SAFETY: as above.
        unsafe { v128_store(sums.as_mut_ptr().cast(), total) };
    }
    VECTORS
}

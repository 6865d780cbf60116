//! The inner loops, once for each kind of processor. The scalar functions are the definition.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use crate::cells::{Block, CellChange, CellSums};
use crate::fineness::Squaring;
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
    /// 128-bit vectors of WebAssembly, in a module that was built for them.
    Simd128,
}

impl Kernel {
    /// All of them, the plainest first.
    pub const ALL: [Self; 4] = [Self::Scalar, Self::Avx2, Self::Avx512, Self::Simd128];

    /// Whether this machine has its instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Scalar => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => std::arch::is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => std::arch::is_x86_feature_detected!("avx512bw"),
            Self::Simd128 => cfg!(all(target_arch = "wasm32", target_feature = "simd128")),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// The best one of this machine.
    #[must_use]
    pub fn best() -> Self {
        // (Known when a module is compiled: no other kernel is in it.)
        if cfg!(all(target_arch = "wasm32", target_feature = "simd128")) {
            return Self::Simd128;
        }
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

    /// Clips the values of a hidden layer, whole vectors, and squares them; the squares are rounded.
    #[inline]
    pub(crate) fn squares(self, to: &mut [i16], hidden: &[i16], by: Squaring) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::squares_avx2(to, hidden, by),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::squares_avx512(to, hidden, by),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 => wasm::squares(to, hidden, by),
            _ => squares(to, hidden, by),
        }
    }

    /// Changes the rows of cells: see [`crate::CellNetwork::change`].
    #[inline]
    pub(crate) fn change(self, rows: &[Block], within: &mut CellSums, changes: &[CellChange]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => x86::change_avx2(rows, within, changes),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => x86::change_avx512(rows, within, changes),
            _ => change(rows, within, changes),
        }
    }

    /// Adds to each sum the products of the values, a multiple of eight, with its weights. The weights lie in pairs: for the first two
    /// values a pair for each sum, then for the next two ([`in_pairs`]).
    #[inline]
    pub(crate) fn dense(self, sums: &mut [i32], values: &[i16], weights: &[i16]) {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if sums.len().is_multiple_of(8) => x86::dense_avx2(sums, values, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if sums.len().is_multiple_of(16) => {
                x86::dense_avx512(sums, values, weights);
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if sums.len().is_multiple_of(8) => x86::dense_avx2(sums, values, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 if sums.len() == 1 => x86::sum_avx2(sums, values, weights),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 if sums.len() == 1 => x86::sum_avx512(sums, values, weights),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 if sums.len() == 1 => sum(sums, values, weights),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Self::Simd128 if sums.len().is_multiple_of(8) => wasm::dense(sums, values, weights),
            _ => dense(sums, values, weights),
        }
    }
}

/// Rows of weights, one for each sum of a layer, in the order of [`Kernel::dense`]. A vector of them then belongs to
/// as many sums, and nothing has to be added across a vector.
fn in_pairs(rows: &[i16], width: usize) -> Vec<i16> {
    let mut pairs = Vec::with_capacity(rows.len());
    for at in (0..width).step_by(2) {
        for row in rows.chunks_exact(width) {
            pairs.extend([row[at], row[at + 1]]);
        }
    }
    pairs
}

/// [`in_pairs`] for layers of `count` rows, one after the other.
pub(crate) fn packed(rows: &[i16], width: usize, count: usize) -> Vec<i16> {
    rows.chunks_exact(width * count).flat_map(|rows| in_pairs(rows, width)).collect()
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

fn dense(sums: &mut [i32], values: &[i16], weights: &[i16]) {
    for (&[a, b], weights) in values.as_chunks().0.iter().zip(weights.chunks_exact(2 * sums.len()))
    {
        for (sum, &[v, w]) in sums.iter_mut().zip(weights.as_chunks().0) {
            let products = i32::from(a) * i32::from(v) + i32::from(b) * i32::from(w);
            *sum = sum.wrapping_add(products);
        }
    }
}

/// [`dense`] for one sum: the pairs are a row.
#[inline(always)]
fn sum(sums: &mut [i32], values: &[i16], weights: &[i16]) {
    let products = values.iter().zip(weights).map(|(&x, &w)| i32::from(x) * i32::from(w));
    sums[0] = products.fold(sums[0], i32::wrapping_add);
}

#[inline(always)]
fn squares(to: &mut [i16], hidden: &[i16], by: Squaring) {
    for (square, &value) in to.iter_mut().zip(hidden) {
        let clipped = i32::from(value.clamp(0, by.most));
        // Both factors are less than 2¹⁵.
        let product = (clipped << by.up[0]) * (clipped << by.up[1]);
        *square = ((product + (1 << 14)) >> 15) as i16;
    }
}

#[inline(always)]
fn change(rows: &[Block], within: &mut CellSums, changes: &[CellChange]) {
    let CellSums { sums, pools, saved, blocks } = within;
    for change in changes {
        let [was, is] = [change.was, change.is].map(|counted| if counted { -1 } else { 0 });
        for block in 0..*blocks {
            let at = |number: usize| number * *blocks + block;
            let (old, new) = (&rows[at(change.old.into())], &rows[at(change.new.into())]);
            let sum = &mut sums[at(change.cell.into())];
            let pool = &mut pools[at(change.region.into())];
            saved.push(*sum);
            for (((pool, sum), &old), &new) in
                pool.0.iter_mut().zip(&mut sum.0).zip(&old.0).zip(&new.0)
            {
                let (before, after) = (*sum, sum.wrapping_sub(old).wrapping_add(new));
                let (gone, come) = (before.clamp(0, QA) & was, after.clamp(0, QA) & is);
                *pool = pool.wrapping_sub(gone).wrapping_add(come);
                *sum = after;
            }
        }
    }
}

/// The kernels of x86-64. `unsafe` is needed to call functions that use instructions which not every
/// processor has, and to load vectors from slices. A kernel is only chosen where the machine has its
/// instructions (`Kernel::is_available`).
#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "vector instructions; each block has its reason")]
mod x86 {
    use crate::cells::{Block, CellChange, CellSums};
    use crate::fineness::Squaring;
    use std::arch::x86_64::*;

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
        sum_avx2, sum_inner_avx2, "avx2", sum, (sums: &mut [i32], values: &[i16], weights: &[i16]);
        sum_avx512, sum_inner_avx512, "avx512bw", sum, (sums: &mut [i32], values: &[i16], weights: &[i16]);
        change_avx2, change_inner_avx2, "avx2", change, (rows: &[Block], within: &mut CellSums, changes: &[CellChange]);
        change_avx512, change_inner_avx512, "avx512bw", change, (rows: &[Block], within: &mut CellSums, changes: &[CellChange]);
        add_avx512, add_inner_avx512, "avx512bw", add, (to: &mut [i16], row: &[i16]);
        remove_avx512, remove_inner_avx512, "avx512bw", remove, (from: &mut [i16], row: &[i16]);
        replace_avx512, replace_inner_avx512, "avx512bw", replace, (within: &mut [i16], old: &[i16], new: &[i16]);
    }

    /// [`super::squares`] with the vectors of a kind of processor.
    macro_rules! squares {
        ($name:ident, $feature:literal, $lanes:literal, $load:ident, $store:ident, $zero:ident, $all:ident, $least:ident, $most:ident, $up:ident, $rounded:ident) => {
            #[inline]
            pub(super) fn $name(to: &mut [i16], hidden: &[i16], by: Squaring) {
                #[target_feature(enable = $feature)]
                fn inner(to: &mut [i16], hidden: &[i16], by: Squaring) {
                    let most = $all(by.most);
                    // At most 7.
                    let [first, second] = by.up.map(|up| _mm_cvtsi32_si128(up as i32));
                    let vectors = to.as_chunks_mut::<$lanes>().0.iter_mut();
                    for (to, hidden) in vectors.zip(hidden.as_chunks::<$lanes>().0) {
                        // SAFETY: the array has as many lanes as the vector; the load needs no alignment.
                        let values = unsafe { $load(hidden.as_ptr().cast()) };
                        let clipped = $least($most(values, $zero()), most);
                        let squares = $rounded($up(clipped, first), $up(clipped, second));
                        // SAFETY: as above.
                        unsafe { $store(to.as_mut_ptr().cast(), squares) };
                    }
                }
                // SAFETY: this kernel is chosen only where the processor has these instructions.
                unsafe { inner(to, hidden, by) }
            }
        };
    }

    squares!(
        squares_avx2,
        "avx2",
        16,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_setzero_si256,
        _mm256_set1_epi16,
        _mm256_min_epi16,
        _mm256_max_epi16,
        _mm256_sll_epi16,
        _mm256_mulhrs_epi16
    );
    squares!(
        squares_avx512,
        "avx512bw",
        32,
        _mm512_loadu_si512,
        _mm512_storeu_si512,
        _mm512_setzero_si512,
        _mm512_set1_epi16,
        _mm512_min_epi16,
        _mm512_max_epi16,
        _mm512_sll_epi16,
        _mm512_mulhrs_epi16
    );

    /// [`super::dense`] with the vectors of a kind of processor: as many sums at a time as a vector has, and a pair of
    /// values in all of its lanes.
    macro_rules! dense {
        ($name:ident, $feature:literal, $lanes:literal, $load:ident, $store:ident, $all:ident, $products:ident, $add:ident) => {
            #[inline]
            pub(super) fn $name(sums: &mut [i32], values: &[i16], weights: &[i16]) {
                // `BLOCKS` vectors hold all sums. Every size of an array is known, so that nothing is left to check.
                #[target_feature(enable = $feature)]
                fn inner<const BLOCKS: usize>(sums: &mut [i32], values: &[i16], weights: &[i16]) {
                    let rows = weights.as_chunks::<{ 2 * $lanes }>().0.as_chunks::<BLOCKS>().0;
                    // A chain of additions would wait for each one: four of them run side by side.
                    let mut totals = [[$all(0); BLOCKS]; 4];
                    for (values, rows) in values.as_chunks().0.iter().zip(rows.as_chunks::<4>().0) {
                        let values: &[i16; 8] = values;
                        for (at, &[a, b]) in values.as_chunks().0.iter().enumerate() {
                            let pair = $all(i32::from(b) << 16 | i32::from(a as u16));
                            for (total, row) in totals[at].iter_mut().zip(&rows[at]) {
                                // SAFETY: the array has two numbers for each lane; the load needs no alignment.
                                let row = unsafe { $load(row.as_ptr().cast()) };
                                *total = $add(*total, $products(pair, row));
                            }
                        }
                    }
                    let [a, b, c, d] = totals;
                    for (at, sums) in sums.as_chunks_mut::<$lanes>().0.iter_mut().enumerate() {
                        let total = $add($add(a[at], b[at]), $add(c[at], d[at]));
                        // SAFETY: the array has as many lanes as the vector; neither needs an alignment.
                        unsafe {
                            let bias = $load(sums.as_ptr().cast());
                            $store(sums.as_mut_ptr().cast(), $add(total, bias));
                        }
                    }
                }
                // SAFETY: this kernel is chosen only where the processor has these instructions.
                unsafe {
                    match sums.len() / $lanes {
                        1 => inner::<1>(sums, values, weights),
                        2 => inner::<2>(sums, values, weights),
                        3 => inner::<3>(sums, values, weights),
                        4 => inner::<4>(sums, values, weights),
                        5 => inner::<5>(sums, values, weights),
                        6 => inner::<6>(sums, values, weights),
                        7 => inner::<7>(sums, values, weights),
                        _ => inner::<8>(sums, values, weights),
                    }
                }
            }
        };
    }

    dense!(
        dense_avx2,
        "avx2",
        8,
        _mm256_loadu_si256,
        _mm256_storeu_si256,
        _mm256_set1_epi32,
        _mm256_madd_epi16,
        _mm256_add_epi32
    );
    dense!(
        dense_avx512,
        "avx512bw",
        16,
        _mm512_loadu_si512,
        _mm512_storeu_si512,
        _mm512_set1_epi32,
        _mm512_madd_epi16,
        _mm512_add_epi32
    );
}

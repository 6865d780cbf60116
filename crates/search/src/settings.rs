use crate::{Depth, Switches, Tunables};

const LMR_SIZE: usize = 64;

/// The settings of a search: its numbers and techniques, and the values computed from them once.
#[derive(Clone, Debug)]
pub struct Settings {
    tunables: Tunables,
    switches: Switches,
    /// Reduction by depth and move number, in 1024ths of a ply.
    lmr: Box<[[i32; LMR_SIZE]; LMR_SIZE]>,
}

impl Default for Settings {
    fn default() -> Self {
        Self::new(Tunables::default(), Switches::all())
    }
}

impl Settings {
    /// Settings of these numbers and techniques.
    #[must_use]
    pub fn new(tunables: Tunables, switches: Switches) -> Self {
        let mut lmr = Box::new([[0; LMR_SIZE]; LMR_SIZE]);
        for (depth, row) in lmr.iter_mut().enumerate().skip(1) {
            for (count, r) in row.iter_mut().enumerate().skip(1) {
                let product = log_1024(depth) * log_1024(count) / 1024;
                *r = tunables.lmr_base + product * tunables.lmr_factor / 1024;
            }
        }
        Self { tunables, switches, lmr }
    }

    /// The default settings with a game's own values for these numbers.
    ///
    /// # Panics
    /// When there is no such number or it is out of range; the list is part of the program.
    #[must_use]
    pub fn tuned(numbers: &[(&str, i32)]) -> Self {
        let mut tunables = Tunables::default();
        for &(name, value) in numbers {
            tunables.set(name, value).expect("the names and ranges are those of the table");
        }
        Self::new(tunables, Switches::all())
    }

    /// The numbers.
    #[must_use]
    #[inline]
    pub fn tunables(&self) -> &Tunables {
        &self.tunables
    }

    /// The techniques in use.
    #[must_use]
    #[inline]
    pub fn switches(&self) -> &Switches {
        &self.switches
    }

    /// The reduction of the `count`th move at this depth, in 1024ths of a ply.
    #[inline]
    pub(crate) fn reduction(&self, depth: Depth, count: usize) -> i32 {
        self.lmr[depth.0.clamp(0, LMR_SIZE as i32 - 1) as usize][count.min(LMR_SIZE - 1)]
    }
}

/// The natural logarithm of `n` times 1024, the same on every machine: by halving down to
/// [1, 2) and an integer series, never by the platform's floating-point library.
fn log_1024(n: usize) -> i32 {
    // ln n = bits · ln 2 + ln(1 + f), and ln((1 + y) / (1 - y)) = 2 (y + y³/3 + y⁵/5 + …).
    const ONE: i64 = 1 << 20;
    const LN_2: i64 = 726_817; // ln 2 · 2^20
    let bits = n.ilog2();
    let x = ((n as i64) << 20) >> bits;
    let y = (x - ONE) * ONE / (x + ONE);
    let y2 = y * y / ONE;
    let mut term = y;
    let mut sum = 0;
    for odd in [1, 3, 5, 7, 9, 11] {
        sum += term / odd;
        term = term * y2 / ONE;
    }
    ((i64::from(bits) * LN_2 + 2 * sum) >> 10) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_one() {
        for n in 1..200 {
            let exact = (n as f64).ln() * 1024.0;
            assert!((f64::from(log_1024(n)) - exact).abs() < 2.0, "ln {n}");
        }
    }
}

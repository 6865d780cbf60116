use super::weights::{COUNT, GROUPS, Group, VALUES, Weight};
use super::{Phase, Tapered};

/// Receives the terms of one side: the evaluation adds them up, an explanation adds them up by
/// groups, the tuner counts them.
pub(crate) trait Sink {
    /// Counts `weight` `times` times for the side.
    fn add(&mut self, weight: Weight, times: i32);
}

/// Adds everything up.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Total(pub(crate) Tapered);

impl Sink for Total {
    #[inline(always)]
    fn add(&mut self, weight: Weight, times: i32) {
        self.0 += IN_MEMORY[weight.index() % IN_MEMORY.len()] * times;
    }
}

/// One copy of the table, so that an index known only at run time does not copy it. It is padded to
/// a power of two, so that it needs no bounds check.
static IN_MEMORY: [Tapered; COUNT.next_power_of_two()] = {
    let mut values = [Tapered::ZERO; COUNT.next_power_of_two()];
    let mut w = 0;
    while w < COUNT {
        values[w] = VALUES[w];
        w += 1;
    }
    values
};

/// Adds up by groups.
#[derive(Clone, Debug)]
pub(crate) struct ByGroup([Tapered; Group::ALL.len()]);

impl ByGroup {
    pub(crate) fn new() -> Self {
        Self([Tapered::ZERO; Group::ALL.len()])
    }

    /// The sum of a group, blended by the phase.
    pub(crate) fn blend(&self, group: Group, phase: Phase) -> i32 {
        self.0[group as usize].blend(phase)
    }
}

impl Sink for ByGroup {
    fn add(&mut self, weight: Weight, times: i32) {
        self.0[GROUPS[weight.index()] as usize] += weight.value() * times;
    }
}

/// Counts how often each number is used.
#[derive(Clone, Debug)]
pub(crate) struct Coefficients(pub(crate) Vec<i32>);

impl Coefficients {
    pub(crate) fn new() -> Self {
        Self(vec![0; COUNT])
    }
}

impl Sink for Coefficients {
    fn add(&mut self, weight: Weight, times: i32) {
        self.0[weight.index()] += times;
    }
}

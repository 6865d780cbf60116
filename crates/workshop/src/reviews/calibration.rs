//! How well an expected score holds in each phase of a game: a table of the groups that have positions enough.

use super::fit::{Group, Sample, groups};

/// The fewest positions of a group that says something.
const ENOUGH: usize = 200;
/// From this ply on a game is long.
const LONG: usize = 140;

/// The positions of a phase.
#[derive(Debug)]
pub(super) struct PhaseTable {
    pub(super) name: &'static str,
    pub(super) groups: Vec<Group>,
}

impl PhaseTable {
    /// The greatest difference between what is expected and what is scored in a group.
    pub(super) fn worst(&self) -> f64 {
        self.groups.iter().map(|one| (one.expected - one.scored).abs()).fold(0.0, f64::max)
    }
}

/// The whole game, its three thirds by progress, and what comes after 140 plies; groups of fewer than 200 positions are left out.
pub(super) fn by_phase(samples: &[Sample], expected: &dyn Fn(&Sample) -> f64) -> Vec<PhaseTable> {
    type IsOf = fn(&Sample) -> bool;
    let phases: [(&str, IsOf); 5] = [
        ("whole game", |_| true),
        ("first third", |s| s.progress < 1.0 / 3.0),
        ("second third", |s| (1.0 / 3.0..2.0 / 3.0).contains(&s.progress)),
        ("last third", |s| s.progress >= 2.0 / 3.0),
        ("after ply 140", |s| s.ply >= LONG),
    ];
    phases
        .into_iter()
        .map(|(name, is_of)| {
            let of: Vec<Sample> = samples.iter().filter(|s| is_of(s)).copied().collect();
            let mut groups = groups(&of, expected);
            groups.retain(|group| group.positions >= ENOUGH);
            PhaseTable { name, groups }
        })
        .collect()
}

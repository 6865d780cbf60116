//! How well an expected score holds in each phase of a game: a table of the groups that have positions enough.

use super::fit::Sample;
use std::collections::BTreeMap;

/// The fewest positions of a group that says something.
const ENOUGH: usize = 200;
/// From this ply on a game is long.
const LONG: usize = 140;
/// The number of groups of positions that are compared with their games.
const GROUPS: usize = 20;
/// The difference of a group that is allowed.
const ALLOWED: f64 = 0.03;

/// A group of positions with similar expectation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Group {
    pub(super) expected: f64,
    pub(super) scored: f64,
    /// What the difference is by chance, with so many games: a standard error.
    pub(super) chance: f64,
    pub(super) positions: usize,
}

impl Group {
    fn difference(&self) -> f64 {
        (self.expected - self.scored).abs()
    }
}

/// The positions of a phase.
#[derive(Debug)]
pub(super) struct PhaseTable {
    pub(super) name: &'static str,
    pub(super) groups: Vec<Group>,
}

impl PhaseTable {
    /// The group with the greatest difference between what is expected and what is scored.
    pub(super) fn worst(&self) -> Option<&Group> {
        self.groups.iter().max_by(|a, b| a.difference().total_cmp(&b.difference()))
    }

    /// The mean difference of a position's group.
    pub(super) fn mean(&self) -> f64 {
        let positions: usize = self.groups.iter().map(|g| g.positions).sum();
        let of = |g: &Group| g.difference() * g.positions as f64;
        self.groups.iter().map(of).fold(0.0, |sum, one| sum + one) / positions.max(1) as f64
    }

    /// The groups with a difference that is not allowed, by more than so many standard errors.
    pub(super) fn beyond(&self, errors: f64) -> usize {
        self.groups.iter().filter(|g| g.difference() > ALLOWED + errors * g.chance).count()
    }
}

/// The whole game, its three thirds by progress, and what comes after 140 plies; groups of fewer than 200 positions are
/// left out. `expected` has a number for each position.
pub(super) fn by_phase(samples: &[Sample], expected: &[f64]) -> Vec<PhaseTable> {
    type IsOf = fn(&Sample) -> bool;
    let phases: [(&str, IsOf); 5] = [
        ("whole game", |_| true),
        ("first third", |s| s.progress < 1.0 / 3.0),
        ("second third", |s| (1.0 / 3.0..2.0 / 3.0).contains(&s.progress)),
        ("last third", |s| s.progress >= 2.0 / 3.0),
        ("after ply 140", |s| s.ply >= LONG),
    ];
    let pairs = || samples.iter().zip(expected.iter().copied());
    phases
        .into_iter()
        .map(|(name, is_of)| {
            let mut groups: Vec<Vec<(&Sample, f64)>> = vec![Vec::new(); GROUPS];
            for (sample, expected) in pairs().filter(|(sample, _)| is_of(sample)) {
                let at = ((expected * GROUPS as f64) as usize).min(GROUPS - 1);
                groups[at].push((sample, expected));
            }
            groups.retain(|group| group.len() >= ENOUGH);
            PhaseTable { name, groups: groups.iter().map(|group| summed(group)).collect() }
        })
        .collect()
}

fn summed(positions: &[(&Sample, f64)]) -> Group {
    let weight: f64 = positions.iter().map(|(s, _)| s.weight).sum();
    let mean = |of: &dyn Fn(&Sample, f64) -> f64| {
        positions.iter().map(|(s, e)| s.weight * of(s, *e)).sum::<f64>() / weight
    };
    let expected = mean(&|_, expected| expected);
    let scored = mean(&|s, _| s.result.expected());
    // The positions of a game have one result: games are what is drawn by chance.
    let mut games: BTreeMap<usize, f64> = BTreeMap::new();
    for (s, e) in positions {
        *games.entry(s.game).or_default() +=
            s.weight * (s.result.expected() - e - (scored - expected));
    }
    let chance = games.values().map(|sum| sum.powi(2)).sum::<f64>().sqrt() / weight;
    Group { expected, scored, chance, positions: positions.len() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::Chances;

    #[test]
    fn a_difference_is_told_and_what_of_it_is_chance() {
        // 400 games with a position each, half of them won and half of them lost; 0.6 is expected.
        let sample = |game: usize| Sample {
            cp: 0,
            progress: 0.1,
            result: if game.is_multiple_of(2) { Chances::WIN } else { Chances::LOSS },
            weight: 1.0,
            game,
            ply: 0,
            is_first: true,
            is_cut: false,
        };
        let samples: Vec<Sample> = (0..400).map(sample).collect();
        let phases = by_phase(&samples, &vec![0.6; 400]);
        let whole = &phases[0];
        assert_eq!((whole.groups.len(), whole.beyond(0.0), whole.beyond(2.0)), (1, 1, 1));
        let worst = whole.worst().expect("a group");
        assert!((worst.difference() - 0.1).abs() < 1e-9 && (worst.chance - 0.025).abs() < 1e-3);
        assert!(phases[3].groups.is_empty() && phases[1].groups.len() == 1);
    }
}

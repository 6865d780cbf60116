use serde::{Deserialize, Serialize};

/// The pairings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// Each contestant meets each other one.
    #[default]
    RoundRobin,
    /// The first contestant meets all others.
    Gauntlet,
}

/// A game of the schedule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ScheduledGame {
    /// Its number in the match, from 0; two games of one pair follow each other.
    pub id: u32,
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The players of the sides: contestants by their number from 0, [`game::Side::First`] first.
    pub players: [usize; 2],
}

impl ScheduledGame {
    /// The number of the pair of games it belongs to.
    #[must_use]
    pub fn pair(&self) -> u32 {
        self.id / 2
    }
}

/// All games of a match, in the order they are begun: round by round, every pairing in each,
/// each opening with both colours.
///
/// ```
/// use arena::{Format, plans};
/// let games: Vec<_> = plans(Format::RoundRobin, 3, 2, 10).collect();
/// assert_eq!(games.len(), 3 * 2 * 2);
/// assert_eq!((games[0].players, games[1].players), ([0, 1], [1, 0]));
/// assert_eq!((games[0].opening, games[6].opening), (0, 1));
/// ```
pub fn plans(
    format: Format,
    contestants: usize,
    rounds: u32,
    openings: usize,
) -> impl Iterator<Item = ScheduledGame> {
    let pairings: Vec<[usize; 2]> = (0..contestants)
        .flat_map(|a| (a + 1..contestants).map(move |b| [a, b]))
        .filter(|&[a, _]| format == Format::RoundRobin || a == 0)
        .collect();
    (0..rounds)
        .flat_map(move |round| pairings.clone().into_iter().map(move |pairing| (round, pairing)))
        .flat_map(|(round, [a, b])| [(round, [a, b]), (round, [b, a])])
        .zip(0..)
        .map(move |((round, players), id)| ScheduledGame {
            id,
            opening: usize::try_from(round).unwrap_or(0) % openings.max(1),
            players,
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn fair(contestants in 2_usize..6, rounds in 1_u32..5, openings in 1_usize..4) {
            for format in [Format::RoundRobin, Format::Gauntlet] {
                let games: Vec<_> = plans(format, contestants, rounds, openings).collect();
                for pair in games.chunks(2) {
                    let [a, b] = pair[0].players;
                    prop_assert_eq!(pair[1].players, [b, a]);
                    prop_assert_eq!(pair[0].opening, pair[1].opening);
                    prop_assert_eq!(pair[0].pair(), pair[1].pair());
                }
                for who in 0..contestants {
                    let firsts = games.iter().filter(|g| g.players[0] == who).count();
                    let seconds = games.iter().filter(|g| g.players[1] == who).count();
                    prop_assert_eq!(firsts, seconds);
                }
            }
        }
    }
}

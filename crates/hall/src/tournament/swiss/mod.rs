//! Swiss pairings by the Dutch system (FIDE C.04.3, as in force from 2026) under the basic rules of C.04.1.
//!
//! Never: two who have met, or a second bye. Those with equal points, and who came down to them from above, are a bracket;
//! brackets are paired from the top, each so that all others can still be paired ([`criteria`]). Of the pairings of a bracket
//! that meet the criteria best, the first one in the order of the rules is taken ([`bracket`]).
//!
//! Two who must have the same side do not meet, but for the leaders in the last round. Where nobody could be paired otherwise,
//! here they meet all the same: an arbiter would have to decide that.

mod bracket;
mod criteria;

use game::Side;

/// What the pairing has to know of a player. The players stand in the order of their pairing numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// The points, in halves.
    pub points: u32,
    /// Those whom the player has played.
    pub opponents: Vec<usize>,
    /// The sides of the games that were played, in order.
    pub sides: Vec<Side>,
    /// Whether the player has had a bye, or a win by forfeit.
    pub had_bye: bool,
    /// Against whom the player was paired in the last round, and in the one before.
    pub floats: [Float; 2],
    /// Whether the last round is paired, and the player has more than half of the points there were (C.04.3, A.7).
    pub is_top_scorer: bool,
}

/// How a player was paired as to points.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Float {
    /// With an equal.
    #[default]
    None,
    /// With somebody who had fewer points, or with nobody.
    Down,
    /// With somebody who had more.
    Up,
}

/// Who plays whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissPairing {
    /// The pairs, the first side first; those with the most points first.
    pub pairs: Vec<(usize, usize)>,
    /// Who has a bye.
    pub bye: Option<usize>,
}

/// The wish for a side, and how strong it is (C.04.3, A.6).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wish {
    None,
    Mild(Side),
    Strong(Side),
    Absolute(Side),
}

impl Wish {
    fn of(player: &SwissPlayer) -> Self {
        let Some(&last) = player.sides.last() else { return Self::None };
        let firsts = player.sides.iter().filter(|&&side| side == Side::First).count();
        let seconds = player.sides.len() - firsts;
        let more = if firsts > seconds { Side::First } else { Side::Second };
        match (firsts.abs_diff(seconds), player.sides.as_slice()) {
            (2.., _) => Self::Absolute(more.other()),
            (_, [.., a, b]) if a == b => Self::Absolute(b.other()),
            (1, _) => Self::Strong(more.other()),
            _ => Self::Mild(last.other()),
        }
    }

    const fn side(self) -> Option<Side> {
        match self {
            Self::None => None,
            Self::Mild(side) | Self::Strong(side) | Self::Absolute(side) => Some(side),
        }
    }

    const fn strength(self) -> u8 {
        match self {
            Self::None => 0,
            Self::Mild(_) => 1,
            Self::Strong(_) => 2,
            Self::Absolute(_) => 3,
        }
    }
}

/// How many more games were played with one side than with the other.
fn excess(sides: &[Side]) -> usize {
    let firsts = sides.iter().filter(|&&side| side == Side::First).count();
    firsts.abs_diff(sides.len() - firsts)
}

/// The side of the higher of two players, whose number is given (C.04.3, E).
fn side_of_higher(number: usize, one: &SwissPlayer, other: &SwissPlayer, initial: Side) -> Side {
    let (wish, their) = (Wish::of(one), Wish::of(other));
    match (wish.side(), their.side()) {
        (None, None) if number.is_multiple_of(2) => initial,
        (None, None) => initial.other(),
        (Some(side), None) => side,
        (None, Some(side)) => side.other(),
        (Some(side), Some(other)) if side != other => side,
        (Some(side), Some(_)) => {
            let (one, other) = (&one.sides, &other.sides);
            match (wish.strength(), excess(one), their.strength(), excess(other)) {
                (own, _, their, _) if own > their => side,
                (own, _, their, _) if own < their => side.other(),
                // Of two who must have one side, the one who has had the other side more often gets it.
                (3, own, _, their) if own > their => side,
                (3, own, _, their) if own < their => side.other(),
                _ => {
                    let differed = one.iter().rev().zip(other.iter().rev());
                    let differed = differed.into_iter().find(|(own, their)| own != their);
                    differed.map_or(side, |(own, _)| own.other())
                }
            }
        }
    }
}

/// Pairs a round. `initial`: the side of the first player in the first round, drawn by lot. `None` where everybody cannot be
/// paired without meeting somebody again or having a second bye.
#[must_use]
pub fn pair(players: &[SwissPlayer], initial: Side) -> Option<SwissPairing> {
    let mut ranked: Vec<usize> = (0..players.len()).collect();
    ranked.sort_by_key(|&i| (std::cmp::Reverse(players[i].points), i));
    let in_order: Vec<&SwissPlayer> = ranked.iter().map(|&i| &players[i]).collect();
    // Opponents by their places in this order.
    let mut places = vec![0; players.len()];
    for (place, &player) in ranked.iter().enumerate() {
        places[player] = place;
    }
    let (mut pairs, bye) = bracket::pair_all(&in_order, &places)?;
    pairs.sort_unstable();
    let seated = |(a, b): (usize, usize)| {
        let side = side_of_higher(ranked[a], in_order[a], in_order[b], initial);
        if side == Side::First { (ranked[a], ranked[b]) } else { (ranked[b], ranked[a]) }
    };
    let pairs = pairs.into_iter().map(seated).collect();
    Some(SwissPairing { pairs, bye: bye.map(|place| ranked[place]) })
}

#[cfg(test)]
#[path = "../swiss_tests.rs"]
mod tests;

#[cfg(test)]
mod published_tests;

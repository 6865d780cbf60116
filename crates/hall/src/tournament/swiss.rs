//! Swiss pairings: the basic rules of FIDE C.04.1 as laws, and the order of quality of C.04.3 (Dutch) as the weights of one
//! matching, which the crate `integer-blossom` finds.
//!
//! Never: two who have met, or a second bye. Then, in this order: nobody gets a third game more with one side, or one side
//! three times in a row, but for the leaders and who meets them in the last round (C.04.3, A.7 and C.3); the bye goes to the fewest points; the sum of the squares of the differences of points is least;
//! wishes for a side are met, strong ones first; nobody floats again as in the last round, or the one before; the upper half
//! of a group meets the lower half, in order. Other than in C.04.3, groups are paired together and not one after the other.

use game::Side;
use integer_blossom::min_weight_perfect_matching;

/// What the pairing has to know of a player. The players stand in the order of their pairing numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwissPlayer {
    /// The points, in halves.
    pub points: u32,
    /// Those whom the player was paired with.
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

/// A pair that may not be.
const FORBIDDEN: i128 = 1 << 90;

/// The players of a round with what their pairs cost.
struct Field<'a> {
    players: &'a [SwissPlayer],
    wishes: Vec<Wish>,
    /// The players by points, and among equals by number.
    ranked: Vec<usize>,
    /// The place of each player in its group of equal points from above, and the size of the group.
    places: Vec<(usize, usize)>,
}

impl<'a> Field<'a> {
    fn new(players: &'a [SwissPlayer]) -> Self {
        let mut ranked: Vec<usize> = (0..players.len()).collect();
        ranked.sort_by_key(|&i| (std::cmp::Reverse(players[i].points), i));
        let mut places = vec![(0, 0); players.len()];
        for group in ranked.chunk_by(|&a, &b| players[a].points == players[b].points) {
            for (place, &player) in group.iter().enumerate() {
                places[player] = (place, group.len());
            }
        }
        Self { players, wishes: players.iter().map(Wish::of).collect(), ranked, places }
    }

    /// What a pair costs; the number of players itself stands for the bye.
    fn cost(&self, a: usize, b: usize) -> i128 {
        let bye = self.players.len();
        match (a == bye, b == bye) {
            (true, _) => self.cost_of_bye(b),
            (_, true) => self.cost_of_bye(a),
            _ => self.cost_of_pair(a, b),
        }
    }

    fn cost_of_bye(&self, player: usize) -> i128 {
        let SwissPlayer { points, had_bye, floats, .. } = &self.players[player];
        if *had_bye {
            return FORBIDDEN;
        }
        let (place, size) = self.places[player];
        let again = floats.map(|float| u32::from(float == Float::Down));
        packed(&[0, *points, 0, 0, 0, again[0], again[1], 0, square(size - 1 - place)])
    }

    fn cost_of_pair(&self, a: usize, b: usize) -> i128 {
        // The higher one first.
        let height = |player: usize| (std::cmp::Reverse(self.players[player].points), player);
        let is_higher = height(a) < height(b);
        let (a, b) = if is_higher { (a, b) } else { (b, a) };
        let (one, other) = (&self.players[a], &self.players[b]);
        if one.opponents.contains(&b) || other.opponents.contains(&a) {
            return FORBIDDEN;
        }
        let difference = one.points - other.points;
        let (wish, their) = (self.wishes[a], self.wishes[b]);
        let is_same = wish.side().is_some() && wish.side() == their.side();
        let weaker = if is_same { wish.strength().min(their.strength()) } else { 0 };
        let again = [0, 1].map(|round| {
            let down = difference > 0 && one.floats[round] == Float::Down;
            let up = difference > 0 && other.floats[round] == Float::Up;
            u32::from(down) + u32::from(up)
        });
        // Who may win the tournament has to meet the others who may, whatever the sides.
        let is_barred = weaker == 3 && !one.is_top_scorer && !other.is_top_scorer;
        let ((place, size), (their_place, _)) = (self.places[a], self.places[b]);
        // Both of one half of their group.
        let is_exchange = difference == 0 && (place < size / 2) == (their_place < size / 2);
        let order = if difference == 0 {
            square((their_place - place).abs_diff(size / 2))
        } else {
            square(size - 1 - place) + square(their_place)
        };
        packed(&[
            u32::from(is_barred),
            0,
            difference * difference,
            u32::from(weaker >= 2),
            u32::from(weaker >= 1),
            again[0],
            again[1],
            u32::from(is_exchange),
            order,
        ])
    }

    /// The pair with its sides (C.04.3, E).
    fn seated(&self, a: usize, b: usize, initial: Side) -> (usize, usize) {
        let rank = |player: usize| self.ranked.iter().position(|&known| known == player);
        let (a, b) = if rank(a) < rank(b) { (a, b) } else { (b, a) };
        let side = self.side_of_higher(a, b, initial);
        if side == Side::First { (a, b) } else { (b, a) }
    }

    fn side_of_higher(&self, a: usize, b: usize, initial: Side) -> Side {
        let (wish, their) = (self.wishes[a], self.wishes[b]);
        match (wish.side(), their.side()) {
            (None, None) if a.is_multiple_of(2) => initial,
            (None, None) => initial.other(),
            (Some(side), None) => side,
            (None, Some(side)) => side.other(),
            (Some(side), Some(other)) if side != other => side,
            (Some(side), Some(_)) => {
                let (one, other) = (&self.players[a].sides, &self.players[b].sides);
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
}

/// How many more games were played with one side than with the other.
fn excess(sides: &[Side]) -> usize {
    let firsts = sides.iter().filter(|&&side| side == Side::First).count();
    firsts.abs_diff(sides.len() - firsts)
}

fn square(n: usize) -> u32 {
    u32::try_from(n * n).unwrap_or(u32::MAX)
}

/// The costs as one number, the heaviest first: no sum of lighter ones of a whole round reaches a heavier one.
fn packed(costs: &[u32; 9]) -> i128 {
    const BITS: [u32; 9] = [7, 7, 17, 7, 7, 8, 8, 7, 20];
    costs.iter().zip(BITS).fold(0, |sum, (&cost, bits)| (sum << bits) + i128::from(cost))
}

/// Pairs a round. `initial`: the side of the first player in the first round, drawn by lot. `None` where everybody cannot be
/// paired without meeting somebody again or having a second bye.
#[must_use]
pub fn pair(players: &[SwissPlayer], initial: Side) -> Option<SwissPairing> {
    let field = Field::new(players);
    let places = players.len() + players.len() % 2;
    if places == 0 {
        return Some(SwissPairing::default());
    }
    let mut costs = vec![0; places * places];
    for a in 0..places {
        for b in a + 1..places {
            costs[a * places + b] = field.cost(a, b);
        }
    }
    let mates = min_weight_perfect_matching(&costs, places);
    let mut pairing = SwissPairing::default();
    for &a in &field.ranked {
        let b = mates[a];
        if costs[a.min(b) * places + a.max(b)] >= FORBIDDEN {
            return None;
        }
        if b >= players.len() {
            pairing.bye = Some(a);
        } else if !pairing.pairs.iter().any(|&(x, y)| x == a || y == a) {
            pairing.pairs.push(field.seated(a, b, initial));
        }
    }
    Some(pairing)
}

#[cfg(test)]
#[path = "swiss_tests.rs"]
mod tests;

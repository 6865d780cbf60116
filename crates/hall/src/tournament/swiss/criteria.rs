//! What a pair costs by the criteria of C.04.3, C, as one number in which an earlier criterion outweighs all later ones.

use super::{Float, SwissPlayer, Wish, excess};
use integer_blossom::Weight;
use std::ops::{Add, AddAssign, Range, Sub, SubAssign};

/// How many scores of those who came down are told apart; lower ones count together.
const LEVELS: usize = 4;

/// The places of the criteria in a cost.
pub(super) mod place {
    use super::LEVELS;

    /// C.1, C.2: they have met, or this is a second bye. Nobody is paired so.
    pub(in super::super) const FORBIDDEN: usize = 0;
    /// C.3: both must have the same side.
    pub(super) const SIDE: usize = 1;
    /// C.5: the points of who has the bye.
    pub(super) const BYE: usize = 2;
    /// C.6: who floats down.
    pub(super) const FLOATERS: usize = 3;
    /// C.7: those of them who came down before, by score.
    pub(super) const SCORES: usize = 4;
    /// C.8: the same in the next bracket.
    pub(super) const NEXT_FLOATERS: usize = SCORES + LEVELS;
    pub(super) const NEXT_SCORES: usize = NEXT_FLOATERS + 1;
    /// C.9: the unplayed games of who has the bye.
    pub(super) const UNPLAYED: usize = NEXT_SCORES + LEVELS;
    /// C.10, C.11: a leader has one side three times more, or in a row.
    pub(super) const EXCESS: usize = UNPLAYED + 1;
    pub(super) const ROW: usize = EXCESS + 1;
    /// C.12, C.13: a wish, or a strong wish, for a side is not met.
    pub(super) const WISH: usize = ROW + 1;
    pub(super) const STRONG_WISH: usize = WISH + 1;
    /// C.14 to C.17: who floats again as in the last round, down and up, and as in the one before.
    pub(super) const FLOATS: usize = STRONG_WISH + 1;
    /// C.18 to C.21: the differences of points in these.
    pub(super) const DIFFERENCES: usize = FLOATS + 4;
    /// The order in which the rules go through the pairings: the players that change halves, and how far they are apart.
    pub(in super::super) const EXCHANGES: usize = DIFFERENCES + 4;
    pub(in super::super) const DISTANCE: usize = EXCHANGES + 1;
    /// The question that is asked of all that are equal in everything above.
    pub(in super::super) const QUESTION: usize = DISTANCE + 1;
    /// How many there are.
    pub(super) const COUNT: usize = QUESTION + 1;
}

/// A cost, criterion by criterion: compared like a word in a dictionary.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cost(pub(super) [i32; place::COUNT]);

impl Add for Cost {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sub for Cost {
    type Output = Self;

    fn sub(mut self, other: Self) -> Self {
        self -= other;
        self
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own += other;
        }
    }
}

impl SubAssign for Cost {
    fn sub_assign(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own -= other;
        }
    }
}

/// The matching only adds, subtracts, compares and halves what is even, so lists of numbers do as well as numbers.
impl Weight for Cost {
    const ZERO: Self = Self([0; place::COUNT]);
    const ONE: Self = {
        let mut one = [0; place::COUNT];
        one[place::COUNT - 1] = 1;
        Self(one)
    };

    fn inf() -> Self {
        let mut most = [0; place::COUNT];
        most[0] = i32::MAX / 4;
        Self(most)
    }

    fn double(self) -> Self {
        self + self
    }

    fn half(self) -> Self {
        Self(self.0.map(|number| number / 2))
    }
}

/// The players of a round, the highest first, and the bracket that is paired now.
#[derive(Debug)]
pub(super) struct Field<'a> {
    pub(super) players: &'a [&'a SwissPlayer],
    wishes: Vec<Wish>,
    /// Who has met whom.
    met: Vec<bool>,
    /// Whether each player is in the bracket.
    pub(super) bracket: Vec<bool>,
    /// Those of the bracket who did not come down.
    pub(super) residents: Range<usize>,
    /// Those of the next lower score.
    next: Range<usize>,
    /// The scores in the bracket, the highest first.
    scores: Vec<u32>,
}

impl<'a> Field<'a> {
    /// Before the first bracket. `places` has the place of each number.
    pub(super) fn new(players: &'a [&'a SwissPlayer], places: &[usize]) -> Self {
        let count = players.len();
        let mut met = vec![false; count * count];
        for (place, player) in players.iter().enumerate() {
            for &other in &player.opponents {
                met[place * count + places[other]] = true;
                met[places[other] * count + place] = true;
            }
        }
        let wishes = players.iter().map(|player| Wish::of(player)).collect();
        let bracket = vec![false; count];
        let mut field =
            Self { players, wishes, met, bracket, residents: 0..0, next: 0..0, scores: Vec::new() };
        field.next = field.group(0);
        field
    }

    /// Those with the same points from this place on.
    fn group(&self, from: usize) -> Range<usize> {
        let Some(first) = self.players.get(from) else { return from..from };
        let same = self.players[from..].iter().take_while(|one| one.points == first.points);
        from..from + same.count()
    }

    /// Goes on to the next bracket, into which these come down; `false` if there is none.
    pub(super) fn descend(&mut self, floaters: &[usize]) -> bool {
        self.residents = self.next.clone();
        self.next = self.group(self.residents.end);
        self.bracket.fill(false);
        for player in floaters.iter().copied().chain(self.residents.clone()) {
            self.bracket[player] = true;
        }
        self.scores = floaters.iter().map(|&player| self.players[player].points).collect();
        self.scores.sort_unstable_by(|a, b| b.cmp(a));
        self.scores.dedup();
        !self.residents.is_empty()
    }

    fn level(&self, player: usize) -> usize {
        let points = self.players[player].points;
        let level = self.scores.iter().position(|&score| score == points);
        level.unwrap_or(self.scores.len()).min(LEVELS - 1)
    }

    /// What a pair costs; `None` stands for the bye.
    pub(super) fn cost(&self, a: usize, b: Option<usize>) -> Cost {
        let mut cost = Cost::ZERO;
        let Some(b) = b else {
            self.bye(a, &mut cost);
            return cost;
        };
        // The higher one first.
        let (a, b) = (a.min(b), a.max(b));
        let (one, other) = (self.players[a], self.players[b]);
        cost.0[place::FORBIDDEN] = i32::from(self.met[a * self.players.len() + b]);
        let is_same =
            self.wishes[a].side().is_some() && self.wishes[a].side() == self.wishes[b].side();
        let is_absolute = [a, b].map(|player| self.wishes[player].strength() == 3) == [true; 2];
        let is_exempt = one.is_top_scorer || other.is_top_scorer;
        cost.0[place::SIDE] = i32::from(is_same && is_absolute && !is_exempt);
        match (self.bracket[a], self.bracket[b]) {
            (true, true) => {
                if is_same {
                    self.sides(a, b, &mut cost);
                }
                if one.points > other.points {
                    floats_again(one, other, &mut cost);
                }
            }
            (true, false) => self.floats(a, self.next.contains(&b), &mut cost),
            (false, true) => self.floats(b, self.next.contains(&a), &mut cost),
            (false, false) => {
                let leaves = self.next.contains(&a) != self.next.contains(&b);
                cost.0[place::NEXT_FLOATERS] = i32::from(leaves);
            }
        }
        cost
    }

    fn bye(&self, player: usize, cost: &mut Cost) {
        let SwissPlayer { points, had_bye, sides, .. } = self.players[player];
        cost.0[place::FORBIDDEN] = i32::from(*had_bye);
        cost.0[place::BYE] = number(*points as usize);
        if self.bracket[player] {
            self.floats(player, false, cost);
            // All have had the same rounds: who has played more has fewer unplayed games.
            cost.0[place::UNPLAYED] = -number(sides.len());
        } else if self.next.contains(&player) {
            cost.0[place::NEXT_FLOATERS] = 1;
        }
    }

    /// One of the bracket goes down, and is paired in the next bracket or not.
    fn floats(&self, player: usize, is_paired_next: bool, cost: &mut Cost) {
        let is_resident = self.residents.contains(&player);
        cost.0[place::FLOATERS] = 1;
        if !is_resident {
            cost.0[place::SCORES + self.level(player)] = 1;
        }
        if !is_paired_next {
            cost.0[place::NEXT_FLOATERS] = 1;
            cost.0[place::NEXT_SCORES + self.level(player)] = 1;
        }
        // Below the bracket the difference is at least a point more than in it.
        let lowest = self.players[self.residents.start].points;
        let difference = number((self.players[player].points - lowest) as usize + 2);
        for (round, float) in self.players[player].floats.into_iter().enumerate() {
            let again = i32::from(float == Float::Down);
            if is_resident {
                cost.0[place::FLOATS + 2 * round] = again;
            } else {
                cost.0[place::DIFFERENCES + 2 * round] = again * difference;
            }
        }
    }

    /// Two of the bracket who wish the same side.
    fn sides(&self, a: usize, b: usize, cost: &mut Cost) {
        let (wish, their) = (self.wishes[a], self.wishes[b]);
        let (own, other) = (&self.players[a].sides, &self.players[b].sides);
        cost.0[place::WISH] = 1;
        let weaker = wish.strength().min(their.strength());
        cost.0[place::STRONG_WISH] = i32::from(weaker == 2);
        if weaker == 3 {
            let both = [excess(own), excess(other)];
            cost.0[place::EXCESS] = i32::from(both.iter().all(|&excess| excess > 1));
            // Who has had the other side less often yields.
            let has_row = |sides: &[game::Side]| matches!(sides, [.., x, y] if x == y);
            let is_row = match both[0].cmp(&both[1]) {
                std::cmp::Ordering::Equal => has_row(own) && has_row(other),
                std::cmp::Ordering::Greater => has_row(other),
                std::cmp::Ordering::Less => has_row(own),
            };
            cost.0[place::ROW] = i32::from(is_row);
        }
    }
}

/// Two with different points, of whom one came down: who has done so before?
fn floats_again(one: &SwissPlayer, other: &SwissPlayer, cost: &mut Cost) {
    let difference = number((one.points - other.points) as usize);
    for round in 0..2 {
        let down = one.floats[round] == Float::Down;
        let up = other.floats[round] == Float::Up;
        cost.0[place::FLOATS + 2 * round + 1] = i32::from(up);
        cost.0[place::DIFFERENCES + 2 * round] = if down { difference } else { 0 };
        cost.0[place::DIFFERENCES + 2 * round + 1] = if up { difference } else { 0 };
    }
}

/// Numbers of players and points are small.
pub(super) fn number(n: usize) -> i32 {
    i32::try_from(n).unwrap_or(i32::MAX)
}

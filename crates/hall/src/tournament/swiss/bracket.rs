//! Bracket by bracket: the best pairing of each by the criteria, and of equally good ones the first in the order of C.04.3, B
//! and D. Each question is one matching of all who are not paired yet, in which the question weighs least.

use super::SwissPlayer;
use super::criteria::{Cost, Field, number, place};
use integer_blossom::{Weight, min_weight_perfect_matching};

/// The pairs, and who has a bye.
type RoundPairs = (Vec<(usize, usize)>, Option<usize>);

/// Pairs all, who are in the order of their ranks. `None` where that cannot be done.
pub(super) fn pair_all(players: &[&SwissPlayer], places: &[usize]) -> Option<RoundPairs> {
    let mut round = Round {
        free: vec![true; players.len()],
        banned: vec![false; (players.len() + 1) * (players.len() + 1)],
        halves: None,
        pairs: Vec::new(),
        field: Field::new(players, places),
    };
    let mut floaters = Vec::new();
    while round.field.descend(&floaters) {
        floaters = round.bracket()?;
    }
    Some((round.pairs, floaters.pop()))
}

/// A round that is being paired. A player is its place in the order of ranks; the number of players stands for the bye.
struct Round<'a> {
    field: Field<'a>,
    free: Vec<bool>,
    /// Pairs that were decided against.
    banned: Vec<bool>,
    halves: Option<Halves>,
    pairs: Vec<(usize, usize)>,
}

/// Those of a bracket who are paired with their equals, in two halves: the upper one meets the lower one.
struct Halves {
    /// In order of rank.
    players: Vec<usize>,
    /// How many pairs there are, which is the size of the upper half.
    pairs: usize,
}

impl Halves {
    fn position(&self, player: usize) -> Option<usize> {
        self.players.iter().position(|&one| one == player)
    }

    /// Whether a player with this partner changes to the other half.
    fn is_moved(&self, player: usize, partner: usize) -> bool {
        let Some(own) = self.position(player) else { return false };
        match self.position(partner) {
            None => own < self.pairs,
            Some(other) if own < self.pairs => other < own,
            Some(other) => other >= self.pairs && other > own,
        }
    }

    /// What a pair adds to the number of exchanges, and to the distance between those exchanged.
    fn exchange(&self, a: usize, b: usize) -> (i32, i32) {
        let (mut count, mut distance) = (0, 0);
        for (player, partner) in [(a, b), (b, a)] {
            if self.is_moved(player, partner) {
                let own = self.position(player).unwrap_or_default();
                let is_upper = own < self.pairs;
                count += i32::from(is_upper);
                distance += if is_upper { -number(own) } else { number(own) };
            }
        }
        (count, distance)
    }

    /// How far a pair is from the first one of the order.
    fn shift(&self, a: usize, b: usize) -> i32 {
        match (self.position(a), self.position(b)) {
            (Some(a), Some(b)) => number((a.max(b) - a.min(b)).abs_diff(self.pairs)),
            _ => 0,
        }
    }
}

/// Each player's partner, and what all the pairs cost.
struct Matching {
    partner: Vec<usize>,
    total: Cost,
}

impl Round<'_> {
    fn count(&self) -> usize {
        self.free.len()
    }

    /// The best matching of all who are free; among the best ones that with the lowest answers to the question.
    fn ask(&self, question: impl Fn(usize, usize) -> i32) -> Matching {
        let bye = self.count();
        let mut free: Vec<usize> = (0..bye).filter(|&player| self.free[player]).collect();
        if free.len() % 2 == 1 {
            free.push(bye);
        }
        let size = free.len();
        let mut costs = vec![Cost::ZERO; size * size];
        for (i, &a) in free.iter().enumerate() {
            for (j, &b) in free.iter().enumerate().skip(i + 1) {
                let mut cost = self.field.cost(a, (b < bye).then_some(b));
                cost.0[place::FORBIDDEN] += i32::from(self.banned[a * (bye + 1) + b]);
                if let Some(halves) = &self.halves {
                    (cost.0[place::EXCHANGES], cost.0[place::DISTANCE]) = halves.exchange(a, b);
                }
                cost.0[place::QUESTION] = question(a, b);
                costs[i * size + j] = cost;
            }
        }
        let mates = min_weight_perfect_matching(&costs, size);
        let (mut partner, mut total) = (vec![bye; bye + 1], Cost::ZERO);
        for (i, &mate) in mates.iter().enumerate() {
            partner[free[i]] = free[mate];
            if i < mate {
                total += costs[i * size + mate];
            }
        }
        Matching { partner, total }
    }

    /// The same, with a question about the partner of one player.
    fn ask_of(&self, player: usize, question: impl Fn(usize) -> i32) -> Matching {
        self.ask(|a, b| match (a == player, b == player) {
            (true, _) => question(b),
            (_, true) => question(a),
            _ => 0,
        })
    }

    fn is_inside(&self, player: usize) -> bool {
        self.field.bracket.get(player) == Some(&true)
    }

    fn ban(&mut self, player: usize, is_banned: impl Fn(usize) -> bool) {
        let row = self.count() + 1;
        for other in (0..row).filter(|&other| is_banned(other)) {
            self.banned[player * row + other] = true;
            self.banned[other * row + player] = true;
        }
    }

    fn fix(&mut self, a: usize, b: usize) {
        self.free[a] = false;
        self.free[b] = false;
        self.pairs.push((a.min(b), a.max(b)));
    }

    /// Pairs the bracket and returns who floats down, in order of rank.
    fn bracket(&mut self) -> Option<Vec<usize>> {
        self.banned.fill(false);
        self.halves = None;
        let inside = (0..self.count()).filter(|&player| self.is_inside(player));
        let members: Vec<usize> = inside.collect();
        let (residents, came): (Vec<usize>, Vec<usize>) =
            members.iter().partition(|&player| self.field.residents.contains(player));
        let mut found = self.ask(|_, _| 0);
        if found.total.0[place::FORBIDDEN] > 0 {
            return None;
        }
        found = self.place_those_who_came(&came, found);
        let residents: Vec<usize> =
            residents.into_iter().filter(|&player| self.free[player]).collect();
        let pairs = residents.iter().filter(|&&player| self.is_inside(found.partner[player]));
        let pairs = pairs.count() / 2;
        self.pair_equals(Halves { players: residents, pairs });
        Some(members.into_iter().filter(|&player| self.free[player]).collect())
    }

    /// Pairs those who came down: as many and as high ones as can be, each with the highest possible partner in turn.
    fn place_those_who_came(&mut self, came: &[usize], mut found: Matching) -> Matching {
        let stays =
            |found: &Matching, player: usize, round: &Self| round.is_inside(found.partner[player]);
        let staying = came.iter().filter(|&&player| stays(&found, player, self)).count();
        if staying > 0 && staying < came.len() {
            for &player in came {
                found = self.ask_of(player, |other| i32::from(!self.is_inside(other)));
                let is_staying = stays(&found, player, self);
                let inside = self.field.bracket.clone();
                self.ban(player, |other| (inside.get(other) == Some(&true)) != is_staying);
            }
        }
        for &player in came {
            if self.free[player] && stays(&found, player, self) {
                found = self.ask_of(player, number);
                self.fix(player, found.partner[player]);
            }
        }
        found
    }

    /// Pairs the upper half with the lower half, with the fewest and smallest exchanges between them, and each of the upper
    /// half with the highest possible partner in turn.
    fn pair_equals(&mut self, halves: Halves) {
        if halves.pairs == 0 {
            return;
        }
        let (players, pairs) = (halves.players.clone(), halves.pairs);
        self.halves = Some(halves);
        let found = self.ask(|a, b| self.shift(a, b));
        let mut is_upper: Vec<bool> = (0..players.len()).map(|position| position < pairs).collect();
        if found.total.0[place::EXCHANGES] > 0 {
            for position in (0..pairs).rev().chain(pairs..players.len()) {
                let player = players[position];
                let found = self.ask_of(player, |other| i32::from(!self.is_moved(player, other)));
                let is_moved = self.is_moved(player, found.partner[player]);
                let others: Vec<bool> =
                    (0..=self.count()).map(|other| self.is_moved(player, other)).collect();
                self.ban(player, |other| others[other] != is_moved);
                is_upper[position] ^= is_moved;
            }
        } else if found.total.0[place::QUESTION] == 0 {
            for position in 0..pairs {
                self.fix(players[position], players[position + pairs]);
            }
            return;
        }
        for (position, &player) in players.iter().enumerate() {
            if is_upper[position] {
                let found = self.ask_of(player, number);
                self.fix(player, found.partner[player]);
            }
        }
    }

    fn shift(&self, a: usize, b: usize) -> i32 {
        self.halves.as_ref().map_or(0, |halves| halves.shift(a, b))
    }

    fn is_moved(&self, player: usize, partner: usize) -> bool {
        self.halves.as_ref().is_some_and(|halves| halves.is_moved(player, partner))
    }
}

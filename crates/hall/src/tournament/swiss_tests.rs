//! The laws of Swiss pairings over random tournaments, and each pairing against all that there are.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::criteria::{Cost, Field, place};
use super::*;
use integer_blossom::Weight;
use proptest::prelude::*;

/// A tournament of so many players whose results come out of random numbers. Calls `each` before each round is played.
fn play(
    count: usize,
    rounds: usize,
    mut random: impl FnMut() -> u64,
    mut each: impl FnMut(usize, &[SwissPlayer], Option<&SwissPairing>),
) {
    let mut players = vec![SwissPlayer::default(); count];
    for round in 0..rounds {
        let pairing = pair(&players, Side::First);
        each(round, &players, pairing.as_ref());
        let Some(SwissPairing { pairs, bye }) = pairing else { return };
        let before: Vec<u32> = players.iter().map(|player| player.points).collect();
        let float = |players: &mut [SwissPlayer], player: usize, float| {
            players[player].floats = [float, players[player].floats[0]];
        };
        for (first, second) in pairs {
            let points = [2, 0, 1, 2, 0][usize::try_from(random() % 5).unwrap()];
            for (own, other, side, won) in
                [(first, second, Side::First, points), (second, first, Side::Second, 2 - points)]
            {
                players[own].points += won;
                players[own].opponents.push(other);
                players[own].sides.push(side);
                let how = match before[other].cmp(&before[own]) {
                    std::cmp::Ordering::Less => Float::Down,
                    std::cmp::Ordering::Equal => Float::None,
                    std::cmp::Ordering::Greater => Float::Up,
                };
                float(&mut players, own, how);
            }
        }
        if let Some(bye) = bye {
            players[bye].points += 2;
            players[bye].had_bye = true;
            float(&mut players, bye, Float::Down);
        }
    }
}

fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// The pairing by going through everything: of a bracket all ways to pair it, with what each costs when the others are paired
/// as well as can be, and its place in the order of the rules. A different way from that of the program, for few players.
struct Oracle<'a> {
    field: Field<'a>,
    free: Vec<usize>,
}

/// The exchanges, their distance, those who change from the upper half (the lowest first) and from the lower half, and then
/// the partners in turn.
type Sequence = (usize, i64, Vec<std::cmp::Reverse<usize>>, Vec<usize>, Vec<usize>);

impl Oracle<'_> {
    fn cost(&self, a: usize, b: usize) -> Cost {
        self.field.cost(a, (b < self.field.players.len()).then_some(b))
    }

    /// All perfect matchings of these.
    fn matchings(free: &[usize]) -> Vec<Vec<(usize, usize)>> {
        let [first, rest @ ..] = free else { return vec![Vec::new()] };
        let mut all = Vec::new();
        for (i, &mate) in rest.iter().enumerate() {
            let left = [&rest[..i], &rest[i + 1..]].concat();
            for mut pairs in Self::matchings(&left) {
                pairs.push((*first, mate));
                all.push(pairs);
            }
        }
        all
    }

    /// The pairs of the bracket that is to be paired.
    fn best(&self) -> (Cost, Vec<(usize, usize)>) {
        let players = self.field.players.len();
        let mut free = self.free.clone();
        if free.len() % 2 == 1 {
            free.push(players);
        }
        let is_inside = |player: usize| self.field.bracket.get(player) == Some(&true);
        let members: Vec<usize> = self.free.iter().copied().filter(|&one| is_inside(one)).collect();
        let judged = Self::matchings(&free).into_iter().map(|pairs| {
            let total = pairs.iter().fold(Cost::ZERO, |sum, &(a, b)| sum + self.cost(a, b));
            let inside: Vec<_> =
                pairs.into_iter().filter(|&(a, b)| is_inside(a) && is_inside(b)).collect();
            let sequence = self.sequence(&members, &inside);
            (total, sequence, inside)
        });
        let best = judged.min_by(|one, other| (&one.0, &one.1).cmp(&(&other.0, &other.1)));
        let (total, _, inside) = best.unwrap();
        (total, inside)
    }

    /// Where a pairing of the bracket stands: first those who came down, then the others.
    fn sequence(
        &self,
        members: &[usize],
        inside: &[(usize, usize)],
    ) -> (Vec<bool>, Vec<usize>, Sequence) {
        let mate = |player: usize| {
            inside.iter().find_map(|&(a, b)| match (a == player, b == player) {
                (true, _) => Some(b),
                (_, true) => Some(a),
                _ => None,
            })
        };
        let came = |player: &usize| !self.field.residents.contains(player);
        let limbo = members.iter().filter(|one| came(one)).map(|&one| mate(one).is_none());
        let partners = members.iter().filter(|one| came(one)).filter_map(|&one| mate(one));
        let equals: Vec<usize> = members
            .iter()
            .copied()
            .filter(|one| !came(one) && mate(*one).is_none_or(|mate| !came(&mate)))
            .collect();
        let pairs = equals.iter().filter(|&&one| mate(one).is_some()).count() / 2;
        let place = |player: usize| equals.iter().position(|&one| one == player).unwrap();
        let (mut upper, mut lower) = (Vec::new(), Vec::new());
        for &one in &equals {
            let Some(mate) = mate(one) else {
                lower.push(place(one));
                continue;
            };
            if place(one) < place(mate) {
                upper.push(place(one));
                lower.push(place(mate));
            }
        }
        let moved_down: Vec<usize> = lower.iter().copied().filter(|&one| one < pairs).collect();
        let moved_up: Vec<usize> = upper.iter().copied().filter(|&one| one >= pairs).collect();
        let sum = |places: &[usize]| places.iter().map(|&one| one as i64).sum::<i64>();
        let mut down: Vec<_> = moved_down.iter().map(|&one| std::cmp::Reverse(one)).collect();
        down.sort_unstable();
        let mut up = moved_up.clone();
        up.sort_unstable();
        upper.sort_unstable();
        let partners_of_upper = upper.iter().map(|&one| mate(equals[one]).unwrap()).collect();
        let distance = sum(&moved_up) - sum(&moved_down);
        (limbo.collect(), partners.collect(), (down.len(), distance, down, up, partners_of_upper))
    }
}

/// The pairs by place, and the bye.
fn oracle(players: &[&SwissPlayer], places: &[usize]) -> Option<Vec<(usize, usize)>> {
    let mut oracle =
        Oracle { field: Field::new(players, places), free: (0..players.len()).collect() };
    let (mut floaters, mut all) = (Vec::new(), Vec::new());
    while oracle.field.descend(&floaters) {
        let (total, pairs) = oracle.best();
        if total.0[place::FORBIDDEN] > 0 {
            return None;
        }
        let is_paired = |player: usize| pairs.iter().any(|&(a, b)| a == player || b == player);
        let bracket = oracle.field.bracket.clone();
        oracle.free.retain(|&player| !is_paired(player));
        floaters = oracle.free.iter().copied().filter(|&player| bracket[player]).collect();
        all.extend(pairs.iter().map(|&(a, b)| (a.min(b), a.max(b))));
    }
    all.sort_unstable();
    Some(all)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The pairing is the one that is found by going through all there are.
    #[test]
    fn it_is_the_best_and_the_first_of_all(count in 2usize..=8, seed in any::<u64>()) {
        play(count, 6, random(seed), |_, players, pairing| {
            let mut ranked: Vec<usize> = (0..count).collect();
            ranked.sort_by_key(|&i| (std::cmp::Reverse(players[i].points), i));
            let mut places = vec![0; count];
            for (place, &player) in ranked.iter().enumerate() {
                places[player] = place;
            }
            let in_order: Vec<&SwissPlayer> = ranked.iter().map(|&i| &players[i]).collect();
            let expected = oracle(&in_order, &places);
            let found = pairing.map(|pairing| {
                let place = |&(a, b): &(usize, usize)| {
                    let (a, b) = (places[a], places[b]);
                    (a.min(b), a.max(b))
                };
                let mut pairs: Vec<_> = pairing.pairs.iter().map(place).collect();
                pairs.sort_unstable();
                pairs
            });
            assert_eq!(found, expected, "{players:?}");
        });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10))]

    /// In a field that is large enough the sides come out as C.04.1 wants them, and nobody is left out.
    #[test]
    fn the_basic_rules(count in 16usize..=41, seed in any::<u64>()) {
        let rounds = 7;
        play(count, rounds, random(seed), |round, players, pairing| {
            assert!(round == 0 || pairing.is_some());
            for player in players {
                let mut met = player.opponents.clone();
                met.sort_unstable();
                met.dedup();
                assert_eq!(met.len(), player.opponents.len(), "nobody meets twice");
                let games = player.opponents.len();
                assert!(games == round || player.had_bye && games + 1 == round);
                assert!(excess(&player.sides) <= 2, "{:?}", player.sides);
                let runs = player.sides.windows(3).filter(|run| run[0] == run[1] && run[1] == run[2]);
                assert_eq!(runs.count(), 0, "{:?}", player.sides);
            }
            if let Some(pairing) = pairing {
                let mut all: Vec<usize> = pairing.pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                all.extend(pairing.bye);
                all.sort_unstable();
                assert_eq!(all, (0..count).collect::<Vec<_>>());
                assert_eq!(pairing.bye.is_some(), count % 2 == 1);
                assert!(pairing.bye.is_none_or(|bye| !players[bye].had_bye));
            }
        });
    }
}

/// The upper half meets the lower half, and the sides change from pair to pair (C.04.3, first round).
#[test]
fn the_first_round_is_the_usual_one() {
    let players = vec![SwissPlayer::default(); 8];
    let pairing = pair(&players, Side::First).unwrap();
    assert_eq!(pairing.pairs, [(0, 4), (5, 1), (2, 6), (7, 3)]);
    let pairing = pair(&players[..7], Side::Second).unwrap();
    assert_eq!(pairing, SwissPairing { pairs: vec![(3, 0), (1, 4), (5, 2)], bye: Some(6) });
}

/// After the favourites have won, winners meet winners, and those who had different sides: 1-4 and 2-3, not 1-3 and 2-4.
#[test]
fn the_second_round_prefers_sides_that_fit() {
    let mut players = vec![SwissPlayer::default(); 8];
    for (first, second, points) in [(0, 4, 2), (5, 1, 0), (2, 6, 2), (7, 3, 0)] {
        for (own, other, side, won) in
            [(first, second, Side::First, points), (second, first, Side::Second, 2 - points)]
        {
            players[own].points += won;
            players[own].opponents.push(other);
            players[own].sides.push(side);
        }
    }
    let pairing = pair(&players, Side::First).unwrap();
    assert_eq!(pairing.pairs, [(3, 0), (1, 2), (4, 7), (6, 5)]);
}

/// Two leaders who both had the first side twice meet in the last round, and not before.
#[test]
fn the_last_round_has_the_leaders_meet() {
    let (first, second) = (Side::First, Side::Second);
    let of = |points, sides: [Side; 2], opponents: [usize; 2]| SwissPlayer {
        points,
        opponents: opponents.to_vec(),
        sides: sides.to_vec(),
        ..SwissPlayer::default()
    };
    let mut players = [
        of(4, [first, first], [2, 4]),
        of(4, [first, first], [3, 5]),
        of(2, [second, first], [0, 3]),
        of(2, [second, second], [1, 2]),
        of(0, [second, first], [0, 5]),
        of(0, [second, second], [1, 4]),
    ];
    let meet = |players: &[SwissPlayer]| {
        pair(players, first).unwrap().pairs.iter().any(|&(a, b)| a.max(b) == 1)
    };
    assert!(!meet(&players));
    for leader in &mut players[..2] {
        leader.is_top_scorer = true;
    }
    assert!(meet(&players));
}

#[test]
fn where_all_have_met_nobody_is_paired() {
    let met = |other: usize| SwissPlayer { opponents: vec![other], ..SwissPlayer::default() };
    assert_eq!(pair(&[met(1), met(0)], Side::First), None);
    let bye = SwissPlayer { had_bye: true, ..SwissPlayer::default() };
    assert_eq!(pair(&[bye], Side::First), None);
    assert_eq!(pair(&[], Side::First), Some(SwissPairing::default()));
}

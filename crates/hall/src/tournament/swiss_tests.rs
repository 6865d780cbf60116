//! The laws of Swiss pairings over random tournaments, and the matching against all matchings there are.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;
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

/// The least cost of all perfect matchings.
fn least(field: &Field<'_>, free: &mut Vec<usize>) -> i128 {
    let Some(a) = free.pop() else { return 0 };
    let mut best = i128::MAX;
    for i in 0..free.len() {
        let b = free.remove(i);
        best = best.min(field.cost(a, b) + least(field, free));
        free.insert(i, b);
    }
    free.push(a);
    best
}

fn cost(field: &Field<'_>, pairing: &SwissPairing) -> i128 {
    let pairs = pairing.pairs.iter().map(|&(a, b)| field.cost(a, b)).sum::<i128>();
    pairs + pairing.bye.map_or(0, |bye| field.cost(bye, field.players.len()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// Nobody meets somebody twice or has two byes, and the pairing is the best of all.
    #[test]
    fn no_pairing_is_better(count in 2usize..=9, seed in any::<u64>()) {
        play(count, 6, random(seed), |_, players, pairing| {
            let field = Field::new(players);
            let places = count + count % 2;
            let best = least(&field, &mut (0..places).collect());
            match pairing {
                Some(pairing) => assert_eq!(cost(&field, pairing), best),
                None => assert!(best >= FORBIDDEN),
            }
        });
    }

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
    let player = |points, sides: [Side; 2], opponents: [usize; 2]| SwissPlayer {
        points,
        opponents: opponents.to_vec(),
        sides: sides.to_vec(),
        ..SwissPlayer::default()
    };
    let mut players = [
        player(4, [first; 2], [4, 2]),
        player(4, [first; 2], [5, 3]),
        player(2, [first, second], [5, 0]),
        player(2, [first, second], [4, 1]),
        player(0, [second; 2], [0, 3]),
        player(0, [second; 2], [1, 2]),
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

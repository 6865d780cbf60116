//! Tie-breaks against others that are worked out from the results alone, as FIDE C.07 says it of games that were all played.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::tournament::World;
use game::Side;
use hall::tournament::{PairingResult, TournamentSystem};
use proptest::prelude::*;
use std::cmp::Reverse;

/// All games: the two players and what the first one got, in halves.
fn games(world: &World) -> Vec<(String, String, u32)> {
    let pairings = world.tournament.rounds().iter().flat_map(|round| &round.pairings);
    pairings
        .filter_map(|it| {
            let points = it.result?.points(Side::First);
            Some((it.first.0.clone(), it.second.0.clone(), points))
        })
        .collect()
}

/// What somebody got against each opponent, in halves.
fn of<'a>(games: &'a [(String, String, u32)], who: &'a str) -> Vec<(&'a str, u32)> {
    games
        .iter()
        .filter_map(|(first, second, points)| match who {
            _ if first == who => Some((second.as_str(), *points)),
            _ if second == who => Some((first.as_str(), 2 - points)),
            _ => None,
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn each_number_is_what_the_results_say_and_the_places_follow_them(
        swiss in any::<bool>(),
        pairs in 2usize..5,
        rounds in 1usize..5,
        lots in prop::collection::vec(0usize..3, 40),
    ) {
        let names: Vec<String> = (0..2 * pairs).map(|i| format!("p{i}")).collect();
        let entered: Vec<&str> = names.iter().map(String::as_str).collect();
        let system = if swiss {
            TournamentSystem::Swiss { rounds: 5 }
        } else {
            TournamentSystem::RoundRobin { double: false }
        };
        let mut world = World::new(system, &entered);
        let next = std::cell::Cell::new(0);
        for _ in 0..rounds {
            if world.begin().is_err() {
                break;
            }
            world.finish(|_| {
                next.set(next.get() + 1);
                [PairingResult::First, PairingResult::Draw, PairingResult::Second][lots[next.get() % lots.len()]]
            });
        }
        let games = games(&world);
        let points = |who: &str| of(&games, who).iter().map(|(_, won)| won).sum::<u32>();
        let lines = world.tournament.standings();
        let mut keys = Vec::new();
        for line in &lines {
            let own = of(&games, &line.person.0);
            let buchholz: u32 = own.iter().map(|(other, _)| points(other)).sum();
            let berger: u32 = own.iter().map(|(other, won)| points(other) * won).sum();
            let wins = own.iter().filter(|(_, won)| *won == 2).count();
            prop_assert_eq!(line.points, points(&line.person.0));
            prop_assert_eq!((line.buchholz, line.sonneborn_berger), (buchholz, berger));
            prop_assert_eq!(line.wins as usize, wins);
            // Those who are equal up to here, and what they got among themselves if all have met.
            let before = |who: &hall::tournament::Standing| {
                if swiss { (who.points, who.buchholz, who.sonneborn_berger) } else { (who.points, 0, 0) }
            };
            let tied: Vec<&str> = lines.iter()
                .filter(|other| before(other) == before(line) && other.person != line.person)
                .map(|other| other.person.0.as_str())
                .collect();
            let all: Vec<&str> = tied.iter().copied().chain([line.person.0.as_str()]).collect();
            let have_met = |who: &&str| {
                let met = of(&games, who);
                all.iter().filter(|other| *other != who).all(|other| met.iter().any(|(of, _)| of == other))
            };
            let direct = (!tied.is_empty() && all.iter().all(have_met)).then(|| {
                own.iter().filter(|(other, _)| tied.contains(other)).map(|(_, won)| won).sum::<u32>()
            });
            prop_assert_eq!(line.direct_encounter, direct, "{:?} among {:?}", line.person, tied);
            let direct = direct.unwrap_or(0);
            keys.push(if swiss {
                (line.points, buchholz, berger, direct, wins)
            } else {
                (line.points, direct, berger, u32::try_from(wins).unwrap(), 0)
            });
        }
        prop_assert!(keys.is_sorted_by_key(|key| Reverse(*key)), "{keys:?}");
        for (place, line) in lines.iter().enumerate() {
            let first = keys.iter().position(|key| *key == keys[place]).unwrap();
            prop_assert_eq!(line.rank as usize, first + 1, "equals share a place");
        }
    }
}

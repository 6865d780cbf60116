//! Tournaments: who may do what, byes, late entries, forfeits, tie-breaks, and the file of FIDE.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use game::Outcome;
use hall::tournament::{
    LateEntries, NewRound, Pairing, PairingResult, RoundCellKind, Standing, Tournament,
    TournamentCommand, TournamentEvent, TournamentSetup, TournamentStage, TournamentSystem,
    TrfDates, trf,
};
use hall::{ClockSetting, End, Person, PersonId, Player, Seat, Speaker};
use proptest::prelude::*;

fn setup(system: TournamentSystem) -> TournamentSetup {
    TournamentSetup {
        name: "Club evening".to_owned(),
        variant: "some".to_owned(),
        rules: "usual".to_owned(),
        opening: None,
        clock: ClockSetting::None,
        system,
        rated: false,
        listed: true,
        late: LateEntries::HalfPoint,
        organiser: PersonId("o".to_owned()),
        organiser_name: "Otto".to_owned(),
    }
}

fn speaker(id: &str) -> Speaker {
    let person = Person { id: PersonId(id.to_owned()), name: id.to_uppercase(), is_host: false };
    Speaker::Person(person)
}

/// A tournament with the means to say something in it.
pub(crate) struct World {
    pub(crate) tournament: Tournament,
    games: u32,
}

impl World {
    pub(crate) fn new(system: TournamentSystem, players: &[&str]) -> Self {
        let mut world = Self { tournament: Tournament::new(setup(system)), games: 0 };
        for player in players {
            world.say(player, &TournamentCommand::Enter).unwrap();
        }
        world
    }

    fn try_say(
        &mut self,
        who: &Speaker,
        command: &TournamentCommand,
    ) -> Result<usize, &'static str> {
        let games = &mut self.games;
        let mut game_id = || {
            *games += 1;
            format!("g{games}")
        };
        let rating = 2000 - 10 * i32::try_from(self.tournament.entries().len()).unwrap();
        let given = NewRound { rating, lots: 6, game_id: &mut game_id };
        let events = self.tournament.carry_out(command, who, given).map_err(|no| no.code)?;
        for event in &events {
            self.tournament.apply(event);
            // The stored form says the same.
            let json = serde_json::to_string(event).unwrap();
            assert_eq!(&serde_json::from_str::<TournamentEvent>(&json).unwrap(), event);
        }
        Ok(events.len())
    }

    fn say(&mut self, who: &str, command: &TournamentCommand) -> Result<usize, &'static str> {
        self.try_say(&speaker(who), command)
    }

    pub(crate) fn begin(&mut self) -> Result<usize, &'static str> {
        let round = u32::try_from(self.tournament.rounds().len() + 1).unwrap();
        self.say("o", &TournamentCommand::BeginRound { round })
    }

    /// Gives results to the games of the last round that have none.
    pub(crate) fn finish(&mut self, result: impl Fn(&Pairing) -> PairingResult) {
        let round = u32::try_from(self.tournament.rounds().len()).unwrap();
        let pairings = self.tournament.rounds().last().unwrap().pairings.clone();
        for (board, pairing) in (0..).zip(&pairings) {
            if pairing.result.is_none() {
                let result = result(pairing);
                let said = TournamentCommand::SetResult { round, board, result };
                self.say("o", &said).unwrap();
            }
        }
    }

    fn line(&self, who: &str) -> Standing {
        let lines = self.tournament.standings();
        lines.into_iter().find(|line| line.person.0 == who).unwrap()
    }
}

/// The person whose name comes first wins.
fn alphabetical(pairing: &Pairing) -> PairingResult {
    if pairing.first < pairing.second { PairingResult::First } else { PairingResult::Second }
}

#[test]
fn only_the_organiser_directs_and_everything_has_its_time() {
    let mut world = World::new(TournamentSystem::Swiss { rounds: 2 }, &["a"]);
    let end = TournamentCommand::End;
    let begin = TournamentCommand::BeginRound { round: 1 };
    for said in [&end, &begin, &TournamentCommand::Remove { person: PersonId("a".to_owned()) }] {
        assert_eq!(world.say("a", said), Err("not-yours"));
        assert_eq!(world.try_say(&Speaker::Stranger, said), Err("no-identity"));
    }
    let nameless = Person { id: PersonId("n".to_owned()), name: String::new(), is_host: false };
    let nameless = Speaker::Person(nameless);
    assert_eq!(world.try_say(&nameless, &TournamentCommand::Enter), Err("needs-name"));
    assert_eq!(world.begin(), Err("too-few-players"));
    assert_eq!(world.say("a", &TournamentCommand::Enter), Ok(0), "once more the same");
    world.say("b", &TournamentCommand::Enter).unwrap();
    world.say("c", &TournamentCommand::Enter).unwrap();
    world.say("c", &TournamentCommand::Leave).unwrap();
    assert_eq!(world.tournament.entries().len(), 2, "who leaves before has not been there");
    assert_eq!(world.say("o", &TournamentCommand::BeginRound { round: 2 }), Err("wrong-round"));
    assert_eq!(world.begin(), Ok(1));
    assert_eq!(world.say("o", &begin), Err("wrong-round"), "once more the same");
    assert_eq!(world.begin(), Err("round-on"));
    assert_eq!(world.say("o", &end), Err("round-on"));
    let result = PairingResult::Draw;
    let nowhere = TournamentCommand::SetResult { round: 1, board: 1, result };
    assert_eq!(world.say("o", &nowhere), Err("no-pairing"));
    world.finish(|_| PairingResult::Draw);
    assert_eq!(world.begin(), Err("no-pairing-left"), "both have met");
    world.say("o", &end).unwrap();
    assert_eq!(world.tournament.stage(), TournamentStage::Over);
    assert_eq!(world.say("o", &end), Err("tournament-over"));
    assert_eq!(world.say("d", &TournamentCommand::Enter), Err("tournament-over"));
}

#[test]
fn games_report_their_results_and_a_game_called_off_has_none() {
    let mut world = World::new(TournamentSystem::RoundRobin { double: false }, &["a", "b"]);
    world.begin().unwrap();
    let pairing = world.tournament.rounds()[0].pairings[0].clone();
    let seat = |person: &PersonId| Player::Person {
        name: String::new(),
        seat: Some(Seat::Taken { person: person.clone() }),
    };
    let usual = [seat(&pairing.first), seat(&pairing.second)];
    let swapped = [seat(&pairing.second), seat(&pairing.first)];
    let report = |players: &[Player; 2], end: Option<End>| {
        let events = world.tournament.report(|game| {
            assert_eq!(game, "g1");
            Some((players.clone(), end.clone()))
        });
        events.into_iter().map(|event| match event {
            TournamentEvent::Result { round: 1, board: 0, result } => result,
            other => panic!("{other:?}"),
        })
    };
    let one = |players, end| report(players, Some(end)).next();
    let first = Outcome::win_of(game::Side::First);
    assert_eq!(one(&usual, End::stated(first, "x")), Some(PairingResult::First));
    assert_eq!(one(&swapped, End::stated(first, "x")), Some(PairingResult::Second));
    assert_eq!(one(&usual, End::stated(Outcome::Draw, "x")), Some(PairingResult::Draw));
    assert_eq!(one(&usual, End::by_organiser(Some(first))), Some(PairingResult::FirstByForfeit));
    assert_eq!(one(&usual, End::called_off()), None);
    assert_eq!(report(&usual, None).next(), None);
}

#[test]
fn a_round_robin_of_three_takes_a_fourth_one_late() {
    let mut world = World::new(TournamentSystem::RoundRobin { double: false }, &["a", "b", "c"]);
    assert_eq!(world.tournament.round_count(), 3);
    world.begin().unwrap();
    let bye = world.tournament.rounds()[0].bye.clone().unwrap();
    world.finish(alphabetical);
    assert_eq!(world.line(&bye.0).points, 0, "everybody has a bye: it counts nothing");
    world.say("d", &TournamentCommand::Enter).unwrap();
    assert_eq!(world.line("d").points, 1, "half a point for the missed round");
    assert_eq!(world.say("e", &TournamentCommand::Enter), Err("table-full"));
    // Who leaves loses the other games by forfeit.
    world.say("a", &TournamentCommand::Leave).unwrap();
    for _ in 0..2 {
        world.begin().unwrap();
        world.finish(alphabetical);
    }
    assert_eq!(world.begin(), Err("no-more-rounds"));
    let met = world.line("d").rounds.iter().filter(|cell| cell.opponent.is_some()).count();
    assert_eq!(met, 2);
    let forfeits = world.line("a").rounds;
    let forfeits = forfeits.iter().filter(|cell| cell.kind == RoundCellKind::Forfeit).count();
    assert!(forfeits >= 1, "{:?}", world.line("a"));
}

#[test]
fn tie_breaks_of_a_small_swiss() {
    // Four players with ratings 2000, 1990, 1980, 1970: 1-3 and 4-2, and the alphabet wins.
    let mut world = World::new(TournamentSystem::Swiss { rounds: 2 }, &["a", "b", "c", "d"]);
    world.begin().unwrap();
    let pairs: Vec<_> = world.tournament.rounds()[0]
        .pairings
        .iter()
        .map(|pairing| (pairing.first.0.clone(), pairing.second.0.clone()))
        .collect();
    assert_eq!(pairs, [("a".into(), "c".into()), ("d".into(), "b".into())]);
    world.finish(alphabetical);
    world.begin().unwrap();
    world.finish(alphabetical);
    // a beat c and b, b beat d, c beat d.
    let lines = world.tournament.standings();
    let table: Vec<_> = lines
        .iter()
        .map(|line| {
            let Standing { rank, points, buchholz, sonneborn_berger, wins, .. } = line;
            (line.person.0.as_str(), *rank, *points, *buchholz, *sonneborn_berger, *wins)
        })
        .collect();
    // Points and Buchholz in halves, Sonneborn-Berger in quarters.
    assert_eq!(
        table,
        [("a", 1, 4, 4, 8, 2), ("b", 2, 2, 4, 0, 1), ("c", 2, 2, 4, 0, 1), ("d", 4, 0, 4, 0, 0)]
    );
    assert_eq!(world.line("b").direct_encounter, None, "they have not met");
}

#[test]
fn a_late_entry_a_bye_and_a_forfeit_in_a_swiss() {
    let mut world = World::new(TournamentSystem::Swiss { rounds: 3 }, &["a", "b", "c"]);
    world.begin().unwrap();
    assert_eq!(world.tournament.rounds()[0].bye, Some(PersonId("c".to_owned())));
    world.finish(|pairing| match alphabetical(pairing) {
        PairingResult::First => PairingResult::FirstByForfeit,
        _ => PairingResult::SecondByForfeit,
    });
    world.say("d", &TournamentCommand::Enter).unwrap();
    world.say("e", &TournamentCommand::Enter).unwrap();
    world.begin().unwrap();
    // Neither c, who had the bye, nor a, who won by forfeit, gets it now.
    let bye = world.tournament.rounds()[1].bye.clone().unwrap().0;
    assert!(!["a", "c"].contains(&bye.as_str()), "{bye}");
    assert_eq!(world.line("d").rounds[0].points, Some(1));
    assert_eq!((world.line("a").points, world.line("a").wins), (2, 0));
    // A result can be corrected.
    world.finish(alphabetical);
    let result = PairingResult::Neither;
    let corrected = TournamentCommand::SetResult { round: 1, board: 0, result };
    assert_eq!(world.say("o", &corrected), Ok(1));
    assert_eq!(world.line("a").rounds[0].points, Some(0));
}

#[test]
fn the_file_of_fide_has_its_columns() {
    let mut world = World::new(TournamentSystem::Swiss { rounds: 3 }, &["a", "b", "c"]);
    world.begin().unwrap();
    world.finish(|_| PairingResult::Draw);
    world.say("d", &TournamentCommand::Enter).unwrap();
    world.begin().unwrap();
    world.say("o", &TournamentCommand::Remove { person: PersonId("b".to_owned()) }).unwrap();
    let dates = TrfDates { start: "2026/11/28".to_owned(), end: "2026/11/28".to_owned() };
    let file = trf(&world.tournament, &dates);
    assert!(file.starts_with("012 Club evening\r\n042 2026/11/28\r\n"));
    assert!(file.contains("\r\n062 4\r\n") && file.contains("\r\nXXR 3\r\n"));
    let players: Vec<&str> = file.lines().filter(|line| line.starts_with("001")).collect();
    assert_eq!(players.len(), 4);
    let column = |line: &str, from: usize, to: usize| line[from - 1..to.min(line.len())].to_owned();
    let a = players[0];
    assert_eq!(column(a, 5, 8), "   1");
    assert_eq!(column(a, 15, 47).trim_end(), "A");
    assert_eq!(column(a, 49, 52), "2000");
    assert_eq!(column(a, 81, 84), " 0.5");
    assert_eq!(column(a, 92, 99), "   2 w =");
    // The bye, and half a point for who came late.
    assert_eq!(column(players[2], 92, 99), "0000 - U");
    assert_eq!(column(players[3], 92, 99), "0000 - H");
    assert_eq!(column(players[3], 81, 84), " 0.5");
    // The second round goes on.
    assert_eq!(column(a, 107, 109).trim().len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever happens, the points of a round are those of its games and byes, and nobody meets twice.
    #[test]
    fn any_tournament(
        swiss in any::<bool>(),
        players in 2usize..10,
        steps in prop::collection::vec((0u8..6, 0usize..12), 1..60),
    ) {
        let system = if swiss {
            TournamentSystem::Swiss { rounds: 5 }
        } else {
            TournamentSystem::RoundRobin { double: false }
        };
        let names: Vec<String> = (0..12).map(|i| format!("p{i:02}")).collect();
        let entered: Vec<&str> = names.iter().take(players).map(String::as_str).collect();
        let mut world = World::new(system, &entered);
        for (what, who) in steps {
            let name = &names[who];
            // Refusals change nothing.
            let _ = match what {
                0 => world.say(name, &TournamentCommand::Enter),
                1 if who > 8 => world.say(name, &TournamentCommand::Leave),
                2 | 3 => {
                    if !world.tournament.rounds().is_empty() {
                        world.finish(alphabetical);
                    }
                    Ok(0)
                }
                _ => world.begin(),
            };
            let lines = world.tournament.standings();
            let mut met = std::collections::HashSet::new();
            let mut points = 0;
            for round in world.tournament.rounds() {
                for pairing in &round.pairings {
                    let pair = [&pairing.first, &pairing.second];
                    let pair = [*pair.iter().min().unwrap(), *pair.iter().max().unwrap()];
                    prop_assert!(met.insert(pair.map(PersonId::clone)), "{:?} meet twice", pair);
                    if let Some(result) = pairing.result {
                        points += game::Side::ALL.map(|side| result.points(side)).iter().sum::<u32>();
                    }
                }
                points += if swiss && round.bye.is_some() { 2 } else { 0 };
            }
            let absent = lines.iter().flat_map(|line| &line.rounds);
            let absent = absent.filter(|cell| cell.kind == RoundCellKind::Absent);
            points += absent.filter_map(|cell| cell.points).sum::<u32>();
            prop_assert_eq!(lines.iter().map(|line| line.points).sum::<u32>(), points);
            prop_assert!(lines.is_sorted_by_key(|line| line.rank));
        }
    }
}

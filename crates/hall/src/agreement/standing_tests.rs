//! What stands out: among simulated people of whom some use an engine, and in figures by hand.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use super::*;

struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        #[expect(clippy::cast_precision_loss, reason = "53 bits")]
        let unit = ((z ^ (z >> 31)) >> 11) as f64 / (1u64 << 53) as f64;
        unit
    }

    /// Nearly normal.
    fn normal(&mut self) -> f64 {
        (0..12).map(|_| self.unit()).sum::<f64>() - 6.0
    }
}

/// A person whose rate changes from game to game around `rate`.
fn person(id: usize, rating: f64, rate: f64, games: u32, random: &mut Random) -> AgreementCounts {
    let mut counts = AgreementCounts {
        person: PersonId(format!("{id:032x}")),
        pool: "some/blitz".to_owned(),
        games,
        compared: 0,
        agreed: 0,
        compared_squares: 0,
        agreed_squares: 0,
        products: 0,
        rating,
    };
    for _ in 0..games {
        let compared = 8 + (random.unit() * 16.0) as u64;
        let of_game = (rate + 0.08 * random.normal()).clamp(0.0, 1.0);
        let agreed = (0..compared).map(|_| u64::from(random.unit() < of_game)).sum::<u64>();
        counts.compared += compared;
        counts.agreed += agreed;
        counts.compared_squares += compared * compared;
        counts.agreed_squares += agreed * agreed;
        counts.products += agreed * compared;
    }
    counts
}

/// A hall of 400 of whom 10 play four of five moves of the engine. Better players agree more often with it.
fn hall(seed: u64, games: u32) -> (Vec<AgreementCounts>, usize) {
    let mut random = Random(seed);
    let mut all = Vec::new();
    for id in 0..400 {
        let rating = 1500.0 + 250.0 * random.normal();
        let own = (0.38 + (rating - 1500.0) / 5000.0 + 0.05 * random.normal()).clamp(0.1, 0.8);
        let rate = if id < 10 { 0.8 } else { own };
        all.push(person(id, rating, rate, games, &mut random));
    }
    (all, 10)
}

#[test]
fn those_who_use_an_engine_stand_out_and_others_hardly_ever() {
    let (mut noticed, mut falsely, mut compared) = (0, 0, 0);
    for seed in 0..20 {
        let (all, users) = hall(seed, 10);
        for one in standings(&all) {
            let uses = usize::from_str_radix(&one.counts.person.0, 16).unwrap() < users;
            assert!(one.least < one.rate && one.least > 0.0);
            compared += usize::from(one.usual.is_some());
            noticed += usize::from(uses && one.stands_out);
            falsely += usize::from(!uses && one.stands_out);
        }
    }
    assert!(noticed >= 190, "{noticed} of 200");
    assert!(falsely <= 8, "{falsely} of 7800");
    assert!(compared > 7_700, "{compared}");
}

#[test]
fn the_first_ones_are_those_who_are_farthest_above_what_is_usual() {
    let (all, users) = hall(7, 20);
    let first = standings(&all);
    let ids = first.iter().take(users).map(|one| usize::from_str_radix(&one.counts.person.0, 16));
    assert!(ids.into_iter().filter(|id| *id.as_ref().unwrap() < users).count() >= 9);
}

#[test]
fn without_others_of_this_rating_and_kind_nothing_stands_out() {
    let mut random = Random(1);
    let mut all: Vec<_> = (0..8).map(|id| person(id, 1500.0, 0.3, 10, &mut random)).collect();
    let mut user = person(8, 1600.0, 0.95, 10, &mut random);
    all.push(user.clone());
    let found = standings(&all);
    assert!(found[0].stands_out && found[0].counts.person == user.person);
    assert_eq!(found[0].usual.unwrap().people, 8);
    // Stronger than all others, in another kind of games, or among too few.
    for change in
        [(|one: &mut AgreementCounts| one.rating = 2400.0) as fn(&mut AgreementCounts), |one| {
            "other/blitz".clone_into(&mut one.pool);
        }]
    {
        user = all[8].clone();
        change(&mut user);
        let mut all = all.clone();
        all[8] = user.clone();
        let found = standings(&all);
        let own = found.iter().find(|one| one.counts.person == user.person).unwrap();
        assert!(own.usual.is_none() && !own.stands_out);
        assert!(found.iter().all(|one| !one.stands_out));
    }
    assert!(standings(&all[1..8]).iter().all(|one| one.usual.is_none()));
    assert!(standings(&[]).is_empty());
}

/// 60 of 100 in ten games of ten moves, each with six: the games do not differ, and Wilson's bound is that of 100 moves.
#[test]
fn the_bound_is_wilsons_and_lower_where_games_differ() {
    let even = AgreementCounts {
        person: PersonId(String::new()),
        pool: String::new(),
        games: 10,
        compared: 100,
        agreed: 60,
        compared_squares: 1000,
        agreed_squares: 360,
        products: 600,
        rating: 1500.0,
    };
    assert!((even.least() - 0.4714).abs() < 0.0005, "{}", even.least());
    // The same 60 in six games, and none in four.
    let uneven = AgreementCounts { agreed_squares: 600, ..even.clone() };
    assert!(uneven.least() < even.least() - 0.1, "{}", uneven.least());
    let all = AgreementCounts { agreed: 100, agreed_squares: 1000, products: 1000, ..even };
    assert!((all.least() - 0.9378).abs() < 0.0005, "{}", all.least());
}

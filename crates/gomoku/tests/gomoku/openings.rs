//! The laws of the opening protocols, and whole openings as examples.

use game::Side;
use gomoku::Square;
use gomoku::opening::{
    Adviser, Choice, Kind, MOST_OFFERS, Opening, OpeningError, Player, Stage, Symmetry,
};
use proptest::prelude::*;
use std::collections::HashSet;

fn at(text: &str) -> Square {
    Square::read(text).expect("a point")
}

fn opening(text: &str) -> Opening {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refusal(text: &str) -> String {
    text.parse::<Opening>().expect_err("must be refused").to_string()
}

/// These laws must hold at every stage of every opening.
fn keeps_the_laws(opening: &Opening) -> Result<(), TestCaseError> {
    let choices = opening.choices();
    prop_assert_eq!(choices.is_empty(), opening.stage() == Stage::Done);
    prop_assert_eq!(opening.stage().who().is_none(), opening.stage() == Stage::Done);
    let distinct: HashSet<&Choice> = choices.iter().collect();
    prop_assert_eq!(distinct.len(), choices.len());
    for &choice in &choices {
        // Every listed choice is accepted, and taking it back restores the state.
        let mut next = opening.clone();
        prop_assert_eq!(next.act(choice), Ok(()));
        prop_assert_ne!(&next, opening);
        prop_assert_eq!(next.undo(), Some(choice));
        prop_assert_eq!(&next, opening);
        prop_assert_eq!(choice.to_string().parse(), Ok(choice));
    }
    // A choice that is not listed is refused and changes nothing.
    let others = [
        Choice::Swap,
        Choice::Keep,
        Choice::PutTwo,
        Choice::OfferTen,
        Choice::Declare(0),
        Choice::Declare(MOST_OFFERS + 1),
        Choice::Put(at("v22")),
        Choice::Offer(at("v22")),
        Choice::Pick(at("v22")),
    ];
    for choice in others.into_iter().filter(|choice| !choices.contains(choice)) {
        let mut next = opening.clone();
        prop_assert!(next.act(choice).is_err());
        prop_assert_eq!(&next, opening);
    }
    // Symmetrical fifth moves are refused, others are not.
    if let Stage::Offer { .. } = opening.stage() {
        let size = opening.size();
        for symmetry in Symmetry::of_position(opening.stones(), size) {
            for &offered in opening.offers() {
                let image = symmetry.apply(offered, size).expect("on the board");
                let like_it = !choices.contains(&Choice::Offer(image));
                prop_assert!(like_it, "{} is like {}", image, offered);
            }
        }
    }
    // The log is the opening.
    prop_assert_eq!(&self::opening(&opening.to_string()), opening);
    prop_assert_eq!(opening.player(Side::First), !opening.player(Side::Second));
    for side in Side::ALL {
        prop_assert_eq!(opening.side(opening.player(side)), side);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn laws_hold_in_random_openings(
        kind in proptest::sample::select(&Kind::ALL[..]),
        size in proptest::sample::select(&[9_u8, 15, 19][..]),
        picks in proptest::collection::vec(any::<u16>(), 40),
    ) {
        let mut opening = Opening::new(kind, size).expect("a board that suits all");
        for pick in picks {
            keeps_the_laws(&opening)?;
            let choices = opening.choices();
            let Some(&choice) = choices.get(usize::from(pick) % choices.len().max(1)) else { break };
            opening.act(choice).expect("it was offered");
        }
        prop_assert_eq!(opening.stage(), Stage::Done, "{} does not end", opening);
        let stones: HashSet<&Square> = opening.stones().iter().collect();
        prop_assert_eq!(stones.len(), opening.stones().len());
    }

    #[test]
    fn any_text_is_refused_or_reads_back(text in "[a-z0-9=\\- ]{0,40}") {
        for text in [text.clone(), format!("swap2 15 {text}"), format!("soosorv-8 15 h8 {text}")] {
            if let Ok(opening) = text.parse::<Opening>() {
                prop_assert_eq!(opening.to_string().parse(), Ok(opening));
            }
        }
    }

    /// An adviser finds a choice at every stage, and the choice can always be made.
    #[test]
    fn advisers_end_every_opening(
        kind in proptest::sample::select(&Kind::ALL[..]),
        salt in any::<u32>(),
    ) {
        let mut adviser = Adviser::new(|stones: &[Square]| {
            let mix = stones.iter().fold(salt, |mix, stone| {
                let point = u32::from(stone.column()) * 31 + u32::from(stone.row());
                (mix ^ point).wrapping_mul(0x9E37_79B1).rotate_left(7)
            });
            i32::try_from(mix % 401).unwrap_or(0) - 200
        });
        let mut opening = Opening::new(kind, 15).expect("the usual board");
        while let Some(choice) = adviser.choose(&opening) {
            prop_assert_eq!(opening.act(choice), Ok(()), "{} {}", opening, choice);
        }
        prop_assert_eq!(opening.stage(), Stage::Done);
    }
}

/// Three stones in the squares of RIF 9.4 result in the 13 direct and 13 indirect openings.
#[test]
fn there_are_26_openings() {
    let mut direct = HashSet::new();
    let mut indirect = HashSet::new();
    let start = opening("rif 15 h8");
    for second in start.choices() {
        let mut two = start.clone();
        two.act(second).unwrap();
        for third in two.choices() {
            let mut three = two.clone();
            three.act(third).unwrap();
            let stones = three.stones();
            let alike = Symmetry::all().map(|symmetry| {
                let turned = [1, 2].map(|n| symmetry.apply(stones[n], 15));
                turned.map(|square| square.map(|s| (s.column(), s.row())))
            });
            let straight = stones[1].column() == 7 || stones[1].row() == 7;
            let of_its_kind = if straight { &mut direct } else { &mut indirect };
            of_its_kind.insert(alike.into_iter().min());
        }
    }
    assert_eq!((direct.len(), indirect.len()), (13, 13));
}

#[test]
fn swap2_leaves_three_ways() {
    let three = "swap2 15 a1 o15 h8";
    let taken = opening(&format!("{three} swap"));
    assert_eq!((taken.stage(), taken.player(Side::First)), (Stage::Done, Player::Answerer));
    let kept = opening(&format!("{three} keep"));
    assert_eq!((kept.stage(), kept.player(Side::Second)), (Stage::Done, Player::Answerer));
    let more = opening(&format!("{three} put-two"));
    assert_eq!(more.stage().who(), Some(Player::Answerer));
    let five = opening(&format!("{three} put-two b2 c3"));
    assert_eq!(five.stage().who(), Some(Player::Opener));
    assert_eq!(
        refusal(&format!("{three} put-two b2 c3 put-two")),
        "word 9: put-two cannot be chosen now: the first player chooses swap or keep"
    );
    let end = opening(&format!("{three} put-two b2 c3 swap"));
    assert_eq!((end.stage(), end.side_to_move()), (Stage::Done, Side::Second));
    assert_eq!(end.player(Side::Second), Player::Opener);
}

#[test]
fn soosorv_swaps_twice() {
    let mut game = opening("soosorv-8 15 h8 h9 h10 swap");
    // The first player is White now, puts the fourth stone and declares.
    assert_eq!(game.stage().who(), Some(Player::Opener));
    game.act("j11".parse().unwrap()).unwrap();
    assert_eq!(game.stage(), Stage::Declare { who: Player::Opener, most: 8 });
    assert_eq!(game.act(Choice::Declare(9)), Err(OpeningError::Number { number: 9, most: 8 }));
    game.act(Choice::Declare(3)).unwrap();
    assert_eq!(game.stage().who(), Some(Player::Answerer));
    game.act(Choice::Swap).unwrap();
    assert_eq!(game.player(Side::First), Player::Opener);
    for point in ["g8", "i12", "k9"] {
        assert_eq!(game.stage().who(), Some(Player::Opener));
        game.act(Choice::Offer(at(point))).unwrap();
    }
    assert_eq!(game.stage(), Stage::Pick { who: Player::Answerer });
    assert_eq!(game.act(Choice::Pick(at("a1"))), Err(OpeningError::NotOffered(at("a1"))));
    game.act(Choice::Pick(at("k9"))).unwrap();
    assert_eq!((game.stage(), game.side_to_move()), (Stage::Done, Side::Second));
    assert_eq!(game.stones().len(), 5);
}

/// In a position that is symmetrical under a reflection, only one of two mirrored fifth moves can
/// be offered (RIF 9.4). Colours matter, and so does the identity of the points.
#[test]
fn mirrored_offers_are_refused() {
    let all_in_a_column = "rif 15 h8 h9 h10 keep h12";
    assert_eq!(
        refusal(&format!("{all_in_a_column} offer=g9 offer=i9")),
        "word 9: i9 is symmetrical to g9, which has been offered"
    );
    assert_eq!(
        refusal(&format!("{all_in_a_column} offer=g9 offer=g9")),
        "word 9: g9 has been offered already"
    );
    opening(&format!("{all_in_a_column} offer=g9 offer=g7"));
    // The half turn keeps the places of these stones but not their colours.
    opening("rif 15 h8 h9 g8 keep i9 offer=g9 offer=i8");
}

#[test]
fn taraguchi_can_offer_ten() {
    let four = "taraguchi-10 15 h8 keep i9 swap j10 keep k11";
    let ten = opening(&format!("{four} offer-ten"));
    assert_eq!(ten.stage(), Stage::Offer { who: ten.player(Side::First), left: 10 });
    // Fifth moves may be anywhere in this case, but only within the central 9×9 otherwise.
    opening(&format!("{four} offer-ten offer=a1"));
    assert_eq!(
        refusal(&format!("{four} keep a1")),
        "word 11: a1 is refused: the stone goes within the central 9×9"
    );
    let five = opening(&format!("{four} keep d4"));
    assert!(matches!(five.stage(), Stage::Choose { .. }));
    assert_eq!(
        refusal("taraguchi-10 15 h9"),
        "word 3: h9 is refused: the stone goes at the centre"
    );
    opening("super-taraguchi-10 15 h8 keep j10 keep");
    assert!(refusal("taraguchi-10 15 h8 keep j10").ends_with("within the central 3×3"));
}

#[test]
fn yamaguchi_declares_with_the_opening() {
    let game = opening("yamaguchi 15 h8 h9 h10 declare=5 keep a1");
    assert_eq!(game.stage(), Stage::Offer { who: Player::Opener, left: 5 });
}

#[test]
fn the_second_player_puts_two_in_sakata() {
    let game = opening("sakata 15 h8 h9 h10 k11");
    assert_eq!(game.stage().who(), Some(Player::Answerer));
    let game = opening("sakata 15 h8 h9 h10 k11 l12");
    assert_eq!(game.stage().who(), Some(Player::Opener));
    assert!(refusal("sakata 15 h8 h9 h10 m11").ends_with("within the central 7×7"));
}

#[test]
fn pro_keeps_the_third_stone_away() {
    assert!(refusal("pro 15 h8 h9 j10").ends_with("outside the central 5×5"));
    assert_eq!(opening("pro 15 h8 h9 k8").stage(), Stage::Done);
    assert!(refusal("long-pro 15 h8 a1 k8").ends_with("outside the central 7×7"));
    assert_eq!(opening("long-pro 15 h8 a1 l8").stage(), Stage::Done);
}

#[test]
fn bad_beginnings_are_named() {
    assert_eq!(
        Opening::new(Kind::Rif, 20).unwrap_err().to_string(),
        "rif needs a board of 9 to 22 points along an edge, an odd number; this has 20"
    );
    Opening::new(Kind::Swap2, 20).unwrap();
    assert!(Opening::new(Kind::Swap, 4).is_err());
    for kind in Kind::ALL {
        assert_eq!(Kind::find(&kind.to_string()), Some(kind));
    }
    for id in ["soosorv-0", "soosorv-08", "soosorv-13", "soosorv-", "Swap", ""] {
        assert_eq!(Kind::find(id), None, "{id}");
    }
    assert_eq!(refusal("rif x"), "word 2, \"x\": expected the size of the board, as in 15");
    assert!(refusal("swap 15 h8 fast").starts_with("word 4, \"fast\": expected a point, swap,"));
}

#[test]
fn an_adviser_keeps_things_even_or_takes_the_better_side() {
    // Black's advantage: the distance of the last stone from the left edge, less seven.
    let mut adviser = Adviser::new(|stones: &[Square]| {
        stones.last().map_or(0, |stone| i32::from(stone.column()) - 7)
    });
    let three = opening("soosorv-8 15 h8 h9");
    let Some(Choice::Put(third)) = adviser.choose(&three) else { panic!("a stone") };
    assert_eq!(third.column(), 7);
    // White chooses Black's smallest advantage when no swap can follow.
    let fourth = opening("rif 15 h8 h9 h10 keep");
    let Some(Choice::Put(fourth)) = adviser.choose(&fourth) else { panic!("a stone") };
    assert_eq!(fourth.column(), 4);
    let colours = opening("swap 15 h8 h9 m10");
    assert_eq!(adviser.choose(&colours), Some(Choice::Swap));
    let pick = opening("rif 15 h8 h9 h10 keep h12 offer=g9 offer=j7");
    assert_eq!(adviser.choose(&pick), Some(Choice::Pick(at("g9"))));
}

/// If neither colour is clearly better, the second player of Swap2 puts two more stones if two are
/// found that leave the game even.
#[test]
fn an_adviser_puts_two_more_that_leave_the_game_even() {
    let three = opening("swap2 15 h8 i9 g7");
    let choice = |of_three: i32, of_the_pair: i32| {
        let mut adviser = Adviser::new(move |stones: &[Square]| match stones {
            [_, _, _] => of_three,
            [_, _, _, fourth] => {
                if *fourth == at("i10") {
                    10
                } else {
                    300
                }
            }
            [_, _, _, fourth, fifth] if [*fourth, *fifth] == [at("i10"), at("f7")] => of_the_pair,
            _ => -200,
        });
        let mut opening = three.clone();
        let mut chosen = Vec::new();
        while opening.stage().who() == Some(Player::Answerer) {
            let choice = adviser.choose(&opening).expect("something can be chosen");
            opening.act(choice).expect("what is advised can be done");
            chosen.push(choice.to_string());
        }
        chosen.join(" ")
    };
    assert_eq!(choice(40, -20), "put-two i10 f7");
    // No pair is even: the better colour is taken, though it is only a little better.
    assert_eq!(choice(40, 90), "swap");
    assert_eq!(choice(-40, 90), "keep");
    // One colour is clearly better.
    assert_eq!(choice(150, 0), "swap");
    assert_eq!(choice(-150, 0), "keep");
}

/// In Yamaguchi the declared number of fifth moves is the one at which the game is most even with
/// the worst of them, after White's best fourth.
#[test]
fn an_adviser_declares_as_many_fifth_moves_as_keep_the_game_even() {
    let three = opening("yamaguchi 15 h8 h9 h10");
    let declared = |worths: [i32; 4]| {
        let mut adviser = Adviser::new(move |stones: &[Square]| match stones {
            // j11 is best for White.
            [_, _, _, fourth] => {
                if *fourth == at("j11") {
                    -50
                } else {
                    50
                }
            }
            [_, _, _, fourth, fifth] if *fourth == at("j11") => {
                let good = ["g9", "f9", "i7"].map(at);
                good.iter().position(|good| good == fifth).map_or(worths[3], |n| worths[n])
            }
            _ => 400,
        });
        adviser.choose(&three)
    };
    assert_eq!(declared([90, 50, 10, -40]), Some(Choice::Declare(3)));
    assert_eq!(declared([90, 20, -30, -40]), Some(Choice::Declare(2)));
    assert_eq!(declared([-10, -20, -30, -40]), Some(Choice::Declare(1)));
    assert_eq!(declared([90, 50, 30, -20]), Some(Choice::Declare(4)));
}

/// Advice makes a bounded number of evaluations, and the same ones every time.
#[test]
fn advice_is_bounded() {
    for (kind, log) in [
        (Kind::Swap2, "swap2 15 h8 d4 l12"),
        (Kind::Swap2, "swap2 15 h8 d4 l12 put-two"),
        (Kind::Yamaguchi, "yamaguchi 15 h8 h9 h10"),
    ] {
        let opening = opening(log);
        let asked = std::cell::Cell::new(0);
        let mut adviser = Adviser::new(|stones: &[Square]| {
            asked.set(asked.get() + 1);
            i32::from(stones.iter().map(|s| s.column() ^ s.row()).sum::<u8>() % 40) - 20
        });
        let first = adviser.choose(&opening);
        let once = asked.get();
        assert_eq!(adviser.choose(&opening), first, "{kind}");
        assert_eq!(asked.get(), 2 * once, "{kind}");
        // Every point once, and once more after three of them.
        assert!(once <= 1 + 4 * 15 * 15, "{kind}: {once}");
    }
}

//! What games say of themselves for a review: why a move is bad, how far the game is, and what a score means.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use engine::{Doubt, Phase, Reason, Score, Session};
use proptest::prelude::*;

fn session(variant: &str, position: Option<&str>) -> Box<dyn Session> {
    games::new_session(variant, None, position).unwrap()
}

/// What is told of a move, with the answer to it, instead of a better line.
fn told(session: &dyn Session, played: &str, answer: &str, best: &str) -> Option<Reason> {
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    session.explain(&Doubt {
        played: played.to_owned(),
        answer: words(answer),
        best: words(best),
        played_score: Score::Cp(-400),
        best_score: Score::Cp(0),
    })
}

fn code(reason: Option<Reason>) -> Option<&'static str> {
    reason.map(|reason| reason.kind.code())
}

#[test]
fn a_piece_that_is_taken_for_nothing_hangs() {
    let of = |fen: &str, played: &str, answer: &str, best: &str| {
        told(session("xiangqi", Some(fen)).as_ref(), played, answer, best)
    };
    let fen = "3k5/9/9/9/4r4/9/9/2N6/9/5K3 w";
    let reason = of(fen, "c2e3", "e5e3", "c2b4").unwrap();
    assert_eq!(reason.kind.code(), "hangs-piece");
    assert_eq!(reason.squares, ["e3"]);
    assert_eq!((&reason.pieces, &reason.line), (&vec!["horse"], &vec!["e5e3".to_owned()]));
    assert_eq!(reason.sentence(), "leaves the horse on e3 to be taken");
    // Protected by the chariot, it does not.
    assert_ne!(
        code(of("3k5/9/9/9/4r4/9/9/2N6/9/4RK3 w", "c2e3", "e5e3", "c2b4")),
        Some("hangs-piece")
    );
    // A cannon for a pawn hangs too; a chariot for a chariot does not.
    let fen = "4k4/9/2n6/4p4/9/9/4P4/4C4/9/4K4 w";
    let reason = of(fen, "e2e6", "c7e6", "e2d2").unwrap();
    assert_eq!((reason.kind.code(), reason.pieces), ("hangs-piece", vec!["cannon"]));
    assert_ne!(
        code(of("3k5/9/2n6/4r4/9/9/9/9/4R4/5K3 w", "e1e6", "c7e6", "e1d1")),
        Some("hangs-piece")
    );
    // It hung before.
    assert_ne!(
        code(of("3k5/9/9/9/2r6/9/9/2N6/9/5K3 w", "f0f1", "c5c2", "f0e0")),
        Some("hangs-piece")
    );
}

#[test]
fn a_shot_is_counted() {
    let of = |fen: &str, played: &str, answer: &str, best: &str| {
        told(session("draughts", Some(fen)).as_ref(), played, answer, best)
    };
    let is_shot = |reason| {
        let shots = ["hangs-piece", "allows-shot", "misses-shot", "majority-capture"];
        code(reason).is_some_and(|code| shots.contains(&code))
    };
    let fen = "W:W29,33:B7,12,18,19";
    let reason = of(fen, "33-28", "18-23 29x18 12x32", "29-24").unwrap();
    assert_eq!((reason.kind.code(), reason.count), ("allows-shot", Some((1, 2))));
    assert_eq!(reason.sentence(), "allows a shot of 2 for 1");
    assert_eq!((reason.squares, reason.line.len()), (vec!["18".to_owned(), "28".to_owned()], 3));
    let fen = "W:W32,33,39,44:B22,23";
    let reason = of(fen, "44-40", "22-27", "33-28 22x33 39x19").unwrap();
    assert_eq!((reason.kind.code(), reason.count), ("misses-shot", Some((1, 2))));
    // A quiet answer is no shot.
    assert!(!is_shot(of("W:W29,33:B7,12,18,19", "33-28", "7-11", "29-24")));
    // A man is taken for nothing.
    let reason = of("W:W33,46,47,48,49,50:B1,2,3,4,5,22", "33-28", "22x33", "33-29").unwrap();
    assert_eq!((reason.kind.code(), reason.count), ("hangs-piece", Some((0, 1))));
    assert_eq!((reason.squares, reason.pieces), (vec!["28".to_owned()], vec!["man"]));
    // It is taken back.
    let fen = "W:W33,39,44,46,47,48,49,50:B1,2,3,4,5,22";
    assert!(!is_shot(of(fen, "33-28", "22x33 39x28", "33-29")));
}

#[test]
fn the_database_knows_what_was_given_away() {
    // A king against a man: the database says it first, and the lines are compared where it says nothing.
    let mut codes = Vec::new();
    for (king, man) in [(46, 1), (28, 36), (33, 42), (5, 31), (26, 40)] {
        let fen = format!("W:WK{king}:B{man}");
        let session = session("draughts", Some(&fen));
        let moves = session.legal_moves();
        for best in &moves {
            let tell = |played: &String| code(told(session.as_ref(), played, "", best));
            codes.extend(moves.iter().filter_map(tell));
        }
    }
    assert!(codes.iter().any(|code| code.starts_with("database")), "{codes:?}");
    let by_pieces = ["hangs-piece", "allows-shot", "misses-shot", "majority-capture"];
    assert!(codes.iter().all(|code| !by_pieces.contains(code)), "{codes:?}");
}

#[test]
fn an_open_four_is_left_or_missed() {
    let of = |stones: &str, played: &str, best: &str| {
        told(session("gomoku", Some(stones)).as_ref(), played, "", best)
    };
    // White must answer Black's open three.
    let reason = of("h8 a1 i8 a3 j8", "a5", "k8").unwrap();
    assert_eq!(
        (reason.kind.code(), reason.squares),
        ("allows-four", vec!["g8".into(), "k8".into()])
    );
    assert_ne!(code(of("h8 a1 i8 a3 j8", "g8", "k8")), Some("allows-four"));
    // Black makes it.
    assert_eq!(code(of("h8 a1 i8 a3 j8 a5", "o15", "k8")), Some("misses-four"));
    // White is about to make a five: there is no time.
    assert_ne!(code(of("h8 a1 i8 a2 j8 a3 o15 a4", "o1", "a5")), Some("allows-four"));
}

#[test]
fn a_foul_is_named() {
    let session = session("renju", Some("g8 a1 i8 a15 h7 o1 h9 o15"));
    let reason = told(session.as_ref(), "h8", "", "h10").unwrap();
    assert_eq!((reason.kind.code(), reason.squares), ("forbidden-point", vec!["h8".to_owned()]));
}

/// The page has a sentence for each reason, in its part about the family.
#[test]
fn the_page_has_words_for_every_reason() {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/lib/games");
    let mut reasons = 0;
    for family in games::families() {
        for reason in family.reasons() {
            reasons += 1;
            for language in ["en", "zh-Hans", "zh-Hant"] {
                let file = page.join(family.id()).join(format!("study/{language}.ts"));
                let words = std::fs::read_to_string(&file).unwrap();
                let code = format!("'{}':", reason.code());
                assert!(words.contains(&code), "{}: {code}", file.display());
            }
        }
    }
    assert!(reasons >= 10);
}

#[test]
fn every_game_begins_with_its_opening() {
    for variant in games::variants() {
        let session = session(variant.id, None);
        let stage = session.stage();
        assert_eq!(stage.phase, Phase::Opening, "{}", variant.id);
        assert!(stage.progress < 0.05, "{}: {}", variant.id, stage.progress);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn a_greater_score_is_worth_more_and_both_sides_are_alike(
        number in 0..games::variants().len(),
        progress in 0.0..=1.0,
        score in -8_000..8_000_i32,
        step in 1..400_i32,
    ) {
        let variant = games::variants()[number];
        let expectation = session(variant.id, None).expectation();
        let of = |cp| expectation.chances(Score::Cp(cp), progress);
        let (less, more) = (of(score), of(score + step));
        for chances in [less, more] {
            let all = [chances.win, chances.draw, chances.loss];
            prop_assert!((all.iter().sum::<f64>() - 1.0).abs() < 1e-9);
            prop_assert!(all.iter().all(|chance| (0.0..=1.0).contains(chance)));
            prop_assert_eq!(chances.per_mille().iter().sum::<u16>(), 1000);
        }
        prop_assert!(less.win <= more.win && less.loss >= more.loss);
        prop_assert!(less.expected() <= more.expected());
        let turned = of(-score).turned();
        prop_assert!((turned.win - less.win).abs() < 1e-9 && (turned.loss - less.loss).abs() < 1e-9);
        prop_assert!((of(0).expected() - 0.5).abs() < 1e-9);
    }
}

#[test]
fn a_great_lead_wins_and_a_small_one_counts() {
    for variant in games::variants() {
        let expectation = session(variant.id, None).expectation();
        for progress in [0.0, 0.5, 1.0] {
            let of = |cp| expectation.of(Score::Cp(cp), progress);
            assert!(of(-100) < of(0) && of(0) < of(100), "{}", variant.id);
            assert!(of(3_000) > 0.9 && of(-3_000) < 0.1, "{}", variant.id);
        }
    }
}

#[test]
fn every_curve_has_a_card() {
    let mut curves = 0;
    for family in games::families() {
        let crate_of = format!("{}-family", family.id());
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("..")
            .join(crate_of)
            .join("curves");
        for file in std::fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.extension().is_some_and(|ending| ending == "rs") {
                curves += 1;
                let card = std::fs::read_to_string(path.with_extension("md")).unwrap();
                let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                assert!(card.starts_with(&format!("# What scores of {name} mean")), "{card}");
            }
        }
    }
    assert!(curves >= 9);
}

#[test]
fn an_ending_is_known_by_its_pieces() {
    let phase = |variant, position| session(variant, Some(position)).stage().phase;
    assert_eq!(phase("xiangqi", "3k5/9/9/9/9/9/9/9/9/R3K4 w"), Phase::Ending);
    let middle = "2bakab2/9/2n1c1n2/p1p1p1p1p/9/9/P1P1P1P1P/2N1C1N2/9/2BAKABR1 w";
    assert_eq!(phase("xiangqi", middle), Phase::Middlegame);
    assert_eq!(phase("draughts", "W:WK46:B1"), Phase::Ending);
    assert_eq!(phase("gomoku", "h8 a1 i8 a3 j8 a5 k9 a7 k10"), Phase::Middlegame);
}

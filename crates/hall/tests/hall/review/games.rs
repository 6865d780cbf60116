//! Reviews of short games: what is found, and that it is found again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{BestMove, Bound, Control, Info, Score};
use hall::review::{Effort, Grade, PositionFinding, Review, ReviewOrder, ReviewStep, ReviewWork};

fn work(variant: &str, moves: &str, nodes: u64) -> ReviewWork {
    let start = games::new_session(variant, None, None).unwrap();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    ReviewWork::new(start, &moves, Effort::nodes(nodes)).unwrap()
}

fn reviewed(work: &mut ReviewWork, variant: &str) -> Review {
    let mut engine = games::new_engine(variant).unwrap();
    hall::review::run(work, engine.as_mut(), &Control::new(), &mut |_, _| {}).unwrap();
    work.review()
}

/// A cannon is given for a pawn, and another for nothing.
const XIANGQI: &str = "h2e2 h9g7 e2e6 g7e6 h0g2 b7e7";

#[test]
fn the_same_game_has_the_same_review_also_after_a_break() {
    let mut whole = work("xiangqi", XIANGQI, 2_000);
    let first = reviewed(&mut whole, "xiangqi");
    assert_eq!(first.moves.len(), 6);
    // Half of it is done, the results are kept, and another run goes on from them.
    let mut begun = work("xiangqi", XIANGQI, 2_000);
    let mut engine = games::new_engine("xiangqi").unwrap();
    let control = Control::new();
    let mut left = 4;
    hall::review::run(&mut begun, engine.as_mut(), &control, &mut |_, _| {
        left -= 1;
        if left == 0 {
            control.stop();
        }
    })
    .unwrap();
    let (done, total) = begun.progress();
    assert!(0 < done && done < total && total == 7, "{done} of {total}");
    assert!(begun.review().moves.len() < 6);
    let mut again = work("xiangqi", XIANGQI, 2_000);
    for ply in 0..total {
        if let Some(searched) = begun.searched(ply) {
            again.give(ply, searched.clone());
        }
    }
    assert_eq!(reviewed(&mut again, "xiangqi"), first);
    assert_eq!(again.progress(), (7, 7));
    assert!(again.next().is_none());
}

#[test]
fn parts_make_the_whole_review_in_any_order() {
    // A long game with forced replies.
    let mut game = games::new_session("gomoku", None, None).unwrap();
    let mut moves = Vec::new();
    for i in 0..40_usize {
        let legal = game.legal_moves();
        if game.verdict().is_some() || legal.is_empty() {
            break;
        }
        let text = legal[(i * 7919 + 13) % legal.len()].clone();
        game.push(&text).unwrap();
        moves.push(text);
    }
    for (variant, moves) in [
        ("gomoku", moves),
        ("xiangqi", XIANGQI.split(' ').map(str::to_owned).collect()),
        (
            "draughts",
            "32-28 19-23 28x19 14x23 37-32 10-14 32-28 23x32 38x27"
                .split(' ')
                .map(str::to_owned)
                .collect(),
        ),
    ] {
        let order = ReviewOrder {
            variant: variant.to_owned(),
            rules: games::new_session(variant, None, None).unwrap().rules().to_owned(),
            start: String::new(),
            moves,
            nodes: Some(400),
            ms: None,
            table_mb: 1,
            book: Vec::new(),
        };
        assert_eq!(order.faults(), [""; 0]);
        let new = || order.work(games::new_session(variant, None, None).unwrap()).unwrap();
        let mut whole = new();
        let expected = reviewed(&mut whole, variant);
        let mut joined = new();
        let mut seen = vec![0; order.moves.len() + 1];
        for unit in (0..order.units()).rev() {
            let mut part = new();
            part.only(order.plies(unit));
            reviewed(&mut part, variant);
            for ply in order.plies(unit) {
                seen[ply] += 1;
            }
            for finding in part.findings(order.plies(unit)) {
                joined.take(finding, &order.plies(unit)).unwrap();
            }
        }
        assert!(seen.iter().all(|&times| times == 1), "{seen:?}");
        assert!(order.plies(order.units()).is_empty());
        assert!(joined.next().is_none(), "{variant}: something is left");
        assert_eq!(joined.review(), expected, "{variant}");
    }
}

#[test]
fn what_cannot_be_of_the_game_is_refused() {
    let mut whole = work("xiangqi", XIANGQI, 500);
    reviewed(&mut whole, "xiangqi");
    let found = serde_json::to_value(whole.findings(0..7)).unwrap();
    for (key, value) in [
        ("ply", serde_json::json!(8)),
        ("line", serde_json::json!(["a0a9"])),
        ("compared", serde_json::json!({"score": {"cp": 1}, "line": ["i0i9"], "solved": null})),
        ("score", serde_json::json!({"cp": 2_000_000_000})),
    ] {
        let mut one = found[2].clone();
        one[key] = value;
        let wrong: PositionFinding = serde_json::from_value(one).unwrap();
        assert!(work("xiangqi", XIANGQI, 500).take(wrong, &(0..7)).is_err(), "{key}");
    }
    let order = ReviewOrder {
        variant: "xiangqi".to_owned(),
        rules: String::new(),
        start: String::new(),
        moves: Vec::new(),
        nodes: Some(0),
        ms: Some(u64::MAX),
        table_mb: 0,
        book: Vec::new(),
    };
    assert_eq!(order.faults().len(), 4);
    assert!(order.plies(u64::MAX).is_empty());
}

#[test]
fn a_piece_given_away_is_a_blunder_with_a_reason() {
    // Red leaves a chariot to the cannon: the horse in the way moves off.
    let mut work = work("xiangqi", "h2e2 h9g7 e2e6 g7e6", 3_000);
    let review = reviewed(&mut work, "xiangqi");
    let taken = &review.moves[3];
    assert_eq!(taken.grade, Grade::Best, "{taken:?}");
    let bad = &review.moves[2];
    assert!(bad.grade >= Grade::Mistake && bad.loss > 0.1, "{bad:?}");
    assert_ne!(bad.best.first(), Some(&bad.text));
    assert_eq!(review.sides[0].count(bad.grade), 1);
    assert!(review.sides[0].accuracy < review.sides[1].accuracy);
    assert_eq!(review.phases, [5, 5], "it is all opening");
}

#[test]
fn forced_wins_are_told() {
    // White answers far away: Black's three becomes an open four, and White does not see it.
    let moves = "h8 a1 i8 a3 j8 a15";
    let mut own = work("gomoku", moves, 2_000);
    let review = reviewed(&mut own, "gomoku");
    let bad = &review.moves[5];
    assert!(bad.grade <= Grade::Good, "all was lost already: {bad:?}");
    // White has four at the edge, and Black does not stop the five.
    let moves = "h8 a1 o14 a2 c13 a3 n3 a4 k11 a5";
    let review = reviewed(&mut work("gomoku", moves, 2_000), "gomoku");
    let bad = &review.moves[8];
    assert_eq!(bad.grade, Grade::Blunder, "{bad:?}");
    let reason = bad.reason.as_ref().unwrap();
    assert!(["allows-four", "allows-win"].contains(&reason.kind.code()), "{reason:?}");
    // Mate in one, not played.
    let fen = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";
    let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
    let moves = ["a8a7", "e9e8"].map(str::to_owned);
    let mut work = ReviewWork::new(start, &moves, Effort::nodes(2_000)).unwrap();
    let review = reviewed(&mut work, "xiangqi");
    let missed = &review.moves[0];
    assert!(missed.chance > 0.9, "it still wins: {missed:?}");
}

#[test]
fn the_end_of_a_game_is_worth_its_result() {
    let fen = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";
    let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
    let mut work = ReviewWork::new(start, &["b1b9".to_owned()], Effort::nodes(500)).unwrap();
    let review = reviewed(&mut work, "xiangqi");
    assert_eq!(review.moves[0].chance, 1.0);
    assert_eq!((review.moves[0].grade, review.moves[0].loss), (Grade::Best, 0.0));
    assert_eq!(review.moves[0].score, engine::Score::Mate(1));
}

#[test]
fn a_forced_move_is_no_achievement() {
    // The king has one move.
    let fen = "3k5/9/9/9/9/9/9/9/9/1r2K4 w";
    let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
    let legal = start.legal_moves();
    let [only] = legal.as_slice() else { panic!("{legal:?}") };
    let only = only.clone();
    let mut work = ReviewWork::new(start, &[only], Effort::nodes(500)).unwrap();
    let review = reviewed(&mut work, "xiangqi");
    assert_eq!(review.moves[0].grade, Grade::Forced);
    assert_eq!(review.sides[0].accuracy, None);
}

#[test]
fn an_impossible_move_is_named() {
    let start = games::new_session("draughts", None, None).unwrap();
    let moves = ["32-28", "1-50"].map(str::to_owned);
    let error = ReviewWork::new(start, &moves, Effort::nodes(1)).unwrap_err().to_string();
    assert!(error.starts_with("move 2: "), "{error}");
}

/// What a search finds: a score of the side to move and its move.
fn found(cp: i32, best: &str) -> BestMove {
    let info = Info {
        depth: 9,
        seldepth: 9,
        line: 1,
        score: Score::Cp(cp),
        bound: Bound::Exact,
        wdl: [0, 1000, 0],
        nodes: 1,
        time: std::time::Duration::ZERO,
        hashfull: 0,
        pv: vec![best.to_owned()],
    };
    BestMove { best: Some(best.to_owned()), ponder: None, info: Some(info) }
}

/// A move that seems bad is searched again, as is the better one; it stays blamed only where the longer searches say so, too.
#[test]
fn a_blame_that_longer_searches_do_not_confirm_is_dropped() {
    // What the first searches say of the played move, for its side, and what the longer and the longest ones say of the better move
    // and of the played one.
    for (seems, longer, longest, is_blamed) in [
        (-400, (0, -400), (0, -400), true),
        (-400, (0, 0), (0, 0), false),
        (-400, (0, -400), (0, 0), true),
        (-400, (-400, -400), (-400, -400), false),
        (-80, (0, -80), (0, -80), true),
        (-80, (0, 0), (0, 0), false),
        (-80, (0, -80), (0, 0), false),
        (-80, (-80, -80), (-80, -80), false),
        // Hardly an inaccuracy: the longest searches decide.
        (-50, (0, -50), (0, -50), true),
        (-50, (0, -50), (0, 0), false),
        (-50, (0, -50), (-50, -50), false),
    ] {
        let mut work = work("xiangqi", "a3a4", 1_000);
        let mut steps = Vec::new();
        while let Some(ask) = work.next() {
            steps.push(ask.step);
            let score = match (ask.ply, ask.step) {
                (1, _) => -seems,
                (_, ReviewStep::ConfirmBest) => -longer.0,
                (_, ReviewStep::ConfirmPlayed) => -longer.1,
                (_, ReviewStep::EnsureBest) => -longest.0,
                (_, ReviewStep::EnsurePlayed) => -longest.1,
                _ => 0,
            };
            let is_first = [ReviewStep::Position, ReviewStep::AfterBest].contains(&ask.step);
            let nodes = ask.limits.nodes.unwrap();
            assert!(
                if is_first { nodes <= 1_000 } else { nodes >= 2_500 },
                "{:?}: {nodes}",
                ask.step
            );
            let best = if ask.session.moves().is_empty() { "h2e2" } else { "h9g7" };
            work.answer(ask.ply, ask.step, &found(score, best));
        }
        let played = &work.review().moves[0];
        assert_eq!(played.grade >= Grade::Inaccuracy, is_blamed, "{seems} {steps:?} {played:?}");
        // A blame stands only after both moves were searched for longer.
        let confirms = [
            [ReviewStep::ConfirmPlayed, ReviewStep::ConfirmBest],
            [ReviewStep::EnsurePlayed, ReviewStep::EnsureBest],
        ];
        let both = confirms.iter().any(|pair| pair.iter().all(|step| steps.contains(step)));
        let played = confirms.iter().any(|pair| steps.contains(&pair[0]));
        assert!(if is_blamed { both } else { played }, "{seems} {steps:?}");
    }
}

/// In an ending the longest searches often find the result; of a loss that is clear they decide nothing.
#[test]
fn a_clear_loss_of_an_ending_stands_without_the_longest_searches() {
    let mut ensured = [0, 0];
    for loses in (0..2_000).step_by(20) {
        let fen = "4k4/9/4P4/9/9/9/9/4p4/9/3K5 w";
        let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
        let moves = ["d0d1".to_owned()];
        let mut work = ReviewWork::new(start, &moves, Effort::nodes(1_000)).unwrap();
        let mut steps = Vec::new();
        while let Some(ask) = work.next() {
            steps.push(ask.step);
            let is_played = ask.session.moves().first() == Some(&moves[0]);
            let best = ask.session.legal_moves().into_iter().find(|text| *text != moves[0]);
            let score = if is_played { loses } else { 0 };
            work.answer(ask.ply, ask.step, &found(score, &best.unwrap()));
        }
        let played = &work.review().moves[0];
        if played.grade >= Grade::Inaccuracy {
            let is_clear = played.grade == Grade::Blunder;
            ensured[usize::from(is_clear)] += 1;
            let ensures = [ReviewStep::EnsurePlayed, ReviewStep::EnsureBest];
            let is_ensured = ensures.iter().all(|step| steps.contains(step));
            assert_eq!(is_ensured, !is_clear, "{played:?} {steps:?}");
        }
    }
    assert!(ensured.iter().all(|&blamed| blamed > 3), "{ensured:?}");
}

#[test]
fn an_engine_that_answers_from_its_book_is_asked_again() {
    let mut work = work("xiangqi", "h2e2", 1_000);
    let ask = work.next().unwrap();
    assert_eq!((ask.ply, ask.step, ask.limits.lines), (1, ReviewStep::Position, 1));
    let book = BestMove { best: Some("h9g7".to_owned()), ponder: None, info: None };
    work.answer(ask.ply, ask.step, &book);
    let again = work.next().unwrap();
    assert_eq!((again.ply, again.limits.lines), (1, 2));
    work.answer(again.ply, again.step, &book);
    assert_eq!(work.next().unwrap().ply, 0);
    assert_eq!(ask.session.moves().len(), 1);
}

//! Reviews of short games: what is found, and that it is found again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{BestMove, Control};
use review::{Effort, Grade, Review, Work};

fn work(variant: &str, moves: &str, nodes: u64) -> Work {
    let start = games::new_session(variant, None, None).unwrap();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    Work::new(start, &moves, Effort::nodes(nodes)).unwrap()
}

fn reviewed(work: &mut Work, variant: &str) -> Review {
    let mut engine = games::new_engine(variant).unwrap();
    review::run(work, engine.as_mut(), &Control::new(), &mut |_, _| {}).unwrap();
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
    review::run(&mut begun, engine.as_mut(), &control, &mut |_, _| {
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
    let moves = "h8 h9 i8 i9 j8 a15";
    let review = reviewed(&mut work("gomoku", moves, 2_000), "gomoku");
    let bad = &review.moves[5];
    if bad.grade == Grade::Blunder {
        let reason = bad.reason.as_ref().unwrap();
        assert!(["allows-four", "allows-win"].contains(&reason.kind.code()), "{reason:?}");
    }
    // Mate in one, not played.
    let fen = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";
    let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
    let moves = ["a8a7", "e9e8"].map(str::to_owned);
    let mut work = Work::new(start, &moves, Effort::nodes(2_000)).unwrap();
    let review = reviewed(&mut work, "xiangqi");
    let missed = &review.moves[0];
    assert!(missed.chance > 0.9, "it still wins: {missed:?}");
}

#[test]
fn the_end_of_a_game_is_worth_its_result() {
    let fen = "4k4/R8/9/9/9/9/9/9/1R7/3K5 w";
    let start = games::new_session("xiangqi", None, Some(fen)).unwrap();
    let mut work = Work::new(start, &["b1b9".to_owned()], Effort::nodes(500)).unwrap();
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
    let mut work = Work::new(start, &[only], Effort::nodes(500)).unwrap();
    let review = reviewed(&mut work, "xiangqi");
    assert_eq!(review.moves[0].grade, Grade::Forced);
    assert_eq!(review.sides[0].accuracy, None);
}

#[test]
fn an_impossible_move_is_named() {
    let start = games::new_session("draughts", None, None).unwrap();
    let moves = ["32-28", "1-50"].map(str::to_owned);
    let error = Work::new(start, &moves, Effort::nodes(1)).unwrap_err().to_string();
    assert!(error.starts_with("move 2: "), "{error}");
}

#[test]
fn an_engine_that_answers_from_its_book_is_asked_again() {
    let mut work = work("xiangqi", "h2e2", 1_000);
    let ask = work.next().unwrap();
    assert_eq!((ask.ply, ask.compares, ask.limits.lines), (1, false, 1));
    let book = BestMove { best: Some("h9g7".to_owned()), ponder: None, info: None };
    work.answer(ask.ply, ask.compares, &book);
    let again = work.next().unwrap();
    assert_eq!((again.ply, again.limits.lines), (1, 2));
    work.answer(again.ply, again.compares, &book);
    assert_eq!(work.next().unwrap().ply, 0);
    assert_eq!(ask.session.moves().len(), 1);
}

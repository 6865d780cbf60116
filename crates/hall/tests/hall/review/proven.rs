//! What is proven, what is confirmed, and what is theory.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use engine::{Control, Score, Session};
use hall::openings::{OpeningBase, position_key};
use hall::review::{Effort, ExactResult, Grade, Review, ReviewOrder, ReviewStep, ReviewWork};

fn start(variant: &str, position: Option<&str>) -> Box<dyn Session> {
    games::new_session(variant, None, position).unwrap()
}

fn work(start: Box<dyn Session>, moves: &str, nodes: u64) -> ReviewWork {
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    ReviewWork::new(start, &moves, Effort::nodes(nodes)).unwrap()
}

fn reviewed(work: &mut ReviewWork, variant: &str) -> Review {
    let mut engine = games::new_engine(variant).unwrap();
    hall::review::run(work, engine.as_mut(), &Control::new(), &mut |_, _| {}).unwrap();
    work.review()
}

/// From `cases/tried-2026-11-26.md`: a game whose last twelve squares are solved with few nodes.
const REVERSI: &str = "d3 c5 f6 f5 f4 c3 c4 d2 e2 b4 d1 f3 b5 e3 f2 f1 a4 d6 e6 e7 f7 b6 e8 c6 b3 a5 d7 a3 e1 a6 g1 a2 c2 \
c7 b8 d8 c8 g8 g6 h6 g5 h5 g4 h4 h3 g7 h8 f8 h7 a8 a7 b7 a1 b2 g3 g2 h2 h1 pass c1 b1";

#[test]
fn solved_endings_of_reversi_are_won_drawn_or_lost() {
    let review = reviewed(&mut work(start("reversi", None), REVERSI, 3_000), "reversi");
    let of = |ply: usize| review.moves.iter().find(|m| m.ply == ply).unwrap();
    assert_eq!((of(54).text.as_str(), of(54).grade), ("b2", Grade::Blunder), "{:?}", of(54));
    assert_eq!((of(56).text.as_str(), of(56).loss), ("g2", 0.0), "{:?}", of(56));
    assert_eq!((of(57).text.as_str(), of(57).grade), ("h2", Grade::Blunder), "{:?}", of(57));
    for m in review.moves.iter().filter(|m| m.ply >= 52) {
        assert!([0.0, 0.5, 1.0].contains(&m.chance), "{m:?}");
        assert_eq!(m.accuracy >= 99.9, m.loss == 0.0, "what gives nothing away is no fault: {m:?}");
    }
}

#[test]
fn a_draughts_ending_of_the_database_is_exact() {
    // Three kings against one that holds the long diagonal draw; two kings against one off it, too.
    let position = "W:WK5,K27,40:BK45";
    let session = start("draughts", Some(position));
    let text = session.legal_moves().first().unwrap().clone();
    let mut work = work(session, &text, 300);
    let review = reviewed(&mut work, "draughts");
    for ply in 0..2 {
        assert!(work.searched(ply).unwrap().solved.is_some(), "{:?}", work.searched(ply));
    }
    assert!([0.0, 0.5, 1.0].contains(&review.moves[0].chance), "{:?}", review.moves[0]);
}

#[test]
fn a_forced_win_of_gomoku_is_worth_a_win() {
    // Black makes an open four of an open three; White answers far away.
    let moves = "h8 a1 i8 a3 j8 a15 k8 a13";
    let review = reviewed(&mut work(start("gomoku", None), moves, 2_000), "gomoku");
    let four = &review.moves[6];
    assert_eq!((four.chance, four.loss), (1.0, 0.0), "{four:?}");
}

#[test]
fn theory_is_not_blamed() {
    for nodes in [10_000, 30_000] {
        let moves = "c3c4 b7c7 h2e2 c9e7 h0g2";
        let review = reviewed(&mut work(start("xiangqi", None), moves, nodes), "xiangqi");
        let grades: Vec<Grade> = review.moves.iter().take(4).map(|m| m.grade).collect();
        assert_eq!(grades, [Grade::Book; 4]);
        assert!(review.moves.iter().take(4).all(|m| m.loss == 0.0 && m.reason.is_none()));
        assert_eq!(review.sides[0].count(Grade::Book), 3);
    }
    // A way that no opening goes.
    let moves = "a0a2 a9a7";
    let review = reviewed(&mut work(start("xiangqi", None), moves, 1_000), "xiangqi");
    assert!(review.moves.iter().all(|m| m.grade != Grade::Book));
}

#[test]
fn what_a_base_has_verified_is_theory_and_what_it_only_counts_is_not() {
    // A way that no opening goes; the last move gives a chariot for an advisor.
    let moves: Vec<String> = ["a0a1", "a9a8", "a1f1", "i9i8", "f1f9"].map(str::to_owned).into();
    let session = start("xiangqi", None);
    let mut base = OpeningBase::new("xiangqi", session.rules());
    let mut at = session.fork();
    for text in &moves {
        base.count(position_key(at.as_ref()).unwrap(), text, game::Outcome::Draw);
        at.push(text).unwrap();
    }
    assert!(base.book(session.fork(), &moves).is_empty(), "nothing is verified");
    base.verify(1_000, |_, one| one.text != "f1f9");
    let book = base.book(session.fork(), &moves);
    assert_eq!(book, [0, 1, 2, 3]);
    let order = ReviewOrder {
        variant: "xiangqi".to_owned(),
        rules: session.rules().to_owned(),
        start: String::new(),
        moves: moves.clone(),
        nodes: Some(1_000),
        ms: None,
        table_mb: 1,
        book,
    };
    let review = reviewed(&mut order.work(session).unwrap(), "xiangqi");
    let grades: Vec<Grade> = review.moves.iter().map(|m| m.grade).collect();
    assert_eq!(grades[..4], [Grade::Book; 4]);
    assert_eq!(grades[4], Grade::Blunder);
    assert_eq!(review.sides[1].accuracy, None, "theory says nothing of who played it");
    // Games by other rules are none of the base.
    let other = games::new_session("xiangqi", Some("cxa"), None).unwrap();
    assert!(base.book(other, &moves).is_empty());
}

#[test]
fn a_mate_that_is_missed_for_an_even_game_is_a_blunder() {
    // The chariot on b1 mates on b9; it gives itself away instead.
    let fen = "4k4/R8/9/9/9/9/9/9/1R6r/3K5 w";
    let mut work = work(start("xiangqi", Some(fen)), "a8a0 i1b1", 4_000);
    let review = reviewed(&mut work, "xiangqi");
    let missed = &review.moves[0];
    assert_eq!(missed.grade, Grade::Blunder, "{missed:?}");
    assert_eq!(missed.best.first().map(String::as_str), Some("b1b9"), "{missed:?}");
    assert_eq!(missed.reason.as_ref().unwrap().kind.code(), "misses-mate");
}

/// From `cases/tried-2026-11-26.md`: the position came twice, and a mate is claimed nowhere that the referee calls a draw. The
/// chances of the graph stay where they are, and nobody gave a win away.
#[test]
fn a_mate_that_is_none_does_not_make_the_graph_jump() {
    let fen = "3aka3/4n4/9/9/9/9/9/7C1/7r1/4KA3 w - - 0 1";
    let moves = "h2b2 h1b1 b2h2 b1h1 h2b2 h1b1";
    let mut work = work(start("xiangqi", Some(fen)), moves, 20_000);
    let review = reviewed(&mut work, "xiangqi");
    for ply in 0..=6 {
        let Some(searched) = work.searched(ply) else { continue };
        assert!(!matches!(searched.score, Score::Mate(_)), "{ply}: {searched:?}");
    }
    let chances: Vec<f64> = review.moves.iter().map(|m| m.chance).collect();
    assert!(chances.windows(2).all(|two| (two[0] - two[1]).abs() < 0.2), "{chances:?}");
    assert!(review.moves.iter().all(|m| m.grade < Grade::Mistake), "{:?}", review.moves);
}

/// Plays a line by the rules; what it ends with.
fn end_of(mut session: Box<dyn Session>, line: &[String]) -> Option<game::Side> {
    for text in line {
        session.push(text).unwrap();
    }
    session.verdict().and_then(|verdict| verdict.outcome.winner())
}

#[test]
fn the_lines_of_forced_wins_go_to_their_end() {
    // Black's king is alone against two chariots: every move of Red that is no mate in a few still wins, and a chariot
    // that is given away for nothing allows nothing. The defence loses by force.
    let mut checked = 0;
    for (variant, position, moves, nodes) in [
        ("xiangqi", Some("3k5/9/9/9/R8/8r/9/9/1R7/4K4 b"), "i4i5 a5a8 i5i0", 20_000),
        // Games between levels: the last move loses an even game by force.
        ("gomoku", None, "h8 i9 h9 h10 g9 j8 k7 i7 i10 j11 j6", 30_000),
        ("gomoku", None, "h8 g7 i8 f8 h9 h6 i5 g10 i7 i6 h11 h10 i10", 30_000),
    ] {
        let mut work = work(start(variant, position), moves, nodes);
        let review = reviewed(&mut work, variant);
        for (ply, m) in review.moves.iter().enumerate() {
            let Some(searched) = work.searched(ply) else { continue };
            let Some(confirmed) = &searched.confirmed else { continue };
            if !matches!(confirmed.played.score, Score::Mate(..=0)) || m.grade < Grade::Inaccuracy {
                continue;
            }
            let mut line = vec![m.text.clone()];
            line.extend(confirmed.played.line.iter().cloned());
            let mut session = start(variant, position);
            for text in &work.moves()[..ply] {
                session.push(text).unwrap();
            }
            let mover = session.side_to_move();
            assert_eq!(end_of(session, &line), Some(!mover), "{variant} {m:?} {line:?}");
            checked += 1;
        }
    }
    assert!(checked > 0, "no forced win was allowed");
}

#[test]
fn the_cost_that_is_left_comes_to_nothing() {
    let mut work = work(start("xiangqi", None), "h2e2 h9g7 e2e6 g7e6 h0g2 b7e7", 1_000);
    let mut engine = games::new_engine("xiangqi").unwrap();
    let mut before = work.cost();
    assert!(before.left >= 7.0 && before.done == 0.0, "{before:?}");
    let mut confirmed = 0;
    let mut expected = Vec::new();
    while let Some(ask) = work.next() {
        confirmed +=
            usize::from(matches!(ask.step, ReviewStep::ConfirmPlayed | ReviewStep::ConfirmBest));
        engine.new_game();
        let found =
            engine.search(ask.session.as_ref(), &ask.limits, &Control::new(), &mut |_| {}).unwrap();
        work.answer(ask.ply, ask.step, &found);
        let now = work.cost();
        assert!(now.done > before.done, "{before:?} {now:?}");
        expected.push((now.done, now.done + now.left));
        before = now;
    }
    // Half-way it is known how much there is.
    let half = expected.iter().find(|(done, _)| *done >= before.done / 2.0).unwrap();
    let ratio = half.1 / before.done;
    assert!((0.67..1.5).contains(&ratio), "{half:?} of {before:?}");
    assert!(confirmed > 0, "nothing was confirmed");
    assert_eq!(before.left, 0.0);
}

#[test]
fn the_move_that_decided_a_game_is_named() {
    // A chariot is given away, and Black takes it; Red resigns.
    let moves = "h2e2 h9g7 h0g2 i9h9 i0i1 b9c7 i1d1 h7h5 d1d9 e9d9";
    let mut work = work(start("xiangqi", None), moves, 4_000);
    let review = reviewed(&mut work, "xiangqi");
    assert_eq!(review.decisive_ply, Some(9), "{:?}", review.moves.last());
    let even = reviewed(&mut self::work(start("xiangqi", None), "h2e2 h9g7", 1_000), "xiangqi");
    assert_eq!(even.decisive_ply, None);
}

#[test]
fn results_are_of_both_sides() {
    for exact in [ExactResult::Loss, ExactResult::Draw, ExactResult::Win] {
        assert_eq!(ExactResult::of(exact.value()), exact);
        assert_eq!(exact.for_other().value(), 1.0 - exact.value());
    }
}

#[test]
fn what_is_proven_is_not_searched_again() {
    let mut work = work(start("reversi", None), REVERSI, 3_000);
    let mut engine = games::new_engine("reversi").unwrap();
    let mut longer = 0;
    while let Some(ask) = work.next() {
        let known = work.searched(ask.ply);
        let proven = match ask.step {
            ReviewStep::ConfirmPlayed | ReviewStep::EnsurePlayed => {
                longer += 1;
                work.searched(ask.ply + 1).and_then(|next| next.solved)
            }
            ReviewStep::AfterBest | ReviewStep::ConfirmBest | ReviewStep::EnsureBest => {
                known.and_then(|known| known.solved)
            }
            ReviewStep::Position | ReviewStep::ContinuePlayed | ReviewStep::ContinueBest => None,
        };
        assert_eq!(proven, None, "{} {:?}", ask.ply, ask.step);
        engine.new_game();
        let found =
            engine.search(ask.session.as_ref(), &ask.limits, &Control::new(), &mut |_| {}).unwrap();
        work.answer(ask.ply, ask.step, &found);
    }
    assert!(longer > 0, "some moves are confirmed");
}

//! Positions of every family: what is a puzzle, what is none, and that it is found again.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use hall::puzzles::{
    Alternative, AlternativeResult, Finder, Puzzle, PuzzleGoal, Suspect, thresholds,
};
use hall::review::{Effort, ReviewWork};

/// Looks at these positions of a game.
fn finder(
    (variant, start): (&str, Option<&str>),
    moves: &str,
    plies: &[usize],
    nodes: u64,
) -> Finder {
    let start = games::new_session(variant, None, start).unwrap();
    let moves: Vec<String> = moves.split_whitespace().map(str::to_owned).collect();
    let suspects: Vec<Suspect> = plies.iter().map(|&ply| Suspect { ply, loss: 0.5 }).collect();
    Finder::new(start, &moves, &suspects, nodes).unwrap()
}

fn run(finder: &mut Finder, variant: &str) -> Vec<Puzzle> {
    let mut engine = games::new_engine(variant).unwrap();
    hall::puzzles::run(finder, engine.as_mut(), &engine::Control::new()).unwrap();
    assert!(finder.next().is_none() && finder.left().next().is_none());
    finder.take()
}

/// The puzzles among these positions of a game.
fn found(of: (&str, Option<&str>), moves: &str, plies: &[usize], nodes: u64) -> Vec<Puzzle> {
    run(&mut finder(of, moves, plies, nodes), of.0)
}

/// White's four is left alone: before that one move saves black, after it one wins for white.
const FOUR: &str = "h8 a1 o14 a2 c13 a3 n3 a4 k11 a5";

/// A game between two low levels.
const DRAUGHTS: &str = "34-30 18-23 30-25 12-18 39-34 7-12 44-39 17-22 50-44 1-7 34-30 20-24 32-28 \
    23x32x28 37x17x22x32 12x21x17 42-37 15-20 40-34 8-12 44-40 11-17 47-42 7-11 37-32 21-27 32x21x27 \
    17x37x21x31 41x32x37 3-8 34-29 2-7 46-41 18-23 29x18x23 12x23x18 36-31 7-12 42-37 10-15 41-36 13-18 \
    39-34 9-13 34-29 23x34x29 40x29x34 5-10 43-39 16-21 49-43 21-26 31-27 11-17 48-42 4-9 32-28";

/// A game between two low levels.
const REVERSI: &str = "d3 e3 f3 e2 f6 c5 f5 c4 c3 f4 g3 f2 d2 e6 b4 g5 e7 d7 c6 e8 d1 e1 d8 b6 f8 c1 f7 g4 c8 d6 a6 h4 g6 \
    c7 h5 b3 h3 b5 a5 a4 h2 b7 b8 g7 a8 h6 a7 g2 g1 h1 b2 f1 a3 c2 h8 h7";

/// Every solution is legal, and ends with a move of its side.
fn check(puzzle: &Puzzle) {
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut game = games::new_session(&puzzle.variant, rules, start).unwrap();
    for text in &puzzle.moves {
        game.push(text).unwrap();
    }
    assert_eq!(game.side_to_move(), puzzle.side());
    assert!(game.legal_moves().len() > 1 && game.verdict().is_none());
    assert!(puzzle.solution.len() <= thresholds::MOST_PLIES && puzzle.solution.len() % 2 == 1);
    assert!(puzzle.lead >= game.puzzle_terms().lead);
    for text in &puzzle.solution {
        assert!(game.verdict().is_none());
        game.push(text).unwrap();
    }
    // What is shown afterwards can be played.
    assert!(puzzle.after.len() <= thresholds::MOST_SHOWN);
    for text in &puzzle.after {
        assert!(game.verdict().is_none());
        game.push(text).unwrap();
    }
}

#[test]
fn mates_of_xiangqi_begin_with_their_move() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../xiangqi-engine/tests/data/mates.tsv");
    // A packaged crate has no other beside it.
    let Ok(text) = std::fs::read_to_string(file) else { return };
    let (mut all, mut mates) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')).take(15) {
        let parts: Vec<&str> = line.split('\t').collect();
        all += 1;
        for puzzle in found(("xiangqi", Some(parts[0])), "", &[0], 20_000) {
            check(&puzzle);
            let also = puzzle.also_at(0).map(|one| one.line[0].as_str());
            let mut right = also.chain([puzzle.solution[0].as_str()]);
            assert!(right.any(|m| m == parts[2]), "{line}: {puzzle:?}");
            mates += usize::from(puzzle.kind == PuzzleGoal::Mate && puzzle.wins_in.is_some());
        }
    }
    // In the others a second move mates too, or the search is too short for it.
    assert!(mates >= 4, "{mates} of {all}");
}

#[test]
fn a_four_in_gomoku_is_to_be_stopped_and_to_be_finished() {
    let both = found(("gomoku", None), FOUR, &[8, 9], 500);
    let shown: Vec<_> =
        both.iter().map(|one| (one.ply(), one.kind, one.wins_in, one.solution.join(" "))).collect();
    assert_eq!(
        shown,
        [
            (8, PuzzleGoal::Save, None, "a5".to_owned()),
            (9, PuzzleGoal::Win, Some(1), "a5".to_owned())
        ]
    );
    both.iter().for_each(check);
    // Both ends of an open three win: no single move is right.
    assert_eq!(found(("gomoku", None), "h8 a1 h9 a3 h10 a5", &[6], 2_000), []);
}

#[test]
fn a_won_game_of_gomoku_goes_on_while_one_move_is_right() {
    let game = "h8 i9 g9 i7 g8 h6 j8 i8 i10";
    let all = found(("gomoku", None), game, &[9], 100_000);
    assert_eq!(all.len(), 1);
    check(&all[0]);
    assert_eq!((all[0].kind, all[0].solution.join(" ")), (PuzzleGoal::Win, "i6 i5 g6".to_owned()));
    assert_eq!(all[0].to_find(), 2);
    assert!(!all[0].after.is_empty(), "one sees what the moves were for");
}

#[test]
fn a_move_saves_a_game_of_draughts_and_a_forced_capture_is_none() {
    let all = found(("draughts", None), DRAUGHTS, &[57], 20_000);
    assert_eq!(all.len(), 1);
    check(&all[0]);
    assert_eq!((all[0].kind, all[0].solution[0].as_str()), (PuzzleGoal::Save, "17-22"));
    assert_eq!(found(("draughts", None), "32-28 19-23", &[2], 1_000), []);
}

#[test]
fn a_line_wins_a_solved_ending_of_reversi() {
    let all = found(("reversi", None), REVERSI, &[56], 5_000);
    assert_eq!(all.len(), 1);
    check(&all[0]);
    assert_eq!((all[0].kind, all[0].solution.join(" ")), (PuzzleGoal::Win, "b1 a1 a2".to_owned()));
}

/// Black has an open three, white has two, and black is to move: only the two ends of its own win.
const THREE: &str = "h8 k4 h9 l4 h10 m4 a1 d12 a3 e12 o15 f12";

#[test]
fn two_moves_that_win_alike_are_both_right() {
    let puzzles = found(("gomoku", None), THREE, &[12], 5_000);
    let [puzzle] = puzzles.as_slice() else { panic!("{puzzles:?}") };
    check(puzzle);
    assert_eq!(puzzle.kind, PuzzleGoal::Win);
    let mut right: Vec<&str> = puzzle.also_at(0).map(|one| one.line[0].as_str()).collect();
    right.push(&puzzle.solution[0]);
    right.sort_unstable();
    assert_eq!(right, ["h11", "h7"]);
    // The line of the other shows what it is for: it can be played, and ends with a move of its side or the game.
    for also in &puzzle.also {
        let mut game = games::new_session("gomoku", None, None).unwrap();
        for m in puzzle.moves.iter().chain(&puzzle.solution[..also.at]).chain(&also.line) {
            assert!(game.verdict().is_none());
            game.push(m).unwrap();
        }
        assert!(also.line.len() % 2 == 1 || game.verdict().is_some(), "{also:?}");
    }
}

/// A puzzle after these moves, and its position.
fn question(
    of: (&str, Option<&str>),
    moves: &str,
    solution: &str,
) -> (Puzzle, Box<dyn engine::Session>) {
    let mut game = games::new_session(of.0, None, of.1).unwrap();
    for m in moves.split(' ').filter(|m| !m.is_empty()) {
        game.push(m).unwrap();
    }
    let puzzle = Puzzle {
        variant: of.0.to_owned(),
        rules: game.rules().to_owned(),
        start: game.start_text(),
        moves: game.moves(),
        second: game.side_to_move() == game::Side::Second,
        kind: PuzzleGoal::Win,
        wins_in: None,
        solution: solution.split(' ').map(str::to_owned).collect(),
        after: Vec::new(),
        also: Vec::new(),
        loss: 0.5,
        lead: 0.5,
    };
    (puzzle, game)
}

fn like(of: (&str, Option<&str>), moves: &str, solution: &str) -> String {
    let (puzzle, game) = question(of, moves, solution);
    hall::puzzles::likeness(&puzzle, game.as_ref())
}

#[test]
fn positions_that_differ_in_two_squares_are_nearly_the_same() {
    let near = |variant, one: &str, other: &str| {
        let of = |fen| {
            let (puzzle, game) = question((variant, Some(fen)), "", "");
            hall::puzzles::Likeness::of(&puzzle, game.as_ref())
        };
        of(one).is_near(&of(other))
    };
    // A king stands elsewhere; two do. The same with the colours exchanged and the board turned.
    assert!(near("draughts-english", "W:WK14,K15:BK22", "W:WK14,K10:BK22"));
    assert!(!near("draughts-english", "W:WK14,K15:BK22", "W:WK6,K10:BK22"));
    assert!(near("draughts-english", "W:WK14,K15:BK22", "B:WK11:BK19,K18"));
    assert!(!near("draughts-english", "W:WK14,K15:BK22", "B:WK14,K15:BK22"));
    let xiangqi = |one, other| near("xiangqi", one, other);
    let own = "3k5/9/9/9/9/9/9/9/9/R3K4 w";
    assert!(xiangqi(own, "5k3/9/9/9/9/9/9/9/9/4K3R w"), "the mirror image");
    assert!(xiangqi(own, "r3k4/9/9/9/9/9/9/9/9/3K5 b"), "the colours exchanged");
    assert!(xiangqi(own, "3k5/9/9/9/9/9/9/9/R8/4K4 w"));
    assert!(!xiangqi(own, "3k5/9/9/9/9/9/9/9/R8/5K3 w"));
}

#[test]
fn puzzles_that_differ_only_in_their_game_are_alike() {
    // Another order of the moves; a mirror image; not another solution, and no shift.
    let xiangqi = ("xiangqi", None);
    let own = like(xiangqi, "h2e2 h9g7 h0g2 b9c7", "i0h0");
    assert_eq!(own, like(xiangqi, "h2e2 b9c7 h0g2 h9g7", "i0h0"));
    assert_eq!(own, like(xiangqi, "b2e2 b9c7 b0c2 h9g7", "a0b0"));
    assert_ne!(own, like(xiangqi, "h2e2 h9g7 h0g2 b9c7", "g3g4"));
    let chariots = |fen| like(("xiangqi", Some(fen)), "", "a0a1");
    assert_ne!(chariots("3k5/9/9/9/9/9/9/9/9/R3K4 w"), chariots("3k5/9/9/9/9/9/9/9/9/R4K3 w"));
    // Stones: shifted and turned.
    let gomoku = ("gomoku", None);
    let own = like(gomoku, "h8 k4 h9 l4 h10 m4", "h11 h12 h7");
    assert_eq!(own, like(gomoku, "g7 j3 g8 k3 g9 l3", "g10 g11 g6"));
    assert_eq!(own, like(gomoku, "h8 d11 i8 d12 j8 d13", "k8 l8 g8"));
    assert_ne!(own, like(gomoku, "h8 k4 h9 l4 h10 m4", "h7 h6 h11"));
}

#[test]
fn a_recapture_is_none() {
    // The horse takes the cannon back that has taken the pawn before it.
    assert_eq!(found(("xiangqi", None), "h2e2 h9g7 e2e6 g7e6", &[3], 3_000), []);
}

#[test]
fn the_same_game_has_the_same_puzzles_also_after_a_break() {
    let whole = found(("gomoku", None), FOUR, &[6, 8, 9], 500);
    assert_eq!(whole.len(), 2);
    assert_eq!(found(("gomoku", None), FOUR, &[6, 8, 9], 500), whole);
    // What is left of it is searched by another, which is told what was found before.
    let mut begun = finder(("gomoku", None), FOUR, &[6, 8, 9], 500);
    let mut engine = games::new_engine("gomoku").unwrap();
    let mut first = Vec::new();
    while first.is_empty() {
        let ask = begun.next().unwrap();
        engine.new_game();
        let control = engine::Control::new();
        let told = engine.search(ask.session.as_ref(), &ask.limits, &control, &mut |_| {});
        begun.answer(&told.unwrap());
        first = begun.take();
    }
    let left: Vec<usize> = begun.left().map(|one| one.ply).collect();
    let mut again = finder(("gomoku", None), FOUR, &left, 500);
    for puzzle in &first {
        again.knows(puzzle.clone());
    }
    first.extend(run(&mut again, "gomoku"));
    assert_eq!(first, whole);
    // They are kept as text.
    let text = serde_json::to_string(&whole).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Puzzle>>(&text).unwrap(), whole);
}

#[test]
fn what_a_mate_misses_again_and_again_is_one_puzzle() {
    // White could finish its four at any time, and does not.
    let game = "h8 a1 o14 a2 c13 a3 n3 a4 k11 o1 l12 o3";
    let all = found(("gomoku", None), game, &[9, 11], 500);
    assert_eq!(all.iter().map(Puzzle::ply).collect::<Vec<_>>(), [9]);
}

#[test]
fn a_review_names_the_positions_before_and_after_a_blunder() {
    let start = games::new_session("gomoku", None, None).unwrap();
    let moves: Vec<String> = FOUR.split(' ').map(str::to_owned).collect();
    let mut work = ReviewWork::new(start, &moves, Effort::nodes(500)).unwrap();
    let mut engine = games::new_engine("gomoku").unwrap();
    hall::review::run(&mut work, engine.as_mut(), &engine::Control::new(), &mut |_, _| {}).unwrap();
    let plies: Vec<usize> = hall::puzzles::suspects(&work.review(), &engine::PuzzleTerms::USUAL)
        .iter()
        .map(|one| one.ply)
        .collect();
    assert!(plies.contains(&8) && plies.contains(&9), "{plies:?}");
    assert!(plies.is_sorted(), "{plies:?}");
}

#[test]
fn a_game_that_cannot_be_played_is_refused() {
    let start = games::new_session("gomoku", None, None).unwrap();
    let moves = ["h8", "h8"].map(str::to_owned);
    let refused = Finder::new(start, &moves, &[], 100).unwrap_err();
    assert_eq!(refused.ply, 2);
    assert!(refused.to_string().starts_with("move 2: "));
}

#[test]
fn a_solved_ending_of_reversi_is_a_puzzle_where_one_move_wins() {
    let moves: Vec<&str> = REVERSI.split_whitespace().collect();
    // The last moves are solved with few nodes, whatever the review said of them.
    let plies: Vec<usize> = (moves.len() - 10..moves.len()).collect();
    let found = found(("reversi", None), REVERSI, &plies, 20_000);
    found.iter().for_each(check);
    assert!(!found.is_empty());
    for puzzle in &found {
        assert!(puzzle.lead >= 0.45, "a solved ending is won, drawn or lost: {puzzle:?}");
    }
}

/// What a search with these nodes says of a first move of the solver.
fn judged(puzzle: &Puzzle, m: &str, nodes: u64) -> AlternativeResult {
    let (rules, start) = (Some(puzzle.rules.as_str()), Some(puzzle.start.as_str()));
    let mut game = games::new_session(&puzzle.variant, rules, start).unwrap();
    for text in puzzle.moves.iter().map(String::as_str).chain([m]) {
        game.push(text).unwrap();
    }
    let mut alternative = Alternative::new(puzzle, game, nodes);
    if let Some(settled) = alternative.settled() {
        return settled;
    }
    let mut engine = games::new_engine(&puzzle.variant).unwrap();
    loop {
        let ask = alternative.ask();
        engine.new_game();
        let control = engine::Control::new();
        let found = engine.search(ask.session.as_ref(), &ask.limits, &control, &mut |_| {});
        if let Some(judged) = alternative.answer(&found.unwrap()) {
            return judged;
        }
    }
}

/// White, to move, makes an open four on g7. Other moves win too, by longer threats, which the search of all other moves
/// together does not see.
const SLOWER: &str = "g9 j6 j8 h8 f9 g6 i6 i9 h7 g8 e8 f6 g10";

#[test]
fn a_slower_win_is_found_by_a_search_of_its_own() {
    let all = found(("gomoku", None), SLOWER, &[13], 1_000);
    let [puzzle] = all.as_slice() else { panic!("{all:?}") };
    assert_eq!((puzzle.wins_in, puzzle.solution.join(" ")), (Some(2), "g7".to_owned()));
    assert_eq!(puzzle.also, []);
    let slower = judged(puzzle, "d7", 1_000);
    assert!(slower.right && slower.wins_in > Some(2), "{slower:?}");
    assert!(!judged(puzzle, "a1", 1_000).right);
    // What is shown can be played, and ends with a move of the solver.
    let mut game = games::new_session("gomoku", None, None).unwrap();
    for m in puzzle.moves.iter().map(String::as_str).chain(["d7"]) {
        game.push(m).unwrap();
    }
    for m in &slower.after {
        game.push(m).unwrap();
    }
    assert!(slower.after.len().is_multiple_of(2) && slower.after.len() <= thresholds::MOST_SHOWN);
}

#[test]
fn the_solution_is_right_by_a_search_of_its_own_and_what_loses_is_not() {
    for puzzle in found(("gomoku", None), FOUR, &[8, 9], 500) {
        let own = judged(&puzzle, &puzzle.solution[0], 500);
        assert!(own.right, "{puzzle:?}: {own:?}");
        assert!(!judged(&puzzle, "h9", 500).right, "{puzzle:?}");
    }
    let all = found(("draughts", None), DRAUGHTS, &[57], 20_000);
    assert!(judged(&all[0], &all[0].solution[0], 20_000).right);
}

#[test]
fn a_game_of_reversi_is_searched_where_it_is_solved() {
    let start = games::new_session("reversi", None, None).unwrap();
    let terms = start.puzzle_terms();
    let moves: Vec<String> = REVERSI.split_whitespace().map(str::to_owned).collect();
    let mut work = ReviewWork::new(start, &moves, Effort::nodes(2_000)).unwrap();
    let mut engine = games::new_engine("reversi").unwrap();
    hall::review::run(&mut work, engine.as_mut(), &engine::Control::new(), &mut |_, _| {}).unwrap();
    let plies: Vec<usize> =
        hall::puzzles::suspects(&work.review(), &terms).iter().map(|one| one.ply).collect();
    // The last plies, whether anybody went wrong there or not.
    let last: Vec<usize> = (moves.len() - 4..=moves.len()).collect();
    assert!(plies.ends_with(&last), "{plies:?}");
    let only_falls = engine::PuzzleTerms { solved: false, ..terms };
    assert!(hall::puzzles::suspects(&work.review(), &only_falls).len() < plies.len());
}

#[test]
fn the_line_of_a_right_move_is_shown_to_its_end() {
    // After an open four the search sees the loss at once, and tells one move only.
    let threes = "h8 k4 h9 l4 h10 m4 a1 d12 a3 e12 o15 f12";
    let all = found(("gomoku", None), threes, &[12], 5_000);
    let [puzzle] = all.as_slice() else { panic!("{all:?}") };
    for end in ["h7", "h11"] {
        let judged = judged(puzzle, end, 2_000);
        assert!(judged.right, "{end}");
        let won = judged.after.last().map(String::as_str);
        assert!(matches!(won, Some("h6" | "h7" | "h11" | "h12")), "{end}: {judged:?}");
    }
}

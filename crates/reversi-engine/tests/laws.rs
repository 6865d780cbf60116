//! Laws of the search, the evaluation and the solver for reversi.

use game::{Line, NullObserver, Position as _};
use proptest::prelude::*;
use reversi::{Move, Position, Setup, Size, Square, Squares, judge, mobility};
use reversi_engine::eval::{Evaluation, Weights};
use reversi_engine::solve::{Budget, Solver};
use reversi_engine::{Board, Level, Reversi, ReversiEngine, SearchRequest, bench, stable};
use search::{Limits, NoClock, NoSignal};

/// A game of so many of these moves, until neither side can move.
fn line(size: Size, choices: &[prop::sample::Index]) -> Line<Position> {
    let mut line = Line::new(Position::start(size));
    for choice in choices {
        let moves = line.position().moves();
        if moves.is_empty() {
            break;
        }
        line.push(moves[choice.index(moves.len())]);
    }
    line
}

fn choices(least: usize, most: usize) -> impl Strategy<Value = Vec<prop::sample::Index>> {
    prop::collection::vec(any::<prop::sample::Index>(), least..most)
}

fn sizes() -> impl Strategy<Value = Size> {
    prop::sample::select(&Size::ALL[..])
}

/// The image of a square under a symmetry of the board.
fn turned(square: Square, size: Size, symmetry: u8) -> Square {
    let (mut x, mut y) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        x = size.edge() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.edge() - 1 - y;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut x, &mut y);
    }
    Square::new(x, y).expect("turned within the board")
}

/// The difference of discs with best play, by full enumeration.
fn by_trying(position: &mut Position) -> i32 {
    if !position.has_legal_move() {
        return Board::at(position).final_difference(position.size().squares());
    }
    let mut best = -65;
    for m in position.moves() {
        let undo = position.make(m, &mut NullObserver);
        best = best.max(-by_trying(position));
        position.unmake(m, undo);
    }
    best
}

fn unlimited() -> Budget<'static> {
    Budget { nodes: u64::MAX, until: None, clock: &NoClock, signal: &NoSignal }
}

/// All squares on which any sequence of moves of either side, in any order, flips a disc.
fn ever_flipped(position: &Position, plies: u32) -> Squares {
    let mut flipped = Squares::EMPTY;
    if plies == 0 {
        return flipped;
    }
    let board = Board::at(position);
    for (board, side) in [(board, 0), (board.passed(), 1)] {
        for square in mobility(board.own, board.theirs, position.empty()).iter() {
            let turned = reversi::flips(board.own, board.theirs, square);
            let after = board.after(square, turned);
            let sign = |on: Squares, square: Square| on.contains(square);
            let text: String = (0..64)
                .filter_map(Square::from_index)
                .map(|s| match (sign(after.own, s), sign(after.theirs, s)) {
                    (true, _) => {
                        if side == 0 {
                            'X'
                        } else {
                            'O'
                        }
                    }
                    (_, true) => {
                        if side == 0 {
                            'O'
                        } else {
                            'X'
                        }
                    }
                    _ => '-',
                })
                .collect();
            let setup: Setup = format!("{text} X").parse().expect("a board");
            let after = setup.position().expect("discs never leave");
            flipped |= turned | ever_flipped(&after, plies - 1);
        }
    }
    flipped
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_picker_gives_all_moves(size in sizes(), choices in choices(0, 62)) {
        let line = line(size, &choices);
        if judge(&line).is_none() {
            search::laws::picker_is_complete(Reversi::default(), Evaluation::default(), &line)
                .map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn turning_the_board_changes_no_judgement(
        size in sizes(), symmetry in 0_u8..8, choices in choices(0, 62),
    ) {
        let line = line(size, &choices);
        let position = line.position();
        let mut setup: Setup = position.to_string().parse().expect("what was printed is read");
        for disc in &mut setup.discs {
            disc.0 = turned(disc.0, size, symmetry);
        }
        let other = setup.position().expect("turned, it has no fault");
        for evaluation in [Evaluation::default(), Evaluation::plain()] {
            prop_assert_eq!(evaluation.of(position), evaluation.of(&other));
        }
    }

    #[test]
    fn the_solver_agrees_with_trying_everything(
        size in sizes(), choices in choices(53, 62), guess in -64..=64_i32,
    ) {
        // As many moves as leave at least seven empty squares.
        let squares = usize::from(size.edge() * size.edge());
        let line = line(size, &choices[..choices.len().min(squares - 4 - 7)]);
        let mut position = *line.position();
        // Games with passes end with more empty squares: the enumeration of those takes too long.
        if position.empty().len() <= 9 {
            let mut solver = Solver::new(1, Evaluation::plain());
            let solved = solver.solve(&position, guess, unlimited()).expect("no budget");
            prop_assert_eq!(solved.discs, by_trying(&mut position), "{}", position);
            // The line leads to the reported result.
            let mut end = Line::new(position);
            for m in solved.pv {
                prop_assert!(end.position().is_legal(m));
                end.push(m);
            }
            let [black, white] = end.position().score();
            let black = i32::from(black) - i32::from(white);
            let own = if position.side_to_move() == game::Side::First { black } else { -black };
            prop_assert!(judge(&end).is_some());
            prop_assert_eq!(own, solved.discs);
        }
    }

    #[test]
    fn stable_discs_are_never_flipped(choices in choices(40, 60)) {
        let line = line(Size::Eight, &choices);
        let position = line.position();
        let all = position.size().squares();
        let flipped = ever_flipped(position, 3);
        for side in game::Side::ALL {
            let held = stable(position.discs_of(side), position.empty(), all);
            prop_assert!((held & flipped).is_empty(), "{position}: {held:?}");
        }
    }

    #[test]
    fn every_level_plays_legal_moves(
        size in sizes(), choices in choices(0, 62), level in 1_u8..=12, seed: u64,
    ) {
        let line = line(size, &choices);
        if judge(&line).is_none() {
            let limits = Limits::nodes(300);
            let request = SearchRequest { limits, level: Level::new(level), seed, ..SearchRequest::default() };
            let think =
                || ReversiEngine::new(1).search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
            let found = think();
            prop_assert!(line.position().is_legal(found.best().expect("a move")));
            prop_assert_eq!(found, think(), "the same seed, the same move");
        }
    }
}

#[test]
fn the_weights_built_in_can_be_read() {
    assert!(Weights::read(include_bytes!("../src/eval/reversi.weights")).is_ok());
    let mut damaged = include_bytes!("../src/eval/reversi.weights").to_vec();
    damaged[1000] ^= 1;
    assert!(Weights::read(&damaged).is_err());
}

#[test]
fn an_ending_is_solved_with_the_exact_difference() {
    // FFO #40 with six moves of best play made: fourteen squares are empty.
    let text = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    let position = text.parse::<Setup>().expect("a board").position().expect("no fault");
    let mut line = Line::new(position);
    for text in ["a2", "b1", "c1"] {
        let m: Move = text.parse().expect("a move");
        assert!(line.position().is_legal(m), "{text}");
        line.push(m);
    }
    let mut engine = ReversiEngine::new(16);
    let request = SearchRequest { limits: Limits::nodes(20_000_000), ..Default::default() };
    let found = engine.search(&line, &request, &NoClock, &NoSignal, &mut |_| {});
    assert_eq!(found.score().value(), -3800);
}

#[test]
fn the_bench_takes_the_nodes_it_always_took() {
    assert_eq!(bench::run(10), 35_595);
}

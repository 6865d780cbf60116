//! The machines do what their descriptions say.

use classic::xiangqi::{CLASSIC_3, CLASSIC_4, CLASSIC_5, Machine};
use game::{NullObserver, Position as _};
use gomoku::Rules;
use xiangqi::Position;

fn forever(_: u64) -> bool {
    true
}

fn position(fen: &str) -> Position {
    fen.parse().expect("the test's positions are legal")
}

#[test]
fn the_start_is_worth_nothing_but_the_move() {
    let start = Position::start();
    assert_eq!(Machine::new(&CLASSIC_4).evaluate(&start), 0);
    assert_eq!(Machine::new(&CLASSIC_3).evaluate(&start), 0);
    // Cannons attack the horses, which are protected: so nothing there either.
    assert_eq!(Machine::new(&CLASSIC_5).evaluate(&start), 0);
}

#[test]
fn a_chariot_and_its_files_are_counted() {
    // Red king e0 and chariot a0 against the king on d9.
    let alone = position("3k5/9/9/9/9/9/9/9/9/R3K4 w");
    // Material 500; a0 reaches nine points up the file and three along the rank (b0, c0, d0).
    assert_eq!(Machine::new(&CLASSIC_4).evaluate(&alone), 500 + 12 * 6);
}

#[test]
fn a_pawn_counts_by_its_place() {
    let at_home = position("3k5/9/9/9/9/9/4P4/9/9/4K4 w");
    let across = position("3k5/9/9/4P4/9/9/9/9/9/4K4 w");
    let [before, after] = [at_home, across].map(|p| Machine::new(&CLASSIC_4).evaluate(&p));
    // The place 110, and three points in reach instead of one.
    assert_eq!(after - before, 110 + 2 * 15);
}

#[test]
fn the_move_decides_what_an_attack_is_worth() {
    // The chariot on a0 attacks the unprotected horse on a9.
    let mine = position("n3k4/9/9/9/9/9/9/9/9/R2K5 w");
    let theirs = position("n3k4/9/9/9/9/9/9/9/9/R2K5 b");
    let machine = Machine::new(&CLASSIC_5);
    let (attacking, attacked) = (machine.evaluate(&mine), -machine.evaluate(&theirs));
    assert_eq!(attacking - attacked, 350 / 2 - 350 / 8);
}

#[test]
fn a_hanging_chariot_is_captured_and_a_mate_is_found() {
    let hanging = position("5k3/9/9/9/r8/9/9/9/9/R2K5 w");
    for preset in [CLASSIC_3, CLASSIC_4] {
        let found = Machine::new(&preset).choose(&hanging, preset.depth, &mut forever);
        assert_eq!(found.best.map(|m| m.to_string()).as_deref(), Some("a0a5"), "{}", preset.id);
    }
    let mate = position("3k5/R8/9/9/8p/9/9/9/9/1R2K4 w");
    let found = Machine::new(&CLASSIC_3).choose(&mate, 3, &mut forever);
    let best = found.best.map(|m| m.to_string()).unwrap_or_default();
    assert!(["b0b9", "b0d0"].contains(&best.as_str()), "{best}");
    // The king, and the two plies that are left.
    assert_eq!(found.score, 10_002);
}

/// The history changes the order, not the value: plain minimax finds the same.
#[test]
fn alpha_beta_finds_the_value_of_minimax() {
    fn minimax(machine: &Machine, position: &mut Position, depth: u32) -> i32 {
        if depth == 0 || !position.has_legal_move() {
            let lost = !position.has_legal_move();
            return if lost { -10_000 - depth as i32 } else { machine.evaluate(position) };
        }
        let mut best = i32::MIN;
        for m in position.moves() {
            let undo = position.make(m, &mut NullObserver);
            best = best.max(-minimax(machine, position, depth - 1));
            position.unmake(m, undo);
        }
        best
    }
    for preset in [CLASSIC_4, CLASSIC_5] {
        let mut machine = Machine::new(&preset);
        let mut start = position("3akab2/9/2n1b1n2/p1p1p1p1p/9/2P3P2/P3P3P/2N1C1NC1/9/2BAKAB2 w");
        let value = minimax(&machine, &mut start, 2);
        assert_eq!(machine.choose(&start, 2, &mut forever).score, value, "{}", preset.id);
    }
}

#[test]
fn a_stopped_search_still_has_a_move() {
    let found = Machine::new(&CLASSIC_5).choose(&Position::start(), 5, &mut |_| false);
    assert!(found.best.is_some());
    // The open nodes still look at their other moves, without searching them.
    assert!(found.nodes < 2048);
}

#[test]
fn gomoku_blocks_a_four_and_makes_a_five() {
    let line = |moves: &str| {
        let mut position = gomoku::Position::new(Rules::FREESTYLE, 15);
        for m in moves.split(' ') {
            position.make(m.parse().expect("a move"), &mut NullObserver);
        }
        position
    };
    let mut machine = classic::gomoku::Machine::default();
    let mut choose = |position: &gomoku::Position| {
        machine.choose(position, 3, &mut forever).best.map(|m| m.to_string()).unwrap_or_default()
    };
    let five = choose(&line("h8 h9 i8 i9 j8 j9 k8 k9"));
    assert!(["g8", "l8"].contains(&five.as_str()), "{five}");
    let block = choose(&line("h8 g8 i8 a1 j8 o15 k8"));
    assert_eq!(block, "l8");
    let empty = gomoku::Position::new(Rules::FREESTYLE, 15);
    assert_eq!(choose(&empty), "h8");
}

#[test]
fn windows_of_five_are_counted() {
    let mut position = gomoku::Position::new(Rules::FREESTYLE, 15);
    let mut play = |m: &str| {
        position.make(m.parse().expect("a move"), &mut NullObserver);
        classic::gomoku::evaluate(&position)
    };
    // One stone makes no window of two.
    assert_eq!(play("h8"), 0);
    play("a1");
    // Two neighbours lie in four common windows; White is to move.
    assert_eq!(play("i8"), -40);
}

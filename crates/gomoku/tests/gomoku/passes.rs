//! Passes: legal in renju, in no other game; two of them end the game.

use crate::checks::RULES;
use game::{Line, Notation as _, NullObserver, Position as _, Side};
use gomoku::notation::{Engine, Gomocup, ReadMoveError};
use gomoku::{Move, Position, Rules, Setup, judge};

/// Plays moves of renju from an empty board, each of which must be legal or a foul.
fn line(moves: &str) -> Line<Position> {
    let mut line = Line::new(Position::new(Rules::RENJU, 15));
    for word in moves.split_whitespace() {
        let m = match Engine.parse(line.position(), word) {
            Ok(m) => m,
            Err(ReadMoveError::Forbidden { at, .. }) => at.into(),
            Err(error) => panic!("{word}: {error}"),
        };
        line.push(m);
    }
    line
}

fn verdict(moves: &str) -> String {
    judge(&line(moves)).map_or_else(|| "ongoing".to_owned(), |verdict| verdict.to_string())
}

#[test]
fn a_pass_gives_the_turn_and_changes_nothing_else() {
    let mut line = line("h8 i9 h10");
    let before = line.position().clone();
    assert!(before.is_legal(Move::Pass));
    assert!(!before.moves().contains(&Move::Pass), "a pass is never offered to a search");
    line.push(Move::Pass);
    let after = line.position();
    assert_eq!(after.side_to_move(), Side::First);
    assert!(Side::ALL.iter().all(|&side| after.stones(side) == before.stones(side)));
    assert_ne!(after.key(), before.key());
    let set_up: Setup = after.to_string().parse().expect("what is printed is read");
    assert_eq!(&set_up.position(Rules::RENJU, 15).expect("a position"), after);
    assert_eq!(line.pop(), Some(Some(Move::Pass)));
    assert_eq!((line.position(), line.key()), (&before, before.key()));
}

#[test]
fn two_passes_draw_and_one_does_not() {
    assert_eq!(verdict("h8 i9 h10 pass"), "ongoing");
    assert_eq!(verdict("h8 i9 h10 pass pass"), "1/2 passes");
    assert_eq!(verdict("h8 i9 h10 pass j10 pass"), "ongoing");
    assert_eq!(verdict("h8 i9 h10 a1 pass pass"), "1/2 passes");
    assert_eq!(verdict("h8 i9 h10 a1 pass c1 pass pass"), "1/2 passes");
}

#[test]
fn rows_and_fouls_are_judged_behind_passes() {
    // White passes while Black makes a five, an overline, two threes.
    assert_eq!(verdict("d8 a1 e8 pass f8 pass g8 pass h8"), "1-0 five d8 e8 f8 g8 h8");
    assert_eq!(
        verdict("d8 a1 e8 pass f8 pass h8 pass i8 pass g8"),
        "0-1 overline g8: d8 e8 f8 h8 i8"
    );
    assert_eq!(verdict("g8 a1 i8 pass h7 pass h9 pass h8"), "0-1 double-three h8: g8 h7 h9 i8");
    // Black passes while White makes a five.
    assert_eq!(verdict("a1 d8 c1 e8 pass f8 pass g8 pass h8"), "0-1 five d8 e8 f8 g8 h8");
}

#[test]
fn no_other_rules_have_a_pass() {
    let setup: Setup = "h8i9h10".parse().expect("stones");
    for rules in RULES {
        let position = setup.clone().position(rules, 15).expect("a position");
        let is_renju = rules == Rules::RENJU;
        assert_eq!(position.is_legal(Move::Pass), is_renju, "{rules:?}");
        let read = if is_renju { Ok(Move::Pass) } else { Err(ReadMoveError::NoPass) };
        assert_eq!(Engine.parse(&position, "pass"), read);
        assert_eq!(Gomocup.parse(&position, " PASS "), read);
    }
    assert_eq!(Gomocup.print(&Position::new(Rules::RENJU, 15), Move::Pass), "pass");
}

#[test]
fn nobody_passes_behind_the_end() {
    let won = line("d8 a1 e8 a3 f8 a5 g8 a7 h8");
    assert!(!won.position().is_legal(Move::Pass));
    let over = Err(ReadMoveError::Over(Side::First));
    assert_eq!(Engine.parse(won.position(), "pass"), over);
}

#[test]
fn counts_of_moves_have_no_pass_in_them() {
    let mut position = line("h8 i9 h10 pass").position().clone();
    assert_eq!(position.count_legal(), 222);
    assert_eq!(game::perft(&mut position, 2), 222 * 221);
    let undo = position.make(Move::Pass, &mut NullObserver);
    assert_eq!(position.count_legal(), 222);
    position.unmake(Move::Pass, undo);
    assert_eq!(position.side_to_move(), Side::First);
}

//! Setups: all their faults, and the accepted forms of their text.

use xiangqi::{Position, PositionError, Setup};

/// The faults of `fen` as text, one a line.
fn faults(fen: &str) -> String {
    let setup: Setup = fen.parse().unwrap_or_else(|error| panic!("{error}"));
    setup.check().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn check(fen: &str, expected: &[&str]) {
    assert_eq!(faults(fen), expected.join("\n"), "{fen}");
    assert_eq!(fen.parse::<Position>().is_ok(), expected.is_empty(), "{fen}");
}

#[test]
fn possible_setups_have_no_fault() {
    check("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", &[]);
    check("4k4/9/9/9/9/9/9/9/9/3K5 b", &[]);
    // Pawns on the back rank, and pawns side by side beyond the river.
    check("PP1k5/9/9/9/9/9/9/9/9/4K3p w", &[]);
    // The side to move may be in check, even in double check.
    check("4k4/9/3N5/4p4/9/9/9/4C4/9/3K5 b", &[]);
}

#[test]
fn kings() {
    check("9/9/9/9/9/9/9/9/9/9 w", &["Red has no king", "Black has no king"]);
    check("4k4/9/9/9/9/9/9/9/9/9 w", &["Red has no king"]);
    check("4k4/9/9/9/9/9/9/9/9/3KK4 w", &["Red has more than 1 king"]);
    check("4k4/9/9/9/9/9/3K5/9/9/9 w", &["Red's king on d3 is outside its palace"]);
    check("6k2/9/9/9/9/9/9/9/9/4K4 w", &["Black's king on g9 is outside its palace"]);
    for turn in ["w", "b"] {
        check(
            &format!("4k4/9/9/9/9/9/9/9/9/4K4 {turn}"),
            &["the kings face each other on an open file (Red's is on e0)"],
        );
    }
}

#[test]
fn pieces_where_they_cannot_be() {
    check(
        "3k5/9/9/9/4B4/9/9/P8/9/2A1K4 w",
        &[
            "Red's advisor on c0 can never get there",
            "Red's pawn on a2 is behind its start or off its file before the river",
            "Red's elephant on e5 can never get there",
        ],
    );
    check(
        "3k5/3e5/4a4/9/9/1p7/9/9/9/4K4 b",
        &[
            "Black's advisor on e7 can never get there",
            "Black's elephant on d8 can never get there",
        ],
    );
    check(
        "3k5/9/9/1p7/9/9/9/9/9/4K4 b",
        &["Black's pawn on b6 is behind its start or off its file before the river"],
    );
}

#[test]
fn too_many_pieces() {
    check("3k5/9/9/9/9/9/9/9/9/RRR1K4 w", &["Red has more than 2 chariots"]);
    check(
        "3k5/PPP3PPP/9/9/9/9/9/9/9/4KHHHc w",
        &["Red has more than 2 horses", "Red has more than 5 pawns"],
    );
}

#[test]
fn the_side_that_waits_may_not_be_in_check() {
    let by_chariot = "3k5/9/9/9/9/9/9/9/9/3RK4";
    check(&format!("{by_chariot} b"), &[]);
    check(&format!("{by_chariot} w"), &["Black, who does not move, is in check on d9"]);
    check("4k4/9/9/9/4n4/9/9/9/4C4/4K4 w", &["Black, who does not move, is in check on e9"]);
}

#[test]
fn all_reasons_at_once() {
    let error = "aa2k4/9/9/9/9/9/9/9/9/a2RK3P w".parse::<Position>().unwrap_err();
    let PositionError::Setup(invalid) = &error else { panic!("{error}") };
    assert_eq!(invalid.faults.len(), 6, "{error}");
    assert_eq!(
        error.to_string(),
        "not a legal position: Black has more than 2 advisors; \
         Black's advisor on a0 can never get there; \
         Red's pawn on i0 is behind its start or off its file before the river; \
         Black's advisor on a9 can never get there; \
         Black's advisor on b9 can never get there; \
         the kings face each other on an open file (Red's is on e0)"
    );
}

#[test]
fn dialects_of_fen() {
    let start = Setup::start().to_string();
    for text in [
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR",
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR r",
        "  rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR  w - - 0 0\n",
        "rnbakabnr/45/1c5c1/p1p1p1p1p/9/333/P1P1P1P1P/1C5C1/9/RNBAKABNR w -",
    ] {
        assert_eq!(text.parse::<Setup>().map(|s| s.to_string()), Ok(start.clone()), "{text}");
    }
}

#[test]
fn errors_of_fen_name_place_and_expectation() {
    let error = |text: &str| text.parse::<Setup>().unwrap_err().to_string();
    let board = "4k4/9/9/9/9/9/9/9/9/3K5";
    assert_eq!(error(""), "FEN, rank 9 of the board: expected nine points, found ''");
    assert_eq!(error("4k5/9"), "FEN, rank 9 of the board: expected nine points, found '4k5'");
    assert_eq!(error("4k4/8/9"), "FEN, rank 8 of the board: expected nine points, found '8'");
    assert_eq!(error("4k4/9"), "FEN, character 6 of the board: expected ten ranks, found ''");
    assert_eq!(
        error("4k4/9/0"),
        "FEN, character 7 of the board: expected a piece letter or a digit 1-9, found '0'"
    );
    assert_eq!(
        error(&format!("{board}/9")),
        "FEN, character 25 of the board: expected ten ranks, found '9'"
    );
    assert_eq!(error(&format!("{board} x")), "FEN, side to move: expected w, r or b, found 'x'");
    assert_eq!(error(&format!("{board} w KQ")), "FEN, unused field: expected -, found 'KQ'");
    assert_eq!(
        error(&format!("{board} w - - -1")),
        "FEN, plies since the last capture: expected a number from 0 to 65535, found '-1'"
    );
    assert_eq!(
        error(&format!("{board} w - - 0 65536")),
        "FEN, move number: expected a number from 1 to 65535, found '65536'"
    );
    assert_eq!(
        error(&format!("{board} w - - 0 1 e0e1")),
        "FEN, after the move number: expected nothing, found 'e0e1'"
    );
}

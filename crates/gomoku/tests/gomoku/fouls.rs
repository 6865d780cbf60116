//! Forbidden points of renju: difficult published positions, on which two implementations agree.

use game::{Line, Side};
use gomoku::{FoulKind, Position, Rules, Setup, Square, judge};

fn stones(list: &str, side: Side) -> Vec<(Square, Side)> {
    let squares = list[1..].split_whitespace().filter(|name| *name != "-");
    squares.map(|name| (Square::read(name).expect("a point"), side)).collect()
}

#[test]
fn forbidden_points_match_the_published_positions() {
    let rows = include_str!("../data/renju_forbidden.txt").lines().filter(|l| !l.starts_with('#'));
    for row in rows {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let mut all = stones(fields[1], Side::First);
        all.extend(stones(fields[2], Side::Second));
        let setup = Setup { size: None, stones: all, turn: Some(Side::First) };
        let position = setup.position(Rules::RENJU, 15).expect("a position");
        let fields = [fields[0], fields[3]];
        let wanted: Vec<&str> =
            fields[1].split_whitespace().skip(1).filter(|w| *w != "-").collect();
        let found: Vec<String> = position
            .empty()
            .iter()
            .filter_map(|square| position.foul_at(square, Side::First))
            .map(|foul| {
                let kind = match foul.kind {
                    FoulKind::Overline => "6",
                    FoulKind::DoubleFour => "44",
                    FoulKind::DoubleThree => "33",
                };
                format!("{}={kind}", foul.at)
            })
            .collect();
        let sorted = |mut words: Vec<String>| {
            words.sort();
            words
        };
        let wanted = sorted(wanted.into_iter().map(str::to_owned).collect());
        assert_eq!(sorted(found), wanted, "{}", fields[0]);
        for square in position.empty().iter() {
            let foul = position.foul_at(square, Side::First);
            assert_eq!(position.is_foul(square, Side::First), foul.is_some(), "{square}");
            assert_eq!(position.foul_at(square, Side::Second), None, "White is not bound");
        }
    }
}

/// Plays moves from an empty board of renju and returns the verdict.
fn verdict(moves: &str) -> String {
    let mut line = Line::new(Position::new(Rules::RENJU, 15));
    for name in moves.split_whitespace() {
        assert_eq!(judge(&line), None, "the game goes on before {name}");
        line.push(name.parse().expect("a move"));
    }
    judge(&line).map_or_else(|| "ongoing".to_owned(), |verdict| verdict.to_string())
}

#[test]
fn a_foul_that_is_played_loses_with_its_stones() {
    assert_eq!(verdict("g8 a1 i8 a3 h7 a5 h9 a7 h8"), "0-1 double-three h8: g8 h7 h9 i8");
    assert_eq!(verdict("e8 a1 f8 a3 g8 a5 i8 c1 j8 e1 h8"), "0-1 overline h8: e8 f8 g8 i8 j8");
    let fours = "e8 a1 f8 a3 g8 a5 h5 c1 h6 e1 h7 g1 h8";
    assert_eq!(verdict(fours), "0-1 double-four h8: e8 f8 g8 h5 h6 h7");
}

#[test]
fn five_beats_every_foul() {
    assert_eq!(verdict("e8 a1 f8 a3 g8 a5 h8 a7 i8"), "1-0 five e8 f8 g8 h8 i8");
}

#[test]
fn white_wins_with_six() {
    let mut line = Line::new(Position::new(Rules::RENJU, 15));
    for name in "a1 e8 c1 f8 e1 g8 g1 i8 i1 j8 k1 h8".split(' ') {
        line.push(name.parse().expect("a move"));
    }
    assert_eq!(judge(&line).expect("six").to_string(), "0-1 five e8 f8 g8 h8 i8 j8");
}

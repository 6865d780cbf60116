//! Files in their usual forms: the games read, and the errors reported for the rest.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use game::Outcome;
use records::{Game, ReadError, ReadErrorKind, list, pgn};
use xiangqi::Position;
use xiangqi_family::files::Xiangqi;

fn read(file: &str) -> Vec<Result<Game<Position>, ReadError>> {
    pgn::Reader::new(file.as_bytes(), Xiangqi::default()).collect()
}

fn moves(game: &Game<Position>) -> String {
    game.moves().map(|m| m.to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads one game that must be valid.
fn one(file: &str) -> Game<Position> {
    let mut all = read(file);
    all.retain(|game| !game.as_ref().is_err_and(ReadError::is_notice));
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn fails(file: &str, message: &str) {
    let errors: Vec<_> = read(file).into_iter().filter_map(Result::err).collect();
    let messages: Vec<_> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(messages, [message], "{file}");
}

#[test]
fn move_numbers_may_stand_anywhere_or_nowhere() {
    let expected = "h2e2 h9g7 h0g2";
    for file in [
        "1. h2e2 h9g7 2. h0g2",
        "1.h2e2 h9g7 2.h0g2 *",
        "1 . h2e2 1... h9g7 2. h0g2",
        "h2e2 h9g7 h0g2",
        "1、H2-E2 H9-G7 2、H0-G2",
        "1. h2e2h9g7 2. h0g2",
        "\u{feff}1. h2e2\r\n   h9g7\r\n2. h0g2\r\n",
        "% skipped h2e2\n1. h2e2 h9g7 ; 2. h0g0\n2. h0g2",
    ] {
        assert_eq!(moves(&one(file)), expected, "{file}");
    }
}

#[test]
fn the_result_is_what_the_end_says_else_the_tag() {
    assert_eq!(one("[Result \"1-0\"]\n\n1. h2e2 0-1").result, Some(Outcome::SecondWins));
    assert_eq!(one("[Result \"1-0\"]\n\n1. h2e2 *").result, Some(Outcome::FirstWins));
    assert_eq!(one("[Result \"1/2-1/2\"]\n\n1. h2e2").result, Some(Outcome::Draw));
    assert_eq!(one("[Result \"?\"]\n\n1. h2e2").result, None);
}

#[test]
fn games_follow_each_other_with_or_without_tags() {
    assert_eq!(read("1. h2e2 1-0 1. b2e2 0-1\n\n1. g3g4 *").len(), 3);
    // Two games, and a notice of the tag that the first one has twice.
    let repeated = read("[Event \"a\"]\n[Event \"b\"]\n\n[Event \"c\"]\n");
    assert_eq!(repeated.iter().filter(|game| game.is_ok()).count(), 2);
    assert_eq!(repeated.len(), 3);
    assert_eq!(read("[Event \"a\"] 1. h2e2 [Event \"b\"] 1. b2e2").len(), 2);
    assert_eq!(read(" \n\n% nothing\n").len(), 0);
    assert_eq!(read("*").len(), 1, "a game without moves has a result all the same");
}

#[test]
fn the_start_may_be_elsewhere() {
    let game = one("[FEN \"4k4/9/9/9/9/9/9/9/9/3K1R3 r - - 0 1\"]\n1. f0f9 1-0\n");
    assert_eq!(game.start.to_string(), "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1");
    assert!(game.tags.get("FEN").is_none());
}

#[test]
fn variations_and_comments_stay_where_they_were() {
    let game = one("{before} 1. h2e2!? {good} (1. b2e2 {also} b9c7 (1... h9g7)) 1... h9g7 {end} *");
    assert_eq!(game.line.comments, ["before"]);
    let first = &game.line.moves[0];
    assert_eq!(first.nags, [5]);
    assert_eq!(first.comments, ["good"]);
    let variation = &first.variations[0];
    assert_eq!(variation.moves[0].comments, ["also"]);
    assert_eq!(variation.moves[1].variations[0].moves[0].mv.to_string(), "h9g7");
    assert_eq!(game.line.moves[1].comments, ["end"]);
}

#[test]
fn what_is_wrong_is_named_with_its_place() {
    fails("1. h2e2\n   h9h8 *", "line 2, column 4: move 2: no legal move is called 'h9h8' here");
    fails("1. h2e2 炮２进９", "line 1, column 9: move 2: no legal move is called '炮２进９' here");
    fails(
        "1. h2ex",
        "line 1, column 4: move 1: 'h2ex' is no move: character 3: expected +, - or =, found 'e'",
    );
    fails(
        "[Event x]",
        "line 1, column 8: not a tag: expected '\"' before the value, as in [Red \"Hu\"]",
    );
    fails(
        "[Event \"x]",
        "line 1, column 11: not a tag: expected '\"' after the value, as in [Red \"Hu\"]",
    );
    fails(
        "1. h2e2 {no end",
        "line 1, column 9: a comment begins here and has no end: expected '}'",
    );
    fails(
        "1. h2e2 (1. b2e2",
        "line 1, column 9: a variation begins here and has no end: expected ')'",
    );
    fails("( 1. h2e2 )", "line 1, column 1: a variation before any move");
    fails("1. h2e2 ) *", "line 1, column 9: unexpected ')'");
    fails("1. h2e2 } *", "line 1, column 9: unexpected '}'");
    fails("1. h2e2 $70000", "line 1, column 9: not an annotation: expected $0 to $65535");
    fails(
        "[FEN \"4k4/9/9/9/9/9/9/9/9/9 w\"]",
        "line 1, column 1: the position is not legal: not a legal position: Red has no king",
    );
}

#[test]
fn one_bad_game_does_not_lose_the_others() {
    let file = "[Event \"1\"]\n1. h2e2 *\n\n[Event \"2\"]\n1. h2e2 {lost\n\n\
                [Event \"3\"]\n1. zzzz b9c7 *\n\n[Event \"4\"]\n1. b2e2 *\n";
    let games = read(file);
    let ok: Vec<_> = games.iter().map(Result::is_ok).collect();
    assert_eq!(ok, [true, false, false, true]);
    assert_eq!(games[3].as_ref().unwrap().tags.get("Event"), Some("4"));
}

#[test]
fn variations_nested_without_end_are_refused() {
    let file = format!("1. h2e2 {}", "(1. b2e2 ".repeat(10_000));
    let error = read(&file).remove(0).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::TooDeep(50));
}

#[test]
fn lists_name_line_and_column() {
    let file = "startpos moves h2e2 h2e2\n4k4/9 w\n\n1. h2e2 1-0 # win\n";
    let all: Vec<_> = list::Reader::new(file.as_bytes(), Xiangqi::default()).collect();
    let errors: Vec<_> =
        all.iter().filter_map(|g| g.as_ref().err()).map(ToString::to_string).collect();
    assert!(errors[0].starts_with("line 1, column 21: move 2: "), "{errors:?}");
    assert!(
        errors[1].starts_with("line 2, column 1: the position is not legal: FEN"),
        "{errors:?}"
    );
    assert_eq!(all[2].as_ref().unwrap().result, Some(Outcome::FirstWins));
    assert_eq!(all.len(), 3);
}

#[test]
fn every_notation_and_script_is_read_also_mixed() {
    let expected = "h2e2 h9g7 h0g2 i9h9 b0c2 b9c7";
    for file in [
        "1. 炮二平五 馬8進7 2. 馬二進三 車9平8 3. 馬八進七 馬2進3",
        "1. 炮二平五 马８进７ 2. 马二进三 车９平８ 3. 马八进七 马２进３",
        "1. C2=5 H8+7 2. H2+3 R9=8 3. H8+7 H2+3",
        "1. C2.5 N8+7 2. N2+3 R9.8 3. N8+7 N2+3",
        "1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. B0-C2 B9-C7",
        "1. 炮二平五 H8+7 2. h0g2 I9-H9 3. 马八进七 b9c7",
        "炮二平五马8进7马二进三車9平8馬八進七馬2進3",
    ] {
        assert_eq!(moves(&one(file)), expected, "{file}");
    }
}

#[test]
fn old_files_in_gbk_are_read() {
    let text =
        "[Red \"胡荣华\"]\r\n[Result \"1-0\"]\r\n\r\n1. 炮二平五 马8进7 {好棋} 2. 马二进三 1-0\r\n";
    let (bytes, _, lost) = encoding_rs::GBK.encode(text);
    assert!(!lost);
    let game = pgn::Reader::new(&bytes[..], Xiangqi::default()).next().unwrap().unwrap();
    assert_eq!(game.tags.get("Red"), Some("胡荣华"));
    assert_eq!(game.line.moves[1].comments, ["好棋"]);
    assert_eq!(moves(&game), "h2e2 h9g7 h0g2");
}

#[test]
fn what_is_written_is_strict() {
    let game = one("[Red \"A\"]\n\n1. h2e2 h9g7 {x} (1... b9c7) 2. h0g2 1/2-1/2");
    assert_eq!(
        pgn::to_string(&game, &Xiangqi::default()),
        "[Game \"Chinese Chess\"]\n[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n\
         [Round \"?\"]\n[Red \"A\"]\n[Black \"?\"]\n[Result \"1/2-1/2\"]\n\
         [Format \"Chinese\"]\n\n\
         1. 炮二平五 马８进７ {x} (1... 马２进３) 2. 马二进三 1/2-1/2\n\n"
    );
}

#[test]
fn text_after_a_game_is_no_game() {
    let footer = "\n\n============================\n 欢迎访问《象棋百科全书网》 http://example.org\n 推荐用 (XQ) \"1\" 阅读\n";
    let all =
        read(&format!("[Red \"A\"]\n\n1. h2e2 h9g7 1-0{footer}\n[Red \"B\"]\n\n1. b2e2 *{footer}"));
    // Each text behind a game is told.
    let (told, all): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|game| game.as_ref().is_err_and(ReadError::is_notice));
    assert_eq!((all.len(), told.len()), (2, 2));
    assert_eq!(all[0].as_ref().unwrap().result, Some(Outcome::FirstWins));
    assert_eq!(all[1].as_ref().unwrap().tags.get("Red"), Some("B"));
    // A line of signs ends a game that has no result of its own.
    let game = one(&format!("[Result \"0-1\"]\n1. h2e2 h9g7{footer}"));
    assert_eq!((game.line.moves.len(), game.result), (2, Some(Outcome::SecondWins)));
    // What has a move number is a game, and its fault is told.
    assert!(read("1. h2e2 1-0 1. h2h9").len() == 2);
    assert!(read("1. h2e2 1-0 1. zzzz")[1].is_err());
}

#[test]
fn quotation_marks_may_be_doubled_or_bare() {
    let game = one("[Event \"The \"\"Open\"\"\"]\n[Site \"a \"b\" c\"] [Round \"\"]\n1. h2e2 *");
    assert_eq!(game.tags.get("Event"), Some("The \"Open\""));
    assert_eq!(game.tags.get("Site"), Some("a \"b\" c"));
    assert_eq!(game.tags.get("Round"), Some(""));
}

#[test]
fn full_width_letters_and_digits_are_read() {
    for file in [
        "１．ｈ２ｅ２ ｈ９ｇ７ １－０",
        "１. Ｃ２＝５！ Ｈ８＋７ 1-0",
        "１．炮二平五 马８进７ １－０",
    ] {
        let game = one(file);
        assert_eq!(moves(&game), "h2e2 h9g7", "{file}");
        assert_eq!(game.result, Some(Outcome::FirstWins));
    }
    let game =
        list::Reader::new("１．ｈ２ｅ２ ｈ９ｇ７ １－０".as_bytes(), Xiangqi::default()).next();
    assert_eq!(moves(&game.unwrap().unwrap()), "h2e2 h9g7");
}

#[test]
fn control_characters_are_left_out() {
    let game = one("[Red \"A\u{1b}[31m\u{7}B\"]\n1. h2e2 {c\u{9b}1mx} *");
    assert_eq!(game.tags.get("Red"), Some("A [31m B"));
    assert_eq!(game.line.moves[0].comments, ["c 1mx"]);
}

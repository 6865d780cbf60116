//! Files of gomoku and renju: written games read back as the same, and the usual forms of files are
//! read.
//!
//! All files here were written for these tests.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use crate::random::{Can, damage};
use draughts_family::files::PDN;
use game::Outcome;
use games::files::{self, Hints, players};
use gomoku::{Position, Rules, Setup};
use gomoku_family::files::{
    CODE, Gomoku, LIB as LIBRARY, OPENINGS, PSQ, REC, SGF as SGF_FORMAT, psq, renlib, sgf,
};
use proptest::prelude::*;
use records::{Format, Game, GameError, Record};

const SGF: Can =
    Can { comments: 1, nags: &[1, 2, 3, 4, 5, 6, 10, 13], depth: 3, introductions: true };
const LIB: Can = Can { comments: 1, nags: &[], depth: 3, introductions: false };
const MOVES: Can = Can { comments: 0, nags: &[], depth: 0, introductions: false };
const STARTS: [&str; 3] = ["", "h8i9h9", "15/15/15/5xo8/15/15/15/6x8/15/15/15/15/15/15/15 o"];

fn usual() -> Gomoku {
    Gomoku::of("gomoku", None).unwrap()
}

fn start(text: &str, rules: Rules) -> Position {
    text.parse::<Setup>().unwrap().position(rules, 15).unwrap()
}

fn sgf_of(game: &Game<Position>) -> String {
    let mut out = Vec::new();
    sgf::write(&mut out, game).unwrap();
    String::from_utf8(out).unwrap()
}

fn read(bytes: &[u8], name: &str) -> Vec<Result<Record, GameError>> {
    let hints = Hints { name, variant: Some("gomoku"), ..Hints::default() };
    files::read(bytes, &hints).unwrap().collect()
}

#[track_caller]
fn one(bytes: &[u8], name: &str) -> Record {
    let mut all = read(bytes, name);
    all.retain(|game| !game.as_ref().is_err_and(|error| error.error.is_notice()));
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap_or_else(|error| panic!("{error}"))
}

fn written_as(record: &Record, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    files::write(&mut out, record, format, None).unwrap();
    out
}

fn moves(record: &Record) -> String {
    record.moves().collect::<Vec<_>>().join(" ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn sgf_comes_back(
        numbers in prop::collection::vec(any::<u16>(), 0..200),
        at in 0..STARTS.len(),
        renju in any::<bool>(),
    ) {
        let rules = if renju { Rules::RENJU } else { Rules::FREESTYLE };
        let written = crate::random::game(&numbers, &start(STARTS[at], rules), SGF, 30);
        let text = sgf_of(&written);
        let file = format!("{text}\n{text}");
        let read: Vec<_> = sgf::Reader::new(file.as_bytes(), usual()).collect();
        prop_assert_eq!(read.len(), 2, "{}", file);
        for read in read {
            let read = read.unwrap_or_else(|error| panic!("{error}\n{file}"));
            prop_assert_eq!(&read.line, &written.line, "{}", text);
            prop_assert_eq!((&read.start, read.result), (&written.start, written.result));
            for (name, value) in written.tags.iter() {
                prop_assert_eq!(read.tags.get(name), Some(value));
            }
            prop_assert_eq!(sgf_of(&read), text.as_str());
        }
    }

    #[test]
    fn libraries_come_back(numbers in prop::collection::vec(any::<u16>(), 0..200)) {
        let written = crate::random::game(&numbers, &start("", Rules::RENJU), LIB, 30);
        let mut file = Vec::new();
        renlib::write(&mut file, &written).unwrap();
        let mut all = renlib::read(&file[..], Rules::RENJU);
        prop_assert_eq!(all.len(), 1, "{:?}", all);
        prop_assert_eq!(all.remove(0).unwrap().line, written.line);
    }

    #[test]
    fn games_of_moves_come_back(numbers in prop::collection::vec(any::<u16>(), 0..120)) {
        let mut written = crate::random::game(&numbers, &start("", Rules::FREESTYLE), MOVES, 60);
        written.result = None;
        let size = written.start.size();
        let (mut own, mut rec, mut opening, mut code) = (vec![], vec![], vec![], vec![]);
        psq::write(&mut own, &written).unwrap();
        psq::write_rec(&mut rec, &written).unwrap();
        psq::write_opening(&mut opening, &written).unwrap();
        psq::write_code(&mut code, &written).unwrap();
        let expected: Vec<String> = written.moves().map(|m| m.to_string()).collect();
        for (file, format) in [
            (own, PSQ),
            (rec, REC),
            (opening, OPENINGS),
            (code, CODE),
        ] {
            let hints = Hints { format: Some(format), variant: Some("gomoku"), ..Hints::default() };
            let record = files::read(&file[..], &hints).unwrap().next().unwrap();
            let record = record.unwrap_or_else(|error| panic!("{error}"));
            prop_assert_eq!(record.moves().collect::<Vec<_>>(), expected.clone(), "{}", format);
            prop_assert_eq!((record.variant, size), ("gomoku", 15));
        }
    }

    #[test]
    fn damaged_files_do_not_panic(
        numbers in prop::collection::vec(any::<u16>(), 0..120),
        hits in prop::collection::vec((any::<usize>(), any::<u8>(), 0..3_u8), 1..8),
    ) {
        let game = crate::random::game(&numbers, &start("", Rules::RENJU), LIB, 30);
        let (mut library, mut own) = (Vec::new(), Vec::new());
        renlib::write(&mut library, &game).unwrap();
        psq::write(&mut own, &game).unwrap();
        let files = [
            (library, LIBRARY),
            (own, PSQ),
            (sgf_of(&game).into_bytes(), SGF_FORMAT),
        ];
        for (mut bytes, format) in files {
            damage(&mut bytes, &hits);
            let hints = Hints { format: Some(format), ..Hints::default() };
            for record in files::read(&bytes[..], &hints).unwrap().flatten() {
                written_as(&record, SGF_FORMAT);
            }
        }
    }

    #[test]
    fn any_bytes_are_no_trouble(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let mut library = b"\xFFRenLib\xFF\x03\x04".to_vec();
        library.resize(20, 0xFF);
        library.extend(&bytes);
        drop(read(&library, "x.lib"));
        for name in ["x.sgf", "x.psq", "x.rec", "x.openings", "x.code", "x.lib", "x.txt"] {
            // Bytes that look like a file of another game are refused.
            let hints = Hints { name, variant: Some("gomoku"), ..Hints::default() };
            if let Ok(games) = files::read(&bytes[..], &hints) {
                games.for_each(drop);
            }
        }
    }
}

#[test]
fn sgf_is_read_as_programs_write_it() {
    let file = b"\xEF\xBB\xBF noise (;CoPy[x]GM[4]FF[3]SZ[15:15]PB[Kaz]RE[W+Resign]\r\nDT[2026-11-21]\
        AB[hh][ig:ih];W[aa]C[first\\\nline\r\nsecond \\]]TE[1];Black[oo](;W[bb];B[cc];W[])(;W[dd]N[other]\
        (;B[ee])(;B[ff])))";
    let record = one(file, "x.sgf");
    assert_eq!(moves(&record), "a15 o1 b14 c13");
    assert_eq!(record.start.as_deref(), Some("15/15/15/15/15/15/8x6/7xx6/15/15/15/15/15/15/15 o"));
    assert_eq!(record.line.moves[0].comments, ["firstline\nsecond ]"]);
    assert_eq!(record.line.moves[0].nags, [1]);
    let other = &record.line.moves[2].variations[0];
    assert_eq!(other.moves[0].comments, ["other"]);
    assert_eq!(other.moves[1].variations[0].moves[0].mv, "f10");
    assert_eq!(record.result, Some(Outcome::SecondWins));
    assert_eq!(record.tags.get("Termination"), Some("resign"));
    assert_eq!(record.tags.get("Black"), Some("Kaz"));
}

#[test]
fn sgf_of_chinese_sites_is_read() {
    // As iwzq.com writes it: a property whose name begins with a digit, and results in words.
    for (result, outcome) in
        [("和棋", Outcome::Draw), ("黑胜", Outcome::FirstWins), ("白勝", Outcome::SecondWins)]
    {
        let file = format!(
            "(;US[x]CP[第一届]5A[7,9,j7]PW[a]PB[b]DT[2009-2-11]RE[{result}]SW[False]SZ[15];B[hh];W[hi];B[hg];W[gg])"
        );
        let record = one(file.as_bytes(), "x.sgf");
        assert_eq!(record.result, Some(outcome), "{result}");
        assert_eq!(moves(&record), "h8 h7 h9 g9");
    }
}

#[test]
fn sgf_with_the_number_of_another_game_is_read_where_it_must_be_renju() {
    for head in ["GM[1]CA[gb2312]SZ[15]", "GM[5]FF[4]AP[ZJRenju]", "GM[1]SZ[15:15]"] {
        let record = one(format!("(;{head};B[hh];W[hi])").as_bytes(), "x.sgf");
        assert_eq!(moves(&record), "h8 h7", "{head}");
    }
    let go = read(b"(;GM[1]SZ[13];B[hh])", "x.sgf")[0].as_ref().unwrap_err().to_string();
    assert!(go.contains("not gomoku or renju"), "{go}");
}

#[test]
fn rules_and_size_come_from_the_file() {
    let record = one(b"(;GM[4]SZ[20]RU[Gomoku freestyle];B[jj])", "x.sgf");
    assert_eq!(record.variant, "gomoku20");
    assert_eq!(record.tags.get("Rules"), Some("Gomoku freestyle"));
    let text = String::from_utf8(written_as(&record, SGF_FORMAT)).unwrap();
    assert!(text.contains("SZ[20]RU[Gomoku freestyle]"), "{text}");
    assert_eq!(one(b"(;GM[4]RU[RIF];B[hh])", "x.sgf").variant, "renju");
    assert_eq!(one(b"(;GM[4];B[h8];W[i9])", "x.sgf").moves().collect::<Vec<_>>(), ["h8", "i9"]);
}

#[test]
fn what_is_wrong_in_sgf_is_named_and_the_rest_is_read() {
    let file = "(;GM[4]SZ[15];B[hh];W[hh])\n(;GM[1]SZ[19];B[pd])\n(;GM[4];B[hh](;W[aa]\n\
                (;GM[4];B[hh];W[ab])";
    let all = read(file.as_bytes(), "x.sgf");
    let message = |n: usize| all[n].as_ref().unwrap_err().to_string();
    assert_eq!(message(0), "game 1: line 1, column 21: move 2: h8 has a stone already");
    assert_eq!(message(1), "game 2: line 2, column 3: GM[1]: not gomoku or renju, which is GM[4]");
    assert!(message(2).contains("expected"), "{}", message(2));
    let notice = |file: &str, n: usize| {
        let error = read(file.as_bytes(), "x.sgf").remove(n).unwrap_err();
        assert!(error.error.is_notice(), "{error}");
        error.to_string()
    };
    let late = notice("(;GM[4];B[hh];AB[aa])", 1);
    assert!(
        late.starts_with("game 1: line 1, column 15: there is no place for stones set up after"),
        "{late}"
    );
    let pass = notice("(;GM[4];B[hh];W[];B[aa])", 2);
    assert!(pass.contains("there is no place for moves after a pass (1)"), "{pass}");
    assert_eq!(moves(&one(b"(;GM[4]RU[renju];B[hh];W[];B[aa])", "x.sgf")), "h8 pass a15");
    let deep = format!("(;GM[4]{}", "(;B[hh]".repeat(10_000));
    assert!(read(deep.as_bytes(), "x.sgf")[0].is_err());
}

#[test]
fn charsets_are_heeded() {
    let text = encoding_rs::GBK.encode("(;GM[4]CA[GB2312]PB[黑];B[hh]C[好棋])").0.into_owned();
    let record = one(&text, "x.sgf");
    assert_eq!(record.line.moves[0].comments, ["好棋"]);
    assert_eq!(record.tags.get("Black"), Some("黑"));
}

#[test]
fn a_forbidden_move_that_was_played_is_kept() {
    // The three-three at h8, which was played nevertheless.
    let file = "g8a1i8a3h7a5h9a7h8";
    let hints = Hints { variant: Some("renju"), name: "x.code", ..Hints::default() };
    let record = files::read(file.as_bytes(), &hints).unwrap().next().unwrap().unwrap();
    assert_eq!(record.line.moves.len(), 9);
    let over = "h8a1i8a2j8a3k8a4l8a5";
    let error = read(over.as_bytes(), "x.code")[0].as_ref().unwrap_err().to_string();
    assert!(error.ends_with("move 10: a5: the game is over: Black has won"), "{error}");
}

#[test]
fn piskvork_games_are_read() {
    let file =
        b"Piskvorky 15x15, 11:11, 1\r\n8,8,0\r\n9,9,1250\r\nwhite\r\nblack\r\n-1\r\n1,Standard\r\n";
    let record = one(file, "x.psq");
    assert_eq!((record.variant, moves(&record).as_str()), ("gomoku-standard", "h8 i9"));
    assert_eq!(players(&record), [Some("black"), Some("white")]);
    assert_eq!(record.result, Some(Outcome::FirstWins));
    assert_eq!(record.line.moves[1].comments, ["[%emt 1.25]"]);
    let again = String::from_utf8(written_as(&record, PSQ)).unwrap();
    assert_eq!(again, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,1250\nblack\nwhite\n-1\n1,Standard\n");
    let won =
        "Piskvorky 15x15, 0:0, 0\n1,1,0\n1,9,0\n2,1,0\n2,9,0\n3,1,0\n3,9,0\n4,1,0\n4,9,0\n5,1,0\n";
    assert_eq!(one(won.as_bytes(), "x.psq").result, Some(Outcome::FirstWins));
    let bad = read(b"Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n", "x.psq");
    let message = bad[0].as_ref().unwrap_err().to_string();
    assert_eq!(message, "game 1: line 3, column 1: move 2: p1 is not on a board of 15×15");
    let oblong = read(b"Piskvorky 15x20, 0:0, 0\n", "x.psq")[0].as_ref().unwrap_err().to_string();
    assert!(oblong.contains("only square boards"), "{oblong}");
}

#[test]
fn games_of_gomotur_and_openings_are_read() {
    let record = one(b"A\nB\n7,7,0\n8,8,0\n-1\n", "x.rec");
    assert_eq!((moves(&record).as_str(), players(&record)), ("h8 i9", [Some("A"), Some("B")]));
    let openings = read(b"0,0, 1,1, -7,-7\n\n8,0\n-1,2,\n", "openings.txt");
    assert_eq!(moves(openings[0].as_ref().unwrap()), "h8 i9 a1");
    let message = openings[1].as_ref().unwrap_err().to_string();
    assert_eq!(message, "game 2: line 3, column 1: move 1: p8 is not on a board of 15×15");
    assert_eq!(moves(openings[2].as_ref().unwrap()), "g10");
}

fn library(nodes: &[u8]) -> Vec<u8> {
    let mut file = b"\xFFRenLib\xFF\x03\x04".to_vec();
    file.resize(20, 0xFF);
    file.extend(nodes);
    file
}

#[test]
fn libraries_are_read_with_all_they_hold() {
    // The root with a comment of two lines; h8; a fork of i9 with a text on the board and i10
    // with a comment of an odd length; under i9 a pass.
    let file = library(b"\x00\x08one\x08two\0\x78\x00\x69\x81\x00\x01A\0\x00\x40\x59\x48odd\0");
    let all = read(&file, "x.lib");
    let record = all[0].as_ref().unwrap();
    assert_eq!(moves(record), "h8 i9 pass");
    assert_eq!(record.line.comments, ["one\ntwo"]);
    assert_eq!(record.line.moves[1].comments, ["board: A"]);
    let other = &record.line.moves[1].variations[0].moves[0];
    assert_eq!((other.mv.as_str(), other.comments[0].as_str()), ("i10", "odd"));
    assert_eq!(all.len(), 1);
    // The form before version 3: no header, comments whose last byte has its highest bit set.
    let old = one(b"\x78\x20sm}l\xE1\x00\x69\x40", "x.lib");
    assert_eq!(moves(&old), "h8 i9");
    assert_eq!(old.line.moves[0].comments, ["småla"]);
}

#[test]
fn broken_libraries_are_named_by_byte() {
    let message = |nodes: &[u8]| {
        let all = read(&library(nodes), "x.lib");
        all.iter().find_map(|game| game.as_ref().err()).unwrap().to_string()
    };
    assert_eq!(message(b"\x78\x00\xF1\x00"), "game 2: byte 22: F1 is no point");
    assert!(message(b"\x78\x08ab").contains("byte 24: expected the end of a text"));
    let strange = read(b"nonsense, quite", "x.lib")[0].as_ref().unwrap_err().to_string();
    assert!(strange.contains("expected the header of a RenLib library"), "{strange}");
    let mut future = library(b"");
    future[8] = 9;
    let future = read(&future, "x.lib")[0].as_ref().unwrap_err().to_string();
    assert!(future.contains("version 9.4"), "{future}");
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let record = one(b"(;GM[4]SZ[15]AB[hh][aa];W[bb])", "x.sgf");
    for format in [PSQ, OPENINGS, CODE] {
        let error = files::write(&mut Vec::new(), &record, format, None).unwrap_err();
        assert!(error.to_string().contains("players taking turns"), "{error}");
    }
    let error = files::write(&mut Vec::new(), &record, PDN, None).unwrap_err();
    assert_eq!(error.to_string(), "the game cannot be written as pdn: it is a game of gomoku");
    // Stones that players in alternation could have put become moves.
    let record = one(b"(;GM[4]SZ[15]AB[hh]AW[ii]PL[B];B[gg])", "x.sgf");
    assert_eq!(written_as(&record, CODE), b"h8i7g9\n");
}

#[test]
fn rec_files_keep_all_their_games() {
    let file = b"A\nB\n7,7,0\n8,8,5\n-1\nC\nD\n7,7,0\n";
    let all = read(file, "a.rec");
    let names: Vec<_> = all.iter().map(|game| players(game.as_ref().unwrap())).collect();
    assert_eq!(names, [[Some("A"), Some("B")], [Some("C"), Some("D")]]);
    assert_eq!(moves(all[1].as_ref().unwrap()), "h8");
    let mut out = Vec::new();
    let mut writer = files::Writer::new(&mut out, REC, None);
    writer.write(all[0].as_ref().unwrap().clone()).unwrap();
    let error = writer.write(all[1].as_ref().unwrap().clone()).unwrap_err().to_string();
    assert_eq!(error, "the game cannot be written as rec: a file of this format holds one game");
    writer.finish().unwrap();
    assert_eq!(read(&out, "a.rec").len(), 1);
}

#[test]
fn a_library_holds_several_games_as_one_tree() {
    let lists = "h8 i9 j10 k11\nh8 i9 g7\nh8 i10\nh8 i9 j10 k12\n";
    let mut file = Vec::new();
    let mut writer = files::Writer::new(&mut file, LIBRARY, None);
    let hints = Hints { variant: Some("renju"), ..Hints::default() };
    for game in files::read(lists.as_bytes(), &hints).unwrap() {
        writer.write(game.unwrap()).unwrap();
    }
    assert_eq!(writer.count(), 4);
    writer.finish().unwrap();
    let tree = one(&file, "a.lib");
    assert_eq!(moves(&tree), "h8 i9 j10 k11");
    let first = |at: usize| &tree.line.moves[at].variations[0].moves[0].mv;
    assert_eq!([first(1), first(2), first(3)], ["i10", "g7", "k12"]);
}

#[test]
fn the_database_of_renjunet_is_read() {
    let file = r#"<?xml version="1.0" encoding="utf-8"?>
        <database><players><player id="1" name="Ando" surname="Meritee"/><player id="2" name="B" surname="C"/></players>
        <tournaments><tournament id="3" name="WC &amp; more" year="2009" month="8" day=""/></tournaments>
        <rules><rule id="4" name="Yamaguchi"/></rules><openings><opening id="5" name="5i"/></openings>
        <games><game id="6" tournament="3" round="2" rule="4" black="1" white="2" bresult="0.5" opening="5" alt="i7">
        <move>h8 i9 j10</move><info>good</info></game>
        <game id="7" black="2" white="1" bresult="0"><move>h8 h8</move></game></games></database>"#;
    let all = read(file.as_bytes(), "renjunet.rif");
    let record = all[0].as_ref().unwrap();
    assert_eq!((record.variant, record.result), ("renju", Some(Outcome::Draw)));
    assert_eq!(players(record), [Some("Ando Meritee"), Some("B C")]);
    assert_eq!(record.tags.get("Event"), Some("WC & more"));
    assert_eq!(record.tags.get("Date"), Some("2009.08.??"));
    assert_eq!((moves(record), &record.line.comments[0][..]), ("h8 i9 j10".to_owned(), "good"));
    let error = all[1].as_ref().unwrap_err().to_string();
    assert_eq!(error, "game 2: line 7, column 9: move 2: h8 has a stone already");
    let deep = format!("<database>{}", "<a>".repeat(100_000));
    assert!(read(deep.as_bytes(), "a.rif")[0].is_err());
}

#[test]
fn games_as_bytes_are_read_and_written() {
    let record = one(&[3, 0x78, 0x69, 0x59], "a.pos");
    assert_eq!((moves(&record), record.variant), ("h8 i9 i10".to_owned(), "renju"));
    let pos = files::format_named("pos").unwrap();
    assert_eq!(written_as(&record, pos), [3, 0x78, 0x69, 0x59]);
    for (file, why) in [
        (&[][..], "byte 0: expected the number of moves, found the end of the file"),
        (&[2, 0x78], "byte 0: expected 2 moves, as the first byte says, found 1"),
        (&[1, 0x00], "byte 1: move 1: 00 is no point"),
        (&[1, 0xF1], "byte 1: move 1: F1 is no point"),
        (&[2, 0x78, 0x78], "byte 2: move 2: h8 has a stone already"),
    ] {
        assert_eq!(read(file, "a.pos").remove(0).unwrap_err().error.to_string(), why);
    }
}

#[test]
fn a_file_that_looks_like_another_game_is_refused() {
    let hints = Hints { name: "x.txt", variant: Some("gomoku"), ..Hints::default() };
    let error = files::read(&b"[Event \"x\"]"[..], &hints).err().unwrap().to_string();
    assert!(error.contains("games of gomoku are not read from pgn files"), "{error}");
}

#[test]
fn opening_rules_of_renju_name_its_rules() {
    for name in ["RIF", "Yamaguchi", "Soosorv-8", "Soosyrv", "Taraguchi-10", "Tarannikov", "连珠"]
    {
        let file = format!("(;GM[4]SZ[15]RU[{name}];B[hh])");
        assert_eq!(one(file.as_bytes(), "a.sgf").variant, "renju", "{name}");
    }
}

proptest! {
    #[test]
    fn no_bytes_break_the_readers_of_libraries_of_games(
        bytes in proptest::collection::vec(any::<u8>(), 0..300),
    ) {
        for name in ["a.pos", "a.rif", "a.rec"] {
            // Some bytes look like a file of another game.
            let hints = Hints { name, variant: Some("gomoku"), ..Hints::default() };
            let Ok(all) = files::read(bytes.as_slice(), &hints) else { continue };
            for record in all.flatten() {
                prop_assert!(!written_as(&record, SGF_FORMAT).is_empty());
            }
        }
    }
}

/// A list names no game: its first line shows it. What shows none is refused, and nothing is guessed.
#[test]
fn lists_show_their_game() {
    let read = |list: &[u8], name: &str| {
        let hints = Hints { name, ..Hints::default() };
        files::read(list, &hints).map(|mut games| games.next())
    };
    let lists: [(&[u8], &str); 9] = [
        (b"# points\n\nh8 i9\n", "gomoku"),
        (b"1. H8 i9 2. j10", "gomoku"),
        (b"h2e2 h9g7", "xiangqi"),
        (b"C2=5 H8+7", "xiangqi"),
        ("炮二平五 马8进7".as_bytes(), "xiangqi"),
        (b"\xC5\xDA\xB6\xFE\xC6\xBD\xCE\xE5", "xiangqi"),
        (b"4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1", "xiangqi"),
        (b"32-28 19-23", "draughts"),
        (b"f5 d6 c3", "reversi"),
    ];
    for (list, variant) in lists {
        for name in ["", "x.moves", "x.txt"] {
            let game = read(list, name).unwrap().unwrap();
            let list = String::from_utf8_lossy(list);
            assert_eq!(game.map(|game| game.variant), Ok(variant), "{list} in {name:?}");
        }
    }
    for name in ["", "x.moves", "x.txt", "x.dat"] {
        let error = read(b"?9 4 17", name).err().unwrap();
        assert_eq!(error.kind, records::ReadErrorKind::Unrecognised, "{name}");
        assert!(read(b" \n# nothing\n", name).unwrap().is_none(), "{name}");
    }
}

/// Three hundred seconds and two more a move are the time and the overtime of SGF, and come back.
#[test]
fn a_time_control_is_written_as_sgf_has_it() {
    let mut record = one(b"(;GM[4]SZ[15];B[hh];W[ii])", "a.sgf");
    record.tags.set("TimeControl", "300+2");
    let written = String::from_utf8(written_as(&record, SGF_FORMAT)).unwrap();
    assert!(written.contains("TM[300]OT[2 fischer]"), "{written}");
    let back = one(written.as_bytes(), "a.sgf");
    assert_eq!(back.tags.get("TimeControl"), Some("300+2"));
    assert_eq!(back.tags.get("Overtime"), None);
}

//! Files of Xiangqi other than portable notation: XQF in all versions, markup of forums, CCBridge.
//!
//! All files here were written for these tests.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use game::Outcome;
use games::files::{self, Hints};
use proptest::prelude::*;
use records::{Format, Game, GameError, Record};
use xiangqi::{Move, Position, Square};
use xiangqi_family::files::xqf::encode;
use xiangqi_family::files::{CBF, CBL, CBR, DHTML, Notation, XQF, Xiangqi};

const HEADER: usize = 0x400;

fn read_as(bytes: &[u8], format: Format) -> Vec<Result<Record, GameError>> {
    let hints = Hints { format: Some(format), ..Hints::default() };
    files::read(bytes, &hints).unwrap().collect()
}

/// Reads a file by its content alone.
#[track_caller]
fn one(bytes: &[u8]) -> Record {
    let mut all: Vec<_> = files::read(bytes, &Hints::default()).unwrap().collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0).unwrap()
}

fn message(bytes: &[u8], format: Format) -> String {
    read_as(bytes, format).remove(0).unwrap_err().error.to_string()
}

fn game(record: &Record) -> Game<Position> {
    record.game(&Xiangqi::new(Notation::Engine)).unwrap()
}

fn written(record: &Record, format: Format) -> Vec<u8> {
    let mut out = Vec::new();
    files::write(&mut out, record, format, None).unwrap();
    out
}

/// A file of version 1.0 as its published description explains it byte by byte: the header, the root,
/// two moves, a comment.
fn published() -> Vec<u8> {
    let mut file = vec![0; HEADER];
    file[..3].copy_from_slice(&[0x58, 0x51, 0x0A]);
    file[0x10..0x30].copy_from_slice(&[
        0x50, 0x46, 0x3C, 0x32, 0x28, 0x1E, 0x14, 0x0A, 0x00, 0x48, 0x0C, 0x53, 0x3F, 0x2B, 0x17,
        0x03, 0x09, 0x13, 0x1D, 0x27, 0x31, 0x3B, 0x45, 0x4F, 0x59, 0x11, 0x4D, 0x06, 0x1A, 0x2E,
        0x42, 0x56,
    ]);
    file[0x33] = 2;
    // 柳大华 in GB 2312.
    file[0x130..0x137].copy_from_slice(&[0x06, 0xC1, 0xF8, 0xB4, 0xF3, 0xBB, 0xAA]);
    // The root; 兵七进一 (c3-c4: 23 to 24) with a comment, 马8进7 (h9-g7: 79 to 67).
    file.extend([0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0]);
    file.extend([23 + 0x18, 24 + 0x20, 0xF0, 0x00, 2, 0, 0, 0, 0xBA, 0xC3]);
    file.extend([79 + 0x18, 67 + 0x20, 0x00, 0x00, 0, 0, 0, 0]);
    file
}

#[test]
fn the_published_file_is_read_and_written_byte_by_byte() {
    let record = one(&published());
    assert_eq!(record.tags.get("Red"), Some("柳大华"));
    assert_eq!(record.result, Some(Outcome::SecondWins));
    assert_eq!(record.start, None);
    assert_eq!(record.moves().collect::<Vec<_>>(), ["c3c4", "h9g7"]);
    assert_eq!(record.line.moves[0].comments, ["好"]);
    assert_eq!(written(&record, XQF), published());
}

/// The keys of (9, 5, 7, 11), by hand from the formula (54 k² + 221) × the key before, in bytes: 5 × 35 =
/// 175; 51 × 175 = 221; 99 × 221 = 119; the length (9 × 256 + 5) mod 32000 + 767 = 3076.
#[test]
fn encrypted_bytes_are_those_of_the_published_formula() {
    let plain = game(&one(&published()));
    let file = encode(&plain, 18, [0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 5, 7, 11]).unwrap();
    // The places are rotated: the first is Black's chariot on a9 (09) + 175.
    assert_eq!(file[0x10..0x12], [9 + 175, 19 + 175]);
    assert_eq!(file[HEADER..HEADER + 4], [245, 151, 0x80, 0xFF]);
    assert_eq!(file[HEADER + 4..HEADER + 14], [12, 175, 0xA0, 0, 0x06, 0x0C, 0, 0, 0xBA, 0xC3]);
    // A mask of 15 and 64, 32 shift all bytes by the copyright: '[' & (9 | 64) is 73, '(' & 5 is 0,
    // 'C' & (7 | 32) is 3, ')' & 11 is 9.
    let keys = [15, 0, 0, 0, 0, 64, 0, 32, 0, 9, 5, 7, 11];
    let file = encode(&plain, 18, keys).unwrap();
    assert_eq!(
        file[HEADER..HEADER + 4],
        [245_u8.wrapping_add(73), 151, 0x83, 0xFF_u8.wrapping_add(9)]
    );
    assert_eq!(one(&file).line, one(&published()).line);
}

const TREE: &str = "[Red \"甲\"]\n[Event \"乙\"]\n[FEN \"r1bakab1r/9/1cn3nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 0 1\"]\n\
    {start} 1. i0h0 {one} (1. b0c2 {two} a9b9 (1... h7h3 2. c3c4) 2. a0b0) (1. c3c4) i9h9 2. b0c2 \
    (2. c3c4 g6g5) g6g5 1-0\n";

fn tree() -> Record {
    let record = one(TREE.as_bytes());
    assert_eq!(record.line.moves[0].variations.len(), 2);
    record
}

#[test]
fn variations_and_comments_are_kept_in_every_version_with_every_key() {
    let record = tree();
    for version in [10, 11, 12, 15, 16, 18] {
        for keys in [[0; 13], [7; 13], [255, 1, 2, 3, 4, 200, 100, 50, 25, 77, 31, 250, 9]] {
            let file = encode(&game(&record), version, keys).unwrap();
            let again = one(&file);
            assert_eq!(again.line, record.line, "version {version}, keys {keys:?}");
            assert_eq!((&again.start, again.result), (&record.start, record.result));
            assert_eq!(again.tags.get("Red"), Some("甲"));
        }
    }
    assert_eq!(written(&record, XQF)[2], 18);
    for format in [XQF, DHTML] {
        let again = one(&written(&record, format));
        assert_eq!(again.line, record.line);
        assert_eq!((&again.start, again.result), (&record.start, record.result));
    }
}

#[test]
fn texts_that_are_too_long_are_cut_between_characters() {
    let mut record = one(&published());
    record.tags.set("Red", "一二三四五六七八九");
    assert_eq!(one(&written(&record, XQF)).tags.get("Red"), Some("一二三四五六七"));
}

#[test]
fn black_may_begin() {
    for text in ["4k4/9/9/9/9/9/9/9/9/3K1R3 b - - 0 1", "4k4/9/9/9/9/9/9/9/9/3K1R3 w - - 0 1"] {
        let mut record = one(&published());
        record.start = Some(text.to_owned());
        record.line.moves.clear();
        for format in [XQF, DHTML] {
            assert_eq!(one(&written(&record, format)).start.as_deref(), Some(text), "{format}");
        }
    }
    // The first move says who begins, whatever the file says.
    let markup = "[DhtmlXQ][DhtmlXQ_movelist]70627747[/DhtmlXQ_movelist][/DhtmlXQ]";
    assert_eq!(one(markup.as_bytes()).moves().collect::<Vec<_>>(), ["h9g7", "h2e2"]);
}

#[test]
fn what_is_wrong_is_named() {
    let message = |file: &[u8]| message(file, XQF);
    let cut = "byte 3: expected a header of 1024 bytes, found the end of the file";
    assert_eq!(message(b"XQ\x0A"), cut);
    let mut file = published();
    file[2] = 30;
    assert_eq!(message(&file), "byte 2: a file of version 3.0; 1.8 is known");
    let mut file = published();
    file[0x408] = 24;
    assert_eq!(message(&file), "byte 1024: move 1: a0c4 is not legal");
    let mut file = published();
    file[0x40C] = 200;
    let found = "found 200 bytes to the end of the comment";
    assert_eq!(message(&file), format!("byte 1032: expected a comment within the file, {found}"));
    let mut file = published();
    file.truncate(file.len() - 3);
    assert_eq!(message(&file), "byte 1042: expected a move, found the end of the file");
}

#[test]
fn an_illegal_variation_is_left_out_and_told() {
    let record = tree();
    let mut file = encode(&game(&record), 10, [0; 13]).unwrap();
    // The variation 1. c3c4 becomes c3c6.
    let at = file.windows(3).rposition(|node| node == [23 + 24, 24 + 32, 0]).unwrap();
    file[at + 1] = 26 + 32;
    let all = read_as(&file, XQF);
    let why = all[1].as_ref().unwrap_err().error.to_string();
    let told =
        "byte 1024: there is no place for variations (1): left out, the first: c3c6 is not legal";
    assert_eq!(why, told);
    let kept = all[0].as_ref().unwrap();
    assert_eq!(kept.line.moves[0].variations.len(), 1);
    assert_eq!(all.len(), 2);
}

fn number(square: Square) -> u8 {
    u8::try_from(square.file().index() * 10 + square.rank().index()).unwrap()
}

/// Variations nested without end are left out, not followed.
#[test]
fn deep_nesting_is_bounded() {
    let mut file = published();
    file.truncate(HEADER);
    file.extend([0x18, 0x20, 0xF0, 0xFF, 0, 0, 0, 0]);
    // At every move a pawn's move that ends its line, and a horse's in its place that goes on.
    let moves = [("a3a4", "b0c2"), ("a6a5", "b9c7"), ("a3a4", "c2b0"), ("a6a5", "c7b9")];
    for (last, first) in moves.iter().cycle().take(4000) {
        for (text, flags) in [(last, 0x0F), (first, 0xF0)] {
            let m: Move = text.parse().unwrap();
            file.extend([number(m.from) + 24, number(m.to) + 32, flags, 0, 0, 0, 0, 0]);
        }
    }
    let all = read_as(&file, XQF);
    assert!(all[0].is_ok());
    let why = all[1].as_ref().unwrap_err().to_string();
    assert!(why.ends_with("variations nested more than 50 deep"), "{why}");
}

proptest! {
    #[test]
    fn no_bytes_break_the_readers(
        keys in proptest::collection::vec(any::<u8>(), 13),
        tail in proptest::collection::vec(any::<u8>(), 0..400),
        version in 0_u8..20,
        changes in proptest::collection::vec((0_usize..2600, any::<u8>()), 0..30),
    ) {
        let mut xqf = published();
        xqf[2] = version;
        xqf[3..16].copy_from_slice(&keys);
        let markup = written(&tree(), DHTML);
        let files = [(XQF, xqf), (DHTML, markup), (CBR, ccbridge()), (CBL, library()), (CBF, CCBRIDGE3.into())];
        for (format, mut file) in files {
            file.extend(&tail);
            for &(at, byte) in &changes {
                let at = at % file.len();
                file[at] = byte;
            }
            for record in read_as(&file, format).into_iter().flatten() {
                // What was read can be written and read again.
                for format in [XQF, DHTML] {
                    let again = written(&record, format);
                    let again = read_as(&again, format).remove(0).unwrap();
                    // Words of the markup cannot be kept inside of it.
                    let plain = |record: &Record| {
                        let text = format!("{:?}", record.line.moves);
                        text.replace("[DhtmlXQ", "(DhtmlXQ").replace("[/DhtmlXQ", "(/DhtmlXQ")
                    };
                    prop_assert_eq!(plain(&again), plain(&record));
                }
            }
        }
    }
}

#[test]
fn markup_of_forums_is_read() {
    let file = "﻿posted by me\n[DhtmlXQ]\r\n[DhtmlXQ_ver]www_dpxq_com[/DhtmlXQ_ver]\n[DhtmlXQ_red]胡荣华[/DhtmlXQ_red]\n\
        [DhtmlXQ_result]红先胜[/DhtmlXQ_result]\n\
        [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]\n\
        [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]\n\
        [DhtmlXQ_move_1_3_2]0908[/DhtmlXQ_move_1_3_2]\n[DhtmlXQ_move_0_2_1]10227967[/DhtmlXQ_move_0_2_1]\n\
        [DhtmlXQ_move_7_3_8]8070[/DhtmlXQ_move_7_3_8]\n\
        [DhtmlXQ_comment0]始||二[/DhtmlXQ_comment0]\n[DhtmlXQ_comment1_2]好[/DhtmlXQ_comment1_2]\n\
        [DhtmlXQ_comment3]末[/DhtmlXQ_comment3]\n[/DhtmlXQ]\n\
        [DhtmlXQHTML][DhtmlXQ_movelist]7747[/DhtmlXQ_movelist][/DhtmlXQHTML]";
    let all = read_as(file.as_bytes(), DHTML);
    let record = all[0].as_ref().unwrap();
    assert_eq!(record.tags.get("Red"), Some("胡荣华"));
    assert_eq!((record.result, &record.start), (Some(Outcome::FirstWins), &None));
    assert_eq!(record.moves().collect::<Vec<_>>(), ["h2e2", "h9g7", "h0g2"]);
    assert_eq!(record.line.comments, ["始\n二"]);
    assert_eq!(record.line.moves[2].comments, ["末"]);
    let side = &record.line.moves[1].variations[0];
    assert_eq!(side.moves[0].comments, ["好"]);
    assert_eq!((side.moves[0].mv.as_str(), side.moves[1].mv.as_str()), ("b9c7", "h0g2"));
    // A variation of a variation, which comes first in the file.
    assert_eq!(side.moves[1].variations[0].moves[0].mv, "a0a1");
    let why = all[1].as_ref().unwrap_err().to_string();
    assert!(why.contains("variation 8 begins at move 3 of one that is not there"), "{why}");
    assert_eq!(all[2].as_ref().unwrap().moves().collect::<Vec<_>>(), ["h2e2"]);
    assert_eq!(all.len(), 3);
    // The same in GBK.
    let (gbk, _, _) = encoding_rs::GBK
        .encode("[DhtmlXQ_red]胡荣华[/DhtmlXQ_red][DhtmlXQ_movelist][/DhtmlXQ_movelist]");
    assert_eq!(read_as(&gbk, DHTML)[0].as_ref().unwrap().tags.get("Red"), Some("胡荣华"));
    let why = message(b"[DhtmlXQ_movelist]774[/DhtmlXQ_movelist]", DHTML);
    assert_eq!(why, "line 1, column 1: expected squares of two digits, found '774'");
}

/// A record of CCBridge: the start, a comment, a move with another in its place.
fn ccbridge() -> Vec<u8> {
    let mut file = vec![0; 2214];
    file[..16].copy_from_slice(b"CCBridge Record\0");
    file[19] = 2;
    file[1076..1080].copy_from_slice(&[0x61, 0x67, 0x4E, 0x4F]);
    file[2076] = 3;
    file[2112] = 1;
    let back = [1, 2, 3, 4, 5, 4, 3, 2, 1];
    for (file_number, kind) in back.into_iter().enumerate() {
        file[2120 + file_number] = 0x20 + kind;
        file[2120 + 81 + file_number] = 0x10 + kind;
    }
    for at in [19, 25] {
        file[2120 + at] = 0x26;
        file[2120 + 89 - at] = 0x16;
    }
    for at in [27, 29, 31, 33, 35] {
        file[2120 + at] = 0x27;
        file[2120 + 89 - at] = 0x17;
    }
    // The root with the comment 始; h2e2 with 好 and another in its place; h9g7; then c3c4.
    file.extend([4, 0, 0, 0, 2, 0, 0, 0, 0xCB, 0x59]);
    file.extend([6, 0, 70, 67, 2, 0, 0, 0, 0x7D, 0x59]);
    file.extend([1, 0, 7, 24]);
    file.extend([1, 0, 56, 47]);
    file
}

/// A library built for two places, with one record over two of them and one more.
fn library() -> Vec<u8> {
    let mut file = vec![0; 66_624 + 2 * 276];
    file[..16].copy_from_slice(b"CCBridgeLibrary\0");
    file[60] = 2;
    let mut long = ccbridge();
    long.resize(2 * 4096, 0);
    file.extend(long);
    file.extend(ccbridge());
    file
}

const CCBRIDGE3: &str = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<ChineseChessRecord Version=\"1.0\">\n\
    <Head><Name>A &amp; B</Name><Red>甲</Red><RecordResult>2</RecordResult>\n\
    <FEN>rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1</FEN></Head>\n\
    <MoveList><Move value=\"00-00\"><![CDATA[始]]></Move><Move value=\"77-47\" />\
    <Move value=\"70-62\" end=\"1\"><![CDATA[好]]></Move></MoveList></ChineseChessRecord>";

#[test]
fn files_of_ccbridge_are_read() {
    let record = one(&ccbridge());
    assert_eq!(record.tags.get("Red"), Some("条低"));
    assert_eq!((record.result, &record.start), (Some(Outcome::Draw), &None));
    assert_eq!(record.line.comments, ["始"]);
    assert_eq!(record.moves().collect::<Vec<_>>(), ["h2e2", "h9g7"]);
    assert_eq!(record.line.moves[0].comments, ["好"]);
    assert_eq!(record.line.moves[0].variations[0].moves[0].mv, "c3c4");
    let all = read_as(&library(), CBL);
    assert_eq!(all.len(), 2);
    assert!(all.iter().all(|read| read.as_ref().is_ok_and(|read| read.line == record.line)));
    let record = one(CCBRIDGE3.as_bytes());
    assert_eq!(record.tags.get("Title"), Some("A & B"));
    assert_eq!(record.result, Some(Outcome::SecondWins));
    assert_eq!(record.moves().collect::<Vec<_>>(), ["h2e2", "h9g7"]);
    assert_eq!((record.line.comments.len(), &record.line.moves[1].comments[0][..]), (1, "好"));
    let why = files::write(&mut Vec::new(), &record, CBR, None).unwrap_err().to_string();
    assert_eq!(why, "the game cannot be written as cbr: such files are only read");
}

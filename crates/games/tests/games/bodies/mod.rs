//! The bodies of the fuzz targets.

// Each target uses some of them.
#![allow(dead_code, reason = "every test and fuzz target uses the bodies it needs")]

use draughts_family::files::PDN;
use games::files::{self, Hints};
use gomoku_family::files::{CODE, LIB, OPENINGS, PSQ, REC, SGF};
use records::{Format, POSITIONS, Record, list, pgn};
use xiangqi_family::files::Xiangqi;

/// Any bytes are read as games or refused; games that were read print, and read back as the same.
pub(crate) fn read_everything(bytes: &[u8]) {
    for game in pgn::Reader::new(bytes, Xiangqi::default()).flatten() {
        let text = pgn::to_string(&game, &Xiangqi::default());
        let again = pgn::Reader::new(text.as_bytes(), Xiangqi::default()).next();
        assert_eq!(
            again.expect("a game was written").expect("and is read back").line,
            game.line,
            "{text}"
        );
    }
    for game in list::Reader::new(bytes, Xiangqi::default()).flatten() {
        let mut out = Vec::new();
        list::write_position(&mut out, &game, &Xiangqi::default())
            .expect("a list in memory can be written");
        let again = list::Reader::new(&out[..], Xiangqi::default())
            .next()
            .expect("a game was written")
            .expect("and is read back");
        assert_eq!(again.line.moves, game.line.moves);
    }
}

/// The same for a file of draughts: PDN, and lists.
pub(crate) fn read_draughts(bytes: &[u8]) {
    for record in records(bytes, PDN, None) {
        let again = rewritten(&record, PDN);
        assert_eq!((again.line, again.start), (record.line, record.start));
    }
    for record in records(bytes, POSITIONS, Some("draughts-frisian")) {
        let again = rewritten(&record, POSITIONS);
        assert!(again.moves().eq(record.moves()));
    }
}

/// The same for a file of gomoku, whatever its format.
pub(crate) fn read_gomoku(bytes: &[u8]) {
    for format in [SGF, REC, OPENINGS, CODE] {
        read_as(format, bytes);
    }
    read_libraries(bytes);
    read_psq(bytes);
}

/// The same for a library of RenLib.
pub(crate) fn read_libraries(bytes: &[u8]) {
    read_as(LIB, bytes);
}

/// The same for games of Piskvork.
pub(crate) fn read_psq(bytes: &[u8]) {
    read_as(PSQ, bytes);
}

/// SGF can represent the games of all these formats.
fn read_as(format: Format, bytes: &[u8]) {
    for record in records(bytes, format, Some("renju")) {
        // Comments of one move are joined, and some annotations have no sign there.
        let again = rewritten(&record, SGF);
        assert!(again.moves().eq(record.moves()));
        assert_eq!((again.start, again.variant), (record.start, record.variant));
    }
}

fn records(bytes: &[u8], format: Format, variant: Option<&str>) -> Vec<Record> {
    let hints = Hints { format: Some(format), variant, ..Hints::default() };
    files::read(bytes, &hints).expect("the hints are sound").flatten().collect()
}

fn rewritten(record: &Record, format: Format) -> Record {
    let mut out = Vec::new();
    files::write(&mut out, record, format, None).expect("what was read can be written");
    let again = records(&out, format, Some(record.variant)).pop();
    again.unwrap_or_else(|| panic!("what was written is read: {}", String::from_utf8_lossy(&out)))
}

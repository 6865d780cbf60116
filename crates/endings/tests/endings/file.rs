//! Files: written files can be read, and files from other sources do no harm.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use draughts::{Brazilian, International, Position, Setup};
use endings::{BuildError, Class, Database, FileError, Section, Threads, Value, build, read_file};
use game::Side;
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// All Brazilian endings with two pieces.
static TWO: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut sections = BTreeMap::new();
    let go_on = &mut |_| ControlFlow::Continue(());
    build::<Brazilian, _>(2, &mut sections, Threads::MIN, go_on).unwrap();
    endings::write_file::<Brazilian>(sections.values())
});

fn position(fen: &str) -> Position<Brazilian> {
    Position::try_from(fen.parse::<Setup<Brazilian>>().unwrap()).unwrap()
}

#[test]
fn what_is_written_is_read() {
    let sections = read_file::<Brazilian>(&TWO).unwrap();
    let classes: Vec<String> = sections.iter().map(|s| s.class().to_string()).collect();
    assert_eq!(classes, ["0011", "0110", "1001", "1100"]);
    assert_eq!(endings::write_file::<Brazilian>(&sections), *TWO);
}

#[test]
fn errors_name_what_is_wrong() {
    let read = |bytes: &[u8]| read_file::<Brazilian>(bytes).unwrap_err().to_string();
    let with = |at: usize, byte: u8| {
        let mut bytes = TWO.clone();
        bytes[at] ^= byte;
        read(&bytes)
    };
    assert_eq!(read(b""), "this is no database of endings");
    assert_eq!(read(b"PK\x03\x04 and so on"), "this is no database of endings");
    assert_eq!(with(8, 2), "this is version 3 of the format, not version 1");
    assert_eq!(with(12, 1), "the head of the file is damaged: its checksum is wrong");
    assert_eq!(with(TWO.len() - 1, 1), "section 4 is damaged: its checksum is wrong");
    assert_eq!(
        read(&TWO[..TWO.len() - 1]),
        "the file ends in the middle: 1 bytes are missing in section 4"
    );
    assert_eq!(read(&[TWO.as_slice(), b"!"].concat()), "1 bytes too many at the end of the file");
    assert_eq!(
        read_file::<International>(&TWO).unwrap_err(),
        FileError::OtherVariant { found: "draughts-brazilian".to_owned(), wanted: "draughts" }
    );
}

/// Even with the right checksums, the contents of a file must be possible.
#[test]
fn contents_are_checked_behind_checksums() {
    let sections = read_file::<Brazilian>(&TWO).unwrap();
    let twice = endings::write_file::<Brazilian>([&sections[0], &sections[0]]);
    let error = read_file::<Brazilian>(&twice).unwrap_err().to_string();
    assert_eq!(error, "section 2 is damaged: its class was there before");
    // Values of the small board in a file of the large one.
    let other = endings::write_file::<International>(&sections);
    let error = read_file::<International>(&other).unwrap_err().to_string();
    assert_eq!(error, "section 1 is damaged: it has not as many values as its class has positions");
}

proptest! {
    #[test]
    fn changed_bytes_are_found_out(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 1..=255_u8), 1..4),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = TWO.clone();
        for (at, change) in changes {
            let at = at.index(bytes.len());
            bytes[at] ^= change;
        }
        if let Some(cut) = cut {
            bytes.truncate(cut.index(bytes.len()));
        }
        if bytes != *TWO {
            prop_assert!(read_file::<Brazilian>(&bytes).is_err());
        }
    }

    #[test]
    fn any_bytes_are_read_safely(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let head = TWO[..TWO.len().min(35)].to_vec();
        let _ = read_file::<Brazilian>(&bytes);
        let _ = read_file::<Brazilian>(&[head, bytes].concat());
    }
}

#[test]
fn a_database_says_what_it_knows() {
    let mut database = Database::<Brazilian>::new();
    assert_eq!(database.pieces(), 1);
    let kings = position("W:WK1:BK2");
    assert_eq!(database.probe(&kings), None);
    database.add(&TWO).unwrap();
    assert_eq!(database.pieces(), 2);
    assert_eq!(database.probe(&kings), Some(Value::Draw));
    assert_eq!(database.probe(&position("W:WK1,K3:BK2")), None);
    assert_eq!(database.probe(&Position::start()), None);
    // A side without pieces to move, and a capture of the last piece.
    assert_eq!(database.probe(&position("B:WK1:B")), Some(Value::Loss));
    assert_eq!(database.probe(&position("W:WK29:B18")), Some(Value::Win));
    // One piece is left and on turn: the game is over, and no class contains it.
    assert_eq!(database.probe(&position("W:WK1:B")), None);
}

#[test]
fn a_build_goes_on_where_it_was_broken_off() {
    let mut sections: BTreeMap<Class, Section> = BTreeMap::new();
    let mut whole = BTreeMap::new();
    let go_on = &mut |_| ControlFlow::Continue(());
    build::<Brazilian, _>(3, &mut whole, Threads::MIN, go_on).unwrap();
    let mut told = 0;
    loop {
        // Each round goes a little further: finished classes are kept.
        let mut patience = told / 2 + 40;
        let done = build::<Brazilian, _>(3, &mut sections, Threads::MIN, &mut |_| {
            told += 1;
            patience -= 1;
            if patience == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match done {
            Ok(()) => break,
            Err(error) => assert_eq!(error, BuildError::Interrupted),
        }
    }
    assert!(told > 60);
    assert_eq!(sections, whole);
}

#[test]
fn what_cannot_be_built_is_refused() {
    let go_on = &mut |_| ControlFlow::Continue(());
    let error =
        build::<draughts::Frisian, _>(2, &mut BTreeMap::new(), Threads::MIN, go_on).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there are no databases of draughts-frisian: what a king may do depends on the moves \
         it made before"
    );
    for pieces in [0, 1, 7] {
        let error = build::<Brazilian, _>(pieces, &mut BTreeMap::new(), Threads::MIN, go_on);
        assert_eq!(error, Err(BuildError::Pieces(pieces)));
    }
    assert!(Class::of(&Position::<Brazilian>::start(), Side::First).is_none());
}

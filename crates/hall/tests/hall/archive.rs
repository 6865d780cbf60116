//! Tracks are read as they were written, and keys depend on the board alone.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use game::Side;
use hall::archive::{Pattern, SquareCondition, Track, TrackPiece};
use proptest::prelude::*;

fn stone(file: u8, rank: u8, side: Side, kind: &'static str) -> TrackPiece<'static> {
    TrackPiece { file, rank, side, kind }
}

fn any_stone() -> impl Strategy<Value = TrackPiece<'static>> {
    let kinds = prop::sample::select(vec!["king", "man", "horse"]);
    (0..9u8, 0..10u8, any::<bool>(), kinds).prop_map(|(file, rank, first, kind)| {
        stone(file, rank, if first { Side::First } else { Side::Second }, kind)
    })
}

fn any_track() -> impl Strategy<Value = Track> {
    let ply = (prop::collection::vec(any_stone(), 0..4), prop::collection::vec(any_stone(), 0..3));
    let plies = prop::collection::vec(ply, 0..30);
    (prop::collection::vec(any_stone(), 0..20), plies).prop_map(|(start, plies)| {
        let mut track = Track::new(9, 10, &start, Side::First).unwrap();
        let mut turn = Side::First;
        for (removed, put) in plies {
            turn = turn.other();
            track.push(&removed, &put, turn).unwrap();
        }
        track
    })
}

proptest! {
    #[test]
    fn a_track_is_read_as_it_was_written(track in any_track()) {
        let read = Track::from_bytes(&track.to_bytes()).unwrap();
        prop_assert_eq!(read.keys(), track.keys());
        prop_assert_eq!(&read, &track);
        prop_assert_eq!(read.keys().len(), read.plies() + 1);
    }

    #[test]
    fn damaged_bytes_are_read_or_refused(
        track in any_track(),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        cut in any::<prop::sample::Index>(),
    ) {
        let mut bytes = track.to_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        if let Ok(track) = Track::from_bytes(&bytes) {
            let _ = track.keys();
            let _ = track.find(&Pattern::new(9, 10).unwrap());
        }
        let cut = cut.index(bytes.len());
        prop_assert!(Track::from_bytes(&track.to_bytes()[..cut]).is_err());
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = Track::from_bytes(&bytes);
    }
}

/// The same position by other moves and in another order of pieces has the same key.
#[test]
fn a_key_depends_on_the_board_alone() {
    let (a, b) = (stone(1, 2, Side::First, "man"), stone(3, 4, Side::Second, "king"));
    let set_up = Track::new(9, 10, &[a, b], Side::Second).unwrap();
    let mut played = Track::new(9, 10, &[b, stone(0, 0, Side::First, "man")], Side::First).unwrap();
    played.push(&[stone(0, 0, Side::First, "man")], &[a], Side::Second).unwrap();
    assert_eq!(set_up.keys()[0], played.keys()[1]);
    let other =
        |stones: &[TrackPiece<'_>], turn| Track::new(9, 10, stones, turn).unwrap().keys()[0];
    for differing in [
        other(&[a, b], Side::First),
        other(&[a], Side::Second),
        other(&[a, stone(3, 4, Side::First, "king")], Side::Second),
        other(&[a, stone(3, 4, Side::Second, "man")], Side::Second),
        other(&[a, stone(4, 4, Side::Second, "king")], Side::Second),
        Track::new(10, 9, &[a, b], Side::Second).unwrap().keys()[0],
    ] {
        assert_ne!(set_up.keys()[0], differing);
    }
}

/// Keys are stored: a change of this number makes every stored index useless.
#[test]
fn keys_never_change() {
    let track = Track::new(9, 10, &[stone(4, 0, Side::First, "king")], Side::Second).unwrap();
    assert_eq!(track.keys()[0].to_string(), KEY);
}

const KEY: &str = "9848796107b5672d";

#[test]
fn a_pattern_says_empty_piece_and_not() {
    let mut track = Track::new(9, 10, &[stone(4, 0, Side::First, "king")], Side::First).unwrap();
    let (before, after) = (stone(4, 0, Side::First, "king"), stone(4, 1, Side::First, "king"));
    track.push(&[before], &[after], Side::Second).unwrap();
    let found = |wants: &[(u8, u8, SquareCondition)], turn| {
        let mut pattern = Pattern::new(9, 10).unwrap();
        for (file, rank, want) in wants {
            pattern.set(*file, *rank, want.clone()).unwrap();
        }
        pattern.set_turn(turn);
        track.find(&pattern)
    };
    assert_eq!(found(&[], None), Some(0));
    assert_eq!(found(&[], Some(Side::Second)), Some(1));
    assert_eq!(found(&[(4, 0, SquareCondition::empty())], None), Some(1));
    assert_eq!(found(&[(4, 1, SquareCondition::piece(None, None))], None), Some(1));
    assert_eq!(
        found(&[(4, 1, SquareCondition::piece(Some(Side::First), Some("king")))], None),
        Some(1)
    );
    assert_eq!(found(&[(4, 1, SquareCondition::piece(Some(Side::Second), None))], None), None);
    assert_eq!(found(&[(4, 1, SquareCondition::piece(None, Some("horse")))], None), None);
    assert_eq!(
        found(&[(4, 1, SquareCondition::piece(None, Some("horse")).negated())], None),
        Some(0)
    );
    assert_eq!(found(&[(4, 0, SquareCondition::piece(None, None).negated())], None), Some(1));
    let other_board = Pattern::new(10, 10).unwrap();
    assert_eq!(track.find(&other_board), None);
}

#[test]
fn a_whole_board_is_a_pattern() {
    let king = stone(4, 0, Side::First, "king");
    let track = Track::new(9, 10, &[king], Side::First).unwrap();
    assert_eq!(track.find(&Pattern::of_board(9, 10, &[king]).unwrap()), Some(0));
    assert_eq!(track.find(&Pattern::of_board(9, 10, &[]).unwrap()), None);
}

#[test]
fn what_is_beside_the_board_is_refused() {
    assert!(Track::new(0, 10, &[], Side::First).is_err());
    assert!(Track::new(9, 65, &[], Side::First).is_err());
    assert!(Track::new(9, 10, &[stone(9, 0, Side::First, "king")], Side::First).is_err());
    assert!(Pattern::new(9, 10).unwrap().set(0, 10, SquareCondition::empty()).is_err());
    let names: Vec<String> = (0..40).map(|n| format!("kind {n}")).collect();
    let many: Vec<TrackPiece<'_>> =
        names.iter().map(|kind| TrackPiece { file: 0, rank: 0, side: Side::First, kind }).collect();
    assert!(Track::new(9, 10, &many, Side::First).is_err());
}

//! The laws of positions on random games, random boards and the positions of the perft file.

use crate::checks;
use game::{NullObserver, Position as _, Side};
use proptest::prelude::*;
use xiangqi::{FaultReason, Move, Piece, Position, Setup, Square};

/// The position after the moves that these numbers choose.
fn play(choices: &[u16]) -> Position {
    let mut position = Position::start();
    for &choice in choices {
        let moves = position.moves();
        if moves.is_empty() {
            break;
        }
        position.make(moves[usize::from(choice) % moves.len()], &mut NullObserver);
    }
    position
}

/// Boards that games rarely reach: each piece is present or not, on any of its possible points, so
/// that screens, pins and double checks are frequent.
fn scattered() -> impl Strategy<Value = Position> {
    let slots: Vec<Piece> = Piece::ALL
        .into_iter()
        .flat_map(|piece| vec![piece; piece.kind().count_at_start()])
        .collect();
    let places = prop::collection::vec((any::<u16>(), 0..4_u8), slots.len());
    (places, any::<bool>()).prop_filter_map("an impossible board", move |(places, red)| {
        let mut setup = Setup::empty();
        for (&piece, (place, present)) in slots.iter().zip(places) {
            let home: Vec<Square> = piece.home().into_iter().collect();
            let square = home[usize::from(place) % home.len()];
            let is_king = piece.kind() == xiangqi::Kind::King;
            if (is_king || present > 0) && setup.piece_at(square).is_none() {
                setup.put(square, Some(piece));
            }
        }
        setup.turn = if red { Side::First } else { Side::Second };
        if setup.check().iter().any(|f| matches!(f.reason, FaultReason::OpponentInCheck(_))) {
            setup.turn = setup.turn.other();
        }
        Position::try_from(setup).ok()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn laws_hold_in_games(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        checks::position(&play(&choices));
    }

    #[test]
    fn laws_hold_on_scattered_boards(position in scattered()) {
        checks::position(&position);
    }

    #[test]
    fn taking_a_whole_game_back_leads_to_the_start(
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let mut line = game::Line::new(Position::start());
        for choice in choices {
            let moves = line.position().moves();
            if moves.is_empty() {
                break;
            }
            line.push(moves[usize::from(choice) % moves.len()]);
        }
        while line.pop().is_some() {}
        prop_assert_eq!(line.position(), &Position::start());
        prop_assert_eq!(line.position().to_string(), Position::start().to_string());
    }

    #[test]
    fn setups_print_and_read_back(
        pieces in prop::collection::vec((0..90_usize, 0..14_usize), 0..60),
        red in any::<bool>(),
        quiet_plies in any::<u16>(),
        move_number in 1..=u16::MAX,
    ) {
        let mut setup = Setup::empty();
        for (square, piece) in pieces {
            setup.put(Square::ALL[square], Some(Piece::ALL[piece]));
        }
        setup.turn = if red { Side::First } else { Side::Second };
        (setup.quiet_plies, setup.move_number) = (quiet_plies, move_number);
        prop_assert_eq!(setup.to_string().parse::<Setup>(), Ok(setup.clone()));
        checks::fuzz_fen(setup.to_string().as_bytes());
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[rnbakcpRNBAKCPheHE1-9/ wb-]{0,120}|\\PC{0,60}") {
        checks::fuzz_fen(text.as_bytes());
        checks::fuzz_move(text.as_bytes());
    }

    #[test]
    fn moves_pack_print_and_read_back(from in 0..90_usize, to in 0..90_usize) {
        let m = Move::new(Square::ALL[from], Square::ALL[to]);
        if from != to {
            prop_assert_eq!(Move::unpack(m.pack()), Some(m));
            prop_assert_eq!(m.to_string().parse::<Move>(), Ok(m));
        }
        prop_assert!(m.index() < Move::INDEX_COUNT);
        prop_assert_eq!(m.mirror().mirror(), m);
        prop_assert_eq!(m.flip().flip(), m);
    }

    #[test]
    fn unpacking_anything_gives_a_move_that_packs_to_it_or_nothing(bits in any::<u16>()) {
        if let Some(m) = Move::unpack(bits) {
            prop_assert_eq!(m.pack(), bits);
        }
    }
}

#[test]
fn laws_hold_below_the_perft_positions() {
    for row in include_str!("../data/perft.txt").lines().filter(|row| !row.starts_with('#')) {
        let fen = row.split(';').next().unwrap_or("");
        let mut position: Position = fen.parse().unwrap_or_else(|e| panic!("{fen}: {e}"));
        checks::walk(&mut position, 2, 8);
    }
}

//! The laws of every position, throughout random games on every board.

use crate::checks::{Naive, fuzz_moves, fuzz_position};
use game::{Line, Notation, Observer, Outcome, Position as _, Side};
use proptest::prelude::*;
use reversi::notation::{Engine, Ggf, transcript};
use reversi::{Disc, Move, Position, Setup, Size, Square, judge};

/// A board that is updated only by the observer.
struct Told([Option<Side>; 64]);

impl Observer<Position> for Told {
    fn left(&mut self, disc: Disc, square: Square) {
        assert_eq!(self.0[square.index()], Some(disc.side), "what leaves {square} was there");
        self.0[square.index()] = None;
    }

    fn arrived(&mut self, disc: Disc, square: Square) {
        assert_eq!(self.0[square.index()], None, "{square} was empty");
        self.0[square.index()] = Some(disc.side);
    }
}

fn board(position: &Position) -> [Option<Side>; 64] {
    std::array::from_fn(|index| position.disc_at(Square::from_index(index as u8).expect("< 64")))
}

/// The image of a square under a symmetry of the board.
fn turned(square: Square, size: Size, symmetry: u8) -> Square {
    let (mut x, mut y) = (square.column(), square.row());
    if symmetry & 1 != 0 {
        x = size.edge() - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = size.edge() - 1 - y;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut x, &mut y);
    }
    Square::new(x, y).expect("turned within the board")
}

/// A position with all squares turned.
fn all_turned(position: &Position, symmetry: u8) -> Position {
    let text: Setup = position.to_string().parse().expect("what was printed is read");
    let mut setup = text;
    for disc in &mut setup.discs {
        disc.0 = turned(disc.0, setup.size, symmetry);
    }
    setup.position().expect("turned, it has no fault")
}

/// Every law of one position.
fn check(position: &Position, symmetry: u8) {
    let naive = Naive::of(position);
    let moves = position.moves();
    assert_eq!(moves, naive.moves(), "{position}");
    assert_eq!(position.count_legal(), moves.len() as u64, "{position}");
    assert_eq!(position.has_legal_move(), !moves.is_empty(), "{position}");
    let squares = (0..64).filter_map(Square::from_index).map(Move::Put);
    for m in squares.chain([Move::Pass]) {
        assert_eq!(position.is_legal(m), moves.contains(&m), "{position} {m}");
    }
    for &m in &moves {
        assert_eq!(Engine.parse(position, &Engine.print(position, m)), Ok(m));
        assert_eq!(Ggf.parse(position, &Ggf.print(position, m)), Ok(m));
        if let Move::Put(square) = m {
            let flipped: Vec<Square> = position.flips(square).iter().collect();
            assert_eq!(flipped, naive.flips(square, naive.turn), "{position} {m}");
        }
    }
    let fresh: Setup = position.to_string().parse().expect("what was printed is read");
    let fresh = fresh.position().expect("and has no fault");
    assert_eq!((&fresh, fresh.key()), (position, position.key()));
    let other = all_turned(position, symmetry);
    let mut expected: Vec<Option<Square>> = moves
        .iter()
        .map(|m| m.square().map(|square| turned(square, position.size(), symmetry)))
        .collect();
    expected.sort();
    let found: Vec<Option<Square>> = other.moves().into_iter().map(Move::square).collect();
    assert_eq!(found, expected, "{position} turned by {symmetry}");
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn hold_along_random_games(
        size in prop::sample::select(&Size::ALL[..]),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..70),
        symmetry in 0_u8..8,
    ) {
        let mut position = Position::start(size);
        let start = position;
        let mut told = Told(board(&position));
        let mut line = Line::new(position);
        let mut stack = Vec::new();
        for choice in choices {
            check(&position, symmetry);
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[choice.index(moves.len())];
            let before = position;
            let expected = Naive::of(&position).after(m);
            let undo = position.make(m, &mut told);
            prop_assert_eq!(Naive::of(&position), expected);
            prop_assert_eq!(told.0, board(&position));
            prop_assert_ne!(position.key(), before.key());
            line.push(m);
            stack.push((m, undo, before));
        }
        prop_assert_eq!(judge(&line).is_none(), position.has_legal_move());
        if let Some(verdict) = judge(&line) {
            let [black, white] = position.score();
            prop_assert_eq!(black + white, size.edge() * size.edge());
            let expected = match black.cmp(&white) {
                std::cmp::Ordering::Greater => Outcome::FirstWins,
                std::cmp::Ordering::Less => Outcome::SecondWins,
                std::cmp::Ordering::Equal => Outcome::Draw,
            };
            prop_assert_eq!(verdict.outcome, expected);
        }
        let moves: Vec<Move> = line.plies().iter().filter_map(|ply| ply.mv).collect();
        let text = transcript::print(moves.iter().copied());
        let mut read = transcript::read(&start, &text).expect("what was printed is read");
        // A pass at the end does not appear in a transcript.
        if moves.last() == Some(&Move::Pass) {
            read.push(Move::Pass);
        }
        prop_assert_eq!(read, moves);
        while let Some((m, undo, before)) = stack.pop() {
            position.unmake(m, undo);
            prop_assert_eq!((position, position.key()), (before, before.key()));
        }
    }

    #[test]
    fn any_bytes_are_a_game(data in prop::collection::vec(any::<u8>(), 0..80)) {
        fuzz_moves(&data);
    }

    #[test]
    fn any_text_is_read_or_refused(
        position in "[-XO. ]{0,20}|[-XO]{64} [XO]|[-XO]{36} [XO]",
        game in "([a-h][1-8] ?|pass|\\PC){0,12}",
    ) {
        fuzz_position(&position);
        if let Ok(setup) = position.parse::<Setup>()
            && let Ok(position) = setup.position()
        {
            check(&position, 0);
        }
        let _ = transcript::read(&Position::start(Size::Eight), &game);
    }
}

#[test]
fn a_pass_is_played_only_where_it_must_be() {
    let setup: Setup = "OX---- ------ --OO-- --OO-- ------ ------ X".parse().expect("a board");
    let position = setup.position().expect("no fault");
    assert_eq!(position.moves(), [Move::Pass]);
    assert_eq!(position.count_legal(), 1);
    let refused = |position: &Position, text| Engine.parse(position, text).unwrap_err().to_string();
    assert_eq!(refused(&position, "c1"), "no disc can be put: the only move is to pass");
    let start = Position::start(Size::Eight);
    assert_eq!(refused(&start, "pass"), "who can put a disc may not pass, as on d3");
    // A pass may be written in a transcript or left out.
    for text in ["c1", "pass c1", "--c1", "PAC1"] {
        let moves = transcript::read(&position, text).expect("legal");
        assert_eq!(transcript::print(moves.iter().copied()), "c1");
        assert_eq!(moves.first(), Some(&Move::Pass), "{text}");
        let mut line = Line::new(position);
        moves.into_iter().for_each(|m| line.push(m));
        assert_eq!(judge(&line).expect("over").to_string(), "0-1 wiped-out 0 7");
        assert_eq!(line.position().score(), [0, 36]);
    }
}

#[test]
fn what_is_wrong_with_a_move_is_said() {
    let six = Position::start(Size::Six);
    let refused = |text| Engine.parse(&six, text).unwrap_err().to_string();
    assert_eq!(refused("h8"), "h8 is not on the board");
    assert_eq!(refused("c3"), "c3 has a disc already");
    assert_eq!(refused("a1"), "a disc on a1 would flip nothing");
    assert_eq!(refused("i9"), "\"i9\" is not a move: expected a square as in f5, or pass");
}

#[test]
fn faults_of_a_setup_are_all_named() {
    let mut setup: Setup = Position::start(Size::Four).to_string().parse().expect("a board");
    let a1 = Square::read("a1").expect("a square");
    let h8 = Square::read("h8").expect("a square");
    setup.discs = vec![(a1, Side::First), (a1, Side::Second), (h8, Side::First)];
    let error = setup.clone().position().expect_err("faults");
    assert_eq!(error.faults.len(), 6, "{error}");
    assert_eq!(error.setup, setup);
    let found = "--X- X".parse::<Setup>().expect_err("too short").to_string();
    assert_eq!(
        found,
        "position, character 7: expected 16, 36 or 64 squares and who moves (X or O), found ''"
    );
}

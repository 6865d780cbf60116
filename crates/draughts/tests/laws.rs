//! The laws every position obeys, along random games of every variant.

mod common;

use common::{Task, with_variant};
use draughts::notation::{Engine, Pdn};
use draughts::{Position, Setup, Square, Variant, judge};
use game::{Line, Notation, Observer, Position as _, Silent};
use proptest::prelude::*;

const VARIANTS: [&str; 14] = [
    "draughts",
    "draughts-killer",
    "draughts-breakthrough",
    "draughts-losing",
    "draughts-frisian",
    "draughts-canadian",
    "draughts-brazilian",
    "draughts-russian",
    "draughts-pool",
    "draughts-english",
    "draughts-italian",
    "draughts-spanish",
    "draughts-czech",
    "draughts-turkish",
];

/// A board that only listens.
struct Mirror<V: Variant>(Setup<V>);

impl<V: Variant> Observer<Position<V>> for Mirror<V> {
    fn left(&mut self, piece: draughts::Piece, square: Square<V>) {
        assert_eq!(self.0.piece_at(square), Some(piece), "only what stands there leaves");
        self.0.put(square, None);
    }
    fn arrived(&mut self, piece: draughts::Piece, square: Square<V>) {
        assert_eq!(self.0.piece_at(square), None, "pieces arrive on empty squares");
        self.0.put(square, Some(piece));
    }
}

struct Laws {
    choices: Vec<u16>,
}

impl Task for Laws {
    type Output = Result<(), TestCaseError>;
    fn run<V: Variant>(self) -> Self::Output {
        let mut line = Line::new(Position::<V>::start());
        for choice in self.choices {
            let position = *line.position();
            check(&position)?;
            let moves = position.moves();
            if moves.is_empty() || judge(&line).is_some() {
                break;
            }
            line.push(moves[choice as usize % moves.len()]);
        }
        prop_assert_eq!(line.start(), Position::start());
        Ok(())
    }
}

fn check<V: Variant>(position: &Position<V>) -> Result<(), TestCaseError> {
    let moves = position.moves();
    prop_assert_eq!(position.count_legal(), moves.len() as u64);
    prop_assert_eq!(position.has_legal_move(), !moves.is_empty());
    // parse ∘ print = identity
    let text = position.to_string();
    let setup: Setup<V> = text.parse().expect("what was printed is read");
    let again = Position::try_from(setup).expect("and is legal");
    prop_assert_eq!(&again, position, "{}", text);
    prop_assert_eq!(again.key(), position.key());
    for (n, &m) in moves.iter().enumerate() {
        prop_assert!(!moves[..n].contains(&m), "{m} is listed once");
        prop_assert!(position.is_legal(m));
        prop_assert_eq!(Engine.parse(position, &Engine.print(position, m)), Ok(m));
        for letters in [false, true] {
            let pdn = Pdn { letters };
            prop_assert_eq!(pdn.parse(position, &pdn.print(position, m)), Ok(m), "{}", text);
        }
        for route in position.routes(m) {
            prop_assert_eq!(route.len(), m.captures().max(1) as usize, "{} {}", text, m);
            prop_assert_eq!(route.last(), Some(&m.to()));
        }
        prop_assert!(!position.routes(m).is_empty(), "{} {}", text, m);
        // Whatever may be played may be tried.
        let tried = |attempt: &draughts::Attempt<V>| {
            attempt.landings.last() == Some(&m.to())
                && attempt.captured.len() == m.captures() as usize
                && attempt.captured.iter().all(|square| m.captured().contains(square))
        };
        let attempts = position.attempts(m.from());
        prop_assert!(!m.is_capture() || attempts.len() == 512 || attempts.iter().any(tried));
        // unmake ∘ make = identity, and the observer saw all of it
        let mut after = *position;
        let mut mirror = Mirror(Setup::from(position));
        let undo = after.make(m, &mut mirror);
        prop_assert_eq!(mirror.0.board, Setup::from(&after).board);
        prop_assert!(Setup::from(&after).check().is_empty(), "{after}");
        after.unmake(m, undo);
        prop_assert_eq!(&after, position);
    }
    // A mirrored, colour-swapped board has the mirrored moves.
    if let Some(turned) = turned(position) {
        let mut mine: Vec<_> = moves.iter().map(|m| (turn(m.from()), turn(m.to()))).collect();
        let mut theirs: Vec<_> = turned.moves().iter().map(|m| (m.from(), m.to())).collect();
        mine.sort_by_key(|(a, b)| (a.number(), b.number()));
        theirs.sort_by_key(|(a, b)| (a.number(), b.number()));
        prop_assert_eq!(mine, theirs, "{}", text);
    }
    Ok(())
}

/// The square seen from the other side.
fn turn<V: Variant>(square: Square<V>) -> Square<V> {
    Square::new(Square::<V>::COUNT as u32 + 1 - square.number()).expect("turned within the board")
}

/// The board turned round with the colours exchanged.
fn turned<V: Variant>(position: &Position<V>) -> Option<Position<V>> {
    let setup = Setup::from(position);
    let mut other = Setup::<V>::empty();
    other.turn = !setup.turn;
    for square in Square::all() {
        let piece =
            setup.piece_at(square).map(|piece| draughts::Piece { side: !piece.side, ..piece });
        other.put(turn(square), piece);
    }
    other.runs = setup.runs.iter().map(|&(square, moves)| (turn(square), moves)).collect();
    Position::try_from(other).ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn hold_along_random_games(
        variant in proptest::sample::select(&VARIANTS[..]),
        choices in proptest::collection::vec(any::<u16>(), 0..120),
    ) {
        with_variant(variant, Laws { choices })?;
    }

    #[test]
    fn a_null_move_changes_only_the_side(choices in proptest::collection::vec(any::<u16>(), 0..60)) {
        let mut position = Position::<draughts::International>::start();
        for choice in choices {
            let moves = position.moves();
            if moves.is_empty() { break; }
            position.make(moves[choice as usize % moves.len()], &mut Silent);
            let before = position;
            if let Some(undo) = position.pass() {
                prop_assert_eq!(position.side_to_move(), !before.side_to_move());
                prop_assert_ne!(position.key(), before.key());
                position.unpass(undo);
            } else {
                prop_assert!(position.must_capture());
            }
            prop_assert_eq!(position, before);
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,60}") {
        if let Ok(setup) = text.parse::<Setup<draughts::Frisian>>() {
            let again: Setup<draughts::Frisian> = setup.to_string().parse().expect("what was printed is read");
            prop_assert_eq!(again, setup);
        }
        let position = Position::<draughts::International>::start();
        let _ = Pdn::default().parse(&position, &text);
    }

    #[test]
    fn texts_like_positions_are_read_or_refused(text in "[WB](:[WBwb][K0-9,-]{0,12}){0,3}[.=]?") {
        if let Ok(setup) = text.parse::<Setup<draughts::Russian>>() {
            let again: Setup<draughts::Russian> = setup.to_string().parse().expect("what was printed is read");
            prop_assert_eq!(again, setup);
        }
    }
}

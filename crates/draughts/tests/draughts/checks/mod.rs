//! The laws of every position, for the property tests and for fuzzing.

#![allow(dead_code, reason = "tests and fuzz targets use what they need")]

use draughts::notation::{Engine, Pdn};
use draughts::{
    Position, Setup, Square, VARIANTS, VariantRules, VariantVisitor, judge, with_variant,
};
use game::{Line, Notation as _, NullObserver, Observer, Position as _};
use std::ops::ControlFlow;

struct Walk<'a>(&'a [u16]);

impl VariantVisitor for Walk<'_> {
    type Output = ();
    fn visit<V: VariantRules>(self) {
        let mut line = Line::new(Position::<V>::start());
        for &choice in self.0 {
            let position = *line.position();
            check(&position);
            let moves = position.moves();
            if moves.is_empty() || judge(&line).is_some() {
                break;
            }
            line.push(moves[usize::from(choice) % moves.len()]);
        }
        while line.pop().is_some() {}
        assert_eq!(*line.position(), Position::start());
    }
}

/// The laws hold throughout a game of the variant with this id, in which these numbers choose the
/// moves, and the game can be taken back.
pub(crate) fn along_a_game(variant: &str, choices: &[u16]) {
    with_variant(variant, Walk(choices)).expect("the variant exists");
}

/// The body of the fuzz target: the first byte chooses the variant, the others the moves.
pub(crate) fn fuzz_moves(data: &[u8]) {
    let Some((&variant, choices)) = data.split_first() else { return };
    let choices: Vec<u16> = choices.iter().map(|&byte| u16::from(byte)).collect();
    along_a_game(VARIANTS[usize::from(variant) % VARIANTS.len()], &choices);
}

/// A board that is updated only by the observer.
struct Mirror<V: VariantRules>(Setup<V>);

impl<V: VariantRules> Observer<Position<V>> for Mirror<V> {
    fn left(&mut self, piece: draughts::Piece, square: Square<V>) {
        assert_eq!(self.0.piece_at(square), Some(piece), "only what stands there leaves");
        self.0.put(square, None);
    }
    fn arrived(&mut self, piece: draughts::Piece, square: Square<V>) {
        assert_eq!(self.0.piece_at(square), None, "pieces arrive on empty squares");
        self.0.put(square, Some(piece));
    }
}

/// The laws of every position: its text, its moves, and the effects of moves.
pub(crate) fn check<V: VariantRules>(position: &Position<V>) {
    let moves = position.moves();
    assert_eq!(position.count_legal(), moves.len() as u64);
    assert_eq!(position.has_legal_move(), !moves.is_empty());
    // parse ∘ print = identity
    let text = position.to_string();
    let setup: Setup<V> = text.parse().expect("what was printed is read");
    let again = Position::try_from(setup).expect("and is legal");
    assert_eq!(&again, position, "{}", text);
    assert_eq!(again.key(), position.key());
    for (n, &m) in moves.iter().enumerate() {
        assert!(!moves[..n].contains(&m), "{m} is listed once");
        assert!(position.is_legal(m));
        assert_eq!(Engine.parse(position, &Engine.print(position, m)), Ok(m));
        for letters in [false, true] {
            let pdn = Pdn { letters };
            assert_eq!(pdn.parse(position, &pdn.print(position, m)), Ok(m), "{}", text);
        }
        for route in position.routes(m) {
            assert_eq!(route.len(), m.captures().max(1) as usize, "{} {}", text, m);
            assert_eq!(route.last(), Some(&m.to()));
        }
        assert!(!position.routes(m).is_empty(), "{} {}", text, m);
        // Every legal move is also an attempt.
        let tried = |attempt: &draughts::Attempt<V>| {
            attempt.landings.last() == Some(&m.to())
                && attempt.captured.len() == m.captures() as usize
                && attempt.captured.iter().all(|square| m.captured().contains(square))
        };
        let attempts = position.attempts(m.from());
        assert!(!m.is_capture() || attempts.len() == 512 || attempts.iter().any(tried));
        // unmake ∘ make = identity, and the observer received every change.
        let mut after = *position;
        let mut mirror = Mirror(Setup::from(position));
        let undo = after.make(m, &mut mirror);
        assert_eq!(mirror.0.board, Setup::from(&after).board);
        assert!(Setup::from(&after).check().is_empty(), "{after}");
        after.unmake(m, undo);
        assert_eq!(&after, position);
    }
    check_quiet_moves(position);
    // A mirrored, colour-swapped board has the mirrored moves.
    if let Some(turned) = turned(position) {
        let mut mine: Vec<_> = moves.iter().map(|m| (turn(m.from()), turn(m.to()))).collect();
        let mut theirs: Vec<_> = turned.moves().iter().map(|m| (m.from(), m.to())).collect();
        mine.sort_by_key(|(a, b)| (a.number(), b.number()));
        theirs.sort_by_key(|(a, b)| (a.number(), b.number()));
        assert_eq!(mine, theirs, "{}", text);
    }
}

/// The fast lists of quiet moves are parts of the complete one, in its order.
fn check_quiet_moves<V: VariantRules>(position: &Position<V>) {
    let mut all = Vec::new();
    let _ = position.quiet_moves(&mut |m| {
        all.push(m);
        ControlFlow::Continue(())
    });
    let mut plain = Vec::new();
    position.plain_moves(&mut |m| plain.push(m));
    all.retain(|m| !m.crowns());
    assert_eq!(plain, all, "{position}");
    let mut offers = Vec::new();
    let _ = position.offers(&mut |m| {
        offers.push(m);
        ControlFlow::Continue(())
    });
    all.retain(|&m| {
        let mut after = *position;
        after.make(m, &mut NullObserver);
        after.must_capture()
    });
    assert_eq!(offers, all, "{position}");
}

/// The square from the other side's point of view.
fn turn<V: VariantRules>(square: Square<V>) -> Square<V> {
    Square::new(Square::<V>::COUNT as u32 + 1 - square.number()).expect("turned within the board")
}

/// The board turned round with the colours exchanged.
fn turned<V: VariantRules>(position: &Position<V>) -> Option<Position<V>> {
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

//! From the types of one variant to those of all, and back.

use super::{AnyAttempt, AnyLine, AnyMove, AnyPosition, AnySetup, AnySquare, AnyVariant};
use draughts::{Attempt, Bits, Move, Position, Run, Setup, Square, VariantRules};
use game::{Line, Position as _, Side};

pub(super) fn widen_square<V: VariantRules>(variant: AnyVariant, square: Square<V>) -> AnySquare {
    // No board has more than 128 bits.
    AnySquare { bit: square.bit_index() as u8, variant }
}

pub(super) fn narrow_square<V: VariantRules>(square: AnySquare) -> Square<V> {
    Square::of_bit_index(usize::from(square.bit)).expect("a square of this variant")
}

pub(super) fn widen_move<V: VariantRules>(variant: AnyVariant, m: Move<V>) -> AnyMove {
    AnyMove {
        from: widen_square(variant, m.from()),
        to: widen_square(variant, m.to()),
        crowns: m.crowns(),
        captured: m.captured_set().wide(),
    }
}

pub(super) fn narrow_move<V: VariantRules>(m: AnyMove) -> Move<V> {
    let captured = V::Bits::from_wide(m.captured);
    Move::of_parts(narrow_square(m.from), narrow_square(m.to), captured, m.crowns)
}

pub(super) fn widen<V: VariantRules>(variant: AnyVariant, position: &Position<V>) -> AnyPosition {
    let run = |side| {
        let run = position.run(side);
        (run.square().map(|square| widen_square(variant, square)), run.moves())
    };
    let kings = position.kings(Side::First) | position.kings(Side::Second);
    AnyPosition {
        variant,
        sides: Side::ALL.map(|side| position.side(side).wide()),
        kings: kings.wide(),
        turn: position.side_to_move(),
        runs: Side::ALL.map(run),
        key: position.key(),
    }
}

/// The position as its variant has it, which must be that of the position.
pub(crate) fn narrow<V: VariantRules>(variant: V, position: &AnyPosition) -> Position<V> {
    let sides = position.sides.map(V::Bits::from_wide);
    let runs = position.runs.map(|(square, moves)| Run::new(square.map(narrow_square::<V>), moves));
    Position::of_sets_in(variant, sides, V::Bits::from_wide(position.kings), position.turn)
        .expect("a position of this variant")
        .with_runs(runs)
}

/// The game so far as its variant has it.
pub(crate) fn narrow_line<V: VariantRules>(variant: V, line: &AnyLine) -> Line<Position<V>> {
    let mut typed = Line::new(narrow(variant, &line.start()));
    for ply in line.plies() {
        match ply.mv {
            Some(m) => typed.push(narrow_move(m)),
            None => {
                typed.push_pass();
            }
        }
    }
    typed
}

pub(super) fn widen_attempt<V: VariantRules>(
    variant: AnyVariant,
    attempt: &Attempt<V>,
) -> AnyAttempt {
    AnyAttempt {
        landings: widen_squares(variant, &attempt.landings),
        captured: widen_squares(variant, &attempt.captured),
    }
}

pub(super) fn widen_squares<V: VariantRules>(
    variant: AnyVariant,
    squares: &[Square<V>],
) -> Vec<AnySquare> {
    squares.iter().map(|&square| widen_square(variant, square)).collect()
}

pub(super) fn widen_setup<V: VariantRules>(variant: AnyVariant, setup: &Setup<V>) -> AnySetup {
    let squares = Square::<V>::all();
    let pieces = squares.filter_map(|at| Some((widen_square(variant, at), setup.piece_at(at)?)));
    let runs = setup.runs.iter().map(|&(square, moves)| (widen_square(variant, square), moves));
    AnySetup {
        pieces: pieces.collect(),
        turn: setup.turn,
        runs: runs.collect(),
        counters: setup.counters,
    }
}

pub(super) fn narrow_setup<V: VariantRules>(variant: V, setup: &AnySetup) -> Setup<V> {
    let mut typed = Setup::empty_of(variant);
    (typed.turn, typed.counters) = (setup.turn, setup.counters);
    for &(square, piece) in &setup.pieces {
        typed.put(narrow_square(square), Some(piece));
    }
    typed.runs = setup.runs.iter().map(|&(square, moves)| (narrow_square(square), moves)).collect();
    typed
}

impl<V: VariantRules> From<&Position<V>> for AnyPosition {
    fn from(position: &Position<V>) -> Self {
        widen(AnyVariant::of_rules(position.variant().rules()), position)
    }
}

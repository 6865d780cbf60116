//! Positions, moves and squares of whichever variant, known at run time only.
//!
//! The rules and the search are compiled once for each variant or group of variants ([`draughts::VariantRules`]), as that makes
//! them fast. What people see of a game need not be: its code uses the types of this module and is compiled once. What a variant
//! alone can answer goes through `VariantCode`, which keeps the compiled code behind one table.

mod code;
mod convert;
mod engine;

pub(crate) use code::{PositionFault, VariantCode};
pub(crate) use convert::{narrow, narrow_line};
pub(crate) use engine::VariantEngine;

use draughts::{Kind, Piece, Rules, VARIANTS, VariantRules};
use game::{Key, Line, Observer, Side};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::LazyLock;

/// One of the variants of draughts.
///
/// ```
/// use draughts_family::erased::AnyVariant;
///
/// let russian = AnyVariant::of_id("draughts-russian").unwrap();
/// assert_eq!(russian.rules().board.size, 8);
/// assert_eq!(russian.start().to_string(), "W:W21-32:B1-12");
/// assert_eq!(AnyVariant::of_id("chess"), None);
/// ```
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct AnyVariant(u8);

/// The bit of each square by its number less one, and the reverse table, for every variant.
static NUMBERS: LazyLock<Vec<SquareNumbers>> =
    LazyLock::new(|| code::ALL.iter().map(|code| SquareNumbers::of(*code)).collect());

#[derive(Debug)]
struct SquareNumbers {
    bits: Vec<u8>,
    numbers: [u8; 128],
}

impl SquareNumbers {
    fn of(code: &dyn VariantCode) -> Self {
        let bits = code.square_bits();
        let mut numbers = [0; 128];
        for (number, bit) in (1..).zip(&bits) {
            numbers[usize::from(*bit)] = number;
        }
        Self { bits, numbers }
    }
}

impl AnyVariant {
    /// The variant with this id.
    #[must_use]
    pub fn of_id(id: &str) -> Option<Self> {
        let at = VARIANTS.iter().position(|variant| *variant == id)?;
        u8::try_from(at).ok().map(Self)
    }

    /// The variant of a type.
    ///
    /// # Panics
    /// When the type is none of the variants of the crate `draughts`.
    #[must_use]
    pub fn of<V: VariantRules>() -> Self {
        Self::of_rules(&V::RULES)
    }

    fn of_rules(rules: &Rules) -> Self {
        Self::of_id(rules.id).expect("it is one of the variants of draughts")
    }

    /// What is compiled for it.
    pub(crate) fn code(self) -> &'static dyn VariantCode {
        code::ALL[usize::from(self.0)]
    }

    /// Its rules.
    #[must_use]
    pub fn rules(self) -> &'static Rules {
        self.code().rules()
    }

    /// The position from which its games start.
    #[must_use]
    pub fn start(self) -> AnyPosition {
        self.code().start()
    }

    /// Its squares, by number.
    pub fn squares(self) -> impl Iterator<Item = AnySquare> {
        self.numbers().bits.iter().map(move |&bit| AnySquare { bit, variant: self })
    }

    /// The square with this number, from 1.
    #[must_use]
    pub fn square(self, number: u32) -> Option<AnySquare> {
        let at = usize::try_from(number.checked_sub(1)?).ok()?;
        self.numbers().bits.get(at).map(|&bit| AnySquare { bit, variant: self })
    }

    /// The square with this name: a number, or file and rank.
    #[must_use]
    pub fn read_square(self, name: &str) -> Option<AnySquare> {
        self.code().read_square(name)
    }

    fn numbers(self) -> &'static SquareNumbers {
        &NUMBERS[usize::from(self.0)]
    }
}

impl fmt::Debug for AnyVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.rules().id)
    }
}

/// A playing square. Prints as its number: 1 at the top left from White's point of view.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub struct AnySquare {
    bit: u8,
    variant: AnyVariant,
}

impl AnySquare {
    /// Its number, from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.variant.numbers().numbers[usize::from(self.bit & 127)].into()
    }

    /// Its variant.
    #[must_use]
    pub fn variant(self) -> AnyVariant {
        self.variant
    }

    /// Its name by file and rank, `a1` at White's lower left.
    #[must_use]
    pub fn letters(self) -> String {
        self.variant.code().letters(self)
    }

    fn set(self) -> u128 {
        1 << (self.bit & 127)
    }
}

impl fmt::Display for AnySquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}

impl fmt::Debug for AnySquare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A move, as [`draughts::Move`] is one. Its ends and its captured pieces determine it.
#[derive(Copy, Clone, Eq)]
pub struct AnyMove {
    from: AnySquare,
    to: AnySquare,
    crowns: bool,
    captured: u128,
}

impl PartialEq for AnyMove {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }
}

impl Hash for AnyMove {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.from, self.to, self.captured).hash(state);
    }
}

impl AnyMove {
    /// The start of the piece.
    #[must_use]
    pub fn from(self) -> AnySquare {
        self.from
    }

    /// The end of the move.
    #[must_use]
    pub fn to(self) -> AnySquare {
        self.to
    }

    /// Whether a man becomes a king.
    #[must_use]
    pub fn crowns(self) -> bool {
        self.crowns
    }

    /// Whether it captures.
    #[must_use]
    pub fn is_capture(self) -> bool {
        self.captured != 0
    }

    /// The number of captured pieces.
    #[must_use]
    pub fn captures(self) -> u32 {
        self.captured.count_ones()
    }

    /// The captured squares, ascending by number.
    #[must_use]
    pub fn captured(self) -> Vec<AnySquare> {
        self.from.variant.squares().filter(|square| self.captured & square.set() != 0).collect()
    }
}

/// Engine notation: `32-28`, `28x19x23`.
impl fmt::Display for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.is_capture() { 'x' } else { '-' };
        write!(f, "{}{mark}{}", self.from, self.to)?;
        self.captured().iter().try_for_each(|square| write!(f, "x{square}"))
    }
}

impl fmt::Debug for AnyMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A capture up to some jump, as [`draughts::Attempt`] is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnyAttempt {
    /// The squares where the piece lands, in order.
    pub(crate) landings: Vec<AnySquare>,
    /// The pieces it jumps over, in order.
    pub(crate) captured: Vec<AnySquare>,
}

/// A position, as [`draughts::Position`] is one.
///
/// ```
/// use draughts::{International, Position};
/// use draughts_family::erased::{AnyPosition, AnyVariant};
/// use game::Position as _;
///
/// let typed = Position::<International>::start();
/// let start = AnyPosition::from(&typed);
/// assert_eq!(start, AnyVariant::of::<International>().start());
/// assert_eq!((start.key(), start.count_legal()), (typed.key(), 9));
/// ```
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct AnyPosition {
    variant: AnyVariant,
    sides: [u128; 2],
    kings: u128,
    turn: Side,
    /// The square of each running king and the moves that it made (Frisian draughts).
    runs: [(Option<AnySquare>, u8); 2],
    key: Key,
}

impl AnyPosition {
    /// Its variant.
    #[must_use]
    pub fn variant(&self) -> AnyVariant {
        self.variant
    }

    /// The rules of its variant.
    #[must_use]
    pub fn rules(&self) -> &'static Rules {
        self.variant.rules()
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: AnySquare) -> Option<Piece> {
        let side = Side::ALL.into_iter().find(|s| self.sides[s.index()] & square.set() != 0)?;
        let kind = if self.kings & square.set() == 0 { Kind::Man } else { Kind::King };
        Some(Piece { side, kind })
    }

    /// All pieces with their squares, by number.
    pub fn pieces(&self) -> impl Iterator<Item = (AnySquare, Piece)> {
        let all = self.variant.squares();
        all.filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    /// The number of men and kings of a side.
    #[must_use]
    pub fn count(&self, side: Side) -> (u32, u32) {
        let kings = self.kings(side).count_ones();
        (self.sides[side.index()].count_ones() - kings, kings)
    }

    /// The kings of a side, as a set of squares.
    pub(crate) fn kings(&self, side: Side) -> u128 {
        self.sides[side.index()] & self.kings
    }

    /// The square of the king with which a side made its last moves in a row, and how many these are.
    pub(crate) fn run(&self, side: Side) -> (Option<AnySquare>, u8) {
        self.runs[side.index()]
    }

    /// Whether the side to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        self.variant.code().must_capture(self)
    }

    /// The legal captures; none if quiet moves are legal.
    pub(crate) fn captures(&self) -> Vec<AnyMove> {
        self.variant.code().captures(self)
    }

    /// See [`draughts::Position::routes`].
    #[must_use]
    pub fn routes(&self, m: AnyMove) -> Vec<Vec<AnySquare>> {
        self.variant.code().routes(self, m)
    }

    /// See [`draughts::Position::attempts`].
    pub(crate) fn attempts(&self, from: AnySquare) -> Vec<AnyAttempt> {
        self.variant.code().attempts(self, from)
    }

    /// Whether the side not to move has made the king that ends the game (Breakthrough).
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.rules().king_wins && self.kings & self.sides[self.turn.other().index()] != 0
    }
}

impl game::Position for AnyPosition {
    type Move = AnyMove;
    type Undo = Self;
    type Piece = Piece;
    type Square = AnySquare;

    fn side_to_move(&self) -> Side {
        self.turn
    }

    fn key(&self) -> Key {
        self.key
    }

    fn legal_moves(&self, sink: &mut impl FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()> {
        self.variant.code().legal_moves(self, sink)
    }

    fn count_legal(&self) -> u64 {
        self.variant.code().count_legal(self)
    }

    fn make(&mut self, m: AnyMove, observer: &mut impl Observer<Self>) -> Self {
        let before = *self;
        let mut left = |square| {
            if let Some(piece) = before.piece_at(square) {
                observer.left(piece, square);
            }
        };
        left(m.from);
        m.captured().into_iter().for_each(left);
        *self = self.variant.code().after(&before, m);
        if let Some(piece) = self.piece_at(m.to) {
            observer.arrived(piece, m.to);
        }
        before
    }

    fn unmake(&mut self, _: AnyMove, undo: Self) {
        *self = undo;
    }

    fn pass(&mut self) -> Option<Self> {
        let before = *self;
        *self = self.variant.code().passed(self)?;
        Some(before)
    }

    fn unpass(&mut self, undo: Self) {
        *self = undo;
    }
}

/// The FEN of PDN.
impl fmt::Display for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.variant.code().write(self))
    }
}

impl fmt::Debug for AnyPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {self}", self.variant)
    }
}

/// A game so far.
pub(crate) type AnyLine = Line<AnyPosition>;

/// Any placement of pieces on a board, possible or not, as [`draughts::Setup`] is one.
#[derive(Clone, Debug)]
pub(crate) struct AnySetup {
    pub(crate) pieces: Vec<(AnySquare, Piece)>,
    pub(crate) turn: Side,
    pub(crate) runs: Vec<(AnySquare, u8)>,
    pub(crate) counters: draughts::Counters,
}

impl AnySetup {
    /// These pieces, and no more.
    pub(crate) fn of(pieces: Vec<(AnySquare, Piece)>, turn: Side) -> Self {
        Self { pieces, turn, runs: Vec::new(), counters: draughts::Counters::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{VariantVisitor, with_variant};
    use game::{NullObserver, Position as _};

    /// Walks a game in both forms.
    struct SameGame;

    impl VariantVisitor for SameGame {
        type Output = ();

        fn visit<V: VariantRules>(self) {
            let variant = AnyVariant::of::<V>();
            assert_eq!(variant.rules(), &V::RULES);
            let (mut typed, mut any) = (draughts::Position::<V>::start(), variant.start());
            for ply in 0..80_usize {
                let (moves, same) = (typed.moves(), any.moves());
                let texts = |all: Vec<String>| all;
                assert_eq!(
                    texts(moves.iter().map(ToString::to_string).collect()),
                    texts(same.iter().map(ToString::to_string).collect()),
                );
                assert_eq!((typed.to_string(), typed.key()), (any.to_string(), any.key()));
                assert_eq!(narrow(V::only(), &any), typed);
                assert_eq!(AnyPosition::from(&typed), any);
                assert_eq!(typed.must_capture(), any.must_capture());
                assert_eq!(typed.is_decided(), any.is_decided());
                let Some(at) = (ply * 7 + 3).checked_rem(moves.len()) else { break };
                typed.make(moves[at], &mut NullObserver);
                let before = any;
                let undo = any.make(same[at], &mut NullObserver);
                assert_eq!(undo, before);
            }
            for square in variant.squares() {
                assert_eq!(variant.square(square.number()), Some(square));
                assert_eq!(variant.read_square(&square.letters()), Some(square));
            }
        }
    }

    #[test]
    fn every_variant_plays_the_same_game_without_its_type() {
        for id in VARIANTS {
            assert_eq!(AnyVariant::of_id(id).map(|variant| variant.rules().id), Some(id));
            with_variant(id, SameGame).unwrap_or_else(|| panic!("{id}"));
        }
    }
}

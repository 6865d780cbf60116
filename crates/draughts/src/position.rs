use crate::generate;
use crate::geometry::{Direction, Shape};
use crate::{Bits, Captures, Kind, Move, Piece, Square, VariantRules};
use game::{Key, Observer, Side};
use std::ops::ControlFlow;

/// A position of a variant of draughts: three sets of squares, the side to move, and in
/// Frisian draughts each side's running king.
///
/// Two positions are equal when all of these are. The key is computed from them on demand (two
/// multiplications), so it is always consistent. Positions are small enough to be copied: taking a
/// move back restores the copy made before it.
///
/// ```
/// use draughts::{International, Kind, Position, Setup, Square};
/// use game::{Position as _, Side};
/// use std::ops::ControlFlow;
///
/// let start = Position::<International>::start();
/// let piece = start.piece_at(Square::new(32).unwrap()).unwrap();
/// assert_eq!((piece.side, piece.kind), (Side::First, Kind::Man));
/// assert_eq!(start.count(Side::First), (20, 0));
/// assert_eq!(start.side(Side::First), start.men(Side::First) | start.kings(Side::First));
/// assert_eq!(start.empty().count_ones(), 10);
/// assert_eq!(Position::<International>::far_row(Side::First).count_ones(), 5);
/// assert!(start.run(Side::First).square().is_none() && !start.is_decided());
///
/// // Two men that have not met: one of the two quiet moves offers a man.
/// let position = Position::try_from("W:W32:B23".parse::<Setup<International>>()?)?;
/// let mut moves = Vec::new();
/// let _ = position.quiet_moves(&mut |m| {
///     moves.push(m.to_string());
///     ControlFlow::Continue(())
/// });
/// moves.sort();
/// assert_eq!(moves, ["32-27", "32-28"]);
/// let mut plain = 0;
/// position.plain_moves(&mut |_| plain += 1);
/// assert_eq!(plain, 2);
/// let mut offers = Vec::new();
/// let _ = position.offers(&mut |m| {
///     offers.push(m.to_string());
///     ControlFlow::Continue(())
/// });
/// assert_eq!(offers, ["32-28"]);
///
/// // Two men that have met: White must capture, Black could.
/// let position = Position::try_from("W:W28:B23".parse::<Setup<International>>()?)?;
/// assert!(position.must_capture() && position.can_capture(Side::Second));
/// assert_eq!(position.captures().len(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position<V: VariantRules> {
    pub(crate) sides: [V::Bits; 2],
    pub(crate) kings: V::Bits,
    pub(crate) turn: Side,
    pub(crate) runs: [Run<V>; 2],
    pub(crate) variant: V,
}

/// The king that made its side's last moves without capture, and the number of these moves (Frisian
/// draughts; elsewhere always none).
///
/// ```
/// use draughts::{Frisian, Position, Run, Setup, Square};
/// use game::Side;
///
/// // The white king on 46 made the last two moves of White.
/// let position = Position::try_from("W:WK46,31:BK5:46=2".parse::<Setup<Frisian>>()?)?;
/// let run: Run<Frisian> = position.run(Side::First);
/// assert_eq!((run.square(), run.moves()), (Square::new(46), 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Run<V: VariantRules> {
    pub(crate) king: Option<Square<V>>,
    pub(crate) moves: u8,
}

impl<V: VariantRules> Run<V> {
    /// So many moves in a row of the king on this square; no run without a square.
    ///
    /// ```
    /// use draughts::{Frisian, Run, Square};
    ///
    /// let run = Run::<Frisian>::new(Square::new(46), 2);
    /// assert_eq!((run.square(), run.moves()), (Square::new(46), 2));
    /// ```
    #[must_use]
    pub fn new(king: Option<Square<V>>, moves: u8) -> Self {
        Self { king, moves }
    }

    /// The king's square, if there is a run.
    #[must_use]
    pub fn square(self) -> Option<Square<V>> {
        self.king
    }

    /// The king, as a set of squares.
    #[inline(always)]
    pub(crate) fn set(self) -> V::Bits {
        self.king.map_or(V::Bits::ZERO, Square::bit)
    }

    /// The number of moves, at most the variant's limit.
    #[must_use]
    pub fn moves(self) -> u8 {
        self.moves
    }
}

impl<V: VariantRules> Position<V> {
    /// The position the game starts from, in a variant that is a type.
    #[must_use]
    pub fn start() -> Self {
        Self::start_of(V::only())
    }

    /// The position from which games of this variant start.
    ///
    /// ```
    /// use draughts::Position;
    /// use draughts::groups::LikeEnglish;
    ///
    /// assert_eq!(Position::start_of(LikeEnglish::ENGLISH).to_string(), "B:W21-32:B1-12");
    /// ```
    #[must_use]
    pub fn start_of(variant: V) -> Self {
        Self {
            sides: V::GEOMETRY.start.map(V::Bits::from_wide),
            kings: V::Bits::ZERO,
            turn: variant.rules().board.starts,
            runs: [Run::default(); 2],
            variant,
        }
    }

    /// Its variant.
    ///
    /// ```
    /// use draughts::Position;
    /// use draughts::groups::LikeEnglish;
    ///
    /// assert_eq!(Position::start_of(LikeEnglish::CZECH).variant(), LikeEnglish::CZECH);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn variant(&self) -> V {
        self.variant
    }

    /// The position with these pieces of each side, of which `kings` are kings; no king has a run.
    /// `None` if pieces share a square or are on impossible squares. Cheaper than a
    /// [`crate::Setup`], which reports the faults.
    ///
    /// ```
    /// use draughts::{International, Position, Square};
    /// use game::Side;
    /// let at = |n| Square::<International>::new(n).unwrap().bit();
    /// let position = Position::<International>::of_sets([at(46), at(5)], at(46), Side::First);
    /// assert_eq!(position.unwrap().to_string(), "W:WK46:B5");
    /// ```
    #[inline]
    #[must_use]
    pub fn of_sets(sides: [V::Bits; 2], kings: V::Bits, turn: Side) -> Option<Self> {
        Self::of_sets_in(V::only(), sides, kings, turn)
    }

    /// [`Position::of_sets`] in this variant.
    ///
    /// ```
    /// use draughts::groups::LikeRussian;
    /// use draughts::{Position, VariantRules};
    /// use game::Side;
    /// let start = Position::start_of(LikeRussian::POOL);
    /// let sides = Side::ALL.map(|side| start.side(side));
    /// let again = Position::of_sets_in(start.variant(), sides, 0, Side::Second);
    /// assert_eq!(again, Some(start));
    /// ```
    #[inline]
    #[must_use]
    pub fn of_sets_in(variant: V, sides: [V::Bits; 2], kings: V::Bits, turn: Side) -> Option<Self> {
        let [white, black] = sides;
        let outside = (white | black) & !V::all();
        let crowned = |side: Side| sides[side.index()] & !kings & V::far_row(side);
        let faults = outside | (white & black) | (kings & !(white | black));
        let faults = faults | crowned(Side::First) | crowned(Side::Second);
        faults.is_zero().then_some(Self { sides, kings, turn, runs: [Run::default(); 2], variant })
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square<V>) -> Option<Piece> {
        let bit = square.bit();
        let side = Side::ALL.into_iter().find(|s| !(self.sides[s.index()] & bit).is_zero())?;
        let kind = if (self.kings & bit).is_zero() { Kind::Man } else { Kind::King };
        Some(Piece { side, kind })
    }

    /// All pieces of `side`, as a set of squares: the bits of [`Square::bit`].
    #[inline(always)]
    #[must_use]
    pub fn side(&self, side: Side) -> V::Bits {
        self.sides[side.index()]
    }

    /// The men of `side`, as a set of squares.
    #[inline(always)]
    #[must_use]
    pub fn men(&self, side: Side) -> V::Bits {
        self.sides[side.index()] & !self.kings
    }

    /// The kings of `side`, as a set of squares.
    #[inline(always)]
    #[must_use]
    pub fn kings(&self, side: Side) -> V::Bits {
        self.sides[side.index()] & self.kings
    }

    /// The empty playing squares.
    #[inline(always)]
    #[must_use]
    pub fn empty(&self) -> V::Bits {
        V::all() & !(self.sides[0] | self.sides[1])
    }

    /// `squares` moved one step; bits that leave the board disappear when the result is combined
    /// with a set of squares.
    ///
    /// ```
    /// use draughts::{Direction, International, Position};
    /// use game::Side;
    /// let start = Position::<International>::start();
    /// let ahead = Position::<International>::step(start.men(Side::First), Direction::UpLeft);
    /// assert_eq!((ahead & start.empty()).count_ones(), 5);
    /// ```
    #[inline(always)]
    #[must_use]
    pub fn step(squares: V::Bits, direction: Direction) -> V::Bits {
        V::step(squares, direction)
    }

    /// The row on which the men of `side` are crowned.
    #[inline(always)]
    #[must_use]
    pub fn far_row(side: Side) -> V::Bits {
        V::far_row(side)
    }

    /// The number of men and kings of `side`.
    #[inline]
    #[must_use]
    pub fn count(&self, side: Side) -> (u32, u32) {
        let kings = (self.sides[side.index()] & self.kings).count();
        (self.sides[side.index()].count() - kings, kings)
    }

    /// The running king of `side` (Frisian draughts).
    #[must_use]
    pub fn run(&self, side: Side) -> Run<V> {
        self.runs[side.index()]
    }

    /// The same position with these runs of kings (Frisian draughts).
    ///
    /// ```
    /// use draughts::{Frisian, Position, Setup};
    /// use game::Side;
    ///
    /// let position = Position::try_from("W:WK46,31:BK5:46=2".parse::<Setup<Frisian>>()?)?;
    /// let runs = Side::ALL.map(|side| position.run(side));
    /// assert_eq!(position.with_runs(runs), position);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_runs(self, runs: [Run<V>; 2]) -> Self {
        Self { runs, ..self }
    }

    /// Whether the side to move must capture.
    #[must_use]
    pub fn must_capture(&self) -> bool {
        !self.is_decided() && generate::can_capture(self, self.turn)
    }

    /// Whether `side` could capture if it were its turn. For the side not to move this is a threat
    /// to capture.
    #[inline]
    #[must_use]
    pub fn can_capture(&self, side: Side) -> bool {
        generate::can_capture(self, side)
    }

    /// The legal captures; none if quiet moves are legal.
    #[must_use]
    pub fn captures(&self) -> Captures<V> {
        self.with_captures(Captures::clone)
    }

    /// What a function makes of the legal captures. The list stays where it is made: a search that moved it would wait for it.
    ///
    /// ```
    /// use draughts::{Captures, International, Position, Setup};
    ///
    /// let position = Position::try_from("W:W28:B23".parse::<Setup<International>>()?)?;
    /// assert_eq!(position.with_captures(Captures::len), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline(always)]
    pub fn with_captures<T>(&self, f: impl FnOnce(&Captures<V>) -> T) -> T {
        let mut list = Captures::new();
        if !self.is_decided() {
            generate::captures(self, &mut list);
        }
        f(&list)
    }

    /// Calls `sink` with every move that does not capture, whether or not there are captures.
    #[inline]
    pub fn quiet_moves(
        &self,
        sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.is_decided() { ControlFlow::Continue(()) } else { generate::quiets(self, sink) }
    }

    /// Calls `sink` with every move that neither captures nor crowns, whether or not there are
    /// captures.
    #[inline]
    pub fn plain_moves(&self, sink: &mut impl FnMut(Move<V>)) {
        if !self.is_decided() {
            generate::plain(self, sink);
        }
    }

    /// Calls `sink` with every quiet move after which the opponent must capture, except moves that
    /// crown. Fast if there is no king on the board and no capture is threatened already.
    #[inline]
    pub fn offers(&self, sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.is_decided() {
            return ControlFlow::Continue(());
        }
        if self.kings.is_zero() && !self.can_capture(self.turn.other()) {
            return generate::offers(self, sink);
        }
        generate::quiets(self, &mut |m| {
            let mut after = *self;
            game::Position::make(&mut after, m, &mut game::NullObserver);
            let offers = !m.crowns() && after.must_capture();
            if offers { sink(m) } else { ControlFlow::Continue(()) }
        })
    }

    /// The move without capture between two squares, if there is one (whether or not there are
    /// captures).
    ///
    /// ```
    /// use draughts::{International, Position, Square};
    /// let start = Position::<International>::start();
    /// let square = |n| Square::new(n).unwrap();
    /// assert!(start.quiet_move(square(32), square(28)).is_some());
    /// assert!(start.quiet_move(square(32), square(29)).is_none());
    /// ```
    #[inline]
    #[must_use]
    pub fn quiet_move(&self, from: Square<V>, to: Square<V>) -> Option<Move<V>> {
        if self.is_decided() { None } else { generate::quiet_between(self, from, to) }
    }

    /// Whether the side not to move has made the king that ends the game (Breakthrough).
    #[inline(always)]
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.variant.king_wins() && !(self.kings & self.side(self.turn.other())).is_zero()
    }

    fn piece(&self, bit: V::Bits, side: Side) -> Piece {
        Piece { side, kind: if (self.kings & bit).is_zero() { Kind::Man } else { Kind::King } }
    }
}

impl<V: VariantRules> game::Position for Position<V> {
    type Move = Move<V>;
    type Undo = Self;
    type Piece = Piece;
    type Square = Square<V>;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        let turn = if self.turn == Side::First { 0 } else { 0x4528_21E6_38D0_1377 };
        let salts = [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344];
        let mut key = self.sides[0].mix_with(self.sides[1], salts) ^ turn;
        if self.variant.king_run() > 0 {
            for run in self.runs {
                let salt = 0x082E_FA98_EC4E_6C89 + u64::from(run.moves);
                key = key.rotate_left(7) ^ run.set().mix(salt);
            }
        }
        Key(self.kings.mix(key))
    }

    #[inline]
    fn legal_moves(&self, sink: &mut impl FnMut(Move<V>) -> ControlFlow<()>) -> ControlFlow<()> {
        generate::legal(self, sink)
    }

    #[inline]
    fn count_legal(&self) -> u64 {
        generate::count(self)
    }

    #[inline]
    fn make(&mut self, m: Move<V>, observer: &mut impl Observer<Self>) -> Self {
        let before = *self;
        let (from, to) = (m.from().bit(), m.to().bit());
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let was_king = !(self.kings & from).is_zero();
        observer.left(self.piece(from, self.turn), m.from());
        if m.is_capture() {
            m.captured.each(|bit| {
                let piece = before.piece(V::Bits::bit(bit), before.turn.other());
                observer.left(piece, Square::from_bit(bit));
            });
            self.sides[other] &= !m.captured;
            self.kings &= !m.captured;
        }
        self.sides[own] = (self.sides[own] & !from) | to;
        if was_king || m.crowns() {
            self.kings = (self.kings & !from) | to;
        }
        observer.arrived(self.piece(to, self.turn), m.to());
        if self.variant.king_run() > 0 {
            self.note_run(m, was_king);
        }
        self.turn = self.turn.other();
        before
    }

    #[inline]
    fn unmake(&mut self, _: Move<V>, undo: Self) {
        *self = undo;
    }

    fn pass(&mut self) -> Option<Self> {
        if self.is_decided() || generate::can_capture(self, self.turn) {
            return None;
        }
        let before = *self;
        self.turn = self.turn.other();
        Some(before)
    }

    fn unpass(&mut self, undo: Self) {
        *self = undo;
    }
}

impl<V: VariantRules> Position<V> {
    /// Updates the runs of kings after a move that is already on the board (Frisian draughts: the
    /// same king may make at most three moves in a row without capturing while its side has a man).
    fn note_run(&mut self, m: Move<V>, was_king: bool) {
        let (own, other) = (self.turn.index(), self.turn.other().index());
        let run = self.runs[own];
        let has_man = !self.men(self.turn).is_zero();
        self.runs[own] = if was_king && !m.is_capture() && has_man {
            let goes_on = run.king == Some(m.from());
            Run { king: Some(m.to()), moves: if goes_on { run.moves + 1 } else { 1 } }
        } else {
            Run::default()
        };
        // A captured king has no run; the moves of a side without men are not counted.
        let gone = !(self.runs[other].set() & m.captured).is_zero();
        if gone || self.men(self.turn.other()).is_zero() {
            self.runs[other] = Run::default();
        }
    }
}

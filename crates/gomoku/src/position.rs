use crate::family::Family;
use crate::lines::{DIRECTIONS, Lines, NEAR, Pattern, Patterns, SLOTS, Window, Words};
use crate::rules::Rules;
use crate::square::CELLS;
use crate::threat::Threats;
use crate::{Content, Move, Square, Squares, Stone, Threat};
use game::{Key, Observer, Side};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Space for every kind of threat: a power of two, so that an index needs no check.
const KINDS: usize = 16;

/// A position: stones on a board of some size under some rules, and the side to move.
///
/// It knows for every empty point the effect of a stone of either colour there. Patterns are
/// updated with each stone, and restored from the [`Undo`] when a stone is taken back.
///
/// Two positions are equal when rules, size, stones and side to move are.
///
/// ```
/// use game::Side;
/// use gomoku::{Pattern, Position, Rules, Setup, Square, Threat};
///
/// let empty = Position::new(Rules::RENJU, 15);
/// assert_eq!((empty.rules(), empty.size()), (Rules::RENJU, 15));
///
/// // Black has three in a row: h8, i8, j8.
/// let position = "h8a1i8b5j8".parse::<Setup>()?.position(Rules::FREESTYLE, 15)?;
/// assert_eq!(position.stone_at(Square::read("a1")?), Some(Side::Second));
/// assert_eq!(position.stones(Side::First).len(), 3);
/// assert_eq!(position.empty().len(), 220);
/// assert_eq!(position.winner(), None);
///
/// // What a stone on k8 would be: a straight four in its row, and so an open four.
/// let k8 = Square::read("k8")?;
/// assert_eq!(position.patterns(k8, Side::First)[0], Pattern::StraightFour);
/// assert_eq!(position.prospects(k8).of(Side::First), position.patterns(k8, Side::First));
/// assert_eq!(position.threat(k8, Side::First), Threat::OpenFour);
/// assert!(position.threats(Side::First, Threat::OpenFour).contains(k8));
/// assert_eq!(position.count(Side::First, Threat::OpenFour), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    family: Arc<Family>,
    size: u8,
    turn: Side,
    winner: Option<Side>,
    key: Key,
    stones: [Squares; 2],
    empty: Squares,
    words: Words,
    patterns: Box<[Patterns; CELLS]>,
    /// Numbers of the threats: Black's in the low half, White's in the high half.
    kinds: Box<[u8; CELLS]>,
    threats: Box<[[Squares; KINDS]; 2]>,
    counts: [[u16; KINDS]; 2],
}

/// What taking a move back restores: the patterns that a stone changed, by slot.
///
/// ```
/// use game::{Position as _, NullObserver};
/// use gomoku::{Move, Position, Rules, Undo};
///
/// let mut position = Position::new(Rules::FREESTYLE, 15);
/// let h8: Move = "h8".parse()?;
/// let undo: Undo = position.make(h8, &mut NullObserver);
/// position.unmake(h8, undo);
/// assert_eq!(position, Position::new(Rules::FREESTYLE, 15));
/// # Ok::<(), gomoku::ReadSquareError>(())
/// ```
#[derive(Copy, Clone)]
pub struct Undo {
    bytes: [u8; SLOTS],
    winner: Option<Side>,
    key: Key,
    /// The slots of changed patterns, and those of them that may mean other threats.
    changed: u64,
    differing: u64,
}

impl Undo {
    const fn new(winner: Option<Side>, key: Key) -> Self {
        Self { bytes: [0; SLOTS], winner, key, changed: 0, differing: 0 }
    }
}

impl fmt::Debug for Undo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Undo({} patterns)", self.changed.count_ones())
    }
}

impl Position {
    /// An empty board of `size` by `size` points.
    ///
    /// # Panics
    /// If the size is not from 5 to 22.
    #[must_use]
    pub fn new(rules: Rules, size: u8) -> Self {
        assert!((crate::SMALLEST..=crate::LARGEST).contains(&size), "a board of size {size}");
        let mut position = Self {
            family: Family::of(rules),
            size,
            turn: Side::First,
            winner: None,
            key: Key(0),
            stones: [Squares::EMPTY; 2],
            empty: Squares::board(size),
            words: Words::new(size),
            patterns: Box::new([Patterns::default(); CELLS]),
            kinds: Box::new([0; CELLS]),
            threats: Box::new([[Squares::EMPTY; KINDS]; 2]),
            counts: [[0; KINDS]; 2],
        };
        for square in Squares::board(size).iter() {
            let cell = square.cell();
            let mut patterns = Patterns::default();
            for direction in DIRECTIONS {
                let window = position.words.window(cell, direction);
                patterns = patterns.with(direction as usize, position.look_up(window));
            }
            position.patterns[cell] = patterns;
            position.kinds[cell] = position.family.threats.numbers(patterns);
            position.count_in(cell);
        }
        position
    }

    /// The rules.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> Rules {
        self.family.rules
    }

    /// Points along an edge.
    #[must_use]
    #[inline]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The side of the stone on a point.
    #[must_use]
    pub fn stone_at(&self, square: Square) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.stones[side.index()].contains(square))
    }

    /// The stones of a side.
    #[must_use]
    #[inline]
    pub fn stones(&self, side: Side) -> &Squares {
        &self.stones[side.index()]
    }

    /// The empty points.
    #[must_use]
    #[inline]
    pub fn empty(&self) -> &Squares {
        &self.empty
    }

    /// The side with a winning row on the board, if there is one.
    #[must_use]
    #[inline]
    pub fn winner(&self) -> Option<Side> {
        self.winner
    }

    /// The effect of a stone of `side` on an empty point for the four lines through it (row,
    /// column, rising, falling diagonal).
    #[inline]
    #[must_use]
    pub fn patterns(&self, square: Square, side: Side) -> [Pattern; 4] {
        self.patterns[square.cell()].of(side)
    }

    /// The same for both sides, in the form for observers.
    #[inline]
    #[must_use]
    pub fn prospects(&self, square: Square) -> Patterns {
        self.patterns[square.cell()]
    }

    /// The threat that a stone of `side` on an empty point would be.
    #[inline]
    #[must_use]
    pub fn threat(&self, square: Square, side: Side) -> Threat {
        Threat::from_number(number_of(self.kinds[square.cell()], side))
    }

    /// The empty points on which a stone of `side` would be this threat.
    #[inline]
    #[must_use]
    pub fn threats(&self, side: Side, threat: Threat) -> &Squares {
        &self.threats[side.index()][threat as usize]
    }

    /// The number of such points.
    #[inline]
    #[must_use]
    pub fn count(&self, side: Side, threat: Threat) -> u32 {
        u32::from(self.counts[side.index()][threat as usize])
    }

    /// Whether the side to move may put a stone on a point: it is empty and not forbidden, and nobody has won.
    ///
    /// ```
    /// use gomoku::{Position, Rules, Square};
    /// assert!(Position::new(Rules::RENJU, 15).is_allowed(Square::read("h8")?));
    /// # Ok::<(), gomoku::ReadSquareError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_allowed(&self, square: Square) -> bool {
        self.winner.is_none() && self.empty.contains(square) && !self.is_foul(square, self.turn)
    }

    /// Whether the side to move may pass: the rules have passes, and nobody has won. That nobody passes within the
    /// first three moves is one of the opening rules ([`crate::opening`]), which have no pass.
    ///
    /// ```
    /// use gomoku::{Position, Rules, Setup};
    ///
    /// let setup: Setup = "h8i9j10".parse()?;
    /// assert!(setup.clone().position(Rules::RENJU, 15)?.may_pass());
    /// assert!(!setup.position(Rules::FREESTYLE, 15)?.may_pass());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn may_pass(&self) -> bool {
        self.winner.is_none() && self.rules().may_pass()
    }

    /// Sets the side with a winning row: for positions that were not reached move by move.
    pub(crate) fn set_winner(&mut self, winner: Option<Side>) {
        self.winner = winner;
    }

    /// Gives the turn to the other side, to set up positions.
    pub(crate) fn set_turn(&mut self, turn: Side) {
        if self.turn != turn {
            self.flip_turn();
        }
    }

    #[inline]
    pub(crate) const fn words(&self) -> &Words {
        &self.words
    }

    /// The threat of these patterns together for a side.
    #[inline(always)]
    pub(crate) fn threat_of(&self, patterns: Patterns, side: Side) -> Threat {
        Threat::from_number(number_of(self.family.threats.numbers(patterns), side))
    }

    /// The byte of patterns for a window.
    #[inline(always)]
    pub(crate) fn look_up(&self, window: Window) -> u8 {
        self.family.table.get(window)
    }

    #[inline(always)]
    fn flip_turn(&mut self) {
        self.turn = !self.turn;
        self.key ^= Key::random(1 << 20);
    }

    /// Counts an empty point's threats.
    #[inline(always)]
    fn count_in(&mut self, cell: usize) {
        for side in Side::ALL {
            let threat = number_of(self.kinds[cell], side);
            self.counts[side.index()][threat] += 1;
            self.threats[side.index()][threat].toggle(cell);
        }
    }

    /// Undoes [`Position::count_in`].
    #[inline(always)]
    fn count_out(&mut self, cell: usize) {
        for side in Side::ALL {
            let threat = number_of(self.kinds[cell], side);
            self.counts[side.index()][threat] -= 1;
            self.threats[side.index()][threat].toggle(cell);
        }
    }

    /// Puts a stone of either side on an empty point, updates all patterns and announces the
    /// changes.
    pub(crate) fn put(
        &mut self,
        square: Square,
        side: Side,
        observer: &mut impl Observer<Self>,
    ) -> Undo {
        let cell = square.cell();
        let mut undo = Undo::new(self.winner, self.key);
        if self.threat(square, side) == Threat::Five {
            self.winner = Some(side);
        }
        observer.left(Content::Prospects(self.patterns[cell]), square);
        observer.arrived(Content::Stone(Stone { side }), square);
        self.count_out(cell);
        self.toggle_stone(cell, side);
        self.key ^= Key::random((cell as u64) << 1 | side as u64);
        let lines = Lines::through(&self.words, cell);
        let table = &*self.family.table;
        let mut seen = lines.seen(table.reach());
        while seen != 0 {
            let number = seen.trailing_zeros() as usize;
            seen &= seen - 1;
            let Some(slot) = NEAR.get(number) else { break };
            let byte = table.get(lines.window(*slot));
            let near = slot.cell_from(cell);
            let before = self.patterns[near];
            let after = before.with(slot.direction.into(), byte);
            if after == before {
                continue;
            }
            self.patterns[near] = after;
            let old = before.byte(slot.direction.into());
            undo.bytes[number] = old;
            undo.changed |= 1 << number;
            undo.differing |= u64::from(Threats::differ(old, byte)) << number;
            if let Some(square) = Square::from_cell(near) {
                observer.left(Content::Prospects(before), square);
                observer.arrived(Content::Prospects(after), square);
            }
        }
        self.recount(cell, undo.differing);
        undo
    }

    /// Takes a stone that was [`put`](Self::put) away again.
    pub(crate) fn take(&mut self, square: Square, side: Side, undo: &Undo) {
        let cell = square.cell();
        let mut changed = undo.changed;
        while changed != 0 {
            let number = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            let (Some(slot), Some(&old)) = (NEAR.get(number), undo.bytes.get(number)) else {
                break;
            };
            let there = &mut self.patterns[slot.cell_from(cell)];
            *there = there.with(slot.direction.into(), old);
        }
        self.recount(cell, undo.differing);
        self.toggle_stone(cell, side);
        self.count_in(cell);
        self.winner = undo.winner;
        self.key = undo.key;
    }

    /// Computes the threats of the points in some slots around a cell anew, and updates the counts.
    #[inline(always)]
    fn recount(&mut self, cell: usize, mut slots: u64) {
        while slots != 0 {
            let number = slots.trailing_zeros() as usize;
            slots &= slots - 1;
            let Some(slot) = NEAR.get(number) else { break };
            let near = slot.cell_from(cell);
            let kinds = self.family.threats.numbers(self.patterns[near]);
            let old = std::mem::replace(&mut self.kinds[near], kinds);
            for side in Side::ALL {
                // Without a branch: an unchanged threat is counted out and in.
                let (before, after) = (number_of(old, side), number_of(kinds, side));
                let counts = &mut self.counts[side.index()];
                counts[before] -= 1;
                counts[after] += 1;
                let threats = &mut self.threats[side.index()];
                threats[before].toggle(near);
                threats[after].toggle(near);
            }
        }
    }

    /// Puts a stone there or takes it away, without further consequences.
    #[inline(always)]
    fn toggle_stone(&mut self, cell: usize, side: Side) {
        self.empty.toggle(cell);
        self.stones[side.index()].toggle(cell);
        self.words.toggle_stone(cell, side);
    }
}

/// The number of one side's threat.
#[inline(always)]
const fn number_of(kinds: u8, side: Side) -> usize {
    (kinds >> (side.index() * 4) & 15) as usize
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.turn == other.turn
            && self.size == other.size
            && self.stones == other.stones
            && self.family.rules == other.family.rules
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;
    type Piece = Content;
    type Square = Square;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    /// The points where a stone can be put. A pass is not among them, even where it is legal.
    fn legal_moves(&self, sink: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.winner.is_some() {
            return ControlFlow::Continue(());
        }
        let allowed = self.empty.iter().filter(|&square| !self.is_foul(square, self.turn));
        allowed.map(Move::Put).try_for_each(sink)
    }

    fn is_legal(&self, m: Move) -> bool {
        match m {
            Move::Put(square) => self.is_allowed(square),
            Move::Pass => self.may_pass(),
        }
    }

    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) -> Undo {
        let undo = match m {
            Move::Put(square) => self.put(square, self.turn, observer),
            Move::Pass => Undo::new(self.winner, self.key),
        };
        self.flip_turn();
        undo
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        match m {
            Move::Put(square) => {
                self.turn = !self.turn;
                self.take(square, self.turn, &undo);
            }
            Move::Pass => self.flip_turn(),
        }
    }

    fn pass(&mut self) -> Option<Undo> {
        if self.winner.is_some() {
            return None;
        }
        self.flip_turn();
        Some(Undo::new(None, self.key))
    }

    fn unpass(&mut self, _: Undo) {
        self.flip_turn();
    }
}

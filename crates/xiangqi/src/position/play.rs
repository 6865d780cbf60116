use super::{Position, keys};
use crate::{Move, Piece, Square, Squares};
use game::{Key, Observer, Side};
use std::ops::ControlFlow;

/// The data needed to take a move back.
///
/// ```
/// use game::{Position as _, NullObserver};
/// use xiangqi::{Piece, Position, Undo};
///
/// let mut position = Position::start();
/// let undo: Undo = position.make("b2b9".parse()?, &mut NullObserver);
/// assert_eq!(undo.captured(), Some(Piece::BlackHorse));
/// assert_eq!(undo.quiet_plies(), 0);
/// # Ok::<(), xiangqi::ParseMoveError>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Undo {
    key: Key,
    quiet_plies: u16,
    captured: Option<Piece>,
}

impl Undo {
    /// The captured piece.
    #[must_use]
    pub const fn captured(self) -> Option<Piece> {
        self.captured
    }

    /// The plies without capture before the move.
    #[must_use]
    pub const fn quiet_plies(self) -> u16 {
        self.quiet_plies
    }
}

impl Position {
    /// The piece that `m` would capture.
    #[inline]
    #[must_use]
    pub const fn captured(&self, m: Move) -> Option<Piece> {
        self.piece_at(m.to)
    }

    /// The key that the position will have after `m`.
    ///
    /// ```
    /// use game::{Position as _, NullObserver};
    /// use xiangqi::Position;
    ///
    /// let mut position = Position::start();
    /// let capture = "b2b9".parse()?;
    /// let key = position.key_after(capture);
    /// position.make(capture, &mut NullObserver);
    /// assert_eq!(position.key(), key);
    /// # Ok::<(), xiangqi::ParseMoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn key_after(&self, m: Move) -> Key {
        let mut key = self.key ^ keys::BLACK_TO_MOVE;
        if let Some(piece) = self.piece_at(m.from) {
            key ^= keys::piece(piece, m.from) ^ keys::piece(piece, m.to);
        }
        if let Some(captured) = self.captured(m) {
            key ^= keys::piece(captured, m.to);
        }
        key
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.turn = self.turn.other();
        self.key ^= keys::BLACK_TO_MOVE;
    }
}

impl game::Position for Position {
    type Move = Move;
    type Undo = Undo;
    type Piece = Piece;
    type Square = Square;

    #[inline]
    fn side_to_move(&self) -> Side {
        self.turn
    }

    #[inline]
    fn key(&self) -> Key {
        self.key
    }

    #[inline]
    fn legal_moves(&self, sink: &mut impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.legal_moves_within(&self.danger(self.turn), Squares::ALL, sink)
    }

    fn count_legal(&self) -> u64 {
        self.count_within(&self.danger(self.turn), Squares::ALL)
    }

    fn is_legal(&self, m: Move) -> bool {
        self.is_legal_given(&self.danger(self.turn), m)
    }

    /// # Panics
    /// If there is no piece on `m.from`.
    #[inline]
    fn make(&mut self, m: Move, observer: &mut impl Observer<Self>) -> Undo {
        let piece = self.board[m.from.index()].expect("a legal move starts from a piece");
        let captured = self.board[m.to.index()].replace(piece);
        self.board[m.from.index()] = None;
        let undo = Undo { key: self.key, quiet_plies: self.quiet_plies, captured };
        let both = Squares::of(m.from) | m.to;
        self.key ^= keys::piece(piece, m.from) ^ keys::piece(piece, m.to);
        if let Some(captured) = captured {
            observer.left(captured, m.to);
            self.kinds[captured.kind().index()] ^= Squares::of(m.to);
            self.sides[captured.side().index()] ^= Squares::of(m.to);
            self.key ^= keys::piece(captured, m.to);
            self.quiet_plies = 0;
        } else {
            self.quiet_plies = self.quiet_plies.saturating_add(1);
        }
        observer.left(piece, m.from);
        observer.arrived(piece, m.to);
        self.kinds[piece.kind().index()] ^= both;
        self.sides[piece.side().index()] ^= both;
        if self.turn == Side::Second {
            self.move_number = self.move_number.wrapping_add(1);
        }
        self.pass_turn();
        undo
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        let piece = self.board[m.to.index()].expect("the piece that moved stands where it went");
        self.board[m.from.index()] = Some(piece);
        self.board[m.to.index()] = undo.captured;
        let both = Squares::of(m.from) | m.to;
        self.kinds[piece.kind().index()] ^= both;
        self.sides[piece.side().index()] ^= both;
        if let Some(captured) = undo.captured {
            self.kinds[captured.kind().index()] ^= Squares::of(m.to);
            self.sides[captured.side().index()] ^= Squares::of(m.to);
        }
        self.turn = self.turn.other();
        if self.turn == Side::Second {
            self.move_number = self.move_number.wrapping_sub(1);
        }
        self.quiet_plies = undo.quiet_plies;
        self.key = undo.key;
    }

    /// `None` in check: a side that does not move then loses its king. The counters stay.
    fn pass(&mut self) -> Option<Undo> {
        if self.is_in_check() {
            return None;
        }
        let undo = Undo { key: self.key, quiet_plies: self.quiet_plies, captured: None };
        self.pass_turn();
        Some(undo)
    }

    #[inline]
    fn unpass(&mut self, undo: Undo) {
        self.turn = self.turn.other();
        self.key = undo.key;
    }
}

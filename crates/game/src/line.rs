use crate::{Key, NullObserver, Observer, Position};

/// One move of a [`Line`], with the data to take it back and to judge repetitions.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Line, Ply, Side};
///
/// let mut line = Line::new(Nim { stones: 5, turn: Side::First });
/// let before = line.key();
/// line.push(2);
/// let ply: Ply<Nim> = line.plies()[0];
/// assert_eq!(ply.mv, Some(2));
/// assert_eq!(ply.key, before);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Ply<P: Position> {
    /// The move played; `None` for a null move (search only).
    pub mv: Option<P::Move>,
    /// The data that restores the position before it.
    pub undo: P::Undo,
    /// The key of the position before the move.
    pub key: Key,
}

/// A position and its history: the only type that holds past positions.
///
/// ```text
/// start ──ply 0──▶ … ──ply n-1──▶ position()
/// ```
///
/// `Nim` is the game of the example of [`Position`].
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Line, Position as _, Side, NullObserver};
///
/// let start = Nim { stones: 5, turn: Side::First };
/// let mut line = Line::new(start);
/// assert!(line.is_empty());
/// line.push(1);
/// line.push_observed(3, &mut NullObserver);
/// assert_eq!((line.len(), line.plies().len(), line.position().stones), (2, 2, 1));
/// assert_eq!(line.key(), line.position().key());
///
/// // A null move: the other side is to move, and nothing else changes.
/// assert!(line.push_pass());
/// assert_eq!(line.pop(), Some(None));
/// assert_eq!(line.pop(), Some(Some(3)));
///
/// assert_eq!(line.position_at(1).stones, 4);
/// assert_eq!(line.start(), start);
/// ```
#[derive(Clone, Debug)]
pub struct Line<P: Position> {
    position: P,
    /// The key of the position. It is stored so that games that compute it do so once per move.
    key: Key,
    plies: Vec<Ply<P>>,
}

impl<P: Position> Line<P> {
    /// A line without a past.
    #[must_use]
    pub fn new(start: P) -> Self {
        Self { key: start.key(), position: start, plies: Vec::new() }
    }

    /// The position now.
    #[inline]
    #[must_use]
    pub fn position(&self) -> &P {
        &self.position
    }

    /// The key of the position now.
    #[inline]
    #[must_use]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The moves so far, oldest first.
    #[inline]
    #[must_use]
    pub fn plies(&self) -> &[Ply<P>] {
        &self.plies
    }

    /// The number of moves played.
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Whether no move was played yet.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// Plays a legal move. See [`Position::make`] for moves that are not legal.
    pub fn push(&mut self, m: P::Move) {
        self.push_observed(m, &mut NullObserver);
    }

    /// [`Line::push`], announcing the change to `observer`.
    #[inline]
    pub fn push_observed(&mut self, m: P::Move, observer: &mut impl Observer<P>) {
        let undo = self.position.make(m, observer);
        self.plies.push(Ply { mv: Some(m), undo, key: self.key });
        self.key = self.position.key();
    }

    /// Makes a null move. Returns `false` and changes nothing where that is meaningless.
    #[inline]
    pub fn push_pass(&mut self) -> bool {
        let Some(undo) = self.position.pass() else { return false };
        self.plies.push(Ply { mv: None, undo, key: self.key });
        self.key = self.position.key();
        true
    }

    /// Takes the last move back and returns it (`Some(None)` for a null move).
    #[inline]
    pub fn pop(&mut self) -> Option<Option<P::Move>> {
        let ply = self.plies.pop()?;
        match ply.mv {
            Some(m) => self.position.unmake(m, ply.undo),
            None => self.position.unpass(ply.undo),
        }
        self.key = ply.key;
        Some(ply.mv)
    }

    /// The position before the first ply, rebuilt by taking everything back on a copy.
    #[must_use]
    pub fn start(&self) -> P {
        self.position_at(0)
    }

    /// The position after `ply` moves, rebuilt by taking moves back on a copy.
    ///
    /// # Panics
    /// If `ply` is greater than [`Line::len`].
    #[must_use]
    pub fn position_at(&self, ply: usize) -> P {
        assert!(ply <= self.plies.len(), "ply {ply} of a line of {}", self.plies.len());
        let mut position = self.position.clone();
        for p in self.plies[ply..].iter().rev() {
            match p.mv {
                Some(m) => position.unmake(m, p.undo),
                None => position.unpass(p.undo),
            }
        }
        position
    }
}

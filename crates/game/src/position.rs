use crate::{Key, Side};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

/// A legal position of some game: everything the legal moves depend on, and nothing else.
/// Past positions live in [`crate::Line`].
///
/// Equality compares everything that legal moves depend on; equal positions have equal keys.
///
/// A complete game, and calls of its methods:
///
/// ```
#[doc = include_str!("../examples/nim/pile.rs")]
///
/// use game::NullObserver;
///
/// let start = Nim { stones: 4, turn: Side::First };
/// assert_eq!(start.side_to_move(), Side::First);
/// assert_eq!(start.moves(), [1, 2, 3]);
/// assert_eq!(start.count_legal(), 3);
/// assert!(start.has_legal_move());
/// assert!(!start.is_legal(4));
/// let mut most = 0;
/// let _ = start.legal_moves(&mut |taken| {
///     most = taken;
///     ControlFlow::Continue(())
/// });
/// assert_eq!(most, 3);
///
/// let mut position = start;
/// position.make(3, &mut NullObserver);
/// assert_eq!(position, Nim { stones: 1, turn: Side::Second });
/// position.unmake(3, ());
/// assert_eq!((position, position.key()), (start, start.key()));
///
/// let undo = position.pass().expect("passing has a meaning in Nim");
/// assert_ne!(position.key(), start.key());
/// position.unpass(undo);
/// assert_eq!(position, start);
/// ```
pub trait Position: Clone + Eq + Debug + Send + Sync + 'static {
    /// A move. Small and `Copy`; meaningful only together with the position it was made for.
    type Move: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// The data that [`Position::unmake`] needs to restore the position exactly.
    type Undo: Copy + Debug + Send + Sync + 'static;
    /// A piece or stone, with its colour.
    type Piece: Copy + Eq + Debug;
    /// A square or point of the board.
    type Square: Copy + Eq + Debug;

    /// The side to move.
    fn side_to_move(&self) -> Side;

    /// The hash of this position, kept up to date incrementally.
    fn key(&self) -> Key;

    /// Calls `sink` with every legal move, each once, until it breaks.
    ///
    /// Movement only: repetition, move counters and dead material end games but do not
    /// remove moves. A pass that nobody is forced to (renju) is not called: [`Position::is_legal`]
    /// accepts it.
    fn legal_moves(&self, sink: &mut impl FnMut(Self::Move) -> ControlFlow<()>) -> ControlFlow<()>;

    /// The number of legal moves. Override it where counting is cheaper than listing.
    fn count_legal(&self) -> u64 {
        let mut n = 0;
        let _ = self.legal_moves(&mut |_| {
            n += 1;
            ControlFlow::Continue(())
        });
        n
    }

    /// Whether any legal move exists.
    fn has_legal_move(&self) -> bool {
        self.legal_moves(&mut |_| ControlFlow::Break(())).is_break()
    }

    /// Whether `m` is legal: among the legal moves, or a pass that the rules allow. It may come from anywhere (a
    /// hash table, another thread's position).
    fn is_legal(&self, m: Self::Move) -> bool {
        self.legal_moves(&mut |l| {
            if l == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// Plays a legal move and announces to `observer` the pieces that left and arrived.
    ///
    /// # Panics
    /// May panic, or leave a meaningless (but memory-safe) position, if `m` is not legal.
    fn make(&mut self, m: Self::Move, observer: &mut impl Observer<Self>) -> Self::Undo;

    /// Takes back `m`, the last move made, restoring the position bit for bit, key included.
    fn unmake(&mut self, m: Self::Move, undo: Self::Undo);

    /// Lets the other side move without a move: the null move of search. Returns `None` where the
    /// rules make that meaningless (in check, a forced capture).
    fn pass(&mut self) -> Option<Self::Undo> {
        None
    }

    /// Takes back a [`Position::pass`].
    fn unpass(&mut self, _undo: Self::Undo) {}

    /// [`Position::legal_moves`] collected.
    fn moves(&self) -> Vec<Self::Move> {
        let mut all = Vec::with_capacity(64);
        let _ = self.legal_moves(&mut |m| {
            all.push(m);
            ControlFlow::Continue(())
        });
        all
    }
}

/// Receives the changes on the board while a move is made. Evaluators update their accumulators
/// with it, so that the board does not depend on the evaluation.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Observer, Position as _, Side};
///
/// /// Counts the stones that leave the pile.
/// #[derive(Default)]
/// struct Taken(u32);
///
/// impl Observer<Nim> for Taken {
///     fn left(&mut self, _: (), _: u8) {
///         self.0 += 1;
///     }
///     fn arrived(&mut self, _: (), _: u8) {}
/// }
///
/// let mut taken = Taken::default();
/// Nim { stones: 5, turn: Side::First }.make(3, &mut taken);
/// assert_eq!(taken.0, 3);
/// ```
pub trait Observer<P: Position> {
    /// `piece` left `square` (it moved away, was captured, or turned into something else).
    fn left(&mut self, piece: P::Piece, square: P::Square);
    /// `piece` arrived on `square`.
    fn arrived(&mut self, piece: P::Piece, square: P::Square);
}

/// The observer that ignores all changes.
///
/// ```
/// # mod nim { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/nim/pile.rs")); }
/// # use nim::Nim;
/// use game::{Position as _, Side, NullObserver};
///
/// let mut position = Nim { stones: 5, turn: Side::First };
/// position.make(3, &mut NullObserver);
/// assert_eq!(position.stones, 2);
/// ```
#[derive(Copy, Clone, Debug, Default)]
pub struct NullObserver;

impl<P: Position> Observer<P> for NullObserver {
    #[inline]
    fn left(&mut self, _piece: P::Piece, _square: P::Square) {}
    #[inline]
    fn arrived(&mut self, _piece: P::Piece, _square: P::Square) {}
}

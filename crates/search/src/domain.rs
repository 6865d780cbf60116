use crate::{MAX_PLY, Ply, Score};
use game::{Key, Line, Position};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// The move type of a domain.
pub type MoveOf<D> = <<D as Domain>::Position as Position>::Move;

/// What the side to move must attend to. Under any duty the search does not stand pat, tries
/// no null move and prunes less.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// Nothing: any legal move will do.
    Free,
    /// Get out of check.
    Evade,
    /// Capture, because the rules say so (draughts).
    Capture,
    /// Answer a threat that wins at once (block the four).
    Forced,
    /// A move that wins the game at once exists (make the five).
    WinsNow,
}

impl Duty {
    /// Whether there is any duty.
    #[inline]
    #[must_use]
    pub const fn binds(self) -> bool {
        !matches!(self, Self::Free)
    }
}

/// How the game ends, for the side to move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// It wins.
    Win,
    /// It loses.
    Loss,
    /// Nobody wins.
    Draw,
}

impl End {
    /// Its score when a database knows it `ply` plies from the root.
    #[inline]
    pub(crate) fn known(self, ply: Ply) -> Score {
        match self {
            Self::Win => Score::KNOWN_WIN - i32::from(ply.0),
            Self::Loss => -Score::KNOWN_WIN + i32::from(ply.0),
            Self::Draw => Score::ZERO,
        }
    }

    /// Its score when it happens `ply` plies from the root.
    #[inline]
    pub(crate) const fn score(self, ply: Ply) -> Score {
        match self {
            Self::Win => Score::mate_in(ply),
            Self::Loss => Score::mated_in(ply),
            Self::Draw => Score::ZERO,
        }
    }
}

/// An end that the rules, or a solver, foresee: what it is and in how many plies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Foreseen {
    /// How the game ends, for the side to move.
    pub end: End,
    /// Plies until it does. A position that stands for the second time is judged as if it
    /// stood for the third: the cycle once more lies between.
    pub after: u16,
}

impl Foreseen {
    /// Its score for a node `ply` plies from the root.
    #[inline]
    pub(crate) fn score(self, ply: Ply) -> Score {
        self.end.score(ply + self.after.min(MAX_PLY as u16))
    }
}

/// The two stages in which moves are generated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves that change much: captures, promotions, forcing moves.
    Noisy,
    /// All others.
    Quiet,
}

/// Where the histories remember a move.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    /// Side, from and to; below [`Domain::BUTTERFLY`].
    pub butterfly: u32,
    /// Piece and to; below [`Domain::PLACES`].
    pub place: u16,
    /// What it captures; below [`Domain::VICTIMS`], 0 for nothing.
    pub victim: u8,
}

/// How many keys a domain gives for the correction of its evaluation.
pub const CORRECTIONS: usize = 2;

/// A game as the search sees it: its rules, and opinions about it. A small `Copy` value that
/// holds what varies between games of a family (rule set, board size).
///
/// Methods with a default are opinions a game may leave alone.
pub trait Domain: Copy + Debug + Send + Sync + 'static {
    /// The position of this game.
    type Position: Position;
    /// What is worth knowing about a position and computed once per node: checkers and pins,
    /// the list of captures, the fours.
    type Info;
    /// What is worth knowing to put quiet moves in order; `()` for nothing.
    type Hints;

    /// One more than the greatest [`Slots::butterfly`].
    const BUTTERFLY: usize;
    /// One more than the greatest [`Slots::place`].
    const PLACES: usize;
    /// One more than the greatest [`Slots::victim`].
    const VICTIMS: usize;
    /// How many quiet answers to a threat quiescence tries once one of them did not lose.
    const QUIET_ANSWERS: u32 = 1;
    /// How many plies quiescence follows positions that are not settled.
    const UNSETTLED_PLIES: u16 = 8;
    /// How many plies of quiescence look positions up and remember them. Where those are cheap
    /// a look into the table costs more than it saves.
    const QUIESCENCE_TABLE_PLIES: u16 = u16::MAX;
    /// Whether a node that beats the window by a margin at much less depth is cut. For games
    /// in which passing is no fair test (zugzwang).
    const PROBABLE_CUTS: bool = false;
    /// Whether quiescence plays forced captures ([`Duty::Capture`], all of them legal) in the
    /// order in which they are generated and without the table.
    const PLAIN_CAPTURES: bool = false;
    /// Whether the evaluation's error is remembered ([`Domain::correction_keys`]). Where
    /// evaluations are cheap the look into that memory costs more than it saves.
    const CORRECTS: bool = true;
    /// Whether nodes one ply above quiescence simply play out all their moves. For games in
    /// which quiescence costs so little that pruning costs more than it saves.
    const PLAIN_FRONTIER: bool = false;
    /// Whether late noisy moves are searched less deep.
    const REDUCES_NOISY: bool = true;

    /// Computes the facts about a position.
    fn info(self, position: &Self::Position) -> Self::Info;

    /// What the side to move must attend to.
    fn duty(self, position: &Self::Position, info: &Self::Info) -> Duty;

    /// The moves of the root that are searched when the limits name none, at least one where
    /// any is legal. A game in which most legal moves are idle gives the others only.
    fn root_moves(self, position: &Self::Position) -> Vec<MoveOf<Self>> {
        position.moves()
    }

    /// An end that the facts about a position prove, and in how many plies: the node needs no
    /// search (an open four that cannot be stopped).
    #[inline]
    fn foreseen(self, _: &Self::Position, _: &Self::Info) -> Option<Foreseen> {
        None
    }

    /// Calls `sink` with all moves of a stage, each once. Moves may be pseudo-legal, if
    /// [`Domain::is_legal`] tells the legal ones among them; both stages together give every
    /// legal move exactly once.
    fn generate(
        self,
        position: &Self::Position,
        info: &Self::Info,
        stage: Stage,
        sink: &mut impl FnMut(MoveOf<Self>),
    );

    /// Whether a move that [`Domain::generate`] gave is legal.
    #[inline]
    fn is_legal(self, _: &Self::Position, _: &Self::Info, _: MoveOf<Self>) -> bool {
        true
    }

    /// Whether [`Domain::generate`] would give this move, which comes from elsewhere in the
    /// tree.
    fn is_generated(self, position: &Self::Position, _info: &Self::Info, m: MoveOf<Self>) -> bool {
        position.is_legal(m)
    }

    /// Whether a generated move belongs to [`Stage::Noisy`].
    fn is_noisy(self, position: &Self::Position, m: MoveOf<Self>) -> bool;

    /// Whether the move attacks the king, or makes a four: the opponent will be under a duty.
    #[inline]
    fn is_forcing(self, _: &Self::Position, _: &Self::Info, _: MoveOf<Self>) -> bool {
        false
    }

    /// Whether there may be a move to look at in quiescence, `since` plies after it began,
    /// where no duty binds. A hint that saves time: `true` is never wrong.
    #[inline]
    fn has_noisy(self, _: &Self::Position, _: &Self::Info, _since: u16) -> bool {
        true
    }

    /// Quiet moves worth a try at the first ply of quiescence: checks.
    #[inline]
    fn quiescence_extras(
        self,
        _: &Self::Position,
        _: &Self::Info,
        _sink: &mut impl FnMut(MoveOf<Self>),
    ) {
    }

    /// Whether nothing hangs, so that the evaluation may be believed. Where it is not,
    /// quiescence searches all moves one ply deep instead of standing pat.
    #[inline]
    fn is_settled(self, _: &Self::Position, _: &Self::Info) -> bool {
        true
    }

    /// Whether the exchanges a move begins yield at least `threshold`.
    #[inline]
    fn see_ge(self, _: &Self::Position, _: &Self::Info, _: MoveOf<Self>, threshold: Score) -> bool {
        threshold <= Score::ZERO
    }

    /// What the move wins at once (the captured piece's value, a promotion).
    #[inline]
    fn gain(self, _: &Self::Position, _: MoveOf<Self>) -> Score {
        Score::ZERO
    }

    /// Computes what [`Domain::order_hint`] needs, once per list of quiet moves.
    fn hints(self, position: &Self::Position, info: &Self::Info) -> Self::Hints;

    /// A bonus for the order of quiet moves, in units of history (a strong opinion is worth
    /// some thousands).
    #[inline]
    fn order_hint(self, _: &Self::Position, _: &Self::Hints, _: MoveOf<Self>) -> i32 {
        0
    }

    /// Where the histories remember the move.
    fn slots(self, position: &Self::Position, m: MoveOf<Self>) -> Slots;

    /// Whether two moves, one made right after the other, end on the same square: the second
    /// takes back.
    #[inline]
    fn same_square(self, _before: Slots, _after: Slots) -> bool {
        false
    }

    /// Whether letting the opponent move twice is a fair test of a position.
    #[inline]
    fn null_ok(self, _: &Self::Position, _: &Self::Info) -> bool {
        false
    }

    /// How the game ends from here with best play, if a database of endings knows it. It need
    /// not know how long that takes: the search goes on until it sees a win itself.
    #[inline]
    fn probe(self, _: &Self::Position, _: &Self::Info) -> Option<End> {
        None
    }

    /// Whether there is exactly one legal move.
    #[inline]
    fn has_only_move(self, position: &Self::Position, _: &Self::Info) -> bool {
        let mut n = 0;
        let _ = position.legal_moves(&mut |_| {
            n += 1;
            if n > 1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        n == 1
    }

    /// An end that shows without generating moves (five in a row).
    #[inline]
    fn immediate(self, _: &Self::Position) -> Option<End> {
        None
    }

    /// What having no legal move means.
    #[inline]
    fn stuck(self, _: &Self::Position) -> End {
        End::Loss
    }

    /// An end by counters or dead material: the natural limit, bare kings.
    #[inline]
    fn counted_out(self, _: &Line<Self::Position>, _: &Self::Info) -> Option<End> {
        None
    }

    /// Judges a position whose key stood before, already at its second occurrence, under the
    /// rules being played. Called only when the key may have stood before; `None` where it
    /// did not. Null moves in the line ([`game::Ply::mv`] is `None`) cut off its past.
    #[inline]
    fn repeated(self, _: &Line<Self::Position>, _ply: Ply) -> Option<Foreseen> {
        None
    }

    /// The key for the table: the position's `key`, or mixed with counters that are about to
    /// matter.
    #[inline]
    fn table_key(self, _: &Self::Position, key: Key) -> u64 {
        key.0
    }

    /// [`Domain::table_key`] of the position after a legal move, for games that can tell without
    /// making it: the table is asked for it that much earlier.
    #[inline]
    fn key_after(self, _: &Self::Position, _: MoveOf<Self>) -> Option<u64> {
        None
    }

    /// Whether a score from the table may be believed here (not near the natural limit).
    #[inline]
    fn table_ok(self, _: &Self::Position) -> bool {
        true
    }

    /// Keys of traits of the position by which the evaluation's error is remembered: pawn
    /// skeleton, material.
    #[inline]
    fn correction_keys(self, _: &Self::Position) -> [u64; CORRECTIONS] {
        [0; CORRECTIONS]
    }

    /// The move in 16 bits; never 0. Moves of one position that pack alike, if that cannot be
    /// helped, are taken for one another.
    fn pack(self, m: MoveOf<Self>) -> u16;

    /// The generated move (see [`Domain::is_generated`]) that packs to `packed` here, if any.
    fn unpack(
        self,
        position: &Self::Position,
        info: &Self::Info,
        packed: u16,
    ) -> Option<MoveOf<Self>>;
}

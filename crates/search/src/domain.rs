use crate::{MAX_PLY, Ply, Score};
use game::{Key, Line, Position};
use std::fmt::Debug;
use std::ops::ControlFlow;

/// The move type of a domain.
pub type MoveOf<D> = <<D as Domain>::Position as Position>::Move;

/// A threat or rule that limits the useful moves of the side to move. Under any duty the search
/// does not stand pat, tries no null move and prunes less.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Duty {
    /// No duty: every legal move is allowed.
    Free,
    /// Get out of check.
    Evade,
    /// Capture, because the rules require it (draughts).
    Capture,
    /// Answer a threat that wins at once (block the four).
    Forced,
    /// Answer a threat that wins later (an open three). Quiescence may stand pat (`quiet_threats`, after `threat_plies`), and nodes
    /// of little depth may go there (`razor_threats`).
    Pressed,
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
    /// Neither side wins.
    Draw,
}

impl End {
    /// Its score when a database reports it `ply` plies from the root.
    #[inline]
    pub(crate) fn known(self, ply: Ply) -> Score {
        match self {
            Self::Win => Score::KNOWN_WIN - i32::from(ply.0),
            Self::Loss => -Score::KNOWN_WIN + i32::from(ply.0),
            Self::Draw => Score::ZERO,
        }
    }

    /// Its score when it occurs `ply` plies from the root.
    #[inline]
    pub(crate) const fn score(self, ply: Ply) -> Score {
        match self {
            Self::Win => Score::mate_in(ply),
            Self::Loss => Score::mated_in(ply),
            Self::Draw => Score::ZERO,
        }
    }
}

/// An end that a solver foresees: the result, and the number of plies until then.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SolvedEnd {
    /// How the game ends, for the side to move.
    pub end: End,
    /// Plies until the end.
    pub after: u16,
}

impl SolvedEnd {
    /// Its score for a node `ply` plies from the root.
    #[inline]
    pub(crate) fn score(self, ply: Ply) -> Score {
        self.end.score(ply + self.after.min(MAX_PLY as u16))
    }
}

/// What the rules say of a position that has occurred before.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// How the game ends, for the side to move, if it ends here.
    pub end: End,
    /// Whether it ends here. Otherwise a win or loss is what threatens if the same moves are played
    /// once more: the loser can deviate, and gets a draw at most.
    pub is_final: bool,
}

impl Repetition {
    /// A draw that ends the game, or that the search takes as its end.
    pub const DRAW: Self = Self { end: End::Draw, is_final: true };
}

/// The two stages in which moves are generated.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Moves that change much: captures, promotions, forcing moves.
    Noisy,
    /// All others.
    Quiet,
}

/// The addresses of a move in the history tables.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Slots {
    /// Side, from and to; below [`Domain::BUTTERFLY`].
    pub butterfly: u32,
    /// Piece and to; below [`Domain::PLACES`].
    pub place: u16,
    /// The captured piece; below [`Domain::VICTIMS`], 0 for nothing.
    pub victim: u8,
}

/// The number of keys that a domain gives for the correction of its evaluation.
pub const CORRECTIONS: usize = 2;

/// A game as the search sees it: its rules, and the game's own heuristics. A small `Copy` value
/// that holds what varies between games of a family (rule set, board size).
///
/// Methods with a default are heuristics that a game can leave unchanged.
pub trait Domain: Copy + Debug + Send + Sync + 'static {
    /// The position of this game.
    type Position: Position;
    /// Facts about a position that are computed once per node: checkers and pins, the list of
    /// captures, the fours.
    type Info;
    /// Facts used to order the quiet moves; `()` for none.
    type Hints;

    /// One more than the greatest [`Slots::butterfly`].
    const BUTTERFLY: usize;
    /// One more than the greatest [`Slots::place`].
    const PLACES: usize;
    /// One more than the greatest [`Slots::victim`].
    const VICTIMS: usize;
    /// The number of quiet answers to a threat that quiescence tries after one of them did not
    /// lose.
    const QUIET_ANSWERS: u32 = 1;
    /// The number of plies of quiescence that use the transposition table. Where quiescence
    /// positions are cheap, a probe of the table costs more than it saves.
    const QUIESCENCE_TABLE_PLIES: u16 = u16::MAX;
    /// Whether a node is cut when a search of much less depth beats the window by a margin. For
    /// games in which the null move is no fair test (zugzwang).
    const PROBABLE_CUTS: bool = false;
    /// Whether quiescence plays forced captures ([`Duty::Capture`], all of them legal) in the
    /// order in which they are generated and without the table.
    const PLAIN_CAPTURES: bool = false;
    /// Whether the evaluation's error is remembered ([`Domain::correction_keys`]). Where
    /// evaluations are cheap, the access to that memory costs more than it saves.
    const CORRECTS: bool = true;
    /// The number of structures (the first of [`Domain::correction_keys`]) that moves are remembered for; 0 for none.
    const STRUCTURES: usize = 0;
    /// Whether nodes one ply above quiescence simply play out all their moves. For games in which
    /// quiescence is so cheap that pruning costs more than it saves.
    const PLAIN_FRONTIER: bool = false;
    /// Whether late noisy moves are searched at reduced depth.
    const REDUCES_NOISY: bool = true;

    /// Computes the facts about a position.
    fn info(self, position: &Self::Position) -> Self::Info;

    /// The duty of the side to move.
    fn duty(self, position: &Self::Position, info: &Self::Info) -> Duty;

    /// The root moves to search when the limits name none; at least one if any move is legal. A
    /// game in which most legal moves are pointless returns only the others.
    fn root_moves(self, position: &Self::Position) -> Vec<MoveOf<Self>> {
        position.moves()
    }

    /// An end that the facts about a position prove, with its number of plies. The node then needs
    /// no search (an open four that cannot be stopped).
    #[inline]
    fn foreseen(self, _: &Self::Position, _: &Self::Info) -> Option<SolvedEnd> {
        None
    }

    /// Calls `sink` with all moves of a stage, each once. Moves may be pseudo-legal if
    /// [`Domain::is_legal`] identifies the legal ones among them. Both stages together give every
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

    /// Whether [`Domain::generate`] would give this move, which comes from another node of the
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

    /// Whether quiescence may have a move to look at, `since` plies after it began and without a
    /// duty. A hint that saves time: `true` is never wrong.
    #[inline]
    fn has_noisy(self, _: &Self::Position, _: &Self::Info, _since: u16) -> bool {
        true
    }

    /// Quiet moves that the first ply of quiescence tries: checks.
    #[inline]
    fn quiescence_extras(
        self,
        _: &Self::Position,
        _: &Self::Info,
        _sink: &mut impl FnMut(MoveOf<Self>),
    ) {
    }

    /// Whether no piece hangs, so that the evaluation is reliable. In other positions quiescence
    /// searches all moves one ply deep and does not stand pat.
    #[inline]
    fn is_settled(self, _: &Self::Position, _: &Self::Info) -> bool {
        true
    }

    /// Whether the exchanges that a move begins yield at least `threshold` (static exchange
    /// evaluation).
    #[inline]
    fn see_ge(self, _: &Self::Position, _: &Self::Info, _: MoveOf<Self>, threshold: Score) -> bool {
        threshold <= Score::ZERO
    }

    /// The immediate gain of the move (the captured piece's value, a promotion).
    #[inline]
    fn gain(self, _: &Self::Position, _: MoveOf<Self>) -> Score {
        Score::ZERO
    }

    /// Computes what [`Domain::order_hint`] needs, once per list of quiet moves.
    fn hints(self, position: &Self::Position, info: &Self::Info) -> Self::Hints;

    /// A bonus for the order of quiet moves, in units of history (a strong preference is worth some
    /// thousands).
    #[inline]
    fn order_hint(self, _: &Self::Position, _: &Self::Hints, _: MoveOf<Self>) -> i32 {
        0
    }

    /// The addresses of the move in the history tables.
    fn slots(self, position: &Self::Position, m: MoveOf<Self>) -> Slots;

    /// Whether two moves, one made right after the other, end on the same square: the second
    /// recaptures.
    #[inline]
    fn same_square(self, _before: Slots, _after: Slots) -> bool {
        false
    }

    /// Whether a null move is a fair test of a position.
    #[inline]
    fn null_ok(self, _: &Self::Position, _: &Self::Info) -> bool {
        false
    }

    /// The end of the game from here with best play, if an endgame database contains it. The
    /// database may lack the distance: the search goes on until it finds a win itself.
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

    /// An end that can be seen without generating moves (five in a row).
    #[inline]
    fn immediate(self, _: &Self::Position) -> Option<End> {
        None
    }

    /// The result for a side without a legal move.
    #[inline]
    fn stuck(self, _: &Self::Position) -> End {
        End::Loss
    }

    /// An end by counters or dead material: the natural limit, bare kings.
    #[inline]
    fn counted_out(self, _: &Line<Self::Position>, _: &Self::Info) -> Option<End> {
        None
    }

    /// Judges a position whose key occurred before, already at its second occurrence, under the
    /// rules of the game. Called only when the key may have occurred before; `None` where it did
    /// not. A null move in the line ([`game::Ply::mv`] is `None`) hides the plies before it.
    #[inline]
    fn repeated(self, _: &Line<Self::Position>) -> Option<Repetition> {
        None
    }

    /// The key for the table: the position's `key`, mixed with counters where these are about to
    /// matter.
    #[inline]
    fn table_key(self, _: &Self::Position, key: Key) -> u64 {
        key.0
    }

    /// [`Domain::table_key`] of the position after a legal move, for games that can compute it
    /// without making the move: the table is then prefetched earlier.
    #[inline]
    fn key_after(self, _: &Self::Position, _: MoveOf<Self>) -> Option<u64> {
        None
    }

    /// Whether a score from the table is valid here (not near the natural limit).
    #[inline]
    fn table_ok(self, _: &Self::Position) -> bool {
        true
    }

    /// Keys of features of the position by which the evaluation's error is remembered: pawn
    /// structure, material.
    #[inline]
    fn correction_keys(self, _: &Self::Position) -> [u64; CORRECTIONS] {
        [0; CORRECTIONS]
    }

    /// The move in 16 bits; never 0. If two moves of one position must pack alike, the search
    /// treats them as the same move.
    fn pack(self, m: MoveOf<Self>) -> u16;

    /// The generated move (see [`Domain::is_generated`]) that packs to `packed` here, if any.
    fn unpack(
        self,
        position: &Self::Position,
        info: &Self::Info,
        packed: u16,
    ) -> Option<MoveOf<Self>>;
}

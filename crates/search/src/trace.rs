//! The steps of a search, told while it runs.
//!
//! A search is compiled for a [`Trace`]. Play is compiled for [`NoTrace`]: every call below is then
//! empty and removed. [`crate::Recorder`] is the trace of the lab: it counts, and keeps the steps if it
//! is asked to. So what the lab shows is the search that plays, not a second one.

use crate::{Depth, Ply, Score};
use std::fmt::Debug;

/// Techniques that are always in use in play. A traced search can do without them, down to plain
/// minimax; [`crate::Switches`] are the techniques above these.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Basics {
    /// Alpha-beta: moves after a refutation are not searched. Without it every node has the full
    /// window (minimax).
    pub cut_offs: bool,
    /// Captures come first, by their gain; those that lose material come last. Without it captures
    /// and quiet moves are one list in the order of the squares.
    pub capture_order: bool,
    /// What the game says about quiet moves orders them.
    pub hints: bool,
    /// Principal variation search: moves after the first are searched with a window of one point, and
    /// again if they are better. Without it there are no reductions either.
    pub null_windows: bool,
    /// All depths from 1 on are searched, one after the other. Without it only the last.
    pub deepening: bool,
    /// Shorter ways for nodes just above quiescence and forced captures, in games that have them.
    pub shortcuts: bool,
}

impl Basics {
    /// All in use, as in play.
    pub const ALL: Self = Self {
        cut_offs: true,
        capture_order: true,
        hints: true,
        null_windows: true,
        deepening: true,
        shortcuts: true,
    };

    /// None in use: minimax.
    pub const NONE: Self = Self {
        cut_offs: false,
        capture_order: false,
        hints: false,
        null_windows: false,
        deepening: false,
        shortcuts: false,
    };

    /// Their names.
    pub const NAMES: [&'static str; 6] =
        ["cut-offs", "capture-order", "hints", "null-windows", "deepening", "shortcuts"];

    /// Switches one on or off. Returns `false` when none has this name.
    pub fn turn(&mut self, name: &str, on: bool) -> bool {
        let place = match name {
            "cut-offs" => &mut self.cut_offs,
            "capture-order" => &mut self.capture_order,
            "hints" => &mut self.hints,
            "null-windows" => &mut self.null_windows,
            "deepening" => &mut self.deepening,
            "shortcuts" => &mut self.shortcuts,
            _ => return false,
        };
        *place = on;
        true
    }
}

/// A node as its search begins. A move may be searched several times, with other depths and
/// windows: each time is a node of its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Entry<M> {
    /// The move that leads to it; `None` at the root and after a null move.
    pub mv: Option<M>,
    /// What this search of it is for.
    pub purpose: Purpose,
    /// Plies from the root.
    pub ply: Ply,
    /// Plies left.
    pub depth: Depth,
    /// Plies since quiescence began; `None` above it.
    pub quiescence: Option<u16>,
    /// The side to move already has at least this.
    pub alpha: Score,
    /// The opponent will not allow more than this.
    pub beta: Score,
}

/// What a node is searched for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// The value of a move.
    #[default]
    Value,
    /// Whether a later move is better at all: a window of one point.
    Scout,
    /// The same at reduced depth.
    Reduced,
    /// A move that was better than expected: once more, deeper or with the open window.
    Again,
    /// Whether even a null move is too good for the opponent.
    NullMove,
    /// The node once more without null moves, to verify one.
    Verify,
    /// Whether all other moves are worse than the hash move.
    Singular,
    /// A capture that may beat the window by a margin.
    ProbCut,
    /// The node at much less depth, which may beat the window by a margin.
    ProbableCut,
    /// Only captures, as the node is far below the window.
    Razor,
}

/// Why a node ended.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// All its moves were searched or skipped.
    #[default]
    Exhausted,
    /// A move was too good: the opponent will not allow this position.
    CutOff,
    /// The horizon: its evaluation is its value.
    Evaluated,
    /// The evaluation is already too good, without a capture.
    StandPat,
    /// The game is over by the rules.
    Over,
    /// The game proves the result from the position alone.
    Foreseen,
    /// An endgame database has its result.
    Database,
    /// No result here can be better than a shorter win that is known.
    MateDistance,
    /// The transposition table has its value.
    Table,
    /// Too far below the window; captures do not help.
    Razoring,
    /// Too far above the window at low depth.
    ReverseFutility,
    /// Too good even after a null move.
    NullMove,
    /// A capture beats the window by a margin at lower depth.
    ProbCut,
    /// The node beats the window by a margin at much less depth.
    ProbableCut,
    /// Other moves than the hash move are too good as well.
    MultiCut,
    /// The limits of the search were met.
    Stopped,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 16] = [
        Self::Exhausted,
        Self::CutOff,
        Self::Evaluated,
        Self::StandPat,
        Self::Over,
        Self::Foreseen,
        Self::Database,
        Self::MateDistance,
        Self::Table,
        Self::Razoring,
        Self::ReverseFutility,
        Self::NullMove,
        Self::ProbCut,
        Self::ProbableCut,
        Self::MultiCut,
        Self::Stopped,
    ];

    /// A stable word for it.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Exhausted => "exhausted",
            Self::CutOff => "cut-off",
            Self::Evaluated => "evaluated",
            Self::StandPat => "stand-pat",
            Self::Over => "over",
            Self::Foreseen => "foreseen",
            Self::Database => "database",
            Self::MateDistance => "mate-distance",
            Self::Table => "table",
            Self::Razoring => "razoring",
            Self::ReverseFutility => "reverse-futility",
            Self::NullMove => "null-move",
            Self::ProbCut => "probcut",
            Self::ProbableCut => "probable-cut",
            Self::MultiCut => "multi-cut",
            Self::Stopped => "stopped",
        }
    }
}

/// Receives the steps of a search of one thread. All calls between `enter` and `leave` are about the
/// node entered last and not yet left.
pub trait Trace<M>: Clone + Debug + Send + 'static {
    /// Whether anything is traced. Without it the compiler removes every call.
    const ON: bool;

    /// The basic techniques to use.
    fn basics(&self) -> Basics;

    /// An iteration of this depth begins.
    fn iteration(&mut self, depth: Depth);

    /// What the next node is for; [`Purpose::Value`] if it is not told.
    fn purpose(&mut self, purpose: Purpose);

    /// A node begins.
    fn enter(&mut self, entry: Entry<M>);

    /// The node tries a move.
    fn tries(&mut self, m: M);

    /// The node tries a move as a test that may end it early (`None`: a null move).
    fn probes(&mut self, m: Option<M>);

    /// The node leaves a move out that cannot matter.
    fn skips(&mut self, m: M);

    /// The node's alpha rises.
    fn raises(&mut self, alpha: Score);

    /// Why the node will end.
    fn reason(&mut self, reason: Reason);

    /// The node ends with this score. `width` counts its moves.
    fn leave(&mut self, score: Score, width: impl FnOnce() -> u32);
}

/// No trace: play.
#[derive(Copy, Clone, Debug, Default)]
pub struct NoTrace;

impl<M> Trace<M> for NoTrace {
    const ON: bool = false;

    #[inline(always)]
    fn basics(&self) -> Basics {
        Basics::ALL
    }

    #[inline(always)]
    fn iteration(&mut self, _: Depth) {}

    #[inline(always)]
    fn purpose(&mut self, _: Purpose) {}

    #[inline(always)]
    fn enter(&mut self, _: Entry<M>) {}

    #[inline(always)]
    fn tries(&mut self, _: M) {}

    #[inline(always)]
    fn probes(&mut self, _: Option<M>) {}

    #[inline(always)]
    fn skips(&mut self, _: M) {}

    #[inline(always)]
    fn raises(&mut self, _: Score) {}

    #[inline(always)]
    fn reason(&mut self, _: Reason) {}

    #[inline(always)]
    fn leave(&mut self, _: Score, _: impl FnOnce() -> u32) {}
}

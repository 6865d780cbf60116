use crate::{
    BoardView, Doubt, Expectation, KnownResult, MoveError, PieceView, PuzzleTerms, Reason, Score,
    Stage, Variant,
};
use game::{Outcome, Side};
use std::any::Any;
use std::fmt;
use std::ops::ControlFlow;

/// How a game ended by its own rules (not by resignation, time or agreement, which are
/// matters between players).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The result.
    pub outcome: Outcome,
    /// The reason's word: `checkmate`, `perpetual-chase`, …
    pub reason: &'static str,
    /// The evidence in English, by squares and pieces (`e5 by b3`); may be empty.
    pub evidence: String,
    /// The paragraph of the rule set that decided, where there is one (`wxf 3`).
    pub rule: Option<&'static str>,
    /// The squares concerned, for the board to mark.
    pub squares: Vec<String>,
    /// The evidence as data; `evidence` is its English text.
    pub proof: Evidence,
    /// Whether the moves before decided it, a repetition or a count of moves, and not the board
    /// alone: people are warned of such ends.
    pub by_history: bool,
}

/// A count of plies that runs and ends the game in a draw at its bound.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct DrawLimit {
    /// The word of the reason it ends the game with (`sixty-move`, `king-moves`).
    pub reason: &'static str,
    /// Plies counted so far.
    pub count: u32,
    /// The count with which the game ends.
    pub bound: u32,
}

impl DrawLimit {
    /// How many plies are left.
    #[must_use]
    pub const fn left(self) -> u32 {
        self.bound.saturating_sub(self.count)
    }
}

/// A move that would let the game end against, or at least not for, whoever plays it, by what
/// was played before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForeseenEnd {
    /// The move, in engine notation.
    pub text: String,
    /// The reply that would end the game; `None` where the move itself does.
    pub reply: Option<String>,
    /// How the game would end.
    pub verdict: Verdict,
}

/// The evidence of a verdict as data. Squares are given by name; a field that the reason does not have is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The chased pieces, one entry for each victim.
    pub chases: Vec<ChasedPiece>,
    /// A word for the case, if the reason has several: `no-pieces`, `blocked`.
    pub fact: Option<&'static str>,
    /// The square that the reason is about: that of the stone that made a foul.
    pub at: Option<String>,
    /// The stones or pieces that belong to it: a winning row, the stones of a foul.
    pub stones: Vec<String>,
    /// What was counted and the limit it reached, in plies.
    pub counted: Option<(u32, u32)>,
    /// Mates that were threatened by turns, each by the piece and the square it threatened to
    /// go to.
    pub mates: Vec<(String, String)>,
    /// What was repeated.
    pub repeated: Option<Repetition>,
}

/// A position that stood again.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Repetition {
    /// The plies between its first and its last time, counted from 1, both included.
    pub plies: (u32, u32),
    /// How often it has stood.
    pub times: u32,
}

impl Repetition {
    /// The last of so many plies lead from the first time that a position stood to this one, the
    /// `times`th.
    #[must_use]
    pub fn last(plies: usize, of: usize, times: u32) -> Self {
        let ply = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Self { plies: (ply(of.saturating_sub(plies) + 1), ply(of)), times }
    }
}

/// A chased piece and its chasers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChasedPiece {
    /// The square of the chased piece.
    pub victim: String,
    /// The squares of the pieces that threatened to capture it.
    pub chasers: Vec<String>,
}

/// A move that was read, judged legal, written and played in one step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Its effect.
    pub played: MoveEffect,
    /// The move in every notation of the variant: the notation's id and the text.
    pub notations: Vec<(&'static str, String)>,
    /// Pieces of the board before the move that are not on the board after it, as they stood.
    pub removed: Vec<PieceView>,
    /// Pieces of the board after the move that were not on the board before it.
    pub put: Vec<PieceView>,
}

/// The effect of a move as data.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveEffect {
    /// The move in engine notation.
    pub text: String,
    /// Where the piece came from; `None` where moves place a stone.
    pub from: Option<String>,
    /// Where it ended.
    pub to: String,
    /// The pieces captured, as piece names (`horse`), in order.
    pub captured: Vec<&'static str>,
    /// The name of the piece that moved.
    pub piece: &'static str,
    /// Whether it gives check (in games that have check).
    pub check: bool,
    /// The squares of the captured pieces, in the order of `captured`.
    pub captured_at: Vec<String>,
    /// Squares passed on the way, in order, both ends excluded.
    pub path: Vec<String>,
    /// Whether a man became a king.
    pub crowned: bool,
    /// The square of the king that is in check after it, if it gives check.
    pub check_at: Option<String>,
}

/// One game in progress: a start position, the moves since, and the rules that judge them.
pub trait Session: Send + fmt::Debug {
    /// The variant being played.
    fn variant(&self) -> &'static Variant;
    /// The rule set that judges it: its id, or the text of one made to measure.
    fn rules(&self) -> &str;
    /// The position the game began from, as text.
    fn start_text(&self) -> String;
    /// The position now, as text.
    fn position_text(&self) -> String;
    /// Who moves now.
    fn side_to_move(&self) -> Side;
    /// The moves played since the start, in engine notation.
    fn moves(&self) -> Vec<String>;
    /// The moves now legal, in engine notation, sorted. Movement only: the list is not empty
    /// merely because the game has ended by repetition.
    fn legal_moves(&self) -> Vec<String>;
    /// Reads a move in any notation of the variant and gives it in engine notation.
    ///
    /// # Errors
    /// When the text names no legal move, or more than one.
    fn read_move(&self, text: &str) -> Result<String, MoveError>;
    /// Writes a legal move (in engine notation) in the notation with the id `style`.
    ///
    /// # Errors
    /// When the move is not legal or there is no such notation.
    fn write_move(&self, text: &str, style: &str) -> Result<String, MoveError>;
    /// Plays a move given in any notation.
    ///
    /// # Errors
    /// When it is not legal; the session is unchanged then.
    fn push(&mut self, text: &str) -> Result<MoveEffect, MoveError>;
    /// Writes a move (in any notation) in every notation of the variant: each notation's id and
    /// the text. The move is read once.
    ///
    /// # Errors
    /// When it is not legal.
    fn write_all(&self, text: &str) -> Result<Vec<(&'static str, String)>, MoveError>;
    /// Plays a legal move given in any notation, as [`Session::push`] does, and returns the data to record. The
    /// text is read once; everything else is derived from the move.
    ///
    /// # Errors
    /// When it is not legal (a foul is not); the session is unchanged then.
    fn record(&mut self, text: &str) -> Result<RecordedMove, MoveError>;
    /// Takes the last move back; `false` if there was none.
    fn pop(&mut self) -> bool;
    /// Whether and how the game has ended at this ply by the rules. Judged once for each ply,
    /// however often it is asked.
    fn verdict(&self) -> Option<Verdict>;
    /// The verdict that playing this legal move would bring, if any: for warnings.
    ///
    /// # Errors
    /// When the move is not legal.
    fn preview(&self, text: &str) -> Result<Option<Verdict>, MoveError>;
    /// The effect of the last move; `None` at the start.
    fn last_played(&self) -> Option<MoveEffect>;
    /// The board as data for a screen that knows no rules.
    fn board(&self) -> BoardView;
    /// The counts that run and end the game in a draw, that which does so first before the
    /// others; none where the rules have none.
    fn limits(&self) -> Vec<DrawLimit>;
    /// The legal moves that would let the game end by what was played before (see
    /// [`Verdict::by_history`]) and not in favour of the side to move: with the move itself, or
    /// with a reply to it. In the order of [`Session::legal_moves`].
    fn foresee(&self) -> Vec<ForeseenEnd>;
    /// How far the game is.
    fn stage(&self) -> Stage {
        Stage::UNKNOWN
    }
    /// The meaning of scores in games by these rules.
    fn expectation(&self) -> Expectation {
        Expectation::constant(150.0)
    }
    /// What the game calls a puzzle.
    fn puzzle_terms(&self) -> PuzzleTerms {
        PuzzleTerms::USUAL
    }
    /// What the solution of a puzzle in this position is about: words of [`Family::puzzle_themes`](crate::Family::puzzle_themes), the
    /// most striking first. `line` is the solution with what follows it; it begins with a move of the side to move, in engine
    /// notation.
    fn puzzle_themes(&self, line: &[String]) -> Vec<&'static str> {
        let _ = line;
        Vec::new()
    }
    /// The result for the side to move (0, ½ or 1), where a search of this depth with this score has
    /// solved the position.
    fn solved(&self, score: Score, depth: u32) -> Option<f64> {
        let _ = (score, depth);
        None
    }
    /// Whether this move, in engine notation, belongs to the openings that are known by name: after it stands a
    /// position on the way to one of them.
    fn is_book_move(&self, text: &str) -> bool {
        let _ = text;
        false
    }
    /// The code of the opening by which the game was last known, where it has a name
    /// ([`OpeningNames`](crate::OpeningNames)).
    fn opening_name(&self) -> Option<&'static str> {
        None
    }
    /// Whether the game is won by mate: a forced win is then called a mate.
    fn is_won_by_mate(&self) -> bool {
        false
    }
    /// Why a move that was played here is worse than another, where the game can prove a reason.
    fn explain(&self, doubt: &Doubt<String>) -> Option<Reason> {
        let _ = doubt;
        None
    }
    /// What is known of legal moves for certain by a database or a proof, each move at most once. It may take
    /// time: `go_on` is asked now and then, and ends the work by `false`.
    fn known(&self, go_on: &mut dyn FnMut() -> bool) -> Vec<KnownResult<String>> {
        let _ = go_on;
        Vec::new()
    }
    /// Calls `each` with every legal move and how many sequences of `depth` legal moves begin
    /// with it, until it breaks. Movement only. Calls nothing at depth 0.
    fn divide(&self, depth: u32, each: &mut dyn FnMut(&str, u64) -> ControlFlow<()>);
    /// The position with the other side to move, as a game that begins there: what the opponent
    /// threatens. `None` where a pass makes no sense (in check, with a capture to make, at the end
    /// of the game, and in games that have no such question).
    fn passed(&self) -> Option<Box<dyn Session>> {
        None
    }
    /// A copy that can be played on independently.
    fn fork(&self) -> Box<dyn Session>;
    /// The concrete session, for the engine of the same family.
    fn as_any(&self) -> &dyn Any;
}

use game::Side;

/// A board as data: what a screen needs to draw a position and offer its moves, without
/// knowing any rule. Squares go by their names in engine notation (`e0`, `32`, `h8`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardView {
    /// The shape of the board.
    pub grid: Grid,
    /// The names of all places, row by row from the bottom left as the first side sees the
    /// board; empty where a place is not played on.
    pub names: Vec<String>,
    /// The pieces on it, in board order.
    pub pieces: Vec<PieceView>,
    /// The legal moves, sorted by text; empty when the game is over.
    pub moves: Vec<MoveView>,
    /// The marked squares.
    pub marks: Vec<Mark>,
    /// Captures that seem possible but are not legal, with the reason (draughts).
    pub refused: Vec<RefusedView>,
    /// Points where a stone would win or make a threat, for both sides (gomoku).
    pub threats: Vec<ThreatView>,
}

impl BoardView {
    /// An empty board with nothing to play.
    #[must_use]
    pub const fn empty(grid: Grid, names: Vec<String>) -> Self {
        Self {
            grid,
            names,
            pieces: Vec::new(),
            moves: Vec::new(),
            marks: Vec::new(),
            refused: Vec::new(),
            threats: Vec::new(),
        }
    }
}

/// The threat that a stone on an empty point would make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThreatView {
    /// The point's name.
    pub at: String,
    /// The side of the stone.
    pub side: Side,
    /// What it is, as the game's word (`open-four`).
    pub kind: &'static str,
}

/// A capture that may not be played, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedView {
    /// Where the piece stands.
    pub from: String,
    /// Where it would end.
    pub to: String,
    /// Squares of the pieces it would capture.
    pub captures: Vec<String>,
    /// Why not, as the game's word (`takes-fewer`).
    pub reason: &'static str,
    /// How many pieces must be captured.
    pub most: u32,
}

/// The shape of a board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Whether pieces stand on points or in squares.
    pub kind: GridKind,
    /// Columns, left to right as the first side sees the board.
    pub files: u8,
    /// Rows, bottom to top as the first side sees the board.
    pub ranks: u8,
}

/// Whether pieces stand on line crossings or in squares.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum GridKind {
    /// Line crossings (Xiangqi, gomoku).
    Points,
    /// Squares (draughts).
    Squares,
}

/// A piece on its square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceView {
    /// The square's name.
    pub at: String,
    /// Column, from 0 at the left of the first side.
    pub file: u8,
    /// Row, from 0 at the bottom of the first side.
    pub rank: u8,
    /// Its side.
    pub side: Side,
    /// What it is: `king`, `advisor`, `elephant`, `horse`, `chariot`, `cannon`, `pawn` in
    /// Xiangqi, `man` and `king` in draughts, `stone` in gomoku.
    pub kind: &'static str,
}

/// A piece to be put on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePlacement {
    /// The square's name.
    pub at: String,
    /// Its side.
    pub side: Side,
    /// Its kind, as in [`PieceView::kind`].
    pub kind: String,
}

/// A legal move as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveView {
    /// The move in engine notation, which a client sends to play it.
    pub text: String,
    /// Where the piece comes from; `None` where moves place a stone.
    pub from: Option<String>,
    /// Where it ends.
    pub to: String,
    /// Squares passed on the way, in order, both ends excluded (draughts captures): the first
    /// of the ways in which the move can go.
    pub path: Vec<String>,
    /// All paths of the move, each like `path`, if there are several.
    pub ways: Vec<Vec<String>>,
    /// Squares of captured pieces.
    pub captures: Vec<String>,
}

impl MoveView {
    /// The move that puts a piece on the square that is its text. A pass is such a move too: its
    /// text names no square.
    #[must_use]
    pub fn put(text: String) -> Self {
        Self {
            from: None,
            to: text.clone(),
            text,
            path: Vec::new(),
            ways: Vec::new(),
            captures: Vec::new(),
        }
    }
}

/// A mark on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The square's name.
    pub at: String,
    /// What it says.
    pub kind: MarkKind,
}

/// The kind of a mark.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// The king here is in check.
    Check,
    /// Start of the last move.
    LastFrom,
    /// End of the last move.
    LastTo,
    /// This piece must capture.
    MustCapture,
    /// Part of the winning line.
    Winning,
    /// Nothing may be put here; with the game's word for the rule (`double-three`).
    Forbidden(&'static str),
}

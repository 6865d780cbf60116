use crate::{Board, End, MovePlayed, PuzzleCount, PuzzleGoal, Side};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// `GET /api/puzzles`: puzzles by their ids, those of the latest game first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleList {
    /// How many puzzles there are of each variant that has some; of one game, if a game was asked for.
    pub variants: Vec<PuzzleCount>,
    /// The ids of this page.
    pub ids: Vec<String>,
    /// What `after` of the next page is; absent: this is the last page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The search of the game that was asked for; absent: it was never searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub search: Option<PuzzleSearch>,
}

/// A shipped puzzle, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ListedPuzzle {
    /// Its id.
    pub id: String,
    /// How difficult it is, on the scale of the ratings of people.
    pub rating: u16,
    /// What it is about, by words of its family.
    pub themes: Vec<String>,
}

/// `GET /api/puzzles/shipped`: the puzzles that come with the program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ShippedPuzzles {
    /// How many there are of each variant that has some, whatever was asked for.
    pub variants: Vec<PuzzleCount>,
    /// Those that were asked for, the easiest first; none where no variant was named.
    pub puzzles: Vec<ListedPuzzle>,
}

/// How the search of a game for puzzles stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleSearch {
    /// Whether it goes on.
    pub under_way: bool,
    /// Positions that were looked at.
    pub done: u32,
    /// Positions to look at.
    pub total: u32,
}

/// A position of a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PuzzlePosition {
    /// The position as text.
    pub text: String,
    /// Who moves.
    pub turn: Side,
    /// The board: pieces, legal moves, marks.
    pub board: Board,
    /// How the game has ended here by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end: Option<End>,
}

/// `GET /api/puzzles/{id}`: a position of a game in which one move is right, or a few.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = Puzzle)]
pub struct ShownPuzzle {
    /// Its id.
    pub id: String,
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// Who is to find the move.
    pub side: Side,
    /// What it is for.
    pub kind: PuzzleGoal,
    /// The number of moves to a forced win that the search found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// How many moves are to be found.
    pub to_find: u32,
    /// How many first moves are right: more than one where they are equally good.
    pub right: u32,
    /// The expected score that the move of the game lost, 0 to 1.
    pub loss: f32,
    /// What it is about, by words of its family.
    pub themes: Vec<String>,
    /// How difficult it is, on the scale of the ratings of people; absent: it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// The lowest level from which on each finds it in half of its tries or more; absent: there is none, or it
    /// was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The game of this hall that it is of; absent: it came with the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// The number of moves before it in that game.
    pub ply: u32,
    /// How often its first move was tried.
    pub tries: u64,
    /// How often it was solved.
    pub solved: u64,
    /// The move before it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<MovePlayed>,
    /// The position.
    pub position: PuzzlePosition,
}

/// `POST /api/puzzles/{id}/try`: the moves of the solver so far.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleTry {
    /// The moves of the solver alone, in any notation; all but the last are right.
    pub moves: Vec<String>,
}

/// What a right move does that the puzzle did not know.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PuzzleOther {
    /// It wins too.
    Wins,
    /// It wins too, but no win by force was found that is as quick as that of the solution.
    WinsSlower,
    /// It saves the game too.
    Saves,
}

/// The answer to a try.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleAnswer {
    /// Whether the last move is right.
    pub right: bool,
    /// It is right by a search of its own: the puzzle did not know it. Then the puzzle is solved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<PuzzleOther>,
    /// Whether the puzzle is solved.
    pub done: bool,
    /// The last move and the reply to it; a wrong move alone.
    pub played: Vec<MovePlayed>,
    /// After the last right move: how the game would go on, up to where one sees what it was for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<MovePlayed>,
    /// The position after `played`; after a wrong move the position before it.
    pub position: PuzzlePosition,
}

/// `GET /api/puzzles/{id}/solution`: all moves, of both sides.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleSolution {
    /// The moves from the position of the puzzle on.
    pub moves: Vec<MovePlayed>,
    /// The position after them.
    pub position: PuzzlePosition,
}

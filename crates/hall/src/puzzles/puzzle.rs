use game::Side;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What the right move is for.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
#[schema(as = PuzzleKind)]
pub enum PuzzleGoal {
    /// It mates, in a game that is won by mate.
    Mate,
    /// It wins.
    Win,
    /// It saves the game: every other move loses.
    Save,
}

impl PuzzleGoal {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Mate, Self::Win, Self::Save];

    /// Its word: `mate`, `win`, `save`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Win => "win",
            Self::Save => "save",
        }
    }
}

/// How many puzzles a variant has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct PuzzleCount {
    /// The variant's id.
    pub variant: String,
    /// How many.
    pub count: u64,
}

/// Another move of the solver that is as right as that of the solution, by a search of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AlternativeLine {
    /// The number of moves of the solution before it.
    pub at: usize,
    /// The move, and those of both sides that show what it is for.
    pub line: Vec<String>,
}

/// A puzzle: a position of a game and what is to be found in it. It can be played without the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The variant's id.
    pub variant: String,
    /// The rule set: its id, or the text of one made to measure.
    pub rules: String,
    /// The position that the game began from.
    pub start: String,
    /// The moves from there to the position, in engine notation: some rules depend on them.
    pub moves: Vec<String>,
    /// Whether the second side is to move and solves it.
    pub second: bool,
    /// What the solver is to do.
    pub kind: PuzzleGoal,
    /// The number of the solver's moves to a forced win that the search found. A shorter one may exist.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wins_in: Option<u32>,
    /// The solution in engine notation: the solver's move, the reply, and so on; the last move is the solver's.
    pub solution: Vec<String>,
    /// The moves after the solution, of both sides, up to where one sees what it was for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// Moves that are right, too. All others are wrong.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<AlternativeLine>,
    /// The chance that the move of the game lost for which the position was looked at, from 0 to 1.
    pub loss: f64,
    /// By how much chance the right first moves are ahead of every other.
    pub lead: f64,
}

impl Puzzle {
    /// The number of moves before the position.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The side that is to move.
    #[must_use]
    pub const fn side(&self) -> Side {
        if self.second { Side::Second } else { Side::First }
    }

    /// The other moves that are right after so many moves of the solution.
    pub fn also_at(&self, at: usize) -> impl Iterator<Item = &AlternativeLine> {
        self.also.iter().filter(move |one| one.at == at)
    }

    /// How many moves the solver is to find.
    #[must_use]
    pub fn to_find(&self) -> usize {
        self.solution.len().div_ceil(2)
    }
}

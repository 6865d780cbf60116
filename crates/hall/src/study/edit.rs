//! What a study is stored as. Within a format of the store, fields may be added with a default and never
//! renamed.

use crate::PersonId;
use engine::{Score, Session};
use game::Outcome;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// What a study began with. It never changes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Setup {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id.
    pub rules: String,
    /// The start position's text.
    pub start: String,
    /// What it was called first.
    #[serde(default)]
    pub title: String,
    /// The players' names, the first side's first; empty when unknown.
    #[serde(default)]
    pub players: [String; 2],
    /// What a file says besides, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The result of the game it came from (`1-0`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Outcome>,
    /// The id of the hall's game it came from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Who made it; absent for what was made in a hall that had one user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<PersonId>,
    /// How many edits it began with: they cannot be undone.
    #[serde(default)]
    pub given: u32,
}

impl Setup {
    /// A study of a position.
    #[must_use]
    pub fn of(root: &dyn Session) -> Self {
        Self {
            variant: root.variant().id.to_owned(),
            rules: root.rules().to_owned(),
            start: root.start_text(),
            ..Self::default()
        }
    }
}

/// A change of a study, as it is stored. What a client may ask for is `wire::StudyCommand`, whose texts are not checked yet
/// and whose moves may be in any notation; it has no [`Edit::Add`] and no [`Edit::Follow`], and asks what is no edit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Edit {
    /// Adds nodes, each after those that its parent has already. They get the next numbers in order.
    Add {
        /// The nodes.
        nodes: Vec<NewNode>,
    },
    /// Moves that were played in the game that the study came from: each becomes the main move.
    Follow {
        /// The node that they begin at.
        node: u32,
        /// The moves.
        moves: Vec<FollowedMove>,
    },
    /// Sets the comment.
    Comment {
        /// The node.
        node: u32,
        /// The text; empty: none.
        text: String,
    },
    /// Sets the glyphs.
    Glyphs {
        /// The node.
        node: u32,
        /// Their NAG numbers.
        glyphs: Vec<u16>,
    },
    /// Sets the shapes.
    Shapes {
        /// The node.
        node: u32,
        /// The shapes.
        shapes: Vec<Shape>,
    },
    /// Sets the evaluation.
    Evaluate {
        /// The node.
        node: u32,
        /// The evaluation.
        #[serde(default)]
        evaluation: Option<Evaluation>,
    },
    /// Moves a node one place to the front among its siblings.
    Promote {
        /// The node.
        node: u32,
    },
    /// Moves a node one place to the back among its siblings.
    Demote {
        /// The node.
        node: u32,
    },
    /// Moves a node and each node before it to the front.
    MakeMain {
        /// The node.
        node: u32,
    },
    /// Deletes a node and every node after it.
    Delete {
        /// The node.
        node: u32,
    },
    /// Folds the nodes after a node away, or shows them.
    Collapse {
        /// The node.
        node: u32,
        /// Whether they are folded away.
        collapsed: bool,
    },
    /// Names the study.
    Title {
        /// What it is called.
        title: String,
    },
    /// Takes back the last edit that was not taken back yet.
    Undo,
    /// Does again what was taken back last, as long as nothing else was changed since.
    Redo,
}

/// A node to add.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct NewNode {
    /// The node before: one that there is, or one of this edit.
    pub parent: u32,
    /// The move, in engine notation.
    pub text: String,
    /// A comment that stood before the move.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub before: String,
    /// The comment.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Glyphs by their NAG numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub glyphs: Vec<u16>,
    /// Shapes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shapes: Vec<Shape>,
    /// The evaluation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluation: Option<Evaluation>,
    /// Commands of the file's comment that are not understood (`[%clk 0:05:00]`).
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub extra: String,
    /// The time that was used for the move.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_ms: u64,
}

/// A move of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FollowedMove {
    /// The move, in engine notation.
    pub text: String,
    /// The time that was used for it.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub time_ms: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// The colour of a shape.
#[derive(
    Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum ShapeColor {
    /// Green.
    Green,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Yellow.
    Yellow,
}

/// An arrow, or a coloured point.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
pub struct Shape {
    /// Its colour.
    pub color: ShapeColor,
    /// The square's name; of an arrow where it begins.
    pub from: String,
    /// Where an arrow ends; absent for a point.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
}

/// An evaluation that is kept with a node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// The score for the first side.
    pub score: Score,
    /// The expected score of the first side, 0 to 1.
    pub chance: f32,
    /// Plies; 0 when unknown.
    #[serde(default)]
    pub depth: u32,
    /// The engine's id; empty when unknown.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub engine: String,
}

impl Evaluation {
    /// An evaluation of an unknown program, whose chances are not known either: the usual curve stands
    /// in for them.
    #[must_use]
    pub fn of_file(score: Score, depth: u32) -> Self {
        let chance = match score {
            Score::Mate(moves) if moves > 0 => 1.0,
            Score::Mate(_) => 0.0,
            #[expect(clippy::cast_precision_loss, reason = "scores are small")]
            Score::Cp(cp) => 1.0 / (1.0 + 10_f32.powf(-(cp as f32) / 400.0)),
        };
        Self { score, chance, depth, engine: String::new() }
    }
}

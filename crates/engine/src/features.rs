//! What a network sees of the positions of a game, for the training of one.

use crate::Session;
use std::fmt;

/// The features of a game's positions, from the perspective of either side. A network adds a row of weights for
/// each active feature. Play uses the same features, so they are defined once, beside the game's evaluation.
pub trait Features: fmt::Debug + Sync {
    /// Its name with a version: a weight file has it, and play refuses a file with another.
    fn name(&self) -> &'static str;

    /// The name of a network that is added to the hand-made evaluation, where the engine has such: another one than
    /// [`Features::name`], and with a version of the hand-made evaluation.
    fn beside(&self) -> Option<&'static str> {
        None
    }

    /// The number of features of a perspective.
    fn inputs(&self) -> u32;

    /// How many of them are active at most.
    fn active(&self) -> u32;

    /// The number of kinds of positions with an output of their own.
    fn buckets(&self) -> u32;

    /// How many images of a position are equal games with other features: 1 where none is but the position itself.
    fn images(&self) -> u32 {
        1
    }

    /// For a network that looks at each cell of the board by itself and then adds up regions; `None` for one that adds
    /// up the pieces on the board. In the first case [`Features::active`] is the number of features of a cell.
    fn cells(&self) -> Option<&Cells> {
        None
    }

    /// Whether the search would trust a static evaluation of the session's position: others are left out where a job
    /// wants quiet positions.
    fn is_quiet(&self, _session: &dyn Session) -> bool {
        true
    }

    /// Writes what the network sees of an image of the session's position. `false` when the session belongs to
    /// another game; then `seen` means nothing.
    fn see(&self, session: &dyn Session, image: u32, seen: &mut NetworkInput) -> bool;
}

/// What a network that looks at cells needs to know of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// The number of regions of the board.
    pub regions: u32,
    /// How many cells a region has at most.
    pub most: u32,
    /// For each feature the one that the other side sees in its place.
    pub turned: Vec<u16>,
    /// For each feature the kind that it belongs to: features of a kind are alike, and a training learns first what
    /// they have in common. Empty where no kinds are known.
    pub kinds: Vec<u16>,
    /// For each image of a position where its regions go; the first is the position itself. Only the regions differ.
    pub images: Vec<Vec<u8>>,
}

/// What a network sees of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NetworkInput {
    /// The active features for the side to move. With [`Features::cells`] those of each cell, one cell after the other.
    pub own: Vec<u16>,
    /// The active features for the other side; none with [`Features::cells`], where they follow from the own ones.
    pub other: Vec<u16>,
    /// With [`Features::cells`] the region of each cell.
    pub places: Vec<u8>,
    /// The kind of the position.
    pub bucket: u8,
    /// The share of the network's output that counts: less than 1 where a game's rules of thumb damp every
    /// score.
    pub share: f32,
    /// The hand-made evaluation for the side to move, in hundredths: what a network beside it is added to. 0 where
    /// the engine has no such network.
    pub hand_made: i32,
}

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

    /// Writes what the network sees of an image of the session's position. `false` when the session belongs to
    /// another game; then `seen` means nothing.
    fn see(&self, session: &dyn Session, image: u32, seen: &mut Seen) -> bool;
}

/// What a network sees of a position.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Seen {
    /// The active features for the side to move.
    pub own: Vec<u16>,
    /// The active features for the other side.
    pub other: Vec<u16>,
    /// The kind of the position.
    pub bucket: u8,
    /// The share of the network's output that counts: less than 1 where a game's rules of thumb damp every
    /// score.
    pub share: f32,
    /// The hand-made evaluation for the side to move, in hundredths: what a network beside it is added to. 0 where
    /// the engine has no such network.
    pub hand_made: i32,
}

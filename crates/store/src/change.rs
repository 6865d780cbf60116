use wire::{End, Side};

/// A change of a game. The module `format` defines its stored form.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// A move was played.
    Moved {
        /// In engine notation.
        text: String,
        /// Time used for it.
        time_ms: u64,
        /// The times left on both clocks after it.
        left_ms: [u64; 2],
        /// The machine's score for the first side in centipawns, if a machine moved.
        score_cp: Option<i32>,
    },
    /// A choice in the opening was made.
    OpeningChosen {
        /// The choice as the protocol writes it: `h8`, `swap`, `declare=5`, ….
        choice: String,
        /// The times left on both clocks after it.
        left_ms: [u64; 2],
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves remain. When all do, it is the last fifth move offered in an opening
        /// that is taken back, or the end of a game that the players had ended.
        plies: u32,
    },
    /// The game began again from its start position.
    Restarted,
    /// The players changed sides.
    SidesSwapped,
    /// The game ended.
    Ended {
        /// The ending.
        end: End,
        /// The times left on both clocks.
        left_ms: [u64; 2],
    },
    /// A side offers a draw.
    DrawOffered {
        /// The side.
        side: Side,
    },
    /// The offer was declined.
    DrawDeclined,
    /// Machine against machine: paused.
    Paused {
        /// The times left on both clocks.
        left_ms: [u64; 2],
    },
    /// Machine against machine: continued.
    Resumed,
}

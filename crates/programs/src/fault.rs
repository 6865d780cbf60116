use std::time::Duration;
use thiserror::Error;

/// Why a player gave no move.
#[derive(Debug, Error)]
pub enum Halt {
    /// It loses the game.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The match or the search has been stopped.
    #[error("stopped")]
    Stopped,
    /// It cannot play at all: the match cannot be played.
    #[error("{0}")]
    Unusable(String),
}

/// A reason other than play by which a player loses a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It did not answer at the beginning.
    #[error("no {expected} within {} ms", .patience.as_millis())]
    Handshake {
        /// The answer that did not come.
        expected: &'static str,
        /// How long it was waited for.
        patience: Duration,
    },
    /// It ended by itself.
    #[error("{ending}")]
    Crash {
        /// How, in words.
        ending: String,
    },
    /// It does not move.
    #[error("no move after {} ms, nor when told to stop", .after.as_millis())]
    Stall {
        /// How long it had.
        after: Duration,
    },
    /// It reports nothing of an analysis.
    #[error("no report within {} ms", .patience.as_millis())]
    Silent {
        /// How long it was waited for.
        patience: Duration,
    },
    /// It sent an invalid answer.
    #[error("{what}")]
    Garbage {
        /// What is wrong with it.
        what: String,
    },
    /// It played an illegal move.
    #[error("{text:?} is not legal")]
    Illegal {
        /// The move.
        text: String,
    },
    /// It gave no move.
    #[error("it gave no move where there are legal ones")]
    NoMove,
    /// It overstepped its time.
    #[error("{} ms too late", .over.as_millis())]
    Time {
        /// By how much.
        over: Duration,
    },
}

impl Fault {
    /// The reason's word.
    #[must_use]
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Handshake { .. } => "handshake",
            Self::Crash { .. } => "crash",
            Self::Stall { .. } => "stall",
            Self::Silent { .. } => "silent",
            Self::Garbage { .. } => "garbage",
            Self::Illegal { .. } => "illegal-move",
            Self::NoMove => "no-move",
            Self::Time { .. } => "time",
        }
    }
}

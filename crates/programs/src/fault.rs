use crate::NoBoard;
use engine::ProgramFault;
use std::time::Duration;
use thiserror::Error;

/// Why a player gave no move.
#[derive(Debug, Error)]
pub enum NoMove {
    /// It loses the game.
    #[error(transparent)]
    Fault(#[from] ForfeitReason),
    /// The match or the search has been stopped.
    #[error("stopped")]
    Stopped,
    /// It cannot play at all: the match cannot be played.
    #[error("{0}")]
    Unusable(String),
    /// The same, of a program, as data.
    #[error(transparent)]
    Unfit(#[from] UnusableProgram),
}

/// Why a program cannot be asked at all.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum UnusableProgram {
    /// It does not start.
    #[error("cannot start {program}: {error}")]
    Start {
        /// The command.
        program: String,
        /// What the system said.
        error: String,
    },
    /// It was given an option that it does not have.
    #[error("{program} has no option {name:?}")]
    NoOption {
        /// The command.
        program: String,
        /// The option.
        name: String,
    },
    /// It does not play the game.
    #[error("{program} does not play {variant}")]
    OtherGame {
        /// The command.
        program: String,
        /// The variant's id.
        variant: String,
    },
    /// Its protocol has no words for the position.
    #[error(transparent)]
    NoBoard(#[from] NoBoard),
    /// Its protocol has no words for a search of chosen moves.
    #[error("its protocol cannot limit a search to chosen moves")]
    OnlyMoves,
}

impl NoMove {
    /// The fault as a code with what it is about; `None` where nothing is wrong.
    #[must_use]
    pub fn fault(&self) -> Option<ProgramFault> {
        let message = self.to_string();
        let (code, waited, found) = match self {
            Self::Stopped => return None,
            Self::Unusable(_) => ("unusable", None, None),
            Self::Unfit(unfit) => match unfit {
                UnusableProgram::Start { error, .. } => ("cannot-start", None, Some(error)),
                UnusableProgram::NoOption { name, .. } => ("no-option", None, Some(name)),
                UnusableProgram::OtherGame { .. } => ("other-game", None, None),
                UnusableProgram::NoBoard(_) => ("no-board", None, None),
                UnusableProgram::OnlyMoves => ("only-moves", None, None),
            },
            Self::Fault(fault) => match fault {
                ForfeitReason::Handshake { patience: waited, .. }
                | ForfeitReason::Silent { patience: waited }
                | ForfeitReason::Stall { after: waited }
                | ForfeitReason::Time { over: waited } => (fault.reason(), Some(*waited), None),
                ForfeitReason::Crash { ending: found }
                | ForfeitReason::Garbage { what: found }
                | ForfeitReason::Illegal { text: found } => (fault.reason(), None, Some(found)),
                ForfeitReason::NoMove => (fault.reason(), None, None),
            },
        };
        let waited_ms = waited.map(|waited| u32::try_from(waited.as_millis()).unwrap_or(u32::MAX));
        Some(ProgramFault { code, waited_ms, found: found.cloned(), message })
    }
}

/// A reason other than play by which a player loses a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ForfeitReason {
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

impl ForfeitReason {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_a_code_with_what_it_is_about() {
        let patience = Duration::from_millis(1500);
        let silent = NoMove::from(ForfeitReason::Silent { patience }).fault().unwrap();
        assert_eq!((silent.code, silent.waited_ms), ("silent", Some(1500)));
        let (program, name) = ("./e".to_owned(), "Skill".to_owned());
        let unfit = NoMove::from(UnusableProgram::NoOption { program, name }).fault().unwrap();
        assert_eq!((unfit.code, unfit.found.as_deref()), ("no-option", Some("Skill")));
        assert_eq!(unfit.message, "./e has no option \"Skill\"");
        assert_eq!(NoMove::Stopped.fault(), None);
    }
}

//! Laws that hold for every input, as functions: the bodies of the fuzz targets, also run
//! over a small corpus by the tests.

use crate::manager::{Dialect, new_manager};
use crate::{RankBase, ucci, uci};

/// Whatever reads also prints, and reads back as the same: every line of `data`, as a
/// command and as an answer of both protocols.
///
/// # Panics
/// When the law is broken.
pub fn lines_read_back(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(Some(command)) = uci::Command::parse(line) {
            assert_eq!(uci::Command::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Ok(Some(command)) = ucci::Command::parse(line) {
            assert_eq!(ucci::Command::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Ok(Some(answer)) = uci::Answer::parse(line) {
            assert_eq!(uci::Answer::parse(&answer.to_string()), Ok(Some(answer)));
        }
        if let Ok(Some(answer)) = ucci::Answer::parse(line) {
            assert_eq!(ucci::Answer::parse(&answer.to_string()), Ok(Some(answer)));
        }
    }
}

/// A manager survives whatever an engine says, and only a best move ends a search.
///
/// # Panics
/// When the law is broken.
pub fn managers_survive(data: &[u8]) {
    use crate::manager::{Event, Phase, Request};
    for dialect in [Dialect::Uci, Dialect::Ucci] {
        for ranks in [RankBase::Zero, RankBase::One] {
            let mut manager = new_manager(dialect, ranks);
            let greeted = manager.hello();
            assert!(greeted.is_ok(), "a fresh manager greets");
            for line in String::from_utf8_lossy(data).lines() {
                let before = manager.phase();
                let event = manager.receive(line);
                match (before, manager.phase()) {
                    (Phase::Greeting, Phase::Idle) => {
                        assert!(matches!(event, Event::Identified(_)));
                    }
                    (Phase::Searching, Phase::Idle) => assert!(matches!(event, Event::Best(_))),
                    (before, after) => assert_eq!(before, after),
                }
                if manager.phase() == Phase::Idle {
                    let started = manager.go(&Request::default());
                    assert!(started.is_ok(), "an idle engine searches");
                }
            }
        }
    }
}

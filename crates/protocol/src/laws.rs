//! Laws that hold for every input, as functions: the bodies of the fuzz targets, also run
//! over a small corpus by the tests.

use crate::manager::{Dialect, new_manager};
use crate::{RankBase, gomocup, ucci, uci};

/// Whatever reads also prints, and reads back as the same: every line of `data`, as a
/// command and as an answer of every protocol.
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
        if let Ok(Some(command)) = gomocup::Command::parse(line) {
            assert_eq!(gomocup::Command::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Some(answer) = gomocup::Answer::parse(line) {
            assert_eq!(gomocup::Answer::parse(&answer.to_string()), Some(answer));
        }
        if let Some(progress) = gomocup::Progress::read(line) {
            assert_eq!(gomocup::Progress::read(&progress.to_string()), Some(progress));
        }
    }
}

/// A manager survives whatever an engine says, and only a best move ends a search.
///
/// # Panics
/// When the law is broken.
pub fn managers_survive(data: &[u8]) {
    use crate::manager::{Event, Phase, Request};
    for dialect in [Dialect::Uci, Dialect::Ucci, Dialect::Gomocup] {
        for ranks in [RankBase::Zero, RankBase::One] {
            let mut manager = new_manager(dialect, ranks, "renju");
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

/// A brain's lines, put together, come to the same as their printed forms do, and no line
/// is answered more than twice.
///
/// # Panics
/// When the law is broken.
pub fn orders_read_back(data: &[u8]) {
    let (mut first, mut second) = (gomocup::Assembly::default(), gomocup::Assembly::default());
    for line in String::from_utf8_lossy(data).lines() {
        let Some(command) = gomocup::Command::parse(line).transpose() else { continue };
        let printed = match &command {
            Ok(command) => gomocup::Command::parse(&command.to_string()).transpose(),
            Err(error) => Some(Err(error.clone())),
        };
        let orders = first.receive(command);
        assert!(orders.len() <= 2);
        assert_eq!(Some(orders), printed.map(|command| second.receive(command)));
    }
}

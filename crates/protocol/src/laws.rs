//! Laws that hold for every input, as functions: the bodies of the fuzz targets. The tests also run
//! them over a small corpus.

use crate::draughts::{Board, Colour, Move};
use crate::dxp::{DxpConversation, DxpEvent as Heard, Frames, GameReq, Message, Reason};
use crate::manager::{GameDescription, ProtocolKind, new_manager};
use crate::{Limits, RankBase, gomocup, hub, ucci, uci};

/// Everything that parses also prints, and reads back as the same: every line of `data`, as a
/// command and as an answer of every protocol of lines.
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
    hub_reads_back(data);
}

/// The same for Hub alone, and for positions and moves in the protocols of draughts.
///
/// # Panics
/// When the law is broken.
pub fn hub_reads_back(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(Some(command)) = hub::Command::parse(line) {
            assert_eq!(hub::Command::parse(&command.to_string()), Ok(Some(command)));
        }
        if let Ok(Some(answer)) = hub::Answer::parse(line) {
            assert_eq!(hub::Answer::parse(&answer.to_string()), Ok(Some(answer)));
        }
        boards_read_back(line);
    }
}

/// Positions and moves of draughts, in all forms of the protocols.
fn boards_read_back(line: &str) {
    for squares in [32, 50, 64, 72] {
        if let Ok(board) = Board::from_hub(line, squares) {
            assert_eq!(Board::from_hub(&board.to_hub(), squares), Ok(board));
        }
    }
    if let Ok(board) = Board::from_dxp(line) {
        assert_eq!(Board::from_dxp(&board.to_dxp()), Ok(board));
    }
    if let Ok(m) = line.parse::<Move>() {
        assert_eq!(m.to_string().parse(), Ok(m));
    }
}

/// Bytes from a connection are messages that print and read back, or they are refused. Neither side
/// of a conversation panics on them at any stage.
///
/// # Panics
/// When the law is broken.
pub fn dxp_survives(data: &[u8]) {
    let messages: Vec<Vec<u8>> = Frames::default().push(data).into_iter().flatten().collect();
    for bytes in &messages {
        if let Ok(message) = Message::parse(bytes) {
            let printed = message.to_bytes();
            assert_eq!(printed.last(), Some(&0), "an end code");
            assert_eq!(Message::parse(&printed[..printed.len() - 1]), Ok(message));
        }
    }
    for stage in 0..5 {
        let mut talk = DxpConversation::new("law");
        let request = GameReq::new("law", Colour::Black, 5, 75, None);
        if stage > 0 {
            assert!(talk.ask(request).is_ok(), "nothing was said before");
        }
        if stage > 1 {
            let name = "other".to_owned();
            let code = crate::dxp::Acceptance::Accepted;
            let bytes = Message::GameAcc { name, code }.to_bytes();
            talk.receive(&bytes[..bytes.len() - 1]);
            assert!(talk.is_my_turn());
        }
        if stage > 2 {
            assert!(talk.play(Move::new(32, 28, Vec::new()), 0).is_ok());
        }
        if stage > 3 {
            talk.end(Reason::Drawn, false);
        }
        for bytes in &messages {
            let (playing, mine) = (talk.is_playing(), talk.is_my_turn());
            let told = talk.receive(bytes);
            for reply in told.replies {
                let printed = reply.to_bytes();
                assert!(Message::parse(&printed[..printed.len() - 1]).is_ok());
            }
            match told.event {
                Heard::Moved { .. } => assert!(!mine && talk.is_my_turn()),
                Heard::Started { .. } => assert!(!playing && talk.is_playing()),
                Heard::Ended { .. } => assert!(playing && !talk.is_playing()),
                _ => assert_eq!((playing, mine), (talk.is_playing(), talk.is_my_turn())),
            }
        }
    }
}

/// A manager accepts any line of an engine without a panic, and only a best move ends a search.
///
/// # Panics
/// When the law is broken.
pub fn managers_survive(data: &[u8]) {
    use crate::manager::{ConversationPhase, ManagerEvent, PositionContext};
    // Renju, in Gomocup's numbers.
    let played = GameDescription { rule: 4, ..GameDescription::default() };
    for protocol in [
        ProtocolKind::Uci,
        ProtocolKind::Ucci,
        ProtocolKind::Gomocup,
        ProtocolKind::Hub,
        ProtocolKind::HubOne,
    ] {
        for ranks in [RankBase::Zero, RankBase::One] {
            let mut manager = new_manager(protocol, ranks, played);
            let greeted = manager.hello();
            assert!(greeted.is_ok(), "a fresh manager greets");
            for line in String::from_utf8_lossy(data).lines() {
                let before = manager.phase();
                let event = manager.receive(line);
                match (before, manager.phase()) {
                    (ConversationPhase::Greeting, ConversationPhase::Idle) => {
                        assert!(matches!(event, ManagerEvent::Identified(_)));
                    }
                    (ConversationPhase::Searching, ConversationPhase::Idle) => {
                        assert!(matches!(event, ManagerEvent::Best(_)));
                    }
                    (before, after) => assert_eq!(before, after),
                }
                if manager.phase() == ConversationPhase::Idle {
                    let started = manager.go(&Limits::default(), PositionContext::default());
                    assert!(started.is_ok(), "an idle engine searches");
                }
            }
        }
    }
}

/// A brain's lines, combined into orders, give the same orders as their printed forms. No line is
/// answered more than twice.
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

use crate::draughts::Move;
use crate::driver::Conversation;
use crate::manager::{BestReply, InfoUpdate, ManagerEvent, PositionContext, ReplyError};
use crate::words::Words;
use crate::{Bound, Limits, LineError, OptionDecl, PositionText, Score, Start};
use std::time::Duration;

/// Hub 1 on the manager's side, for Scan 2.0: bare words instead of `name=value`, and parameters
/// that can be set but are not declared.
///
/// There is no limit of nodes; a search without another limit runs until it is stopped.
#[derive(Debug, Default)]
pub(crate) struct Codec {
    initialised: bool,
}

impl Codec {
    fn lines(&mut self, lines: impl IntoIterator<Item = String>) -> Vec<String> {
        let first = (!std::mem::replace(&mut self.initialised, true)).then(|| "init".to_owned());
        first.into_iter().chain(lines).collect()
    }
}

/// The lines for the limits: Hub 1 counts in milliseconds.
fn levels(limits: &Limits) -> Vec<String> {
    let mut lines = Vec::new();
    lines.extend(limits.depth.map(|depth| format!("depth {depth}")));
    if let Some(time) = limits.move_time {
        lines.push(format!("time {}", time.as_millis()));
    } else if let Some(clock) = limits.clock {
        let (left, increment) = (clock.mine.as_millis(), clock.increment.as_millis());
        // Without a number of moves the time is for the whole game.
        lines.push(format!("level {} {left} {increment}", clock.moves_to_go.unwrap_or(0)));
    }
    lines
}

impl crate::driver::Codec for Codec {
    const STOP: &'static str = "stop";
    const PONDER_HIT: Option<&'static str> = Some("ponder-hit");
    const QUIT: &'static str = "quit";
    const DECLARES_OPTIONS: bool = false;

    fn hello(&mut self) -> String {
        "hub".to_owned()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        vec![format!("set {name} {}", value.unwrap_or_default())]
    }

    fn is_ready(&mut self) -> Vec<String> {
        if self.initialised { vec!["ping".to_owned()] } else { self.lines([]) }
    }

    fn new_game(&mut self, _declared: &[OptionDecl]) -> Vec<String> {
        if self.initialised { vec!["new".to_owned()] } else { Vec::new() }
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        let start = match &position.start {
            Start::Standard => "start".to_owned(),
            // Hub 1 writes the side to move in small letters.
            Start::Fen(board) => match board.split_at_checked(1) {
                Some((side, squares)) => format!("pos {}{squares}", side.to_ascii_lowercase()),
                None => format!("pos {board}"),
            },
        };
        let moves = position.moves.iter().map(|m| format!("move {m}"));
        self.lines(std::iter::once(start).chain(moves))
    }

    fn go(&mut self, limits: &Limits, _asker: PositionContext) -> Vec<String> {
        let mut lines = levels(limits);
        lines.push(if limits.ponder { "ponder" } else { "go" }.to_owned());
        self.lines(lines)
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent {
        let mut words = Words::new(line);
        match words.take() {
            Some("name") => {
                talk.name = words.rest_text();
                ManagerEvent::Noise
            }
            // The lines that Scan prints before it is greeted may begin with any word.
            Some("wait") => match talk.identified("wait") {
                Err(event) => event,
                Ok(()) => ManagerEvent::Identified(Vec::new()),
            },
            Some("ready") if talk.awaits_ready() => talk.ready(),
            Some("pong") => talk.ready(),
            Some("info") => ManagerEvent::Report(report(&mut words)),
            Some("move") => match words.need("a move") {
                Ok(best) => talk.best(BestReply {
                    best: Some(Move::sorted(best)),
                    ponder: words.take().map(Move::sorted),
                    ..BestReply::default()
                }),
                Err(error) => ManagerEvent::Wrong(ReplyError::Line(error)),
            },
            Some("error") => ManagerEvent::Text(format!("error: {}", words.rest_text())),
            _ => ManagerEvent::Noise,
        }
    }
}

/// `info DEPTH MEAN-DEPTH SCORE NODES SECONDS SPEED MOVES…`; unreadable values count as absent.
fn report(words: &mut Words<'_>) -> InfoUpdate {
    let mut number = || -> Option<f64> {
        let word: Result<&str, LineError> = words.need("a number");
        word.ok()?.parse().ok()
    };
    let (depth, _mean, score, nodes, seconds, _speed) =
        (number(), number(), number(), number(), number(), number());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts of floats stop at the bounds"
    )]
    InfoUpdate {
        depth: depth.map(|n| n as u32),
        score: score.map(|n| (Score::Cp(n as i32), Bound::Exact)),
        nodes: nodes.map(|n| n as u64),
        time: seconds.and_then(|s| Duration::try_from_secs_f64(s).ok()),
        pv: words.rest().iter().map(|m| Move::sorted(m)).collect(),
        ..InfoUpdate::default()
    }
}

use super::{Answer, Command, Level, Mode};
use crate::draughts::{Board, Move};
use crate::driver::Conversation;
use crate::manager::{Best, Event, Report, Request};
use crate::{Bound, OptionDecl, PositionText, Score, Start};

/// Hub 2, as a manager speaks it.
///
/// Parameters must be set before the engine is initialised, which the first sign of life asked
/// for, position or search does.
#[derive(Debug)]
pub(crate) struct Dialect {
    squares: usize,
    initialised: bool,
}

impl Dialect {
    /// For games on a board with so many playing squares.
    pub(crate) fn new(squares: u8) -> Self {
        Self { squares: usize::from(squares), initialised: false }
    }

    /// The lines for some commands, after `init` if that was not sent yet.
    fn lines(&mut self, commands: &[Command]) -> Vec<String> {
        let first = (!std::mem::replace(&mut self.initialised, true)).then_some(&Command::Init);
        first.into_iter().chain(commands).map(ToString::to_string).collect()
    }
}

/// The position as the protocols of draughts tell it; text that cannot be read as a FEN goes
/// to the engine as it is, which says what is wrong with it.
pub(super) fn board_text(
    position: &PositionText,
    squares: usize,
    write: impl Fn(&Board) -> String,
) -> Option<String> {
    match &position.start {
        Start::Standard => None,
        Start::Fen(fen) => {
            Some(Board::from_fen(fen, squares).map_or_else(|_| fen.clone(), |board| write(&board)))
        }
    }
}

impl crate::driver::Dialect for Dialect {
    const STOP: &'static str = "stop";
    const PONDER_HIT: Option<&'static str> = Some("ponder-hit");
    const QUIT: &'static str = "quit";

    fn hello(&mut self) -> String {
        Command::Hub.to_string()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        let (name, value) = (name.to_owned(), value.unwrap_or_default().to_owned());
        vec![Command::SetParam { name, value }.to_string()]
    }

    fn is_ready(&mut self) -> Vec<String> {
        // The answer to `init` says as much as that to `ping`.
        if self.initialised { vec![Command::Ping.to_string()] } else { self.lines(&[]) }
    }

    fn new_game(&mut self, _declared: &[OptionDecl]) -> Vec<String> {
        // Before it was initialised an engine knows of no other game.
        if self.initialised { self.lines(&[Command::NewGame]) } else { Vec::new() }
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        let moves = position.moves.clone();
        let position = board_text(position, self.squares, Board::to_hub);
        self.lines(&[Command::Pos { position, moves }])
    }

    fn go(&mut self, request: &Request) -> Vec<String> {
        let mine = usize::from(!request.first_to_move);
        let level = Level {
            depth: request.depth,
            nodes: request.nodes,
            move_time: request.move_time,
            time: request.clocks.map(|clocks| clocks.left[mine]),
            increment: request
                .clocks
                .map(|clocks| clocks.increment[mine])
                .filter(|increment| !increment.is_zero()),
            moves: request.clocks.and_then(|clocks| clocks.moves_to_go),
            infinite: false,
        };
        let level = Level { infinite: level == Level::default(), ..level };
        let mode = if request.ponder { Mode::Ponder } else { Mode::Think };
        self.lines(&[Command::Level(level), Command::Go(mode)])
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> Event {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Event::Noise,
            Err(error) => return Event::Wrong(error.into()),
        };
        match answer {
            Answer::Id(id) => {
                let parts = [id.name, id.version];
                talk.name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
                Event::Noise
            }
            Answer::Param(param) => {
                talk.options.push(param);
                Event::Noise
            }
            Answer::Wait => match talk.identified("wait") {
                Err(event) => event,
                Ok(()) => Event::Identified(Vec::new()),
            },
            // `ready` may also answer an `init` nobody waited for.
            Answer::Ready if !talk.awaits_ready() => Event::Noise,
            Answer::Ready | Answer::Pong => talk.ready(),
            Answer::Info(info) => Event::Report(Report {
                depth: info.depth,
                score: info.score.map(|score| (Score::Cp(score), Bound::Exact)),
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| Move::sorted(m)).collect(),
                ..Report::default()
            }),
            Answer::Done { best, ponder } => talk.best(Best {
                best: best.map(|m| Move::sorted(&m)),
                ponder: ponder.map(|m| Move::sorted(&m)),
                ..Best::default()
            }),
            Answer::Error(message) => Event::Text(format!("error: {message}")),
        }
    }
}

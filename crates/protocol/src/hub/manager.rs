use super::{Answer, Command, Level, Mode};
use crate::draughts::{Board, Move};
use crate::manager::{Best, Conversation, Event, OutOfTurn, Phase, Report, Request};
use crate::{Bound, OptionDecl, PositionText, Score, Start};

/// Drives an engine over Hub 2; see [`crate::manager::Manager`] for what each call does.
///
/// Parameters must be set before the engine is initialised, which the first
/// [`is_ready`](crate::manager::Manager::is_ready), position or search does.
#[derive(Clone, Debug)]
pub struct Manager {
    squares: usize,
    talk: Conversation,
    initialised: bool,
}

impl Manager {
    /// A manager for games on a board with so many playing squares.
    #[must_use]
    pub fn new(squares: u8) -> Self {
        let squares = usize::from(squares);
        Self { squares, talk: Conversation::default(), initialised: false }
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

impl crate::manager::Manager for Manager {
    fn phase(&self) -> Phase {
        self.talk.phase
    }

    fn name(&self) -> &str {
        &self.talk.name
    }

    fn options(&self) -> &[OptionDecl] {
        &self.talk.options
    }

    fn hello(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.hello()?;
        Ok(vec![Command::Hub.to_string()])
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "setting a parameter")?;
        let (name, value) = (name.to_owned(), value.unwrap_or_default().to_owned());
        Ok(vec![Command::SetParam { name, value }.to_string()])
    }

    fn is_ready(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.ask_ready()?;
        // The answer to `init` says as much as that to `ping`.
        if self.initialised {
            return Ok(vec![Command::Ping.to_string()]);
        }
        Ok(self.lines(&[]))
    }

    fn new_game(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a new game")?;
        // Before it was initialised an engine knows of no other game.
        Ok(if self.initialised { self.lines(&[Command::NewGame]) } else { Vec::new() })
    }

    fn position(&mut self, position: &PositionText) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a position")?;
        let moves = position.moves.clone();
        let position = board_text(position, self.squares, Board::to_hub);
        Ok(self.lines(&[Command::Pos { position, moves }]))
    }

    fn go(&mut self, request: &Request) -> Result<Vec<String>, OutOfTurn> {
        self.talk.go()?;
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
        Ok(self.lines(&[Command::Level(level), Command::Go(mode)]))
    }

    fn stop(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "stopping")?;
        Ok(vec![Command::Stop.to_string()])
    }

    fn ponder_hit(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "a ponder hit")?;
        Ok(vec![Command::PonderHit.to_string()])
    }

    fn quit(&mut self) -> Vec<String> {
        self.talk.phase = Phase::Gone;
        vec![Command::Quit.to_string()]
    }

    fn receive(&mut self, line: &str) -> Event {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Event::Noise,
            Err(error) => return Event::Wrong(error.into()),
        };
        match answer {
            Answer::Id(id) => {
                let parts = [id.name, id.version];
                self.talk.name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
                Event::Noise
            }
            Answer::Param(param) => {
                self.talk.options.push(param);
                Event::Noise
            }
            Answer::Wait => match self.talk.identified("wait") {
                Err(event) => event,
                Ok(()) => Event::Identified(Vec::new()),
            },
            // `ready` may also answer an `init` nobody waited for.
            Answer::Ready if !self.talk.awaits_ready() => Event::Noise,
            Answer::Ready | Answer::Pong => self.talk.ready(),
            Answer::Info(info) => Event::Report(Report {
                depth: info.depth,
                score: info.score.map(|score| (Score::Cp(score), Bound::Exact)),
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| Move::sorted(m)).collect(),
                ..Report::default()
            }),
            Answer::Done { best, ponder } => self.talk.best(Best {
                best: best.map(|m| Move::sorted(&m)),
                ponder: ponder.map(|m| Move::sorted(&m)),
                ..Best::default()
            }),
            Answer::Error(message) => Event::Text(format!("error: {message}")),
        }
    }
}

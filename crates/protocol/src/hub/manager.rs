use super::{Answer, Command, Level, Mode};
use crate::draughts::Move;
use crate::driver::Conversation;
use crate::manager::{BestReply, InfoUpdate, ManagerEvent, PositionContext};
use crate::{Bound, Limits, OptionDecl, PositionText, Score, Start};

/// Hub 2 on the manager's side.
///
/// Parameters must be set before the engine is initialised. The first request for a sign of life,
/// position or search initialises it.
#[derive(Debug, Default)]
pub(crate) struct Codec {
    initialised: bool,
}

impl Codec {
    /// The lines for some commands, after `init` if that was not sent yet.
    fn lines(&mut self, commands: &[Command]) -> Vec<String> {
        let first = (!std::mem::replace(&mut self.initialised, true)).then_some(&Command::Init);
        first.into_iter().chain(commands).map(ToString::to_string).collect()
    }
}

impl crate::driver::Codec for Codec {
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
        // The answer to `init` is as good as the one to `ping`.
        if self.initialised { vec![Command::Ping.to_string()] } else { self.lines(&[]) }
    }

    fn new_game(&mut self, _declared: &[OptionDecl]) -> Vec<String> {
        // An engine knows of no other game before it is initialised.
        if self.initialised { self.lines(&[Command::NewGame]) } else { Vec::new() }
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        let moves = position.moves.clone();
        let position = match &position.start {
            Start::Standard => None,
            Start::Fen(board) => Some(board.clone()),
        };
        self.lines(&[Command::Pos { position, moves }])
    }

    fn go(&mut self, limits: &Limits, _asker: PositionContext) -> Vec<String> {
        let clock = limits.clock;
        let level = Level {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time,
            time: clock.map(|clock| clock.mine),
            increment: clock.map(|clock| clock.increment).filter(|time| !time.is_zero()),
            moves: clock.and_then(|clock| clock.moves_to_go),
            infinite: false,
        };
        let level = Level { infinite: level == Level::default(), ..level };
        let mode = if limits.ponder { Mode::Ponder } else { Mode::Think };
        self.lines(&[Command::Level(level), Command::Go(mode)])
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return ManagerEvent::Noise,
            Err(error) => return ManagerEvent::Wrong(error.into()),
        };
        match answer {
            Answer::Id(id) => {
                let parts = [id.name, id.version];
                talk.name = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
                ManagerEvent::Noise
            }
            Answer::Param(param) => {
                talk.options.push(param);
                ManagerEvent::Noise
            }
            Answer::Wait => match talk.identified("wait") {
                Err(event) => event,
                Ok(()) => ManagerEvent::Identified(Vec::new()),
            },
            // `ready` may also answer an `init` whose answer was not awaited.
            Answer::Ready if !talk.awaits_ready() => ManagerEvent::Noise,
            Answer::Ready | Answer::Pong => talk.ready(),
            Answer::Info(info) => ManagerEvent::Report(InfoUpdate {
                depth: info.depth,
                score: info.score.map(|score| (Score::Cp(score), Bound::Exact)),
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| Move::sorted(m)).collect(),
                ..InfoUpdate::default()
            }),
            Answer::Done { best, ponder } => talk.best(BestReply {
                best: best.map(|m| Move::sorted(&m)),
                ponder: ponder.map(|m| Move::sorted(&m)),
                ..BestReply::default()
            }),
            Answer::Error(message) => ManagerEvent::Text(format!("error: {message}")),
        }
    }
}

use super::{Answer, Command, Go};
use crate::manager::{Best, Conversation, Event, OutOfTurn, Phase, Report, Request};
use crate::{OptionDecl, PositionText, RankBase};

/// Drives an engine over UCI; see [`crate::manager::Manager`] for what each call does.
#[derive(Clone, Debug)]
pub struct Manager {
    ranks: RankBase,
    talk: Conversation,
}

impl Manager {
    /// A manager for an engine that counts ranks from `ranks`.
    #[must_use]
    pub fn new(ranks: RankBase) -> Self {
        Self { ranks, talk: Conversation::default() }
    }

    fn lines(command: &Command) -> Vec<String> {
        vec![command.to_string()]
    }

    fn ours(&self, text: &str) -> String {
        self.ranks.from_engine(text)
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
        Ok(Self::lines(&Command::Uci))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "setting an option")?;
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        Ok(Self::lines(&Command::SetOption { name, value }))
    }

    fn is_ready(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.ask_ready()?;
        Ok(Self::lines(&Command::IsReady))
    }

    fn new_game(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a new game")?;
        Ok(Self::lines(&Command::NewGame))
    }

    fn position(&mut self, position: &PositionText) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a position")?;
        Ok(Self::lines(&Command::Position(position.for_engine(self.ranks))))
    }

    fn go(&mut self, request: &Request) -> Result<Vec<String>, OutOfTurn> {
        self.talk.go()?;
        let clock = |index: usize| request.clocks.map(|c| c.left[index]);
        let increment = |index: usize| request.clocks.map(|c| c.increment[index]);
        let go = Go {
            ponder: request.ponder,
            wtime: clock(0),
            btime: clock(1),
            winc: increment(0),
            binc: increment(1),
            movestogo: request.clocks.and_then(|c| c.moves_to_go),
            depth: request.depth,
            nodes: request.nodes,
            movetime: request.move_time,
            ..Go::default()
        };
        let infinite = Go { ponder: false, ..go.clone() } == Go::default();
        Ok(Self::lines(&Command::Go(Go { infinite, ..go })))
    }

    fn stop(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "stopping")?;
        Ok(Self::lines(&Command::Stop))
    }

    fn ponder_hit(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "a ponder hit")?;
        Ok(Self::lines(&Command::PonderHit))
    }

    fn quit(&mut self) -> Vec<String> {
        self.talk.phase = Phase::Gone;
        Self::lines(&Command::Quit)
    }

    fn receive(&mut self, line: &str) -> Event {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return Event::Noise,
            Err(error) => return Event::Wrong(error.into()),
        };
        match answer {
            Answer::IdName(name) => {
                self.talk.name = name;
                Event::Noise
            }
            Answer::IdAuthor(_) => Event::Noise,
            Answer::Option(option) => {
                self.talk.options.push(option);
                Event::Noise
            }
            Answer::UciOk => match self.talk.identified("uciok") {
                Ok(()) => Event::Identified(Vec::new()),
                Err(event) => event,
            },
            Answer::ReadyOk => self.talk.ready(),
            Answer::Text(text) => Event::Text(text),
            Answer::Info(info) => Event::Report(Report {
                depth: info.depth,
                seldepth: info.seldepth,
                line: info.multipv,
                score: info.score,
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| self.ours(m)).collect(),
            }),
            Answer::BestMove { best, ponder } => {
                let best = best.map(|m| self.ours(&m));
                let ponder = ponder.map(|m| self.ours(&m));
                self.talk.best(Best { best, ponder, ..Best::default() })
            }
        }
    }
}

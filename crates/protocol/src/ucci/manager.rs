use super::{Answer, Command, Go, Intent, Limit, Tally};
use crate::manager::{Best, Clocks, Conversation, Event, OutOfTurn, Phase, Report, Request};
use crate::{Bound, OptionDecl, PositionText, RankBase, Score};
use std::time::Duration;

/// Drives an engine over UCCI; see [`crate::manager::Manager`] for what each call does.
#[derive(Clone, Debug)]
pub struct Manager {
    ranks: RankBase,
    talk: Conversation,
    unit: Unit,
}

/// The engine's unit of time.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Unit {
    Seconds,
    Millis,
}

impl Manager {
    /// A manager for an engine that counts ranks from `ranks`.
    #[must_use]
    pub fn new(ranks: RankBase) -> Self {
        Self { ranks, talk: Conversation::default(), unit: Unit::Seconds }
    }

    fn lines(command: &Command) -> Vec<String> {
        vec![command.to_string()]
    }

    fn ours(&self, text: &str) -> String {
        self.ranks.from_engine(text)
    }

    fn offers(&self, name: &str) -> bool {
        self.talk.options.iter().any(|o| o.name == name)
    }

    fn in_unit(&self, time: Duration) -> u64 {
        match self.unit {
            Unit::Seconds => time.as_secs(),
            Unit::Millis => u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// UCCI takes one limit: the most pressing one.
    fn limit(&self, request: &Request) -> Limit {
        if let Some(clocks) = request.clocks {
            self.time_limit(&clocks, request.first_to_move)
        } else if let Some(time) = request.move_time {
            let (time, tally) = (self.in_unit(time), Tally::MovesToGo(1));
            Limit::Time { time, tally, opponent: None }
        } else if let Some(nodes) = request.nodes {
            Limit::Nodes(nodes)
        } else if let Some(depth) = request.depth {
            Limit::Depth(depth)
        } else {
            Limit::Infinite
        }
    }

    fn time_limit(&self, clocks: &Clocks, first_to_move: bool) -> Limit {
        let (mine, theirs) = if first_to_move { (0, 1) } else { (1, 0) };
        let clock = |index: usize| {
            let tally = match clocks.moves_to_go {
                Some(moves) => Tally::MovesToGo(moves),
                None => Tally::Increment(self.in_unit(clocks.increment[index])),
            };
            (self.in_unit(clocks.left[index]), tally)
        };
        let (time, tally) = clock(mine);
        Limit::Time { time, tally, opponent: Some(clock(theirs)) }
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
        Ok(Self::lines(&Command::Ucci))
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "setting an option")?;
        if name == "usemillisec" {
            self.unit = if value == Some("true") { Unit::Millis } else { Unit::Seconds };
        }
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        Ok(Self::lines(&Command::SetOption { name, value }))
    }

    fn is_ready(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.ask_ready()?;
        Ok(Self::lines(&Command::IsReady))
    }

    fn new_game(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a new game")?;
        Ok(if self.offers("newgame") {
            Self::lines(&Command::SetOption { name: "newgame".to_owned(), value: None })
        } else {
            Vec::new()
        })
    }

    fn position(&mut self, position: &PositionText) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Idle, "a position")?;
        Ok(Self::lines(&Command::Position(position.for_engine(self.ranks))))
    }

    fn go(&mut self, request: &Request) -> Result<Vec<String>, OutOfTurn> {
        self.talk.go()?;
        // The protocol has no draw offer while pondering; it comes with the ponder hit.
        let intent = match (request.ponder, request.draw_offer) {
            (true, _) => Intent::Ponder,
            (false, true) => Intent::Draw,
            (false, false) => Intent::Plain,
        };
        Ok(Self::lines(&Command::Go(Go { intent, limit: self.limit(request) })))
    }

    fn stop(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "stopping")?;
        Ok(Self::lines(&Command::Stop))
    }

    fn ponder_hit(&mut self) -> Result<Vec<String>, OutOfTurn> {
        self.talk.require(Phase::Searching, "a ponder hit")?;
        Ok(Self::lines(&Command::PonderHit { draw: false }))
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
            Answer::Id { field, text } => {
                if field == "name" {
                    self.talk.name = text;
                }
                Event::Noise
            }
            Answer::Option(option) => {
                self.talk.options.push(option);
                Event::Noise
            }
            Answer::UcciOk => match self.talk.identified("ucciok") {
                Err(event) => event,
                Ok(()) if self.offers("usemillisec") => {
                    self.unit = Unit::Millis;
                    Event::Identified(vec!["setoption usemillisec true".to_owned()])
                }
                Ok(()) => Event::Identified(Vec::new()),
            },
            Answer::ReadyOk => self.talk.ready(),
            Answer::Message(text) => Event::Text(text),
            Answer::Info(info) => Event::Report(Report {
                depth: info.depth,
                score: info.score.map(|cp| (Score::Cp(cp), Bound::Exact)),
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| self.ours(m)).collect(),
                ..Report::default()
            }),
            Answer::BestMove { best, ponder, draw, resign } => self.talk.best(Best {
                best: Some(self.ours(&best)),
                ponder: ponder.map(|m| self.ours(&m)),
                draw,
                resign,
            }),
            Answer::NoBestMove => self.talk.best(Best::default()),
            Answer::PopHash { .. } => Event::Noise,
            Answer::Bye => Event::Bye,
        }
    }
}

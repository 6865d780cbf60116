use super::{Answer, Command, Go, Intent, Limit, Tally};
use crate::driver::Conversation;
use crate::manager::{BestReply, InfoUpdate, ManagerEvent, PositionContext};
use crate::{Bound, Clock, Limits, OptionDecl, PositionText, RankBase, Score};
use std::time::Duration;

/// UCCI on the manager's side.
#[derive(Debug)]
pub(crate) struct Codec {
    ranks: RankBase,
    unit: Unit,
}

/// The unit of time that the engine uses.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Unit {
    Seconds,
    Millis,
}

impl Codec {
    /// A manager for an engine that counts ranks from `ranks`.
    pub(crate) fn new(ranks: RankBase) -> Self {
        Self { ranks, unit: Unit::Seconds }
    }

    fn ours(&self, text: &str) -> String {
        self.ranks.from_engine(text)
    }

    fn in_unit(&self, time: Duration) -> u64 {
        match self.unit {
            Unit::Seconds => time.as_secs(),
            Unit::Millis => u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
        }
    }

    /// UCCI takes one limit: the most restrictive one.
    fn limit(&self, limits: &Limits) -> Limit {
        if let Some(clock) = limits.clock {
            self.time_limit(&clock)
        } else if let Some(time) = limits.move_time {
            let (time, tally) = (self.in_unit(time), Tally::MovesToGo(1));
            Limit::Time { time, tally, opponent: None }
        } else if let Some(nodes) = limits.nodes {
            Limit::Nodes(nodes)
        } else if let Some(depth) = limits.depth {
            Limit::Depth(depth)
        } else {
            Limit::Infinite
        }
    }

    fn time_limit(&self, clock: &Clock) -> Limit {
        let tally = |increment| match clock.moves_to_go {
            Some(moves) => Tally::MovesToGo(moves),
            None => Tally::Increment(self.in_unit(increment)),
        };
        Limit::Time {
            time: self.in_unit(clock.mine),
            tally: tally(clock.increment),
            opponent: Some((self.in_unit(clock.theirs), tally(clock.their_increment))),
        }
    }
}

impl crate::driver::Codec for Codec {
    const STOP: &'static str = "stop";
    const PONDER_HIT: Option<&'static str> = Some("ponderhit");
    const QUIT: &'static str = "quit";

    fn hello(&mut self) -> String {
        Command::Ucci.to_string()
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Vec<String> {
        if name == "usemillisec" {
            self.unit = if value == Some("true") { Unit::Millis } else { Unit::Seconds };
        }
        let (name, value) = (name.to_owned(), value.map(str::to_owned));
        vec![Command::SetOption { name, value }.to_string()]
    }

    fn is_ready(&mut self) -> Vec<String> {
        vec![Command::IsReady.to_string()]
    }

    fn new_game(&mut self, declared: &[OptionDecl]) -> Vec<String> {
        if offers(declared, "newgame") { self.set_option("newgame", None) } else { Vec::new() }
    }

    fn position(&mut self, position: &PositionText) -> Vec<String> {
        vec![Command::Position(position.for_engine(self.ranks)).to_string()]
    }

    fn go(&mut self, limits: &Limits, asker: PositionContext) -> Vec<String> {
        // The protocol has no draw offer while pondering; it comes with the ponder hit.
        let intent = match (limits.ponder, asker.draw_offer) {
            (true, _) => Intent::Ponder,
            (false, true) => Intent::Draw,
            (false, false) => Intent::Plain,
        };
        vec![Command::Go(Go { intent, limit: self.limit(limits) }).to_string()]
    }

    fn receive(&mut self, talk: &mut Conversation, line: &str) -> ManagerEvent {
        let answer = match Answer::parse(line) {
            Ok(Some(answer)) => answer,
            Ok(None) => return ManagerEvent::Noise,
            Err(error) => return ManagerEvent::Wrong(error.into()),
        };
        match answer {
            Answer::Id { field, text } => {
                if field == "name" {
                    talk.name = text;
                }
                ManagerEvent::Noise
            }
            Answer::Option(option) => {
                talk.options.push(option);
                ManagerEvent::Noise
            }
            Answer::UcciOk => match talk.identified("ucciok") {
                Err(event) => event,
                Ok(()) if offers(&talk.options, "usemillisec") => {
                    self.unit = Unit::Millis;
                    ManagerEvent::Identified(vec!["setoption usemillisec true".to_owned()])
                }
                Ok(()) => ManagerEvent::Identified(Vec::new()),
            },
            Answer::ReadyOk => talk.ready(),
            Answer::Message(text) => ManagerEvent::Text(text),
            Answer::Info(info) => ManagerEvent::Report(InfoUpdate {
                depth: info.depth,
                score: info.score.map(|cp| (Score::Cp(cp), Bound::Exact)),
                nodes: info.nodes,
                time: info.time,
                pv: info.pv.iter().map(|m| self.ours(m)).collect(),
                ..InfoUpdate::default()
            }),
            Answer::BestMove { best, ponder, draw, resign } => talk.best(BestReply {
                best: Some(self.ours(&best)),
                ponder: ponder.map(|m| self.ours(&m)),
                draw,
                resign,
            }),
            Answer::NoBestMove => talk.best(BestReply::default()),
            Answer::PopHash { .. } => ManagerEvent::Noise,
            Answer::Bye => ManagerEvent::Bye,
        }
    }
}

/// Whether an option of this name was declared.
fn offers(declared: &[OptionDecl], name: &str) -> bool {
    declared.iter().any(|option| option.name == name)
}

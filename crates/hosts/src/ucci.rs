use super::host::{Front, Host};
use super::{memory, terms};
use crate::HostError;
use engine::{BestMove, Clock, Engine, Info, Limits, Score};
use protocol::ucci::{self, Answer, Command, Go, Intent, Limit, Tally};
use protocol::{OptionDecl, OptionType};
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// UCCI counts scores in hundredths of a light piece; our engine in hundredths of a pawn, of
/// which a horse or a cannon is worth four and a half.
const LIGHT_PIECE: i32 = 450;

/// The score of a mate on the board, as in ElephantEye; each ply before it subtracts one.
const MATE: i32 = 10_000;

/// The table for `hashsize 0` (the engine chooses), in megabytes.
const USUAL_HASH: &str = "64";

/// UCCI, the engine's side.
#[derive(Debug, Default)]
pub(super) struct Ucci {
    millis: bool,
    banned: Vec<String>,
    /// The book, also while it is switched off.
    book: String,
    no_book: bool,
    draw_offered: bool,
}

impl Front for Ucci {
    type Command = Command;

    fn handle<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        command: Command,
    ) -> Result<(), HostError> {
        match command {
            Command::Ucci => introduce(host),
            Command::IsReady => host.say(Answer::ReadyOk),
            Command::SetOption { name, value } => self.set_option(host, &name, value),
            Command::Position(position) => match host.set_position(&position) {
                Ok(()) => {
                    self.banned.clear();
                    Ok(())
                }
                Err(why) => host.say(self.trouble(&why)),
            },
            Command::BanMoves(moves) => {
                let legal = host.session().legal_moves();
                match moves.iter().find(|m| !legal.contains(m)) {
                    None => {
                        self.banned = moves;
                        Ok(())
                    }
                    Some(odd) => {
                        host.say(self.trouble(&format!("banmoves: {odd} is not legal here")))
                    }
                }
            }
            Command::Go(go) => self.go(host, &go),
            Command::PonderHit { draw } => {
                self.draw_offered |= draw;
                host.ponder_hit(self)
            }
            // A program that mistakes the state needs an answer in the idle state too.
            Command::Stop if !host.is_busy() => host.say(Answer::NoBestMove),
            Command::Stop => host.stop(self),
            // The table cannot be read from here, so nothing is found.
            Command::Probe(_) => host.say(Answer::PopHash { best: None, lower: None, upper: None }),
            Command::Quit => Ok(()),
        }
    }

    fn trouble(&self, what: &dyn Display) -> String {
        Answer::Message(format!("error {what}")).to_string()
    }

    fn info(&self, info: &Info) -> String {
        let score = Some(score(info.score));
        Answer::Info(ucci::Info {
            time: Some(info.time),
            nodes: Some(info.nodes),
            depth: Some(info.depth),
            score,
            currmove: None,
            pv: info.pv.clone(),
        })
        .to_string()
    }

    fn best(&mut self, found: &BestMove) -> String {
        let offered = std::mem::take(&mut self.draw_offered);
        // A draw is accepted unless our score is better than even.
        let draw = offered && found.info.as_ref().is_some_and(|info| score(info.score) <= 0);
        match &found.best {
            Some(best) => Answer::BestMove {
                best: best.clone(),
                ponder: found.ponder.clone(),
                draw,
                resign: false,
            },
            None => Answer::NoBestMove,
        }
        .to_string()
    }

    fn farewell(&self) -> Option<String> {
        Some(Answer::Bye.to_string())
    }
}

fn score(score: Score) -> i32 {
    terms::number(score, MATE, |cp| {
        let scaled = i64::from(cp) * 100 / i64::from(LIGHT_PIECE);
        i32::try_from(scaled).unwrap_or(0).clamp(-MATE / 2, MATE / 2)
    })
}

/// Our options under their names in UCCI; other names become one word.
const NAMES: [(&str, &str); 10] = [
    ("hashsize", "Hash"),
    ("threads", "Threads"),
    ("ponder", "Ponder"),
    ("multipv", "MultiPV"),
    ("overhead", "Move Overhead"),
    ("repetition", "Repetition Rule"),
    ("level", "Skill Level"),
    ("limitstrength", "UCI_LimitStrength"),
    ("elo", "UCI_Elo"),
    ("evalfile", "EvalFile"),
];

/// `randomness` as levels: more of it means weaker play.
const RANDOMNESS: [(&str, &str); 4] =
    [("none", "12"), ("small", "9"), ("medium", "6"), ("large", "3")];

fn introduce<W: Write>(host: &mut Host<Command, W>) -> Result<(), HostError> {
    let id = |field: &str, text: String| Answer::Id { field: field.to_owned(), text };
    host.say(id("name", format!("Yiqi {}", env!("CARGO_PKG_VERSION"))))?;
    host.say(id("author", "the Yiqi founders".to_owned()))?;
    let option = |name: &str, kind| Answer::Option(OptionDecl { name: name.to_owned(), kind });
    let check = |default| OptionType::Check { default };
    host.say(option("usemillisec", check(false)))?;
    host.say(option("usebook", check(true)))?;
    host.say(option("bookfiles", OptionType::String { default: String::new() }))?;
    let values = RANDOMNESS.iter().map(|(word, _)| (*word).to_owned()).collect();
    let default = RANDOMNESS[0].0.to_owned();
    host.say(option("randomness", OptionType::Combo { default, values }))?;
    // The options are fixed, so those of an idle engine can be used during a search.
    let specs = games::new_engine(host.session().variant().id)?.options();
    for (name, ours) in NAMES {
        let Some(spec) = specs.iter().find(|spec| spec.name == ours) else { continue };
        let mut declared = terms::declare(name, spec);
        // 0 means that the engine chooses.
        match (name, &mut declared.kind) {
            ("hashsize", OptionType::Spin { default, min, .. }) => (*default, *min) = (0, 0),
            ("threads", OptionType::Spin { min, .. }) => *min = 0,
            _ => {}
        }
        host.say(Answer::Option(declared))?;
    }
    host.say(option("newgame", OptionType::Button))?;
    host.say(Answer::UcciOk)
}

impl Ucci {
    fn set_option<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        name: &str,
        value: Option<String>,
    ) -> Result<(), HostError> {
        let value = value.unwrap_or_default();
        let Some(engine) = host.engine() else { return Ok(()) };
        match self.apply(engine, name, &value) {
            Ok(()) => {
                if name == "repetition" {
                    host.rules = Some(value.to_ascii_lowercase());
                }
                Ok(())
            }
            Err(why) => host.say(self.trouble(&why)),
        }
    }

    /// Sets an option by its UCCI name. An unknown option is not an error: programs send options without asking
    /// which ones exist.
    fn apply(&mut self, engine: &mut dyn Engine, name: &str, value: &str) -> Result<(), String> {
        let truth = |value: &str| match value {
            "true" => Ok(true),
            "false" => Ok(false),
            other => Err(format!("{name} cannot be {other:?}: true or false")),
        };
        match name {
            "usemillisec" => self.millis = truth(value)?,
            "newgame" => engine.new_game(),
            "usebook" => {
                self.no_book = !truth(value)?;
                let book = if self.no_book { "" } else { &self.book };
                engine.set_option("BookFile", book).map_err(|e| e.to_string())?;
            }
            "bookfiles" => {
                // Several may be named; one is used.
                let first = value.split(';').next().unwrap_or_default();
                if !self.no_book {
                    engine.set_option("BookFile", first).map_err(|e| e.to_string())?;
                }
                first.clone_into(&mut self.book);
            }
            "randomness" => {
                let level = RANDOMNESS.iter().find(|(word, _)| *word == value);
                let (_, level) = level.ok_or_else(|| {
                    format!("randomness cannot be {value:?}: none, small, medium or large")
                })?;
                engine.set_option("Skill Level", level).map_err(|e| e.to_string())?;
            }
            _ => {
                let Some((_, ours)) = NAMES.iter().find(|(theirs, _)| *theirs == name) else {
                    return Ok(());
                };
                let own_choice = match name {
                    "hashsize" => USUAL_HASH.to_owned(),
                    "threads" => {
                        std::thread::available_parallelism().map_or(1, usize::from).to_string()
                    }
                    _ => String::new(),
                };
                let left_to_us = value == "0" && !own_choice.is_empty();
                let value = if left_to_us { &own_choice } else { value };
                memory::check_option(ours, value)?;
                engine.set_option(ours, value).map_err(|e| e.to_string())?;
            }
        }
        Ok(())
    }

    fn go<W: Write>(&mut self, host: &mut Host<Command, W>, go: &Go) -> Result<(), HostError> {
        if host.lost_position() {
            // A program that waits for a move must get an answer, but not a move of another game.
            host.say(self.trouble(&"there is no position to search: the last one was wrong"))?;
            return host.say(Answer::NoBestMove);
        }
        self.draw_offered = go.intent == Intent::Draw;
        let session = host.session().fork();
        if go.limit == Limit::Depth(0) {
            let found = host.engine().map(|engine| engine.evaluate(&*session));
            if let Some(Ok(cp)) = found {
                let (depth, score) = (Some(0), Some(score(Score::Cp(cp))));
                host.say(Answer::Info(ucci::Info { depth, score, ..ucci::Info::default() }))?;
            }
            return host.say(Answer::NoBestMove);
        }
        if session.legal_moves().iter().all(|m| self.banned.contains(m)) {
            return host.say(Answer::NoBestMove);
        }
        let ponder = go.intent == Intent::Ponder;
        let mut limits = Limits { ponder, except: self.banned.clone(), ..Limits::default() };
        match go.limit {
            Limit::Depth(depth) => limits.depth = Some(depth),
            Limit::Nodes(nodes) => limits.nodes = Some(nodes),
            Limit::Infinite => {}
            Limit::Time { time, tally: Tally::None, .. } => {
                limits.move_time = Some(self.duration(time));
            }
            Limit::Time { time, tally, opponent } => {
                limits.clock = Some(self.clock(time, tally, opponent));
            }
        }
        host.search(limits, ponder || go.limit == Limit::Infinite);
        Ok(())
    }

    fn duration(&self, number: u64) -> Duration {
        if self.millis { Duration::from_millis(number) } else { Duration::from_secs(number) }
    }

    fn clock(&self, time: u64, tally: Tally, opponent: Option<(u64, Tally)>) -> Clock {
        let (their_time, their_tally) = opponent.unwrap_or((time, tally));
        let increment = |tally| match tally {
            Tally::Increment(increment) => self.duration(increment),
            Tally::None | Tally::MovesToGo(_) => Duration::ZERO,
        };
        Clock {
            mine: self.duration(time),
            increment: increment(tally),
            theirs: self.duration(their_time),
            their_increment: increment(their_tally),
            moves_to_go: match tally {
                Tally::MovesToGo(moves) => Some(moves.max(1)),
                Tally::None | Tally::Increment(_) => None,
            },
        }
    }
}

use super::host::{Front, Host};
use super::{memory, terms};
use crate::HostError;
use engine::{
    BestMove, Clock, Info, Limits, OptionKind, Protocol, ProtocolVariant, Score, Session,
};
use protocol::draughts::Board;
use protocol::hub::{self, Answer, Command, Id, Level, Mode};
use protocol::{OptionDecl, OptionType, PositionText, Start};
use std::fmt::Display;
use std::io::Write;
use std::time::Duration;

/// The score of the end of a game in hundredths of a man, as in Scan; each ply before it subtracts one.
const END: i32 = 10_000;

/// The parameter of the variant.
const VARIANT: &str = "variant";

/// Hub, the engine's side.
#[derive(Debug, Default)]
pub(super) struct Hub {
    /// The limits of the next search; each position and each search reset them.
    level: Level,
    /// The parameters set so far. The engine of another variant takes them over.
    set: Vec<(&'static str, String)>,
}

/// The variant of this name.
///
/// # Errors
/// When there is none, with the existing ones.
pub(super) fn variant(name: &str) -> Result<&'static ProtocolVariant, String> {
    let usual = games::usual(Protocol::Hub);
    // Our own id is accepted too, also without the common prefix.
    let short = |id: &'static str| id.strip_prefix(usual)?.strip_prefix('-');
    let found = games::spoken(Protocol::Hub).find(|known| {
        known.name == name || known.variant == name || short(known.variant) == Some(name)
    });
    let known = || names().join(", ");
    found.ok_or_else(|| format!("no {usual} is called {name:?}; there are {}", known()))
}

/// The variants with their names in Hub.
fn names() -> Vec<&'static str> {
    games::spoken(Protocol::Hub).map(|known| known.name).collect()
}

impl Front for Hub {
    type Command = Command;

    fn handle<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        command: Command,
    ) -> Result<(), HostError> {
        let done = match command {
            Command::Hub => return introduce(host),
            Command::SetParam { name, value } => self.set_param(host, &name, &value),
            Command::Init => return host.say(Answer::Ready),
            Command::Ping => return host.say(Answer::Pong),
            Command::NewGame => {
                if let Some(engine) = host.engine() {
                    engine.new_game();
                }
                Ok(())
            }
            Command::Pos { position, moves } => {
                self.level = Level::default();
                set_position(host, position.as_deref(), moves)
            }
            Command::Level(level) => {
                self.add(level);
                Ok(())
            }
            Command::Go(_) if host.lost_position() => {
                // The manager means another position than ours: no move of ours can be right.
                self.level = Level::default();
                let nothing = Answer::Done { best: None, ponder: None };
                return host.say(nothing.to_string());
            }
            Command::Go(mode) => {
                let level = std::mem::take(&mut self.level);
                // Only pondering must wait for a command; any other search may end by itself.
                host.search(limits(level, mode), mode == Mode::Ponder);
                Ok(())
            }
            Command::PonderHit => return host.ponder_hit(self),
            Command::Stop => return host.stop(self),
            Command::Quit => Ok(()),
        };
        done.or_else(|why: String| host.say(self.trouble(&why)))
    }

    fn trouble(&self, what: &dyn Display) -> String {
        Answer::Error(what.to_string()).to_string()
    }

    fn info(&self, info: &Info) -> String {
        Answer::Info(hub::Info {
            depth: Some(info.depth),
            score: Some(score(info.score)),
            nodes: Some(info.nodes),
            // More digits are not needed.
            time: u64::try_from(info.time.as_millis()).ok().map(Duration::from_millis),
            pv: info.pv.clone(),
        })
        .to_string()
    }

    fn best(&mut self, found: &BestMove) -> String {
        Answer::Done { best: found.best.clone(), ponder: found.ponder.clone() }.to_string()
    }

    fn farewell(&self) -> Option<String> {
        None
    }

    fn quits_with_input(&self) -> bool {
        true
    }
}

fn score(score: Score) -> i32 {
    terms::number(score, END, |cp| cp.clamp(-END + 1000, END - 1000))
}

fn introduce<W: Write>(host: &mut Host<Command, W>) -> Result<(), HostError> {
    host.say(Answer::Id(Id {
        name: Some("Yiqi".to_owned()),
        version: Some(env!("CARGO_PKG_VERSION").to_owned()),
        author: Some("the Yiqi founders".to_owned()),
        country: None,
    }))?;
    let now = host.session().variant().id;
    let kind = OptionType::Combo {
        default: games::protocol_name(Protocol::Hub, now).unwrap_or(now).to_owned(),
        values: names().into_iter().map(str::to_owned).collect(),
    };
    host.say(Answer::Param(OptionDecl { name: VARIANT.to_owned(), kind }))?;
    // The options are fixed, so those of an idle engine can be used during a search.
    for spec in games::new_engine(now)?.options() {
        // In Hub an action is a command, not a parameter.
        let Some(name) = param_name(spec.name).filter(|_| spec.kind != OptionKind::Button) else {
            continue;
        };
        host.say(Answer::Param(terms::declare(name, &spec)))?;
    }
    host.say(Answer::Wait)
}

/// An option's name in Hub: `Move Overhead` is `move-overhead`. Options for UCI only have none.
fn param_name(option: &str) -> Option<String> {
    (!option.starts_with("UCI_") && option != "Ponder")
        .then(|| option.to_ascii_lowercase().replace([' ', '_'], "-"))
}

fn set_position<W: Write>(
    host: &mut Host<Command, W>,
    position: Option<&str>,
    moves: Vec<String>,
) -> Result<(), String> {
    let start = match position {
        None => Start::Standard,
        Some(text) => {
            let read = || -> Result<String, String> {
                let board = Board::from_hub(text, squares(host.session()))
                    .map_err(|error| format!("pos: {error}"))?;
                let text = arena::board_text(host.session().variant().id, &board);
                text.map_err(|error| format!("pos: {error}"))
            };
            match read() {
                Ok(text) => Start::Fen(text),
                Err(why) => {
                    host.lose();
                    return Err(why);
                }
            }
        }
    };
    host.set_position(&PositionText { start, moves })
}

/// The playing squares.
fn squares(session: &dyn Session) -> usize {
    session.board().names.iter().filter(|name| !name.is_empty()).count()
}

fn limits(level: Level, mode: Mode) -> Limits {
    Limits {
        depth: level.depth,
        nodes: level.nodes,
        move_time: level.move_time,
        clock: level.time.map(|time| {
            let increment = level.increment.unwrap_or_default();
            Clock {
                mine: time,
                increment,
                // Hub does not report the opponent's clock.
                theirs: time,
                their_increment: increment,
                moves_to_go: level.moves.map(|moves| moves.max(1)),
            }
        }),
        ponder: mode == Mode::Ponder,
        ..Limits::default()
    }
}

impl Hub {
    /// Several `level` lines apply together.
    fn add(&mut self, level: Level) {
        let now = &mut self.level;
        *now = Level {
            depth: level.depth.or(now.depth),
            nodes: level.nodes.or(now.nodes),
            move_time: level.move_time.or(now.move_time),
            time: level.time.or(now.time),
            increment: level.increment.or(now.increment),
            moves: level.moves.or(now.moves),
            infinite: level.infinite || now.infinite,
        };
    }

    fn set_param<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        name: &str,
        value: &str,
    ) -> Result<(), String> {
        if name == VARIANT {
            let variant = variant(value)?;
            if host.session().variant().id != variant.variant {
                host.set_variant(variant.variant)?;
                if let Some(engine) = host.engine() {
                    for (option, value) in &self.set {
                        engine.set_option(option, value).map_err(|error| error.to_string())?;
                    }
                }
            }
            return Ok(());
        }
        let Some(engine) = host.engine() else { return Ok(()) };
        let specs = engine.options().into_iter();
        let option = specs.map(|spec| spec.name).find(|o| param_name(o).as_deref() == Some(name));
        let option = option.ok_or_else(|| format!("no parameter is called {name:?}"))?;
        memory::check_option(option, value)?;
        engine.set_option(option, value).map_err(|error| error.to_string())?;
        self.set.retain(|(set, _)| *set != option);
        self.set.push((option, value.to_owned()));
        Ok(())
    }
}

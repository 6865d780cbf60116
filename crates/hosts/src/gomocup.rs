use super::host::{Front, Host};
use super::memory::check_table;
use crate::HostError;
use engine::{BestMove, Engine, Info as Found, Limits};
use game::Side;
use protocol::LineError;
use protocol::gomocup::{
    About, Answer, Assembly, Block, Command, Info, Order, Point, Rule, StrayLines,
};
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::Write;
use std::time::Instant;

mod budget;
mod consult;
mod openings;
mod report;
mod table;

use budget::Budget;
use consult::BrainEngine;
use report::Detail;
use table::StoneOrder;

/// The largest table in MiB that is made on request.
const LARGEST_HASH: u64 = 65_536;
/// The default size of the table in MiB without a limit of memory.
const MODERATE_HASH: u64 = 256;
/// The approximate memory of the program without its hash table in bytes, and the least limit that leaves space
/// for a table.
const OWN_MEMORY: u64 = 40 << 20;
const LEAST_MEMORY: u64 = 48 << 20;

/// The engine's side of the Gomocup protocol.
#[derive(Debug, Default)]
pub(super) struct Gomocup {
    assembly: Assembly,
    table: StoneOrder,
    budget: Budget,
    detail: Detail,
    /// Whether the manager is Yixin-Board, which gives some numbers another meaning.
    yixin: bool,
    blocked: Vec<Point>,
    /// Impossible values by key, until they are corrected.
    impossible: Vec<(String, String)>,
    /// Why the last board was refused: what was on it before is not what the manager means.
    refused: Option<String>,
    /// The limit of memory in bytes, if any.
    memory: Option<u64>,
    /// Kilobytes for the table, if given.
    hash: Option<u64>,
    asked: RunningSearch,
}

/// The search in progress.
#[derive(Copy, Clone, Debug)]
struct RunningSearch {
    begun: Option<Instant>,
    lines: u32,
}

impl Default for RunningSearch {
    fn default() -> Self {
        Self { begun: None, lines: 1 }
    }
}

/// A line of the manager. A line that cannot be read keeps its place among the others.
pub(super) type Line = Result<Command, LineError>;

impl Front for Gomocup {
    type Command = Line;

    fn handle<W: Write>(&mut self, host: &mut Host<Line, W>, line: Line) -> Result<(), HostError> {
        for order in self.assembly.receive(line) {
            match order {
                Ok(order) => self.obey(host, order)?,
                Err(StrayLines::Line(LineError::Unknown { found })) => {
                    host.say(Answer::Unknown(format!("command {found:?}")))?;
                }
                Err(stray) => {
                    if matches!(
                        stray,
                        StrayLines::InBlock { block: "BOARD" | "YXBOARD" | "SWAP2BOARD", .. }
                    ) {
                        self.refused = Some(stray.to_string());
                    }
                    host.say(self.trouble(&stray))?;
                }
            }
        }
        Ok(())
    }

    fn trouble(&self, what: &dyn Display) -> String {
        Answer::Error(what.to_string()).to_string()
    }

    fn info(&self, info: &Found) -> String {
        let lines = report::lines(info, self.detail, self.asked.lines);
        lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    fn best(&mut self, found: &BestMove) -> String {
        if let Some(begun) = self.asked.begun.take() {
            self.budget.spend(begun.elapsed());
        }
        let mut lines = Vec::new();
        lines.extend(found.info.as_ref().map(report::summary));
        let at = found.best.as_deref().and_then(Point::from_move);
        lines.push(match at {
            Some(at) => match self.table.put(at) {
                Ok(()) => Answer::Points(vec![at]),
                Err(why) => Answer::Error(why),
            },
            None => Answer::Error("there is no legal move".to_owned()),
        });
        lines.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    }

    fn farewell(&self) -> Option<String> {
        None
    }

    fn leaves_silently() -> bool {
        true
    }

    /// The end of the input ends every search.
    fn finishes_without_input() -> bool {
        false
    }
}

impl Gomocup {
    fn obey<W: Write>(&mut self, host: &mut Host<Line, W>, order: Order) -> Result<(), HostError> {
        match order {
            Order::Plain(command) => self.command(host, command),
            Order::Block(Block::Board, stones) => {
                let set = self.table.set(&stones);
                self.refused = set.clone().err();
                self.then_search(host, set, 1)
            }
            Order::Block(Block::SetBoard, stones) => {
                let set = self.table.set(&stones);
                self.refused = set.clone().err();
                set.map_or_else(|why| host.say(Answer::Error(why)), |()| Ok(()))
            }
            Order::Block(Block::Swap2, stones) => self.swap2(host, &stones),
            Order::Block(Block::Soosorv { step, offered }, stones) => {
                self.soosorv(host, step, offered, &stones)
            }
            Order::Block(Block::Block, stones) => {
                self.blocked.extend(stones.iter().map(|stone| stone.at));
                Ok(())
            }
            Order::Block(Block::Unblock, stones) => {
                self.blocked.retain(|at| stones.iter().all(|stone| stone.at != *at));
                Ok(())
            }
        }
    }

    fn command<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        command: Command,
    ) -> Result<(), HostError> {
        match command {
            Command::Start(size) => {
                let started = self.table.start(size, size);
                self.new_game(host, started)
            }
            Command::RectStart { width, height } => {
                let started = self.table.start(width, height);
                self.new_game(host, started)
            }
            Command::Restart => {
                let started = self.table.restart();
                self.new_game(host, started)
            }
            Command::Begin if !self.table.is_empty() && self.refused.is_none() => {
                host.say(Answer::Error("BEGIN: there are stones on the board".to_owned()))
            }
            Command::Begin => self.then_search(host, Ok(()), 1),
            Command::Turn(at) => {
                if let Err(why) = self.ready() {
                    return host.say(Answer::Error(why));
                }
                let put = self.table.put(at);
                self.then_search(host, put, 1)
            }
            Command::Takeback(at) => {
                let known = self.known();
                host.say(ok(known.and_then(|()| self.table.take_back(at))))
            }
            Command::Play(at) => host.say(match self.known().and_then(|()| self.table.put(at)) {
                Ok(()) => Answer::Points(vec![at]),
                Err(why) => Answer::Error(why),
            }),
            Command::Info(info) => self.heed(host, &info),
            Command::About => host.say(Answer::About(about())),
            Command::Stop => host.stop(self),
            Command::ShowInfo => self.show_info(host),
            Command::Best(lines) => self.then_search(host, Ok(()), lines.max(1)),
            Command::SearchDefend => {
                let all = self.table.session().map_or(1, |session| session.legal_moves().len());
                self.then_search(host, Ok(()), u32::try_from(all).unwrap_or(1).max(1))
            }
            Command::ShowForbidden => self.show_forbidden(host),
            Command::BalanceOne(bias) => {
                self.consult(host, move |consult| vec![consult.balance_one(bias)])
            }
            Command::BalanceTwo(bias) => {
                self.consult(host, move |consult| vec![consult.balance_two(bias)])
            }
            Command::Swap2Step(step) => self.swap2_step(host, step),
            Command::SoosorvOpening => {
                let empty = self.table.restart();
                self.refused = None;
                match empty {
                    Ok(()) => self.consult(host, |consult| consult.soosorv_opening()),
                    Err(why) => host.say(Answer::Error(why)),
                }
            }
            // No draw is agreed in the middle of a game.
            Command::Draw => host.say(Answer::Message("DRAW REJECT".to_owned())),
            Command::BlockReset => {
                self.blocked.clear();
                Ok(())
            }
            Command::HashClear => {
                if let Some(engine) = host.engine() {
                    engine.new_game();
                }
                Ok(())
            }
            Command::ShowHashUsage => {
                host.say(Answer::Message("hash usage comes with each search".to_owned()))
            }
            // The host ends at END; the lines of a block arrive together.
            Command::End
            | Command::Resign
            | Command::Open(_)
            | Command::Stone(_)
            | Command::Done => Ok(()),
        }
    }

    fn new_game<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        started: Result<(), String>,
    ) -> Result<(), HostError> {
        self.refused = started.clone().err();
        if started.is_ok() {
            self.budget.restart();
            self.blocked.clear();
            if let Some(engine) = host.engine() {
                engine.new_game();
            }
        }
        host.say(ok(started))
    }

    /// Whether the board is the one that the manager means.
    fn known(&self) -> Result<(), String> {
        match &self.refused {
            Some(why) => Err(format!("the board was refused: {why}")),
            None => Ok(()),
        }
    }

    /// Why a search cannot begin.
    fn ready(&self) -> Result<(), String> {
        self.known()?;
        self.table.size()?;
        match self.impossible.first() {
            Some((key, why)) => Err(format!("INFO {key}: {why}")),
            None => Ok(()),
        }
    }

    /// Searches the position just set up, if it is valid.
    fn then_search<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        set: Result<(), String>,
        lines: u32,
    ) -> Result<(), HostError> {
        let session = set.and_then(|()| self.ready()).and_then(|()| self.table.session());
        let session = match session {
            Ok(session) => session,
            Err(why) => return host.say(Answer::Error(why)),
        };
        if let Some(verdict) = session.verdict() {
            return host.say(Answer::Error(format!("the game is over: {}", verdict.reason)));
        }
        let legal = session.legal_moves();
        let avoided = self.blocked.iter().chain(self.table.walls());
        let except: Vec<String> =
            avoided.map(|at| at.to_move()).filter(|text| legal.contains(text)).collect();
        if except.len() >= legal.len() {
            return host.say(Answer::Error("every move is blocked".to_owned()));
        }
        self.asked = RunningSearch { begun: Some(Instant::now()), lines };
        host.set_session(session);
        host.search(Limits { lines, except, ..self.budget.limits() }, false);
        Ok(())
    }

    /// Searches several positions and prints the result.
    fn consult<W: Write>(
        &mut self,
        host: &mut Host<Line, W>,
        ask: impl FnOnce(&mut BrainEngine<'_>) -> Vec<Answer> + Send + 'static,
    ) -> Result<(), HostError> {
        if let Err(why) = self.ready() {
            return host.say(Answer::Error(why));
        }
        let (table, budget) = (self.table.clone(), self.budget.clone());
        // Xorshift must not begin with 0.
        let seed = RandomState::new().hash_one(1) | 1;
        host.consult(move |engine, control| {
            let answers = ask(&mut BrainEngine { engine, control, table, budget, seed });
            answers.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        });
        Ok(())
    }

    fn show_info<W: Write>(&mut self, host: &mut Host<Line, W>) -> Result<(), HostError> {
        self.yixin = true;
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        host.say(Answer::Message(format!("Yiqi {}", env!("CARGO_PKG_VERSION"))))?;
        host.say(Answer::Message(format!("INFO MAX_THREAD_NUM {threads}")))?;
        // The binary logarithm of the kilobytes, as in the programs for Yixin-Board.
        host.say(Answer::Message("INFO MAX_HASH_SIZE 25".to_owned()))
    }

    /// The points forbidden to Black, if Black is to move.
    fn show_forbidden<W: Write>(&mut self, host: &mut Host<Line, W>) -> Result<(), HostError> {
        let session = match self.known().and_then(|()| self.table.session()) {
            Ok(session) => session,
            Err(why) => return host.say(Answer::Error(why)),
        };
        let mut points = Vec::new();
        if self.table.mover() == Side::First && session.verdict().is_none() {
            let legal = session.legal_moves();
            let size = self.table.size().unwrap_or(0);
            let all = (0..size).flat_map(|y| (0..size).map(move |x| Point { x, y }));
            let empty = all.filter(|at| self.table.clone().put(*at).is_ok());
            points.extend(empty.filter(|at| !legal.contains(&at.to_move())));
        }
        host.say(Answer::Forbidden(points))
    }

    /// Handles an `INFO`. Impossible values are reported later.
    fn heed<W: Write>(&mut self, host: &mut Host<Line, W>, info: &Info) -> Result<(), HostError> {
        self.budget.heed(info);
        if let Info::HashSize(kilobytes) = info
            && let Err(why) = check_table(&(kilobytes >> 10).to_string())
        {
            // The game can be played with the present table.
            return host.say(Answer::Message(format!("INFO hash_size: {why}")));
        }
        let engine = host.engine();
        let why = match info {
            Info::Rule(number) => match self.rule(*number) {
                Some(rule) => {
                    if let Some(engine) = engine.filter(|_| rule != self.table.rule) {
                        engine.new_game();
                    }
                    self.table.rule = rule;
                    None
                }
                None => Some(format!("{number} is no rule known here")),
            },
            Info::MaxMemory(bytes) => {
                self.memory = (*bytes > 0).then_some(*bytes);
                let enough = *bytes == 0 || *bytes >= LEAST_MEMORY;
                self.set_hash(engine);
                (!enough).then(|| format!("{bytes} bytes: {LEAST_MEMORY} are needed"))
            }
            Info::HashSize(kilobytes) => {
                self.hash = Some(*kilobytes);
                self.set_hash(engine);
                None
            }
            Info::ThreadNum(threads) => engine
                .and_then(|e| e.set_option("Threads", &threads.max(&1).to_string()).err())
                .map(|error| error.to_string()),
            Info::ShowDetail(bits) => {
                self.detail = Detail { realtime: bits & 1 != 0, lines: bits & 2 != 0 };
                None
            }
            Info::Impossible { value, .. } => Some(format!("cannot be {value:?}")),
            _ => None,
        };
        self.impossible.retain(|(key, _)| key != info.key());
        self.impossible.extend(why.map(|why| (info.key().to_owned(), why)));
        Ok(())
    }

    /// The rule with a number. Yixin-Board has some of its own.
    fn rule(&self, number: u32) -> Option<Rule> {
        match number {
            2 if self.yixin => Some(Rule::Renju),
            // Freestyle that begins with a swap, which the manager performs.
            5 | 6 => Some(Rule::Freestyle),
            _ => Rule::of_number(number),
        }
    }

    /// Sets the size of the table: the given size within the limit of memory.
    fn set_hash(&self, engine: Option<&mut (dyn Engine + 'static)>) {
        let allowed = self.memory.map(|bytes| bytes.saturating_sub(OWN_MEMORY) >> 20);
        // The allowed memory is a limit, not a request: without a request the table has a moderate size.
        let allowed = allowed.map(|megabytes| match self.hash {
            Some(_) => megabytes,
            None => megabytes.min(MODERATE_HASH),
        });
        // No machine has more memory: such a number is ignored.
        let told = self.hash.map(|kilobytes| kilobytes >> 10).filter(|&size| size <= LARGEST_HASH);
        let megabytes = match (allowed, told) {
            (Some(allowed), Some(told)) => allowed.min(told),
            (Some(one), None) | (None, Some(one)) => one,
            (None, None) => return,
        };
        if let Some(engine) = engine {
            // The largest possible table is enough where more is allowed.
            let fits = [megabytes.max(1), 65_536, 4_096, 1_024];
            let _ = fits
                .into_iter()
                .filter(|&size| size <= megabytes.max(1))
                .find(|size| engine.set_option("Hash", &size.to_string()).is_ok());
        }
    }
}

fn ok(done: Result<(), String>) -> Answer {
    match done {
        Ok(()) => Answer::Ok,
        Err(why) => Answer::Error(why),
    }
}

fn about() -> About {
    let fields = [
        ("name", "Yiqi"),
        ("version", env!("CARGO_PKG_VERSION")),
        ("author", "the Yiqi founders"),
        ("www", env!("CARGO_PKG_REPOSITORY")),
    ];
    About { fields: fields.map(|(key, value)| (key.to_owned(), value.to_owned())).to_vec() }
}

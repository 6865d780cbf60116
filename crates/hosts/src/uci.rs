use super::host::{Front, Host};
use super::{memory, terms};
use crate::HostError;
use engine::{BestMove, Bound, Clock, Info, Limits, Score, Session};
use game::Side;
use protocol::uci::{self, Answer, Command, Go};
use protocol::{OptionDecl, OptionType, PositionText, RankBase};
use std::fmt::Display;
use std::io::Write;
use std::time::{Duration, Instant};

/// UCI, the engine's side.
#[derive(Debug, Default)]
pub(super) struct Uci {
    show_wdl: bool,
    /// Where the manager counts ranks from.
    ranks: RankBase,
    /// Whether `ranks` was set by an option. Otherwise the moves of the manager show it.
    ranks_are_set: bool,
}

/// The option for the first rank, and its values.
const RANKS: &str = "UCI_Ranks";
const AUTO: &str = "auto";

impl Front for Uci {
    type Command = Command;

    fn handle<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        command: Command,
    ) -> Result<(), HostError> {
        match command {
            Command::Uci => introduce(host),
            Command::IsReady => host.say(Answer::ReadyOk),
            Command::SetOption { name, value } => self.set_option(host, &name, value),
            Command::NewGame => {
                if let Some(engine) = host.engine() {
                    engine.new_game();
                }
                Ok(())
            }
            Command::Position(position) => match self.set_position(host, &position) {
                Ok(()) => Ok(()),
                Err(why) => host.say(self.trouble(&why)),
            },
            Command::Go(go) => self.go(host, go),
            Command::Stop => host.stop(self),
            Command::PonderHit => host.ponder_hit(self),
            Command::Perft(depth) => {
                host.perft(depth);
                Ok(())
            }
            Command::Display => display(host),
            Command::Eval => self.evaluate(host),
            Command::Bench(depth) => {
                bench(host, depth);
                Ok(())
            }
            // Every report is printed anyway, and the host handles `quit`.
            Command::Debug(_) | Command::Quit => Ok(()),
        }
    }

    fn trouble(&self, what: &dyn Display) -> String {
        Answer::Text(format!("error {what}")).to_string()
    }

    fn info(&self, info: &Info) -> String {
        Answer::Info(uci::Info {
            depth: Some(info.depth),
            seldepth: Some(info.seldepth),
            multipv: Some(info.line),
            score: Some((info.score, info.bound)),
            wdl: self.show_wdl.then_some(info.wdl),
            nodes: Some(info.nodes),
            nps: Some(info.nps()),
            hashfull: Some(info.hashfull),
            time: Some(info.time),
            pv: info.pv.iter().map(|m| self.ranks.to_engine(m)).collect(),
            ..uci::Info::default()
        })
        .to_string()
    }

    fn best(&mut self, found: &BestMove) -> String {
        let text = |m: &Option<String>| m.as_deref().map(|m| self.ranks.to_engine(m));
        Answer::BestMove { best: text(&found.best), ponder: text(&found.ponder) }.to_string()
    }

    fn farewell(&self) -> Option<String> {
        None
    }
}

fn introduce<W: Write>(host: &mut Host<Command, W>) -> Result<(), HostError> {
    host.say(Answer::IdName(format!("Yiqi {}", env!("CARGO_PKG_VERSION"))))?;
    host.say(Answer::IdAuthor("the Yiqi founders".to_owned()))?;
    // The options are fixed, so those of an idle engine can be used during a search.
    for option in games::new_engine(host.session().variant().id)?.options() {
        host.say(Answer::Option(terms::declare(option.name, &option)))?;
    }
    let kind = OptionType::Combo {
        default: AUTO.to_owned(),
        values: [AUTO, "0", "1"].map(str::to_owned).into(),
    };
    host.say(Answer::Option(OptionDecl { name: RANKS.to_owned(), kind }))?;
    host.say(Answer::UciOk)
}

impl Uci {
    fn set_option<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        name: &str,
        value: Option<String>,
    ) -> Result<(), HostError> {
        let value = value.unwrap_or_default();
        if name.eq_ignore_ascii_case(RANKS) {
            return self.set_ranks(host, &value);
        }
        if let Err(why) = memory::check_option(name, &value) {
            return host.say(self.trouble(&why));
        }
        let Some(engine) = host.engine() else { return Ok(()) };
        match engine.set_option(name, &value) {
            Ok(()) => {
                if name.eq_ignore_ascii_case("UCI_ShowWDL") {
                    self.show_wdl = value.eq_ignore_ascii_case("true");
                } else if name.eq_ignore_ascii_case("Repetition Rule") {
                    host.rules = Some(value.to_ascii_lowercase());
                }
                Ok(())
            }
            Err(error) => host.say(self.trouble(&error)),
        }
    }

    fn set_ranks<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        value: &str,
    ) -> Result<(), HostError> {
        let (ranks, are_set) = match value {
            AUTO => (self.ranks, false),
            "0" => (RankBase::Zero, true),
            "1" => (RankBase::One, true),
            _ => {
                let why = format!("{RANKS} cannot be {value:?}: it is {AUTO}, 0 or 1");
                return host.say(self.trouble(&why));
            }
        };
        (self.ranks, self.ranks_are_set) = (ranks, are_set);
        Ok(())
    }

    /// Sets the position. If its moves are legal only with ranks counted in the other way, the manager
    /// counts so.
    fn set_position<W: Write>(
        &mut self,
        host: &mut Host<Command, W>,
        position: &PositionText,
    ) -> Result<(), String> {
        let counted = |ranks: RankBase| PositionText {
            start: position.start.clone(),
            moves: position.moves.iter().map(|m| ranks.from_engine(m)).collect(),
        };
        let sent = &position.moves;
        let Err(why) = host.set_translated(&counted(self.ranks), sent) else { return Ok(()) };
        let other = match self.ranks {
            RankBase::Zero => RankBase::One,
            RankBase::One => RankBase::Zero,
        };
        if self.ranks_are_set || host.set_translated(&counted(other), sent).is_err() {
            return Err(why);
        }
        self.ranks = other;
        Ok(())
    }

    fn go<W: Write>(&mut self, host: &mut Host<Command, W>, mut go: Go) -> Result<(), HostError> {
        if host.lost_position() {
            // A manager that waits for a move must get an answer, but not a move of another game.
            host.say(self.trouble(&"there is no position to search: the last one was wrong"))?;
            return host.say(Answer::BestMove { best: None, ponder: None });
        }
        for m in &mut go.searchmoves {
            *m = self.ranks.from_engine(m);
        }
        let legal = host.session().legal_moves();
        if let Some(odd) = go.searchmoves.iter().find(|m| !legal.contains(m)) {
            let odd = self.ranks.to_engine(odd);
            return host.say(self.trouble(&format!("searchmoves: {odd} is not legal here")));
        }
        if legal.is_empty() {
            let score = Some((Score::Mate(0), Bound::Exact));
            host.say(Answer::Info(uci::Info { depth: Some(0), score, ..uci::Info::default() }))?;
            return host.say(Answer::BestMove { best: None, ponder: None });
        }
        let until_told = go.infinite
            || go.ponder
            || go == Go { searchmoves: go.searchmoves.clone(), ..Go::default() };
        let limits = limits(go, host.session());
        host.search(limits, until_told);
        Ok(())
    }

    fn evaluate<W: Write>(&mut self, host: &mut Host<Command, W>) -> Result<(), HostError> {
        let session = host.session().fork();
        let Some(engine) = host.engine() else { return Ok(()) };
        match engine.evaluate(&*session) {
            Ok(cp) => host.say(format_args!("evaluation {cp} cp for the side to move")),
            Err(error) => host.say(self.trouble(&error)),
        }
    }
}

/// The engine's limits for a `go`.
fn limits(go: Go, session: &dyn Session) -> Limits {
    let first = session.side_to_move() == Side::First;
    let [(mine, increment), (theirs, their_increment)] = if first {
        [(go.wtime, go.winc), (go.btime, go.binc)]
    } else {
        [(go.btime, go.binc), (go.wtime, go.winc)]
    };
    let clock = mine.map(|mine| Clock {
        mine,
        increment: increment.unwrap_or(Duration::ZERO),
        theirs: theirs.unwrap_or(mine),
        their_increment: their_increment.unwrap_or(Duration::ZERO),
        moves_to_go: go.movestogo.filter(|&moves| moves > 0),
    });
    Limits {
        depth: go.depth.map(|depth| depth.max(1)),
        nodes: go.nodes,
        move_time: go.movetime,
        clock,
        mate: go.mate,
        only: go.searchmoves,
        ponder: go.ponder,
        ..Limits::default()
    }
}

fn display<W: Write>(host: &mut Host<Command, W>) -> Result<(), HostError> {
    let session = host.session().fork();
    let text = session.position_text();
    let placing = text.split_whitespace().next().unwrap_or_default();
    for row in placing.split('/') {
        let points = row.chars().flat_map(|c| match c.to_digit(10) {
            Some(empty) => vec!['.'; empty as usize],
            None => vec![c],
        });
        host.say(points.map(|c| format!("{c} ")).collect::<String>().trim_end())?;
    }
    host.say(format_args!("Fen: {text}"))?;
    host.say(format_args!("Legal moves: {}", session.legal_moves().len()))?;
    match session.verdict() {
        Some(verdict) => host.say(format_args!(
            "Verdict: {} {} {}",
            verdict.outcome, verdict.reason, verdict.evidence
        )),
        None => Ok(()),
    }
}

fn bench<W: Write>(host: &mut Host<Command, W>, depth: Option<u32>) {
    let variant = host.session().variant().id;
    host.work(move |_, say| {
        // What is measured is the search: the numbers of the evaluation are read before.
        let read = games::bench(variant, Some(1), &mut |_| {});
        let begun = Instant::now();
        match read.and_then(|_| games::bench(variant, depth, &mut |_| {})) {
            Ok((_, nodes)) => {
                let time = begun.elapsed();
                let nps = engine::per_second(nodes, time);
                say(format!("nodes {nodes} seconds {:.3} nps {nps}", time.as_secs_f64()));
            }
            Err(error) => say(format!("info string the bench failed: {error}")),
        }
    });
}

use crate::adjudication::Adjudication;
use crate::opening::StartLine;
use crate::schedule::Format;
use engine::Level;
pub use programs::External;
use serde::{Deserialize, Serialize};
use statistics::Sprt;
use std::fmt;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;
use thiserror::Error;

/// The conditions of a match.
#[derive(Clone, Debug)]
pub struct Match {
    /// The variant's id.
    pub variant: String,
    /// The rule set's id; the variant's first when not given.
    pub rules: Option<String>,
    /// The contestants, two or more.
    pub contestants: Vec<Contestant>,
    /// The pairings.
    pub format: Format,
    /// The openings, taken in turn, each played with both colours. Without any, games begin from the
    /// standard start.
    pub openings: Vec<StartLine>,
    /// Pairs of games for each pairing.
    pub rounds: u32,
    /// Games played at the same time.
    pub concurrency: usize,
    /// When games end before the rules end them.
    pub adjudication: Adjudication,
    /// A sequential test that ends the match when it is decided; for two contestants.
    pub sprt: Option<Sprt>,
    /// The seed of the contestants' random numbers.
    pub seed: u64,
    /// By how much a move may overstep its time without loss: pipes and a busy machine take time that
    /// the engine did not use.
    pub margin: Duration,
    /// How long an engine may take to name itself, to say it is ready, and to move when
    /// nothing else limits it.
    pub patience: Duration,
    /// The log of finished games, one in a line. An interrupted match continues from it.
    pub log: Option<PathBuf>,
}

impl Match {
    /// A match of these contestants with default conditions: one pair of games from the standard start.
    #[must_use]
    pub fn new(variant: impl Into<String>, contestants: Vec<Contestant>) -> Self {
        Self {
            variant: variant.into(),
            rules: None,
            contestants,
            format: Format::RoundRobin,
            openings: Vec::new(),
            rounds: 1,
            concurrency: 1,
            adjudication: Adjudication::default(),
            sprt: None,
            seed: 1,
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            log: None,
        }
    }

    /// The hash tables that our own engines are asked to have, in MiB: every game played at the
    /// same time has engines of its own.
    #[must_use]
    pub fn tables_mb(&self) -> u64 {
        let tables = self.contestants.iter().filter_map(|contestant| match &contestant.kind {
            Kind::Builtin(builtin) => table_mb(&builtin.options),
            Kind::Build(build) => table_mb(&build.options),
            Kind::External(_) | Kind::Dxp(_) => None,
        });
        let games = u64::try_from(self.concurrency.max(1)).unwrap_or(u64::MAX);
        tables.fold(0, u64::saturating_add).saturating_mul(games)
    }
}

/// A contestant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contestant {
    /// The name in the report; it must be unique.
    pub name: String,
    /// The kind of player.
    pub kind: Kind,
    /// Its time control.
    pub time: TimeControl,
}

impl Contestant {
    /// Whether nothing limits its moves. A machine besides our engine has a depth of its own.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        let has_depth = matches!(&self.kind, Kind::Builtin(Builtin { preset: Some(_), .. }));
        self.time.is_unlimited() && !has_depth
    }
}

/// A kind of player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Our own engine, in this process.
    Builtin(Builtin),
    /// Another build of this program.
    Build(Build),
    /// A program that speaks a protocol of lines.
    External(External),
    /// A program that plays draughts over DXP.
    Dxp(DxpProgram),
}

/// Our own engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Builtin {
    /// A machine besides our engine that plays instead, by its id.
    pub preset: Option<String>,
    /// Its level; full strength if absent.
    pub level: Option<Level>,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
    /// Whether it searches on the opponent's time. A game then needs two cores.
    pub ponder: bool,
}

/// The hash table an engine is asked to have, in MiB, as the last of its options says.
fn table_mb(options: &[(String, String)]) -> Option<u64> {
    let mut options = options.iter().rev();
    let (_, value) = options.find(|(name, _)| name.trim().eq_ignore_ascii_case("Hash"))?;
    value.trim().parse().ok()
}

/// Another build of this program. It plays every game, and has every option of our engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Build {
    /// The program.
    pub command: PathBuf,
    /// Its level; full strength if absent.
    pub level: Option<Level>,
    /// Options to set, by name.
    pub options: Vec<(String, String)>,
}

/// A program that plays draughts over DXP, which uses a network connection.
///
/// DXP tells a time only in whole minutes for a number of moves. Other limits must be given to the program
/// by its arguments or its standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DxpProgram {
    /// The program.
    pub command: PathBuf,
    /// Its arguments; `{port}` in them stands for the port we listen on.
    pub args: Vec<String>,
    /// Its working directory; ours if absent.
    pub dir: Option<PathBuf>,
    /// Which side opens the connection.
    pub door: DxpRole,
    /// Lines for its standard input after the connection is made.
    pub stdin: Vec<String>,
    /// The minutes for a game that it is told; if absent, those of its clock, or two hours.
    pub minutes: Option<u16>,
}

/// Which side opens the connection.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DxpRole {
    /// We listen on this port of the loopback interface; 0 means any free port.
    Listen(u16),
    /// The program listens at this address.
    Connect(SocketAddr),
}

/// The limits of each move. All limits that are set apply together; at least one must be set.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeControl {
    /// A clock for the game.
    pub clock: Option<ClockControl>,
    /// Time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
}

/// A clock with a base time that may be added again after a number of moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClockControl {
    /// The base time.
    pub base: Duration,
    /// The increment after each move.
    pub increment: Duration,
    /// The base time is for so many moves, then it is added again; `None`: it is for the whole game.
    pub moves: Option<u32>,
}

/// Why a text is not a clock.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{text:?} is no time control: expected [MOVES/]SECONDS[+INCREMENT], as in 5+0.05 or 40/60")]
pub struct TimeControlError {
    text: String,
}

impl TimeControl {
    /// Whether nothing limits a move.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

impl FromStr for ClockControl {
    type Err = TimeControlError;

    /// ```
    /// use arena::ClockControl;
    /// use std::time::Duration;
    /// let clock: ClockControl = "40/5+0.05".parse().unwrap();
    /// assert_eq!((clock.base, clock.moves), (Duration::from_secs(5), Some(40)));
    /// assert_eq!(clock.increment, Duration::from_millis(50));
    /// assert!("soon".parse::<ClockControl>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let read = || {
            let (moves, rest) = match text.split_once('/') {
                Some((moves, rest)) => (Some(moves.parse().ok().filter(|&m| m > 0)?), rest),
                None => (None, text),
            };
            let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
            Some(Self { base: seconds(base)?, increment: seconds(increment)?, moves })
        };
        read()
            .filter(|clock| !clock.base.is_zero())
            .ok_or_else(|| TimeControlError { text: text.to_owned() })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let number: f64 = text.chars().all(digits).then(|| text.parse().ok())??;
    Duration::try_from_secs_f64(number).ok()
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        parts.extend(self.clock.map(|clock| clock.to_string()));
        parts.extend(self.move_time.map(|time| format!("{} ms a move", time.as_millis())));
        parts.extend(self.nodes.map(|nodes| format!("{nodes} nodes")));
        parts.extend(self.depth.map(|depth| format!("depth {depth}")));
        if parts.is_empty() {
            parts.push("no limit".to_owned());
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_tables_of_its_own() {
        let ours = |options: &[(&str, &str)]| {
            let options =
                options.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
            let builtin = Builtin { options: options.collect(), ..Builtin::default() };
            let time = TimeControl::default();
            Contestant { name: String::new(), kind: Kind::Builtin(builtin), time }
        };
        let engines = vec![
            ours(&[("Hash", "64"), ("Threads", "2"), (" hash", "100 ")]),
            ours(&[]),
            ours(&[("Hash", "11")]),
        ];
        let of = Match { concurrency: 3, ..Match::new("any", engines) };
        assert_eq!(of.tables_mb(), 333);
        let endless = vec![ours(&[("Hash", &u64::MAX.to_string())]), ours(&[("Hash", "much")])];
        assert_eq!(Match { concurrency: 2, ..Match::new("any", endless) }.tables_mb(), u64::MAX);
    }
}

//! Engines and their time as words of the command line, for matches.

use arena::{
    Build, Builtin, ClockControl, Contestant, DxpProgram, DxpRole, External, Kind, MatchReport,
    TimeControl,
};
use clap::Args;
use engine::Level;
use protocol::RankBase;
use protocol::manager::ProtocolKind;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// The time control of contestants without their own.
#[derive(Clone, Debug, Default, Args)]
pub struct TimeArgs {
    /// A clock: seconds for the game and those added after each move, as in `5+0.05`; or
    /// `40/60`, so many moves in so much time.
    #[arg(long, value_name = "TC")]
    tc: Option<ClockControl>,
    /// Milliseconds for each move.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Nodes for each move.
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// Plies for each move.
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

impl TimeArgs {
    fn control(&self) -> TimeControl {
        TimeControl {
            clock: self.tc,
            move_time: self.movetime.map(Duration::from_millis),
            nodes: self.nodes,
            depth: self.depth,
        }
    }
}

/// An engine as `KEY=VALUE,…`, read but not yet made a contestant.
#[derive(Clone, Debug, Default)]
pub struct EngineSpec {
    name: Option<String>,
    preset: Option<String>,
    build: Option<PathBuf>,
    level: Option<Level>,
    command: Option<PathBuf>,
    args: Vec<String>,
    dir: Option<PathBuf>,
    speech: Option<ProgramProtocol>,
    ranks: Option<RankBase>,
    options: Vec<(String, Option<String>)>,
    door: Option<DxpRole>,
    stdin: Vec<String>,
    minutes: Option<u16>,
    ponder: bool,
    time: TimeControl,
}

/// The protocol of a program.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum ProgramProtocol {
    Lines(ProtocolKind),
    Dxp,
}

impl FromStr for EngineSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Self::default();
        for word in text.split(',').filter(|word| !word.is_empty()) {
            let (key, value) = match word.split_once('=') {
                Some((key, value)) => (key, Some(value)),
                None => (word, None),
            };
            if let Some(option) = key.strip_prefix("option.") {
                spec.options.push((option.to_owned(), value.map(str::to_owned)));
                continue;
            }
            let value = value.ok_or_else(|| format!("{word:?} is not KEY=VALUE"))?;
            spec.set(key, value)?;
        }
        spec.check()?;
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let refused = |expected: &str| format!("{key} cannot be {value:?}: {expected}");
        let whole = || refused("a whole number above 0");
        match key {
            "name" => self.name = Some(value.to_owned()),
            "level" => {
                let level = value.parse().ok().and_then(Level::new);
                self.level = Some(level.ok_or_else(|| refused("1 to 12"))?);
            }
            "build" => self.build = Some(value.into()),
            "preset" => self.preset = Some(value.to_owned()),
            "cmd" => self.command = Some(value.into()),
            "arg" => self.args.push(value.to_owned()),
            "dir" => self.dir = Some(value.into()),
            "proto" => {
                self.speech = Some(match value {
                    "uci" => ProgramProtocol::Lines(ProtocolKind::Uci),
                    "ucci" => ProgramProtocol::Lines(ProtocolKind::Ucci),
                    "gomocup" => ProgramProtocol::Lines(ProtocolKind::Gomocup),
                    "hub" => ProgramProtocol::Lines(ProtocolKind::Hub),
                    "hub1" => ProgramProtocol::Lines(ProtocolKind::HubOne),
                    "dxp" => ProgramProtocol::Dxp,
                    _ => return Err(refused("uci, ucci, gomocup, hub, hub1 or dxp")),
                });
            }
            "listen" => {
                let port = value.parse().map_err(|_| refused("a port, or 0 for any"))?;
                self.door = Some(DxpRole::Listen(port));
            }
            "connect" => {
                let address = value.parse().map_err(|_| refused("an address and a port"))?;
                self.door = Some(DxpRole::Connect(address));
            }
            "stdin" => self.stdin.push(value.trim_matches('"').to_owned()),
            "minutes" => {
                let minutes = value.parse().ok().filter(|n| (1..=999).contains(n));
                self.minutes = Some(minutes.ok_or_else(|| refused("1 to 999"))?);
            }
            "ponder" => {
                self.ponder = value.parse().map_err(|_| refused("true or false"))?;
            }
            "ranks" => {
                self.ranks = Some(match value {
                    "0" => RankBase::Zero,
                    "1" => RankBase::One,
                    _ => return Err(refused("0 or 1")),
                });
            }
            "tc" => self.time.clock = Some(value.parse().map_err(|e| format!("{e}"))?),
            "movetime" => {
                let ms = value.parse().ok().filter(|&ms| ms > 0).ok_or_else(whole)?;
                self.time.move_time = Some(Duration::from_millis(ms));
            }
            "nodes" => {
                self.time.nodes = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(whole)?);
            }
            "depth" => {
                self.time.depth = Some(value.parse().ok().filter(|&n| n > 0).ok_or_else(whole)?);
            }
            _ => {
                let known = "name, level, preset, build, cmd, arg, dir, proto, ranks, listen, connect, stdin, \
                             minutes, ponder, tc, movetime, nodes, depth";
                return Err(format!("{key:?} is not one of {known}, option.NAME"));
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), String> {
        let program_only = !self.args.is_empty()
            || self.dir.is_some()
            || self.speech.is_some()
            || self.ranks.is_some();
        let dxp = self.speech == Some(ProgramProtocol::Dxp);
        let dxp_only = self.door.is_some() || !self.stdin.is_empty() || self.minutes.is_some();
        let hub_one = self.speech == Some(ProgramProtocol::Lines(ProtocolKind::HubOne));
        match &self.command {
            None if program_only => Err("arg, dir, proto and ranks need cmd".to_owned()),
            _ if dxp_only && !dxp => {
                Err("listen, connect, stdin and minutes need proto=dxp".to_owned())
            }
            _ if dxp && !self.options.is_empty() => {
                Err("DXP has no options: use arg or stdin".to_owned())
            }
            // Hub 1 has no such limit: the search would never end.
            _ if hub_one && self.time.nodes.is_some() => {
                Err("nodes cannot be told to a program that speaks hub1".to_owned())
            }
            _ if self.build.is_some() && (self.command.is_some() || self.preset.is_some()) => {
                Err("build names a program of ours; it has no cmd and no preset".to_owned())
            }
            Some(_) if self.preset.is_some() => {
                Err("preset names a machine of ours; it has no cmd".to_owned())
            }
            None if self.preset.is_some() && self.level.is_some() => {
                Err("a preset has no levels; use option.Depth".to_owned())
            }
            _ if self.ponder && (self.command.is_some() || self.build.is_some()) => {
                Err("ponder is for our own engine in this process".to_owned())
            }
            _ if self.ponder && (self.preset.is_some() || self.level.is_some()) => {
                Err("presets and levels do not ponder".to_owned())
            }
            Some(_) if self.level.is_some() => {
                Err("level is for our own engine; use option.NAME with cmd".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The contestant, `number`th of the match, with `time` if it has none of its own.
    pub fn contestant(self, number: usize, time: &TimeArgs) -> Result<Contestant, String> {
        let time = if self.time.is_unlimited() { time.control() } else { self.time };
        let (usual_name, kind) = match self.command {
            Some(command) => {
                let stem = command.file_stem().map(|stem| stem.to_string_lossy().into_owned());
                let kind = match self.speech.unwrap_or(ProgramProtocol::Lines(ProtocolKind::Uci)) {
                    ProgramProtocol::Lines(protocol) => Kind::External(External {
                        command,
                        args: self.args,
                        dir: self.dir,
                        protocol,
                        ranks: self.ranks.unwrap_or_default(),
                        options: self.options,
                    }),
                    ProgramProtocol::Dxp => Kind::Dxp(DxpProgram {
                        command,
                        args: self.args,
                        dir: self.dir,
                        door: self.door.unwrap_or(DxpRole::Listen(0)),
                        stdin: self.stdin,
                        minutes: self.minutes,
                    }),
                };
                (stem.unwrap_or_else(|| format!("engine-{number}")), kind)
            }
            None if self.build.is_some() => {
                let command = self.build.unwrap_or_default();
                let name = command.display().to_string();
                let options =
                    self.options.into_iter().map(|(n, v)| (n, v.unwrap_or_default())).collect();
                (name, Kind::Build(Build { command, level: self.level, options }))
            }
            None => {
                let name = match (&self.preset, self.level) {
                    (Some(preset), _) => preset.clone(),
                    (None, Some(level)) => format!("yiqi-{}", level.number()),
                    (None, None) => "yiqi".to_owned(),
                };
                let options =
                    self.options.into_iter().map(|(n, v)| (n, v.unwrap_or_default())).collect();
                let builtin = Builtin {
                    preset: self.preset,
                    level: self.level,
                    options,
                    ponder: self.ponder,
                };
                (name, Kind::Builtin(builtin))
            }
        };
        Ok(Contestant { name: self.name.unwrap_or(usual_name), kind, time })
    }
}

/// The first pairing in one line.
#[must_use]
pub fn summary(report: &MatchReport) -> String {
    let Some(pair) = report.pairs.first() else { return String::new() };
    let games = pair.games;
    let mut text = format!("+{} ={} -{}", games.wins, games.draws, games.losses);
    if let Some(elo) = pair.elo.filter(|elo| elo.elo.is_finite()) {
        text += &format!(" elo {:+.0} ± {:.0}", elo.elo, elo.error);
    }
    if let Some(sprt) = report.sprt {
        text += &format!(" llr {:.2}", sprt.llr);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Contestant, String> {
        let time = TimeArgs { tc: None, movetime: Some(100), nodes: None, depth: None };
        text.parse::<EngineSpec>()?.contestant(1, &time)
    }

    #[test]
    fn ours_and_theirs() {
        let ours = read("level=7,option.Hash=32").unwrap();
        assert_eq!(ours.name, "yiqi-7");
        let options = vec![("Hash".to_owned(), "32".to_owned())];
        let builtin = Builtin { preset: None, level: Level::new(7), options, ponder: false };
        assert_eq!(ours.kind, Kind::Builtin(builtin));
        assert_eq!(ours.time.move_time, Some(Duration::from_millis(100)));

        let theirs = read("cmd=/usr/games/fairy-stockfish,ranks=1,option.A B=c=d,tc=5+0.1");
        let theirs = theirs.unwrap();
        assert_eq!((theirs.name.as_str(), theirs.time.move_time), ("fairy-stockfish", None));
        let Kind::External(external) = theirs.kind else { panic!("a program") };
        assert_eq!(external.ranks, RankBase::One);
        assert_eq!(external.options, [("A B".to_owned(), Some("c=d".to_owned()))]);
    }

    #[test]
    fn machines_of_textbooks() {
        let machine = read("preset=classic-5,option.Depth=3").unwrap();
        assert_eq!(machine.name, "classic-5");
        let options = vec![("Depth".to_owned(), "3".to_owned())];
        let preset = Some("classic-5".to_owned());
        let builtin = Builtin { preset, options, ..Builtin::default() };
        assert_eq!(machine.kind, Kind::Builtin(builtin));
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("preset=a,level=3"), "a preset has no levels; use option.Depth");
        assert_eq!(fault("preset=a,cmd=b"), "preset names a machine of ours; it has no cmd");
    }

    #[test]
    fn only_our_engine_at_full_strength_ponders() {
        let Kind::Builtin(ours) = read("ponder=true").unwrap().kind else { panic!("ours") };
        assert!(ours.ponder);
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("ponder=maybe"), "ponder cannot be \"maybe\": true or false");
        assert_eq!(fault("ponder=true,cmd=a"), "ponder is for our own engine in this process");
        assert_eq!(fault("ponder=true,level=3"), "presets and levels do not ponder");
    }

    #[test]
    fn programs_over_dxp() {
        let moby = "proto=dxp,cmd=./mobydam,arg=-c,arg=127.0.0.1,arg=-p,arg={port},listen=0,\
                    stdin=\"time 100\",minutes=60";
        let Kind::Dxp(program) = read(moby).unwrap().kind else { panic!("a DXP program") };
        assert_eq!(program.args, ["-c", "127.0.0.1", "-p", "{port}"]);
        assert_eq!(program.stdin, ["time 100"]);
        assert_eq!((program.door, program.minutes), (DxpRole::Listen(0), Some(60)));
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("cmd=a,listen=1"), "listen, connect, stdin and minutes need proto=dxp");
        assert_eq!(fault("proto=dxp,cmd=a,option.b=c"), "DXP has no options: use arg or stdin");
        assert!(fault("proto=dxp,cmd=a,minutes=0").ends_with("1 to 999"));
        assert!(fault("proto=hub1,cmd=a,nodes=5").starts_with("nodes cannot be told"));
    }

    #[test]
    fn faults_are_named() {
        let fault = |text: &str| read(text).unwrap_err();
        assert_eq!(fault("level=13"), "level cannot be \"13\": 1 to 12");
        assert_eq!(fault("fast"), "\"fast\" is not KEY=VALUE");
        assert_eq!(fault("proto=ucci"), "arg, dir, proto and ranks need cmd");
        assert!(fault("colour=red").starts_with("\"colour\" is not one of name, level"));
        assert!(fault("cmd=a,tc=soon").contains("no time control"));
        assert!(fault("cmd=a,level=3").starts_with("level is for our own engine"));
        assert!(fault("nodes=0").ends_with("a whole number above 0"));
    }
}

//! Another build of this program as a player, and the side of that build which answers.
//!
//! The protocols of other programs do not reach every game, number and limit, so two builds use lines of
//! JSON of their own. A build must understand the questions of later ones: fields are only added.

use super::{ChosenMove, ForfeitReason, NoMove, Player, PlayerTurn};
use crate::spec::Build;
use engine::{Clock, Control, Engine, Level, Limits, Score, Session};
use programs::{NoLine, Output, Process};
use serde::{Deserialize, Serialize};
use std::io::{self, BufRead, Write};
use std::time::{Duration, Instant};

/// How often a wait looks whether the match has been stopped.
const GLANCE: Duration = Duration::from_millis(50);
/// How long a move that is late already is waited for.
const GRACE: Duration = Duration::from_secs(1);

/// A question to a build.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum BuildRequest {
    /// Set an option.
    Set { name: String, value: String },
    /// A new game begins.
    NewGame,
    /// Search the position after these moves.
    Search { position: String, moves: Vec<String>, limits: BuildLimits },
}

/// The limits of a search; times in microseconds.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct BuildLimits {
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<u64>,
    /// Mine, my increment, theirs, their increment.
    clock: Option<[u64; 4]>,
    moves_to_go: Option<u32>,
    level: Option<u8>,
    seed: u64,
}

/// The answer of a build.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "answer", rename_all = "snake_case")]
enum BuildReply {
    /// It has done so.
    Ready,
    /// It cannot.
    Refused { why: String },
    /// The move of a search.
    Best { best: Option<String>, score: Option<Score>, depth: Option<u32>, nodes: Option<u64> },
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl BuildLimits {
    fn of(limits: &Limits) -> Self {
        Self {
            depth: limits.depth,
            nodes: limits.nodes,
            move_time: limits.move_time.map(micros),
            clock: limits.clock.map(|clock| {
                [clock.mine, clock.increment, clock.theirs, clock.their_increment].map(micros)
            }),
            moves_to_go: limits.clock.and_then(|clock| clock.moves_to_go),
            level: limits.level.map(Level::number),
            seed: limits.seed,
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time.map(Duration::from_micros),
            clock: self.clock.map(|clock| {
                let [mine, increment, theirs, their_increment] = clock.map(Duration::from_micros);
                let moves_to_go = self.moves_to_go;
                Clock { mine, increment, theirs, their_increment, moves_to_go }
            }),
            level: self.level.and_then(Level::new),
            seed: self.seed,
            lines: 1,
            ..Limits::default()
        }
    }
}

/// Another build of this program. After a fault it is ended, and started afresh for the next game.
#[derive(Debug)]
pub(super) struct BuildPlayer {
    spec: Build,
    arguments: Vec<String>,
    patience: Duration,
    margin: Duration,
    running: Option<Process>,
}

impl BuildPlayer {
    pub(super) fn new(
        spec: Build,
        variant: &str,
        rules: Option<&str>,
        patience: Duration,
        margin: Duration,
    ) -> Self {
        let mut arguments = vec!["gate".to_owned(), "answer".to_owned(), variant.to_owned()];
        arguments
            .extend(rules.into_iter().flat_map(|rules| ["--rules".to_owned(), rules.to_owned()]));
        Self { spec, arguments, patience, margin, running: None }
    }

    /// The program, with its options set.
    fn started(&mut self, control: &Control) -> Result<Process, NoMove> {
        if let Some(running) = self.running.take() {
            return Ok(running);
        }
        let command = &self.spec.command;
        let process = Process::start(command, &self.arguments, None, Output::Lines)
            .map_err(|e| NoMove::Unusable(format!("cannot start {}: {e}", command.display())))?;
        for (name, value) in &self.spec.options {
            let question = BuildRequest::Set { name: name.clone(), value: value.clone() };
            match self.ask(&process, &question, Instant::now() + self.patience, control)? {
                (BuildReply::Ready, _) => {}
                (BuildReply::Refused { why }, _) => return Err(NoMove::Unusable(why)),
                (answer, _) => return Err(unexpected(&answer)),
            }
        }
        Ok(process)
    }

    /// The answer to a question, and when it came.
    fn ask(
        &self,
        process: &Process,
        question: &BuildRequest,
        until: Instant,
        control: &Control,
    ) -> Result<(BuildReply, Instant), NoMove> {
        let began = Instant::now();
        let line = serde_json::to_string(question).map_err(|e| NoMove::Unusable(e.to_string()))?;
        process.send(&line);
        loop {
            if control.is_stopped() {
                return Err(NoMove::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match process.receive(left.min(GLANCE)) {
                Ok((at, line)) => {
                    let answer = serde_json::from_str(&line)
                        .map_err(|e| ForfeitReason::Garbage { what: format!("{line:?}: {e}") })?;
                    return Ok((answer, at));
                }
                Err(NoLine::Timeout) if left.is_zero() => {
                    return Err(ForfeitReason::Stall { after: began.elapsed() }.into());
                }
                Err(NoLine::Timeout) => {}
                Err(NoLine::Ended) => {
                    return Err(ForfeitReason::Crash { ending: "it has ended".to_owned() }.into());
                }
            }
        }
    }
}

fn unexpected(answer: &BuildReply) -> NoMove {
    ForfeitReason::Garbage { what: format!("{answer:?} is no answer to this") }.into()
}

impl Player for BuildPlayer {
    fn new_game(&mut self, control: &Control) -> Result<(), NoMove> {
        let process = self.started(control)?;
        match self.ask(&process, &BuildRequest::NewGame, Instant::now() + self.patience, control)? {
            (BuildReply::Ready, _) => {
                self.running = Some(process);
                Ok(())
            }
            (answer, _) => Err(unexpected(&answer)),
        }
    }

    fn think(&mut self, turn: &PlayerTurn<'_>, control: &Control) -> Result<ChosenMove, NoMove> {
        let process = self.started(control)?;
        let limits = Limits { level: self.spec.level, seed: turn.seed, ..turn.limits() };
        let question = BuildRequest::Search {
            position: turn.session.start_text(),
            moves: turn.session.moves(),
            limits: BuildLimits::of(&limits),
        };
        let allowed = turn.clock().allowance().map_or(self.patience, |time| time + self.margin);
        let started = Instant::now();
        let until = started + allowed + GRACE;
        match self.ask(&process, &question, until, control)? {
            (BuildReply::Best { best, score, depth, nodes }, at) => {
                self.running = Some(process);
                let elapsed = at.saturating_duration_since(started);
                Ok(ChosenMove { text: best, resigns: false, score, depth, nodes, elapsed })
            }
            (BuildReply::Refused { why }, _) => Err(ForfeitReason::Crash { ending: why }.into()),
            (answer @ BuildReply::Ready, _) => Err(unexpected(&answer)),
        }
    }
}

/// The side that answers: one game of a variant after the other, until the input ends.
///
/// # Errors
/// When the output cannot be written or the variant is unknown.
pub fn answer_build(
    variant: &str,
    rules: Option<&str>,
    input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    let unknown =
        |error: engine::OpenError| io::Error::new(io::ErrorKind::InvalidInput, error.to_string());
    let mut engine = games::new_engine(variant).map_err(unknown)?;
    let mut game: Option<(String, Box<dyn Session>)> = None;
    for line in input.lines() {
        let answer = match serde_json::from_str(&line?) {
            Err(error) => BuildReply::Refused { why: error.to_string() },
            Ok(BuildRequest::Set { name, value }) => match engine.set_option(&name, &value) {
                Ok(()) => BuildReply::Ready,
                Err(error) => BuildReply::Refused { why: error.to_string() },
            },
            Ok(BuildRequest::NewGame) => {
                engine.new_game();
                game = None;
                BuildReply::Ready
            }
            Ok(BuildRequest::Search { position, moves, limits }) => {
                search(engine.as_mut(), &mut game, [variant, &position], rules, &moves, &limits)
                    .unwrap_or_else(|why| BuildReply::Refused { why })
            }
        };
        serde_json::to_writer(&mut output, &answer)?;
        writeln!(output)?;
        output.flush()?;
    }
    Ok(())
}

/// Searches the position after the moves. The game of the last question is played on where it can be.
fn search(
    engine: &mut dyn Engine,
    game: &mut Option<(String, Box<dyn Session>)>,
    [variant, position]: [&str; 2],
    rules: Option<&str>,
    moves: &[String],
    limits: &BuildLimits,
) -> Result<BuildReply, String> {
    let goes_on = game
        .as_ref()
        .is_some_and(|(start, session)| start == position && moves.starts_with(&session.moves()));
    if !goes_on {
        let session =
            games::new_session(variant, rules, Some(position)).map_err(|e| e.to_string())?;
        *game = Some((position.to_owned(), session));
    }
    let Some((_, session)) = game else { return Err("there is no game".to_owned()) };
    let played = session.moves().len();
    for text in moves.get(played..).unwrap_or_default() {
        session.push(text).map_err(|e| e.to_string())?;
    }
    let found = engine
        .search(session.as_ref(), &limits.limits(), &Control::new(), &mut |_| ())
        .map_err(|e| e.to_string())?;
    let info = found.info.as_ref();
    Ok(BuildReply::Best {
        best: found.best,
        score: info.map(|info| info.score),
        depth: info.map(|info| info.depth),
        nodes: info.map(|info| info.nodes),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may panic")]
    use super::*;

    fn told(lines: &str) -> Vec<String> {
        let mut out = Vec::new();
        answer_build("xiangqi", None, lines.as_bytes(), &mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_build_answers_what_it_is_asked() {
        let start = games::new_session("xiangqi", None, None).unwrap().start_text();
        let search = |moves: &str| {
            format!(
                "{{\"ask\":\"search\",\"position\":\"{start}\",\"moves\":[{moves}],\
                 \"limits\":{{\"nodes\":300}}}}\n"
            )
        };
        let lines = [
            "{\"ask\":\"set\",\"name\":\"Numbers\",\"value\":\"razor_base=310\"}\n".to_owned(),
            "{\"ask\":\"set\",\"name\":\"Numbers\",\"value\":\"razor_base=900\"}\n".to_owned(),
            "{\"ask\":\"new_game\"}\n".to_owned(),
            search(""),
            search("\"h2e2\",\"h9g7\""),
            search("\"h2e2\",\"h9g9\""),
            "nonsense\n".to_owned(),
        ];
        let answers = told(&lines.concat());
        assert_eq!(answers[0], "{\"answer\":\"ready\"}");
        assert!(answers[1].contains("razor_base is 0 to 800"), "{}", answers[1]);
        assert_eq!(answers[2], "{\"answer\":\"ready\"}");
        assert!(answers[3].contains("\"best\"") && answers[4].contains("\"best\""));
        assert!(answers[5].contains("refused") && answers[6].contains("refused"));
    }

    #[test]
    fn limits_arrive_as_they_were_told() {
        let second = Duration::from_secs(1);
        let clock = Clock {
            mine: 5 * second,
            increment: second / 20,
            theirs: 4 * second,
            their_increment: second / 10,
            moves_to_go: Some(7),
        };
        let limits = Limits {
            depth: Some(9),
            nodes: Some(5000),
            move_time: Some(second),
            clock: Some(clock),
            level: Level::new(4),
            seed: 77,
            lines: 1,
            ..Limits::default()
        };
        let text = serde_json::to_string(&BuildLimits::of(&limits)).unwrap();
        assert_eq!(serde_json::from_str::<BuildLimits>(&text).unwrap().limits(), limits);
    }
}

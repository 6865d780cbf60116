//! Another build of this program as an opponent, to measure changes that are compiled in.

use crate::Failure;
use game::{Line, Position};
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// A child process that reads `NODES MILLISECONDS MOVE…` per line (0 for no limit) and answers
/// `MOVE SCORE`; `new` announces a new game. [`serve`] is the child's side of the protocol.
#[derive(Debug)]
pub(crate) struct Build {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// The side that answers.
pub(crate) trait Answers {
    /// Begins a game.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// The move to play, and its score for the side to move.
    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure>;
}

/// A request to a build.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Question {
    /// Nodes to search, 0 for no limit.
    pub(crate) nodes: u64,
    /// Milliseconds to search, 0 for no limit.
    pub(crate) milliseconds: u64,
    /// The moves of the game from its start.
    pub(crate) moves: Vec<String>,
}

impl Build {
    /// Starts the program with the arguments that name a game, and `serve`.
    pub(crate) fn start(program: &str, arguments: &[String]) -> Result<Self, Failure> {
        let mut child = Command::new(program)
            .args(arguments)
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let requests = child.stdin.take().ok_or("no standard input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        Ok(Self { child, requests, answers })
    }

    /// Announces a new game.
    pub(crate) fn new_game(&mut self) -> Result<(), Failure> {
        Ok(writeln!(self.requests, "new")?)
    }

    /// Its move, and the score for the side to move.
    pub(crate) fn ask(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        write!(self.requests, "{} {}", question.nodes, question.milliseconds)?;
        for m in &question.moves {
            write!(self.requests, " {m}")?;
        }
        writeln!(self.requests)?;
        self.requests.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let (m, score) = answer.trim().split_once(' ').ok_or("the other build ended")?;
        Ok((m.to_owned(), score.parse()?))
    }
}

impl Drop for Build {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Question {
    /// The request for the position at the end of a game.
    pub(crate) fn about<P: Position<Move: Display>>(
        line: &Line<P>,
        nodes: u64,
        milliseconds: u64,
    ) -> Self {
        let moves = line.plies().iter().filter_map(|ply| ply.mv).map(|m| m.to_string()).collect();
        Self { nodes, milliseconds, moves }
    }

    fn read(line: &str) -> Result<Self, Failure> {
        let mut words = line.split(' ');
        let mut number = |what| words.next().ok_or(what)?.parse::<u64>().map_err(Failure::from);
        let (nodes, milliseconds) = (number("no nodes")?, number("no milliseconds")?);
        Ok(Self { nodes, milliseconds, moves: words.map(str::to_owned).collect() })
    }
}

/// Answers requests on standard input until it ends.
pub(crate) fn serve(answers: &mut impl Answers) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line == "new" {
            answers.new_game()?;
            continue;
        }
        let (m, score) = answers.answer(&Question::read(&line)?)?;
        writeln!(out, "{m} {score}")?;
    }
    Ok(())
}

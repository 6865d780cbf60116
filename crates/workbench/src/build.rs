//! Another build of the same tool, to play against: for what is compiled in.

use game::{Line, Position};
use std::error::Error;
use std::fmt::Display;
use std::io::{self, BufRead, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

type Failure = Box<dyn Error>;

/// A child process that is asked `NODES MILLISECONDS MOVE…` a line (0 for no limit) and answers
/// `MOVE SCORE`; `new` tells it that a game begins. [`serve`] is its side of the talk.
#[derive(Debug)]
pub struct Build {
    child: Child,
    asks: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// Who answers in a build that is asked.
pub trait Answers {
    /// Begins a game.
    ///
    /// # Errors
    /// When it cannot.
    fn new_game(&mut self) -> Result<(), Failure>;

    /// The move to play, and what it is worth to the mover.
    ///
    /// # Errors
    /// When the question makes no sense or there is no move.
    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure>;
}

/// What a build is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Nodes to search, 0 for no limit.
    pub nodes: u64,
    /// Milliseconds to search, 0 for no limit.
    pub milliseconds: u64,
    /// The moves of the game from its start.
    pub moves: Vec<String>,
}

impl Build {
    /// Starts the program with `--serve` and these arguments.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &str, arguments: &[&str]) -> Result<Self, Failure> {
        let mut child = Command::new(program)
            .arg("--serve")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|e| format!("{program}: {e}"))?;
        let asks = child.stdin.take().ok_or("no standard input")?;
        let answers = BufReader::new(child.stdout.take().ok_or("no standard output")?);
        Ok(Self { child, asks, answers })
    }

    /// Tells it that a game begins.
    ///
    /// # Errors
    /// When it has ended.
    pub fn new_game(&mut self) -> Result<(), Failure> {
        Ok(writeln!(self.asks, "new")?)
    }

    /// Its move, and what that is worth to the mover.
    ///
    /// # Errors
    /// When it has ended or answers something else.
    pub fn ask(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        write!(self.asks, "{} {}", question.nodes, question.milliseconds)?;
        for m in &question.moves {
            write!(self.asks, " {m}")?;
        }
        writeln!(self.asks)?;
        self.asks.flush()?;
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
    /// The question about the position at the end of a game.
    #[must_use]
    pub fn about<P: Position<Move: Display>>(
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

/// Answers what is asked on standard input until it ends.
///
/// # Errors
/// When a question cannot be read or answered.
pub fn serve(answers: &mut impl Answers) -> Result<(), Failure> {
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

//! The command `worker`: does work that comes over NATS, at the lowest priority.
//!
//! A worker takes only work of its own build, so what a program submits is done by workers of the same program.
//!
//! The threads that search have the lowest priority. Those that speak with the server have that of the program: they do
//! little, and what is said must arrive also when the machine has much to do.

#[cfg(feature = "cluster")]
mod players;
#[cfg(feature = "cluster")]
mod review;
#[cfg(feature = "cluster")]
mod search;
#[cfg(feature = "cluster")]
mod slot;
#[cfg(feature = "cluster")]
mod threads;

use crate::arguments::OutputArgs;
use crate::failure::Failure;
use clap::Args;
use engine::Control;
use std::path::PathBuf;

/// The longest name of a worker, in bytes.
const MOST_NAME: usize = 128;

/// What plays the units of a batch.
pub trait UnitPlayer: Send {
    /// What came of a unit; `None` when it was stopped.
    ///
    /// # Errors
    /// Why the unit cannot be played.
    fn play(&mut self, unit: u64, control: &Control) -> Result<Option<Vec<u8>>, String>;
}

/// Makes a player of a payload, or says what is wrong with it.
pub type OpenUnitPlayer = fn(&str) -> Result<Box<dyn UnitPlayer>, String>;

/// What a program does as a worker.
#[derive(Copy, Clone, Debug)]
pub struct WorkerProgram {
    /// Its name.
    pub name: &'static str,
    /// The kinds of work that it can do, the most urgent first.
    pub classes: &'static [&'static str],
    /// What plays the units of self-play, in a program that can.
    pub self_play: Option<OpenUnitPlayer>,
}

impl WorkerProgram {
    /// The classes that were asked for; all that the program can do if none were.
    fn chosen(&self, asked: &[String]) -> Result<Vec<&'static str>, Failure> {
        if let Some(class) = asked.iter().find(|class| !self.classes.contains(&class.as_str())) {
            return Err(Failure::Input(format!(
                "`{} worker` does no jobs of the class {class}, but {}",
                self.name,
                self.classes.join(", ")
            )));
        }
        let is_asked = |class: &&str| asked.is_empty() || asked.iter().any(|one| one == class);
        Ok(self.classes.iter().copied().filter(|class| is_asked(class)).collect())
    }
}

/// The arguments of the command.
#[derive(Debug, Args)]
pub struct WorkerArgs {
    /// The NATS server: nats://HOST:PORT or tls://HOST:PORT; several with commas between them.
    #[arg(long, value_name = "URL")]
    nats: String,
    /// The file with USER:PASSWORD for it.
    #[arg(long, value_name = "FILE")]
    creds: Option<PathBuf>,
    /// Jobs at the same time.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Kinds of work that are done, with commas between them (default: all).
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    classes: Vec<String>,
    /// The name that the operator of the hall sees (default: the name of the machine).
    #[arg(long, value_name = "NAME", value_parser = name)]
    name: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

fn name(text: &str) -> Result<String, String> {
    if text.is_empty() || text.len() > MOST_NAME || text.chars().any(char::is_control) {
        return Err(format!("expected 1 to {MOST_NAME} bytes without control signs"));
    }
    Ok(text.to_owned())
}

/// Works until Ctrl-C. A server that is away is waited for.
///
/// # Errors
/// When the arguments are wrong, the server refuses the worker, or Ctrl-C was pressed.
#[cfg(feature = "cluster")]
pub fn run(args: &WorkerArgs, program: &WorkerProgram) -> Result<(), Failure> {
    threads::run(args, program)
}

/// A program without the feature `cluster` works for nobody.
///
/// # Errors
/// Always.
#[cfg(not(feature = "cluster"))]
pub fn run(args: &WorkerArgs, program: &WorkerProgram) -> Result<(), Failure> {
    program.chosen(&args.classes)?;
    Err(crate::alone::unable())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_takes_only_what_it_can_do() {
        let program =
            WorkerProgram { name: "workshop", classes: &["match", "self-play"], self_play: None };
        let asked = |classes: &[&str]| {
            program.chosen(&classes.iter().map(|&class| class.to_owned()).collect::<Vec<_>>())
        };
        assert_eq!(asked(&[]).ok(), Some(program.classes.to_vec()));
        assert_eq!(asked(&["match"]).ok(), Some(vec!["match"]));
        let refused = asked(&["match", "review"]).unwrap_err();
        let said = "`workshop worker` does no jobs of the class review, but match, self-play";
        assert_eq!(refused.message().as_deref(), Some(said));
    }
}

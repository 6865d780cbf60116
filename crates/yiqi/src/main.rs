//! The program for people and for other programs: opens the hall, speaks the protocols, plays matches, reads files.
//!
//! Those who make engines have the program `workshop`.
//!
//! `docs/command-line.md` describes every command. Exit codes: 0 success, 2 bad input (with one line on
//! standard error), 1 any other failure, 130 interrupted.

mod cli;
mod commands;
mod configuration;
#[cfg(test)]
mod deploy;
mod supervisor;

use clap::{CommandFactory as _, Parser as _};
use cli::{Cli, Command};
use command_line::{Failure, Interrupt, log};
use commands::moved;
use engine::Protocol;
use games::usual;
use std::io::BufReader;
use std::process::ExitCode;

/// The name of the program.
const PROGRAM: &str = "yiqi";

fn main() -> ExitCode {
    let (args, engines) = match configuration::with_file(std::env::args_os().collect()) {
        Ok(with_file) => with_file,
        Err(failure) => return end(Err(failure)),
    };
    let done = match Cli::try_parse_from(args) {
        Ok(cli) => {
            log::init(cli.log());
            run(cli, engines)
        }
        Err(error) if !error.use_stderr() => {
            // Help and version were requested: a closed pipe is not a failure.
            let _ = error.print();
            Ok(())
        }
        Err(error) => Err(Failure::usage(&error)),
    };
    end(done)
}

/// Reports a failure and returns the exit code.
fn end(done: Result<(), Failure>) -> ExitCode {
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => ExitCode::from(failure.report(PROGRAM)),
    }
}

/// Standard input for a thread of its own.
fn input() -> BufReader<std::io::Stdin> {
    BufReader::new(std::io::stdin())
}

fn run(cli: Cli, engines: Vec<server::ExternalEngine>) -> Result<(), Failure> {
    if cli.command.as_ref().is_some_and(Command::ends_at_once) {
        // What such a command has printed so far is complete; nothing has to be saved.
        Interrupt::listen(|| std::process::exit(Failure::Interrupted.report(PROGRAM).into()))?;
    }
    match cli.command {
        None => commands::hall::run(&cli.hall, engines, true),
        Some(Command::Serve(hall)) => commands::hall::run(&hall, engines, false),
        Some(Command::Backup(args)) => commands::copies::backup(&args),
        Some(Command::Restore(args)) => commands::copies::restore(&args),
        Some(Command::Accounts(args)) => commands::accounts::run(&args),
        Some(Command::Store(command)) => commands::store::run(&command),
        Some(Command::Worker(args)) => command_line::worker::run(&args, &commands::worker::WORKER),
        Some(Command::Games(args)) => commands::games::run(&args),
        Some(Command::Perft(args)) => commands::perft::run(&args),
        Some(Command::Moves(args)) => commands::moves::run(&args),
        Some(Command::Judge(args)) => commands::judge::run(&args),
        Some(Command::Analyse(args)) => commands::analyse::run(&args),
        Some(Command::Bench(args)) => commands::bench::run(&args),
        Some(Command::Uci) => Ok(hosts::run_uci(input(), std::io::stdout(), usual(Protocol::Uci))?),
        Some(Command::Ucci) => {
            Ok(hosts::run_ucci(input(), std::io::stdout(), usual(Protocol::Ucci))?)
        }
        Some(Command::Gomocup) => {
            Ok(hosts::run_gomocup(input(), std::io::stdout(), usual(Protocol::Gomocup))?)
        }
        Some(Command::Hub { variant }) => Ok(hosts::run_hub(input(), std::io::stdout(), &variant)?),
        Some(Command::Dxp(args)) => commands::dxp::run(&args),
        Some(Command::Match(args)) => commands::match_::run(*args),
        Some(Command::Lab(command)) => commands::lab::run(command),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Page(args)) => commands::page::run(&args),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Completions { shell }) => {
            command_line::completions::print(shell, &mut Cli::command(), PROGRAM)
        }
        Some(Command::Gate(args)) => commands::answer::run(&args),
        Some(Command::Datagen(_)) => Err(moved::refuse("datagen")),
        Some(Command::Train(_)) => Err(moved::refuse("train")),
        Some(Command::Openings(_)) => Err(moved::refuse("openings")),
        Some(Command::Endgames(_)) => Err(moved::refuse("endgames")),
    }
}

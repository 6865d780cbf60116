//! The command line: opens the hall, speaks the protocols, runs the tools.
//!
//! `docs/command-line.md` describes every command. Exit codes: 0 success, 2 bad input (with one line on
//! standard error), 1 any other failure, 130 interrupted.

mod batch;
mod cli;
mod commands;
mod configuration;
#[cfg(test)]
mod deploy;
mod failure;
mod interrupt;
mod log;
mod output;
mod supervisor;
mod work;

use clap::Parser as _;
use cli::{Cli, Command};
use engine::Protocol;
use failure::Failure;
use games::usual;
use interrupt::Interrupt;
use std::io::{BufReader, Write as _};
use std::process::ExitCode;

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
        Err(failure) => ExitCode::from(report(&failure)),
    }
}

/// Prints why a command failed, and returns the exit code.
fn report(failure: &Failure) -> u8 {
    if let Some(message) = failure.message() {
        let mut out = std::io::stderr();
        // Standard error may be closed; then the message is lost.
        let _ = if wants_json() {
            let error = serde_json::json!({
                "error": message, "exit_code": failure.exit_code(),
            });
            writeln!(out, "{error}")
        } else {
            writeln!(out, "yiqi: {message}")
        };
    }
    failure.exit_code()
}

/// Whether the arguments ask for JSON, also where they are wrong otherwise.
fn wants_json() -> bool {
    let arguments = std::env::args_os().skip(1);
    arguments.take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

/// Standard input for a thread of its own.
fn input() -> BufReader<std::io::Stdin> {
    BufReader::new(std::io::stdin())
}

fn run(cli: Cli, engines: Vec<server::ExternalEngine>) -> Result<(), Failure> {
    if cli.command.as_ref().is_some_and(Command::ends_at_once) {
        // What such a command has printed so far is complete; nothing has to be saved.
        Interrupt::listen(|| std::process::exit(report(&Failure::Interrupted).into()))?;
    }
    match cli.command {
        None => commands::hall::run(&cli.hall, engines, true),
        Some(Command::Serve(hall)) => commands::hall::run(&hall, engines, false),
        Some(Command::Backup(args)) => commands::copies::backup(&args),
        Some(Command::Restore(args)) => commands::copies::restore(&args),
        Some(Command::Store(command)) => commands::store::run(&command),
        Some(Command::Worker(args)) => commands::worker::run(&args),
        Some(Command::Jobs(command)) => commands::jobs::run(&command),
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
        Some(Command::Openings(args)) => commands::openings::run(&args),
        Some(Command::Endgames(command)) => commands::endgames::run(&command),
        Some(Command::Lab(command)) => commands::lab::run(command),
        Some(Command::Datagen(command)) => commands::datagen::run(&command),
        Some(Command::Gate(command)) => commands::gate::run(command),
        Some(Command::Train(args)) => commands::train::run(&args),
        Some(Command::Convert(args)) => commands::convert::run(&args),
        Some(Command::Review(args)) => commands::review::run(&args),
        Some(Command::Completions { shell }) => commands::completions::run(shell),
    }
}

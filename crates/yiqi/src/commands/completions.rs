use crate::cli::Cli;
use crate::failure::Failure;
use clap::CommandFactory as _;
use std::io::Write as _;

pub(crate) fn run(shell: clap_complete::Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "yiqi", &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

//! Commands that the program `workshop` has now.

use clap::Args;
use command_line::Failure;
use std::ffi::OsString;

/// Whatever was written behind the name of the command.
#[derive(Debug, Args)]
pub(crate) struct MovedArgs {
    /// Not read.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    rest: Vec<OsString>,
}

/// Says where the command is.
pub(crate) fn refuse(command: &str) -> Failure {
    Failure::Input(format!(
        "`{command}` is a command of the program workshop now: workshop {command} … (from a checkout: cargo run --release \
         -p workshop -- {command} …)"
    ))
}

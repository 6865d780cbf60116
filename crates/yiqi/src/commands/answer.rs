//! `yiqi gate answer`: plays as another build in a match or a gate (`build=PATH`). The rest of the gate is in the
//! program `workshop`.

use crate::commands::moved;
use clap::{Args, Subcommand};
use command_line::Failure;
use std::ffi::OsString;

/// The command, if one was written.
#[derive(Debug, Args)]
#[command(disable_help_flag = true)]
pub(crate) struct GateArgs {
    #[command(subcommand)]
    command: Option<GateCommand>,
}

#[derive(Debug, Subcommand)]
enum GateCommand {
    /// Answers a match of another build: lines of JSON on standard input.
    Answer {
        /// The variant's id.
        variant: String,
        /// The rule set.
        #[arg(long)]
        rules: Option<String>,
    },
    /// In the other program.
    #[command(external_subcommand)]
    Other(#[expect(dead_code, reason = "whatever was written")] Vec<OsString>),
}

pub(crate) fn run(args: &GateArgs) -> Result<(), Failure> {
    let Some(GateCommand::Answer { variant, rules }) = &args.command else {
        return Err(moved::refuse("gate"));
    };
    games::new_session(variant, rules.as_deref(), None)?;
    let (input, output) = (crate::input(), std::io::stdout());
    Ok(arena::answer_build(variant, rules.as_deref(), input, output)?)
}

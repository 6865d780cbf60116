//! Scripts that complete commands in a shell.

use crate::failure::Failure;
use std::io::Write as _;

/// Prints the script of a program for a shell.
///
/// # Errors
/// When standard output is closed or cannot be written.
pub fn print(
    shell: clap_complete::Shell,
    command: &mut clap::Command,
    program: &str,
) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, command, program, &mut script);
    Ok(std::io::stdout().lock().write_all(&script)?)
}

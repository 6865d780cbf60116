//! Our engine under the protocols of other programs, on any pair of streams.
//!
//! Input is read at any time, also during a search: one thread reads, one thread searches, and a loop owns
//! everything else and prints. During a search, commands that concern the search take effect at once; other
//! commands wait in order ([`protocol::CommandQueue`]).

pub mod dxp;
mod error;
mod gomocup;
mod host;
mod hub;
mod memory;
mod terms;
mod ucci;
mod uci;

#[cfg(test)]
mod tests;

pub use error::HostError;
pub use memory::{check_table, check_tables};

use std::io::{BufRead, Write};

/// Runs UCI until `quit` or the end of the input.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub fn run_uci(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), HostError> {
    host::serve(uci::Uci::default(), input, output, variant)
}

/// Runs UCCI until `quit` or the end of the input.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub fn run_ucci(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), HostError> {
    host::serve(ucci::Ucci::default(), input, output, variant)
}

/// Runs the Gomocup protocol until `END` or the end of the input.
///
/// # Errors
/// When the output fails.
pub fn run_gomocup(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), HostError> {
    host::serve(gomocup::Gomocup::default(), input, output, variant)
}

/// Runs Hub until `quit` or the end of the input. `variant` is the first variant, by our name or Hub's.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub fn run_hub(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), HostError> {
    let known = hub::variant(variant).map_err(HostError::Input)?;
    host::serve(hub::Hub::default(), input, output, known.variant)
}

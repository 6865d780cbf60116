//! Our engine under the protocols of other programs, on any pair of streams.
//!
//! Input is read at any time, also during a search: one thread reads, one thread searches, and a loop owns
//! everything else and prints. During a search, commands that concern the search take effect at once; other
//! commands wait in order ([`protocol::Desk`]).

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
use std::time::Duration;

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

/// Nodes a second; 0 before a measurable time has passed.
fn per_second(nodes: u64, time: Duration) -> u64 {
    let nps = (u128::from(nodes) * 1_000_000).checked_div(time.as_micros()).unwrap_or(0);
    u64::try_from(nps).unwrap_or(u64::MAX)
}

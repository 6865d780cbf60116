//! Our engine under the protocols others drive it by, on any pair of streams.
//!
//! Input is taken at any time, also while searching: a thread reads, a thread searches, and
//! one loop in between owns everything else and alone prints. What a line asks for while a
//! search is under way acts at once where it concerns the search, and waits in order where
//! not ([`protocol::Desk`]).

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

/// Speaks UCI until told to quit or the input ends.
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

/// Speaks UCCI until told to quit or the input ends.
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

/// Speaks Gomocup's protocol until told to end or the input ends.
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

/// Speaks Hub until told to quit or the input ends. `variant` is the one to begin with, under
/// our name or Hub's.
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

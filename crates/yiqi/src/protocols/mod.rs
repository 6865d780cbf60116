//! Our engine under the protocols others drive it by, on any pair of streams.
//!
//! Input is taken at any time, also while searching: a thread reads, a thread searches, and
//! one loop in between owns everything else and alone prints. What a line asks for while a
//! search is under way acts at once where it concerns the search, and waits in order where
//! not ([`protocol::Desk`]).

mod gomocup;
mod host;

mod hub;
mod ucci;
mod uci;

pub(crate) mod dxp;

#[cfg(test)]
mod tests;

use crate::failure::Failure;
use std::io::{BufRead, Write};

/// Speaks UCI until told to quit or the input ends.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub(crate) fn run_uci(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), Failure> {
    host::serve(uci::Uci::default(), input, output, variant)
}

/// Speaks UCCI until told to quit or the input ends.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub(crate) fn run_ucci(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), Failure> {
    host::serve(ucci::Ucci::default(), input, output, variant)
}

/// Speaks Gomocup's protocol until told to end or the input ends.
///
/// # Errors
/// When the output fails.
pub(crate) fn run_gomocup(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), Failure> {
    host::serve(gomocup::Gomocup::default(), input, output, variant)
}

/// Speaks Hub until told to quit or the input ends. `variant` is the one to begin with, under
/// our name or Hub's.
///
/// # Errors
/// When the variant is unknown or the output fails.
pub(crate) fn run_hub(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    variant: &str,
) -> Result<(), Failure> {
    let known = hub::variant(variant).map_err(Failure::Input)?;
    host::serve(hub::Hub::default(), input, output, known.id)
}

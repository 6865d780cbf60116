use crate::output::harmless;
use std::io::{self, Write as _};

/// Why a command failed.
#[derive(Debug)]
pub enum Failure {
    /// The arguments or a file are invalid: exit code 2.
    Input(String),
    /// Any other failure: exit code 1.
    Trouble(String),
    /// The person pressed Ctrl-C: exit code 130.
    Interrupted,
    /// The reader of our output closed it: it needs no more.
    OutputClosed,
}

impl Failure {
    /// Arguments or a file that are invalid.
    #[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
    pub fn input(message: impl ToString) -> Self {
        Self::Input(message.to_string())
    }

    /// Any other failure.
    #[expect(clippy::needless_pass_by_value, reason = "made for map_err")]
    pub fn trouble(message: impl ToString) -> Self {
        Self::Trouble(message.to_string())
    }

    /// The error of a command line, in one line.
    pub fn usage(error: &clap::Error) -> Self {
        let text = error.render().to_string();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let said = lines.take_while(|line| {
            !line.starts_with("Usage:") && !line.starts_with("For more information")
        });
        let said = said.collect::<Vec<_>>().join(" ");
        Self::Input(said.strip_prefix("error: ").unwrap_or(&said).to_owned())
    }

    /// The line for standard error.
    pub fn message(&self) -> Option<String> {
        match self {
            Self::Input(text) | Self::Trouble(text) => {
                let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
                Some(harmless(&without_passwords(&line)).into_owned())
            }
            Self::Interrupted => Some("interrupted".to_owned()),
            Self::OutputClosed => None,
        }
    }

    /// The exit code of the program.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::OutputClosed => 0,
            Self::Trouble(_) => 1,
            Self::Input(_) => 2,
            Self::Interrupted => 130,
        }
    }

    /// Says on standard error why a command of this program failed, and returns the exit code.
    #[must_use]
    pub fn report(&self, program: &str) -> u8 {
        if let Some(message) = self.message() {
            let mut out = io::stderr();
            // Standard error may be closed; then the message is lost.
            let _ = if wants_json() {
                let error = serde_json::json!({
                    "error": message, "exit_code": self.exit_code(),
                });
                writeln!(out, "{error}")
            } else {
                writeln!(out, "{program}: {message}")
            };
        }
        self.exit_code()
    }
}

/// Whether the arguments ask for JSON, also where they are wrong otherwise.
#[must_use]
pub fn wants_json() -> bool {
    let arguments = std::env::args_os().skip(1);
    arguments.take_while(|argument| argument != "--").any(|argument| argument == "--json")
}

/// A message whose addresses (`postgres://user:password@host`) have no passwords: errors repeat what was
/// given, and their readers keep logs.
fn without_passwords(text: &str) -> String {
    let mut parts = text.split("://");
    let mut shown = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shown += "://";
        let end = part.find([' ', '\'', '"']).unwrap_or(part.len());
        let (address, rest) = part.split_at(end);
        // A password may contain any sign, also one that should have been written as %2F or %40.
        let hidden = address.rfind('@').and_then(|at| Some((address[..at].find(':')?, at)));
        match hidden {
            Some((colon, at)) => {
                shown += &address[..colon];
                shown += ":…";
                shown += &address[at..];
            }
            None => shown += address,
        }
        shown += rest;
    }
    shown
}

/// An error of our own output; errors of files are named where the files are opened.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::Trouble(format!("cannot write: {error}")),
        }
    }
}

impl From<engine::OpenError> for Failure {
    fn from(error: engine::OpenError) -> Self {
        match error {
            engine::OpenError::Position(error) => Self::Input(format!("position: {error}")),
            error => Self::input(error),
        }
    }
}

impl From<engine::OptionError> for Failure {
    fn from(error: engine::OptionError) -> Self {
        Self::input(error)
    }
}

impl From<engine::EngineError> for Failure {
    fn from(error: engine::EngineError) -> Self {
        match error {
            engine::EngineError::Failed(_) => Self::trouble(error),
            error => Self::input(error),
        }
    }
}

impl From<engine::BenchError> for Failure {
    fn from(error: engine::BenchError) -> Self {
        match error {
            engine::BenchError::Open(error) => error.into(),
            engine::BenchError::Engine(error) => error.into(),
        }
    }
}

impl From<hosts::HostError> for Failure {
    fn from(error: hosts::HostError) -> Self {
        match error {
            hosts::HostError::Input(text) => Self::Input(text),
            hosts::HostError::Trouble(text) => Self::Trouble(text),
            hosts::HostError::Output(error) => error.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Failure;

    #[test]
    fn no_message_repeats_a_password() {
        for (text, shown) in [
            ("invalid 'postgres://u:secret@h:x/d': no", "invalid 'postgres://u:…@h:x/d': no"),
            ("postgres://u:se/c@ret@h/d", "postgres://u:…@h/d"),
            (
                "http://127.0.0.1:7717 and postgres://u@h/d",
                "http://127.0.0.1:7717 and postgres://u@h/d",
            ),
            ("a://b:c@d a://e:f@g", "a://b:…@d a://e:…@g"),
            ("no address: me@here", "no address: me@here"),
        ] {
            assert_eq!(Failure::input(text).message().as_deref(), Some(shown));
        }
    }
}

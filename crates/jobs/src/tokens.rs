//! Secrets that other programs show.

use constant_time_eq::constant_time_eq;
use std::fmt;
use std::sync::Arc;

/// The shortest token: shorter ones can be guessed.
const SHORTEST: usize = 20;
/// The longest token.
const LONGEST: usize = 200;

/// Tokens of programs that may use a part of the hall. They are never shown.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Tokens(Arc<[String]>);

impl Tokens {
    /// Reads the text of a file with one token in a line; lines that are empty or begin with `#` are left out.
    ///
    /// # Errors
    /// When there is no token, or one that can be guessed or cannot be sent. The message does not repeat a token.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (mut tokens, mut faults) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !(SHORTEST..=LONGEST).contains(&line.len())
                || !line.bytes().all(|byte| byte.is_ascii_graphic())
            {
                faults.push(format!(
                    "line {number}: a token has {SHORTEST} to {LONGEST} visible ASCII characters, as \
                     `openssl rand -hex 32` makes them"
                ));
            }
            tokens.push(line.to_owned());
        }
        if tokens.is_empty() {
            faults.push("there is no token in it".to_owned());
        }
        if faults.is_empty() { Ok(Self(tokens.into())) } else { Err(faults.join("; ")) }
    }

    /// The first token, for a program that shows it.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        self.0.first().map(String::as_str)
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether one of them was shown. The time that it takes does not tell how much of it was right.
    #[must_use]
    pub fn has(&self, shown: &str) -> bool {
        let shown = shown.as_bytes();
        self.0.iter().fold(false, |found, token| found | constant_time_eq(token.as_bytes(), shown))
    }
}

impl fmt::Debug for Tokens {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} tokens", self.0.len())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::Tokens;

    #[test]
    fn a_file_has_a_token_in_a_line() {
        let text = "# workers\n\n0123456789abcdef0123\n  zyxwvutsrqponmlkjihg \n";
        let tokens = Tokens::parse(text).unwrap();
        assert!(tokens.has("0123456789abcdef0123") && tokens.has("zyxwvutsrqponmlkjihg"));
        for wrong in ["", "0123456789abcdef012", "0123456789abcdef01234", "# workers"] {
            assert!(!tokens.has(wrong), "{wrong}");
        }
        assert_eq!(tokens.first(), Some("0123456789abcdef0123"));
        assert!(!Tokens::default().has(""));
        assert_eq!(format!("{tokens:?}"), "2 tokens");
    }

    #[test]
    fn faults_are_named_without_the_token() {
        let error = Tokens::parse("short\n0123456789 bcdef01234\n").unwrap_err();
        assert!(error.contains("line 1: ") && error.contains("line 2: "), "{error}");
        assert!(!error.contains("short\n") && !error.contains("bcdef"), "{error}");
        assert_eq!(Tokens::parse("# none\n").unwrap_err(), "there is no token in it");
    }
}

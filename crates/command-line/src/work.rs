//! The client of a hall that hands out work: requests with a token, and patience while the hall is away.

use crate::failure::Failure;
use clap::Args;
use jobs::Tokens;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::path::Path;
use std::time::{Duration, Instant};

#[cfg(feature = "tls")]
mod tls;

#[cfg(feature = "tls")]
use tls::secured;

/// The settings of the HTTP client while they are made.
type Builder = ureq::config::ConfigBuilder<ureq::typestate::AgentScope>;

/// How long a request may take besides the time that the hall waits for work.
const PATIENCE: Duration = Duration::from_secs(20);
/// The longest answer: results in base64.
const MOST: u64 = 32 << 20;
/// The first and the longest pause after a request that failed.
const PAUSES: [Duration; 2] = [Duration::from_millis(250), Duration::from_secs(15)];
/// How often a pause looks whether to end.
const GLANCE: Duration = Duration::from_millis(50);

/// Where the hall is, and what opens it.
#[derive(Clone, Debug, Args)]
pub struct HallArgs {
    /// The address of the hall: http or https, the host, and the port where it is not the usual one
    #[arg(long, value_name = "URL", value_parser = address)]
    server: String,
    /// The file with the token for it; the first one counts.
    #[arg(long, value_name = "FILE", value_parser = tokens)]
    token_file: Tokens,
}

impl HallArgs {
    /// The connection to it.
    ///
    /// # Errors
    /// Those of [`HallClient::new`].
    pub fn client(&self) -> Result<HallClient, Failure> {
        HallClient::new(&self.server, &self.token_file)
    }
}

/// Reads the address of a hall.
pub fn address(text: &str) -> Result<String, String> {
    let expected =
        || "expected an address as in https://hall.example or http://127.0.0.1:7717".to_owned();
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
    let rest = rest.ok_or_else(expected)?.trim_end_matches('/');
    let is_plain = |sign: char| sign.is_ascii_graphic() && !"/?#@\\".contains(sign);
    if rest.is_empty() || !rest.chars().all(is_plain) {
        return Err(expected());
    }
    Ok(text.trim_end_matches('/').to_owned())
}

/// Reads a file of tokens.
pub fn tokens(path: &str) -> Result<Tokens, String> {
    let named = |why: String| format!("{}: {why}", Path::new(path).display());
    let text = std::fs::read_to_string(path).map_err(|error| named(error.to_string()))?;
    Tokens::parse(&text).map_err(named)
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum RequestError {
    /// The hall cannot be reached, or is busy: the same request may succeed later.
    Away(String),
    /// The hall refuses it.
    Refused(String),
}

impl From<RequestError> for Failure {
    fn from(trouble: RequestError) -> Self {
        match trouble {
            RequestError::Away(why) => Self::Trouble(why),
            RequestError::Refused(why) => Self::Input(why),
        }
    }
}

/// The connection to a hall.
#[derive(Clone, Debug)]
pub struct HallClient {
    agent: ureq::Agent,
    base: String,
    token: String,
}

impl HallClient {
    /// A connection to the hall at this address, with the first of these tokens. Nothing is sent yet.
    ///
    /// # Errors
    /// When there is no token, the address needs TLS and the program has none, or the authorities that `SSL_CERT_FILE` names
    /// cannot be read.
    pub fn new(server: &str, tokens: &Tokens) -> Result<Self, Failure> {
        let token = tokens.first().ok_or_else(|| Failure::input("there is no token"))?;
        let config = secured(ureq::Agent::config_builder(), server)?
            .timeout_global(Some(PATIENCE))
            .http_status_as_error(false)
            // The token goes to the named hall only.
            .max_redirects(0)
            .user_agent(concat!("yiqi/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self {
            agent: ureq::Agent::new_with_config(config),
            base: format!("{server}/api/work"),
            token: format!("Bearer {token}"),
        })
    }

    /// Asks for something.
    pub fn get<A: DeserializeOwned>(&self, path: &str) -> Result<A, RequestError> {
        let asked = self.agent.get(format!("{}/{path}", self.base));
        read(&answer(asked.header("Authorization", &self.token).call())?)
    }

    /// Sends something and reads the answer.
    pub fn post<A: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<A, RequestError> {
        read(&self.send(path, body)?)
    }

    /// Sends something; the answer says nothing more.
    pub fn tell(&self, path: &str, body: &impl Serialize) -> Result<(), RequestError> {
        self.send(path, body).map(drop)
    }

    fn send(&self, path: &str, body: &impl Serialize) -> Result<Vec<u8>, RequestError> {
        let refused = |error: serde_json::Error| RequestError::Refused(error.to_string());
        let body = serde_json::to_vec(body).map_err(refused)?;
        let asked = self.agent.post(format!("{}/{path}", self.base));
        let asked = asked.header("Authorization", &self.token);
        answer(asked.header("Content-Type", "application/json").send(&body[..]))
    }

    /// Removes something.
    pub fn delete(&self, path: &str) -> Result<(), RequestError> {
        let asked = self.agent.delete(format!("{}/{path}", self.base));
        answer(asked.header("Authorization", &self.token).call()).map(drop)
    }
}

/// Without TLS a hall is reached in the clear only.
#[cfg(not(feature = "tls"))]
fn secured(config: Builder, server: &str) -> Result<Builder, Failure> {
    if server.starts_with("https:") {
        return Err(Failure::input(
            "this program was built without TLS and reaches no hall at https: build it with --features cluster",
        ));
    }
    Ok(config)
}

/// A text as a part of a path.
pub fn part(text: &str) -> String {
    let mut part = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' => part.push(char::from(byte)),
            other => part += &format!("%{other:02X}"),
        }
    }
    part
}

fn answer(
    answered: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
) -> Result<Vec<u8>, RequestError> {
    let away =
        |error: ureq::Error| RequestError::Away(format!("the hall cannot be reached: {error}"));
    let mut answered = match answered {
        Ok(answered) => answered,
        Err(error @ (ureq::Error::BadUri(_) | ureq::Error::Tls(_))) => {
            return Err(RequestError::Refused(error.to_string()));
        }
        #[cfg(feature = "tls")]
        Err(error @ ureq::Error::Rustls(_)) => {
            return Err(RequestError::Refused(error.to_string()));
        }
        Err(error) => return Err(away(error)),
    };
    let status = answered.status().as_u16();
    let body = answered.body_mut().with_config().limit(MOST).read_to_vec().map_err(away)?;
    if (200..300).contains(&status) {
        return Ok(body);
    }
    let problem = serde_json::from_slice::<serde_json::Value>(&body).unwrap_or_default();
    let said = problem["message"].as_str().unwrap_or("it gives no reason");
    let why = format!("the hall refuses ({status}): {said}");
    Err(match status {
        408 | 429 | 500.. => RequestError::Away(why),
        404 if problem["code"] == "not-found" && said.starts_with("there is nothing at ") => {
            RequestError::Refused(format!(
                "the hall hands out no work: it was started without a file of tokens for this use ({said})"
            ))
        }
        _ => RequestError::Refused(why),
    })
}

fn read<A: DeserializeOwned>(body: &[u8]) -> Result<A, RequestError> {
    serde_json::from_slice(body).map_err(|error| {
        RequestError::Refused(format!("the answer of the hall cannot be understood: {error}"))
    })
}

/// Pauses that grow, each of a random length, so that many workers do not come back at the same moment.
#[derive(Debug)]
pub struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(PAUSES[0])
    }
}

impl Backoff {
    /// Waits; the next pause is twice as long.
    pub fn pause(&mut self, ends: impl Fn() -> bool) {
        let time = self.0.mul_f64(0.5 + rand::random::<f64>() / 2.0);
        self.0 = (self.0 * 2).min(PAUSES[1]);
        pause(time, ends);
    }

    /// A request succeeded: the next pause is short again.
    pub fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Waits for this time, or until it is to end.
pub fn pause(time: Duration, ends: impl Fn() -> bool) {
    let until = Instant::now() + time;
    while !ends() {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return;
        }
        std::thread::sleep(left.min(GLANCE));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked() {
        for good in ["https://hall.example", "http://127.0.0.1:7717/", "http://[::1]:7717"] {
            assert_eq!(address(good).as_deref(), Ok(good.trim_end_matches('/')));
        }
        for bad in
            ["hall.example", "ftp://a", "https://", "https://a/b", "https://u:p@a", "http://a b"]
        {
            assert!(address(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn parts_of_paths_are_written() {
        assert_eq!(part("datagen-0f_A"), "datagen-0f_A");
        assert_eq!(part("a b/?é"), "a%20b%2F%3F%C3%A9");
    }

    #[test]
    fn pauses_grow_to_a_limit() {
        let mut backoff = Backoff::default();
        for _ in 0..20 {
            backoff.pause(|| true);
        }
        assert_eq!(backoff.0, PAUSES[1]);
        backoff.reset();
        assert_eq!(backoff.0, PAUSES[0]);
    }
}

//! The client of a hall that hands out work: requests with a token, and patience while the hall is away.

use crate::failure::Failure;
use clap::Args;
use serde::Serialize;
use serde::de::DeserializeOwned;
use server::Tokens;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

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
pub(crate) struct HallArgs {
    /// The address of the hall: http or https, the host, and the port where it is not the usual one
    #[arg(long, value_name = "URL", value_parser = address)]
    server: String,
    /// The file with the token for it; the first one counts.
    #[arg(long, value_name = "FILE", value_parser = tokens)]
    token_file: Tokens,
}

impl HallArgs {
    pub(crate) fn client(&self) -> Result<HallClient, Failure> {
        HallClient::new(&self.server, &self.token_file)
    }
}

/// Reads the address of a hall.
pub(crate) fn address(text: &str) -> Result<String, String> {
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
pub(crate) fn tokens(path: &str) -> Result<Tokens, String> {
    Tokens::read(Path::new(path))
}

/// Why a request has no answer.
#[derive(Debug)]
pub(crate) enum RequestError {
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
pub(crate) struct HallClient {
    agent: ureq::Agent,
    base: String,
    token: String,
}

impl HallClient {
    pub(crate) fn new(server: &str, tokens: &Tokens) -> Result<Self, Failure> {
        let token = tokens.first().ok_or_else(|| Failure::input("there is no token"))?;
        let roots = match authorities().filter(|_| server.starts_with("https:")) {
            Some(file) => read_authorities(&file).map_err(|why| {
                Failure::input(format!("SSL_CERT_FILE: {}: {why}", file.display()))
            })?,
            None => RootCerts::WebPki,
        };
        let config = ureq::Agent::config_builder()
            .tls_config(TlsConfig::builder().root_certs(roots).build())
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
    pub(crate) fn get<A: DeserializeOwned>(&self, path: &str) -> Result<A, RequestError> {
        let asked = self.agent.get(format!("{}/{path}", self.base));
        read(&answer(asked.header("Authorization", &self.token).call())?)
    }

    /// Sends something and reads the answer.
    pub(crate) fn post<A: DeserializeOwned>(
        &self,
        path: &str,
        body: &impl Serialize,
    ) -> Result<A, RequestError> {
        read(&self.send(path, body)?)
    }

    /// Sends something; the answer says nothing more.
    pub(crate) fn tell(&self, path: &str, body: &impl Serialize) -> Result<(), RequestError> {
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
    pub(crate) fn delete(&self, path: &str) -> Result<(), RequestError> {
        let asked = self.agent.delete(format!("{}/{path}", self.base));
        answer(asked.header("Authorization", &self.token).call()).map(drop)
    }
}

/// The file with certificates of authorities that takes the place of the built-in ones, under the name that other
/// programs know.
fn authorities() -> Option<PathBuf> {
    std::env::var_os("SSL_CERT_FILE").filter(|name| !name.is_empty()).map(PathBuf::from)
}

fn read_authorities(file: &Path) -> Result<RootCerts, String> {
    let text = std::fs::read(file).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| error.to_string())? {
            found.push(certificate);
        }
    }
    if found.is_empty() {
        return Err("there is no certificate in it".to_owned());
    }
    Ok(RootCerts::new_with_certs(&found))
}

/// A text as a part of a path.
pub(crate) fn part(text: &str) -> String {
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
        Err(error @ (ureq::Error::BadUri(_) | ureq::Error::Tls(_) | ureq::Error::Rustls(_))) => {
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
pub(crate) struct Backoff(Duration);

impl Default for Backoff {
    fn default() -> Self {
        Self(PAUSES[0])
    }
}

impl Backoff {
    /// Waits; the next pause is twice as long.
    pub(crate) fn pause(&mut self, ends: impl Fn() -> bool) {
        let time = self.0.mul_f64(0.5 + rand::random::<f64>() / 2.0);
        self.0 = (self.0 * 2).min(PAUSES[1]);
        pause(time, ends);
    }

    /// A request succeeded: the next pause is short again.
    pub(crate) fn reset(&mut self) {
        *self = Self::default();
    }
}

/// Waits for this time, or until it is to end.
pub(crate) fn pause(time: Duration, ends: impl Fn() -> bool) {
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

//! A person with a cookie and an address of the own, as a proxy tells a hall in the mode `public`.

use crate::hall::Hall;
use crate::seat::Seat;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;

/// The options of such a hall. A trial does in minutes what people may do in hours.
pub(crate) const PUBLIC: [&str; 6] =
    ["--mode", "public", "--trusted-proxies", "127.0.0.1", "--client-hour-percent", "100000"];
/// The same among friends.
const FRIENDS: [&str; 6] = {
    let mut options = PUBLIC;
    options[1] = "friends";
    options
};

/// For whom a hall is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Mine,
    Friends,
    Public,
}

impl Mode {
    pub(crate) const ALL: [Self; 3] = [Self::Mine, Self::Friends, Self::Public];

    /// The options of a hall in this mode.
    pub(crate) fn options(self) -> &'static [&'static str] {
        match self {
            Self::Mine => &["--mode", "mine"],
            Self::Friends => &FRIENDS,
            Self::Public => &PUBLIC,
        }
    }

    /// Opens the hall of a folder for whoever speaks there: a new person if there is none, and nobody in a hall of one user.
    pub(crate) async fn open(
        self,
        data: &Path,
        speaker: &mut Option<Person>,
    ) -> Result<Hall, String> {
        let opened = Hall::open_with(data, self.options()).map_err(|refused| refused.said);
        let mut hall = opened?;
        if speaker.is_none() && self != Self::Mine {
            *speaker = Some(Person::new(hall.addr(), 1).await?);
        }
        hall.speaker.clone_from(speaker);
        Ok(hall)
    }
}

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    cookie: String,
    from: String,
}

/// An address of its own for each number.
fn address(number: u64) -> String {
    format!("10.{}.{}.{}", number >> 16 & 255, number >> 8 & 255, number & 255)
}

impl Person {
    /// A browser that comes for the first time, and takes a name.
    pub(crate) async fn new(addr: &str, number: u64) -> Result<Self, String> {
        let from = address(number + 1);
        let mut person = Self { id: String::new(), cookie: String::new(), from };
        person.asked(addr, "GET", "/api/me", &Value::Null).await?;
        let name = json!({"name": format!("Person {number}")});
        let (_, me) = person.asked(addr, "PUT", "/api/me", &name).await?;
        person.id = me["person"]["id"].as_str().ok_or("no identity")?.to_owned();
        Ok(person)
    }

    /// The same person at another address.
    pub(crate) fn elsewhere(&self) -> Self {
        Self { from: address(1 << 16), ..self.clone() }
    }

    /// Somebody whose cookie this hall has not given.
    pub(crate) fn forged(&self) -> Self {
        let turned = |(name, value): (&str, &str)| {
            format!("{name}={}", value.chars().rev().collect::<String>())
        };
        let cookie = self.cookie.split_once('=').map(turned).unwrap_or_default();
        Self { cookie, ..self.clone() }
    }

    /// Somebody without a cookie.
    pub(crate) fn unknown(&self) -> Self {
        Self { cookie: "nothing=1".to_owned(), ..self.clone() }
    }

    /// The lines for the head of a request.
    pub(crate) fn lines(&self) -> String {
        format!("Cookie: {}\r\nX-Forwarded-For: {}\r\n", self.cookie, self.from)
    }

    /// A request: the status and the body. A new cookie is kept.
    async fn asked(
        &mut self,
        addr: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(u16, Value), String> {
        let (head, status, body) = self.send(addr, method, path, body).await?;
        let lines = head.lines().filter_map(|line| line.split_once(": "));
        let mut set = lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie"));
        if let Some((_, cookie)) = set.next() {
            self.cookie = cookie.split(';').next().unwrap_or_default().to_owned();
        }
        Ok((status, body))
    }

    /// The same, of somebody who has a cookie.
    pub(crate) async fn ask(
        &self,
        addr: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(u16, Value), String> {
        let (_, status, body) = self.send(addr, method, path, body).await?;
        Ok((status, body))
    }

    async fn send(
        &self,
        addr: &str,
        method: &str,
        path: &str,
        body: &Value,
    ) -> Result<(String, u16, Value), String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (cookie, from, length) = (&self.cookie, &self.from, body.len());
        let asked = async {
            let mut stream = TcpStream::connect(addr).await?;
            let head = format!(
                "{method} {path} HTTP/1.1\r\nHost: {addr}\r\nConnection: close\r\nCookie: {cookie}\r\n\
                 X-Forwarded-For: {from}\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            );
            stream.write_all(head.as_bytes()).await?;
            let mut answer = Vec::new();
            stream.read_to_end(&mut answer).await?;
            Ok::<_, std::io::Error>(answer)
        };
        let answer = tokio::time::timeout(PATIENCE, asked).await;
        let answer = answer.map_err(|_| format!("{path}: no answer"))?;
        let answer = answer.map_err(|error| format!("{path}: {error}"))?;
        parsed(&answer).ok_or_else(|| format!("{path}: cut"))
    }

    /// The request for a WebSocket.
    pub(crate) fn socket(&self, addr: &str, path: &str) -> Result<Request, String> {
        let url = format!("ws://{addr}{path}");
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        for (name, value) in [("x-forwarded-for", &self.from), ("cookie", &self.cookie)] {
            let value = value.parse().map_err(|_| "no header".to_owned())?;
            request.headers_mut().insert(name, value);
        }
        Ok(request)
    }

    /// Joins a game.
    pub(crate) async fn join(&self, addr: &str, game: &str) -> Result<Seat, String> {
        Seat::join_by(self.socket(addr, &format!("/api/games/{game}/live"))?).await
    }

    /// Makes a game with an open seat, and returns its id.
    pub(crate) async fn offer(&self, addr: &str, game: &Value) -> Result<String, String> {
        match self.ask(addr, "POST", "/api/games", game).await? {
            (201, made) => Ok(made["id"].as_str().unwrap_or_default().to_owned()),
            (status, problem) => Err(format!("a game: {status} {}", problem["code"])),
        }
    }
}

/// A game with an open seat for the second side.
pub(crate) fn offered(variant: &str, is_rated: bool, in_lobby: bool) -> Value {
    json!({
        "variant": variant, "rated": is_rated, "in_lobby": in_lobby,
        "clock": {"kind": "increment", "base_ms": 3_600_000, "increment_ms": 5000},
        "players": [{"kind": "person"}, {"kind": "person", "seat": {"kind": "open"}}],
    })
}

/// An empty hall for everybody.
pub(crate) fn public_hall(data: &Path) -> Hall {
    match Hall::open_with(data, &PUBLIC) {
        Ok(hall) => hall,
        Err(refused) => panic!("the hall does not open: {}", refused.said),
    }
}

/// Head, status and body of an answer of HTTP that is JSON, or `null`; `None` where it ends too early.
pub(crate) fn parsed(answer: &[u8]) -> Option<(String, u16, Value)> {
    let answer = String::from_utf8_lossy(answer);
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    // The lengths of the pieces stand around it.
    let begins = body.find('{').unwrap_or(0);
    let ends = body.rfind('}').map_or(begins, |at| at + 1);
    let whole = body.get(begins..ends).unwrap_or_default();
    Some((head.to_owned(), status, serde_json::from_str(whole).unwrap_or(Value::Null)))
}

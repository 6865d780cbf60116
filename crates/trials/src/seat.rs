//! A seat at a game: the socket of one person, and the game as this person knows it.

use futures_util::{SinkExt, StreamExt};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request as Upgrade;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use wire::{Command, Event, Game, Request, Side};

/// The timeout for an answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// The games under test: one variant of each family that has a machine.
pub(crate) const VARIANTS: [&str; 4] = ["xiangqi", "draughts", "gomoku", "reversi"];

pub(crate) struct Seat {
    socket: WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
    pub(crate) game: Game,
    /// Ids of requests are shared by the whole game, so each seat has its own.
    salt: u64,
    requests: u64,
}

impl Seat {
    /// Joins a game and reads it.
    pub(crate) async fn join(addr: &str, id: &str) -> Result<Self, String> {
        let url = format!("ws://{addr}/api/games/{id}/live");
        Self::join_by(url.into_client_request().map_err(|error| error.to_string())?).await
    }

    /// The same, by a request with headers of its own.
    pub(crate) async fn join_by(request: Upgrade) -> Result<Self, String> {
        let connecting = tokio::time::timeout(PATIENCE, tokio_tungstenite::connect_async(request));
        let (mut socket, _) = connecting
            .await
            .map_err(|_| "no connection in time".to_owned())?
            .map_err(|error| error.to_string())?;
        loop {
            if let Event::State { game } = read(&mut socket).await? {
                return Ok(Self { socket, game: *game, salt: rand::random(), requests: 0 });
            }
        }
    }

    /// Reads the next event and updates the game.
    pub(crate) async fn event(&mut self) -> Result<Event, String> {
        let event = read(&mut self.socket).await?;
        match &event {
            Event::State { game } => self.game.clone_from(game),
            Event::Moved { moved } => {
                let (id, moved) = (&self.game.id, (**moved).clone());
                let id = id.clone();
                self.game.apply(moved).map_err(|gap| format!("{id}: a gap: {gap:?}"))?;
            }
            _ => {}
        }
        Ok(event)
    }

    /// Reads until the game satisfies the condition.
    pub(crate) async fn until(&mut self, is_so: impl Fn(&Game) -> bool) -> Result<(), String> {
        while !is_so(&self.game) {
            self.event().await?;
        }
        Ok(())
    }

    /// Sends a request and waits until it is done; returns the code of a refusal.
    pub(crate) async fn ask(&mut self, command: Command) -> Result<(), String> {
        self.requests += 1;
        let id = format!("{:x}-{}", self.salt, self.requests);
        let request = Request { id, command };
        let text = serde_json::to_string(&request).map_err(|error| error.to_string())?;
        self.socket.send(Message::text(text)).await.map_err(|error| error.to_string())?;
        loop {
            match self.event().await? {
                Event::Done { id } if id == request.id => return Ok(()),
                Event::Error { id, problem } if id == request.id => return Err(problem.code),
                _ => {}
            }
        }
    }

    /// One of the legal moves; `None` at the end of the game.
    pub(crate) fn some_move(&self, lot: impl FnOnce(u64) -> u64) -> Option<Command> {
        let moves = &self.game.board.moves;
        if self.game.end.is_some() || moves.is_empty() {
            return None;
        }
        let text = moves[usize::try_from(lot(moves.len() as u64)).unwrap()].text.clone();
        Some(Command::Move {
            ply: u32::try_from(self.game.moves.len()).unwrap() + 1,
            text,
            thought_ms: None,
        })
    }
}

async fn read(
    socket: &mut WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>,
) -> Result<Event, String> {
    loop {
        let next = tokio::time::timeout(PATIENCE, socket.next());
        match next.await.map_err(|_| "nothing came in time".to_owned())? {
            Some(Ok(Message::Text(text))) => {
                return serde_json::from_str(&text).map_err(|error| format!("{error}: {text}"));
            }
            Some(Ok(Message::Close(Some(frame)))) => {
                return Err(format!("closed: {}", frame.reason));
            }
            Some(Ok(Message::Close(None))) | None => return Err("closed".to_owned()),
            Some(Ok(_)) => {}
            Some(Err(error)) => return Err(error.to_string()),
        }
    }
}

/// Times of answers, and their summary.
#[derive(Clone, Default)]
pub(crate) struct Times(Vec<Duration>);

impl Times {
    pub(crate) fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub(crate) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    /// Sorts the times and returns a percentile, in milliseconds.
    pub(crate) fn percentile(&mut self, hundredth: usize) -> f64 {
        self.0.sort_unstable();
        let at = (self.0.len() * hundredth / 100).min(self.0.len().saturating_sub(1));
        self.0.get(at).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3)
    }

    /// `p50 4 p90 9 p99 20 most 31 ms`.
    pub(crate) fn line(&mut self) -> String {
        let [half, ninety, most_of, all] = [50, 90, 99, 100].map(|p| self.percentile(p));
        format!("p50 {half:.1} p90 {ninety:.1} p99 {most_of:.1} most {all:.1} ms")
    }
}

/// The seat of the side to move, and the other one.
pub(crate) fn at_turn(seats: &mut [Seat]) -> (&mut Seat, &mut Seat) {
    let [first, second] = seats else { unreachable!("two seats") };
    match first.game.turn {
        Side::First => (first, second),
        Side::Second => (second, first),
    }
}

/// How long a move takes until it is acknowledged, and until the other one sees it.
pub(crate) async fn timed_move(
    mover: &mut Seat,
    other: &mut Seat,
    command: Command,
) -> Result<(Duration, Duration), String> {
    let after = other.game.version;
    let since = Instant::now();
    let acknowledged = async {
        mover.ask(command).await?;
        Ok::<_, String>(since.elapsed())
    };
    let seen = async {
        other.until(|game: &Game| game.version > after).await?;
        Ok::<_, String>(since.elapsed())
    };
    tokio::try_join!(acknowledged, seen)
}

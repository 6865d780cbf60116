//! Accepting connections, with limits and timeouts, below HTTP and its routes.
//!
//! `axum::serve` has no limits: a client that opens ten thousand connections, sends half a request or does
//! not read an answer would block the hall for ever.

mod connections;
mod sockets;
mod stream;

pub(crate) use connections::{ClientShare, Connection, ConnectionStage, Connections};
pub(crate) use sockets::{SocketSlot, Sockets};

use crate::limits::Limits;
use crate::proxies::Proxies;
use axum::Router;
use axum::body::Body;
use axum::extract::Request;
use axum::http::StatusCode;
use connections::{ConnectionLimit, ConnectionSlot};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use stream::ConnectionStream;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use tower::ServiceExt as _;

/// Bytes of one request's head, and of one answer before it is written.
const HEAD: usize = 32 << 10;
/// File descriptors reserved for the store, the log and the listener.
const OWN_FILES: u64 = 64;
/// Pause after the system could not provide a connection.
const PAUSE: Duration = Duration::from_millis(50);
/// The number of such pauses in a minute.
const MOST_FAILURES: u32 = 1200;

/// The listener with its limits.
#[derive(Debug)]
pub(crate) struct Acceptor {
    limits: Limits,
    connections: Connections,
    /// Many clients come through one proxy: its address is not limited.
    proxies: Proxies,
    router: Router,
    closing: watch::Receiver<bool>,
}

impl Acceptor {
    /// A door to these routes. Its connections end when `closing` becomes true.
    pub(crate) fn new(
        mut limits: Limits,
        connections: Connections,
        proxies: Proxies,
        router: Router,
        closing: watch::Receiver<bool>,
    ) -> Self {
        if let Some(files) = files_that_may_be_open() {
            let most = usize::try_from(files.saturating_sub(OWN_FILES)).unwrap_or(usize::MAX);
            if most < limits.connections {
                tracing::warn!(
                    "the system allows {files} open files: at most {most} connections, not {}",
                    limits.connections
                );
                limits.connections = most.max(1);
            }
        }
        Self { limits, connections, proxies, router, closing }
    }

    /// Accepts connections as long as it is polled.
    ///
    /// # Errors
    /// When no connection could be accepted for a minute.
    pub(crate) async fn accept(self: Arc<Self>, listener: Arc<TcpListener>) -> std::io::Result<()> {
        let mut failures = 0;
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => {
                    failures = 0;
                    self.admit(stream, peer).await;
                }
                Err(error) if is_of_one_connection(&error) => {}
                Err(error) if failures >= MOST_FAILURES => return Err(error),
                Err(error) => {
                    if failures == 0 {
                        tracing::error!("cannot let anybody in for now: {error}");
                    }
                    failures += 1;
                    sleep(PAUSE).await;
                }
            }
        }
    }

    /// Waits for the end of the open connections, after `closing` was set: those without a complete request
    /// end at once, the others after `closing_time` at the latest.
    pub(crate) async fn drain(&self) {
        let (closing_time, connections) = (self.limits.closing_time, &self.connections);
        if timeout(closing_time, connections.all_closed()).await.is_err() {
            tracing::warn!("{} connections did not end in time", connections.count());
            connections.close_all();
        }
    }

    async fn admit(self: &Arc<Self>, stream: TcpStream, peer: SocketAddr) {
        let Limits { connections, connections_per_address, body_time, .. } = self.limits;
        // A connection that was told to close needs a moment to do so. Without this pause a flood
        // of connections would exceed the limit.
        while self.connections.count() > connections.saturating_add(connections / 8) {
            let _ = timeout(PAUSE, self.connections.one_closed()).await;
        }
        let address = peer.ip().to_canonical();
        let is_proxy = self.proxies.contains(address);
        let of_address = if is_proxy { usize::MAX } else { connections_per_address };
        let entered = self.connections.enter(address, connections, of_address, body_time);
        // Moves are small and must not wait for each other.
        let _ = stream.set_nodelay(true);
        match entered {
            Ok(slot) => {
                let acceptor = Arc::clone(self);
                tokio::spawn(async move { acceptor.attend(Arc::new(stream), slot).await });
            }
            Err(ConnectionLimit::Hall) => say(
                &stream,
                StatusCode::SERVICE_UNAVAILABLE,
                "too-many-connections",
                "the hall serves as many as it can; come back in a moment",
            ),
            Err(ConnectionLimit::Address) => say(
                &stream,
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-connections",
                "too many connections come from this address",
            ),
        }
    }

    /// One connection, until it ends or becomes a WebSocket.
    async fn attend(&self, stream: Arc<TcpStream>, slot: ConnectionSlot) {
        let connection = Arc::clone(&slot.connection);
        let line = ConnectionStream::new(Arc::clone(&stream), slot, self.limits.send_time);
        let service = service_fn(|request| self.answer(&connection, request));
        let mut http = http1::Builder::new();
        // The timeout is checked here: hyper would count it from the end of the previous answer.
        http.header_read_timeout(None).max_buf_size(HEAD);
        // The guard writes it.
        http.auto_date_header(false);
        let exchange = http.serve_connection(TokioIo::new(line), service).with_upgrades();
        let mut exchange = std::pin::pin!(exchange);
        let mut closing = self.closing.clone();
        let mut closes = false;
        let refusal = loop {
            tokio::select! {
                ended = &mut exchange => {
                    if let Err(error) = ended {
                        tracing::debug!("a connection ended: {error}");
                    }
                    return;
                }
                () = connection.closed() => break Some((
                    StatusCode::SERVICE_UNAVAILABLE,
                    "busy",
                    "the hall needs the place of what came too slowly; try again",
                )),
                () = sleep_until(self.next_look(&connection)) => {
                    if let Some(too_slow) = self.too_slow(&connection) {
                        break too_slow;
                    }
                }
                _ = closing.changed(), if !closes => {
                    closes = true;
                    if connection.stage() < ConnectionStage::Body {
                        break Some((StatusCode::SERVICE_UNAVAILABLE, "closing", "the hall closes"));
                    }
                    exchange.as_mut().graceful_shutdown();
                }
            }
        };
        // A client that has sent nothing waits for no answer.
        let has_asked = matches!(connection.stage(), ConnectionStage::Head | ConnectionStage::Body);
        if let Some((status, code, message)) = refusal
            && has_asked
        {
            say(&stream, status, code, message);
        }
    }

    async fn answer(
        &self,
        connection: &Arc<Connection>,
        request: hyper::Request<Incoming>,
    ) -> Result<axum::response::Response, Infallible> {
        connection.set_stage(ConnectionStage::Answer);
        let mut request: Request = request.map(Body::new);
        request.extensions_mut().insert(Arc::clone(connection));
        let response = self.router.clone().oneshot(request).await?;
        let is_socket = response.status() == StatusCode::SWITCHING_PROTOCOLS;
        connection.set_stage(if is_socket {
            ConnectionStage::Socket
        } else {
            ConnectionStage::Idle
        });
        Ok(response)
    }

    /// When to check whether this connection is too slow.
    fn next_look(&self, connection: &Connection) -> Instant {
        let Limits { head_time, idle_time, .. } = self.limits;
        let soon = Instant::now() + head_time.min(idle_time) / 2;
        let due = match connection.stage() {
            ConnectionStage::Idle => Instant::from_std(connection.since()) + idle_time,
            ConnectionStage::Head => Instant::from_std(connection.since()) + head_time,
            ConnectionStage::Body | ConnectionStage::Answer | ConnectionStage::Socket => soon,
        };
        due.min(soon)
    }

    /// Whether it is too slow, and the refusal then.
    fn too_slow(&self, connection: &Connection) -> Option<Option<RefusalParts>> {
        let waited = connection.since().elapsed();
        match connection.stage() {
            ConnectionStage::Idle if waited >= self.limits.idle_time => Some(None),
            ConnectionStage::Head if waited >= self.limits.head_time => Some(Some((
                StatusCode::REQUEST_TIMEOUT,
                "too-slow",
                "the head of the request did not come in time",
            ))),
            // The route checks the bodies itself.
            _ => None,
        }
    }
}

type RefusalParts = (StatusCode, &'static str, &'static str);

/// Writes a refusal below the routes, without waiting: bytes that cannot be sent at once are lost.
fn say(stream: &TcpStream, status: StatusCode, code: &str, message: &str) {
    let body = format!(r#"{{"code":"{code}","message":"{message}","faults":[]}}"#);
    let retry = match status {
        StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS => "Retry-After: 2\r\n",
        _ => "",
    };
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         {retry}Connection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.try_write(text.as_bytes());
}

/// Whether an error concerns the new connection and not the listener.
fn is_of_one_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// How many files this process may have open, after raising the limit as far as possible.
#[cfg(unix)]
fn files_that_may_be_open() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        Err(_) => limit.current,
    }
}

#[cfg(not(unix))]
fn files_that_may_be_open() -> Option<u64> {
    None
}

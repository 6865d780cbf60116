//! Passing requests on to the node that serves what they ask for.

use crate::acceptor::SocketSlot;
use crate::api::AppState;
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use axum::body::Body;
use axum::extract::rejection::PathRejection;
use axum::extract::{OriginalUri, Path, Request, State};
use axum::http::header::{
    CONNECTION, HOST, HeaderName, HeaderValue, ORIGIN, TRANSFER_ENCODING, UPGRADE,
};
use axum::http::{Method, StatusCode, Uri, Version};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::client::conn::http1;
use hyper::upgrade::{self, OnUpgrade};
use hyper_util::rt::TokioIo;
use std::collections::HashMap;
use std::time::Duration;
use store::LeaseKey;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, copy, split};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// The header of a request that was passed on. It is never passed on again: no request goes in a circle.
const PASSED: HeaderName = HeaderName::from_static("x-yiqi-passed");
/// What a browser says about the page that asks. The first node has checked it, and the name of the second one is
/// another.
const OF_BROWSERS: [HeaderName; 2] = [ORIGIN, HeaderName::from_static("sec-fetch-site")];
const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED: [HeaderName; 2] =
    [HeaderName::from_static("x-forwarded-host"), HeaderName::from_static("x-forwarded-proto")];
/// How long a connection to another node may take.
const CONNECTING: Duration = Duration::from_secs(2);
/// How long another node may take to begin its answer.
const ANSWER: Duration = Duration::from_secs(10);
/// How long it may take to open a socket: a client that is told to try again may find that another node serves
/// the game by then.
const JOINING: Duration = Duration::from_secs(3);

/// What stands in the path: the id, which may be no id at all.
type PathIds = Result<Path<HashMap<String, String>>, PathRejection>;

/// Passes a request that concerns a game on to the node that serves the game.
pub(crate) async fn pass_game(
    State(app): State<AppState>,
    places: PathIds,
    request: Request,
    next: Next,
) -> Response {
    // To read a game nobody needs to serve it.
    let reads = matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.headers().contains_key(UPGRADE);
    pass_or_serve(app, places, LeaseKey::Game, reads, request, next).await
}

/// Passes a request that concerns a study on to the node that serves the study.
pub(crate) async fn pass_study(
    State(app): State<AppState>,
    places: PathIds,
    request: Request,
    next: Next,
) -> Response {
    pass_or_serve(app, places, LeaseKey::Study, false, request, next).await
}

async fn pass_or_serve(
    app: AppState,
    places: PathIds,
    topic: fn(String) -> LeaseKey,
    reads: bool,
    request: Request,
    next: Next,
) -> Response {
    // The route refuses what is no id.
    let id = places.ok().and_then(|Path(mut places)| places.remove("id"));
    let id = id.filter(|id| uuid::Uuid::try_parse(id).is_ok());
    let Some(id) = id.filter(|_| !request.headers().contains_key(PASSED)) else {
        return next.run(request).await;
    };
    let what = topic(id.clone());
    let nodes = &app.nodes;
    let found = if reads { nodes.other(&what).await } else { nodes.hold(&what).await };
    match found {
        Ok(None) => next.run(request).await,
        Ok(Some(address)) => {
            nodes.count_passed();
            let passed = pass(&app, what, &id, &address, request).await;
            passed.unwrap_or_else(IntoResponse::into_response)
        }
        Err(error) => Refusal::from(error).into_response(),
    }
}

/// Sends a request to another node and returns its answer.
async fn pass(
    app: &AppState,
    topic: LeaseKey,
    id: &str,
    address: &str,
    mut request: Request,
) -> Result<Response, Refusal> {
    let is_socket = request.headers().contains_key(UPGRADE);
    let slot = if is_socket { Some(app.sockets.enter(id)?) } else { None };
    let client = is_socket.then(|| upgrade::on(&mut request));
    prepare(&mut request, address)?;
    let most = if is_socket { JOINING } else { ANSWER };
    let mut answer = send(address, request, most).await?;
    if answer.status() == StatusCode::SWITCHING_PROTOCOLS
        && let (Some(client), Some(slot)) = (client, slot)
    {
        let node = upgrade::on(&mut answer);
        let served = PassedSocket { app: app.clone(), topic, address: address.to_owned() };
        tokio::spawn(join(client, node, slot, served));
        return Ok(answer.map(|_| Body::empty()));
    }
    for name in [CONNECTION, TRANSFER_ENCODING] {
        answer.headers_mut().remove(name);
    }
    Ok(answer.map(Body::new))
}

/// Sends a request to another node, which may take so long to begin its answer.
async fn send(
    address: &str,
    request: Request,
    most: Duration,
) -> Result<axum::http::Response<Incoming>, Refusal> {
    let asked = async {
        let stream = timeout(CONNECTING, TcpStream::connect(address)).await??;
        // Moves are small and must not wait for each other.
        stream.set_nodelay(true)?;
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection.with_upgrades());
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(
            timeout(most, sender.send_request(request)).await??,
        )
    };
    asked.await.map_err(|error| {
        tracing::info!("the node at {address} does not answer: {error}");
        silent()
    })
}

/// Makes a request one to another node.
fn prepare(request: &mut Request, address: &str) -> Result<(), Refusal> {
    // The routes under `/api` see the path without it.
    let whole = request.extensions().get::<OriginalUri>().map_or(request.uri(), |uri| &uri.0);
    let path = whole.path_and_query().map_or("/", |path| path.as_str());
    let uri = path.parse::<Uri>().map_err(|error| Refusal::internal("a path", &error))?;
    let host = HeaderValue::from_str(address)
        .map_err(|error| Refusal::internal("the address of a node", &error))?;
    let client = request.extensions().get::<ClientOrigin>().map(|origin| origin.client.to_string());
    *request.uri_mut() = uri;
    *request.version_mut() = Version::HTTP_11;
    let is_socket = request.headers().contains_key(UPGRADE);
    let headers = request.headers_mut();
    for name in OF_BROWSERS.into_iter().chain(FORWARDED) {
        headers.remove(name);
    }
    if !is_socket {
        headers.remove(CONNECTION);
    }
    headers.insert(HOST, host);
    headers.insert(PASSED, HeaderValue::from_static("1"));
    // It is believed if the other node has this one among its proxies.
    match client.and_then(|client| client.parse().ok()) {
        Some(client) => headers.insert(FORWARDED_FOR, client),
        None => headers.remove(FORWARDED_FOR),
    };
    Ok(())
}

/// What a socket that is passed on shows.
struct PassedSocket {
    app: AppState,
    topic: LeaseKey,
    /// Of the node that serves it.
    address: String,
}

impl PassedSocket {
    /// Whether that node still serves it, as far as is known.
    async fn goes_on(&self) -> bool {
        match self.app.nodes.other(&self.topic).await {
            Ok(found) => found.is_some_and(|address| address == self.address),
            // The database may be away; the node is not known to be.
            Err(_) => true,
        }
    }

    /// Carries what the node sends. It pings: when it was silent for the time of a lease, it may be stopped or cut off,
    /// and another node may serve the game by now.
    async fn carry(
        &self,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
    ) -> std::io::Result<()> {
        let (lease, most) = (self.app.config.node_lease, self.app.config.silence);
        let mut bytes = vec![0; 16 << 10];
        let mut silent = Duration::ZERO;
        loop {
            let Ok(read) = timeout(lease, from.read(&mut bytes)).await else {
                silent += lease;
                if silent >= most || !self.goes_on().await {
                    return Ok(());
                }
                continue;
            };
            silent = Duration::ZERO;
            match read? {
                0 => return Ok(()),
                read => to.write_all(&bytes[..read]).await?,
            }
        }
    }
}

/// Carries the bytes of a WebSocket in both directions until one side leaves.
async fn join(client: OnUpgrade, node: OnUpgrade, slot: SocketSlot, served: PassedSocket) {
    // The other node knows who only looks on.
    slot.acts();
    let mut closing = served.app.closing.clone();
    let carry = async {
        let (client, node) = tokio::try_join!(client, node)?;
        let (mut from_client, mut to_client) = split(TokioIo::new(client));
        let (mut from_node, mut to_node) = split(TokioIo::new(node));
        tokio::select! {
            sent = copy(&mut from_client, &mut to_node) => drop(sent?),
            heard = served.carry(&mut from_node, &mut to_client) => heard?,
        }
        Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
    };
    tokio::select! {
        carried = carry => if let Err(error) = carried {
            tracing::debug!("a connection to another node ended: {error}");
        },
        // The client joins again.
        _ = closing.wait_for(|closes| *closes) => {}
        () = slot.closed() => {}
    }
}

/// The refusal while a node that serves something does not answer and does not yet count as dead.
fn silent() -> Refusal {
    Refusal::busy("node-silent", "the node of the hall that serves it does not answer; try again")
}

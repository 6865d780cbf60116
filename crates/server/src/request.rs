//! What concerns every request: its id, its client, its line in the access log, and its place in the metrics.

use crate::acceptor::{ClientShare, Connection, Connections};
use crate::client::ClientId;
use crate::metrics::Metrics;
use crate::people::{Accounts, HallMode, Identities, Identity, Safety, SignedIn, Site};
use crate::proxies::{ClientOrigin, Proxies};
use crate::quotas::Quotas;
use crate::refusal::Refusal;
use crate::view;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{HeaderName, HeaderValue};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hall::{Person, Speaker};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Instant;
use tracing::{Instrument, Span};

/// The header with the id of a request, in what a proxy sends and in every answer.
const ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static CURRENT: Arc<RequestContext>;
}

/// The request that is being answered.
#[derive(Debug)]
pub(crate) struct RequestContext {
    /// Its id: a proxy's, or one of ours.
    pub(crate) id: String,
    /// The span of its lines in the log.
    pub(crate) span: Span,
    /// Whose it is.
    pub(crate) client: ClientId,
    /// Who speaks.
    pub(crate) speaker: Speaker,
    /// Who the browser is, if nobody is signed in there.
    pub(crate) guest: Option<Identity>,
    /// Who signed in.
    pub(crate) signed_in: Option<SignedIn>,
    /// Why a moderator has disabled who speaks.
    pub(crate) disabled: Option<String>,
    /// Where it has found the hall, if passkeys can be made for that address.
    pub(crate) site: Option<Site>,
    /// Whether it comes from the machine of the hall.
    is_at_host: bool,
    /// Its client's share of the connections through proxies.
    _client: Option<ClientShare>,
}

#[cfg(feature = "cluster")]
impl RequestContext {
    /// A request that another node has received.
    pub(crate) fn of_node(id: String, client: ClientId, speaker: Speaker) -> Arc<Self> {
        let span = tracing::error_span!("request", id);
        // What needs a sign-in is asked before a request goes to another node.
        Arc::new(Self {
            id,
            span,
            client,
            speaker,
            guest: None,
            signed_in: None,
            disabled: None,
            site: None,
            is_at_host: false,
            _client: None,
        })
    }
}

/// The request that this task answers; `None` in tasks of games and studies.
pub(crate) fn current() -> Option<Arc<RequestContext>> {
    CURRENT.try_with(Arc::clone).ok()
}

/// The client whose request this task answers, also over a WebSocket; the hall in other tasks.
pub(crate) fn client() -> ClientId {
    current().map_or(ClientId::Hall, |asked| asked.client)
}

/// Who speaks in the request that this task answers, also over a WebSocket; a stranger in other tasks.
pub(crate) fn speaker() -> Speaker {
    current().map_or(Speaker::Stranger, |asked| asked.speaker.clone())
}

/// Who is there by the request that this task answers: whom a moderator has disabled looks like a stranger.
pub(crate) fn visitor() -> Speaker {
    match current() {
        Some(asked) if asked.disabled.is_none() => asked.speaker.clone(),
        _ => Speaker::Stranger,
    }
}

/// Who signed in to send the request that this task answers.
pub(crate) fn signed_in() -> Option<SignedIn> {
    current().and_then(|asked| asked.signed_in.clone())
}

/// Whether the request comes from the machine of the hall, and not through a proxy.
pub(crate) fn is_at_host() -> bool {
    current().is_some_and(|asked| asked.is_at_host)
}

/// Runs this as an answer to the request.
pub(crate) async fn within<T>(
    asked: Option<Arc<RequestContext>>,
    answer: impl Future<Output = T>,
) -> T {
    match asked {
        Some(asked) => CURRENT.scope(asked, answer).await,
        None => answer.await,
    }
}

/// Who sent a request.
#[derive(Default)]
struct Who {
    speaker: Speaker,
    guest: Option<Identity>,
    signed_in: Option<SignedIn>,
    disabled: Option<String>,
}

/// What the layer needs.
#[derive(Clone, Debug)]
pub(crate) struct RequestLayer {
    pub(crate) proxies: Proxies,
    pub(crate) connections: Connections,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) quotas: Quotas,
    pub(crate) mode: HallMode,
    pub(crate) identities: Identities,
    pub(crate) accounts: Accounts,
    pub(crate) safety: Safety,
    /// Requests and WebSockets at a time of one client behind a proxy.
    pub(crate) most_of_client: usize,
}

/// Gives a request its id, so that an answer, a line of the log and a person can name it.
pub(crate) async fn receive(
    State(layer_state): State<Arc<RequestLayer>>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let peer = request.extensions().get::<Arc<Connection>>().map(|connection| connection.address());
    // Only tests without a connection have no peer.
    let peer = peer.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST));
    let origin = layer_state.proxies.origin(peer, request.headers());
    let id = origin.request_id.clone().unwrap_or_else(new_id);
    let span = tracing::error_span!("request", id);
    let line =
        AccessLine { method: request.method().clone(), path: request.uri().path().to_owned() };
    let route = request.extensions().get::<MatchedPath>().cloned();
    let client = origin.client;
    let place = layer_state.place(&origin);
    let site = Site::of(request.headers(), &origin);
    let is_at_host = !origin.by_proxy && peer.to_canonical().is_loopback();
    request.extensions_mut().insert(origin.clone());
    let who = match place {
        Ok(place) => {
            layer_state.quotas.turn(ClientId::of(client)).await;
            let who = layer_state.who(request.headers(), &origin, is_at_host).await;
            who.map(|who| (place, who))
        }
        Err(refusal) => Err(refusal),
    };
    let response = match who {
        Ok((place, who)) => {
            let asked = Arc::new(RequestContext {
                id: id.clone(),
                span: span.clone(),
                client: ClientId::of(client),
                speaker: who.speaker,
                guest: who.guest,
                signed_in: who.signed_in,
                disabled: who.disabled,
                site,
                is_at_host,
                _client: place,
            });
            CURRENT.scope(asked, next.run(request)).instrument(span.clone()).await
        }
        Err(refusal) => refusal.with_request(&id).into_response(),
    };
    let route = route.as_ref().map_or("page", MatchedPath::as_str);
    layer_state.metrics.answered(&line.method, route, response.status(), began.elapsed());
    span.in_scope(|| line.write(client, response.status(), began));
    named(response, &id)
}

impl RequestLayer {
    /// Who speaks in a request with these headers.
    async fn who(
        &self,
        headers: &HeaderMap,
        origin: &ClientOrigin,
        is_at_host: bool,
    ) -> Result<Who, Refusal> {
        if !self.mode.has_people() {
            return Ok(Who { speaker: Speaker::House, ..Who::default() });
        }
        let is_host = self.mode == HallMode::Friends && is_at_host;
        if let Some(signed) = self.accounts.signed_in(headers, origin).await? {
            let (id, name) = (signed.person.clone(), signed.name.clone());
            let speaker = Speaker::Person(Person { id, name, is_host });
            let disabled = self.safety.disabled(&signed.person).await;
            return Ok(Who { speaker, guest: None, signed_in: Some(signed), disabled });
        }
        let mut guest = self.identities.of(headers, view::now());
        if let Some(known) = &guest
            && self.accounts.has(&known.id).await
        {
            // The password speaks for this person, and no longer the cookie.
            guest = None;
        }
        let disabled = match &guest {
            Some(known) => self.safety.disabled(&known.id).await,
            None => None,
        };
        let speaker = guest.clone().map_or(Speaker::Stranger, |guest| {
            Speaker::Person(Person { id: guest.id, name: guest.name, is_host })
        });
        Ok(Who { speaker, guest, signed_in: None, disabled })
    }

    /// A client behind a proxy may have as many requests and WebSockets as another one has connections: the
    /// connections are all the proxy's.
    fn place(&self, origin: &ClientOrigin) -> Result<Option<ClientShare>, Refusal> {
        if !origin.by_proxy {
            return Ok(None);
        }
        match self.connections.client(origin.client, self.most_of_client) {
            Some(client) => Ok(Some(client)),
            None => Err(Refusal::new(
                StatusCode::TOO_MANY_REQUESTS,
                "too-many-connections",
                "too many connections come from this address",
            )),
        }
    }
}

/// An id that is short enough for a person to repeat, and long enough for one hall never to give it twice.
fn new_id() -> String {
    format!("{:016x}", rand::random::<u64>())
}

fn named(mut response: Response, id: &str) -> Response {
    if let Ok(id) = HeaderValue::from_str(id) {
        response.headers_mut().insert(ID, id);
    }
    response
}

/// A line of the access log. The query is left out: it may hold names that a person looked for.
struct AccessLine {
    method: Method,
    path: String,
}

impl AccessLine {
    fn write(&self, client: IpAddr, status: StatusCode, began: Instant) {
        let Self { method, path } = self;
        let ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(
            target: "access",
            %client,
            %method,
            path = crate::refusal::shortened(path),
            status = status.as_u16(),
            ms,
            "answered"
        );
    }
}

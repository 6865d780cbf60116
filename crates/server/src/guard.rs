//! Checks of `Host` and `ClientOrigin`. A page of another origin can send requests to a server on loopback from the
//! browser that shows it, and a foreign name may resolve to 127.0.0.1. Both are refused here, before any
//! route.

use crate::config::Config;
use crate::proxies::ClientOrigin;
use crate::refusal::Refusal;
use axum::extract::{Request, State};
use axum::http::header::{
    CONTENT_SECURITY_POLICY, DATE, HOST, HeaderName, HeaderValue, ORIGIN, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, UPGRADE, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::SystemTime;

/// What the page may load, and which pages may embed it.
const POLICY: &str = "default-src 'self'; script-src 'self'; \
    img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
    object-src 'none'; form-action 'self'";

/// The same where the page runs the hall's modules: only then it may compile code.
const MODULES_POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; \
    img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; \
    object-src 'none'; form-action 'self'";

/// The names under which the hall may be reached.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    listen: SocketAddr,
    allow_hosts: Vec<String>,
    /// The header of a browser that came over TLS.
    hsts: Option<HeaderValue>,
    /// Whether the hall serves its modules.
    has_modules: bool,
}

impl Guard {
    pub(crate) fn new(listen: SocketAddr, config: &Config) -> Self {
        let Config { allow_hosts, hsts, modules, .. } = config;
        let allow_hosts = allow_hosts.iter().map(|host| plain(host)).collect();
        let hsts = Some(*hsts).filter(|hsts| !hsts.is_zero());
        let hsts = hsts.and_then(|hsts| format!("max-age={}", hsts.as_secs()).parse().ok());
        Self { listen, allow_hosts, hsts, has_modules: modules.is_some() }
    }

    /// Whether requests may name this host (without port).
    fn allows_host(&self, host: &str) -> bool {
        let host = plain(host);
        if let Ok(address) = host.parse::<IpAddr>() {
            // An address cannot be made to resolve elsewhere, as a name can. A hall that listens on
            // all addresses must be reachable by each of them.
            let is_listened_on = self.listen.ip().is_unspecified() || self.listen.ip() == address;
            if address.is_loopback() || is_listened_on {
                return true;
            }
        }
        host == "localhost" || host.ends_with(".localhost") || self.allow_hosts.contains(&host)
    }

    fn check(&self, request: &Request) -> Result<(), Refusal> {
        let origin = request.extensions().get::<ClientOrigin>();
        let asked = asked_host(request.headers(), origin)?;
        let host = asked.or_else(|| request.uri().authority().map(Authority::as_str));
        let host = host.ok_or_else(|| Refusal::bad_request("no-host", "the Host is missing"))?;
        let authority = host.parse::<Authority>().ok();
        if !authority.is_some_and(|authority| self.allows_host(authority.host())) {
            return Err(refused(
                "foreign-host",
                "this Host is not one of the hall's; `--allow-host` adds one",
            ));
        }
        let is_safe = matches!(*request.method(), Method::GET | Method::HEAD);
        let is_socket = request.headers().contains_key(UPGRADE);
        if is_safe && !is_socket {
            return Ok(());
        }
        // Browsers always send the origin here; other programs need not.
        let is_https = origin.and_then(|origin| origin.is_https);
        if let Some(origin) = one(request.headers(), &ORIGIN)?
            && !is_same_origin(origin, host, is_https)
        {
            return Err(refused("foreign-origin", "requests from other origins are refused"));
        }
        let site = one(request.headers(), &HeaderName::from_static("sec-fetch-site"))?;
        if site.is_some_and(|site| site != "same-origin" && site != "none") {
            return Err(refused("foreign-origin", "requests from other sites are refused"));
        }
        Ok(())
    }
}

/// The host that a client has asked for, with its port, by what it says and a proxy adds.
pub(crate) fn asked_host<'a>(
    headers: &'a HeaderMap,
    origin: Option<&'a ClientOrigin>,
) -> Result<Option<&'a str>, Refusal> {
    let named = one(headers, &HOST)?;
    Ok(origin.and_then(|origin| origin.host.as_deref()).or(named))
}

/// The only value of a header. Other programs could interpret two values differently.
fn one<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, Refusal> {
    let mut values = headers.get_all(name).iter();
    let first = values.next();
    if values.next().is_some() {
        return Err(refused("bad-header", "a header that may come once came twice"));
    }
    first
        .map(|value| value.to_str().map_err(|_| refused("bad-header", "a header is not ASCII")))
        .transpose()
}

/// Whether a page of this origin is ours. `is_https` is what a proxy says about the client's connection.
fn is_same_origin(origin: &str, host: &str, is_https: Option<bool>) -> bool {
    let (rest, usual_port) = match (origin.split_once("://"), is_https) {
        (Some(("http", rest)), None | Some(false)) => (rest, 80),
        (Some(("https", rest)), None | Some(true)) => (rest, 443),
        _ => return false,
    };
    let (Ok(origin), Ok(host)) = (rest.parse::<Authority>(), host.parse::<Authority>()) else {
        return false;
    };
    let port = |authority: &Authority| authority.port_u16().unwrap_or(usual_port);
    origin.host().eq_ignore_ascii_case(host.host()) && port(&origin) == port(&host)
}

/// The form of a host for comparisons: lower case, without the brackets of IPv6 and a final dot.
fn plain(host: &str) -> String {
    let host = host.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(host);
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

fn refused(code: &str, message: &str) -> Refusal {
    Refusal::new(StatusCode::FORBIDDEN, code, message)
}

/// Accepts or refuses a request, and adds the security headers to every answer.
pub(crate) async fn guard(
    State(guard): State<Arc<Guard>>,
    request: Request,
    next: Next,
) -> Response {
    let is_https = request.extensions().get::<ClientOrigin>().and_then(|origin| origin.is_https);
    let mut response = match guard.check(&request) {
        Ok(()) => next.run(request).await,
        Err(refusal) => {
            tracing::warn!("refused: {}", refusal.problem.message);
            refusal.into_response()
        }
    };
    let protection = [
        (CONTENT_SECURITY_POLICY, if guard.has_modules { MODULES_POLICY } else { POLICY }),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=()"),
    ];
    // Workers that search share memory only in a page that holds nothing of other sites.
    let isolation = guard
        .has_modules
        .then_some((HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"));
    for (name, value) in protection.into_iter().chain(isolation) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    if let Some(hsts) = guard.hsts.as_ref().filter(|_| is_https == Some(true)) {
        response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, hsts.clone());
    }
    if let Some(date) = date(SystemTime::now()) {
        response.headers_mut().insert(DATE, date);
    }
    response
}

/// The `Date` of an answer. hyper's own panics while the clock of the machine shows a time before
/// 1970; an answer has none then.
fn date(now: SystemTime) -> Option<HeaderValue> {
    now.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    HeaderValue::from_str(&httpdate::fmt_http_date(now)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn an_answer_has_a_date_unless_the_clock_is_before_1970() {
        let day = Duration::from_secs(86_400);
        let of = |now| date(now).map(|date| date.to_str().unwrap().to_owned());
        let second = of(SystemTime::UNIX_EPOCH + day);
        assert_eq!(second.as_deref(), Some("Fri, 02 Jan 1970 00:00:00 GMT"));
        assert_eq!(of(SystemTime::UNIX_EPOCH - day), None);
    }

    fn guard(listen: &str, allow: &[&str]) -> Guard {
        let allow_hosts = allow.iter().map(|&host| host.to_owned()).collect();
        let config = Config { allow_hosts, hsts: Duration::ZERO, ..Config::new("") };
        Guard::new(listen.parse().unwrap(), &config)
    }

    #[test]
    fn loopback_the_listen_address_and_what_was_allowed() {
        let hall = guard("192.168.1.5:7717", &["Hall.Example"]);
        let good = ["localhost", "LOCALHOST.", "127.0.0.1", "127.9.9.9", "[::1]", "192.168.1.5"];
        for host in good.into_iter().chain(["hall.example", "hall.example."]) {
            assert!(hall.allows_host(host), "{host}");
        }
        for host in
            ["evil.example", "192.168.1.6", "localhost.evil.example", "", "127.0.0.1.nip.io"]
        {
            assert!(!hall.allows_host(host), "{host}");
        }
        assert!(guard("0.0.0.0:7717", &[]).allows_host("10.1.2.3"));
        assert!(!guard("0.0.0.0:7717", &[]).allows_host("evil.example"));
    }

    #[test]
    fn an_origin_is_ours_when_host_and_port_are() {
        assert!(is_same_origin("http://127.0.0.1:7717", "127.0.0.1:7717", None));
        assert!(is_same_origin("http://LOCALHOST:7717", "localhost:7717", None));
        assert!(is_same_origin("https://hall.example", "hall.example", None));
        assert!(is_same_origin("http://hall.example", "hall.example:80", None));
        assert!(is_same_origin("http://[::1]:7717", "[::1]:7717", None));
        for origin in [
            "null",
            "",
            "http://localhost:3000",
            "http://localhost",
            "https://evil.example",
            "http://127.0.0.1:7717.evil.example",
            "file://",
            "ftp://127.0.0.1:7717",
        ] {
            assert!(!is_same_origin(origin, "127.0.0.1:7717", None), "{origin}");
        }
        let of = |origin, is_https| is_same_origin(origin, "hall.example", Some(is_https));
        assert!(of("https://hall.example", true) && of("http://hall.example", false));
        assert!(!of("http://hall.example", true), "a page without TLS is another one");
        assert!(!of("https://hall.example", false));
    }
}

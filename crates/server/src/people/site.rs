//! The address at which a browser has asked, as far as passkeys can be made for it.

use crate::guard::asked_host;
use crate::proxies::ClientOrigin;
use axum::http::HeaderMap;
use axum::http::uri::Authority;
use std::net::IpAddr;

/// A name of the hall, with the origin of its page. Browsers have passkeys for names and not for addresses, and only in pages
/// that came over TLS or from the machine itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    /// The name, as in `hall.example`.
    pub(crate) name: String,
    /// The origin, as in `https://hall.example`.
    pub(crate) origin: String,
}

impl Site {
    /// The one of a request.
    pub(crate) fn of(headers: &HeaderMap, client: &ClientOrigin) -> Option<Self> {
        let host = asked_host(headers, Some(client)).ok().flatten()?.parse::<Authority>().ok()?;
        let name = host.host().to_ascii_lowercase();
        let is_https = client.is_https == Some(true);
        let is_here = name == "localhost" || name.ends_with(".localhost");
        let is_name = !name.starts_with('[') && name.parse::<IpAddr>().is_err();
        if !is_name || !(is_https || is_here) {
            return None;
        }
        let (scheme, usual) = if is_https { ("https", 443) } else { ("http", 80) };
        let origin = match host.port_u16().filter(|port| *port != usual) {
            Some(port) => format!("{scheme}://{name}:{port}"),
            None => format!("{scheme}://{name}"),
        };
        Some(Self { name, origin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::{HOST, HeaderValue};
    use std::net::Ipv4Addr;

    #[test]
    fn passkeys_are_for_names_over_tls_and_for_this_machine() {
        let origin = |host: &'static str, is_https| {
            let client = ClientOrigin {
                client: Ipv4Addr::LOCALHOST.into(),
                by_proxy: true,
                host: None,
                is_https,
                request_id: None,
            };
            let headers = [(HOST, HeaderValue::from_static(host))].into_iter().collect();
            Site::of(&headers, &client).map(|site| format!("{} {}", site.name, site.origin))
        };
        let of = |host, is_https| origin(host, is_https).unwrap_or_default();
        assert_eq!(of("localhost:7717", None), "localhost http://localhost:7717");
        assert_eq!(of("Hall.localhost:80", None), "hall.localhost http://hall.localhost");
        assert_eq!(of("Hall.Example", Some(true)), "hall.example https://hall.example");
        assert_eq!(of("hall.example:443", Some(true)), "hall.example https://hall.example");
        assert_eq!(of("hall.example:8443", Some(true)), "hall.example https://hall.example:8443");
        for (host, is_https) in [
            ("hall.example", None),
            ("hall.example", Some(false)),
            ("127.0.0.1:7717", None),
            ("192.0.2.7", Some(true)),
            ("[::1]:7717", None),
        ] {
            assert_eq!(origin(host, is_https), None, "{host}");
        }
    }
}

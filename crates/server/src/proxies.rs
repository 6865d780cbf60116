//! The headers in which proxies in front of the hall tell about the clients behind them. They count only from
//! proxies that the configuration names: everybody else can write what they like into them.

use axum::http::{HeaderMap, HeaderName};
use ipnet::IpNet;
use std::net::{IpAddr, SocketAddr};

/// The longest id of a request that is taken from a proxy.
const LONGEST_ID: usize = 128;

/// The proxies that are believed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies(Vec<IpNet>);

/// What is known about the client of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ClientOrigin {
    /// The client's address.
    pub(crate) client: IpAddr,
    /// Whether a believed proxy sent the request.
    pub(crate) by_proxy: bool,
    /// The host that the client asked for, where a proxy says so.
    pub(crate) host: Option<String>,
    /// Whether the client uses TLS, where a proxy says so.
    pub(crate) is_https: Option<bool>,
    /// The id that a proxy gave the request.
    pub(crate) request_id: Option<String>,
}

impl Proxies {
    pub(crate) fn new(networks: &[IpNet]) -> Self {
        Self(networks.to_vec())
    }

    /// Whether this address is one of a proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// The client of a request that came from this address.
    pub(crate) fn origin(&self, peer: IpAddr, headers: &HeaderMap) -> ClientOrigin {
        let peer = peer.to_canonical();
        if !self.contains(peer) {
            return ClientOrigin {
                client: peer,
                by_proxy: false,
                host: None,
                is_https: None,
                request_id: None,
            };
        }
        let host = last(headers, "x-forwarded-host");
        let is_https = last(headers, "x-forwarded-proto").and_then(|scheme| match scheme {
            "https" | "wss" => Some(true),
            "http" | "ws" => Some(false),
            _ => None,
        });
        let id = last(headers, "x-request-id").filter(|id| is_id(id));
        ClientOrigin {
            client: self.client(peer, headers),
            by_proxy: true,
            host: host.map(str::to_owned),
            is_https,
            request_id: id.map(str::to_owned),
        }
    }

    /// Each proxy adds the address that it saw at the end, so the last one that is no proxy's is the
    /// client's. What stands before it may be invented.
    fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut client = peer;
        for written in values(headers, "x-forwarded-for").collect::<Vec<_>>().into_iter().rev() {
            let Some(address) = address(written) else { break };
            client = address;
            if !self.contains(address) {
                break;
            }
        }
        client
    }
}

/// The elements of a header that is a list, in all its lines.
fn values<'a>(headers: &'a HeaderMap, name: &'static str) -> impl Iterator<Item = &'a str> {
    let lines = headers.get_all(HeaderName::from_static(name)).iter();
    lines.filter_map(|line| line.to_str().ok()).flat_map(|line| line.split(',')).map(str::trim)
}

/// The element that the nearest proxy wrote.
fn last<'a>(headers: &'a HeaderMap, name: &'static str) -> Option<&'a str> {
    values(headers, name).last().filter(|text| !text.is_empty())
}

/// An address, with a port or without.
fn address(text: &str) -> Option<IpAddr> {
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    let in_brackets = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let address = text.parse::<IpAddr>().ok().or_else(with_port).or_else(in_brackets)?;
    Some(address.to_canonical())
}

/// Whether a text can stand in headers and logs as an id.
fn is_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(&byte);
    (1..=LONGEST_ID).contains(&text.len()) && text.bytes().all(is_plain)
}

/// Reads a network (`10.0.0.0/8`) or one address (`127.0.0.1`).
///
/// # Errors
/// What was expected.
pub fn network(text: &str) -> Result<IpNet, String> {
    let one = || text.parse::<IpAddr>().ok().map(IpNet::from);
    let network = text.parse::<IpNet>().ok().or_else(one);
    network.ok_or_else(|| {
        "expected an IP address or a network, as in 127.0.0.1 or 10.0.0.0/8".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(networks: &[&str]) -> Proxies {
        Proxies(networks.iter().map(|text| network(text).unwrap()).collect())
    }

    fn headers(lines: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for &(name, value) in lines {
            headers.append(name, value.parse().unwrap());
        }
        headers
    }

    fn client(named: &Proxies, peer: &str, forwarded: &'static str) -> String {
        let headers = headers(&[("x-forwarded-for", forwarded)]);
        named.origin(peer.parse().unwrap(), &headers).client.to_string()
    }

    #[test]
    fn only_named_proxies_are_believed() {
        let named = proxies(&["10.0.0.0/8", "::1"]);
        let lines = [
            ("x-forwarded-for", "203.0.113.9"),
            ("x-forwarded-host", "hall.example"),
            ("x-forwarded-proto", "https"),
            ("x-request-id", "abc"),
        ];
        let foreign = named.origin("192.0.2.1".parse().unwrap(), &headers(&lines));
        assert_eq!(foreign.client.to_string(), "192.0.2.1");
        let nothing = (foreign.host, foreign.is_https, foreign.request_id, foreign.by_proxy);
        assert_eq!(nothing, (None, None, None, false));
        for peer in ["10.1.2.3", "::ffff:10.1.2.3", "::1"] {
            let ours = named.origin(peer.parse().unwrap(), &headers(&lines));
            assert_eq!(ours.client.to_string(), "203.0.113.9", "{peer}");
            assert_eq!(ours.host.as_deref(), Some("hall.example"));
            assert_eq!(ours.is_https, Some(true));
            assert_eq!(ours.request_id.as_deref(), Some("abc"));
        }
        let none = Proxies::default();
        assert_eq!(client(&none, "127.0.0.1", "203.0.113.9"), "127.0.0.1");
    }

    #[test]
    fn the_last_address_that_is_no_proxy_is_the_client() {
        let named = proxies(&["10.0.0.0/8"]);
        for (forwarded, expected) in [
            ("203.0.113.9", "203.0.113.9"),
            ("6.6.6.6, 203.0.113.9", "203.0.113.9"),
            ("6.6.6.6, 203.0.113.9, 10.3.3.3", "203.0.113.9"),
            ("10.3.3.3", "10.3.3.3"),
            ("203.0.113.9:4711", "203.0.113.9"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("203.0.113.9, unknown", "10.0.0.1"),
            ("", "10.0.0.1"),
        ] {
            assert_eq!(client(&named, "10.0.0.1", forwarded), expected, "{forwarded:?}");
        }
        let two = headers(&[("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "203.0.113.9")]);
        let origin = named.origin("10.0.0.1".parse().unwrap(), &two);
        assert_eq!(origin.client.to_string(), "203.0.113.9");
    }

    #[test]
    fn an_id_that_could_not_stand_in_a_log_is_replaced() {
        let named = proxies(&["10.0.0.1"]);
        let id = |id: &'static str| {
            named.origin("10.0.0.1".parse().unwrap(), &headers(&[("x-request-id", id)])).request_id
        };
        assert_eq!(id("0199-af:7/x").as_deref(), Some("0199-af:7/x"));
        for bad in ["a b", "<b>", "\"", ""] {
            assert_eq!(id(bad), None, "{bad}");
        }
        assert!(!is_id(&"x".repeat(LONGEST_ID + 1)));
    }

    #[test]
    fn networks_are_read() {
        assert_eq!(network("10.0.0.0/8").unwrap().to_string(), "10.0.0.0/8");
        assert_eq!(network("127.0.0.1").unwrap().to_string(), "127.0.0.1/32");
        assert_eq!(network("fd00::/8").unwrap().to_string(), "fd00::/8");
        for bad in ["", "10.0.0.0/33", "hall.example", "10.0.0.0/"] {
            assert!(network(bad).unwrap_err().starts_with("expected an IP address"), "{bad}");
        }
    }
}

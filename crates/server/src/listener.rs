//! The addresses on which a hall listens, and that by which others find it.

use crate::config::Config;
use crate::hall_errors::StartError;
use crate::people::HallMode;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use tokio::net::TcpListener;

/// Ports tried after one that is in use.
const PORTS: u16 = 50;

/// The address at which others in the local network find a hall that listens on all addresses.
pub(crate) fn share_address(config: &Config, listen: SocketAddr) -> Option<String> {
    if config.mode != HallMode::Friends {
        return None;
    }
    let ip = if listen.ip().is_unspecified() { local_address()? } else { listen.ip() };
    (!ip.is_loopback()).then(|| format!("http://{}/", SocketAddr::new(ip, listen.port())))
}

/// The address of this machine in its network: that from which it would speak to others. Nothing is sent.
fn local_address() -> Option<IpAddr> {
    let socket = std::net::UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    // An address that stands for examples (RFC 5737).
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

/// Listens on this address and no other.
pub(crate) async fn bind(addr: SocketAddr) -> Result<TcpListener, StartError> {
    TcpListener::bind(addr).await.map_err(|source| StartError::Listen { addr, source })
}

/// Listens on the address of the configuration; where that may be, on the next free port.
pub(crate) async fn listen(config: &Config) -> Result<TcpListener, StartError> {
    let mut addr = config.listen;
    let first = match TcpListener::bind(addr).await {
        Ok(listener) => return Ok(listener),
        Err(error) => error,
    };
    let in_use = first.kind() == std::io::ErrorKind::AddrInUse;
    if in_use && config.next_free_port {
        for port in (1..=PORTS).filter_map(|n| config.listen.port().checked_add(n)) {
            addr.set_port(port);
            if let Ok(listener) = TcpListener::bind(addr).await {
                return Ok(listener);
            }
        }
    }
    Err(StartError::Listen { addr: config.listen, source: first })
}

//! The address of a database of a PostgreSQL server.

use crate::StoreError;
use crate::location::is_address;
use percent_encoding::percent_decode_str;
use sqlx::ConnectOptions;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

/// The address of a database of a PostgreSQL server, as in `postgres://yiqi@db.example/hall`. It is shown
/// without its password.
#[derive(Clone)]
pub struct Address {
    options: Arc<PgConnectOptions>,
    shown: String,
}

/// What a connection asks of the server: a commit is on its disk when it is answered, and a client that is
/// gone is noticed within seconds, so that its lock ends.
const SETTINGS: [(&str, &str); 7] = [
    ("synchronous_commit", "on"),
    ("idle_in_transaction_session_timeout", "30s"),
    ("lock_timeout", "10s"),
    ("tcp_user_timeout", "15s"),
    ("tcp_keepalives_idle", "10"),
    ("tcp_keepalives_interval", "5"),
    ("tcp_keepalives_count", "3"),
];

/// The parts of an address that name files, each with the variable that takes its place.
const FILES: [(&str, &str); 3] =
    [("sslrootcert", "PGSSLROOTCERT"), ("sslcert", "PGSSLCERT"), ("sslkey", "PGSSLKEY")];

impl Address {
    /// What a connection is made with.
    pub(crate) fn options(&self) -> PgConnectOptions {
        (*self.options).clone()
    }

    /// Whether the server is another machine, as far as the address tells.
    pub(crate) fn is_elsewhere(&self) -> bool {
        let host = self.options.get_host().trim_matches(['[', ']']);
        let is_loopback = host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        self.options.get_socket().is_none() && !is_loopback && host != "localhost"
    }

    /// Whether the server has to prove with a certificate that it is the one of the address.
    pub(crate) fn is_proven(&self) -> bool {
        matches!(self.options.get_ssl_mode(), PgSslMode::VerifyFull)
    }
}

impl FromStr for Address {
    type Err = StoreError;

    fn from_str(text: &str) -> Result<Self, StoreError> {
        let expected = "expected the address of a database, as in postgres://yiqi@127.0.0.1/hall";
        if !is_address(text) {
            return Err(StoreError::Foreign(expected.to_owned()));
        }
        let options = PgConnectOptions::from_str(text)
            .map_err(|error| StoreError::Foreign(format!("{expected}: {error}")))?;
        let options = options
            .application_name(&format!("yiqi {}", std::process::id()))
            .options(SETTINGS)
            .disable_statement_logging();
        if let Some(fault) = fault_of_certificates(text) {
            return Err(StoreError::Foreign(fault));
        }
        let host = match options.get_socket() {
            Some(folder) => folder.display().to_string(),
            None => format!("{}:{}", options.get_host(), options.get_port()),
        };
        let database = options.get_database().unwrap_or(options.get_username());
        let shown = format!("postgres://{host}/{database}");
        Ok(Self { options: Arc::new(options), shown })
    }
}

/// A file of certificates or keys that cannot be read, named before the first connection.
fn fault_of_certificates(address: &str) -> Option<String> {
    let query = address.split_once('?').map_or("", |(_, query)| query);
    let named =
        query.split('&').filter_map(|part| part.split_once('=')).filter_map(|(key, value)| {
            let file = percent_decode_str(value).decode_utf8_lossy().into_owned();
            FILES.iter().any(|(name, _)| *name == key).then(|| (key.to_owned(), file))
        });
    let set =
        FILES.iter().filter_map(|(_, name)| Some(((*name).to_owned(), std::env::var(name).ok()?)));
    // A variable may have the certificate itself.
    let mut files = named.chain(set).filter(|(_, file)| !file.starts_with("-----BEGIN"));
    files.find_map(|(name, file)| {
        let error = std::fs::read(&file).err()?;
        Some(format!("{name}: {file}: {error}"))
    })
}

impl PartialEq for Address {
    fn eq(&self, other: &Self) -> bool {
        self.shown == other.shown && self.options.get_username() == other.options.get_username()
    }
}

impl Eq for Address {}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

    use super::Address;
    use crate::HallLocation;

    #[test]
    fn a_place_is_a_folder_or_an_address_and_keeps_its_password() {
        assert_eq!(
            "data/x".parse::<HallLocation>().unwrap(),
            HallLocation::Folder("data/x".into())
        );
        let text = "postgres://yiqi:secret@db.example:5433/hall";
        let place = text.parse::<HallLocation>().unwrap();
        assert_eq!(place.to_string(), "postgres://db.example:5433/hall");
        assert!(!format!("{place:?}").contains("secret"));
        assert!("".parse::<HallLocation>().is_err());
        let missing = "postgres://yiqi@h/x?sslmode=verify-full&sslrootcert=/nowhere/ca.crt";
        let said = missing.parse::<Address>().unwrap_err().to_string();
        assert!(said.contains("sslrootcert: /nowhere/ca.crt"), "{said}");
        for text in ["postgres://h:port/x", "mysql://h/x", "hall", "postgres://h/x?sslmode=yes"] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_tells_whether_the_server_is_elsewhere_and_proves_itself() {
        let of = |text: &str| text.parse::<Address>().unwrap();
        for text in [
            "postgres://y@127.0.0.1/h",
            "postgres://y@[::1]/h",
            "postgres://y@localhost/h",
            "postgres://y@localhost/h?host=/var/run/postgresql",
        ] {
            assert!(!of(text).is_elsewhere(), "{text}");
        }
        assert!(of("postgres://y@db.example/h").is_elsewhere());
        assert!(of("postgres://y@10.0.0.3/h").is_elsewhere());
        assert!(!of("postgres://y@10.0.0.3/h?sslmode=require").is_proven());
        assert!(of("postgres://y@db.example/h?sslmode=verify-full").is_proven());
    }
}

//! Halls whose address begins with https.

use super::Builder;
use crate::failure::Failure;
use std::path::{Path, PathBuf};
use ureq::tls::{PemItem, RootCerts, TlsConfig, parse_pem};

/// The authorities that prove who the hall is: the built-in ones, or those of a file.
pub(super) fn secured(config: Builder, server: &str) -> Result<Builder, Failure> {
    let roots = match authorities().filter(|_| server.starts_with("https:")) {
        Some(file) => read_authorities(&file)
            .map_err(|why| Failure::input(format!("SSL_CERT_FILE: {}: {why}", file.display())))?,
        None => RootCerts::WebPki,
    };
    Ok(config.tls_config(TlsConfig::builder().root_certs(roots).build()))
}

/// The file with certificates of authorities that takes the place of the built-in ones, under the name that other
/// programs know.
fn authorities() -> Option<PathBuf> {
    std::env::var_os("SSL_CERT_FILE").filter(|name| !name.is_empty()).map(PathBuf::from)
}

fn read_authorities(file: &Path) -> Result<RootCerts, String> {
    let text = std::fs::read(file).map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    for item in parse_pem(&text) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| error.to_string())? {
            found.push(certificate);
        }
    }
    if found.is_empty() {
        return Err("there is no certificate in it".to_owned());
    }
    Ok(RootCerts::new_with_certs(&found))
}

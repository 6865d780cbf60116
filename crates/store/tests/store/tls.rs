//! A hall in a database that takes encrypted connections only.

use crate::common::{Cluster, cluster, family, moved, setup, summary};
use hall::Moment;
use store::{HallLocation, Store, StoreError};

async fn open(address: &str) -> Result<Store, StoreError> {
    let place: HallLocation = address.parse()?;
    Store::open_at(&place, family).await
}

#[tokio::test]
async fn the_server_proves_with_a_certificate_who_it_is() {
    if cluster().is_none() {
        return;
    }
    // The other tests do not use TLS.
    let own = Cluster::start_newest();
    let Some(authority) = own.demand_tls() else { return };
    let by_number = own.database();
    let by_name = by_number.replace("127.0.0.1", "localhost");
    let authority = authority.display();

    let proven = format!("{by_name}?sslmode=verify-full&sslrootcert={authority}");
    let store = open(&proven).await.unwrap();
    assert_eq!(store.notices(), [""; 0]);
    store.create("g", &setup(), Moment(1), &[], &summary(0)).await.unwrap();
    // Connections that are made anew are encrypted as well.
    own.crash();
    let change = [moved("m")];
    let version = store.append("g", 0, Some("r"), Moment(2), &change, &summary(1)).await;
    assert_eq!(version.unwrap(), 1);
    let plain = own.ask(
        "SELECT count(*) FROM pg_stat_ssl s JOIN pg_stat_activity a ON a.pid = s.pid \
         WHERE a.usename = 'yiqi' AND NOT s.ssl",
    );
    assert_eq!(plain.as_deref(), Some("0"));
    store.close().await;

    // The address is not in the certificate, or nobody knows its authority.
    for (address, word) in [
        (format!("{by_number}?sslmode=verify-full&sslrootcert={authority}"), "certificate"),
        (format!("{by_name}?sslmode=verify-full"), "certificate"),
        (format!("{by_name}?sslmode=verify-ca"), "certificate"),
        (format!("{by_name}?sslmode=disable"), "no encryption"),
    ] {
        let refused = open(&address).await.unwrap_err().to_string();
        assert!(refused.contains(word) && !refused.contains('\n'), "{address}: {refused}");
    }
    // Encrypted, but nothing is proven.
    for mode in ["?sslmode=require", "?sslmode=prefer", ""] {
        let store = open(&format!("{by_name}{mode}")).await.unwrap();
        assert_eq!(store.load("g").await.unwrap().unwrap().version, 1);
        store.close().await;
    }
}

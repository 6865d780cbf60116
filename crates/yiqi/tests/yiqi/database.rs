//! A hall in a PostgreSQL database, as a person serves and moves it. Skipped where none is installed.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::common::{Hall, good, refused, yiqi};
use crate::postgres::cluster;
use serde_json::Value;
use std::path::Path;

#[test]
fn a_hall_is_served_from_a_database_and_moved() {
    let Some(cluster) = cluster() else { return };
    let (first, second) = (cluster.database(), cluster.database());
    let folder = tempfile::tempdir().unwrap();
    let unused = folder.path().join("unused");
    let serve = |url: &str| Hall::open_with(&unused, &["--database", url]);
    // A hall that is killed opens again at once, with everything that was acknowledged.
    let mut names = Vec::new();
    for round in 0..3 {
        let hall = serve(&first);
        for name in ["Ada", "Bo"] {
            let name = format!("{name} {round}");
            assert_eq!(hall.begin(&name).0, 201);
            names.push(name);
        }
        names.sort();
        assert_eq!(hall.names(), names);
        // Another process may serve the hall, too (`nodes.rs`), but nobody may copy it meanwhile.
        let copy = folder.path().join("in-use");
        let (code, said) = refused(&yiqi(&["store", "move", &first], &[&copy]));
        assert!(code == 2 && said.contains("is in use by another yiqi (process "), "{said}");
        if round == 2 {
            hall.close();
        } else {
            drop(hall);
        }
    }
    assert!(!unused.exists(), "a folder was made");

    let moved = folder.path().join("moved");
    let said = good(&yiqi(&["store", "move", &first], &[&moved]));
    assert!(said.starts_with("6 games with 6 changes are moved from postgres://127.0.0.1:"));
    assert_eq!(Hall::open(&moved).names(), names);
    let said = good(&yiqi(&["store", "move", "--json"], &[&moved, Path::new(&second)]));
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((said["games"].as_u64(), said["resumed"].as_u64()), (Some(6), Some(0)));
    let hall = serve(&second);
    assert_eq!(hall.names(), names);
    hall.close();

    let (code, said) = refused(&yiqi(&["store", "move"], &[&moved, Path::new(&second)]));
    assert!(code == 2 && said.contains("holds a hall already"), "{said}");
    let copy = folder.path().join("copy");
    let (code, said) = refused(&yiqi(&["backup", "--data", &first], &[&copy]));
    assert!(code == 2 && said.contains("pg_dump"), "{said}");
    let wrong = "postgres://yiqi:secret@127.0.0.1:1/hall";
    let (code, said) = refused(&yiqi(&["serve", "--database", wrong], &[]));
    assert!(code == 2 && said.contains("127.0.0.1:1") && !said.contains("secret"), "{said}");
    let wrong = "postgres://yiqi:secret@127.0.0.1:port/hall";
    for arguments in [["serve", "--database", wrong], ["store", "move", wrong]] {
        let (code, said) = refused(&yiqi(&arguments, &[]));
        assert!(
            code == 2 && said.contains("postgres://yiqi:…@") && !said.contains("secret"),
            "{said}"
        );
    }
}

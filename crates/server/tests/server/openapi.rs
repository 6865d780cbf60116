//! The committed document, from which the browser's types are generated, is equal to the program's.

use std::path::Path;

#[test]
fn the_committed_document_is_the_programs() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    // A packaged crate has no `web/` beside it.
    let Ok(committed) = std::fs::read_to_string(&path) else { return };
    let ours = server::openapi().to_pretty_json().unwrap() + "\n";
    assert!(
        ours == committed,
        "web/openapi.json is out of date: run \
         `cargo run -p server --example openapi > web/openapi.json`"
    );
}

#[test]
fn every_route_and_message_is_in_it() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    for path in [
        "/api/catalogue",
        "/api/preferences",
        "/api/games",
        "/api/games/{id}",
        "/api/games/{id}/export",
        "/api/games/{id}/raw",
        "/api/games/{id}/live",
        "/api/positions",
        "/api/import",
    ] {
        assert!(document["paths"][path].is_object(), "{path}");
    }
    for schema in
        ["Request", "Command", "Event", "Game", "Thinking", "Problem", "StudyEvent", "Review"]
    {
        assert!(document["components"]["schemas"][schema].is_object(), "{schema}");
    }
}

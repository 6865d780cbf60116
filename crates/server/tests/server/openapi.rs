//! The API document names every route and message. The types of the page are made from it.

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

#[test]
fn the_corpus_of_messages_has_every_command_of_studies_and_the_lab() {
    let document = serde_json::to_value(server::openapi()).unwrap();
    for (command, corpus) in [
        ("StudyCommand", include_str!("../../../wire/tests/corpus/studies.jsonl")),
        ("LabCommand", include_str!("../../../wire/tests/corpus/lab.jsonl")),
    ] {
        let kinds = document["components"]["schemas"][command]["oneOf"].as_array();
        let kinds = kinds.expect("a command has kinds");
        assert!(kinds.len() > 7, "{command}");
        for kind in kinds {
            let name = kind["properties"]["type"]["enum"][0].as_str().expect("a kind has a name");
            let wanted = format!("\"type\":\"{name}\"");
            assert!(corpus.contains(&wanted), "{command} {name} is in no line of the corpus");
        }
    }
}

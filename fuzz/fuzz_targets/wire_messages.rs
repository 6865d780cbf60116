//! Any text is refused or is a message that prints and reads back.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(request) = serde_json::from_str::<wire::Request>(text) {
        let again = serde_json::to_string(&request).expect("messages are plain JSON");
        assert_eq!(serde_json::from_str::<wire::Request>(&again).ok(), Some(request));
    }
    if let Ok(request) = serde_json::from_str::<wire::StudyRequest>(text) {
        let again = serde_json::to_string(&request).expect("messages are plain JSON");
        assert_eq!(serde_json::from_str::<wire::StudyRequest>(&again).ok(), Some(request));
    }
    if let Ok(game) = serde_json::from_str::<wire::NewGame>(text) {
        let again = serde_json::to_string(&game).expect("messages are plain JSON");
        assert_eq!(serde_json::from_str::<wire::NewGame>(&again).ok(), Some(game));
    }
});

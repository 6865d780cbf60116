//! Any text is refused or is a message that prints and reads back: those of games, studies and the lab.
#![no_main]

use serde::{Serialize, de::DeserializeOwned};

/// Reads a text as a message, if it is one, and holds the law.
fn read_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) {
    if let Ok(message) = serde_json::from_str::<T>(text) {
        let again = serde_json::to_string(&message).expect("messages are plain JSON");
        assert_eq!(serde_json::from_str::<T>(&again).ok(), Some(message));
    }
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    read_back::<wire::Request>(text);
    read_back::<wire::StudyRequest>(text);
    read_back::<wire::LabRequest>(text);
    read_back::<wire::NewGame>(text);
    read_back::<wire::NewStudy>(text);
    read_back::<wire::NewReview>(text);
    read_back::<wire::ArchiveQuery>(text);
    read_back::<wire::LabEvaluate>(text);
    read_back::<wire::LabPosition>(text);
});

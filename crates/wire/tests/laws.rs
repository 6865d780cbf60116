//! Every message that is read prints and reads back as the same. A text that is no message is
//! refused with the place of the error. The same law is a fuzz target.

use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a text as a message, if it is one, and holds the law.
fn read_back<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> bool {
    let Ok(message) = serde_json::from_str::<T>(text) else { return false };
    let again = serde_json::to_string(&message).expect("messages are plain JSON");
    assert_eq!(serde_json::from_str::<T>(&again).ok(), Some(message), "{again}");
    true
}

const REQUESTS: [&str; 5] = [
    r#"{"id":"a","type":"move","ply":1,"text":"h2e2"}"#,
    r#"{"id":"b","type":"take_back","ply":0}"#,
    r#"{"id":"c","type":"hint"}"#,
    r#"{"id":"d","type":"offer_draw"}"#,
    r#"{"id":"e","type":"ping"}"#,
];

const NEW_GAMES: [&str; 2] = [
    r#"{"variant":"xiangqi","players":[{"kind":"person"},{"kind":"machine","level":4}],"clock":{"kind":"none"}}"#,
    r#"{"variant":"xiangqi","rules":"cxa","players":[{"kind":"machine","level":1,"depth":3},{"kind":"machine","level":12,"move_time_ms":100}],"clock":{"kind":"increment","base_ms":60000,"increment_ms":1000},"draw_lots":true,"moves":["h2e2"]}"#,
];

const STUDY_REQUESTS: [&str; 6] = [
    r#"{"id":"a","type":"play","node":0,"text":"h2e2"}"#,
    r#"{"id":"b","type":"shapes","node":3,"shapes":[{"color":"green","from":"e2","to":"e4"},{"color":"red","from":"h8"}]}"#,
    r#"{"id":"c","type":"evaluate","node":3,"evaluation":{"score":{"cp":12},"chance":0.5,"depth":9,"engine":"own"}}"#,
    r#"{"id":"d","type":"analyse","node":0,"engine":"own","lines":5,"only":["h2e2"],"threat":true,"depth":20,"ms":1000}"#,
    r#"{"id":"e","type":"stop"}"#,
    r#"{"id":"f","type":"undo"}"#,
];

const NEW_STUDIES: [&str; 3] = [
    r#"{"kind":"game","id":"x"}"#,
    r#"{"kind":"position","variant":"xiangqi","moves":["h2e2"]}"#,
    r#"{"kind":"file","file":{"variant":"xiangqi","name":"a.pgn","content":"1. h2e2 *"},"game":0}"#,
];

#[test]
fn messages_read_back() {
    for text in STUDY_REQUESTS {
        assert!(read_back::<wire::StudyRequest>(text), "{text}");
    }
    for text in NEW_STUDIES {
        assert!(read_back::<wire::NewStudy>(text), "{text}");
    }
    for text in REQUESTS {
        assert!(read_back::<wire::Request>(text), "{text}");
    }
    for text in NEW_GAMES {
        assert!(read_back::<wire::NewGame>(text), "{text}");
    }
    assert!(read_back::<wire::Preferences>("{}"), "absent preferences take their defaults");
}

#[test]
fn what_is_cut_short_or_changed_is_refused_or_reads_back() {
    for text in REQUESTS.iter().chain(&NEW_GAMES).chain(&STUDY_REQUESTS).chain(&NEW_STUDIES) {
        for end in 0..text.len() {
            assert!(!read_back::<wire::Request>(&text[..end]));
            assert!(!read_back::<wire::NewGame>(&text[..end]));
            assert!(!read_back::<wire::StudyRequest>(&text[..end]));
            assert!(!read_back::<wire::NewStudy>(&text[..end]));
        }
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            let changed = String::from_utf8_lossy(&bytes).into_owned();
            read_back::<wire::Request>(&changed);
            read_back::<wire::NewGame>(&changed);
            read_back::<wire::StudyRequest>(&changed);
            read_back::<wire::NewStudy>(&changed);
        }
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,80}") {
        read_back::<wire::Request>(&text);
        read_back::<wire::NewGame>(&text);
        read_back::<wire::StudyRequest>(&text);
        read_back::<wire::Preferences>(&text);
    }
}

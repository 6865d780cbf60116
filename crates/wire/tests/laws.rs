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

/// How many kinds of messages this text is. It holds the law for each of them.
fn kinds(text: &str) -> usize {
    [
        read_back::<wire::Request>(text),
        read_back::<wire::StudyRequest>(text),
        read_back::<wire::LabRequest>(text),
        read_back::<wire::NewGame>(text),
        read_back::<wire::NewStudy>(text),
        read_back::<wire::NewReview>(text),
        read_back::<wire::ArchiveQuery>(text),
        read_back::<wire::LabEvaluate>(text),
    ]
    .into_iter()
    .filter(|&is_one| is_one)
    .count()
}

const REQUESTS: &str = include_str!("corpus/requests.jsonl");
const STUDIES: &str = include_str!("corpus/studies.jsonl");
const LAB: &str = include_str!("corpus/lab.jsonl");
const NEW_GAMES: &str = include_str!("corpus/new-games.jsonl");
const NEW_STUDIES: &str = include_str!("corpus/new-studies.jsonl");
const EVALUATIONS: &str = include_str!("corpus/evaluations.jsonl");
const REVIEWS: &str = include_str!("corpus/reviews.jsonl");
const QUERIES: &str = include_str!("corpus/queries.jsonl");

#[test]
fn messages_read_back() {
    let all = |corpus: &str, read: fn(&str) -> bool| {
        corpus.lines().for_each(|text| assert!(read(text), "{text}"));
    };
    all(REQUESTS, read_back::<wire::Request>);
    all(STUDIES, read_back::<wire::StudyRequest>);
    all(LAB, read_back::<wire::LabRequest>);
    all(NEW_GAMES, read_back::<wire::NewGame>);
    all(NEW_STUDIES, read_back::<wire::NewStudy>);
    all(EVALUATIONS, read_back::<wire::LabEvaluate>);
    all(REVIEWS, read_back::<wire::NewReview>);
    all(QUERIES, read_back::<wire::ArchiveQuery>);
    assert!(read_back::<wire::Preferences>("{}"), "absent preferences take their defaults");
}

#[test]
fn what_is_cut_short_or_changed_is_refused_or_reads_back() {
    let all = [REQUESTS, STUDIES, LAB, NEW_GAMES, NEW_STUDIES, EVALUATIONS, REVIEWS, QUERIES];
    for text in all.into_iter().flat_map(str::lines) {
        for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
            assert_eq!(kinds(&text[..end]), 0, "{text} up to {end}");
        }
        for at in 0..text.len() {
            let mut bytes = text.as_bytes().to_vec();
            bytes[at] ^= 1;
            kinds(&String::from_utf8_lossy(&bytes));
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

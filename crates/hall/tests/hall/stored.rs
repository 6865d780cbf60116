//! The stored form, byte for byte. What is written here is in the halls of people: a text of it may never change.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use hall::{Change, End, GameSetup, Outcome, Player, Preferences, Side};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// One of each change, as it is written now and has been since version 0.1.0.
const CHANGES: &[&str] = &[
    r#"{"type":"moved","text":"h2e2","time_ms":1500,"left_ms":[300000,298500]}"#,
    r#"{"type":"moved","text":"h9g7","time_ms":0,"left_ms":[0,0],"score_cp":-35}"#,
    r#"{"type":"opening_chosen","choice":"declare=5","left_ms":[1,2]}"#,
    r#"{"type":"taken_back","plies":3}"#,
    r#"{"type":"restarted"}"#,
    r#"{"type":"sides_swapped"}"#,
    r#"{"type":"ended","end":{"outcome":"1-0","winner":"first","reason":"resign","evidence":"","rule":null,"squares":[]},"left_ms":[0,0]}"#,
    r#"{"type":"ended","end":{"outcome":"1/2","winner":null,"reason":"agreement","evidence":"","rule":null,"squares":[]},"left_ms":[0,0]}"#,
    r#"{"type":"ended","end":{"outcome":"0-1","winner":"second","reason":"perpetual-chase","evidence":"e5 by b3","rule":"wxf 3","squares":["e5"],"proof":{"chases":[{"victim":"e5","chasers":["b3"]}],"fact":"blocked","at":"h8","stones":["a1"],"counted":[60,60],"mates":[["i5","d5"]],"repeated":{"plies":[1,8],"times":3}}},"left_ms":[7,8]}"#,
    r#"{"type":"draw_offered","side":"second"}"#,
    r#"{"type":"draw_declined"}"#,
    r#"{"type":"paused","left_ms":[5,6]}"#,
    r#"{"type":"resumed"}"#,
    r#"{"type":"time_added","left_ms":[360000,358500]}"#,
    r#"{"type":"seat_taken","side":"second","person":"0f","name":"Bo"}"#,
    r#"{"type":"consent_asked","side":"first","action":{"type":"take_back","ply":3}}"#,
    r#"{"type":"consent_asked","side":"second","action":{"type":"swap_sides"}}"#,
    r#"{"type":"consent_asked","side":"second","action":{"type":"add_time"}}"#,
    r#"{"type":"consent_refused"}"#,
    r#"{"type":"rematch_made","game":"0192"}"#,
    r#"{"type":"ended","end":{"outcome":"*","winner":null,"reason":"called-off","evidence":"","rule":null,"squares":[]},"left_ms":[0,0]}"#,
    r#"{"type":"said","side":"first","saying":{"kind":"phrase","phrase":"take_your_time"}}"#,
    r#"{"type":"said","side":"second","saying":{"kind":"text","text":"你好"}}"#,
];

const SETUPS: &[&str] = &[
    r#"{"variant":"xiangqi","rules":"wxf","players":[{"kind":"person","name":"胡荣华"},{"kind":"machine","level":5}],"clock":{"kind":"none"},"start":"rnbakabnr/9 w"}"#,
    r#"{"variant":"gomoku","rules":"free","players":[{"kind":"machine","level":1,"preset":"newcomer"},{"kind":"machine","level":12,"depth":7,"move_time_ms":900}],"clock":{"kind":"per_move","ms":3000},"start":"","opening":"swap2"}"#,
    r#"{"variant":"draughts","rules":"fmjd","players":[{"kind":"person","name":""},{"kind":"person","name":""}],"clock":{"kind":"increment","base_ms":300000,"increment_ms":2000},"start":"W:W31:B1"}"#,
    r#"{"variant":"reversi","rules":"usual","players":[{"kind":"person","name":"Ada","seat":{"kind":"taken","person":"0a"}},{"kind":"person","name":"","seat":{"kind":"open"}}],"clock":{"kind":"none"},"start":"","maker":"0a"}"#,
    r#"{"variant":"reversi","rules":"usual","players":[{"kind":"person","name":"Bo","seat":{"kind":"open","only":"0f"}},{"kind":"person","name":"Ada","seat":{"kind":"taken","person":"0a"}}],"clock":{"kind":"none"},"start":"","maker":"0a","rematch_of":"0192"}"#,
    r#"{"variant":"xiangqi","rules":"wxf","players":[{"kind":"person","name":""},{"kind":"person","name":""}],"clock":{"kind":"byo_yomi","base_ms":600000,"move_ms":60000,"period_ms":30000,"periods":1},"start":""}"#,
    r#"{"variant":"gomoku","rules":"free","players":[{"kind":"person","name":""},{"kind":"person","name":""}],"clock":{"kind":"byo_yomi","base_ms":0,"period_ms":30000,"periods":5},"start":""}"#,
];

fn is_kept<T: Serialize + DeserializeOwned>(texts: &[&str]) {
    for text in texts {
        let read: T = serde_json::from_str(text).unwrap();
        assert_eq!(serde_json::to_string(&read).unwrap(), *text);
    }
}

#[test]
fn what_is_stored_is_read_and_written_as_it_is() {
    is_kept::<Change>(CHANGES);
    is_kept::<GameSetup>(SETUPS);
}

#[test]
fn what_earlier_versions_left_out_is_empty() {
    let end: End = serde_json::from_str(r#"{"outcome":"1/2","reason":"five-moves"}"#).unwrap();
    assert_eq!(end, End::stated(Outcome::Draw, "five-moves"));
    let person: Player = serde_json::from_str(r#"{"kind":"person"}"#).unwrap();
    assert_eq!(person, Player::person(""));
    let offered: Change =
        serde_json::from_str(r#"{"type":"draw_offered","side":"first"}"#).unwrap();
    assert_eq!(offered, Change::DrawOffered { side: Side::First });
}

#[test]
fn what_no_version_wrote_is_refused() {
    for text in [
        r#"{"outcome":"2-0","reason":"resign"}"#,
        r#"{"outcome":"1-0"}"#,
        r#"{"outcome":"1-0","winner":"third","reason":"resign"}"#,
    ] {
        assert!(serde_json::from_str::<End>(text).is_err(), "{text}");
    }
    assert!(serde_json::from_str::<Change>(r#"{"type":"castled"}"#).is_err());
}

#[test]
fn preferences_are_written_in_the_order_they_always_had() {
    let text = r#"{"language":"auto","theme":"auto","board":"wood","coordinates":true,"dots":true,"animation":true,"show_thinking":true,"review_after":false,"letter_keys":true,"sound":true,"sound_volume":0.6,"music":false,"music_volume":0.4,"new_game":null,"families":{"gomoku":{"notation":"","pieces":"letters","new_game":null,"options":{"numbers":true,"placing":"slide"}}}}"#;
    is_kept::<Preferences>(&[text]);
    assert_eq!(serde_json::from_str::<Preferences>("{}").unwrap(), Preferences::default());
}

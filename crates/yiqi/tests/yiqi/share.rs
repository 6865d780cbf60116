//! `yiqi serve --share` as somebody at home uses it: an address and its code for the others, names, no passwords.
#![allow(clippy::unwrap_used, reason = "what fails here fails the test")]

use crate::serving::ask;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The person of an answer, and the cookie that came with it.
fn person(answer: &str) -> (serde_json::Value, String) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let cookie = head.lines().find(|line| line.to_ascii_lowercase().starts_with("set-cookie: "));
    (serde_json::from_str(body).unwrap(), cookie.unwrap_or_default().to_owned())
}

#[test]
fn a_hall_that_is_shared_says_its_address_and_everybody_is_somebody() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_yiqi"))
        .args(["serve", "--share", "--no-open", "--data"])
        .arg(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let own = lines.next().unwrap();
    let own = own
        .strip_prefix("The hall is open at http://")
        .unwrap()
        .split('/')
        .next()
        .unwrap()
        .to_owned();
    assert!(own.starts_with("127.0.0.1:"), "{own}");
    let said = lines.next().unwrap();
    // A machine without a network says that nobody else can come.
    if let Some(address) = said.strip_prefix("Others in your network open http://") {
        let address = address.trim_end_matches('/');
        assert!(!address.starts_with("127."), "{address}");
        // The code: a square of half blocks, two rows of modules in a line, with a margin around it.
        let first = lines.next().unwrap();
        let wide = first.chars().count();
        let picture: Vec<String> = lines.by_ref().take(wide.div_ceil(2) - 1).collect();
        assert!(wide >= 29, "{first}");
        for line in picture.iter().chain([&first]) {
            assert_eq!(line.chars().count(), wide);
            assert!(line.chars().all(|sign| " ▀▄█".contains(sign)), "{line}");
        }
        let (me, cookie) = person(&ask(address, "/api/me", &format!("Host: {address}\r\n")));
        assert_eq!(
            (&me["mode"], &me["person"]["host"]),
            (&"friends".into(), &false.into()),
            "{me}"
        );
        assert!(!cookie.is_empty());
        assert!(
            me.get("accounts").is_none_or(|accounts| accounts.is_null() || accounts == false),
            "{me}"
        );
    } else {
        assert!(said.starts_with("No local network was found"), "{said}");
    }
    let (me, _) = person(&ask(&own, "/api/me", &format!("Host: {own}\r\n")));
    assert_eq!(me["person"]["host"], true, "who sits at the machine is the host: {me}");
    child.kill().unwrap();
    child.wait().unwrap();
}

//! Single lines, read and printed again, as tables.

use protocol::{LineError, gomocup, hub, ucci, uci};

/// Each row of a table: the given line, and the expected result.
fn check<T: ToString>(table: &str, parse: impl Fn(&str) -> Result<Option<T>, LineError>) {
    let mut given = None;
    for (number, row) in table.lines().enumerate().map(|(i, row)| (i + 1, row)) {
        if let Some(line) = row.strip_prefix('>') {
            given = Some(line);
        } else if !row.starts_with('#') {
            let line = given.take().unwrap_or_else(|| panic!("row {number} answers nothing"));
            let outcome = match parse(line) {
                Ok(Some(read)) => format!("= {}", read.to_string()),
                Ok(None) => "-".to_owned(),
                Err(error) => format!("! {error}"),
            };
            assert_eq!(outcome, row, "row {number}: {line}");
        }
    }
    assert_eq!(given, None, "the last line has no answer");
}

#[test]
fn uci_commands() {
    check(include_str!("../data/uci-commands.txt"), uci::Command::parse);
}

#[test]
fn ucci_commands() {
    check(include_str!("../data/ucci-commands.txt"), ucci::Command::parse);
}

#[test]
fn uci_answers() {
    check(include_str!("../data/uci-answers.txt"), uci::Answer::parse);
}

#[test]
fn ucci_answers() {
    check(include_str!("../data/ucci-answers.txt"), ucci::Answer::parse);
}

#[test]
fn gomocup_commands() {
    check(include_str!("../data/gomocup-commands.txt"), gomocup::Command::parse);
}

#[test]
fn gomocup_answers() {
    let parse = |line: &str| Ok(gomocup::Answer::parse(line));
    check(include_str!("../data/gomocup-answers.txt"), parse);
}

#[test]
fn hub_commands() {
    check(include_str!("../data/hub-commands.txt"), hub::Command::parse);
}

#[test]
fn hub_answers() {
    check(include_str!("../data/hub-answers.txt"), hub::Answer::parse);
}

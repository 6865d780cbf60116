//! Command lines by transcripts: `tests/cli/*.txt` of a program.
//!
//! ```text
//! $ yiqi moves xiangqi …       a command; its arguments may be in double quotes
//! < text                       a line of standard input
//! a line of standard output    in which [..] stands for anything
//! ...                          any number of lines
//! ! a line of standard error
//! ? 2                          the exit code, where it is not 0
//! ```
//!
//! Every file runs in a directory of its own that begins with the files of `tests/cli/files`;
//! `$ cat FILE` shows one.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

#[derive(Default, Debug)]
struct Case {
    line: usize,
    arguments: Vec<String>,
    input: String,
    stdout: Vec<String>,
    stderr: Vec<String>,
    code: i32,
}

fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in text.split('"').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if let Some(command) = line.strip_prefix("$ ") {
            let arguments = words(command);
            cases.push(Case { line: i + 1, arguments, ..Case::default() });
        } else if line.starts_with("# ") {
            continue;
        } else if let Some(case) = cases.last_mut() {
            if let Some(text) = line.strip_prefix("! ") {
                case.stderr.push(text.to_owned());
            } else if let Some(code) = line.strip_prefix("? ") {
                case.code = code.parse().unwrap();
            } else if let Some(text) = line.strip_prefix("< ") {
                case.input.push_str(text);
                case.input.push('\n');
            } else {
                case.stdout.push(line.to_owned());
            }
        }
    }
    for case in &mut cases {
        // The empty line before the next command belongs to the file, not to the output.
        while case.stdout.last().is_some_and(String::is_empty) {
            case.stdout.pop();
        }
    }
    cases
}

/// Whether a line fits a pattern with `[..]` in it.
fn fits(pattern: &str, line: &str) -> bool {
    let mut parts = pattern.split("[..]");
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut parts = parts.peekable();
    let mut open = false;
    while let Some(part) = parts.next() {
        open = part.is_empty();
        if parts.peek().is_none() {
            return open || rest.ends_with(part);
        }
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    open || rest.is_empty()
}

/// Whether lines fit patterns, `...` standing for any number of lines.
fn all_fit(patterns: &[String], lines: &[&str]) -> bool {
    match patterns.split_first() {
        None => lines.is_empty(),
        Some((first, rest)) if first == "..." => {
            (0..=lines.len()).any(|skipped| all_fit(rest, &lines[skipped..]))
        }
        Some((first, rest)) => match lines.split_first() {
            Some((line, lines)) => fits(first, line) && all_fit(rest, lines),
            None => false,
        },
    }
}

/// A program and the folder of its transcripts.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Transcripts {
    /// Its name, as the commands begin.
    pub(crate) program: &'static str,
    /// Its file.
    pub(crate) path: &'static str,
    /// The folder of its crate.
    pub(crate) folder: &'static str,
}

fn run(of: Transcripts, case: &Case, directory: &Path) -> (String, String, i32) {
    let (program, arguments) = case.arguments.split_first().unwrap();
    if program == "cat" {
        return (std::fs::read_to_string(directory.join(&arguments[0])).unwrap(), String::new(), 0);
    }
    assert_eq!(program, of.program);
    let mut child = Command::new(of.path)
        .args(arguments)
        .current_dir(directory)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(case.input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.code().unwrap_or(-1))
}

/// Holds a program to one of its transcripts.
pub(crate) fn transcript(of: Transcripts, name: &str) {
    let folder = Path::new(of.folder).join("tests/cli");
    let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    let directory = tempfile::tempdir().unwrap();
    for file in std::fs::read_dir(folder.join("files")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), directory.path().join(file.file_name())).unwrap();
    }
    let cases = cases(&text);
    assert!(!cases.is_empty());
    for case in cases {
        let (stdout, stderr, code) = run(of, &case, directory.path());
        let right = all_fit(&case.stdout, &stdout.lines().collect::<Vec<_>>())
            && all_fit(&case.stderr, &stderr.lines().collect::<Vec<_>>())
            && code == case.code;
        assert!(
            right,
            "tests/cli/{name}.txt:{}: {}\nexit code {code}\n{stdout}{stderr}",
            case.line,
            case.arguments.join(" "),
        );
    }
}

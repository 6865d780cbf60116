//! Captures that are written jump by jump, each as a move of its own (`12. c3xe5 d6xf4 13. f4xh2 d2-e3` for the
//! capture d6xf4xh2), as playstrategy.org does.

use records::pgn::is_tag;
use records::text::{TextLine, without_pdn_number};

/// The lines with such jumps joined; `None` if there are none. A capture never begins where the one before it
/// ended, for there stands a piece of the other side: so nothing else is joined.
pub(super) fn joined(lines: &[TextLine]) -> Option<Vec<TextLine>> {
    let mut out: Vec<Vec<String>> = Vec::with_capacity(lines.len());
    let mut last: Option<Jump> = None;
    let mut depth = 0_usize;
    let mut found = false;
    for (row, line) in lines.iter().enumerate() {
        if depth == 0 && is_tag(&line.text) {
            out.push(vec![line.text.clone()]);
            continue;
        }
        out.push(Vec::new());
        for word in line.text.split_whitespace() {
            let bare = without_pdn_number(word);
            let begins_comment = word.contains(['{', '(']);
            depth = (depth + word.matches(['{', '(']).count())
                .saturating_sub(word.matches(['}', ')']).count());
            if depth > 0 || begins_comment || word.ends_with(['}', ')']) {
                last = None;
                out[row].push(word.to_owned());
                continue;
            }
            if bare.is_empty() {
                // A number alone.
                out[row].push(word.to_owned());
                continue;
            }
            let jump = bare.split_once(['x', ':']);
            match (&mut last, jump) {
                (Some(before), Some((from, to))) if before.end == from => {
                    while out[row].last().is_some_and(|word| without_pdn_number(word).is_empty()) {
                        out[row].pop();
                    }
                    let whole = &mut out[before.row][before.word];
                    whole.push('x');
                    whole.push_str(to);
                    before.end = end(to);
                    found = true;
                }
                _ => {
                    out[row].push(word.to_owned());
                    let word = out[row].len() - 1;
                    last = jump.map(|(_, to)| Jump { row, word, end: end(to) });
                }
            }
        }
    }
    let text = |(line, words): (&TextLine, Vec<String>)| TextLine {
        text: words.join(" "),
        ..line.clone()
    };
    found.then(|| lines.iter().zip(out).map(text).collect())
}

/// A capture, and where it ended.
struct Jump {
    row: usize,
    word: usize,
    end: String,
}

/// The last square of a capture, without marks after it.
fn end(to: &str) -> String {
    let last = to.rsplit(['x', ':']).next().unwrap_or(to);
    last.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned()
}

//! Where in a JSON text a place is: `moves[3].to`.

/// A list or an object that is still open.
enum Open {
    /// A list, at its element of this number.
    List(usize),
    /// An object, at the value of this key, if the key was read.
    Object(Option<String>),
}

/// The path of what serde_json refused in these words when it had read so many bytes; empty at the top.
///
/// A message whose kind is a field of it (`"kind": "machine"`) is read whole before it is looked at. If it is the last one of
/// a list or an object, the end of that is read, too.
pub(crate) fn path_of_fault(text: &[u8], read: usize, words: &str) -> String {
    let (before, behind) = text.split_at(read.min(text.len()));
    let more = behind.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b',');
    let is_of_last = match before.last() {
        Some(b']') => !words.starts_with("invalid length"),
        Some(b'}') => !words.starts_with("missing field") && !more,
        _ => false,
    };
    path_at(text, before.len() - usize::from(is_of_last))
}

/// The path of what was read last when so many bytes were read. The text need not be right behind them.
fn path_at(text: &[u8], read: usize) -> String {
    let text = &text[..read.min(text.len())];
    let mut open = Vec::new();
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += 1;
        match byte {
            b'"' => {
                let end = string_end(text, at);
                if let Some(Open::Object(key @ None)) = open.last_mut() {
                    *key = Some(string(&text[at - 1..end]));
                }
                at = end;
            }
            b'{' => open.push(Open::Object(None)),
            b'[' => open.push(Open::List(0)),
            b'}' | b']' => {
                open.pop();
            }
            b',' => match open.last_mut() {
                Some(Open::List(number)) => *number += 1,
                Some(Open::Object(key)) => *key = None,
                None => {}
            },
            _ => {}
        }
    }
    written(&open)
}

/// The place behind the string that begins at `at`.
fn string_end(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        at += match byte {
            b'"' => return at + 1,
            b'\\' => 2,
            _ => 1,
        };
    }
    text.len()
}

/// What a string says; as it is written where it is no string.
fn string(quoted: &[u8]) -> String {
    serde_json::from_slice(quoted).unwrap_or_else(|_| String::from_utf8_lossy(quoted).into_owned())
}

fn written(open: &[Open]) -> String {
    let mut path = String::new();
    for part in open {
        match part {
            Open::List(number) => path.push_str(&format!("[{number}]")),
            Open::Object(Some(key)) => {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(key);
            }
            Open::Object(None) => {}
        }
    }
    path
}

#[cfg(test)]
mod tests {
    use super::{path_at, path_of_fault};

    /// The path of the place that `|` marks.
    fn path(marked: &str) -> String {
        path_at(marked.replace('|', "").as_bytes(), marked.find('|').expect("a mark"))
    }

    #[test]
    fn a_place_has_the_path_of_what_was_read_last() {
        let places = [
            ("|", ""),
            ("{|", ""),
            (r#"{"moves": [1|]}"#, "moves[0]"),
            (r#"{"moves": [1, |{}]}"#, "moves[1]"),
            (r#"{"moves": [1, {"to": "a"|}]}"#, "moves[1].to"),
            (r#"{"moves": [1, {"to": "a"}|]}"#, "moves[1]"),
            (r#"{"moves": [1, {"to": "a"}]|}"#, "moves"),
            (r#"{"moves": []}|"#, ""),
            (r#"{"a": "x, \"[{", "b"|: 1}"#, "b"),
            (r#"{"a": 1, | "b": 1}"#, ""),
            (r#"{"a\"b": [[2|]]}"#, "a\"b[0][0]"),
            (r#"[{"a": |nothing"#, "[0].a"),
            ("]]}|,", ""),
        ];
        for (marked, expected) in places {
            assert_eq!(path(marked), expected, "{marked}");
        }
        assert_eq!(path_at(b"{\"a\": \"\\", 99), "a");
    }

    #[test]
    fn the_last_of_a_list_is_named_where_the_end_of_the_list_was_read() {
        let places = [
            (r#"{"players": [{"kind": "machine"}]|}"#, "missing field `level`", "players[0]"),
            (r#"{"players": []|}"#, "invalid length 0", "players"),
            (
                r#"{"players": [{"kind": "machine", "level": "x"}|, {}]}"#,
                "invalid type",
                "players[0]",
            ),
            (r#"{"clock": {"kind": "per_move", "ms": -1}}|"#, "invalid value", "clock"),
            (r#"{"clock": {"kind": "per_move"}}|"#, "missing field `players`", ""),
            (r#"{"variant": "xiangqi"|"#, "EOF while parsing", "variant"),
        ];
        for (marked, words, expected) in places {
            let read = marked.find('|').expect("a mark");
            let text = marked.replace('|', "");
            assert_eq!(path_of_fault(text.as_bytes(), read, words), expected, "{marked}");
        }
    }
}

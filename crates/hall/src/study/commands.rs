//! Commands in comments of portable notation, as lichess and others write them: `[%csl Ge4,Rd5]` (coloured
//! points), `[%cal Ge2e4]` (arrows), `[%eval 0.35,18]` and `[%eval #-3]` (evaluations, in pawns of the first
//! side), `[%emt 0:00:12]` (time of a move). Others are kept as they are.

use crate::study::{Evaluation, Score, Shape, ShapeColor};
use std::collections::BTreeSet;

/// What a comment says.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct CommentContent {
    /// The text without commands.
    pub(crate) text: String,
    pub(crate) shapes: Vec<Shape>,
    pub(crate) evaluation: Option<Evaluation>,
    /// Commands that are not understood, and those of times, which are kept as they were written.
    pub(crate) extra: String,
    pub(crate) time_ms: u64,
}

impl CommentContent {
    /// Adds what another comment of the same node says.
    pub(crate) fn and(&mut self, other: Self) {
        if !self.text.is_empty() && !other.text.is_empty() {
            self.text.push_str("\n\n");
        }
        self.text.push_str(&other.text);
        for shape in other.shapes {
            if !self.shapes.contains(&shape) {
                self.shapes.push(shape);
            }
        }
        self.evaluation = other.evaluation.or(self.evaluation.take());
        self.extra.push_str(&other.extra);
        self.time_ms = self.time_ms.max(other.time_ms);
    }
}

/// Reads a comment.
pub(crate) fn read(comment: &str, squares: &BTreeSet<String>) -> CommentContent {
    let mut said = CommentContent::default();
    let mut rest = comment;
    while let Some(open) = rest.find("[%") {
        let Some(length) = rest[open..].find(']') else { break };
        let command = &rest[open..=open + length];
        if command[2..].contains('[') {
            // Not a command: brackets are not nested.
            said.text.push_str(&rest[..open + 2]);
            rest = &rest[open + 2..];
            continue;
        }
        join(&mut said.text, &rest[..open]);
        rest = &rest[open + length + 1..];
        if !understand(command, squares, &mut said) {
            said.extra.push_str(command);
        }
    }
    join(&mut said.text, rest);
    said.text = said.text.trim().to_owned();
    said
}

/// Appends a text from behind a command to the one before it, with one space between them.
fn join(text: &mut String, more: &str) {
    if text.is_empty() || text.ends_with(char::is_whitespace) {
        text.push_str(more.trim_start());
    } else {
        text.push_str(more);
    }
}

fn understand(command: &str, squares: &BTreeSet<String>, said: &mut CommentContent) -> bool {
    let inner = command.trim_start_matches("[%").trim_end_matches(']');
    let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
    let value = value.trim();
    match name {
        "csl" | "cal" => {
            let parts = value.split(',').map(str::trim).filter(|part| !part.is_empty());
            let shapes: Option<Vec<Shape>> =
                parts.map(|part| shape(part, name == "cal", squares)).collect();
            let Some(shapes) = shapes else { return false };
            said.shapes.extend(shapes);
            true
        }
        "eval" => {
            let (score, depth) = value.split_once(',').unwrap_or((value, "0"));
            let score = match score.trim().strip_prefix('#') {
                Some(moves) => moves.parse().ok().map(Score::Mate),
                None => score.trim().parse::<f64>().ok().and_then(centipawns),
            };
            let (Some(score), Ok(depth)) = (score, depth.trim().parse()) else { return false };
            said.evaluation = Some(Evaluation::of_file(score, depth));
            true
        }
        "emt" => {
            said.time_ms = said.time_ms.max(milliseconds(value).unwrap_or(0));
            false
        }
        _ => false,
    }
}

/// Pawns as centipawns.
fn centipawns(pawns: f64) -> Option<Score> {
    let cp = (pawns * 100.0).round();
    #[expect(clippy::cast_possible_truncation, reason = "the range was checked")]
    (cp.abs() <= 1e6).then_some(Score::Cp(cp as i32))
}

/// A time as `1:02:03.5`, `62:03` or `12.25`.
fn milliseconds(text: &str) -> Option<u64> {
    let mut seconds = 0.0;
    for part in text.split(':') {
        let part: f64 = part.trim().parse().ok()?;
        seconds = seconds * 60.0 + part;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it was checked")]
    (0.0..=1e9).contains(&seconds).then_some((seconds * 1000.0) as u64)
}

/// `Ge4`, or `Ge2e4` for an arrow. Numbers of squares have as many digits as the greatest (`G0538`).
fn shape(text: &str, is_arrow: bool, squares: &BTreeSet<String>) -> Option<Shape> {
    let mut letters = text.chars();
    let color = match letters.next()? {
        'G' => ShapeColor::Green,
        'R' => ShapeColor::Red,
        'B' => ShapeColor::Blue,
        'Y' => ShapeColor::Yellow,
        _ => return None,
    };
    let places = letters.as_str();
    if !is_arrow {
        return Some(Shape { color, from: square(places, squares)?, to: None });
    }
    if let Some((from, to)) = places.split_once('-') {
        return Some(Shape { color, from: square(from, squares)?, to: Some(square(to, squares)?) });
    }
    // Where both have the same length there is no doubt; `h10h8` is read by trying.
    let middle = places.len() / 2;
    let cuts = std::iter::once(middle).chain((1..places.len()).filter(|at| *at != middle));
    cuts.filter(|at| places.is_char_boundary(*at)).find_map(|at| {
        let (from, to) = places.split_at(at);
        Some(Shape { color, from: square(from, squares)?, to: Some(square(to, squares)?) })
    })
}

fn square(text: &str, squares: &BTreeSet<String>) -> Option<String> {
    let is_known = |name: &str| squares.contains(name).then(|| name.to_owned());
    is_known(text).or_else(|| is_known(text.trim_start_matches('0')))
}

/// Writes shapes, an evaluation and other commands, in this order.
pub(crate) fn write(
    shapes: &[Shape],
    evaluation: Option<&Evaluation>,
    extra: &str,
    squares: &BTreeSet<String>,
) -> String {
    let mut out = String::new();
    for (name, is_arrow) in [("csl", false), ("cal", true)] {
        let parts = shapes.iter().filter(|shape| shape.to.is_some() == is_arrow);
        let parts: Vec<String> = parts.map(|shape| spell(shape, squares)).collect();
        if !parts.is_empty() {
            out.push_str(&format!("[%{name} {}]", parts.join(",")));
        }
    }
    if let Some(evaluation) = evaluation {
        let score = match evaluation.score {
            Score::Mate(moves) => format!("#{moves}"),
            Score::Cp(cp) => {
                let sign = if cp < 0 { "-" } else { "" };
                format!("{sign}{}.{:02}", cp.unsigned_abs() / 100, cp.unsigned_abs() % 100)
            }
        };
        let depth = evaluation.depth;
        let depth = if depth > 0 { format!(",{depth}") } else { String::new() };
        out.push_str(&format!("[%eval {score}{depth}]"));
    }
    out.push_str(extra);
    out
}

fn spell(shape: &Shape, squares: &BTreeSet<String>) -> String {
    let color = match shape.color {
        ShapeColor::Green => 'G',
        ShapeColor::Red => 'R',
        ShapeColor::Blue => 'B',
        ShapeColor::Yellow => 'Y',
    };
    let Some(to) = &shape.to else { return format!("{color}{}", shape.from) };
    let are_numbers = squares.iter().all(|name| name.bytes().all(|b| b.is_ascii_digit()));
    let width = if are_numbers { squares.iter().map(String::len).max().unwrap_or(0) } else { 0 };
    let plain = format!("{color}{:0>width$}{to:0>width$}", shape.from);
    // Where the two names could be parted in another way, a hyphen does.
    if self::shape(&plain, true, squares).as_ref() == Some(shape) {
        return plain;
    }
    format!("{color}{}-{to}", shape.from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn squares(variant: &str) -> BTreeSet<String> {
        let board = games::new_session(variant, None, None).unwrap().board();
        board.names.into_iter().filter(|name| !name.is_empty()).collect()
    }

    #[test]
    fn what_lichess_writes_is_read() {
        let squares = squares("xiangqi");
        let said =
            read("[%csl Ge4,Rd5][%cal Yh2e2] good [%eval -0.35,18] [%clk 0:05:00]", &squares);
        assert_eq!(said.text, "good");
        let shape = |color, from: &str, to: Option<&str>| Shape {
            color,
            from: from.to_owned(),
            to: to.map(str::to_owned),
        };
        let shapes = [
            shape(ShapeColor::Green, "e4", None),
            shape(ShapeColor::Red, "d5", None),
            shape(ShapeColor::Yellow, "h2", Some("e2")),
        ];
        assert_eq!(said.shapes, shapes);
        let evaluation = said.evaluation.unwrap();
        assert_eq!((evaluation.score, evaluation.depth), (Score::Cp(-35), 18));
        assert!((0.4..0.5).contains(&evaluation.chance));
        assert_eq!(said.extra, "[%clk 0:05:00]");
        assert_eq!(read("[%eval #-3]", &squares).evaluation.unwrap().score, Score::Mate(-3));
        assert_eq!(read("[%emt 0:01:02.5]", &squares).time_ms, 62_500);
        for odd in ["[%csl Xe4]", "[%cal Ge2z9]", "[%eval soon]", "[%", "[%csl Ge4", "[%[%]"] {
            let said = read(odd, &squares);
            assert!(said.shapes.is_empty() && said.evaluation.is_none(), "{odd}");
        }
    }

    #[test]
    fn every_shape_is_read_as_it_was_written() {
        for variant in ["xiangqi", "draughts", "gomoku", "gomoku20", "reversi"] {
            let squares = squares(variant);
            let some: Vec<&String> = squares.iter().step_by(7).collect();
            for from in &some {
                for to in some.iter().copied().map(Some).chain([None]) {
                    let shape =
                        Shape { color: ShapeColor::Blue, from: (*from).clone(), to: to.cloned() };
                    let text = write(std::slice::from_ref(&shape), None, "", &squares);
                    assert_eq!(read(&text, &squares).shapes, [shape], "{variant} {text}");
                }
            }
        }
    }
}

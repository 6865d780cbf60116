use super::marks::properties;
use super::{ENDINGS, INCREMENT, INFO, JUDGEMENTS, point_text as point};
use crate::files::dialect::Gomoku;
use game::{Outcome, Position as _, Side};
use gomoku::{Move, Position};
use records::sgf::escaped;
use records::text::squeeze;
use records::{Branch, Game, Node, WriteError};
use std::io::Write;

/// Lines are broken between nodes once they are this long.
const WIDTH: usize = 72;

/// Writes one game, in UTF-8, with a line break after it.
///
/// Several comments on one move become lines of one comment. Only annotations that the format has
/// are written.
///
/// # Errors
/// When `out` fails.
pub fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let mut text = Text { out: root(game), column: 0, size: game.start.size() };
    text.comment(&game.line.comments, None);
    text.moves(&game.line.moves, game.start.side_to_move());
    text.out.push_str(")\n");
    Ok(out.write_all(text.out.as_bytes())?)
}

/// The first node: the format, the game, the known facts about it, its initial stones.
fn root(game: &Game<Position>) -> String {
    let start = &game.start;
    let size = start.size();
    let mut out = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[Yiqi:{}]SZ[{size}]RU[{}]",
        env!("CARGO_PKG_VERSION"),
        escaped(&rules(game)),
    );
    for (tag, name) in INFO {
        let value = game.tags.get(tag).map(squeeze);
        // PGN has signs for unknown values; here they are left out.
        let known = |value: &String| !matches!(value.as_str(), "" | "?" | "????.??.??");
        if let Some(value) = value.filter(known) {
            let control = value.split_once('+').filter(|_| tag == "TimeControl");
            let is_number = |text: &str| text.parse::<f64>().is_ok();
            if let Some((time, added)) = control.filter(|(a, b)| is_number(a) && is_number(b)) {
                // `TM` is the time alone.
                out.push_str(&format!("TM[{time}]OT[{added}{INCREMENT}]"));
                continue;
            }
            out.push_str(&format!("{name}[{}]", escaped(&value)));
        }
    }
    if let Some(outcome) = game.result {
        out.push_str(&format!("RE[{}]", result(outcome, game)));
    }
    out.push('\n');
    for (name, side) in [("AB", Side::First), ("AW", Side::Second)] {
        let stones: Vec<String> = start.stones(side).iter().map(|at| point(at, size)).collect();
        if !stones.is_empty() {
            out.push_str(&format!("{name}[{}]", stones.join("][")));
        }
    }
    let [black, white] = [Side::First, Side::Second].map(|side| start.stones(side).len());
    if black + white > 0 || start.side_to_move() == Side::Second {
        let turn = if start.side_to_move() == Side::First { "B" } else { "W" };
        out.push_str(&format!("PL[{turn}]"));
    }
    out
}

/// The rules in the file's own words if they have the same meaning, otherwise in ours.
fn rules(game: &Game<Position>) -> String {
    let rules = game.start.rules();
    let told = game.tags.get("Rules").map(squeeze);
    told.filter(|told| Gomoku::rules_of(told) == Some(rules))
        .unwrap_or_else(|| Gomoku::name_of(rules).to_owned())
}

fn result(outcome: Outcome, game: &Game<Position>) -> String {
    let winner = match outcome {
        Outcome::Draw => return "0".to_owned(),
        Outcome::FirstWins => "B",
        Outcome::SecondWins => "W",
    };
    let how = game.tags.get("Termination").unwrap_or("");
    let ending = ENDINGS.iter().find(|(_, word)| how.starts_with(word));
    format!("{winner}+{}", ending.map_or("", |(letter, _)| letter))
}

struct Text {
    out: String,
    column: usize,
    size: u8,
}

impl Text {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
        self.column += text.len();
    }

    /// The comments of a node, with marks and a clock as properties; `side` is that of its move.
    fn comment(&mut self, comments: &[String], side: Option<Side>) {
        let (mut said, mut clock, mut marked) = (Vec::new(), None, false);
        for comment in comments {
            let (marks, seconds, text) = properties(comment, self.size);
            let fits = (marks.is_empty() || !marked)
                && (seconds.is_none() || (clock.is_none() && side.is_some()));
            if !fits {
                said.push(comment.as_str());
                continue;
            }
            marked |= !marks.is_empty();
            clock = clock.or(seconds);
            self.push(&marks);
            said.extend(Some(text).filter(|text| !text.is_empty()));
        }
        if !said.is_empty() {
            self.push(&format!("C[{}]", escaped(&said.join("\n"))));
        }
        if let Some((seconds, side)) = clock.zip(side) {
            let name = if side == Side::First { "BL" } else { "WL" };
            self.push(&format!("{name}[{seconds}]"));
        }
    }

    fn node(&mut self, node: &Node<Move>, side: Side) {
        if self.column > WIDTH {
            self.out.push('\n');
            self.column = 0;
        }
        let colour = if side == Side::First { 'B' } else { 'W' };
        // A pass has no point.
        let at = node.mv.square().map_or_else(String::new, |square| point(square, self.size));
        self.push(&format!(";{colour}[{at}]"));
        // A node has at most one judgement of its move.
        let judgement = JUDGEMENTS.iter().find(|(nag, _, _)| node.nags.contains(nag));
        if let Some((_, name, degree)) = judgement {
            self.push(&format!("{name}[{degree}]"));
        }
        self.comment(&node.comments, Some(side));
    }

    /// Writes moves, each fork as subtrees of which the first is the main line.
    fn moves(&mut self, moves: &[Node<Move>], side: Side) {
        let mut side = side;
        for (i, node) in moves.iter().enumerate() {
            if node.variations.is_empty() {
                self.node(node, side);
                side = !side;
                continue;
            }
            self.push("(");
            self.node(node, side);
            self.moves(&moves[i + 1..], !side);
            self.push(")");
            self.variations(&node.variations, side);
            return;
        }
    }

    fn variations(&mut self, variations: &[Branch<Move>], side: Side) {
        for branch in variations.iter().filter(|branch| !branch.is_empty()) {
            self.push("(");
            if !branch.comments.is_empty() {
                self.push(";");
                self.comment(&branch.comments, None);
            }
            let Some((first, rest)) = branch.moves.split_first() else {
                self.push(")");
                continue;
            };
            self.node(first, side);
            self.moves(rest, !side);
            self.push(")");
            // Other variations of the same move are written beside it.
            self.variations(&first.variations, side);
        }
    }
}

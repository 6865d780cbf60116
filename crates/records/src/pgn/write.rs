use crate::text::squeeze;
use crate::{Branch, Convention, Dialect, Game};
use game::{NullObserver, Outcome, Position};
use std::io::{self, Write};

/// The greatest length of a line of movetext, in characters.
const WIDTH: usize = 80;

/// Writes one game, in UTF-8, with an empty line after it.
///
/// Comments lose their line breaks, and a `}` in a comment becomes a `)`, since the format cannot express it.
///
/// # Errors
/// When `out` fails.
pub fn write<D: Dialect>(
    out: &mut impl Write,
    game: &Game<D::Position>,
    dialect: &D,
) -> io::Result<()> {
    out.write_all(to_string(game, dialect).as_bytes())
}

/// [`write()`] into a string.
#[must_use]
pub fn to_string<D: Dialect>(game: &Game<D::Position>, dialect: &D) -> String {
    let mut out = tags(game, dialect);
    out.push('\n');
    let number = game.tags.counters().rsplit_once(":F").and_then(|(_, number)| number.parse().ok());
    let before = number.map_or(0, |number: usize| number.clamp(1, 1 << 20) - 1);
    let offset = 2 * before + usize::from(game.start.side_to_move() != dialect.leads());
    let mut text = Movetext { out, column: 0, dialect, opening: String::new(), offset };
    text.branch(&game.line, &game.start, 0);
    // PDN 3.0, restriction 4: `*` alone ends a game; its result is in the tag.
    text.word(match dialect.convention() {
        Convention::Pgn => result(game.result, Convention::Pgn),
        Convention::Pdn => "*",
    });
    text.out.push_str("\n\n");
    text.out
}

fn result(outcome: Option<Outcome>, convention: Convention) -> &'static str {
    let [first, second, draw] = match convention {
        Convention::Pgn => ["1-0", "0-1", "1/2-1/2"],
        Convention::Pdn => ["2-0", "0-2", "1-1"],
    };
    match outcome {
        Some(Outcome::FirstWins) => first,
        Some(Outcome::SecondWins) => second,
        Some(Outcome::Draw) => draw,
        None => "*",
    }
}

/// The tag section: the tags that name the game, the seven standard tags, the others, the start position.
fn tags<D: Dialect>(game: &Game<D::Position>, dialect: &D) -> String {
    let [first, second] = dialect.player_tags();
    let roster = ["Event", "Site", "Date", "Round", first, second];
    let mut all: Vec<(&str, String)> = Vec::new();
    all.extend(dialect.opening_tags().into_iter().map(|(name, value)| (name, value.to_owned())));
    for name in roster {
        let unknown = if name == "Date" { "????.??.??" } else { "?" };
        all.push((name, game.tags.get(name).unwrap_or(unknown).to_owned()));
    }
    all.push(("Result", result(game.result, dialect.convention()).to_owned()));
    for (name, value) in game.tags.iter() {
        let named = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty();
        let reserved = ["SetUp", "FEN"].iter().any(|n| n.eq_ignore_ascii_case(name));
        let known = dialect.closing_tags().iter().any(|(n, _)| n.eq_ignore_ascii_case(name))
            || all.iter().any(|(n, _)| n.eq_ignore_ascii_case(name));
        if named && !known && !reserved {
            all.push((name, value.to_owned()));
        }
    }
    let counters = game.tags.counters();
    if game.start != dialect.start() || !counters.is_empty() {
        all.push(("FEN", dialect.write_position(&game.start) + counters));
    }
    all.extend(dialect.closing_tags().into_iter().map(|(name, value)| (name, value.to_owned())));
    let mut out = String::new();
    for (name, value) in all {
        let value = squeeze(&value).replace('\\', "\\\\").replace('"', "\\\"");
        out.push_str(&format!("[{name} \"{value}\"]\n"));
    }
    out
}

struct Movetext<'a, D> {
    out: String,
    column: usize,
    dialect: &'a D,
    /// Parentheses to put before the next word.
    opening: String,
    /// The plies before the first move; 1 where the second side begins: its first move is "1...".
    offset: usize,
}

impl<D: Dialect> Movetext<'_, D> {
    /// Puts a word after a space or a line break. A word that begins with `[` never begins
    /// a line, where a reader could take it for a tag.
    fn word(&mut self, word: &str) {
        let opened = std::mem::take(&mut self.opening) + word;
        let word = opened.as_str();
        let length = word.chars().count();
        if self.column == 0 {
        } else if self.column + 1 + length > WIDTH && !word.starts_with('[') {
            self.out.push('\n');
            self.column = 0;
        } else {
            self.out.push(' ');
            self.column += 1;
        }
        self.out.push_str(word);
        self.column += length;
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            let text = format!("{{{}}}", squeeze(comment).replace('}', ")"));
            for word in text.split(' ') {
                self.word(word);
            }
        }
    }

    /// Writes moves; `ply` moves were played before them.
    fn branch(
        &mut self,
        branch: &Branch<<D::Position as Position>::Move>,
        start: &D::Position,
        ply: usize,
    ) {
        self.comments(&branch.comments);
        let mut position = start.clone();
        let mut numbered = false;
        for (i, node) in branch.moves.iter().enumerate() {
            let number = (ply + i + self.offset) / 2 + 1;
            if position.side_to_move() == self.dialect.leads() {
                self.word(&format!("{number}."));
            } else if !numbered {
                self.word(&format!("{number}..."));
            }
            self.word(&self.dialect.write_move(&position, node.mv));
            for nag in &node.nags {
                self.word(&format!("${nag}"));
            }
            self.comments(&node.comments);
            numbered = node.comments.is_empty() && node.variations.is_empty();
            for variation in &node.variations {
                self.variation(variation, &position, ply + i);
            }
            position.make(node.mv, &mut NullObserver);
        }
    }

    fn variation(
        &mut self,
        branch: &Branch<<D::Position as Position>::Move>,
        start: &D::Position,
        ply: usize,
    ) {
        if branch.is_empty() {
            return;
        }
        self.opening.push('(');
        self.branch(branch, start, ply);
        self.out.push(')');
        self.column += 1;
    }
}

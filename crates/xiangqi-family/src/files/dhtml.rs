//! DhtmlXQ, the markup (UBB) of Xiangqi in Chinese forums: `[DhtmlXQ_name]value[/DhtmlXQ_name]`.
//!
//! ```text
//! [DhtmlXQ]
//! [DhtmlXQ_red]胡荣华[/DhtmlXQ_red]
//! [DhtmlXQ_binit]8979…6383[/DhtmlXQ_binit]        32 pieces, column and row from the top left; 99: none
//! [DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]   moves, from and to
//! [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]   variation 1 replaces move 2 of variation 0, the game
//! [DhtmlXQ_comment1_2]好[/DhtmlXQ_comment1_2]      a comment on move 2 of variation 1
//! [/DhtmlXQ]
//! ```

use super::raw::{RawGame, RawTree, board, bytes_of, lines, listed, siblings, square};
use game::Outcome;
use records::text::{decode, squeeze};
use records::{Format, Game, Node, ReadError, ReadErrorKind, Record, Tags, WriteError};
use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{Read, Write};
use xiangqi::{Move, Position, Setup, Square};

/// Markup of forums.
pub const DHTML: Format = Format {
    endings: &["ubb"],
    shows: |head| if find(&String::from_utf8_lossy(head), 0, OPEN).is_some() { 3 } else { 0 },
    ..Format::plain("dhtmlxq", "DhtmlXQ")
};

const OPEN: &str = "[DhtmlXQ";
const CLOSE: &str = "[/DhtmlXQ";

/// Names of values, and our tags.
const TAGS: [(&str, &str); 14] = [
    ("title", "Title"),
    ("event", "Event"),
    ("date", "Date"),
    ("place", "Site"),
    ("round", "Round"),
    ("red", "Red"),
    ("black", "Black"),
    ("redteam", "RedTeam"),
    ("blackteam", "BlackTeam"),
    ("timerule", "TimeControl"),
    ("redtime", "RedTime"),
    ("blacktime", "BlackTime"),
    ("remark", "Annotator"),
    ("author", "Author"),
];

/// The place of `what` in a text from `from` on, in either case of letters.
fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    let bytes = text.as_bytes().get(from..)?;
    let found =
        bytes.windows(what.len()).position(|part| part.eq_ignore_ascii_case(what.as_bytes()));
    found.map(|at| at + from)
}

/// Reads the games of a file.
pub(super) fn read(source: impl Read) -> Vec<Result<Record, ReadError>> {
    match bytes_of(source) {
        Ok(bytes) => read_text(&decode(&bytes)),
        Err(error) => vec![Err(error)],
    }
}

/// The values of one game by name.
#[derive(Default)]
struct Values<'t> {
    line: u32,
    values: Vec<(&'t str, &'t str)>,
    /// Where the text ends too early.
    cut: Option<&'static str>,
}

impl<'t> Values<'t> {
    fn get(&self, name: &str) -> Option<&'t str> {
        let mut values = self.values.iter();
        values.find(|(own, _)| own.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    }
}

fn read_text(text: &str) -> Vec<Result<Record, ReadError>> {
    let mut games: Vec<Values<'_>> = Vec::new();
    let (mut at, mut counted, mut line) = (0, 0, 1_u32);
    while let Some(begin) = find(text, at, OPEN) {
        line = line.saturating_add(newlines(&text[counted..begin]));
        counted = begin;
        let rest = &text[begin + OPEN.len()..];
        at = begin + OPEN.len();
        let Some((name, rest)) = rest.split_once(']') else {
            if let Some(game) = games.last_mut() {
                game.cut = Some("a name is not closed");
            }
            break;
        };
        let Some(name) = name.strip_prefix('_') else {
            // `[DhtmlXQ]` or a word for the way to show it.
            games.push(Values { line, ..Values::default() });
            continue;
        };
        let length = find(rest, 0, CLOSE).unwrap_or(rest.len());
        let value = &rest[..length];
        at += name.len() + 2 + value.len();
        let is_move = |name: &str| name.eq_ignore_ascii_case("movelist");
        let again = games.last().is_none_or(|game| is_move(name) && game.get(name).is_some());
        if again {
            games.push(Values { line, ..Values::default() });
        }
        if let Some(game) = games.last_mut() {
            game.values.push((name, value));
            if length == rest.len() {
                game.cut = Some("a value is not closed");
            }
        }
    }
    let has_end = |begin: usize| find(text, begin, "[/DhtmlXQ]").is_some();
    let last = text.match_indices("[DhtmlXQ]").last();
    if last.is_some_and(|(begin, _)| !has_end(begin))
        && let Some(game) = games.last_mut()
    {
        game.cut.get_or_insert("[/DhtmlXQ] is missing");
    }
    games.retain(|game| !game.values.is_empty());
    games.iter().flat_map(read_game).collect()
}

fn newlines(text: &str) -> u32 {
    u32::try_from(text.bytes().filter(|byte| *byte == b'\n').count()).unwrap_or(u32::MAX)
}

fn read_game(values: &Values<'_>) -> Vec<Result<Record, ReadError>> {
    let raw = raw(values);
    let error = |kind| ReadError { line: values.line, column: 1, kind };
    raw.map_err(error).map_or_else(|error| vec![Err(error)], |game| game.check((values.line, 1)))
}

fn raw(values: &Values<'_>) -> Result<RawGame, ReadErrorKind> {
    let fen = values.get("fen").map(str::trim).filter(|fen| !fen.is_empty());
    let start = match (fen, values.get("binit")) {
        (Some(fen), _) => {
            let position: Result<Position, _> = fen.parse();
            Setup::from(&position.map_err(|why| ReadErrorKind::Position(why.to_string()))?)
        }
        (None, Some(binit)) => board(squares(binit)?),
        (None, None) => Setup::start(),
    };
    let mut tags = Tags::default();
    for (name, tag) in TAGS {
        let value = values.get(name).map(squeeze);
        if let Some(value) = value.filter(|value| !value.is_empty()) {
            tags.set(tag, &value);
        }
    }
    let mut branches = Branches { tree: RawTree::new(), nodes: HashMap::new() };
    branches.nodes.insert((0, 0), 0);
    branches.add(0, 1, values.get("movelist").unwrap_or(""), 0)?;
    // Variations of each branch, which may come before it in the file.
    let mut waiting: HashMap<u32, Vec<(u32, u32, &str)>> = HashMap::new();
    for (name, moves) in &values.values {
        let Some(numbers) = strip(name, "move_").and_then(numbers) else { continue };
        if let [parent, step, own] = numbers[..] {
            waiting.entry(parent).or_default().push((step, own, moves));
        }
    }
    let mut ready = vec![0];
    let mut lost: (usize, Option<String>) = (0, None);
    while let Some(parent) = ready.pop() {
        for (step, own, moves) in waiting.remove(&parent).unwrap_or_default() {
            let fork = step.checked_sub(1).and_then(|before| branches.nodes.get(&(parent, before)));
            let Some(&fork) = fork else {
                lost.0 += 1;
                lost.1.get_or_insert(format!(
                    "variation {own} begins at a move {step} that is not there"
                ));
                continue;
            };
            branches.add(own, step, moves, fork)?;
            ready.push(own);
        }
    }
    for (step, own, _) in waiting.into_values().flatten() {
        lost.0 += 1;
        lost.1.get_or_insert(format!(
            "variation {own} begins at move {step} of one that is not there"
        ));
    }
    for (name, comment) in &values.values {
        let Some(numbers) = strip(name, "comment").and_then(numbers) else { continue };
        let key = match numbers[..] {
            [step] => (0, step),
            [branch, step] => (branch, step),
            _ => continue,
        };
        if let Some(&node) = branches.nodes.get(&key) {
            branches.tree.comment(node, lines(&comment.replace("||", "\n")));
        }
    }
    let result = values.get("result").and_then(result);
    Ok(RawGame { tags, start, tree: branches.tree, result, lost, cut: values.cut })
}

/// What follows a beginning, in either case of letters.
fn strip<'t>(name: &'t str, beginning: &str) -> Option<&'t str> {
    let (found, rest) = name.split_at_checked(beginning.len())?;
    found.eq_ignore_ascii_case(beginning).then_some(rest)
}

/// `0_2_1`.
fn numbers(text: &str) -> Option<Vec<u32>> {
    text.split('_').take(4).map(|number| number.trim().parse().ok()).collect()
}

fn result(text: &str) -> Option<Outcome> {
    let has = |word: &str| text.contains(word);
    let wins = ["胜", "勝"].iter().any(|word| has(word));
    match () {
        () if has("和") || has("1/2") => Some(Outcome::Draw),
        () if has("1-0") || (wins && (has("红") || has("紅"))) => Some(Outcome::FirstWins),
        () if has("0-1") || (wins && has("黑")) => Some(Outcome::SecondWins),
        () => None,
    }
}

/// The digits of a value, by twos: column and row from the top left. `None` for 99.
fn squares(text: &str) -> Result<Vec<Option<Square>>, ReadErrorKind> {
    let digits: Option<Vec<usize>> = text
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(10).map(|digit| digit as usize))
        .collect();
    let pairs = digits.as_deref().map(<[usize]>::as_chunks::<2>);
    match pairs {
        Some((pairs, [])) => {
            Ok(pairs.iter().map(|&[column, row]| square(column, 9 - row)).collect())
        }
        _ => Err(ReadErrorKind::Expected {
            expected: "squares of two digits".to_owned(),
            found: format!("'{}'", squeeze(text).chars().take(40).collect::<String>()),
        }),
    }
}

/// The moves of all variations.
struct Branches {
    tree: RawTree,
    /// The node of each move by its variation and its number.
    nodes: HashMap<(u32, u32), usize>,
}

impl Branches {
    /// Adds the moves of a variation after a node; `step` is the number of the first.
    fn add(&mut self, own: u32, step: u32, text: &str, fork: usize) -> Result<(), ReadErrorKind> {
        let squares = squares(text)?;
        let (moves, rest) = squares.as_chunks::<2>();
        if !rest.is_empty() {
            let why = "a list of moves ends in the middle of one".to_owned();
            return Err(ReadErrorKind::Unknown(why));
        }
        let mut node = fork;
        let mut step = step;
        self.nodes.insert((own, step.saturating_sub(1)), fork);
        for [from, to] in moves {
            let m = from.zip(*to).map(|(from, to)| Move::new(from, to));
            node = self.tree.child(node, m)?;
            self.nodes.insert((own, step), node);
            step = step.saturating_add(1);
        }
        Ok(())
    }
}

/// Writes a game, in UTF-8.
///
/// # Errors
/// When `out` fails, or there are more pieces of a kind than a game begins with.
pub(super) fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let mut text = String::from("[DhtmlXQ]\n");
    let mut put = |name: &str, value: &str| {
        let value = value.replace(OPEN, "(DhtmlXQ").replace(CLOSE, "(/DhtmlXQ");
        text.push_str(&format!("{OPEN}_{name}]{value}{CLOSE}_{name}]\n"));
    };
    put("ver", "www_dpxq_com");
    put("init", "500,350");
    for (name, tag) in TAGS {
        let value = game.tags.get(tag).map(squeeze);
        let is_known = |value: &String| !matches!(value.as_str(), "" | "?" | "????.??.??");
        if let Some(value) = value.filter(is_known) {
            put(name, &value);
        }
    }
    put(
        "result",
        match game.result {
            None => "未知",
            Some(Outcome::FirstWins) => "红胜",
            Some(Outcome::SecondWins) => "黑胜",
            Some(Outcome::Draw) => "和局",
        },
    );
    if game.start != Position::start() {
        put("fen", &game.start.to_string());
    }
    let places = listed(&game.start).map_err(|why| WriteError::unfit(DHTML, why))?;
    let binit: String =
        places.iter().map(|place| place.map_or_else(|| "99".to_owned(), point)).collect();
    put("binit", &binit);
    let mut lists = Lists { lists: Vec::new(), comments: Vec::new(), count: 0 };
    lists.comment(0, 0, &game.line.comments);
    lists.branch("movelist".to_owned(), 0, 1, &game.line.moves);
    for (name, value) in lists.lists.into_iter().chain(lists.comments) {
        put(&name, &value);
    }
    text.push_str("[/DhtmlXQ]\n");
    Ok(out.write_all(text.as_bytes())?)
}

fn point(square: Square) -> String {
    format!("{}{}", square.file().index(), 9 - square.rank().index())
}

/// Moves and comments, being written.
struct Lists {
    lists: Vec<(String, String)>,
    comments: Vec<(String, String)>,
    /// The number of the last variation.
    count: u32,
}

impl Lists {
    fn comment(&mut self, branch: u32, step: u32, comments: &[String]) {
        // Without the space a stroke before the end of a line would be read as the end, and that as a stroke.
        let text = comments.join("\n").replace("|\n", "| \n").replace('\n', "||");
        if text.is_empty() {
            return;
        }
        let name = match branch {
            0 => format!("comment{step}"),
            _ => format!("comment{branch}_{step}"),
        };
        self.comments.push((name, text));
    }

    /// Writes moves as the variation `own`; `step` is the number of the first move.
    fn branch(&mut self, name: String, own: u32, step: u32, moves: &[Node<Move>]) {
        let mut text = String::new();
        for (node, step) in moves.iter().zip(step..) {
            // Writing into a string cannot fail.
            let _ = write!(text, "{}{}", point(node.mv.from), point(node.mv.to));
            self.comment(own, step, &node.comments);
        }
        self.lists.push((name, text));
        for (node, step) in moves.iter().zip(step..) {
            for branch in siblings(node) {
                self.count += 1;
                let number = self.count;
                // Comments before a variation join the first of its moves.
                let mut moves = branch.moves.clone();
                if let Some(first) = moves.first_mut() {
                    first.comments.splice(0..0, branch.comments.iter().cloned());
                    // Those beside it are written as its siblings.
                    first.variations.clear();
                }
                self.branch(format!("move_{own}_{step}_{number}"), number, step, &moves);
            }
        }
    }
}

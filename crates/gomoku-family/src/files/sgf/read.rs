use super::marks::Marks;
use super::result::{has_score, read_result};
use super::{INCREMENT, INFO, JUDGEMENTS};
use crate::files::dialect::{Gomoku, playable};
use game::{NullObserver, Position as _, Side};
use gomoku::{Move, Position, Setup, Square, Undo};
use records::sgf::{Node as RawNode, Property, Scanner, Tree, text_of};
use records::text::squeeze;
use records::{Branch, Game, Node, Notices, ReadError, ReadErrorKind};
use std::collections::VecDeque;
use std::io::Read;

/// The greatest size of a file that is read.
const MAX_FILE: u64 = 1 << 26;
/// The number of points of the largest board.
const MOST_STONES: usize = gomoku::LARGEST as usize * gomoku::LARGEST as usize;

/// Reads the games of a collection one by one. A broken game is one error; reading goes on with
/// the next.
///
/// ```
/// use gomoku_family::files::{Gomoku, sgf};
/// let file = "(;GM[4]SZ[15]RU[renju]RE[W+R];B[hh];W[ig]C[odd \\[x\\]](;B[jf])(;B[gg]))";
/// let usual = Gomoku::of("gomoku", None).unwrap();
/// let game = sgf::Reader::new(file.as_bytes(), usual).next().unwrap()?;
/// assert_eq!(game.start.rules(), gomoku::Rules::RENJU);
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["h8", "i9", "j10"]);
/// assert_eq!(game.line.moves[1].comments, ["odd [x]"]);
/// assert_eq!(game.line.moves[2].variations.len(), 1);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    scanner: Scanner,
    usual: Gomoku,
    failed: Option<ReadError>,
    /// What was left out of the game before.
    notices: VecDeque<ReadError>,
    /// Whether there was a game.
    begun: bool,
}

impl Reader {
    /// Reads from `source`; a game that does not name its rules or its size has those of `usual`.
    #[must_use]
    pub fn new(source: impl Read, usual: Gomoku) -> Self {
        let mut bytes = Vec::new();
        let error = |kind| Some(ReadError { line: 1, column: 1, kind });
        let failed = match source.take(MAX_FILE + 1).read_to_end(&mut bytes) {
            Err(failure) => error(ReadErrorKind::Io(failure.to_string())),
            Ok(length) if length as u64 > MAX_FILE => {
                let limit = usize::try_from(MAX_FILE).unwrap_or(usize::MAX);
                error(ReadErrorKind::TooLong { what: "the file", limit })
            }
            Ok(_) => None,
        };
        if failed.is_some() {
            bytes.clear();
        }
        let scanner = Scanner::new(text_of(&bytes));
        Self { scanner, usual, failed, notices: VecDeque::new(), begun: false }
    }
}

impl Iterator for Reader {
    type Item = Result<Game<Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.failed.take() {
            return Some(Err(error));
        }
        if let Some(notice) = self.notices.pop_front() {
            return Some(Err(notice));
        }
        let Some(tree) = self.scanner.game() else {
            // Behind the last game.
            let mut notices = Notices::default();
            if let Some((place, text)) = self.scanner.outside().filter(|_| self.begun) {
                notices.add(place, "texts outside games", &text);
            }
            return notices.into_errors().pop().map(Err);
        };
        self.begun = true;
        let outside = self.scanner.outside();
        Some(tree.and_then(|tree| read_game(&tree, self.usual)).map(|(game, mut notices)| {
            if let Some((place, text)) = outside {
                notices.add(place, "texts outside games", &text);
            }
            self.notices.extend(notices.into_errors());
            game
        }))
    }
}

fn read_game(tree: &Tree, usual: Gomoku) -> Result<(Game<Position>, Notices), ReadError> {
    let no_root = RawNode::new();
    let root = tree.nodes.first().unwrap_or(&no_root);
    let find = |name| root.iter().find(|property: &&Property| property.name == name);
    // Some programs of renju write the number of another game: they are known by their name, or by the size of
    // the board, on which Go is not played.
    let is_renju = find("AP").is_some_and(|program| program.value().trim().starts_with("ZJRenju"))
        || find("SZ").is_some_and(|size| matches!(size.value().trim(), "15" | "15:15"));
    let other = find("GM").filter(|game| game.value().trim() != "4");
    if let Some(game) = other.filter(|_| !is_renju) {
        let why = format!("GM[{}]: not gomoku or renju, which is GM[4]", short(game.value()));
        return Err(game.error(ReadErrorKind::Unknown(why)));
    }
    let dialect = dialect(root, usual)?;
    let mut game = Game::new(start(tree, root, dialect)?);
    for (tag, name) in INFO {
        if let Some(property) = find(name) {
            game.tags.set(tag, &squeeze(property.value()));
        }
    }
    let own_name = Gomoku::name_of(dialect.rules());
    if let Some(rules) = find("RU").map(|rules| squeeze(rules.value()))
        && rules != own_name
    {
        game.tags.set("Rules", &rules);
    }
    if let Some(result) = find("RE") {
        game.result = read_result(result.value(), &mut game.tags);
    }
    if let (Some(time), Some(added)) = (game.tags.get("TimeControl"), game.tags.get("Overtime"))
        && let Some(seconds) = added.strip_suffix(INCREMENT)
        && time.parse::<f64>().is_ok()
        && seconds.parse::<f64>().is_ok()
    {
        let control = format!("{time}+{seconds}");
        game.tags.set("TimeControl", &control);
        game.tags.remove("Overtime");
    }
    let mut position = game.start.clone();
    let mut notices = Notices::default();
    if let Some(result) = find("RE")
        && game.result.is_none()
        && !matches!(result.value().trim(), "" | "?" | "Void" | "void")
    {
        notices.add(result.place, "results", result.value());
    }
    let size = game.start.size();
    let is_kept =
        |property: &Property| is_of_root(property) || Marks::default().add(property, size);
    for property in root.iter().filter(|property| !is_kept(property)) {
        leave_out(property, &mut notices);
    }
    if let Some(result) = find("RE")
        && has_score(result.value())
    {
        notices.add(result.place, "scores", result.value());
    }
    walk(tree, &mut game.line, &mut position, true, &mut notices)?;
    Ok((game, notices))
}

/// Whether a property of the first node is read, or says nothing about the game.
fn is_of_root(property: &Property) -> bool {
    const OTHER: [&str; 16] = [
        "FF", "GM", "CA", "AP", "SZ", "RU", "RE", "ST", "AB", "AW", "PL", "B", "W", "C", "N", "MN",
    ];
    let name = property.name.as_str();
    // No game of ours has komi or handicaps; many programs write zeros.
    let is_nothing = || property.value().trim().trim_matches(['0', '.', '+', '-']).is_empty();
    OTHER.contains(&name)
        || INFO.iter().any(|(_, own)| *own == name)
        || (name == "KM" && is_nothing())
        || (matches!(name, "BL" | "WL") && clock(property.value()).is_some())
}

fn is_judgement(name: &str) -> bool {
    JUDGEMENTS.iter().any(|(_, own, _)| *own == name)
}

/// Counts a property that is not kept.
fn leave_out(property: &Property, notices: &mut Notices) {
    let what = match property.name.as_str() {
        "LB" => "labels",
        "TR" | "SQ" | "CR" | "MA" | "SL" | "AR" | "LN" | "DD" | "TB" | "TW" | "VW" | "FG" => {
            "marks"
        }
        "AB" | "AW" | "AE" => "stones set up after the first node",
        "OB" | "OW" => "moves left in the time",
        "GB" | "GW" | "HO" | "V" => "judgements of positions",
        _ if is_judgement(&property.name) => "judgements before a move",
        _ => "properties",
    };
    let text = format!("{}[{}]", property.name, property.value());
    notices.add(property.place, what, &text);
}

fn short(text: &str) -> String {
    text.chars().take(20).collect()
}

/// The rules and the board.
fn dialect(root: &RawNode, usual: Gomoku) -> Result<Gomoku, ReadError> {
    let find = |name| root.iter().find(|property: &&Property| property.name == name);
    let told = find("RU").and_then(|rules| Gomoku::rules_of(rules.value()));
    let rules = told.unwrap_or(usual.rules());
    let Some(size) = find("SZ") else {
        return Ok(Gomoku::new(rules, usual.size()).unwrap_or(usual));
    };
    let text = size.value();
    let (columns, rows) = text.split_once(':').unwrap_or((text, text));
    let same = columns.trim() == rows.trim();
    let number = columns.trim().parse().ok().filter(|_| same);
    number.and_then(|number| Gomoku::new(rules, number)).ok_or_else(|| {
        let why = format!("SZ[{}]: boards of 5×5 to 22×22 points are known", short(text));
        size.error(ReadErrorKind::Unknown(why))
    })
}

/// The position before the first move: stones set up, and the side to move.
fn start(tree: &Tree, root: &RawNode, dialect: Gomoku) -> Result<Position, ReadError> {
    let mut setup = Setup::default();
    let mut place = None;
    for property in root {
        let side = match property.name.as_str() {
            "AB" => Side::First,
            "AW" => Side::Second,
            "PL" => {
                setup.turn = match property.value().trim().get(..1) {
                    Some("B" | "b" | "1") => Some(Side::First),
                    Some("W" | "w" | "2") => Some(Side::Second),
                    _ => None,
                };
                continue;
            }
            _ => continue,
        };
        place.get_or_insert(property);
        for value in &property.values {
            for square in rectangle(value, dialect.size()).map_err(|kind| property.error(kind))? {
                setup.stones.push((square, side));
            }
            if setup.stones.len() > MOST_STONES {
                let why = "more stones than points".to_owned();
                return Err(property.error(ReadErrorKind::Position(why)));
            }
        }
    }
    if setup.turn.is_none() {
        // In some files White begins without a property that states it.
        setup.turn = first_mover(tree, setup.stones.is_empty());
    }
    setup.position(dialect.rules(), dialect.size()).map_err(|error| {
        let kind = ReadErrorKind::Position(error.to_string());
        let nowhere = ReadError { line: 1, column: 1, kind: kind.clone() };
        place.map_or(nowhere, |property| property.error(kind))
    })
}

/// The side that makes the first move, where stones or the move itself show that it is not the side
/// due.
fn first_mover(tree: &Tree, is_empty: bool) -> Option<Side> {
    let mut tree = tree;
    loop {
        for property in tree.nodes.iter().flatten() {
            match property.name.as_str() {
                "B" if !is_empty => return Some(Side::First),
                "W" => return Some(Side::Second),
                "B" => return None,
                _ => {}
            }
        }
        tree = tree.children.first()?;
    }
}

/// The points of `hh`, or of a rectangle `aa:cc`.
pub(super) fn rectangle(value: &str, size: u8) -> Result<Vec<Square>, ReadErrorKind> {
    let (first, last) = value.split_once(':').unwrap_or((value, value));
    let bad = || ReadErrorKind::Expected {
        expected: format!("a point of a board of {size}×{size}, as in hh"),
        found: format!("'{}'", short(value)),
    };
    let first = point(first, size).ok_or_else(bad)?;
    let last = point(last, size).ok_or_else(bad)?;
    let columns = first.column().min(last.column())..=first.column().max(last.column());
    let rows = first.row().min(last.row())..=first.row().max(last.row());
    let points = rows.flat_map(|row| columns.clone().filter_map(move |x| Square::new(x, row)));
    Ok(points.collect())
}

/// A point: letters from the top left, or a letter and a number from the bottom left.
pub(super) fn point(text: &str, size: u8) -> Option<Square> {
    let text = text.trim();
    let letter = |b: u8| b.is_ascii_alphabetic().then(|| b.to_ascii_lowercase() - b'a');
    if let [x, y] = *text.as_bytes()
        && let (Some(column), Some(down)) = (letter(x), letter(y))
    {
        let row = size.checked_sub(1)?.checked_sub(down)?;
        return (column < size).then(|| Square::new(column, row)).flatten();
    }
    let square = Square::read(text).ok()?;
    (square.column() < size && square.row() < size).then_some(square)
}

/// Plays the nodes of a tree from `position` on and puts them into `branch`; takes the moves back
/// at the end. `is_root` states whether it is the whole game.
fn walk(
    tree: &Tree,
    branch: &mut Branch<Move>,
    position: &mut Position,
    is_root: bool,
    notices: &mut Notices,
) -> Result<(), ReadError> {
    let mut walk = Walk { branch, position, made: Vec::new(), cut: None, notices };
    for (i, node) in tree.nodes.iter().enumerate() {
        walk.node(node, is_root && i == 0)?;
    }
    if walk.cut.is_some() {
        // What follows is not reached from a position that is kept.
        tree.children.iter().for_each(|child| walk.leave_out_tree(child));
    }
    let Walk { branch, position, made, cut, notices } = walk;
    let children = if cut.is_some() { &[][..] } else { &tree.children[..] };
    let mut rest: Option<Branch<Move>> = None;
    for child in children {
        let mut side = Branch::default();
        self::walk(child, &mut side, position, false, notices)?;
        match &mut rest {
            // The main line is the first branch with moves.
            None => {
                let comments = std::mem::take(&mut side.comments);
                comments.into_iter().for_each(|comment| branch.comment(comment));
                rest = Some(side).filter(|side| !side.moves.is_empty());
            }
            Some(rest) if !side.is_empty() => {
                if let Some(first) = rest.moves.first_mut() {
                    first.variations.push(side);
                }
            }
            Some(_) => {}
        }
    }
    branch.moves.extend(rest.into_iter().flat_map(|rest| rest.moves));
    for (m, undo) in made.into_iter().rev() {
        position.unmake(m, undo);
    }
    Ok(())
}

/// The nodes of one tree being played.
struct Walk<'w, 't> {
    branch: &'w mut Branch<Move>,
    position: &'w mut Position,
    made: Vec<(Move, Undo)>,
    /// A pass that the rules do not have, or stones set up: moves that follow cannot be kept.
    cut: Option<&'t Property>,
    notices: &'w mut Notices,
}

impl<'t> Walk<'_, 't> {
    fn node(&mut self, node: &'t RawNode, is_root: bool) -> Result<(), ReadError> {
        for property in node {
            match property.name.as_str() {
                "B" | "W" => self.mv(property)?,
                "AB" | "AW" | "AE" if !is_root => {
                    leave_out(property, self.notices);
                    self.cut = self.cut.or(Some(property));
                }
                _ => {}
            }
        }
        let (mut said, mut clocks, mut marks) = (Vec::new(), Vec::new(), Marks::default());
        let size = self.position.size();
        for property in node {
            match property.name.as_str() {
                "B" | "W" | "AB" | "AW" | "AE" => {}
                "C" | "N" => said.push(text(property.value())),
                "BL" | "WL" if clock(property.value()).is_some() => {
                    let clock = clock(property.value()).unwrap_or_default();
                    clocks.push(format!("[%clk {clock}]"));
                }
                name if is_judgement(name) && !self.branch.moves.is_empty() => {
                    if let Some(last) = self.branch.moves.last_mut() {
                        last.nags.extend(judgement(name, property.value().trim()));
                    }
                }
                "MN" | "PL" | "KO" => {}
                _ if marks.add(property, size) => {}
                // What is not kept of the first node is counted already.
                _ if is_root => {}
                _ => leave_out(property, self.notices),
            }
        }
        said.retain(|text| !text.is_empty());
        let marks = marks.text();
        match said.first_mut() {
            Some(first) if !marks.is_empty() => {
                let space = if first.starts_with("[%") { "" } else { " " };
                *first = format!("{marks}{space}{first}");
            }
            None if !marks.is_empty() => said.push(marks),
            _ => {}
        }
        said.into_iter().chain(clocks).for_each(|text| self.branch.comment(text));
        Ok(())
    }

    /// Counts the moves of a tree that are left out.
    fn leave_out_tree(&mut self, tree: &Tree) {
        for property in tree.nodes.iter().flatten() {
            if matches!(property.name.as_str(), "B" | "W") {
                self.leave_out_move(property);
            }
        }
        tree.children.iter().for_each(|child| self.leave_out_tree(child));
    }

    fn leave_out_move(&mut self, property: &Property) {
        let what = match self.cut {
            Some(cut) if matches!(cut.name.as_str(), "B" | "W") => "moves after a pass",
            _ => "moves after stones set up",
        };
        let text = format!("{}[{}]", property.name, property.value());
        self.notices.add(property.place, what, &text);
    }

    fn mv(&mut self, property: &'t Property) -> Result<(), ReadError> {
        if self.cut.is_some() {
            self.leave_out_move(property);
            return Ok(());
        }
        let value = property.value().trim();
        let is_pass = value.is_empty() || (value == "tt" && self.position.size() <= 19);
        if is_pass && !self.position.may_pass() {
            let text = format!("{}[{value}]", property.name);
            self.notices.add(property.place, "passes", &text);
            self.cut = Some(property);
            return Ok(());
        }
        let size = self.position.size();
        let ply = u32::try_from(self.branch.moves.len() + 1).unwrap_or(u32::MAX);
        let bad = |why| property.error(ReadErrorKind::Move { ply, why });
        let side = if property.name == "B" { Side::First } else { Side::Second };
        if self.position.side_to_move() != side {
            let name = if side == Side::First { "Black" } else { "White" };
            return Err(bad(format!("it is not {name}'s turn")));
        }
        let m = if is_pass { Some(Move::Pass) } else { point(value, size).map(Move::Put) };
        let m = m.ok_or_else(|| {
            bad(format!("'{}' is no point of a board of {size}×{size}", short(value)))
        })?;
        let m = playable(self.position, m).map_err(bad)?;
        self.made.push((m, self.position.make(m, &mut NullObserver)));
        self.branch.moves.push(Node::new(m));
        Ok(())
    }
}

/// Seconds left as hours, minutes and seconds.
pub(super) fn clock(seconds: &str) -> Option<String> {
    let seconds: f64 = seconds.trim().parse().ok()?;
    if !(0.0..360_000.0).contains(&seconds) {
        return None;
    }
    let whole = seconds.floor();
    let (hours, minutes) = ((whole / 3600.0).floor(), (whole / 60.0).floor() % 60.0);
    let rest = whole % 60.0;
    let tenths = ((seconds - whole) * 10.0).round().min(9.0);
    let part = if tenths > 0.0 { format!(".{tenths}") } else { String::new() };
    Some(format!("{hours}:{minutes:02}:{rest:02}{part}"))
}

/// The annotation that a property means.
fn judgement(name: &str, value: &str) -> Option<u16> {
    let fits =
        |degree: &str| degree.is_empty() || degree == value || (value.is_empty() && degree == "1");
    JUDGEMENTS.iter().find(|(_, own, degree)| *own == name && fits(degree)).map(|(nag, _, _)| *nag)
}

/// A comment: other white space becomes spaces, lines are kept.
fn text(value: &str) -> String {
    let lines: Vec<String> = value.lines().map(squeeze).collect();
    lines.join("\n").trim().to_owned()
}

//! GGF, the format of games of the Generic Game Server
//! (<https://www.skatgame.net/mburo/ggsa/ggf>): properties as in SGF, all moves in one node. A
//! time spent on a move is kept as a comment, `[%emt 1.2]` (seconds).

use game::{NullObserver, Outcome, Position as _, Side};
use records::sgf::{Property, Scanner, escaped, text_of};
use records::{Format, Game, Node, Notices, ReadError, ReadErrorKind, WriteError};
use reversi::notation::{Engine, Ggf};
use reversi::{Move, Position, Setup, Size};
use std::collections::VecDeque;
use std::io::{Read, Write};

/// The format.
pub const GGF: Format = Format { shows, times_only: true, ..Format::plain("ggf", "GGF") };

/// The properties that are tags of other names here.
const TAGS: [(&str, &str); 6] = [
    ("PB", "Black"),
    ("PW", "White"),
    ("RB", "BlackElo"),
    ("RW", "WhiteElo"),
    ("PC", "Site"),
    ("DT", "Date"),
];

/// The tag that keeps the result of the file, `-40.00:r`.
const SCORE: &str = "Score";

/// The greatest number of bytes that are read.
const MOST: u64 = 64 << 20;

fn shows(head: &[u8]) -> u8 {
    let text = String::from_utf8_lossy(head).to_lowercase();
    if text.contains("gm[othello]") || text.contains("gm[reversi]") { 3 } else { 0 }
}

/// Reads the games of a file.
///
/// ```
/// use reversi_family::files::ggf::Reader;
/// let file = "(;GM[Othello]PB[a]PW[b]TY[8]RE[?]BO[8 -------- -------- -------- ---O*--- \
///             ---*O--- -------- -------- -------- *]B[F5//0.5]W[D6];)";
/// let game = Reader::new(file.as_bytes()).next().unwrap()?;
/// assert_eq!(game.tags.get("Black"), Some("a"));
/// assert_eq!(game.moves().map(|m| m.to_string()).collect::<Vec<_>>(), ["f5", "d6"]);
/// assert_eq!(game.line.moves[0].comments, ["[%emt 0.5]"]);
/// # Ok::<(), records::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Reader {
    scanner: Scanner,
    failed: Option<ReadError>,
    /// What was left out of the game before.
    notices: VecDeque<ReadError>,
    /// Whether there was a game.
    begun: bool,
}

impl Reader {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: impl Read) -> Self {
        let mut bytes = Vec::new();
        let failed = source.take(MOST).read_to_end(&mut bytes).err().map(|error| ReadError {
            line: 1,
            column: 1,
            kind: ReadErrorKind::Io(error.to_string()),
        });
        Self {
            scanner: Scanner::new(text_of(&bytes)),
            failed,
            notices: VecDeque::new(),
            begun: false,
        }
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
        let mut notices = Notices::default();
        let tree = self.scanner.game();
        if let Some((place, text)) = self.scanner.outside().filter(|_| self.begun || tree.is_some())
        {
            notices.add(place, "texts outside games", &text);
        }
        self.begun = true;
        let Some(tree) = tree else { return notices.into_errors().pop().map(Err) };
        Some(tree.and_then(|tree| {
            let properties: Vec<&Property> = tree.nodes.iter().flatten().collect();
            let game = read(&properties, &mut notices)?;
            self.notices.extend(notices.into_errors());
            Ok(game)
        }))
    }
}

/// The game that some properties describe.
fn read(properties: &[&Property], notices: &mut Notices) -> Result<Game<Position>, ReadError> {
    let named = |name: &str| properties.iter().copied().find(|p| p.name == name);
    if let Some(kind) = named("GM")
        && !["othello", "reversi"].contains(&kind.value().to_lowercase().as_str())
    {
        let why = format!("a game of {:?}, not of Othello", kind.value());
        return Err(kind.error(ReadErrorKind::Unknown(why)));
    }
    if let Some(kind) = named("TY")
        && kind.value().trim().to_lowercase().trim_start_matches('s').contains('a')
    {
        let why =
            format!("TY[{}]: anti reversi, in which fewer discs win, is not known", kind.value());
        return Err(kind.error(ReadErrorKind::Unknown(why)));
    }
    if let Some(komi) = named("KM").filter(|komi| !is_zero(komi.value())) {
        let why = format!("KM[{}]: a game with komi: these are not known", komi.value());
        return Err(komi.error(ReadErrorKind::Unknown(why)));
    }
    let start = match named("BO") {
        Some(board) => {
            read_board(board.value()).map_err(|why| board.error(ReadErrorKind::Position(why)))?
        }
        None => Position::start(Size::Eight),
    };
    let mut game = Game::new(start);
    for (name, tag) in TAGS {
        if let Some(property) = named(name).filter(|property| !property.value().is_empty()) {
            game.tags.set(tag, property.value());
        }
    }
    if let Some(told) = named("RE") {
        game.result = result(told.value());
        // The discs and how it ended, which the board may not show.
        if !matches!(told.value().trim(), "" | "?") {
            game.tags.set(SCORE, told.value().trim());
        }
    }
    let mut now = start;
    let mut ply = 0;
    for property in properties {
        let side = match property.name.as_str() {
            "B" => Side::First,
            "W" => Side::Second,
            "KB" | "KW" => {
                let why = "a game with komi moves: these are not known".to_owned();
                return Err(property.error(ReadErrorKind::Unknown(why)));
            }
            name => {
                let is_read = ["GM", "TY", "BO", "RE", "KM"].contains(&name)
                    || TAGS.iter().any(|(own, _)| *own == name)
                    || property.value().trim().is_empty();
                if !is_read {
                    let what = if matches!(name, "C" | "CO") { "comments" } else { "properties" };
                    let text = format!("{name}[{}]", property.value());
                    notices.add(property.place, what, &text);
                }
                continue;
            }
        };
        ply += 1;
        if property.value().split('/').nth(1).is_some_and(|value| !value.trim().is_empty()) {
            notices.add(property.place, "evaluations", property.value());
        }
        play(&mut game, &mut now, side, property.value())
            .map_err(|why| property.error(ReadErrorKind::Move { ply, why }))?;
    }
    Ok(game)
}

/// Whether a number is none, or nothing.
fn is_zero(text: &str) -> bool {
    text.trim().is_empty() || text.trim().parse::<f64>().is_ok_and(|number| number == 0.0)
}

/// `8 --------… *`: the size, the squares, the side to move.
fn read_board(text: &str) -> Result<Position, String> {
    let (edge, squares) = text.trim().split_once(char::is_whitespace).unwrap_or((text, ""));
    let size = edge.parse().ok().and_then(Size::new);
    let size = size.ok_or_else(|| format!("there is no board of size {edge:?}"))?;
    let setup: Setup =
        squares.parse().map_err(|error: reversi::ReadSetupError| error.to_string())?;
    if setup.size != size {
        return Err(format!("{} squares along an edge, not {edge}", setup.size.edge()));
    }
    setup.position().map_err(|error| error.to_string())
}

/// Plays a move, and before it a pass that the file left out.
fn play(
    game: &mut Game<Position>,
    now: &mut Position,
    side: Side,
    text: &str,
) -> Result<(), String> {
    let mut fields = text.split('/');
    let word = fields.next().unwrap_or_default();
    if now.side_to_move() != side {
        if !now.must_pass() {
            return Err(format!("{word}: it is the other side's turn"));
        }
        now.make(Move::Pass, &mut NullObserver);
        game.line.moves.push(Node::new(Move::Pass));
    }
    let m = game::Notation::parse(&Engine, now, word).map_err(|error| error.to_string())?;
    now.make(m, &mut NullObserver);
    let mut node = Node::new(m);
    let time =
        fields.nth(1).map(str::trim).filter(|time| time.parse::<f64>().is_ok_and(|t| t > 0.0));
    node.comments.extend(time.map(|time| format!("[%emt {time}]")));
    game.line.moves.push(node);
    Ok(())
}

/// `+12.00`, `-64.00:r`: the difference of discs for Black.
fn result(text: &str) -> Option<Outcome> {
    let number: f64 = text.split(':').next()?.trim().parse().ok()?;
    Some(match number.partial_cmp(&0.0)? {
        std::cmp::Ordering::Greater => Outcome::FirstWins,
        std::cmp::Ordering::Less => Outcome::SecondWins,
        std::cmp::Ordering::Equal => Outcome::Draw,
    })
}

/// The result in GGF: the difference on the board if the game is over there, otherwise a full board
/// with a flag (`r` resigned, `s` agreed).
fn result_text(result: Option<Outcome>, end: &Position) -> String {
    let [black, white] = end.score().map(i32::from);
    match result {
        None => "?".to_owned(),
        Some(_) if !end.has_legal_move() => format!("{:+}.00", black - white),
        Some(Outcome::FirstWins) => "+64.00:r".to_owned(),
        Some(Outcome::SecondWins) => "-64.00:r".to_owned(),
        Some(Outcome::Draw) => "+0.00:s".to_owned(),
    }
}

/// The time in a comment, unchanged.
fn time(node: &Node<Move>) -> Option<&str> {
    node.comments.iter().find_map(|comment| comment.strip_prefix("[%emt ")?.strip_suffix(']'))
}

/// Writes a game, without variations and comments.
///
/// # Errors
/// When `out` fails.
pub fn write(out: &mut impl Write, game: &Game<Position>) -> Result<(), WriteError> {
    let edge = usize::from(game.start.size().edge());
    let mut end = game.start;
    for m in game.moves() {
        end.make(m, &mut NullObserver);
    }
    write!(out, "(;GM[Othello]")?;
    for (name, tag) in TAGS {
        if let Some(value) = game.tags.get(tag) {
            write!(out, "{name}[{}]", escaped(value))?;
        }
    }
    let told = game.tags.get(SCORE).filter(|told| result(told) == game.result);
    let result = told.map_or_else(|| result_text(game.result, &end), escaped);
    write!(out, "TY[{edge}]RE[{result}]")?;
    let text = game.start.to_string().replace('X', "*");
    let (squares, turn) = text.split_once(' ').unwrap_or((&text, "*"));
    write!(out, "BO[{edge}")?;
    for row in squares.as_bytes().chunks(edge) {
        write!(out, " {}", String::from_utf8_lossy(row))?;
    }
    write!(out, " {turn}]")?;
    let mut now = game.start;
    for node in &game.line.moves {
        let side = if now.side_to_move() == Side::First { "B" } else { "W" };
        let text = game::Notation::print(&Ggf, &now, node.mv);
        match time(node) {
            Some(time) => write!(out, "{side}[{text}//{time}]")?,
            None => write!(out, "{side}[{text}]")?,
        }
        now.make(node.mv, &mut NullObserver);
    }
    Ok(writeln!(out, ";)")?)
}

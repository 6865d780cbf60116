use super::choices::Choices;
use super::chunk::Chunks;
use super::lex::{Dots, Lexer, TextPlace, Token};
use crate::text::{TextLine, points, result};
use crate::{Branch, Convention, Dialect, Game, Node, Notices, ReadError, ReadErrorKind};
use game::{NullObserver, Position};
use std::collections::VecDeque;
use std::io::Read;

/// How deep variations may be nested.
const MAX_DEPTH: usize = 50;
/// How often a game with ambiguous moves is read to find out what they mean.
const MAX_ATTEMPTS: usize = 200;

/// Reads the games of a file one by one. An invalid game is one error; the next games follow.
#[derive(Debug)]
pub struct Reader<R, D: Dialect> {
    chunks: Chunks<R>,
    dialect: D,
    ready: VecDeque<Result<Game<D::Position>, ReadError>>,
}

impl<R: Read, D: Dialect> Reader<R, D> {
    /// Reads from `source`, which need not be buffered.
    #[must_use]
    pub fn new(source: R, dialect: D) -> Self {
        let chunks = Chunks::new(source);
        Self { chunks, dialect, ready: VecDeque::new() }
    }
}

impl<R: Read, D: Dialect> Iterator for Reader<R, D> {
    type Item = Result<Game<D::Position>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(game) = self.ready.pop_front() {
                return Some(game);
            }
            match self.chunks.next()? {
                Err(error) => return Some(Err(error)),
                Ok(lines) => self.ready.extend(read_chunk(&lines, &self.dialect)),
            }
        }
    }
}

/// The games of a block of lines, each with notices after it of what it says and is not kept. Games after an
/// invalid one in the block are lost.
pub fn read_chunk<D: Dialect>(
    lines: &[TextLine],
    dialect: &D,
) -> Vec<Result<Game<D::Position>, ReadError>> {
    let mut lexer = Lexer::new(lines, dialect.convention());
    let mut ahead = None;
    let mut games = Vec::new();
    loop {
        let before = lexer.clone();
        match read_with_alternatives(dialect, &mut lexer, &mut ahead, !games.is_empty()) {
            Ok(None) => {
                if let Some((place, text)) = before.rest().filter(|_| !games.is_empty()) {
                    let mut notices = Notices::default();
                    notices.add(place.pair(), "texts after a game", &text);
                    games.extend(notices.into_errors().into_iter().map(Err));
                }
                return games;
            }
            Ok(Some((game, notices))) => {
                games.push(Ok(game));
                games.extend(notices.into_iter().map(Err));
            }
            Err(error) => {
                games.push(Err(error));
                return games;
            }
        }
    }
}

/// A game with its notices, or `None` at the end of the block.
type GameReading<P> = Result<Option<(Game<P>, Vec<ReadError>)>, ReadError>;

/// A game, and the lexer with its next token after it.
type ReadGame<'a, P> = (Game<P>, Vec<ReadError>, Lexer<'a>, Option<(TextPlace, Token)>);

/// Reads the next game by the first convention of the dialect that fits; the error is that of the usual one.
fn read_with_alternatives<D: Dialect>(
    dialect: &D,
    lexer: &mut Lexer<'_>,
    ahead: &mut Option<(TextPlace, Token)>,
    follows: bool,
) -> GameReading<D::Position> {
    let begin = (lexer.clone(), ahead.clone());
    let usual = read_game(dialect, lexer, ahead, follows);
    if !usual.as_ref().is_err_and(|error| matches!(error.kind, ReadErrorKind::Move { .. })) {
        return usual;
    }
    for other in dialect.alternatives() {
        let (mut again, mut token) = begin.clone();
        if let Ok(Some(found)) = read_game(&other, &mut again, &mut token, follows) {
            (*lexer, *ahead) = (again, token);
            return Ok(Some(found));
        }
    }
    usual
}

/// Reads the next game. If moves are ambiguous, it is read with each of their meanings until the moves
/// that follow fit. If several meanings fit, the first is kept, with a notice.
fn read_game<D: Dialect>(
    dialect: &D,
    lexer: &mut Lexer<'_>,
    ahead: &mut Option<(TextPlace, Token)>,
    follows: bool,
) -> GameReading<D::Position> {
    let begin = (lexer.clone(), ahead.clone());
    let mut choices = Choices::default();
    let mut failed = None;
    let mut found: Option<ReadGame<'_, D::Position>> = None;
    for _ in 0..MAX_ATTEMPTS {
        choices.begin();
        match Parser::new(dialect, &mut choices, follows).game(lexer, ahead) {
            Ok(None) => return Ok(None),
            Ok(Some(game)) if choices.is_empty() => return Ok(Some(game)),
            Ok(Some(game)) if choices.are_whole() => return Ok(Some(game)),
            Ok(Some(_)) if found.is_some() => {
                if let Some((_, notices, ..)) = &mut found {
                    notices.extend(choices.notice());
                }
                break;
            }
            Ok(Some((game, notices))) => {
                found = Some((game, notices, lexer.clone(), ahead.clone()));
            }
            Err(error) => {
                failed.get_or_insert(error);
            }
        }
        if !choices.turn() {
            break;
        }
        (*lexer, *ahead) = begin.clone();
    }
    match (found, failed) {
        (Some((game, notices, then, token)), _) => {
            (*lexer, *ahead) = (then, token);
            Ok(Some((game, notices)))
        }
        (None, Some(error)) => Err(error),
        (None, None) => Ok(None),
    }
}

/// A line of moves being read: the game itself, or a variation of the line below it.
struct Frame<P: Position> {
    /// Where the variation began; unused for the game itself.
    opened: TextPlace,
    branch: Branch<P::Move>,
    ply: u32,
    position: P,
    /// The position before the last move, where a variation begins.
    before: Option<P>,
}

impl<P: Position> Frame<P> {
    fn play<D>(
        &mut self,
        dialect: &D,
        choices: &mut Choices,
        place: TextPlace,
        word: &str,
    ) -> Result<(), ReadError>
    where
        D: Dialect<Position = P>,
    {
        let ply = self.ply.saturating_add(1);
        let readings = dialect
            .readings(&self.position, word)
            .map_err(|why| place.error(ReadErrorKind::Move { ply, why }))?;
        let m = match readings[..] {
            [] => return Err(place.error(ReadErrorKind::Move { ply, why: word.to_owned() })),
            [m] => m,
            ref several => {
                let fault = || {
                    let why = dialect.read_move(&self.position, word).err().unwrap_or_default();
                    (place, ply, why)
                };
                // What is said in full is tried first.
                let whole = several.iter().position(|&m| dialect.is_whole(&self.position, word, m));
                let taken = choices.take(several.len(), whole.is_some(), fault);
                several[(taken + whole.unwrap_or(0)) % several.len()]
            }
        };
        self.before = Some(self.position.clone());
        self.position.make(m, &mut NullObserver);
        self.ply = ply;
        self.branch.moves.push(Node::new(m));
        Ok(())
    }
}

/// Reads one game.
struct Parser<'a, D: Dialect> {
    dialect: &'a D,
    choices: &'a mut Choices,
    /// Whether another game of the block comes before: text after it is no game.
    follows: bool,
    /// Whether the game has a tag.
    tagged: bool,
    tags: crate::Tags,
    start: Option<D::Position>,
    frames: Vec<Frame<D::Position>>,
    notices: Notices,
    /// Where `0-0` stands at the end.
    both_lost: Option<TextPlace>,
}

impl<'a, D: Dialect> Parser<'a, D> {
    fn new(dialect: &'a D, choices: &'a mut Choices, follows: bool) -> Self {
        Self {
            dialect,
            choices,
            follows,
            tagged: false,
            tags: crate::Tags::default(),
            start: None,
            frames: Vec::new(),
            notices: Notices::default(),
            both_lost: None,
        }
    }

    /// Whether there is nothing yet that shows a game after another one: no tags, no moves.
    fn may_be_footer(&self) -> bool {
        let no_move = |frame: &Frame<D::Position>| frame.branch.moves.is_empty();
        self.follows && !self.tagged && self.frames.iter().all(no_move)
    }

    /// The next game of a block; `None` at its end. A token of the game after it stays in `ahead`.
    fn game(
        mut self,
        lexer: &mut Lexer<'_>,
        ahead: &mut Option<(TextPlace, Token)>,
    ) -> GameReading<D::Position> {
        let mut empty = true;
        lexer.numbered = false;
        lexer.take_dots();
        loop {
            let next = match ahead.take() {
                Some(token) => Some(token),
                None => match lexer.next() {
                    Err(_) if self.may_be_footer() => return Ok(None),
                    next => next?,
                },
            };
            let Some((place, token)) = next else { break };
            match token {
                Token::Rule if empty => {}
                Token::Rule if self.frames.len() <= 1 => return self.finish(None),
                Token::Rule => return Err(place.error(ReadErrorKind::Unexpected('='))),
                Token::Tag { name, value } if self.frames.is_empty() => {
                    empty = false;
                    self.tag(place, &name, &value)?;
                }
                // A tag after moves without an empty line belongs to the next game.
                Token::Tag { .. } => {
                    *ahead = Some((place, token));
                    break;
                }
                Token::End(_) | Token::BothLost => {
                    let end = if let Token::End(end) = token { end } else { None };
                    self.both_lost = matches!(token, Token::BothLost).then_some(place);
                    self.line(place);
                    if self.frames.len() == 1 {
                        self.comments_behind(lexer);
                        return self.finish(Some(end));
                    }
                    // Some programs end variations with a result too; it is ignored.
                }
                Token::Word(ref word) if self.is_points(word, lexer) => {
                    let end = points(word);
                    self.line(place);
                    self.comments_behind(lexer);
                    return self.finish(Some(end));
                }
                token => {
                    let footer = self.may_be_footer() && !matches!(token, Token::Comment(_));
                    empty = false;
                    let is_word = matches!(token, Token::Word(_));
                    let dots = if is_word { lexer.take_dots() } else { Dots::default() };
                    match self.no_gap(place, dots).and_then(|()| self.movetext(place, token)) {
                        Err(_) if footer && !lexer.numbered => return Ok(None),
                        done => done?,
                    }
                }
            }
        }
        if empty || self.may_be_footer() { Ok(None) } else { self.finish(None) }
    }

    /// Dots that stand for the other side's move, where it is not there, would turn every later move into one of the
    /// other side.
    fn no_gap(&mut self, place: TextPlace, dots: Dots) -> Result<(), ReadError> {
        if !dots.are_there || self.frames.len() > 1 {
            return Ok(());
        }
        let leads = self.dialect.leads();
        let frame = self.line(place);
        let is_leading = frame.position.side_to_move() == leads;
        if dots.stand_for_move || is_leading {
            let expected = "the move that the dots stand for".to_owned();
            let found = "the next one".to_owned();
            return Err(place.error(ReadErrorKind::Expected { expected, found }));
        }
        Ok(())
    }

    /// Reads the comments behind the result: they are on the last move, unless another game follows them.
    fn comments_behind(&mut self, lexer: &mut Lexer<'_>) {
        let begin = lexer.clone();
        let mut texts = Vec::new();
        loop {
            let before = lexer.clone();
            match lexer.next() {
                Ok(Some((place, Token::Comment(text)))) => texts.push((place, text)),
                Ok(Some((_, Token::Word(_)))) => {
                    *lexer = begin;
                    return;
                }
                _ => {
                    *lexer = before;
                    break;
                }
            }
        }
        for (place, text) in texts {
            self.line(place).branch.comment(text);
        }
    }

    /// Whether a word at the end of a game of draughts is the result in points, not a move.
    fn is_points(&self, word: &str, lexer: &Lexer<'_>) -> bool {
        let [frame] = &self.frames[..] else { return false };
        let ends = || matches!(lexer.clone().next(), Ok(None | Some((_, Token::Tag { .. }))));
        self.dialect.convention() == Convention::Pdn
            && points(word).is_some()
            && ends()
            && (self.tags.get("Result").is_some_and(|told| told.trim() == word)
                || self.dialect.readings(&frame.position, word).is_err())
    }

    fn tag(&mut self, place: TextPlace, name: &str, value: &str) -> Result<(), ReadError> {
        self.tagged = true;
        if name.eq_ignore_ascii_case("FEN") {
            if !value.is_empty() {
                self.tags.set_counters(&self.dialect.read_counters(value));
                let position = self.dialect.read_position(value);
                self.start =
                    Some(position.map_err(|why| place.error(ReadErrorKind::Position(why)))?);
            }
        } else if let Some(told) = self.tags.get(name) {
            if told != value {
                let text = format!("[{name} \"{value}\"]");
                self.notices.add(place.pair(), "repeated tags", &text);
            }
        } else {
            self.tags.set(name, value);
        }
        Ok(())
    }

    /// The line being read; begins one if there is none.
    fn line(&mut self, opened: TextPlace) -> &mut Frame<D::Position> {
        if self.frames.is_empty() {
            let position = self.start.get_or_insert_with(|| self.dialect.start()).clone();
            let branch = Branch::default();
            self.frames.push(Frame { opened, branch, ply: 0, position, before: None });
        }
        self.frames.last_mut().expect("a line was pushed when there was none")
    }

    fn movetext(&mut self, place: TextPlace, token: Token) -> Result<(), ReadError> {
        let dialect = self.dialect;
        let depth = self.frames.len();
        let frame = self.line(place);
        match token {
            Token::Comment(text) => frame.branch.comment(text),
            Token::Nag(nag) => {
                // An annotation before the first move describes the position; it is not kept.
                match frame.branch.moves.last_mut() {
                    Some(node) => node.nags.push(nag),
                    None => {
                        let text = format!("${nag}");
                        self.notices.add(place.pair(), "annotations before a move", &text);
                    }
                }
            }
            Token::Word(word) => {
                let mut at = 0;
                let frame = self.frames.last_mut().expect("the line is open");
                for part in dialect.split(&word) {
                    frame.play(dialect, self.choices, place.right(at), part)?;
                    at += part.chars().count();
                }
            }
            Token::Open => {
                let Some(position) = frame.before.clone() else {
                    return Err(place.error(ReadErrorKind::NothingToVary));
                };
                if depth > MAX_DEPTH {
                    return Err(place.error(ReadErrorKind::TooDeep(MAX_DEPTH)));
                }
                let (branch, ply) = (Branch::default(), frame.ply.saturating_sub(1));
                self.frames.push(Frame { opened: place, branch, ply, position, before: None });
            }
            Token::Close => {
                if depth < 2 {
                    return Err(place.error(ReadErrorKind::Unexpected(')')));
                }
                let closed = self.frames.pop().expect("at least two lines are open");
                let below = self.frames.last_mut().expect("the line below is open");
                if let Some(node) = below.branch.moves.last_mut()
                    && !closed.branch.is_empty()
                {
                    node.variations.push(closed.branch);
                }
            }
            Token::Setup(text) => {
                let begun = depth > 1 || !frame.branch.moves.is_empty();
                if begun {
                    return Err(place.error(ReadErrorKind::LateSetup));
                }
                let position = dialect.read_position(&text);
                let position = position.map_err(|why| place.error(ReadErrorKind::Position(why)))?;
                frame.position = position.clone();
                self.start = Some(position);
                self.tags.set_counters(&dialect.read_counters(&text));
            }
            Token::Tag { .. } | Token::End(_) | Token::BothLost | Token::Rule => {}
        }
        Ok(())
    }

    /// The game read. Its result is that at its end, else that of its tag.
    fn finish(mut self, end: Option<Option<game::Outcome>>) -> GameReading<D::Position> {
        if let Some(open) = self.frames.get(1..).and_then(<[_]>::last) {
            return Err(open.opened.error(ReadErrorKind::UnclosedVariation));
        }
        let tag = self.tags.remove("Result");
        let told = tag.as_deref().and_then(|text| self.tagged_result(text));
        let both = self
            .both_lost
            .filter(|_| tag.as_deref().is_none_or(|text| !matches!(text.trim(), "0-0" | "0:0")));
        if let Some(place) = both {
            self.notices.add(place.pair(), "results", "0-0");
        }
        if let (Some(told), Some(Some(end))) = (told, end)
            && told != end
        {
            self.notices.add((1, 1), "results", tag.as_deref().unwrap_or_default());
        }
        self.tags.remove("SetUp");
        for (name, _) in self.dialect.opening_tags().into_iter().chain(self.dialect.closing_tags())
        {
            self.tags.remove(name);
        }
        let start = self.start.unwrap_or_else(|| self.dialect.start());
        let line = self.frames.pop().map(|frame| frame.branch).unwrap_or_default();
        let game = Game { tags: self.tags, start, line, result: end.flatten().or(told) };
        Ok(Some((game, self.notices.into_errors())))
    }

    /// The result that a tag says.
    fn tagged_result(&mut self, text: &str) -> Option<game::Outcome> {
        let text = text.trim();
        let divided = || {
            let is_pdn = self.dialect.convention() == Convention::Pdn;
            is_pdn.then(|| points(text)).flatten().map(Some)
        };
        match result(text).or_else(divided) {
            // Both have lost (`0-0`).
            Some(None) if text != "*" => {
                self.notices.add((1, 1), "results", text);
                None
            }
            Some(outcome) => outcome,
            None => {
                if !matches!(text, "" | "?") {
                    self.notices.add((1, 1), "results", text);
                }
                None
            }
        }
    }
}

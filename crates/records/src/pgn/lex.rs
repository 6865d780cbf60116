use crate::text::{
    TextLine, judgement, narrow, narrowed, result, squeeze, without_number, without_pdn_number,
};
use crate::{Convention, ReadError, ReadErrorKind};
use game::Outcome;

/// The annotation of a move that is the only one.
const ONLY_MOVE: u16 = 7;

/// Signs that judge a position, and their numbers in the standard.
const SIGNS: [(&str, u16); 14] = [
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("±", 16),
    ("∓", 17),
    ("+-", 18),
    ("-+", 19),
    ("+/=", 14),
    ("=/+", 15),
    ("+/-", 16),
    ("-/+", 17),
];

/// A place in a file.
#[derive(Copy, Clone, Debug)]
pub(super) struct TextPlace {
    line: u32,
    column: u32,
}

impl TextPlace {
    /// Line and column.
    pub(super) const fn pair(self) -> (u32, u32) {
        (self.line, self.column)
    }

    pub(super) fn error(self, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.line, column: self.column, kind }
    }

    /// The place so many characters to the right.
    pub(super) fn right(self, characters: usize) -> Self {
        let characters = u32::try_from(characters).unwrap_or(u32::MAX);
        Self { column: self.column.saturating_add(characters), ..self }
    }
}

/// The smallest meaningful parts of a file.
#[derive(Clone, Debug)]
pub(super) enum Token {
    Tag {
        name: String,
        value: String,
    },
    Comment(String),
    Nag(u16),
    /// A position between `/`, as in PDN.
    Setup(String),
    Open,
    Close,
    /// Probably a move.
    Word(String),
    /// The end of a game; `None` for `*`.
    End(Option<Outcome>),
    /// `0-0`: both sides have lost.
    BothLost,
    /// A line such as `======`, by which programs separate a game from other text.
    Rule,
}

/// Dots before a move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dots {
    /// There are some (`1. … h9g7`).
    pub(super) are_there: bool,
    /// A later number follows them, so they stand for a move that is not there (`… 2. h0g2`).
    pub(super) stand_for_move: bool,
}

/// Cuts the lines of a game into tokens. Move numbers are skipped.
#[derive(Clone, Debug)]
pub(super) struct Lexer<'a> {
    lines: &'a [TextLine],
    convention: Convention,
    /// The rest of the current line and where it begins.
    chars: Vec<char>,
    at: usize,
    /// Whether a move number was skipped since this was last set to false.
    pub(super) numbered: bool,
    /// The dots before the next move.
    dots: Dots,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(lines: &'a [TextLine], convention: Convention) -> Self {
        let mut lexer = Self {
            lines,
            convention,
            chars: Vec::new(),
            at: 0,
            numbered: false,
            dots: Dots::default(),
        };
        lexer.enter_line();
        lexer
    }

    /// The next token with its place; `None` at the end.
    pub(super) fn next(&mut self) -> Result<Option<(TextPlace, Token)>, ReadError> {
        loop {
            let Some(c) = self.peek() else {
                if self.next_line() {
                    continue;
                }
                return Ok(None);
            };
            let place = self.place();
            if c.is_whitespace() || is_separator(c) || c == '\u{feff}' || (self.at == 0 && c == '%')
            {
                self.at = if c == '%' { self.chars.len() } else { self.at + 1 };
                continue;
            }
            let token = match narrow(c) {
                '[' => self.tag()?,
                '{' => self.comment(place)?,
                ';' => {
                    // A comment cannot contain '}' when it is written.
                    let text: String = self.chars[self.at + 1..].iter().collect();
                    let text = text.replace('}', ")");
                    self.at = self.chars.len();
                    Token::Comment(squeeze(&text))
                }
                '$' => self.nag(place)?,
                '!' | '?' => self.suffix(),
                '(' if let Some(time) = self.time() => {
                    self.at += time.chars().count() + 2;
                    Token::Comment(time)
                }
                '(' if self.is_strength() => {
                    self.at += 1;
                    let token = self.suffix();
                    self.single(token)
                }
                '/' if self.convention == Convention::Pdn => self.setup(place)?,
                // `37-32*`: the only move.
                '*' if self.is_glued() => self.single(Token::Nag(ONLY_MOVE)),
                '(' => self.single(Token::Open),
                ')' => self.single(Token::Close),
                ']' | '}' | '"' | '<' | '>' => {
                    return Err(place.error(ReadErrorKind::Unexpected(c)));
                }
                _ => match self.word() {
                    Some(token) => token,
                    None => continue,
                },
            };
            return Ok(Some((place, token)));
        }
    }

    fn enter_line(&mut self) {
        self.chars.clear();
        self.at = 0;
        if let Some(line) = self.lines.first() {
            self.chars.extend(line.text.chars());
        }
    }

    fn next_line(&mut self) -> bool {
        let Some((_, rest)) = self.lines.split_first().filter(|(_, rest)| !rest.is_empty()) else {
            return false;
        };
        self.lines = rest;
        self.enter_line();
        true
    }

    fn place(&self) -> TextPlace {
        let line = self.lines.first().map_or(1, |line| line.number);
        TextPlace { line, column: u32::try_from(self.at + 1).unwrap_or(u32::MAX) }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> String {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        self.chars[start..self.at].iter().collect()
    }

    fn single(&mut self, token: Token) -> Token {
        self.at += 1;
        token
    }

    /// Whether the character here follows another one, and is the last of its word.
    fn is_glued(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.chars.get(at));
        let after = self.chars.get(self.at + 1);
        before.is_some_and(|c| c.is_alphanumeric())
            && after.is_none_or(|c| c.is_whitespace() || is_mark(*c) || *c == ')')
    }

    /// The time of a move in parentheses, as some programs write it: `(0:05)`.
    fn time(&self) -> Option<String> {
        let rest = self.chars.get(self.at + 1..)?;
        let length = rest.iter().position(|c| *c == ')')?;
        let text: String = rest.get(..length)?.iter().collect();
        let is_time =
            text.contains(':') && text.chars().all(|c| c.is_ascii_digit() || ":.".contains(c));
        is_time.then_some(text)
    }

    /// The text that is left, from the first line that has some: `None` if there are at most results and drawn lines.
    pub(super) fn rest(&self) -> Option<(TextPlace, String)> {
        let mut rest = self.clone();
        loop {
            let left: String = rest.chars.get(rest.at..).unwrap_or_default().iter().collect();
            let left = if rest.at == 0 && left.starts_with('%') { "" } else { left.as_str() };
            let words = left.split_whitespace();
            let text = words.filter(|word| result(word).is_none() && !is_rule(word));
            let text = text.collect::<Vec<_>>().join(" ");
            if !text.is_empty() && text != "\u{feff}" {
                return Some((rest.place(), text));
            }
            if !rest.next_line() {
                return None;
            }
        }
    }

    /// Whether `(!)` or its like comes, as draughts has it.
    fn is_strength(&self) -> bool {
        let marks = self.chars[self.at + 1..].iter().take_while(|c| is_mark(**c)).count();
        let end = self.chars.get(self.at + 1 + marks);
        self.convention == Convention::Pdn && marks > 0 && end == Some(&')')
    }

    /// `/FEN "…"/`, on one line.
    fn setup(&mut self, place: TextPlace) -> Result<Token, ReadError> {
        self.at += 1;
        let text = self.take_while(|c| c != '/');
        let fen = text.trim().strip_prefix("FEN").map(str::trim);
        let fen = fen.and_then(|text| text.strip_prefix('"')?.strip_suffix('"'));
        match fen {
            Some(fen) if self.peek().is_some() => Ok(self.single(Token::Setup(fen.to_owned()))),
            _ => Err(place.error(ReadErrorKind::Expected {
                expected: "a position, as in /FEN \"W:W31-50:B1-20\"/".to_owned(),
                found: format!("'/{}'", text.chars().take(20).collect::<String>()),
            })),
        }
    }

    /// `[Name "value"]`, in which `\"` and `\\` stand for `"` and `\`.
    fn tag(&mut self) -> Result<Token, ReadError> {
        self.at += 1;
        self.take_while(char::is_whitespace);
        let name = self.take_while(|c| c.is_alphanumeric() || c == '_');
        if name.is_empty() {
            return Err(self.place().error(ReadErrorKind::Tag("a name")));
        }
        self.take_while(char::is_whitespace);
        if self.peek() != Some('"') {
            return Err(self.place().error(ReadErrorKind::Tag("'\"' before the value")));
        }
        self.at += 1;
        let mut value = String::new();
        loop {
            match self.peek() {
                None => return Err(self.place().error(ReadErrorKind::Tag("'\"' after the value"))),
                Some('"') if self.closes() => break,
                // A quotation mark is doubled, or not escaped at all.
                Some('"') => {
                    value.push('"');
                    self.at += if self.chars.get(self.at + 1) == Some(&'"') { 2 } else { 1 };
                }
                Some('\\') if matches!(self.chars.get(self.at + 1), Some('"' | '\\')) => {
                    value.push(self.chars[self.at + 1]);
                    self.at += 2;
                }
                Some(c) => {
                    value.push(c);
                    self.at += 1;
                }
            }
        }
        self.at += 1;
        self.take_while(char::is_whitespace);
        if self.peek() != Some(']') {
            return Err(self.place().error(ReadErrorKind::Tag("']'")));
        }
        self.at += 1;
        Ok(Token::Tag { name, value: squeeze(&value) })
    }

    /// Whether the quotation mark here ends a value: a bracket follows, or nothing that could end it.
    fn closes(&self) -> bool {
        let rest = self.chars.get(self.at + 1..).unwrap_or(&[]);
        let next = rest.iter().find(|c| !c.is_whitespace());
        let later = rest.windows(2).any(|pair| pair == ['"', ']']);
        next == Some(&']') || !later
    }

    /// `{…}`, over any number of lines.
    fn comment(&mut self, place: TextPlace) -> Result<Token, ReadError> {
        self.at += 1;
        let mut text = String::new();
        loop {
            text.push_str(&self.take_while(|c| c != '}'));
            if self.peek().is_some() {
                self.at += 1;
                return Ok(Token::Comment(squeeze(&text)));
            }
            text.push(' ');
            if !self.next_line() {
                return Err(place.error(ReadErrorKind::UnclosedComment));
            }
        }
    }

    fn nag(&mut self, place: TextPlace) -> Result<Token, ReadError> {
        self.at += 1;
        let digits = self.take_while(|c| c.is_ascii_digit());
        digits.parse().map(Token::Nag).map_err(|_| place.error(ReadErrorKind::Nag))
    }

    /// `!` and its like, by their numbers in the standard; longer ones by their first two.
    fn suffix(&mut self) -> Token {
        let marks = self.take_while(is_mark);
        Token::Nag(judgement(&marks).unwrap_or_default())
    }

    /// A move or a result; `None` for a move number.
    fn word(&mut self) -> Option<Token> {
        let pdn = self.convention == Convention::Pdn;
        let ends = |c: char| {
            c.is_whitespace()
                || is_separator(c)
                || matches!(c, '[' | ']' | '{' | '}' | ';' | '$' | '"' | '<' | '>')
                || matches!(narrow(c), '!' | '?' | '(' | ')')
        };
        let mut word = self.take_while(|c| !ends(c));
        while pdn && self.goes_on(&word) {
            self.take_while(char::is_whitespace);
            word.push_str(&self.take_while(|c| !ends(c)));
        }
        if word.chars().count() > 1 && word.ends_with(['*', '＊']) {
            // A mark of its own.
            word.pop();
            self.at -= 1;
            if !self.is_glued() {
                word.push('*');
                self.at += 1;
            }
        }
        let word = narrowed(&word);
        if is_round(&word) {
            self.numbered = true;
            return None;
        }
        if let Some(end) = result(&word) {
            let is_told = end.is_some() || word == "*";
            return Some(if is_told { Token::End(end) } else { Token::BothLost });
        }
        if let Some((_, nag)) = SIGNS.iter().find(|(sign, _)| *sign == word) {
            return Some(Token::Nag(*nag));
        }
        if matches!(&*word, "+" | "#" | "++") {
            // Check and mate, apart from their move: the move says it.
            return None;
        }
        if is_rule(&word) {
            return Some(Token::Rule);
        }
        let bare = if pdn { without_pdn_number(&word) } else { without_number(&word) };
        self.numbered |= bare.len() < word.len();
        self.count_dots(&word[..word.len() - bare.len()]);
        let bare = narrowed(bare);
        (!bare.is_empty()).then(|| Token::Word(bare.into_owned()))
    }

    /// Notes the dots of a move number, or those that stand for a move.
    fn count_dots(&mut self, number: &str) {
        let dots = number.chars().map(|c| match c {
            '…' => 3,
            '.' => 1,
            _ => 0,
        });
        let digits: String = number.chars().take_while(char::is_ascii_digit).collect();
        if dots.sum::<usize>() > 1 {
            self.dots.are_there = true;
        } else if self.dots.are_there && digits.parse().is_ok_and(|number: u32| number > 1) {
            self.dots.stand_for_move = true;
        }
    }

    /// The dots before the word just read.
    pub(super) fn take_dots(&mut self) -> Dots {
        std::mem::take(&mut self.dots)
    }

    /// Whether a move continues after a space: `32 - 28`.
    fn goes_on(&self, word: &str) -> bool {
        let is_sign = |c: char| matches!(c, '-' | '–' | 'x' | 'X' | '×' | ':');
        let mut rest = self.chars[self.at..].iter().copied().skip_while(|c| c.is_whitespace());
        // `+-` judges a position.
        let Some(next) = rest.next().filter(|_| word.starts_with(char::is_alphanumeric)) else {
            return false;
        };
        let begins_square = |c: char| c.is_ascii_digit() || ('a'..='h').contains(&c);
        if word.ends_with(is_sign) && word.len() > 1 {
            return begins_square(next);
        }
        word.ends_with(|c: char| c.is_ascii_digit())
            && is_sign(next)
            && rest.find(|c| !c.is_whitespace()).is_some_and(begins_square)
    }
}

/// Whether a character stands between moves and says nothing.
fn is_separator(c: char) -> bool {
    matches!(c, ',' | '，' | '、' | '。' | '；' | '→')
}

/// Whether a character judges a move: `!` or `?`, also in full width.
fn is_mark(c: char) -> bool {
    matches!(narrow(c), '!' | '?')
}

/// Whether a word counts moves in Chinese: `第一回合`, `第12着`.
fn is_round(word: &str) -> bool {
    const COUNTED: [&str; 6] = ["回合", "着", "著", "步", "手", "招"];
    let word = word.trim_end_matches([':', '：', '.']);
    let number = word.strip_prefix('第');
    let number = number.and_then(|rest| COUNTED.iter().find_map(|end| rest.strip_suffix(end)));
    number.is_some_and(|number| {
        let is_digit =
            |c: char| narrow(c).is_ascii_digit() || "一二三四五六七八九十百〇零".contains(c);
        !number.is_empty() && number.chars().all(is_digit)
    })
}

/// Whether a word is a drawn line: at least four times the same sign.
fn is_rule(word: &str) -> bool {
    let mut chars = word.chars();
    let Some(first) = chars.next().filter(|c| matches!(c, '=' | '-' | '_' | '*' | '~' | '#'))
    else {
        return false;
    };
    word.len() >= 4 && chars.all(|c| c == first)
}

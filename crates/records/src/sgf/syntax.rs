use crate::{ReadError, ReadErrorKind};

/// How deep variations may be nested: more than the length of a game on the largest board.
const MAX_DEPTH: usize = 600;
/// The most nodes of one game.
const MAX_NODES: usize = 2_000_000;

/// A property: its name, its values, its place.
#[derive(Debug)]
pub struct Property {
    /// Line and column, from 1.
    pub place: (u32, u32),
    /// Its name, in capitals.
    pub name: String,
    /// Its values without the backslashes.
    pub values: Vec<String>,
}

impl Property {
    /// The first value.
    pub fn value(&self) -> &str {
        self.values.first().map_or("", String::as_str)
    }

    /// An error at the place of the property.
    #[must_use]
    pub fn error(&self, kind: ReadErrorKind) -> ReadError {
        let (line, column) = self.place;
        ReadError { line, column, kind }
    }
}

/// A node: its properties in order.
pub type Node = Vec<Property>;

/// Nodes in sequence, then the subtrees that follow the last of them.
#[derive(Debug, Default)]
pub struct Tree {
    /// The nodes, in order.
    pub nodes: Vec<Node>,
    /// The subtrees, in order.
    pub children: Vec<Tree>,
}

/// A parser of a text.
#[derive(Debug)]
pub struct Scanner {
    text: String,
    at: usize,
    line: u32,
    column: u32,
    nodes: usize,
    /// The text before the last game, and where it begins.
    outside: Option<((u32, u32), String)>,
}

impl Scanner {
    /// A parser at the beginning of this text.
    #[must_use]
    pub fn new(text: String) -> Self {
        Self { text, at: 0, line: 1, column: 1, nodes: 0, outside: None }
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        if c == '\n' {
            self.line = self.line.saturating_add(1);
            self.column = 1;
        } else {
            self.column = self.column.saturating_add(1);
        }
        Some(c)
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{feff}') {
            self.take();
        }
    }

    fn error(&self, kind: ReadErrorKind) -> ReadError {
        ReadError { line: self.line, column: self.column, kind }
    }

    fn expected(&self, what: &str) -> ReadError {
        let found = match self.peek() {
            Some(c) => format!("{c:?}"),
            None => "the end of the file".to_owned(),
        };
        self.error(ReadErrorKind::Expected { expected: what.to_owned(), found })
    }

    /// The text outside games that was skipped since this was last asked, and where it begins. Numbers are no text:
    /// some programs count the games.
    pub fn outside(&mut self) -> Option<((u32, u32), String)> {
        let (place, text) = self.outside.take()?;
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let says =
            text.contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace() && c != '\u{feff}');
        says.then_some((place, text))
    }

    /// The next game; `None` at the end. Text between games is skipped ([`Self::outside`]). After an error the parser
    /// continues at the next text that begins like a game.
    pub fn game(&mut self) -> Option<Result<Tree, ReadError>> {
        loop {
            self.skip_space();
            let after = self.rest().strip_prefix('(');
            if after.is_some_and(|after| after.trim_start().starts_with(';')) {
                break;
            }
            let place = (self.line, self.column);
            let c = self.take()?;
            let ends = self.peek().is_some_and(char::is_whitespace);
            let (_, text) = self.outside.get_or_insert_with(|| (place, String::new()));
            // Enough to show what it is.
            if text.len() < 200 {
                text.push(c);
                text.extend(ends.then_some(' '));
            }
        }
        self.nodes = 0;
        let tree = self.tree(0);
        if tree.is_err() {
            self.skip_to_game();
        }
        Some(tree)
    }

    fn skip_to_game(&mut self) {
        const HEADS: [&str; 6] = ["(;FF[", "(;GM[", "(;CA[", "(;AP[", "(;SZ[", "(;PB["];
        while self.peek().is_some() && !HEADS.iter().any(|head| self.rest().starts_with(head)) {
            self.take();
        }
    }

    /// `(`, nodes, subtrees, `)`.
    fn tree(&mut self, depth: usize) -> Result<Tree, ReadError> {
        if depth > MAX_DEPTH {
            return Err(self.error(ReadErrorKind::TooDeep(MAX_DEPTH)));
        }
        self.take();
        let mut tree = Tree::default();
        loop {
            self.skip_space();
            match self.peek() {
                Some(';') if tree.children.is_empty() => {
                    self.nodes += 1;
                    if self.nodes > MAX_NODES {
                        let kind = ReadErrorKind::TooLong { what: "the game", limit: MAX_NODES };
                        return Err(self.error(kind));
                    }
                    let node = self.node()?;
                    tree.nodes.push(node);
                }
                Some('(') => {
                    let child = self.tree(depth + 1)?;
                    tree.children.push(child);
                }
                Some(')') => {
                    self.take();
                    return Ok(tree);
                }
                _ => return Err(self.expected("';', '(' or ')'")),
            }
        }
    }

    /// `;` and properties.
    fn node(&mut self) -> Result<Node, ReadError> {
        self.take();
        let mut node = Node::new();
        loop {
            self.skip_space();
            // Names are letters by the standard, but some programs have one that begins with a digit (`5A`).
            if !self.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
                return Ok(node);
            }
            let place = (self.line, self.column);
            // Old formats have lower-case letters in names, which have no meaning.
            let mut whole = String::new();
            while let Some(c) = self.peek().filter(char::is_ascii_alphanumeric) {
                whole.push(c);
                self.take();
            }
            let mut name: String = whole.chars().filter(|c| !c.is_ascii_lowercase()).collect();
            if name.is_empty() {
                // A program that writes small letters alone means them.
                name = whole.to_ascii_uppercase();
            }
            let mut values = Vec::new();
            loop {
                self.skip_space();
                if self.peek() != Some('[') {
                    break;
                }
                values.push(self.value()?);
            }
            if values.is_empty() {
                return Err(self.expected("'[' and a value"));
            }
            node.push(Property { place, name, values });
        }
    }

    /// `[…]`, in which a backslash escapes the next character and joins lines.
    fn value(&mut self) -> Result<String, ReadError> {
        let begin = self.error(ReadErrorKind::Expected {
            expected: "']' at the end of the value that begins here".to_owned(),
            found: "the end of the file".to_owned(),
        });
        self.take();
        let mut value = String::new();
        loop {
            match self.take() {
                None => return Err(begin),
                Some(']') => return Ok(value),
                Some('\r') => {}
                Some('\\') => match self.take() {
                    None => return Err(begin),
                    Some('\n') => {}
                    Some('\r') => {
                        if self.peek() == Some('\n') {
                            self.take();
                        }
                    }
                    Some(c) => value.push(c),
                },
                Some(c) => value.push(c),
            }
        }
    }
}

use crate::draughts::Draughts;
use crate::gomoku::{Gomoku, USUAL_SIZE};
use crate::xiangqi::{Notation, Xiangqi};
use crate::{Branch, Dialect, Game, Node, Tags};
use draughts::{VARIANTS, Variant, with_variant};
use game::{Outcome, Position, Silent};

/// A game as plain text, of whatever variant: what servers and command lines handle.
///
/// Equality compares everything, tags in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The variant's id (`xiangqi`, `draughts-russian`, `renju`).
    pub variant: &'static str,
    /// Points along an edge, in the gomoku family.
    pub size: Option<u8>,
    /// What is known about the game.
    pub tags: Tags,
    /// Where it began, in the variant's own position text; `None`: at the standard start.
    pub start: Option<String>,
    /// The moves in engine notation, with variations and comments.
    pub line: Branch<String>,
    /// How it ended; `None` when unfinished or unknown.
    pub result: Option<Outcome>,
}

impl Record {
    /// The moves of the game itself, in engine notation.
    pub fn moves(&self) -> impl Iterator<Item = &str> + '_ {
        self.line.moves.iter().map(|node| node.mv.as_str())
    }

    /// The tags that name the players, the first side's first (Red, White in draughts, Black in
    /// gomoku).
    #[must_use]
    pub fn player_tags(&self) -> [&'static str; 2] {
        match self.kind() {
            Some(kind) => kind.with(PlayerTags),
            None => ["White", "Black"],
        }
    }

    /// The names of the players, in the same order.
    #[must_use]
    pub fn players(&self) -> [Option<&str>; 2] {
        self.player_tags()
            .map(|name| self.tags.get(name).filter(|value| !matches!(*value, "" | "?")))
    }

    /// The id of its variant on its board, as the hall names it: `gomoku20`, where the size is
    /// not the usual one.
    #[must_use]
    pub fn id(&self) -> String {
        match self.size {
            Some(size) if size != USUAL_SIZE => format!("{}{size}", self.variant),
            _ => self.variant.to_owned(),
        }
    }

    /// Whether it can be taken for a game of the variant with this id: of gomoku's family any
    /// can that has the same board, since few files say by which rules was played.
    #[must_use]
    pub fn is_of(&self, id: &str) -> bool {
        match (self.kind(), Kind::of(id, None)) {
            (Some(Kind::Gomoku(own)), Some(Kind::Gomoku(asked))) => own.size() == asked.size(),
            (own, asked) => own == asked && own.is_some(),
        }
    }

    /// The position it begins from as text, the standard start too.
    #[must_use]
    pub fn start_text(&self) -> String {
        match (&self.start, self.kind()) {
            (Some(text), _) => text.clone(),
            (None, Some(kind)) => kind.with(StartText),
            (None, None) => String::new(),
        }
    }

    /// Whether files know the notation with this id, so that a record can be written in it.
    #[must_use]
    pub fn has_notation(&self, id: &str) -> bool {
        match self.kind() {
            Some(Kind::Xiangqi) => Notation::of(id).is_some(),
            Some(Kind::Draughts(_)) => matches!(id, "engine" | "pdn" | "letters"),
            Some(Kind::Gomoku(_)) => id == "engine",
            None => false,
        }
    }

    pub(crate) fn kind(&self) -> Option<Kind> {
        Kind::of(self.variant, self.size)
    }
}

struct StartText;

impl Task for StartText {
    type Out = String;

    fn run<D: Dialect + Copy + 'static>(self, dialect: D) -> String {
        dialect.write_position(&dialect.start())
    }
}

struct PlayerTags;

impl Task for PlayerTags {
    type Out = [&'static str; 2];

    fn run<D: Dialect + Copy + 'static>(self, dialect: D) -> Self::Out {
        dialect.player_tags()
    }
}

/// A variant, as far as files differ by it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Xiangqi,
    /// One of draughts, by its id.
    Draughts(&'static str),
    Gomoku(Gomoku),
}

/// Something to be done with the dialect of a variant that writes engine notation.
pub(crate) trait Task {
    type Out;
    fn run<D: Dialect + Copy + 'static>(self, dialect: D) -> Self::Out;
}

impl Kind {
    /// The variant with this id; `size` counts in the gomoku family only.
    pub(crate) fn of(variant: &str, size: Option<u8>) -> Option<Self> {
        if variant == "xiangqi" {
            return Some(Self::Xiangqi);
        }
        let draughts = VARIANTS.into_iter().find(|id| *id == variant);
        draughts.map(Self::Draughts).or_else(|| Gomoku::of(variant, size).map(Self::Gomoku))
    }

    /// Its id.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Xiangqi => "xiangqi",
            Self::Draughts(id) => id,
            Self::Gomoku(gomoku) => Gomoku::variant_of(gomoku.rules()).unwrap_or("gomoku"),
        }
    }

    pub(crate) fn with<T: Task>(self, task: T) -> T::Out {
        match self {
            Self::Xiangqi => task.run(Xiangqi::new(Notation::Engine)),
            Self::Draughts(id) => with_draughts(id, InEngineNotation(task)),
            Self::Gomoku(gomoku) => task.run(gomoku),
        }
    }
}

struct InEngineNotation<T>(T);

impl<T: Task> draughts::Task for InEngineNotation<T> {
    type Output = T::Out;

    fn run<V: Variant>(self) -> T::Out {
        self.0.run(Draughts::<V>::engine())
    }
}

/// Does a task with the variant of draughts that has this id.
pub(crate) fn with_draughts<T: draughts::Task>(id: &'static str, task: T) -> T::Output {
    with_variant(id, task).expect("kinds of draughts have the ids of variants")
}

/// A game as a record; `dialect` writes engine notation.
pub(crate) fn record_of<D: Dialect>(kind: Kind, game: Game<D::Position>, dialect: &D) -> Record {
    let is_standard = game.start == dialect.start();
    let start = (!is_standard).then(|| dialect.write_position(&game.start));
    let line = spell(&game.line, &mut game.start.clone(), dialect);
    let size = match kind {
        Kind::Gomoku(gomoku) => Some(gomoku.size()),
        _ => None,
    };
    Record { variant: kind.id(), size, tags: game.tags, start, line, result: game.result }
}

/// A branch with its moves as text. No deeper than variations are nested, which readers limit.
fn spell<D: Dialect>(
    branch: &Branch<<D::Position as Position>::Move>,
    position: &mut D::Position,
    dialect: &D,
) -> Branch<String> {
    let mut made = Vec::with_capacity(branch.moves.len());
    let mut moves = Vec::with_capacity(branch.moves.len());
    for node in &branch.moves {
        let variations =
            node.variations.iter().map(|side| spell(side, position, dialect)).collect();
        moves.push(Node {
            mv: dialect.write_move(position, node.mv),
            nags: node.nags.clone(),
            comments: node.comments.clone(),
            variations,
        });
        made.push((node.mv, position.make(node.mv, &mut Silent)));
    }
    for (mv, undo) in made.into_iter().rev() {
        position.unmake(mv, undo);
    }
    Branch { comments: branch.comments.clone(), moves }
}

/// A record as a game of the dialect's variant.
///
/// # Errors
/// When its position or one of its moves is not legal there, in words.
pub(crate) fn game_of<D: Dialect>(
    record: &Record,
    dialect: &D,
) -> Result<Game<D::Position>, String> {
    let start = match &record.start {
        Some(text) => dialect.read_position(text)?,
        None => dialect.start(),
    };
    let line = understand(&record.line, &mut start.clone(), dialect)?;
    Ok(Game { tags: record.tags.clone(), start, line, result: record.result })
}

fn understand<D: Dialect>(
    branch: &Branch<String>,
    position: &mut D::Position,
    dialect: &D,
) -> Result<Branch<<D::Position as Position>::Move>, String> {
    let mut made = Vec::with_capacity(branch.moves.len());
    let mut moves = Vec::with_capacity(branch.moves.len());
    for (node, ply) in branch.moves.iter().zip(1..) {
        let mv = dialect.read_move(position, &node.mv);
        let mv = mv.map_err(|why| format!("move {ply}: {why}"))?;
        let sides = node.variations.iter().map(|side| understand(side, position, dialect));
        let variations = sides.collect::<Result<_, _>>()?;
        let (nags, comments) = (node.nags.clone(), node.comments.clone());
        moves.push(Node { mv, nags, comments, variations });
        made.push((mv, position.make(mv, &mut Silent)));
    }
    for (mv, undo) in made.into_iter().rev() {
        position.unmake(mv, undo);
    }
    Ok(Branch { comments: branch.comments.clone(), moves })
}

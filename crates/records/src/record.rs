use crate::{Branch, Dialect, Game, Node, Tags};
use game::{NullObserver, Outcome, Position};

/// A game of any variant as plain text, for the server and the command line.
///
/// Equality compares everything, tags in their order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The variant's id, with the size of the board if it names one (`renju`, `gomoku20`).
    pub variant: &'static str,
    /// The tags of the game.
    pub tags: Tags,
    /// The start position in the variant's own position text; `None`: the standard start.
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

    /// A game as a record; `dialect` writes engine notation.
    pub fn of<D: Dialect>(variant: &'static str, mut game: Game<D::Position>, dialect: &D) -> Self {
        let counters = game.tags.counters().to_owned();
        game.tags.set_counters("");
        let is_standard = game.start == dialect.start() && counters.is_empty();
        let start = (!is_standard).then(|| dialect.write_position(&game.start) + &counters);
        let line = spell(&game.line, &mut game.start.clone(), dialect);
        Self { variant, tags: game.tags, start, line, result: game.result }
    }

    /// The record as a game; `dialect` reads engine notation.
    ///
    /// # Errors
    /// When its position or one of its moves is not legal, in words.
    pub fn game<D: Dialect>(&self, dialect: &D) -> Result<Game<D::Position>, String> {
        let start = match &self.start {
            Some(text) => dialect.read_position(text)?,
            None => dialect.start(),
        };
        let line = understand(&self.line, &mut start.clone(), dialect)?;
        let mut tags = self.tags.clone();
        tags.set_counters(
            &self.start.as_deref().map_or_else(String::new, |text| dialect.read_counters(text)),
        );
        Ok(Game { tags, start, line, result: self.result })
    }
}

/// A branch with its moves as text. Readers limit the depth of the recursion.
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
        made.push((node.mv, position.make(node.mv, &mut NullObserver)));
    }
    for (mv, undo) in made.into_iter().rev() {
        position.unmake(mv, undo);
    }
    Branch { comments: branch.comments.clone(), moves }
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
        made.push((mv, position.make(mv, &mut NullObserver)));
    }
    for (mv, undo) in made.into_iter().rev() {
        position.unmake(mv, undo);
    }
    Ok(Branch { comments: branch.comments.clone(), moves })
}

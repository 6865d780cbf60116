//! What binary and markup files of Xiangqi have in common: a tree of moves whose legality is not known
//! yet, and boards given piece by piece.

use game::{NullObserver, Outcome, Position as _, Side};
use records::text::squeeze;
use records::{Branch, Game, Node, ReadError, ReadErrorKind, Record, Tags};
use std::io::Read;
use xiangqi::{File, Kind, Move, Piece, Position, Rank, Setup, Square};

use super::{Notation, Xiangqi};

/// The greatest size of a file that is read as a whole.
const MAX_FILE: u64 = 1 << 26;
/// The greatest number of moves of one game, with its variations.
const MAX_NODES: usize = 1_000_000;
/// How deep variations may be nested: as deep as portable notation is read.
const MAX_DEPTH: usize = 50;

/// The kinds of the pieces in the order in which files list them, for each side.
pub(super) const ORDER: [Kind; 16] = {
    use Kind::{Advisor, Cannon, Chariot, Elephant, Horse, King, Pawn};
    [
        Chariot, Horse, Elephant, Advisor, King, Advisor, Elephant, Horse, Chariot, Cannon, Cannon,
        Pawn, Pawn, Pawn, Pawn, Pawn,
    ]
};

/// A square by its file from Red's left and its rank from Red's side, both from 0.
pub(super) fn square(file: usize, rank: usize) -> Option<Square> {
    Some(Square::new(File::from_index(file)?, Rank::from_index(rank)?))
}

/// An error at a byte of a file without lines.
pub(super) fn at(byte: usize, kind: ReadErrorKind) -> ReadError {
    ReadError { line: 0, column: u32::try_from(byte).unwrap_or(u32::MAX), kind }
}

/// The bytes of a source, if it is not too large.
pub(super) fn bytes_of(source: impl Read) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    if let Err(failure) = source.take(MAX_FILE + 1).read_to_end(&mut bytes) {
        return Err(at(0, ReadErrorKind::Io(failure.to_string())));
    }
    if bytes.len() as u64 > MAX_FILE {
        let limit = usize::try_from(MAX_FILE).unwrap_or(usize::MAX);
        return Err(at(0, ReadErrorKind::TooLong { what: "the file", limit }));
    }
    Ok(bytes)
}

/// A text with its lines, each without needless space.
pub(super) fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(squeeze).collect();
    lines.join("\n").trim().to_owned()
}

/// A move of a file with what follows it.
#[derive(Debug, Default)]
struct RawNode {
    /// `None`: the root, or something that is no move of the board.
    m: Option<Move>,
    comment: String,
    children: Vec<usize>,
}

/// A tree of moves as a file has it.
#[derive(Debug)]
pub(super) struct RawTree {
    nodes: Vec<RawNode>,
}

impl RawTree {
    /// A tree without moves; its root is node 0.
    pub(super) fn new() -> Self {
        Self { nodes: vec![RawNode::default()] }
    }

    /// Sets the comment of a node.
    pub(super) fn comment(&mut self, node: usize, comment: String) {
        if let Some(node) = self.nodes.get_mut(node) {
            node.comment = comment;
        }
    }

    /// Adds a move after a node; returns the new node.
    pub(super) fn add(&mut self, parent: usize, m: Option<Move>) -> Result<usize, ReadErrorKind> {
        let node = self.nodes.len();
        if node > MAX_NODES {
            return Err(ReadErrorKind::TooLong { what: "the game", limit: MAX_NODES });
        }
        self.nodes.push(RawNode { m, ..RawNode::default() });
        if let Some(parent) = self.nodes.get_mut(parent) {
            parent.children.push(node);
        }
        Ok(node)
    }

    /// The child of a node with this move; a new one if there is none.
    pub(super) fn child(&mut self, parent: usize, m: Option<Move>) -> Result<usize, ReadErrorKind> {
        let children = self.nodes.get(parent).map_or(&[][..], |node| &node.children);
        let known = children.iter().copied().find(|&child| self.nodes[child].m == m);
        known.map_or_else(|| self.add(parent, m), Ok)
    }

    /// The first move.
    pub(super) fn first(&self) -> Option<Move> {
        self.nodes[self.nodes[0].children.first().copied()?].m
    }
}

/// A game of a file before its moves are checked.
#[derive(Debug)]
pub(super) struct RawGame {
    pub(super) tags: Tags,
    pub(super) start: Setup,
    pub(super) tree: RawTree,
    pub(super) result: Option<Outcome>,
    /// Variations that are lost already, and why the first of them is.
    pub(super) lost: (usize, Option<String>),
    /// Where the file ends too early.
    pub(super) cut: Option<&'static str>,
}

impl RawGame {
    /// Checks the position and the moves. The side to move is the one that makes the first move. An
    /// illegal move of the game itself is an error; illegal variations are left out, and told by an
    /// error after the game.
    pub(super) fn check(mut self, (line, column): (u32, u32)) -> Vec<Result<Record, ReadError>> {
        let error = |kind| ReadError { line, column, kind };
        let mover = self.tree.first().and_then(|m| self.start.piece_at(m.from));
        if let Some(piece) = mover {
            self.start.turn = piece.side();
        }
        let start = match Position::try_from(self.start) {
            Ok(start) => start,
            Err(invalid) => {
                return vec![Err(error(ReadErrorKind::Position(invalid.to_string())))];
            }
        };
        let mut moves = Branch::default();
        let (left_out, first) = self.lost;
        let mut keeper = Keeper { tree: self.tree, left_out, first, main: None };
        keeper.go_on(0, &mut moves, &mut start.clone(), 0);
        if let Some((ply, why)) = keeper.main {
            return vec![Err(error(ReadErrorKind::Move { ply, why }))];
        }
        let comment = std::mem::take(&mut keeper.tree.nodes[0].comment);
        moves.comments.extend(Some(comment).filter(|comment| !comment.is_empty()));
        let game = Game { tags: self.tags, start, line: moves, result: self.result };
        let mut all = vec![Ok(Record::of(crate::ID, game, &Xiangqi::new(Notation::Engine)))];
        if let Some(first) = keeper.first {
            let (count, what) = (keeper.left_out, "variations");
            all.push(Err(error(ReadErrorKind::LeftOut { count, what, first })));
        }
        if let Some(first) = self.cut.map(str::to_owned) {
            let (count, what) = (1, "moves behind the end of the file");
            all.push(Err(error(ReadErrorKind::LeftOut { count, what, first })));
        }
        all
    }
}

/// Plays the moves of a tree and keeps the legal ones.
struct Keeper {
    tree: RawTree,
    left_out: usize,
    /// Why the first variation was left out.
    first: Option<String>,
    /// The ply of the first illegal move of the game itself, and why.
    main: Option<(u32, String)>,
}

impl Keeper {
    /// Continues a branch after a node. `depth` is 0 for the game itself.
    fn go_on(
        &mut self,
        from: usize,
        branch: &mut Branch<Move>,
        position: &mut Position,
        depth: usize,
    ) {
        let mut made = Vec::new();
        let mut now = from;
        loop {
            let children = std::mem::take(&mut self.tree.nodes[now].children);
            let Some((&first, others)) = children.split_first() else { break };
            let main = match self.legal(first, position) {
                Ok(m) => Some((first, m)),
                Err(why) if depth == 0 => {
                    self.main = Some((u32::try_from(made.len() + 1).unwrap_or(u32::MAX), why));
                    break;
                }
                Err(why) => {
                    self.leave_out(why);
                    None
                }
            };
            let mut kept: Vec<(usize, Move)> = main.into_iter().collect();
            for &other in others {
                match self.legal(other, position) {
                    Ok(_) if depth + 1 > MAX_DEPTH => {
                        self.leave_out(format!("variations nested more than {MAX_DEPTH} deep"));
                    }
                    Ok(m) => kept.push((other, m)),
                    Err(why) => self.leave_out(why),
                }
            }
            let mut kept = kept.into_iter();
            let Some((main, m)) = kept.next() else { break };
            let mut node = self.node(main, m);
            for (other, m) in kept {
                let first = self.node(other, m);
                let mut side = Branch { comments: Vec::new(), moves: vec![first] };
                let undo = position.make(m, &mut NullObserver);
                self.go_on(other, &mut side, position, depth + 1);
                position.unmake(m, undo);
                node.variations.push(side);
            }
            branch.moves.push(node);
            made.push((m, position.make(m, &mut NullObserver)));
            now = main;
        }
        for (m, undo) in made.into_iter().rev() {
            position.unmake(m, undo);
        }
    }

    fn leave_out(&mut self, why: String) {
        self.left_out += 1;
        self.first.get_or_insert(why);
    }

    fn legal(&self, node: usize, position: &Position) -> Result<Move, String> {
        let m = self.tree.nodes[node].m.ok_or("a move beyond the board")?;
        if position.is_legal(m) { Ok(m) } else { Err(format!("{m} is not legal")) }
    }

    fn node(&mut self, node: usize, m: Move) -> Node<Move> {
        let mut made = Node::new(m);
        let comment = std::mem::take(&mut self.tree.nodes[node].comment);
        made.comments.extend(Some(comment).filter(|comment| !comment.is_empty()));
        made
    }
}

/// The branches beside a move, including those beside their first moves.
pub(super) fn siblings(node: &Node<Move>) -> Vec<&Branch<Move>> {
    let mut all = Vec::new();
    for branch in &node.variations {
        if let Some(first) = branch.moves.first() {
            all.push(branch);
            all.extend(siblings(first));
        }
    }
    all
}

/// The squares of the pieces of a position in the order in which files list them ([`ORDER`], Red's
/// first), Red's from the right and Black's from the left; `None` for pieces that are not there.
pub(super) fn listed(position: &Position) -> Result<[Option<Square>; 32], String> {
    let mut places = [None; 32];
    for side in Side::ALL {
        let mut squares: Vec<Square> = position.side(side).into_iter().collect();
        squares.sort_by_key(|square| {
            let file = square.file().index();
            let file = if side == Side::First { 8 - file } else { file };
            (file, square.rank().index())
        });
        for square in squares {
            let Some(piece) = position.piece_at(square) else { continue };
            let slots = (0..16).filter(|&slot| ORDER[slot] == piece.kind());
            let mut slots = slots.map(|slot| slot + 16 * side.index());
            let free = slots.find(|&slot| places[slot].is_none());
            let slot = free.ok_or_else(|| format!("there are too many pieces like {piece}"))?;
            places[slot] = Some(square);
        }
    }
    Ok(places)
}

/// A board of the pieces at these squares, listed in the order of files.
pub(super) fn board(places: impl IntoIterator<Item = Option<Square>>) -> Setup {
    let mut setup = Setup::empty();
    for (slot, place) in places.into_iter().enumerate().take(32) {
        let side = if slot < 16 { Side::First } else { Side::Second };
        if let Some(square) = place {
            setup.put(square, Some(Piece::new(side, ORDER[slot % 16])));
        }
    }
    setup
}

//! Random games of any variant, drawn from numbers.

use game::{NullObserver, Outcome, Position};
use records::{Branch, Game, Node};

/// Draws choices from numbers; the first choice when they run out.
pub(crate) struct Dice<'a>(std::slice::Iter<'a, u16>);

/// The features that a format can represent.
#[derive(Copy, Clone)]
pub(crate) struct Can {
    /// The number of comments that a move can have.
    pub(crate) comments: usize,
    /// The annotations of the format.
    pub(crate) nags: &'static [u16],
    /// How deep variations may be nested.
    pub(crate) depth: usize,
    /// Whether a variation may begin with a comment.
    pub(crate) introductions: bool,
}

const WORDS: [&str; 10] =
    ["good", "黑方失先", "[Event \"x\"]", "1-0", "a\\b", "(", "a; b", "%", "$1", "]"];

impl Dice<'_> {
    pub(crate) fn roll(&mut self, sides: usize) -> usize {
        usize::from(*self.0.next().unwrap_or(&0)) % sides
    }

    fn comments(&mut self, can: Can) -> Vec<String> {
        let count = if self.roll(4) == 0 { self.roll(can.comments + 1) } else { 0 };
        let comment = |dice: &mut Self| {
            let words: Vec<_> = (0..=dice.roll(6)).map(|_| WORDS[dice.roll(WORDS.len())]).collect();
            words.join(" ")
        };
        (0..count).map(|_| comment(self)).collect()
    }

    /// A line of moves; `first` chooses the first of them, `depth` more variations may be nested.
    fn branch<P: Position>(
        &mut self,
        start: &P,
        can: Can,
        depth: usize,
        first: Option<usize>,
        length: usize,
    ) -> Branch<P::Move> {
        let begins_with_words = first.is_none() || can.introductions;
        let comments = if begins_with_words { self.comments(can) } else { Vec::new() };
        let mut branch = Branch { comments, moves: Vec::new() };
        let mut now = start.clone();
        for i in 0..=self.roll(length) {
            let moves = now.moves();
            if moves.is_empty() {
                break;
            }
            let choice = first.filter(|_| i == 0).unwrap_or_else(|| self.roll(1000));
            let mut node = Node::new(moves[choice % moves.len()]);
            if !can.nags.is_empty() && self.roll(5) == 0 {
                node.nags.push(can.nags[self.roll(can.nags.len())]);
            }
            node.comments = self.comments(can);
            // A variation of the first move of a variation is a sibling of it in most formats.
            let may_vary = depth > 0 && (i > 0 || first.is_none()) && moves.len() > 2;
            if may_vary && self.roll(5) == 0 {
                for another in 1..=1 + self.roll(2) {
                    let choice = choice % moves.len() + another;
                    let side = self.branch(&now, can, depth - 1, Some(choice), 6);
                    node.variations.push(side);
                }
            }
            now.make(node.mv, &mut NullObserver);
            branch.moves.push(node);
        }
        branch
    }
}

/// A game from `start`.
pub(crate) fn game<P: Position>(numbers: &[u16], start: &P, can: Can, length: usize) -> Game<P> {
    let mut dice = Dice(numbers.iter());
    let mut game = Game::new(start.clone());
    for (name, value) in [("Event", "Cup \\ \"A\""), ("White", "Zoë"), ("Black", "y")] {
        if dice.roll(2) == 0 {
            game.tags.set(name, value);
        }
    }
    let results = [None, Some(Outcome::FirstWins), Some(Outcome::SecondWins), Some(Outcome::Draw)];
    game.result = results[dice.roll(4)];
    game.line = dice.branch(start, can, can.depth, None, length);
    game
}

/// Changes, removes and cuts bytes.
pub(crate) fn damage(bytes: &mut Vec<u8>, hits: &[(usize, u8, u8)]) {
    for &(at, byte, kind) in hits {
        if bytes.is_empty() {
            return;
        }
        let at = at % bytes.len();
        match kind {
            0 => bytes[at] = byte,
            1 => drop(bytes.remove(at)),
            _ => bytes.truncate(at.max(1)),
        }
    }
}

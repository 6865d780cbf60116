//! The interface of a game to the tools.

use crate::Failure;
use crate::adjudication::Adjudication;
use crate::data::PlayedGame;
use crate::random::Random;
use game::{Line, Outcome, Position};
use search::{Configure, Limits, Report, SearchRequest, SearchResult};
use std::fmt::Display;

/// The move type of a game.
pub(crate) type Move<G> = <<G as Game>::Position as Position>::Move;

/// A game, or one variant of it, and its engine.
pub(crate) trait Game: Sync {
    type Position: Position<Move: Display> + Display;
    type Engine: Configure;

    /// The conditions under which a game of a duel ends early.
    const DUEL: Adjudication;
    /// The conditions under which a game for a fit ends early.
    const DATA: Adjudication;
    /// A game for a fit is dropped when the first score after its opening is greater than this.
    const ONE_SIDED: Option<i32> = None;

    /// The arguments with which another build of this program selects the game.
    fn arguments(&self) -> Vec<String>;

    /// A new engine with a table of so many MiB.
    fn engine(&self, megabytes: usize) -> Self::Engine;

    /// Sets an option that only this game has; `false` when no option has that name.
    fn set(&self, _: &mut Self::Engine, _name: &str, _value: &str) -> Result<bool, Failure> {
        Ok(false)
    }

    fn search(
        &self,
        engine: &mut Self::Engine,
        line: &Line<Self::Position>,
        request: &SearchRequest<Move<Self>>,
        report: &mut dyn FnMut(&Report<'_, Move<Self>>),
    ) -> SearchResult<Move<Self>>;

    fn start(&self) -> Self::Position;

    /// The default position for measurements of speed.
    fn usual(&self) -> Result<Self::Position, Failure> {
        Ok(self.start())
    }

    fn position(&self, text: &str) -> Result<Self::Position, Failure>;

    /// The result of the game at the end of a line by the rules.
    fn outcome(&self, line: &Line<Self::Position>) -> Option<Outcome>;

    /// Whether the rest of a game for a fit is of no use: the game is then a draw.
    fn lifeless(&self, _: &Line<Self::Position>) -> bool {
        false
    }

    /// The opening of a pair of games of a duel; `engine` may evaluate it.
    fn opening(
        &self,
        engine: &mut Self::Engine,
        pair: u64,
        seed: u64,
        random: &mut Random,
    ) -> Result<Line<Self::Position>, Failure>;

    /// The opening of a game for a fit.
    fn data_opening(&self, engine: &mut Self::Engine, random: &mut Random) -> Line<Self::Position>;

    /// The number of nodes for the next move of a game for a fit.
    fn data_nodes(&self, nodes: u64, _: &mut Random) -> u64 {
        nodes
    }

    /// A game for a fit as text of one or more lines.
    fn write(&self, number: u64, game: &PlayedGame<Self::Position>) -> String;

    /// The number of the game that follows those in a file.
    fn next_number(&self, text: &str) -> u64 {
        text.lines().count() as u64
    }
}

/// `plies` random plies from a position, after which the side to move has a move.
pub(crate) fn random_line<P: Position>(start: &P, plies: usize, random: &mut Random) -> Line<P> {
    'again: loop {
        let mut line = Line::new(start.clone());
        for _ in 0..plies {
            let moves = line.position().moves();
            if moves.is_empty() {
                continue 'again;
            }
            line.push(moves[random.below(moves.len())]);
        }
        if line.position().has_legal_move() {
            return line;
        }
    }
}

/// The first of the lines that `make` returns whose score after so many nodes is at most `most` for
/// either side.
pub(crate) fn balanced<G: Game>(
    game: &G,
    engine: &mut G::Engine,
    nodes: u64,
    most: i32,
    mut make: impl FnMut() -> Line<G::Position>,
) -> Line<G::Position> {
    loop {
        let line = make();
        engine.new_game();
        let found = game.search(engine, &line, &Limits::nodes(nodes).into(), &mut |_| {});
        if found.best().is_some() && found.score().value().abs() <= most {
            return line;
        }
    }
}

//! One side of a duel: an engine with options, or another build of this program.

use crate::Failure;
use crate::build::{Answers, Build, Question};
use crate::game_tools::{Game, Move};
use game::Line;
use search::{Configure as _, Level, Limits, Score, SearchRequest};
use std::time::Duration;

pub(crate) struct Player<'a, G: Game> {
    game: &'a G,
    engine: G::Engine,
    level: Option<Level>,
    nodes: u64,
    milliseconds: u64,
    other: Option<Build>,
}

/// The nodes per move where neither options nor a level limit it.
const NODES: u64 = 10_000;

impl<'a, G: Game> Player<'a, G> {
    /// A player with these options, separated by spaces, and a limit of nodes that the options may
    /// change. `without=NAME,NAME` switches techniques off, `level=N` plays at a level, `nodes=N`
    /// and `ms=N` limit a move, `build=PATH` uses another build. The game may have options of its
    /// own; any other name is a number of the search.
    pub(crate) fn new(game: &'a G, options: &str, nodes: Option<u64>) -> Result<Self, Failure> {
        let engine = game.engine(8);
        let (level, other) = (None, None);
        let mut player =
            Self { game, engine, level, nodes: nodes.unwrap_or(0), milliseconds: 0, other };
        let mut rest = Vec::new();
        for option in options.split_whitespace() {
            let pair = option.split_once('=');
            let (name, value) = pair.ok_or_else(|| format!("{option} is not NAME=VALUE"))?;
            // The game may create its engine again: its options come before the others.
            if !game.set(&mut player.engine, name, value)? {
                rest.push((name, value));
            }
        }
        for (name, value) in rest {
            player.set(name, value).map_err(|e| format!("{name}={value}: {e}"))?;
        }
        // Another build does not receive a level.
        let by_level = player.level.is_some() && player.other.is_none();
        if player.nodes == 0 && player.milliseconds == 0 && !by_level {
            player.nodes = NODES;
        }
        Ok(player)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        match name {
            "without" => self.engine.set_ablation(value)?,
            "level" => {
                let level = Level::new(value.parse()?);
                self.level = Some(level.ok_or("levels are 1 to 12")?);
            }
            "nodes" => self.nodes = value.parse()?,
            "ms" => self.milliseconds = value.parse()?,
            "build" => self.other = Some(Build::start(value, &self.game.arguments())?),
            _ => self.engine.set_tunable(name, value.parse()?)?,
        }
        Ok(())
    }

    /// Begins a game.
    pub(crate) fn begin(&mut self) -> Result<(), Failure> {
        self.engine.new_game();
        match &mut self.other {
            Some(other) => other.new_game(),
            None => Ok(()),
        }
    }

    /// Whether the wins that it reports are proven.
    pub(crate) fn is_exact(&self) -> bool {
        self.level.is_none()
    }

    /// Its move and the score for the side to move.
    pub(crate) fn think(
        &mut self,
        line: &Line<G::Position>,
        seed: u64,
    ) -> Result<(Move<G>, Score), Failure> {
        if let Some(other) = &mut self.other {
            let question = Question::about(line, self.nodes, self.milliseconds);
            let (m, score) = other.ask(&question)?;
            return Ok((read_move(line, &m)?, Score::new(score)));
        }
        let limits = Limits {
            nodes: (self.nodes > 0).then_some(self.nodes),
            move_time: (self.milliseconds > 0).then(|| Duration::from_millis(self.milliseconds)),
            ..Limits::default()
        };
        let request = SearchRequest { limits, level: self.level, seed, ..SearchRequest::default() };
        let found = self.game.search(&mut self.engine, line, &request, &mut |_| {});
        Ok((found.best().ok_or("the engine has no move")?, found.score()))
    }
}

/// The legal move with this text.
fn read_move<P>(line: &Line<P>, text: &str) -> Result<P::Move, Failure>
where
    P: game::Position<Move: std::fmt::Display> + std::fmt::Display,
{
    let position = line.position();
    let found = position.moves().into_iter().find(|m| m.to_string() == text);
    found.ok_or_else(|| format!("{text} is not legal in {position}").into())
}

impl<G: Game> Answers for Player<'_, G> {
    fn new_game(&mut self) -> Result<(), Failure> {
        self.begin()
    }

    fn answer(&mut self, question: &Question) -> Result<(String, i32), Failure> {
        (self.nodes, self.milliseconds) = (question.nodes, question.milliseconds);
        let mut line = Line::new(self.game.start());
        for text in &question.moves {
            line.push(read_move(&line, text)?);
        }
        let (m, score) = self.think(&line, 0)?;
        Ok((m.to_string(), score.value()))
    }
}

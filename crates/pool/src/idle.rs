//! The engines that do not search at the moment, and the memory of all engines.

use engine::Engine;
use std::sync::Arc;

/// The memory of an engine without its table, in MiB: histories, evaluation, stacks.
/// `cargo run -p pool --example engine_memory` measures it.
const OVERHEAD: u32 = 9;
/// A table up to this size, in MiB, is as good from another game as from the same one. Only few engines
/// with such tables are kept.
const SMALL: u32 = 4;

/// Idle engines, and the memory of all engines.
#[derive(Debug)]
pub(crate) struct IdleEngines {
    most_mb: u32,
    /// How many idle engines with small tables are kept.
    most_small: usize,
    /// The memory of idle and of searching engines.
    taken_mb: u32,
    /// Idle engines; the one that has been idle longest comes first.
    kept: Vec<IdleEngine>,
}

#[derive(Debug)]
struct IdleEngine {
    engine: Box<dyn Engine>,
    variant: &'static str,
    table_mb: u32,
    game: Arc<str>,
}

/// An engine to search with.
#[derive(Debug)]
pub(crate) struct LentEngine {
    /// `None` if it has not been made yet.
    pub(crate) engine: Option<Box<dyn Engine>>,
    variant: &'static str,
    /// The size of its table, which may be less than requested.
    pub(crate) table_mb: u32,
    /// Whether its last search was for the same game.
    pub(crate) knows_the_game: bool,
    /// Engines that were removed to free memory. The caller drops them where no other thread waits for it.
    pub(crate) gone: Vec<Box<dyn Engine>>,
}

impl IdleEngines {
    pub(crate) fn new(most_mb: u32, searches: usize) -> Self {
        Self { most_mb, most_small: 2 * searches, taken_mb: 0, kept: Vec::new() }
    }

    /// An engine for a game: the one it had before, if it is still kept, another one that fits, or a new one.
    pub(crate) fn take(&mut self, variant: &'static str, table_mb: u32, game: &str) -> LentEngine {
        let fits = |kept: &IdleEngine| kept.variant == variant && kept.table_mb == table_mb;
        let own = self.kept.iter().position(|kept| fits(kept) && *kept.game == *game);
        // An engine with a large table stays with its game as long as memory allows a new one.
        let has_room = self.taken_mb.saturating_add(table_mb + OVERHEAD) <= self.most_mb;
        let any = || self.kept.iter().position(fits).filter(|_| table_mb <= SMALL || !has_room);
        if let Some(at) = own.or_else(any) {
            let kept = self.kept.remove(at);
            return LentEngine {
                engine: Some(kept.engine),
                variant,
                table_mb,
                knows_the_game: own.is_some(),
                gone: Vec::new(),
            };
        }
        let mut table_mb = table_mb;
        let mut gone = Vec::new();
        while self.taken_mb.saturating_add(table_mb + OVERHEAD) > self.most_mb {
            if self.kept.is_empty() {
                // The engines that search have the rest of the memory: this one gets a smaller table.
                if table_mb == 1 {
                    break;
                }
                table_mb /= 2;
            } else {
                gone.push(self.drop_first());
            }
        }
        self.taken_mb += table_mb + OVERHEAD;
        LentEngine { engine: None, variant, table_mb, knows_the_game: false, gone }
    }

    /// Puts an engine back after a search for this game.
    pub(crate) fn give_back(
        &mut self,
        engine: Box<dyn Engine>,
        lent: &LentEngine,
        game: &Arc<str>,
    ) -> Vec<Box<dyn Engine>> {
        let (variant, table_mb) = (lent.variant, lent.table_mb);
        self.kept.push(IdleEngine { engine, variant, table_mb, game: Arc::clone(game) });
        let mut gone = Vec::new();
        while self.taken_mb > self.most_mb && !self.kept.is_empty() {
            gone.push(self.drop_first());
        }
        let is_small = |kept: &IdleEngine| kept.table_mb <= SMALL;
        while self.kept.iter().filter(|kept| is_small(kept)).count() > self.most_small {
            let Some(at) = self.kept.iter().position(is_small) else { break };
            gone.push(self.drop_at(at));
        }
        gone
    }

    /// Records that an engine was dropped instead of put back.
    pub(crate) fn lost(&mut self, lent: &LentEngine) {
        self.taken_mb = self.taken_mb.saturating_sub(lent.table_mb + OVERHEAD);
    }

    /// The number of idle engines, and the memory in MiB of all engines, also of those that search.
    pub(crate) fn load(&self) -> (usize, u32) {
        (self.kept.len(), self.taken_mb)
    }

    fn drop_first(&mut self) -> Box<dyn Engine> {
        self.drop_at(0)
    }

    fn drop_at(&mut self, at: usize) -> Box<dyn Engine> {
        let kept = self.kept.remove(at);
        self.taken_mb = self.taken_mb.saturating_sub(kept.table_mb + OVERHEAD);
        kept.engine
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine() -> Box<dyn Engine> {
        games::new_engine("xiangqi").unwrap()
    }

    /// Takes an engine and puts it back; returns whether it knew the game, and the memory then.
    fn round(idle: &mut IdleEngines, table_mb: u32, game: &str) -> (bool, u32) {
        let mut lent = idle.take("xiangqi", table_mb, game);
        let engine = lent.engine.take().unwrap_or_else(engine);
        idle.give_back(engine, &lent, &game.into());
        (lent.knows_the_game, idle.load().1)
    }

    #[test]
    fn a_game_finds_its_engine_again_while_there_is_room() {
        let mut idle = IdleEngines::new(2 * (32 + OVERHEAD), 2);
        assert_eq!(round(&mut idle, 32, "a"), (false, 32 + OVERHEAD));
        assert_eq!(round(&mut idle, 32, "b"), (false, 2 * (32 + OVERHEAD)));
        assert_eq!(round(&mut idle, 32, "a"), (true, 2 * (32 + OVERHEAD)));
        // A third game gets the engine that has been idle longest.
        assert_eq!(round(&mut idle, 32, "c"), (false, 2 * (32 + OVERHEAD)));
        assert!(round(&mut idle, 32, "a").0);
        assert!(!round(&mut idle, 32, "b").0);
    }

    #[test]
    fn few_engines_serve_many_weak_games() {
        let mut idle = IdleEngines::new(10_000, 2);
        for game in 0..50 {
            round(&mut idle, 1, &game.to_string());
        }
        assert_eq!(idle.load(), (1, 1 + OVERHEAD));
    }

    #[test]
    fn who_searches_last_makes_do_with_less_and_nobody_with_nothing() {
        const ROOM: u32 = 32 + 16 + 2 * OVERHEAD;
        let mut idle = IdleEngines::new(ROOM, 2);
        let first = idle.take("xiangqi", 32, "a");
        let second = idle.take("draughts", 32, "b");
        let third = idle.take("gomoku", 32, "c");
        assert_eq!([first.table_mb, second.table_mb, third.table_mb], [32, 16, 1]);
        assert!(idle.load().1 > ROOM, "one more than the memory holds, of the smallest size");
        idle.give_back(engine(), &third, &"c".into());
        assert!(idle.load().1 <= ROOM, "which is not kept");
        idle.lost(&second);
        assert_eq!(idle.load(), (0, 32 + OVERHEAD));
    }
}

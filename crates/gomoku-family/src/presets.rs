//! The machine of a textbook as an opponent.

use crate::session::GomokuGame;
use classic::gomoku::GOMOKU_3;
use engine::{Machine, MachineEngine, MachineResult, Preset};
use gomoku::{Move, Position};

/// See [`engine::Family::presets`].
pub(crate) static PRESETS: [Preset; 1] = [Preset {
    id: GOMOKU_3.id,
    name: GOMOKU_3.name,
    name_zh: GOMOKU_3.name_zh,
    text: GOMOKU_3.text,
    text_zh: GOMOKU_3.text_zh,
    depth: GOMOKU_3.depth,
    make: || Box::new(MachineEngine::new(Classic::default(), GOMOKU_3.depth)),
}];

/// See [`Machine`].
#[derive(Debug, Default)]
struct Classic(classic::gomoku::Machine);

impl Machine for Classic {
    type Rules = GomokuGame;

    const PLAYS: &'static str = crate::variants::ID;

    fn choose(
        &mut self,
        position: &Position,
        depth: u32,
        go_on: &mut dyn FnMut(u64) -> bool,
    ) -> MachineResult<Move> {
        let classic::Choice { best, score, nodes } = self.0.choose(position, depth, go_on);
        MachineResult { best, score, nodes }
    }

    fn evaluate(&mut self, position: &Position) -> i32 {
        classic::gomoku::evaluate(position)
    }
}

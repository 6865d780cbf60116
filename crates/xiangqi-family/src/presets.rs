//! The machines of textbooks as opponents.

use crate::session::XiangqiGame;
use classic::xiangqi::{CLASSIC_3, CLASSIC_4, CLASSIC_5};
use engine::{Engine, Machine, MachineEngine, MachineResult, Preset};
use xiangqi::{Move, Position};

/// See [`engine::Family::presets`].
pub(crate) static PRESETS: [Preset; 3] = [
    preset(&CLASSIC_3, || make(&CLASSIC_3)),
    preset(&CLASSIC_4, || make(&CLASSIC_4)),
    preset(&CLASSIC_5, || make(&CLASSIC_5)),
];

const fn preset(of: &classic::Preset, make: fn() -> Box<dyn Engine>) -> Preset {
    let classic::Preset { id, name, name_zh, depth, text, text_zh } = *of;
    Preset { id, name, name_zh, text, text_zh, depth, make }
}

fn make(preset: &classic::Preset) -> Box<dyn Engine> {
    Box::new(MachineEngine::new(Classic(classic::xiangqi::Machine::new(preset)), preset.depth))
}

/// See [`Machine`].
#[derive(Debug)]
struct Classic(classic::xiangqi::Machine);

impl Machine for Classic {
    type Rules = XiangqiGame;

    const PLAYS: &'static str = crate::ID;

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
        self.0.evaluate(position)
    }
}

use crate::failure::Failure;
use draughts::Variant;

/// Something to do with a variant named at run time.
pub(super) trait Task {
    fn run<V: Variant>(self) -> Result<(), Failure>;
}

/// Runs `task` with the variant of this id.
pub(super) fn with_variant(id: &str, task: impl Task) -> Result<(), Failure> {
    match id {
        "draughts" => task.run::<draughts::International>(),
        "draughts-brazilian" => task.run::<draughts::Brazilian>(),
        "draughts-russian" => task.run::<draughts::Russian>(),
        "draughts-pool" => task.run::<draughts::Pool>(),
        "draughts-english" => task.run::<draughts::English>(),
        "draughts-italian" => task.run::<draughts::Italian>(),
        "draughts-spanish" => task.run::<draughts::Spanish>(),
        "draughts-czech" => task.run::<draughts::Czech>(),
        "draughts-turkish" => task.run::<draughts::Turkish>(),
        "draughts-canadian" => task.run::<draughts::Canadian>(),
        "draughts-killer" => task.run::<draughts::Killer>(),
        "draughts-losing" => task.run::<draughts::Losing>(),
        "draughts-frisian" => task.run::<draughts::Frisian>(),
        "draughts-breakthrough" => task.run::<draughts::Breakthrough>(),
        other => Err(Failure::Input(format!("no variant of draughts is called {other:?}"))),
    }
}

//! Runs generic code for the variant that a data file names.

/// Something to do with a variant chosen at run time.
pub(crate) trait Task {
    type Output;
    fn run<V: draughts::Variant>(self) -> Self::Output;
}

/// Runs `task` with the variant of this id.
pub(crate) fn with_variant<T: Task>(id: &str, task: T) -> T::Output {
    match id {
        "draughts" => task.run::<draughts::International>(),
        "draughts-killer" => task.run::<draughts::Killer>(),
        "draughts-breakthrough" => task.run::<draughts::Breakthrough>(),
        "draughts-losing" => task.run::<draughts::Losing>(),
        "draughts-frisian" => task.run::<draughts::Frisian>(),
        "draughts-canadian" => task.run::<draughts::Canadian>(),
        "draughts-brazilian" => task.run::<draughts::Brazilian>(),
        "draughts-russian" => task.run::<draughts::Russian>(),
        "draughts-pool" => task.run::<draughts::Pool>(),
        "draughts-english" => task.run::<draughts::English>(),
        "draughts-italian" => task.run::<draughts::Italian>(),
        "draughts-spanish" => task.run::<draughts::Spanish>(),
        "draughts-czech" => task.run::<draughts::Czech>(),
        "draughts-turkish" => task.run::<draughts::Turkish>(),
        other => panic!("a data file names the unknown variant {other}"),
    }
}

use crate::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Pool, Russian, Spanish, Turkish, Variant,
};

/// The ids of all variants.
pub const VARIANTS: [&str; 14] = [
    International::RULES.id,
    Killer::RULES.id,
    Breakthrough::RULES.id,
    Losing::RULES.id,
    Frisian::RULES.id,
    Canadian::RULES.id,
    Brazilian::RULES.id,
    Russian::RULES.id,
    Pool::RULES.id,
    English::RULES.id,
    Italian::RULES.id,
    Spanish::RULES.id,
    Czech::RULES.id,
    Turkish::RULES.id,
];

/// A task for a variant that is known by its id only.
///
/// ```
/// use draughts::{Square, Task, Variant, with_variant};
///
/// struct Squares;
/// impl Task for Squares {
///     type Output = usize;
///     fn run<V: Variant>(self) -> usize {
///         Square::<V>::COUNT
///     }
/// }
/// assert_eq!(with_variant("draughts-canadian", Squares), Some(72));
/// ```
pub trait Task {
    /// The result.
    type Output;

    /// Runs the task.
    fn run<V: Variant>(self) -> Self::Output;
}

/// Runs a task with the variant of this id; `None` when there is none.
///
/// ```
/// use draughts::{Position, Task, Variant, with_variant};
///
/// struct Start;
/// impl Task for Start {
///     type Output = String;
///     fn run<V: Variant>(self) -> String {
///         Position::<V>::start().to_string()
///     }
/// }
/// assert_eq!(with_variant("draughts-russian", Start).as_deref(), Some("W:W21-32:B1-12"));
/// assert_eq!(with_variant("chess", Start), None);
/// ```
pub fn with_variant<T: Task>(id: &str, task: T) -> Option<T::Output> {
    Some(match id {
        "draughts" => task.run::<International>(),
        "draughts-killer" => task.run::<Killer>(),
        "draughts-breakthrough" => task.run::<Breakthrough>(),
        "draughts-losing" => task.run::<Losing>(),
        "draughts-frisian" => task.run::<Frisian>(),
        "draughts-canadian" => task.run::<Canadian>(),
        "draughts-brazilian" => task.run::<Brazilian>(),
        "draughts-russian" => task.run::<Russian>(),
        "draughts-pool" => task.run::<Pool>(),
        "draughts-english" => task.run::<English>(),
        "draughts-italian" => task.run::<Italian>(),
        "draughts-spanish" => task.run::<Spanish>(),
        "draughts-czech" => task.run::<Czech>(),
        "draughts-turkish" => task.run::<Turkish>(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Id;

    impl Task for Id {
        type Output = &'static str;
        fn run<V: Variant>(self) -> &'static str {
            V::RULES.id
        }
    }

    #[test]
    fn every_id_names_its_variant() {
        for id in VARIANTS {
            assert_eq!(with_variant(id, Id), Some(id));
        }
    }
}

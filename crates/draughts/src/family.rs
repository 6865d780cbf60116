use crate::{
    Brazilian, Breakthrough, Canadian, Czech, English, Frisian, International, Italian, Killer,
    Losing, Pool, Russian, Spanish, Turkish, VariantRules,
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

/// What is done with a variant that is known by its id only.
///
/// ```
/// use draughts::{Square, VariantVisitor, VariantRules, with_variant};
///
/// struct Squares;
/// impl VariantVisitor for Squares {
///     type Output = usize;
///     fn visit<V: VariantRules>(self) -> usize {
///         Square::<V>::COUNT
///     }
/// }
/// assert_eq!(with_variant("draughts-canadian", Squares), Some(72));
/// ```
pub trait VariantVisitor {
    /// The result.
    type Output;

    /// Does it with the variant.
    fn visit<V: VariantRules>(self) -> Self::Output;
}

/// Visits the variant of this id; `None` when there is none.
///
/// ```
/// use draughts::{Position, VariantVisitor, VariantRules, with_variant};
///
/// struct Start;
/// impl VariantVisitor for Start {
///     type Output = String;
///     fn visit<V: VariantRules>(self) -> String {
///         Position::<V>::start().to_string()
///     }
/// }
/// assert_eq!(with_variant("draughts-russian", Start).as_deref(), Some("W:W21-32:B1-12"));
/// assert_eq!(with_variant("chess", Start), None);
/// ```
pub fn with_variant<T: VariantVisitor>(id: &str, visitor: T) -> Option<T::Output> {
    Some(match id {
        "draughts" => visitor.visit::<International>(),
        "draughts-killer" => visitor.visit::<Killer>(),
        "draughts-breakthrough" => visitor.visit::<Breakthrough>(),
        "draughts-losing" => visitor.visit::<Losing>(),
        "draughts-frisian" => visitor.visit::<Frisian>(),
        "draughts-canadian" => visitor.visit::<Canadian>(),
        "draughts-brazilian" => visitor.visit::<Brazilian>(),
        "draughts-russian" => visitor.visit::<Russian>(),
        "draughts-pool" => visitor.visit::<Pool>(),
        "draughts-english" => visitor.visit::<English>(),
        "draughts-italian" => visitor.visit::<Italian>(),
        "draughts-spanish" => visitor.visit::<Spanish>(),
        "draughts-czech" => visitor.visit::<Czech>(),
        "draughts-turkish" => visitor.visit::<Turkish>(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Id;

    impl VariantVisitor for Id {
        type Output = &'static str;
        fn visit<V: VariantRules>(self) -> &'static str {
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

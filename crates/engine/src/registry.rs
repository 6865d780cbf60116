use crate::{Engine, OpenError, Session, Variant};

/// All variants that can be played, in the order `yiqi games` prints them.
#[must_use]
pub fn variants() -> &'static [Variant] {
    &[]
}

/// The variant with this id.
///
/// # Errors
/// When there is none.
pub fn find_variant(id: &str) -> Result<&'static Variant, OpenError> {
    variants().iter().find(|v| v.id == id).ok_or_else(|| OpenError::UnknownVariant(id.to_owned()))
}

/// Begins a game: `rules` is a rule set's id (default: the variant's first), `position` the
/// start position's text (default: the standard start).
///
/// # Errors
/// When the variant or the rule set is unknown or the position is not legal.
pub fn new_session(
    variant: &str,
    rules: Option<&str>,
    position: Option<&str>,
) -> Result<Box<dyn Session>, OpenError> {
    let _ = (rules, position);
    Err(OpenError::UnknownVariant(variant.to_owned()))
}

/// An engine for a variant (engines of one family play all its variants).
///
/// # Errors
/// When the variant is unknown.
pub fn new_engine(variant: &str) -> Result<Box<dyn Engine>, OpenError> {
    Err(OpenError::UnknownVariant(variant.to_owned()))
}

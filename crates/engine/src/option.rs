/// An option of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// Its name, as UCI prints it (`Hash`).
    pub name: &'static str,
    /// Its type and range.
    pub kind: OptionKind,
}

/// The type and range of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// The value before any is set.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value before any is set.
        default: i64,
        /// The least allowed.
        min: i64,
        /// The greatest allowed.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value before any is set.
        default: &'static str,
        /// All allowed words.
        values: Vec<&'static str>,
    },
    /// An action without a value.
    Button,
    /// Text.
    Text {
        /// The value before any is set.
        default: String,
    },
}

/// A number of the search that can be tuned. The hidden option `Numbers` sets it: `NAME=VALUE`.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Number {
    /// Its name.
    pub name: &'static str,
    /// Its value now.
    pub value: i32,
    /// The least allowed.
    pub min: i32,
    /// The greatest allowed.
    pub max: i32,
    /// The step with which tuning begins.
    pub step: i32,
}

/// Options that no list of an engine shows, and that name no file.
const HIDDEN: [&str; 2] = ["Without", "Numbers"];

/// Which of these names are options that a machine must not take from a message of another one: those that name files
/// or that the engine does not list, and those of `own`, in which the machine decides alone.
pub fn local_options<'a>(
    known: &[OptionSpec],
    own: &[&str],
    names: impl IntoIterator<Item = &'a str>,
) -> Vec<&'a str> {
    let may = |name: &str| {
        let is = |other: &str| other.eq_ignore_ascii_case(name.trim());
        let is_plain =
            known.iter().any(|spec| is(spec.name) && !matches!(spec.kind, OptionKind::Text { .. }));
        (is_plain || HIDDEN.iter().any(|other| is(other))) && !own.iter().any(|other| is(other))
    };
    names.into_iter().filter(|name| !may(name)).collect()
}

use crate::LineError;
use crate::words::Words;
use std::fmt;

/// An option an engine declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDecl {
    /// Its name: under UCI words, under UCCI one lower-case word.
    pub name: String,
    /// The values that it takes.
    pub kind: OptionType,
}

/// The values that an option takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
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
    /// One of several texts.
    Combo {
        /// The value before any is set.
        default: String,
        /// All allowed texts.
        values: Vec<String>,
    },
    /// A button: an action without a value.
    Button,
    /// Text; an empty one is written `<empty>`.
    String {
        /// The value before any is set.
        default: String,
    },
    /// A caption for people (UCCI only).
    Label,
}

const KEYS: [&str; 4] = ["default", "min", "max", "var"];
const EMPTY: &str = "<empty>";

impl OptionDecl {
    /// Reads what follows the name: `type …`.
    pub(crate) fn read(name: String, words: &mut Words<'_>) -> Result<Self, LineError> {
        let expected = "a type: check, spin, combo, button, string or label";
        words.need("type")?;
        let kind = words.need(expected)?;
        let kind_place = words.clone();
        let (mut default, mut min, mut max, mut values) = (None, None, None, Vec::new());
        while let Some(key) = words.take() {
            match key {
                "default" => default = Some(words.text_until(&KEYS)),
                "min" => min = Some(words.number(key)?),
                "max" => max = Some(words.number(key)?),
                "var" => values.push(words.text_until(&KEYS)),
                _ => return Err(words.wrong(key, "default, min, max or var")),
            }
        }
        let text = |default: Option<String>| match default {
            Some(text) if text != EMPTY => text,
            _ => String::new(),
        };
        let kind = match kind {
            "check" => OptionType::Check { default: default.as_deref() == Some("true") },
            "spin" => OptionType::Spin {
                default: default.as_deref().and_then(|d| d.parse().ok()).unwrap_or(0),
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => OptionType::Combo { default: text(default), values },
            "button" => OptionType::Button,
            "string" => OptionType::String { default: text(default) },
            "label" => OptionType::Label,
            other => return Err(kind_place.wrong(other, expected)),
        };
        Ok(Self { name, kind })
    }
}

impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_empty =
            |text: &str| if text.is_empty() { EMPTY.to_owned() } else { text.to_owned() };
        match self {
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Self::Combo { default, values } => {
                write!(f, "combo default {}", or_empty(default))?;
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Button => f.write_str("button"),
            Self::String { default } => write!(f, "string default {}", or_empty(default)),
            Self::Label => f.write_str("label"),
        }
    }
}

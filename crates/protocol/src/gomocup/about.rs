use std::fmt;

/// The description of a brain: `name="…", version="…", …`, in the order given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Keys and values; quotes cannot be part of a value.
    pub fields: Vec<(String, String)>,
}

impl About {
    /// Reads such a line; `None` when it is no such line. Quotes may be missing around a value
    /// without commas.
    ///
    /// ```
    /// use protocol::gomocup::About;
    /// let about = About::read(r#"name="A, the brain", version=1"#).unwrap();
    /// assert_eq!(about.get("NAME"), Some("A, the brain"));
    /// assert_eq!(About::read("MESSAGE name"), None);
    /// ```
    #[must_use]
    pub fn read(line: &str) -> Option<Self> {
        let mut rest = line.trim();
        let mut fields = Vec::new();
        while !rest.is_empty() {
            let (key, after) = rest.split_once('=')?;
            let key = key.trim();
            if key.is_empty() || !key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_') {
                return None;
            }
            let after = after.trim_start();
            let (value, after) = match after.strip_prefix('"') {
                Some(quoted) => {
                    let (value, after) = quoted.split_once('"')?;
                    (value, after.trim_start())
                }
                None => {
                    let end = after.find(',').unwrap_or(after.len());
                    (after[..end].trim(), &after[end..])
                }
            };
            fields.push((key.to_owned(), value.replace('"', "")));
            rest = match after.strip_prefix(',') {
                Some(more) => more.trim_start(),
                None if after.is_empty() => after,
                None => return None,
            };
        }
        let named = fields.iter().any(|(key, _)| key.eq_ignore_ascii_case("name"));
        named.then_some(Self { fields })
    }

    /// The value of a key, in either case.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let field = self.fields.iter().find(|(name, _)| name.eq_ignore_ascii_case(key))?;
        Some(&field.1)
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fields.iter().enumerate().try_for_each(|(n, (key, value))| {
            let comma = if n == 0 { "" } else { ", " };
            write!(f, "{comma}{key}=\"{value}\"")
        })
    }
}

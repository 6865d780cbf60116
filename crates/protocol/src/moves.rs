/// The number of an engine's first rank in move text. Managers translate both ways.
///
/// Xiangqi has ten ranks: counted from 0 every move is four characters (`h2e2`), counted
/// from 1 the last rank takes two (`a9a8` becomes `a10a9`).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub enum RankBase {
    /// Ranks 0–9: UCCI, Pikafish and our own text.
    #[default]
    Zero,
    /// Ranks 1–10: Fairy-Stockfish under UCI.
    One,
}

impl RankBase {
    /// Our move text in the form of this engine. Text that is no move is returned unchanged.
    ///
    /// ```
    /// use protocol::RankBase;
    /// assert_eq!(RankBase::One.to_engine("h2e2"), "h3e3");
    /// assert_eq!(RankBase::One.to_engine("a9a8"), "a10a9");
    /// assert_eq!(RankBase::Zero.to_engine("a9a8"), "a9a8");
    /// ```
    #[must_use]
    pub fn to_engine(self, text: &str) -> String {
        self.shifted(text, |rank| rank.checked_add(1)).unwrap_or_else(|| text.to_owned())
    }

    /// The engine's move text in our form. Text that is no move is returned unchanged: the code
    /// that checks the move reports the error.
    ///
    /// ```
    /// use protocol::RankBase;
    /// assert_eq!(RankBase::One.from_engine("a10a9"), "a9a8");
    /// assert_eq!(RankBase::One.from_engine("0000"), "0000");
    /// ```
    #[must_use]
    pub fn from_engine(self, text: &str) -> String {
        self.shifted(text, |rank| rank.checked_sub(1)).unwrap_or_else(|| text.to_owned())
    }

    fn shifted(self, text: &str, shift: impl Fn(u8) -> Option<u8>) -> Option<String> {
        if self == Self::Zero {
            return None;
        }
        let (from_file, rest) = split_letter(text)?;
        let (from_rank, rest) = split_number(rest)?;
        let (to_file, rest) = split_letter(rest)?;
        let (to_rank, tail) = split_number(rest)?;
        tail.is_empty().then_some(())?;
        Some(format!("{from_file}{}{to_file}{}", shift(from_rank)?, shift(to_rank)?))
    }
}

fn split_letter(text: &str) -> Option<(char, &str)> {
    let letter = text.chars().next().filter(char::is_ascii_lowercase)?;
    Some((letter, &text[1..]))
}

fn split_number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse().ok()?, rest))
}

#[cfg(test)]
mod tests {
    use super::RankBase;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn there_and_back(from in "[a-i][0-9]", to in "[a-i][0-9]") {
            let text = from + &to;
            for base in [RankBase::Zero, RankBase::One] {
                prop_assert_eq!(base.from_engine(&base.to_engine(&text)), text.clone());
            }
        }

        #[test]
        fn nonsense_stays(text in "\\PC*") {
            prop_assert_eq!(RankBase::Zero.to_engine(&text), text.clone());
            let _ = RankBase::One.to_engine(&text);
            let _ = RankBase::One.from_engine(&text);
        }
    }

    #[test]
    fn examples() {
        for (ours, theirs) in [("h2e2", "h3e3"), ("a9a8", "a10a9"), ("i8i9", "i9i10")] {
            assert_eq!(RankBase::One.to_engine(ours), theirs);
            assert_eq!(RankBase::One.from_engine(theirs), ours);
        }
        // A rank 0 does not exist in that count.
        assert_eq!(RankBase::One.from_engine("a0a1"), "a0a1");
    }
}

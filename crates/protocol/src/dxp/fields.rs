use super::MessageError;

/// The fields of a message, read one by one. The position is kept for error messages.
pub(super) struct Fields<'a> {
    message: &'static str,
    bytes: &'a [u8],
    next: usize,
}

impl<'a> Fields<'a> {
    /// The fields after the header.
    pub(super) fn new(message: &'static str, bytes: &'a [u8]) -> Self {
        Self { message, bytes, next: 1 }
    }

    /// The next `size` bytes.
    fn take(&mut self, field: &'static str, size: usize) -> Result<&'a [u8], MessageError> {
        let bytes = self.bytes.get(self.next..self.next + size).ok_or(MessageError::Short {
            message: self.message,
            field,
            place: self.next + 1,
            needed: size,
        })?;
        self.next += size;
        Ok(bytes)
    }

    /// A number of so many digits, between bounds.
    pub(super) fn number(
        &mut self,
        field: &'static str,
        size: usize,
        bounds: std::ops::RangeInclusive<u16>,
    ) -> Result<u16, MessageError> {
        let bytes = self.take(field, size)?;
        let text = std::str::from_utf8(bytes).ok();
        let digits = text.filter(|text| text.bytes().all(|b| b.is_ascii_digit()));
        let number = digits.and_then(|text| text.parse().ok()).filter(|n| bounds.contains(n));
        number.ok_or_else(|| {
            let (least, most) = bounds.clone().into_inner();
            self.wrong(field, size, format!("{size} digits, from {least} to {most}"))
        })
    }

    /// A letter, and its meaning.
    pub(super) fn letter<T: Copy>(
        &mut self,
        field: &'static str,
        meanings: &[(u8, T)],
    ) -> Result<T, MessageError> {
        let letter = self.take(field, 1)?[0];
        let meaning = meanings.iter().find(|(known, _)| *known == letter);
        meaning.map(|(_, meaning)| *meaning).ok_or_else(|| {
            let known: Vec<String> =
                meanings.iter().map(|(letter, _)| char::from(*letter).to_string()).collect();
            self.wrong(field, 1, known.join(" or "))
        })
    }

    /// Text of exactly so many bytes, without the trailing spaces.
    pub(super) fn text(
        &mut self,
        field: &'static str,
        size: usize,
    ) -> Result<String, MessageError> {
        Ok(readable(self.take(field, size)?).trim_end().to_owned())
    }

    /// All remaining bytes.
    pub(super) fn rest(&mut self) -> &'a [u8] {
        let rest = self.bytes.get(self.next..).unwrap_or_default();
        self.next = self.bytes.len();
        rest
    }

    /// An error in the field read last.
    pub(super) fn wrong(&self, field: &'static str, size: usize, expected: String) -> MessageError {
        let start = self.next - size;
        MessageError::Field {
            message: self.message,
            field,
            place: start + 1,
            found: readable(self.bytes.get(start..self.next).unwrap_or_default()),
            expected,
        }
    }

    /// The error for bytes that are left over.
    pub(super) fn finish(&self) -> Result<(), MessageError> {
        match self.bytes.len().saturating_sub(self.next) {
            0 => Ok(()),
            extra => Err(MessageError::Long { message: self.message, extra }),
        }
    }
}

/// Bytes as text. Bytes that are not printable ASCII become question marks: programs write names in
/// various code pages, and this must not end a game.
pub(super) fn readable(bytes: &[u8]) -> String {
    let printable = |&byte: &u8| if (b' '..=b'~').contains(&byte) { char::from(byte) } else { '?' };
    bytes.iter().map(printable).collect()
}

/// Text as printable ASCII of at most `size` characters.
pub(super) fn cut(text: &str, size: usize) -> String {
    let printable = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    text.chars().take(size).map(printable).collect()
}

use super::{LONGEST, MessageError};

/// Splits a stream of bytes into messages, each ended by a zero byte.
///
/// ```
/// use protocol::dxp::Frames;
/// let mut frames = Frames::default();
/// assert_eq!(frames.push(b"E00\0A"), [Ok(b"E00".to_vec())]);
/// assert_eq!(frames.push(b"bc\0"), [Ok(b"Abc".to_vec())]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Frames {
    begun: Vec<u8>,
    /// The current message is too long already: the rest of it is dropped.
    overlong: bool,
}

impl Frames {
    /// Accepts bytes, and returns the messages that they complete, without their end codes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<Result<Vec<u8>, MessageError>> {
        let mut messages = Vec::new();
        for &byte in bytes {
            if byte == 0 {
                let message = std::mem::take(&mut self.begun);
                if !std::mem::take(&mut self.overlong) {
                    messages.push(Ok(message));
                }
            } else if self.begun.len() < LONGEST {
                self.begun.push(byte);
            } else if !std::mem::replace(&mut self.overlong, true) {
                messages.push(Err(MessageError::TooLong { longest: LONGEST }));
            }
        }
        messages
    }
}

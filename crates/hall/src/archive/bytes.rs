//! Numbers of variable length: seven bits in a byte, the lowest first.

use crate::archive::TrackError;

pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7f) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A reader of bytes that may be damaged.
#[derive(Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    pub(crate) fn byte(&mut self) -> Result<u8, TrackError> {
        let (first, rest) = self.0.split_first().ok_or(TrackError::Damaged)?;
        self.0 = rest;
        Ok(*first)
    }

    pub(crate) fn number(&mut self) -> Result<u64, TrackError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(TrackError::Damaged)
    }

    /// A count of things of which each has a byte at least: more than there are bytes are damage, and no
    /// memory is reserved for them.
    pub(crate) fn count(&mut self) -> Result<usize, TrackError> {
        let count = usize::try_from(self.number()?).map_err(|_| TrackError::Damaged)?;
        if count > self.0.len() { Err(TrackError::Damaged) } else { Ok(count) }
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], TrackError> {
        let (taken, rest) = self.0.split_at_checked(length).ok_or(TrackError::Damaged)?;
        self.0 = rest;
        Ok(taken)
    }
}

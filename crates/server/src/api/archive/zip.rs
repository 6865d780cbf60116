//! An archive of several files (PKWARE's application note, 4.3), written piece by piece: nothing of it is kept but its directory.

use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::{self, Write};

/// Of a file in the archive, and of its row in the directory at the end.
const FILE: u32 = 0x0403_4b50;
const ROW: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
/// Readers need version 2.0; names are UTF-8; the content is deflated.
const VERSION: u16 = 20;
const UTF8: u16 = 1 << 11;
const DEFLATED: u16 = 8;
/// No time, 1 January 1980: the first day that there is.
const TIMES: [u16; 2] = [0, 0x0021];

/// Writes an archive of at most 65,535 files and 4 GiB, without the form for more.
pub(super) struct ZipWriter<W> {
    out: W,
    /// The bytes that are written.
    at: u32,
    rows: Vec<u8>,
    count: u16,
}

impl<W: Write> ZipWriter<W> {
    pub(super) const fn new(out: W) -> Self {
        Self { out, at: 0, rows: Vec::new(), count: 0 }
    }

    /// Adds a file.
    pub(super) fn file(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        let mut packed = DeflateEncoder::new(Vec::new(), Compression::default());
        packed.write_all(content)?;
        let packed = packed.finish()?;
        let mut crc = flate2::Crc::new();
        crc.update(content);
        // What both headers say of the file.
        let mut about = Vec::new();
        for part in [VERSION, UTF8, DEFLATED, TIMES[0], TIMES[1]] {
            about.extend(part.to_le_bytes());
        }
        for part in [crc.sum(), small(packed.len())?, small(content.len())?] {
            about.extend(part.to_le_bytes());
        }
        about.extend(small::<u16>(name.len())?.to_le_bytes());
        // No further fields.
        about.extend([0; 2]);
        let head = [&FILE.to_le_bytes()[..], &about, name.as_bytes()].concat();
        self.rows.extend(ROW.to_le_bytes());
        self.rows.extend(VERSION.to_le_bytes());
        self.rows.extend(about);
        // No comment, the first disk, no attributes.
        self.rows.extend([0; 10]);
        self.rows.extend(self.at.to_le_bytes());
        self.rows.extend(name.as_bytes());
        self.out.write_all(&head)?;
        self.out.write_all(&packed)?;
        self.at = self.at.checked_add(small(head.len() + packed.len())?).ok_or_else(too_large)?;
        self.count = self.count.checked_add(1).ok_or_else(too_large)?;
        Ok(())
    }

    /// Writes the directory.
    pub(super) fn finish(mut self) -> io::Result<()> {
        self.out.write_all(&self.rows)?;
        let mut end = END.to_le_bytes().to_vec();
        // All of it is on the first disk.
        end.extend([0; 4]);
        end.extend(self.count.to_le_bytes());
        end.extend(self.count.to_le_bytes());
        end.extend(small::<u32>(self.rows.len())?.to_le_bytes());
        end.extend(self.at.to_le_bytes());
        end.extend([0; 2]);
        self.out.write_all(&end)?;
        self.out.flush()
    }
}

fn small<N: TryFrom<usize>>(length: usize) -> io::Result<N> {
    N::try_from(length).map_err(|_| too_large())
}

fn too_large() -> io::Error {
    io::Error::other("the archive is too large")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read as _;

    #[test]
    fn another_program_reads_what_was_written() {
        let files = [("001-xiangqi.pgn", "h2e2 ".repeat(4000)), ("棋.txt", String::new())];
        let mut bytes = Vec::new();
        let mut writer = ZipWriter::new(&mut bytes);
        for (name, content) in &files {
            writer.file(name, content.as_bytes()).unwrap();
        }
        writer.finish().unwrap();
        assert!(bytes.len() < 1000, "{}", bytes.len());
        let mut read = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        assert_eq!(read.len(), files.len());
        for (i, (name, content)) in files.iter().enumerate() {
            let mut file = read.by_index(i).unwrap();
            let mut text = String::new();
            file.read_to_string(&mut text).unwrap();
            assert_eq!((file.name().unwrap().as_ref(), &text), (*name, content));
        }
    }
}

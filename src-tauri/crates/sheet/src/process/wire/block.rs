//! The blocks of the protocol, and the markers in them.

use crate::formats::Kind;

/// Marker before the first block. Bytes before it on the same stream are ignored.
pub(super) const START: &[u8] = b"\0paysheet reading 3\n";
/// Rows are sent together once they reach this many bytes.
pub(super) const BLOCK_BYTES: usize = 64 * 1024;
/// Size in bytes of the length field before each block (little endian).
pub(super) const LENGTH_BYTES: usize = 4;

/// The type of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Block {
    /// [`crate::formats::SheetStart`] in JSON.
    Sheet = 1,
    /// Rows of the sheet that was started last.
    Rows = 2,
    /// [`crate::formats::SheetEnd`] in JSON.
    SheetEnd = 3,
    /// The last block after success: [`crate::formats::BookFacts`] in JSON.
    End = 4,
    /// The last block after an error: [`crate::FileError`] in JSON.
    Refused = 5,
}

impl Block {
    const ALL: [Self; 5] = [Self::Sheet, Self::Rows, Self::SheetEnd, Self::End, Self::Refused];

    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|block| *block as u8 == byte)
    }
}

/// Marks the beginning of a row among the cells of a block. The row's number and width follow, then its cells.
pub(super) const ROW: u8 = 0xFF;

pub(super) const KINDS: [Kind; 8] = [
    Kind::Text,
    Kind::Number,
    Kind::False,
    Kind::True,
    Kind::Date,
    Kind::Percent,
    Kind::Error,
    Kind::FormulaWithoutValue,
];

//! The checksums of a page and of a frame of the log, and the fields of a database's header that describe them.

/// Bytes reserved at the end of each page.
pub const CHECKSUM_BYTES: usize = 8;
/// The `application_id` of a database with checksums ("Payl"). With it a single changed bit cannot make such a
/// database look like one without: header byte 20 and this field would have to change together.
pub const MARK: i32 = 0x5061_796c;

pub(crate) const HEADER_BYTES: usize = 100;
const PAGE_SIZE_AT: usize = 16;
const RESERVED_AT: usize = 20;
const MARK_AT: usize = 68;
const PAGE_BYTES_MIN: usize = 512;
const PAGE_BYTES_MAX: usize = 65_536;

/// The form of a database's pages according to its header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// There is no header yet.
    Empty,
    /// Without checksums.
    Plain,
    Checked {
        page_bytes: usize,
    },
}

/// The stored bytes are not bytes that were written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

impl Form {
    /// Parses a header.
    ///
    /// # Errors
    /// If the header is that of a database with checksums, and damaged.
    pub fn of_header(header: &[u8]) -> Result<Self, Damaged> {
        let has_reserve = header.get(RESERVED_AT).copied().map(usize::from) == Some(CHECKSUM_BYTES);
        let is_marked = header.get(MARK_AT..MARK_AT + 4) == Some(&MARK.to_be_bytes());
        match (has_reserve, is_marked, page_bytes(header)) {
            (true, _, Some(page_bytes)) => Ok(Self::Checked { page_bytes }),
            (false, false, _) => Ok(Self::Plain),
            (true, _, None) | (false, true, _) => Err(Damaged),
        }
    }
}

fn page_bytes(header: &[u8]) -> Option<usize> {
    let field = header.get(PAGE_SIZE_AT..PAGE_SIZE_AT + 2)?;
    let bytes = match u16::from_be_bytes(field.try_into().ok()?) {
        1 => PAGE_BYTES_MAX,
        bytes => usize::from(bytes),
    };
    is_page_size(bytes).then_some(bytes)
}

pub(crate) fn is_page_size(bytes: usize) -> bool {
    bytes.is_power_of_two() && (PAGE_BYTES_MIN..=PAGE_BYTES_MAX).contains(&bytes)
}

/// Writes the checksum into the reserved bytes. Pages are numbered from 1.
pub(crate) fn seal(number: u64, page: &mut [u8]) {
    if let Some((content, stored)) = page.split_last_chunk_mut::<CHECKSUM_BYTES>() {
        *stored = page_checksum(number, content);
    }
}

pub(crate) fn verify(number: u64, page: &[u8]) -> Result<(), Damaged> {
    match page.split_last_chunk::<CHECKSUM_BYTES>() {
        Some((content, stored)) if *stored == page_checksum(number, content) => Ok(()),
        Some(_) | None => Err(Damaged),
    }
}

/// Returns a CRC-32, which every change within 32 neighbouring bits alters, and a sum that depends on the positions.
/// Both contain the page's number, so that a page in the position of another is found too.
fn page_checksum(number: u64, content: &[u8]) -> [u8; CHECKSUM_BYTES] {
    let number = number.to_be_bytes();
    let mut crc = crc32fast::Hasher::new();
    crc.update(&number);
    crc.update(content);
    let (mut sum, mut weighted) = (u64::from_be_bytes(number), 0_u64);
    for word in content.chunks_exact(8) {
        let word = word.try_into().map_or(0, u64::from_le_bytes);
        sum = sum.wrapping_add(word);
        weighted = weighted.wrapping_add(sum);
    }
    let folded = (sum ^ weighted.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    let [a, b, c, d] = crc.finalize().to_be_bytes();
    let [.., e, f, g, h] = folded.to_be_bytes();
    [a, b, c, d, e, f, g, h]
}

/// The two running sums of the log, as SQLite's file format defines them
/// (<https://www.sqlite.org/fileformat2.html#checksum_algorithm>).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct LogSum(pub u32, pub u32);

/// The byte order in which the log's sums read a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WordOrder {
    BigEndian,
    LittleEndian,
}

impl LogSum {
    /// Parses a sum from the 8 bytes in which it is stored.
    pub fn stored(bytes: &[u8]) -> Option<Self> {
        let (first, rest) = bytes.split_first_chunk::<4>()?;
        let second = rest.first_chunk::<4>()?;
        Some(Self(u32::from_be_bytes(*first), u32::from_be_bytes(*second)))
    }

    #[must_use]
    pub fn plus(self, order: WordOrder, bytes: &[u8]) -> Self {
        match order {
            WordOrder::BigEndian => self.add(bytes, u32::from_be_bytes),
            WordOrder::LittleEndian => self.add(bytes, u32::from_le_bytes),
        }
    }

    fn add(self, bytes: &[u8], word: fn([u8; 4]) -> u32) -> Self {
        let Self(mut one, mut two) = self;
        for pair in bytes.chunks_exact(8) {
            if let Ok([a, b, c, d, e, f, g, h]) = <[u8; 8]>::try_from(pair) {
                one = one.wrapping_add(word([a, b, c, d])).wrapping_add(two);
                two = two.wrapping_add(word([e, f, g, h])).wrapping_add(one);
            }
        }
        Self(one, two)
    }
}

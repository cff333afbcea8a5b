//! Reads one stream of the container of older Office files (MS-CFB). It is implemented here because other programs
//! write small errors that Excel accepts. The crate `cfb` (0.14) refuses both test files of SheetJS, which fills the
//! rest of the allocation table with ends of chains. It also reads a sector of that table as often as the file lists
//! it, so that a file of 8 MiB takes 1 GiB of memory.

use crate::{
    formats::little_endian::{u16_at, u32_at, utf_16},
    limits::FILE_BYTES_MAX,
};

/// Sector numbers from here on are markers, such as the end of a chain.
const MARKS: u32 = 0xFFFF_FFFA;
const MINI_SECTOR_BYTES: usize = 64;
const ENTRY_BYTES: usize = 128;
/// Streams with fewer bytes than this are in the mini stream of the root.
const SMALL_STREAM_BYTES: u64 = 4096;
/// Bytes of the header that contain the first sector numbers of the allocation table.
const TABLES_IN_HEADER: std::ops::Range<usize> = 76..512;

pub(super) struct Container<'a> {
    bytes: &'a [u8],
    sector_bytes: usize,
    next: Vec<u32>,
    small_next: Vec<u32>,
    entries: Vec<Entry>,
}

struct Entry {
    name: String,
    start: u32,
    bytes: u64,
}

impl<'a> Container<'a> {
    /// Opens the container; none if the bytes are not one.
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let sector_bytes = match u16_at(bytes, 30)? {
            9 => 512,
            12 => 4096,
            _ => return None,
        };
        let mut container =
            Self { bytes, sector_bytes, next: Vec::new(), small_next: Vec::new(), entries: Vec::new() };
        container.next = container.tables()?;
        let directory = u32_at(bytes, 48)?;
        container.entries =
            container.chain(directory).chunks_exact(ENTRY_BYTES).filter_map(Entry::of).collect();
        // Every container has at least its root entry. A file without one was cut off before its directory.
        container.entries.first()?;
        container.small_next = numbers(&container.chain(u32_at(bytes, 60)?));
        Some(container)
    }

    /// Returns the bytes of a stream by its name, ignoring case.
    pub fn stream(&self, name: &str) -> Option<Vec<u8>> {
        let entry = self.entries.iter().find(|entry| entry.name.eq_ignore_ascii_case(name))?;
        let mut stream = if entry.bytes < SMALL_STREAM_BYTES {
            self.small_chain(entry.start)
        } else {
            self.chain(entry.start)
        };
        stream.truncate(usize::try_from(entry.bytes).ok()?);
        Some(stream)
    }

    pub fn has(&self, name: &str) -> bool {
        self.entries.iter().any(|entry| entry.name.eq_ignore_ascii_case(name))
    }

    /// Returns the whole allocation table: the next sector of each sector; none if the file lists more sectors of it
    /// than it has.
    fn tables(&self) -> Option<Vec<u32>> {
        let mut sectors = numbers(self.bytes.get(TABLES_IN_HEADER)?);
        let mut more = u32_at(self.bytes, 68)?;
        let mut seen = 0;
        while more < MARKS && seen <= self.sectors_max() {
            let mut listed = numbers(self.sector(more)?);
            more = listed.pop()?;
            sectors.extend(listed);
            seen += 1;
        }
        sectors.retain(|sector| *sector < MARKS);
        // A file that lists more has listed some repeatedly. calamine would read each as often as it is listed.
        let tables = Some(sectors).filter(|sectors| sectors.len() <= self.sectors_max())?;
        Some(tables.into_iter().filter_map(|sector| self.sector(sector)).flat_map(numbers).collect())
    }

    fn sectors_max(&self) -> usize {
        self.bytes.len() / self.sector_bytes + 1
    }

    /// Returns a sector. The last one may be cut short.
    fn sector(&self, number: u32) -> Option<&'a [u8]> {
        let start = usize::try_from(number).ok()?.checked_add(1)?.checked_mul(self.sector_bytes)?;
        let end = start.checked_add(self.sector_bytes)?.min(self.bytes.len());
        self.bytes.get(start..end)
    }

    /// Returns the bytes of a chain of sectors. A chain with a cycle ends at the file's size.
    fn chain(&self, start: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut sector = start;
        for _ in 0..self.sectors_max() {
            let Some(part) = self.sector(sector).filter(|_| sector < MARKS) else { break };
            bytes.extend_from_slice(part);
            let Some(next) = usize::try_from(sector).ok().and_then(|at| self.next.get(at)) else { break };
            sector = *next;
        }
        bytes
    }

    fn small_chain(&self, start: u32) -> Vec<u8> {
        let root = self.entries.first().map(|root| self.chain(root.start)).unwrap_or_default();
        let limit = usize::try_from(SMALL_STREAM_BYTES).unwrap_or(0) / MINI_SECTOR_BYTES;
        let mut bytes = Vec::new();
        let mut sector = start;
        for _ in 0..limit {
            let Ok(at) = usize::try_from(sector) else { break };
            let Some(part) = root.chunks(MINI_SECTOR_BYTES).nth(at).filter(|_| sector < MARKS) else { break };
            bytes.extend_from_slice(part);
            let Some(next) = self.small_next.get(at) else { break };
            sector = *next;
        }
        bytes
    }
}

impl Entry {
    fn of(entry: &[u8]) -> Option<Self> {
        let name_bytes = usize::from(u16_at(entry, 64)?).saturating_sub(2);
        let name = utf_16(entry.get(..name_bytes.min(64))?);
        let bytes = u64::from(u32_at(entry, 120)?).min(FILE_BYTES_MAX);
        Some(Self { name, start: u32_at(entry, 116)?, bytes })
    }
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).filter_map(|four| u32_at(four, 0)).collect()
}

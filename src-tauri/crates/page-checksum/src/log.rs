//! The write-ahead log while a database is open. SQLite writes a checksum with each frame and verifies it only when it
//! recovers a log. Here each page that is read from the log is verified with it: the checksum of a frame continues that
//! of the frame before, and both are in the file.
//!
//! Nothing about committed frames is stored in memory, so that frames of other connections and programs are verified as
//! well. Inside a large transaction SQLite overwrites frames, and writes headers without checksums, until it commits.
//! The CRC of those pages is stored until their headers are complete.

use std::collections::HashMap;

use libsqlite3_sys::SQLITE_IOERR_DATA;

use crate::{
    checksum::{self, LogSum, WordOrder},
    code::Code,
    inner::{Bytes, Inner},
};

pub(crate) const LOG_HEADER_BYTES: usize = 32;
pub(crate) const FRAME_HEADER_BYTES: usize = 24;
/// Length of the part of a frame's header that its checksum covers: page number and size of the database.
pub(crate) const SUMMED_BYTES: usize = 8;
/// Range of the log's salts in a frame's header.
pub(crate) const SALTS: std::ops::Range<usize> = 8..16;
/// Range of the database size in a frame's header: the size after the transaction that the frame ends, or zero.
pub(crate) const DATABASE_SIZE: std::ops::Range<usize> = 4..8;
const FRAME_SUM: std::ops::Range<usize> = 16..24;
const HEADER_SUM: std::ops::Range<usize> = 24..32;
const MAGIC: u32 = 0x377f_0682;
const VERSION: u32 = 3_007_000;

/// The fields of a log's header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LogHeader {
    pub page_bytes: usize,
    pub order: WordOrder,
    pub salts: [u8; 8],
    pub sum: LogSum,
}

impl LogHeader {
    /// Parses a header. Returns none if it is not valid.
    pub fn parse(header: &[u8; LOG_HEADER_BYTES]) -> Option<Self> {
        let field = |at: usize| Some(u32::from_be_bytes(header.get(at..at + 4)?.try_into().ok()?));
        let order = match field(0)?.wrapping_sub(MAGIC) {
            0 => WordOrder::LittleEndian,
            1 => WordOrder::BigEndian,
            _ => return None,
        };
        let page_bytes = usize::try_from(field(8)?).ok()?;
        let sum = LogSum::stored(header.get(HEADER_SUM)?)?;
        let is_valid = field(4)? == VERSION
            && checksum::is_page_size(page_bytes)
            && LogSum::default().plus(order, header.get(..HEADER_SUM.start)?) == sum;
        let salts = header.get(16..24)?.try_into().ok()?;
        is_valid.then_some(Self { page_bytes, order, salts, sum })
    }
}

/// Returns the checksum stored in a frame's header.
pub(crate) fn frame_sum(header: &[u8]) -> Option<LogSum> {
    LogSum::stored(header.get(FRAME_SUM)?)
}

/// Returns whether a frame continues the checksum before it.
pub(crate) fn continues(before: LogSum, order: WordOrder, header: &[u8], page: &[u8]) -> bool {
    let summed = header.get(..SUMMED_BYTES).unwrap_or_default();
    frame_sum(header) == Some(before.plus(order, summed).plus(order, page))
}

#[derive(Debug, Default)]
pub(crate) struct Log {
    header: Option<LogHeader>,
    /// CRC of pages whose frame has no valid checksum yet, by frame.
    unsealed: HashMap<u64, u32>,
    /// The frame whose header was written last, if it has a checksum and its page comes next.
    sealed_next: Option<u64>,
    /// The last frame that was read whole, and the checksum it had then. SQLite reads whole frames, one after the
    /// other, when it rewrites their checksums.
    read_whole: Option<(u64, LogSum)>,
}

/// A position in the log.
struct Place {
    /// Number of the frame, from 0.
    frame: u64,
    /// Offset within the frame.
    start: usize,
}

impl Log {
    /// Reads bytes and verifies the pages among them.
    ///
    /// # Errors
    /// `SQLITE_IOERR_DATA` if a page that is read is damaged; the platform's codes.
    pub fn read(&mut self, file: &mut Inner, bytes: &mut [u8], offset: i64) -> Result<Bytes, Code> {
        let read = file.read(bytes, offset)?;
        if is_in_log_header(offset) {
            if offset == 0 && bytes.len() == LOG_HEADER_BYTES {
                // Only a recovery reads the whole log: no frame of an earlier unfinished transaction counts then.
                self.unsealed.clear();
                self.read_whole = None;
            }
            return Ok(read);
        }
        if read == Bytes::Short {
            return Ok(read);
        }
        let header = self.header(file)?.ok_or(SQLITE_IOERR_DATA)?;
        let Place { frame, start } = place(offset, header.page_bytes);
        if start == FRAME_HEADER_BYTES && bytes.len() == header.page_bytes {
            self.verify_page(file, header, (frame, bytes))?;
        } else if start == 0 && bytes.len() == FRAME_HEADER_BYTES + header.page_bytes {
            self.verify_frame(file, header, (frame, bytes))?;
        }
        Ok(read)
    }

    fn verify_page(
        &mut self,
        file: &mut Inner,
        log: LogHeader,
        (frame, page): (u64, &[u8]),
    ) -> Result<(), Code> {
        if self.is_unsealed_as(frame, page) {
            return Ok(());
        }
        let mut header = [0; FRAME_HEADER_BYTES];
        file.read(&mut header, offset_of(frame, log.page_bytes))?;
        let before = sum_before(file, log, frame)?;
        if continues(before, log.order, &header, page) {
            // The frame that this connection wrote there was rolled back, and another connection has written there
            // since.
            self.unsealed.remove(&frame);
            return Ok(());
        }
        Err(SQLITE_IOERR_DATA)
    }

    /// Verifies a frame that is read whole. SQLite reads frames whole when it recovers a log, which ends at the first
    /// frame that is not valid, and when it commits a transaction that overwrote frames: then a damaged page would get
    /// a valid checksum.
    fn verify_frame(
        &mut self,
        file: &mut Inner,
        log: LogHeader,
        (frame, bytes): (u64, &[u8]),
    ) -> Result<(), Code> {
        if self.unsealed.is_empty() {
            return Ok(());
        }
        let (header, page) = bytes.split_at_checked(FRAME_HEADER_BYTES).ok_or(SQLITE_IOERR_DATA)?;
        let before = match self.read_whole {
            Some((read, sum)) if read.checked_add(1) == Some(frame) => sum,
            Some(_) | None => sum_before(file, log, frame)?,
        };
        let sum = frame_sum(header).ok_or(SQLITE_IOERR_DATA)?;
        self.read_whole = Some((frame, sum));
        let is_whole = self.is_unsealed_as(frame, page)
            || !self.unsealed.contains_key(&frame) && continues(before, log.order, header, page);
        if is_whole { Ok(()) } else { Err(SQLITE_IOERR_DATA) }
    }

    fn is_unsealed_as(&self, frame: u64, page: &[u8]) -> bool {
        self.unsealed.get(&frame).is_some_and(|crc| *crc == crc32fast::hash(page))
    }

    pub fn write(&mut self, file: &mut Inner, bytes: &[u8], offset: i64) -> Result<(), Code> {
        if is_in_log_header(offset) {
            *self = Self::default();
        } else if let Some(header) = self.header(file)? {
            self.note_write(header, bytes, offset);
        }
        file.write(bytes, offset)
    }

    fn note_write(&mut self, log: LogHeader, bytes: &[u8], offset: i64) {
        let Place { frame, start } = place(offset, log.page_bytes);
        if start < FRAME_HEADER_BYTES {
            let is_sealed =
                start > 0 || bytes.get(SALTS.start..).is_some_and(|rest| rest.iter().any(|b| *b != 0));
            self.sealed_next = is_sealed.then_some(frame);
            if is_sealed {
                self.unsealed.remove(&frame);
            }
        } else if start == FRAME_HEADER_BYTES && bytes.len() == log.page_bytes {
            if self.sealed_next.take() != Some(frame) {
                self.unsealed.insert(frame, crc32fast::hash(bytes));
            }
            self.read_whole = None;
        }
    }

    pub fn truncate(&mut self, file: &mut Inner, bytes: i64) -> Result<(), Code> {
        file.truncate(bytes)?;
        if is_in_log_header(bytes) {
            *self = Self::default();
        }
        Ok(())
    }

    /// Returns the log's header. Page size and byte order stay the same for as long as a log is open; salts and
    /// checksum are read when they are needed.
    fn header(&mut self, file: &mut Inner) -> Result<Option<LogHeader>, Code> {
        if self.header.is_none() {
            self.header = read_header(file)?;
        }
        Ok(self.header)
    }
}

fn read_header(file: &mut Inner) -> Result<Option<LogHeader>, Code> {
    let mut header = [0; LOG_HEADER_BYTES];
    let read = file.read(&mut header, 0)?;
    Ok(if read == Bytes::All { LogHeader::parse(&header) } else { None })
}

/// Returns the checksum that a frame continues.
fn sum_before(file: &mut Inner, log: LogHeader, frame: u64) -> Result<LogSum, Code> {
    let mut stored = [0; 8];
    let start = match frame.checked_sub(1) {
        Some(before) => offset_of(before, log.page_bytes).saturating_add(16),
        None => 24,
    };
    file.read(&mut stored, start)?;
    LogSum::stored(&stored).ok_or(SQLITE_IOERR_DATA)
}

fn is_in_log_header(offset: i64) -> bool {
    usize::try_from(offset).is_ok_and(|offset| offset < LOG_HEADER_BYTES)
}

fn frame_bytes(page_bytes: usize) -> u64 {
    u64::try_from(page_bytes + FRAME_HEADER_BYTES).unwrap_or(u64::MAX)
}

fn place(offset: i64, page_bytes: usize) -> Place {
    let in_frames = offset.unsigned_abs().saturating_sub(LOG_HEADER_BYTES as u64);
    let start = usize::try_from(in_frames % frame_bytes(page_bytes)).unwrap_or_default();
    Place { frame: in_frames / frame_bytes(page_bytes), start }
}

fn offset_of(frame: u64, page_bytes: usize) -> i64 {
    let offset = frame.saturating_mul(frame_bytes(page_bytes)).saturating_add(LOG_HEADER_BYTES as u64);
    i64::try_from(offset).unwrap_or(i64::MAX)
}

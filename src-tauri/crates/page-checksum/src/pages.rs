//! A database file: each page is written with its checksum and verified with each read.

use std::{collections::BTreeSet, thread, time::Duration};

use libsqlite3_sys::{SQLITE_IOERR_DATA, SQLITE_IOERR_WRITE};

use crate::{
    checksum::{self, Damaged, Form, HEADER_BYTES},
    code::Code,
    inner::{Bytes, Inner},
};

/// Most reads of the first page. SQLite reads the header without a lock when it opens a file, possibly while another
/// connection writes it. A header that appears damaged then is read again before it is reported.
const FIRST_PAGE_READS_MAX: u32 = 10;
const FIRST_PAGE_PAUSE: Duration = Duration::from_millis(1);
/// Position of SQLite's locks: the page with this byte is never used, and Windows does not allow writing it.
const LOCKED_BYTE: i64 = 0x4000_0000;

#[derive(Debug)]
pub(crate) struct Pages {
    form: Form,
    /// Positions and lengths of pages that were written to a file before its header was. They get their checksums with
    /// it.
    before_header: BTreeSet<(i64, usize)>,
    /// A buffer for one page.
    buffer: Vec<u8>,
}

impl Pages {
    pub const fn new() -> Self {
        Self { form: Form::Empty, before_header: BTreeSet::new(), buffer: Vec::new() }
    }

    /// Reads bytes and verifies every page that they belong to.
    ///
    /// # Errors
    /// `SQLITE_IOERR_DATA` if a page that is read is damaged; the platform's codes.
    pub fn read(&mut self, file: &mut Inner, bytes: &mut [u8], offset: i64) -> Result<Bytes, Code> {
        let mut result = self.read_once(file, bytes, offset);
        for _ in 1..FIRST_PAGE_READS_MAX {
            if result != Err(SQLITE_IOERR_DATA) || !is_in_header(offset) {
                break;
            }
            thread::sleep(FIRST_PAGE_PAUSE);
            result = self.read_once(file, bytes, offset);
        }
        result
    }

    fn read_once(&mut self, file: &mut Inner, bytes: &mut [u8], offset: i64) -> Result<Bytes, Code> {
        if self.form == Form::Empty || is_in_header(offset) {
            self.read_form(file)?;
        }
        let Form::Checked { page_bytes } = self.form else { return file.read(bytes, offset) };
        let page_length = i64::try_from(page_bytes).map_err(|_| SQLITE_IOERR_DATA)?;
        if is_of_header(bytes, offset) {
            // SQLite reads the header before it opens the log, which may contain a whole first page for one that a
            // power failure left half written. It reads the page itself before it uses anything else of it.
            return file.read(bytes, offset);
        }
        if bytes.len() != page_bytes || offset % page_length != 0 {
            return self.read_part(file, bytes, (offset, page_bytes));
        }
        let read = file.read(bytes, offset)?;
        if read == Bytes::All {
            checksum::verify(number(offset, page_length), bytes).map_err(|Damaged| SQLITE_IOERR_DATA)?;
        }
        Ok(read)
    }

    /// Verifies all pages that a part belongs to.
    fn read_part(
        &mut self,
        file: &mut Inner,
        bytes: &mut [u8],
        (offset, page_bytes): (i64, usize),
    ) -> Result<Bytes, Code> {
        let page_length = i64::try_from(page_bytes).map_err(|_| SQLITE_IOERR_DATA)?;
        let end = offset.saturating_add(i64::try_from(bytes.len()).map_err(|_| SQLITE_IOERR_DATA)?);
        self.buffer.resize(page_bytes, 0);
        let mut place = offset - offset % page_length;
        let read = file.read(bytes, offset)?;
        while place < end {
            if file.read(&mut self.buffer, place)? == Bytes::Short {
                break;
            }
            checksum::verify(number(place, page_length), &self.buffer)
                .map_err(|Damaged| SQLITE_IOERR_DATA)?;
            copy_overlap((bytes, offset), (&self.buffer, place));
            place += page_length;
        }
        Ok(read)
    }

    /// Reads the current header.
    pub fn read_form(&mut self, file: &mut Inner) -> Result<(), Code> {
        let mut header = [0; HEADER_BYTES];
        self.form = match file.read(&mut header, 0)? {
            // The first page is not written yet, but others are.
            Bytes::All if header == [0; HEADER_BYTES] => Form::Empty,
            Bytes::All => Form::of_header(&header).map_err(|Damaged| SQLITE_IOERR_DATA)?,
            Bytes::Short => Form::Empty,
        };
        Ok(())
    }

    /// Writes pages with their checksums.
    ///
    /// # Errors
    /// `SQLITE_IOERR_WRITE` for bytes that are no page of a file with checksums; the platform's codes.
    pub fn write(&mut self, file: &mut Inner, bytes: &[u8], offset: i64) -> Result<(), Code> {
        if offset == 0 && bytes.len() >= HEADER_BYTES {
            self.form = Form::of_header(bytes).unwrap_or(Form::Plain);
            self.seal_earlier(file)?;
        } else if self.form == Form::Empty {
            self.read_form(file)?;
        }
        match self.form {
            Form::Plain => file.write(bytes, offset),
            Form::Empty => {
                self.before_header.insert((offset, bytes.len()));
                file.write(bytes, offset)
            }
            Form::Checked { page_bytes } => {
                let page_length = i64::try_from(page_bytes).map_err(|_| SQLITE_IOERR_WRITE)?;
                if bytes.len() != page_bytes || offset % page_length != 0 {
                    return Err(SQLITE_IOERR_WRITE);
                }
                fill_gap(file, offset, page_bytes)?;
                self.buffer.clear();
                self.buffer.extend_from_slice(bytes);
                checksum::seal(number(offset, page_length), &mut self.buffer);
                file.write(&self.buffer, offset)
            }
        }
    }

    /// Seals pages that were written before the header: a large new file (`VACUUM INTO`) may get other pages before its
    /// first one.
    fn seal_earlier(&mut self, file: &mut Inner) -> Result<(), Code> {
        let earlier = std::mem::take(&mut self.before_header);
        let Form::Checked { page_bytes } = self.form else { return Ok(()) };
        let page_length = i64::try_from(page_bytes).map_err(|_| SQLITE_IOERR_WRITE)?;
        for (offset, length) in earlier.into_iter().filter(|(offset, _)| *offset > 0) {
            if length != page_bytes || offset % page_length != 0 {
                return Err(SQLITE_IOERR_WRITE);
            }
            self.buffer.resize(page_bytes, 0);
            file.read(&mut self.buffer, offset)?;
            checksum::seal(number(offset, page_length), &mut self.buffer);
            file.write(&self.buffer, offset)?;
        }
        Ok(())
    }

    pub fn truncate(&mut self, file: &mut Inner, bytes: i64) -> Result<(), Code> {
        if let Form::Checked { page_bytes } = self.form {
            fill_gap(file, bytes, page_bytes)?;
        }
        file.truncate(bytes)?;
        if bytes == 0 {
            *self = Self::new();
        }
        Ok(())
    }
}

/// Writes checksums of the pages that SQLite skips when it makes a file longer. Without them, reading such a page would
/// look like damage.
fn fill_gap(file: &mut Inner, end: i64, page_bytes: usize) -> Result<(), Code> {
    let page_length = i64::try_from(page_bytes).map_err(|_| SQLITE_IOERR_WRITE)?;
    let size = file.size()?;
    if end - size < page_length {
        return Ok(());
    }
    let mut page = vec![0; page_bytes];
    let mut place = (size + page_length - 1) / page_length * page_length;
    while place + page_length <= end {
        if !(place..place + page_length).contains(&LOCKED_BYTE) {
            page.fill(0);
            checksum::seal(number(place, page_length), &mut page);
            file.write(&page, place)?;
        }
        place += page_length;
    }
    Ok(())
}

fn is_in_header(offset: i64) -> bool {
    usize::try_from(offset).is_ok_and(|offset| offset < HEADER_BYTES)
}

/// Returns whether only the header, or a part of it, is read.
fn is_of_header(bytes: &[u8], offset: i64) -> bool {
    usize::try_from(offset).is_ok_and(|offset| offset.saturating_add(bytes.len()) <= HEADER_BYTES)
}

/// Returns the number of the page at this offset, from 1.
fn number(offset: i64, page_length: i64) -> u64 {
    (offset / page_length).unsigned_abs() + 1
}

/// Copies the requested bytes from a verified page, so that the returned bytes are the verified ones.
fn copy_overlap((bytes, offset): (&mut [u8], i64), (page, place): (&[u8], i64)) {
    let skip = |from: i64, to: i64| usize::try_from(to.saturating_sub(from)).unwrap_or_default();
    let (Some(target), Some(source)) =
        (bytes.get_mut(skip(offset, place)..), page.get(skip(place, offset)..))
    else {
        return;
    };
    for (to, from) in target.iter_mut().zip(source) {
        *to = *from;
    }
}

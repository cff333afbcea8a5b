//! Checks a log that a crash left behind, before SQLite recovers it. SQLite reads a log up to its first invalid frame
//! and drops the rest. After a crash that is right, since a frame may be half written, but one changed bit would drop
//! payments that were confirmed. The frames that follow distinguish a changed bit from a half-written frame: with that
//! bit corrected, the log is valid up to the end of a transaction.

use std::{
    fs::File,
    io::{self, BufReader, ErrorKind, Read},
    path::Path,
};

use crate::{
    checksum::LogSum,
    log::{
        DATABASE_SIZE, FRAME_HEADER_BYTES, LOG_HEADER_BYTES, LogHeader, SALTS, SUMMED_BYTES, continues,
        frame_sum,
    },
};

/// The state of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogState {
    /// SQLite recovers every committed frame in it.
    Whole,
    /// A single changed bit hides frames from SQLite.
    BitChanged,
}

/// Reads the log beside a database that no connection of this program has open.
///
/// # Errors
/// If it cannot be read.
pub fn check_log(database: &Path) -> io::Result<LogState> {
    let mut name = database.file_name().unwrap_or_default().to_owned();
    name.push("-wal");
    let file = match File::open(database.with_file_name(name)) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(LogState::Whole),
        file => file?,
    };
    let mut log = BufReader::with_capacity(1024 * 1024, file);
    let mut header = [0; LOG_HEADER_BYTES];
    if !is_filled(&mut log, &mut header)? {
        return Ok(LogState::Whole);
    }
    let Some(parsed) = LogHeader::parse(&header) else {
        let is_one_off = is_one_bit_off(&mut header, |header| LogHeader::parse(header).is_some());
        return Ok(if is_one_off { LogState::BitChanged } else { LogState::Whole });
    };
    check_frames(&mut log, parsed)
}

fn check_frames(log: &mut impl Read, parsed: LogHeader) -> io::Result<LogState> {
    let mut frame = vec![0; FRAME_HEADER_BYTES + parsed.page_bytes];
    let (mut before, mut is_changed) = (vec![parsed.sum], false);
    while is_filled(log, &mut frame)? {
        if before.iter().any(|sum| is_valid(parsed, *sum, &frame)) {
            before = frame_sum(&frame).into_iter().collect();
        } else if let (false, [sum]) = (is_changed, before.as_slice()) {
            before = sums_without_the_bit(parsed, *sum, &mut frame);
            is_changed = true;
        } else {
            before.clear();
        }
        if before.is_empty() {
            return Ok(LogState::Whole);
        }
        if is_changed && ends_transaction(&frame) {
            return Ok(LogState::BitChanged);
        }
    }
    Ok(LogState::Whole)
}

/// Returns whether a frame ends a transaction: its last frame contains the size of the database after it.
fn ends_transaction(frame: &[u8]) -> bool {
    frame.get(DATABASE_SIZE).is_some_and(|size| size.iter().any(|byte| *byte != 0))
}

fn is_valid(log: LogHeader, before: LogSum, frame: &[u8]) -> bool {
    let (header, page) = frame.split_at(FRAME_HEADER_BYTES);
    header.get(SALTS) == Some(&log.salts) && continues(before, log.order, header, page)
}

/// Returns the checksums that the next frame may continue if one bit of this frame was changed; none if it was not one
/// bit. There may be two: a changed bit of the page and a changed bit of the stored checksum can look alike. Frames of
/// an earlier use of the log have other salts, and are ruled out before anything is tried.
fn sums_without_the_bit(log: LogHeader, before: LogSum, frame: &mut [u8]) -> Vec<LogSum> {
    let stored = frame_sum(frame).unwrap_or_default();
    let salts = frame.get(SALTS).unwrap_or_default();
    let differing: u32 = salts.iter().zip(log.salts).map(|(one, other)| (one ^ other).count_ones()).sum();
    if differing > 1 {
        return Vec::new();
    }
    if differing == 1 {
        if let Some(salts) = frame.get_mut(SALTS) {
            salts.copy_from_slice(&log.salts);
        }
        return if is_valid(log, before, frame) { vec![stored] } else { Vec::new() };
    }
    let (header, page) = frame.split_at(FRAME_HEADER_BYTES);
    let summed = header.get(..SUMMED_BYTES).unwrap_or_default();
    let computed = before.plus(log.order, summed).plus(log.order, page);
    let mut sums = Vec::new();
    if is_one_bit_off(frame, |frame| is_valid(log, before, frame)) {
        sums.push(frame_sum(frame).unwrap_or_default());
        sums.push(stored);
    }
    if (computed.0 ^ stored.0).count_ones() + (computed.1 ^ stored.1).count_ones() == 1 {
        sums.push(computed);
    }
    sums
}

/// Tries every bit, and leaves the wrong one corrected.
fn is_one_bit_off<Bytes: AsMut<[u8]> + ?Sized>(bytes: &mut Bytes, is_valid: impl Fn(&Bytes) -> bool) -> bool {
    let length = bytes.as_mut().len();
    (0..length * 8).any(|bit| {
        flip(bytes.as_mut(), bit);
        let is_off_by_this = is_valid(bytes);
        if !is_off_by_this {
            flip(bytes.as_mut(), bit);
        }
        is_off_by_this
    })
}

fn flip(bytes: &mut [u8], bit: usize) {
    if let Some(byte) = bytes.get_mut(bit / 8) {
        *byte ^= 1 << (bit % 8);
    }
}

/// Fills the buffer. Returns whether there were enough bytes left.
fn is_filled(log: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match log.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}

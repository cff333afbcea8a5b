//! The platform's file: calls of its methods with slices instead of pointers.

use std::ptr::NonNull;

use libsqlite3_sys::{SQLITE_IOERR, SQLITE_IOERR_SHORT_READ, SQLITE_OK, sqlite3_file, sqlite3_io_methods};

use crate::code::Code;

/// A file that the platform's VFS opened, as long as it is open.
#[derive(Debug)]
pub(crate) struct Inner(NonNull<sqlite3_file>);

/// What a read returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bytes {
    All,
    /// The file ends earlier; the rest is zeroes.
    Short,
}

#[expect(unsafe_code, reason = "SQLite's files are tables of C functions")]
impl Inner {
    /// Wraps an open file.
    ///
    /// # Safety
    /// The file stays open, and is used by nobody else, for as long as this value exists.
    pub const unsafe fn new(file: NonNull<sqlite3_file>) -> Self {
        Self(file)
    }

    const fn methods(&self) -> &sqlite3_io_methods {
        // SAFETY: an open file has a table of methods, which is never freed (`new`).
        unsafe { &*self.0.as_ref().pMethods }
    }

    /// Reads bytes at an offset.
    ///
    /// # Errors
    /// The platform's code.
    pub fn read(&mut self, bytes: &mut [u8], offset: i64) -> Result<Bytes, Code> {
        let (Some(read), Ok(length)) = (self.methods().xRead, bytes.len().try_into()) else {
            return Err(SQLITE_IOERR);
        };
        // SAFETY: the file is open (`new`), and the buffer has the length that is passed.
        match unsafe { read(self.0.as_ptr(), bytes.as_mut_ptr().cast(), length, offset) } {
            SQLITE_OK => Ok(Bytes::All),
            SQLITE_IOERR_SHORT_READ => Ok(Bytes::Short),
            code => Err(code),
        }
    }

    pub fn write(&mut self, bytes: &[u8], offset: i64) -> Result<(), Code> {
        let (Some(write), Ok(length)) = (self.methods().xWrite, bytes.len().try_into()) else {
            return Err(SQLITE_IOERR);
        };
        // SAFETY: as for `read`.
        done(unsafe { write(self.0.as_ptr(), bytes.as_ptr().cast(), length, offset) })
    }

    pub fn truncate(&mut self, bytes: i64) -> Result<(), Code> {
        let Some(truncate) = self.methods().xTruncate else { return Err(SQLITE_IOERR) };
        // SAFETY: the file is open (`new`).
        done(unsafe { truncate(self.0.as_ptr(), bytes) })
    }

    pub fn sync(&mut self, flags: Code) -> Result<(), Code> {
        let Some(sync) = self.methods().xSync else { return Err(SQLITE_IOERR) };
        // SAFETY: the file is open (`new`).
        done(unsafe { sync(self.0.as_ptr(), flags) })
    }

    /// Returns the size in bytes.
    pub fn size(&mut self) -> Result<i64, Code> {
        let Some(size) = self.methods().xFileSize else { return Err(SQLITE_IOERR) };
        let mut bytes = 0;
        // SAFETY: the file is open (`new`), and the number outlives the call.
        done(unsafe { size(self.0.as_ptr(), &raw mut bytes) })?;
        Ok(bytes)
    }
}

const fn done(code: Code) -> Result<(), Code> {
    if code == SQLITE_OK { Ok(()) } else { Err(code) }
}

//! The methods of a file that SQLite calls: reads and writes go through [`Pages`] or [`Log`]. Everything else is
//! forwarded to the platform's file, which is placed behind the layer's file in the memory that SQLite allocated.

use std::{ffi::c_int, mem::size_of};

use libsqlite3_sys::{SQLITE_OK, sqlite3_file, sqlite3_io_methods};

use crate::{
    code::Code,
    inner::{Bytes, Inner},
    log::Log,
    pages::Pages,
    step::Step,
};

/// The file that SQLite uses. The platform's file follows it in memory.
#[repr(C)]
pub(crate) struct LayeredFile {
    base: sqlite3_file,
    state: *mut State,
}

pub(crate) const FILE_BYTES: usize = size_of::<LayeredFile>();

pub(crate) struct State {
    pub inner: Inner,
    pub kind: Kind,
    #[cfg(feature = "faults")]
    pub faults: crate::faults::Installed,
}

pub(crate) enum Kind {
    Database(Pages),
    Log(Log),
}

impl State {
    fn read(&mut self, bytes: &mut [u8], offset: i64) -> Result<Bytes, Code> {
        match &mut self.kind {
            Kind::Database(pages) => pages.read(&mut self.inner, bytes, offset),
            Kind::Log(log) => log.read(&mut self.inner, bytes, offset),
        }
    }

    fn write(&mut self, bytes: &[u8], offset: i64) -> Result<(), Code> {
        self.may(Step::Write)?;
        match &mut self.kind {
            Kind::Database(pages) => pages.write(&mut self.inner, bytes, offset),
            Kind::Log(log) => log.write(&mut self.inner, bytes, offset),
        }
    }

    fn truncate(&mut self, bytes: i64) -> Result<(), Code> {
        self.may(Step::Truncate)?;
        match &mut self.kind {
            Kind::Database(pages) => pages.truncate(&mut self.inner, bytes),
            Kind::Log(log) => log.truncate(&mut self.inner, bytes),
        }
    }

    fn sync(&mut self, flags: c_int) -> Result<(), Code> {
        self.may(Step::Sync)?;
        self.inner.sync(flags)
    }

    #[cfg(feature = "faults")]
    fn may(&self, step: Step) -> Result<(), Code> {
        self.faults.pass(step)
    }

    #[cfg(not(feature = "faults"))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "with faults it can fail")]
    const fn may(&self, _step: Step) -> Result<(), Code> {
        Ok(())
    }
}

const fn code(result: Result<(), Code>) -> Code {
    match result {
        Ok(()) => SQLITE_OK,
        Err(code) => code,
    }
}

/// Version 2 of the methods: with shared memory for the log's index, and without mapping pages into memory, which would
/// bypass `read`.
pub(crate) static METHODS: sqlite3_io_methods = methods(2);
/// For files of platforms without shared memory.
pub(crate) static METHODS_WITHOUT_SHARED_MEMORY: sqlite3_io_methods = methods(1);

use self::imp::methods;
pub(crate) use self::imp::{attach, inner_of};

#[expect(unsafe_code, reason = "SQLite calls C functions with pointers to its files")]
mod imp {
    use std::{
        ffi::{c_int, c_void},
        ptr::{NonNull, null_mut},
        slice,
    };

    use libsqlite3_sys::{
        SQLITE_FCNTL_CKPT_START, SQLITE_IOCAP_SUBPAGE_READ, SQLITE_IOERR, SQLITE_IOERR_SHORT_READ,
        SQLITE_NOTFOUND, SQLITE_OK, sqlite3_file, sqlite3_int64, sqlite3_io_methods,
    };

    use crate::{
        inner::Bytes,
        methods::{FILE_BYTES, Kind, LayeredFile, State, code},
    };

    /// Returns the platform's file behind the layer's file.
    ///
    /// # Safety
    /// `file` has `FILE_BYTES` and the bytes of the platform's file.
    pub const unsafe fn inner_of(file: *mut sqlite3_file) -> *mut sqlite3_file {
        // SAFETY: within the memory of the file. SQLite aligns it to 8 bytes, and so does `FILE_BYTES`.
        unsafe { file.byte_add(FILE_BYTES) }
    }

    /// Makes `file` a layer over the platform's file that was opened behind it.
    ///
    /// # Safety
    /// As for `inner_of`, and the platform's file is open.
    pub unsafe fn attach(file: *mut sqlite3_file, state: State, methods: &'static sqlite3_io_methods) {
        let layered =
            LayeredFile { base: sqlite3_file { pMethods: methods }, state: Box::into_raw(Box::new(state)) };
        // SAFETY: the memory is large enough (above); nothing in it needs to be dropped.
        unsafe { file.cast::<LayeredFile>().write(layered) }
    }

    /// Returns the state of a file.
    ///
    /// # Safety
    /// `attach` was called for this file, and `close` was not. SQLite uses a file from one thread at a time, and not
    /// from within one of its methods.
    unsafe fn state<'a>(file: *mut sqlite3_file) -> &'a mut State {
        // SAFETY: as above.
        unsafe { &mut *(*file.cast::<LayeredFile>()).state }
    }

    unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
        // SAFETY: SQLite closes a file once, and does not use it after. The state, and with it the use of the
        // platform's file, ends before that is closed.
        unsafe {
            let layered = file.cast::<LayeredFile>();
            drop(Box::from_raw((*layered).state));
            (*layered).state = null_mut();
            let inner = inner_of(file);
            (*(*inner).pMethods).xClose.map_or(SQLITE_OK, |close| close(inner))
        }
    }

    unsafe extern "C" fn read(
        file: *mut sqlite3_file,
        to: *mut c_void,
        length: c_int,
        at: sqlite3_int64,
    ) -> c_int {
        let (Some(to), Ok(length)) = (NonNull::new(to.cast::<u8>()), usize::try_from(length)) else {
            return SQLITE_IOERR;
        };
        // SAFETY: SQLite passes an open file of ours and a buffer of this length. It may be fresh memory: it is
        // written before it is read, except where the platform's read fails, and then only by SQLite itself.
        let (state, bytes) = unsafe {
            to.as_ptr().write_bytes(0, length);
            (state(file), slice::from_raw_parts_mut(to.as_ptr(), length))
        };
        match state.read(bytes, at) {
            Ok(Bytes::All) => SQLITE_OK,
            Ok(Bytes::Short) => SQLITE_IOERR_SHORT_READ,
            Err(code) => code,
        }
    }

    unsafe extern "C" fn write(
        file: *mut sqlite3_file,
        from: *const c_void,
        length: c_int,
        at: sqlite3_int64,
    ) -> c_int {
        let Ok(length) = usize::try_from(length) else { return SQLITE_IOERR };
        if from.is_null() {
            return SQLITE_IOERR;
        }
        // SAFETY: SQLite passes an open file of ours and a buffer of this length, which it does not change meanwhile.
        let (state, bytes) = unsafe { (state(file), slice::from_raw_parts(from.cast::<u8>(), length)) };
        code(state.write(bytes, at))
    }

    unsafe extern "C" fn truncate(file: *mut sqlite3_file, bytes: sqlite3_int64) -> c_int {
        // SAFETY: SQLite passes an open file of ours.
        code(unsafe { state(file) }.truncate(bytes))
    }

    unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
        // SAFETY: SQLite passes an open file of ours.
        code(unsafe { state(file) }.sync(flags))
    }

    unsafe extern "C" fn file_control(
        file: *mut sqlite3_file,
        operation: c_int,
        argument: *mut c_void,
    ) -> c_int {
        if operation == SQLITE_FCNTL_CKPT_START {
            // SAFETY: SQLite passes an open file of ours.
            let state = unsafe { state(file) };
            if let Kind::Database(pages) = &mut state.kind {
                // Another connection may have given the file checksums meanwhile. If the header cannot be read, the
                // next read of it returns the error.
                let _is_read_again = pages.read_form(&mut state.inner);
            }
        }
        // SAFETY: as above; the argument is passed on as it is.
        unsafe {
            let inner = inner_of(file);
            (*(*inner).pMethods)
                .xFileControl
                .map_or(SQLITE_NOTFOUND, |control| control(inner, operation, argument))
        }
    }

    unsafe extern "C" fn device_characteristics(file: *mut sqlite3_file) -> c_int {
        // SAFETY: SQLite passes an open file of ours, and so the platform's is behind it.
        let characteristics = unsafe {
            let inner = inner_of(file);
            (*(*inner).pMethods).xDeviceCharacteristics.map_or(0, |of| of(inner))
        };
        // A part of a page cannot be verified.
        characteristics & !SQLITE_IOCAP_SUBPAGE_READ
    }

    macro_rules! forwarded {
        ($($name:ident = $method:ident($($argument:ident: $type:ty),*) or $missing:expr;)*) => {$(
            unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $type)*) -> c_int {
                // SAFETY: SQLite passes an open file of ours, and so the platform's is behind it; the arguments are
                // passed on as they are.
                unsafe {
                    let inner = inner_of(file);
                    (*(*inner).pMethods).$method.map_or($missing, |method| method(inner $(, $argument)*))
                }
            }
        )*};
    }

    forwarded! {
        file_size = xFileSize(bytes: *mut sqlite3_int64) or SQLITE_IOERR;
        lock = xLock(level: c_int) or SQLITE_IOERR;
        unlock = xUnlock(level: c_int) or SQLITE_IOERR;
        check_reserved_lock = xCheckReservedLock(result: *mut c_int) or SQLITE_IOERR;
        sector_size = xSectorSize() or 4096;
        shm_map = xShmMap(page: c_int, bytes: c_int, extend: c_int, memory: *mut *mut c_void) or SQLITE_IOERR;
        shm_lock = xShmLock(offset: c_int, count: c_int, flags: c_int) or SQLITE_IOERR;
        shm_unmap = xShmUnmap(delete: c_int) or SQLITE_IOERR;
    }

    unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
        // SAFETY: as for the forwarded methods.
        unsafe {
            let inner = inner_of(file);
            if let Some(barrier) = (*(*inner).pMethods).xShmBarrier {
                barrier(inner);
            }
        }
    }

    pub const fn methods(version: c_int) -> sqlite3_io_methods {
        sqlite3_io_methods {
            iVersion: version,
            xClose: Some(close),
            xRead: Some(read),
            xWrite: Some(write),
            xTruncate: Some(truncate),
            xSync: Some(sync),
            xFileSize: Some(file_size),
            xLock: Some(lock),
            xUnlock: Some(unlock),
            xCheckReservedLock: Some(check_reserved_lock),
            xFileControl: Some(file_control),
            xSectorSize: Some(sector_size),
            xDeviceCharacteristics: Some(device_characteristics),
            xShmMap: Some(shm_map),
            xShmLock: Some(shm_lock),
            xShmBarrier: Some(shm_barrier),
            xShmUnmap: Some(shm_unmap),
            xFetch: None,
            xUnfetch: None,
        }
    }
}

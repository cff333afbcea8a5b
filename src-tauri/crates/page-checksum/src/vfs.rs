//! Registers the layer with SQLite.

use std::{
    ffi::{CStr, c_char, c_int},
    ptr::{NonNull, null, null_mut},
    sync::{
        OnceLock,
        atomic::{AtomicPtr, Ordering},
    },
};

use libsqlite3_sys::{
    SQLITE_CANTOPEN, SQLITE_FCNTL_RESERVE_BYTES, SQLITE_OK, SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_WAL, sqlite3,
    sqlite3_file, sqlite3_file_control, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

use crate::{
    checksum::{CHECKSUM_BYTES, Form},
    code::Code,
    inner::Inner,
    log::Log,
    methods::{FILE_BYTES, Kind, METHODS, METHODS_WITHOUT_SHARED_MEMORY, State, attach, inner_of},
    pages::Pages,
};

const NAME: &CStr = c"paysheet-checksum";

/// SQLite could not be extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisterError(Code);

impl std::fmt::Display for RegisterError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SQLite did not take page checksums (code {})", self.0)
    }
}

impl std::error::Error for RegisterError {}

/// The platform's VFS; set when the layer is registered.
static PLATFORM: AtomicPtr<sqlite3_vfs> = AtomicPtr::new(null_mut());

/// Registers the layer. Every connection that is opened from now on verifies databases with checksums and leaves all
/// others unchanged. The layer becomes SQLite's default: a connection that was opened without it would write pages
/// whose checksums are those of their earlier content.
///
/// # Errors
/// If SQLite cannot be initialised.
pub fn register() -> Result<(), RegisterError> {
    static REGISTERED: OnceLock<Result<(), RegisterError>> = OnceLock::new();
    *REGISTERED.get_or_init(register_once)
}

#[expect(unsafe_code, reason = "SQLite's functions are C functions")]
fn register_once() -> Result<(), RegisterError> {
    // SAFETY: with no name, SQLite returns its default VFS, or nothing. Registered ones are never freed.
    let platform = unsafe { sqlite3_vfs_find(null()) };
    let Some(found) = NonNull::new(platform) else { return Err(RegisterError(SQLITE_CANTOPEN)) };
    // SAFETY: as above; the structure is plain numbers and pointers.
    let mut layer = unsafe { found.as_ptr().read() };
    let bytes = c_int::try_from(FILE_BYTES).map_err(|_| RegisterError(SQLITE_CANTOPEN))?;
    // All other methods stay the platform's. The structure's fields that they need (`pAppData`, `mxPathname`) stay as
    // well.
    layer.szOsFile += bytes;
    layer.zName = NAME.as_ptr();
    layer.pNext = null_mut();
    layer.xOpen = Some(open);
    PLATFORM.store(platform, Ordering::Release);
    // SAFETY: the structure lives for as long as the program.
    let code = unsafe { sqlite3_vfs_register(Box::leak(Box::new(layer)), 1) };
    if code == SQLITE_OK { Ok(()) } else { Err(RegisterError(code)) }
}

#[expect(unsafe_code, reason = "called by SQLite with pointers")]
unsafe extern "C" fn open(
    _layer: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    flags_out: *mut c_int,
) -> c_int {
    let platform = PLATFORM.load(Ordering::Acquire);
    let is_layered = !name.is_null() && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL) != 0;
    // SAFETY: SQLite gives `szOsFile` bytes for the file: ours and, behind it, the platform's. The platform's VFS is
    // registered for good, and its methods are called with what SQLite passed.
    unsafe {
        let Some(open) = (*platform).xOpen else { return SQLITE_CANTOPEN };
        if !is_layered {
            return open(platform, name, file, flags, flags_out);
        }
        let inner = inner_of(file);
        (*inner).pMethods = null();
        (*file).pMethods = null();
        let code = open(platform, name, inner, flags, flags_out);
        let Some(methods) = (*inner).pMethods.as_ref() else {
            return if code == SQLITE_OK { SQLITE_CANTOPEN } else { code };
        };
        if code != SQLITE_OK {
            if let Some(close) = methods.xClose {
                close(inner);
            }
            return code;
        }
        let is_log = flags & SQLITE_OPEN_WAL != 0;
        let state = State {
            inner: Inner::new(NonNull::new_unchecked(inner)),
            kind: if is_log { Kind::Log(Log::default()) } else { Kind::Database(Pages::new()) },
            #[cfg(feature = "faults")]
            faults: crate::faults::Installed::of(CStr::from_ptr(name), is_log),
        };
        let own = if methods.iVersion >= 2 { &METHODS } else { &METHODS_WITHOUT_SHARED_MEMORY };
        attach(file, state, own);
    }
    SQLITE_OK
}

/// Reserves the bytes of the checksums in a database that is made, or rebuilt by `VACUUM`, through this connection. If
/// the database has pages and is not rebuilt, nothing changes.
///
/// # Safety
/// The connection is open, and used by nobody else during the call.
///
/// # Errors
/// SQLite's code.
#[expect(unsafe_code, reason = "the caller has a raw handle of SQLite")]
pub unsafe fn reserve_checksums(connection: NonNull<sqlite3>) -> Result<(), c_int> {
    let mut bytes = c_int::try_from(CHECKSUM_BYTES).unwrap_or_default();
    // SAFETY: the connection is open (above); this operation reads and writes one number.
    let code = unsafe {
        sqlite3_file_control(
            connection.as_ptr(),
            c"main".as_ptr(),
            SQLITE_FCNTL_RESERVE_BYTES,
            (&raw mut bytes).cast(),
        )
    };
    if code == SQLITE_OK { Ok(()) } else { Err(code) }
}

/// Returns whether the first bytes of a database file, at least 100, belong to a database with checksums. A damaged
/// header of such a file counts as one.
#[must_use]
pub fn header_has_checksums(header: &[u8]) -> bool {
    !matches!(Form::of_header(header), Ok(Form::Plain | Form::Empty))
}

//! The differences between operating systems: the file that a path leads to, and a lock on one byte of a file.
//!
//! The byte is far outside the range that SQLite locks, so the two never conflict. A lock on the whole file would
//! conflict: `flock` and `fcntl` locks exclude each other on macOS, and on Windows a lock on the whole file locks out
//! the database.

pub(crate) use self::imp::FileId;
pub(super) use self::imp::{lock_byte, names_of, unlock_byte};

/// The byte that is locked. SQLite locks bytes from 2^30 to 2^30 + 511, and a database ends before 2^48.
const LOCKED_BYTE: u64 = 1 << 62;

#[cfg(unix)]
#[expect(unsafe_code, reason = "locks of an open file description have no safe interface on macOS")]
mod imp {
    use std::{
        fs::{File, Metadata},
        io,
        os::{fd::AsRawFd, unix::fs::MetadataExt},
        path::Path,
    };

    use crate::store::file_lock::system::LOCKED_BYTE;

    /// Device and inode: the same for every name of a file, and of no other file while it exists.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct FileId {
        device: u64,
        inode: u64,
    }

    impl FileId {
        /// Returns the id of the file that `path` leads to now, without opening it.
        pub fn at(path: &Path) -> io::Result<Self> {
            Ok(Self::from(&std::fs::metadata(path)?))
        }

        pub fn of(file: &File) -> io::Result<Self> {
            Ok(Self::from(&file.metadata()?))
        }
    }

    impl From<&Metadata> for FileId {
        fn from(metadata: &Metadata) -> Self {
            Self { device: metadata.dev(), inode: metadata.ino() }
        }
    }

    /// Returns how many names (hard links) the file has.
    pub fn names_of(file: &File) -> io::Result<u64> {
        Ok(file.metadata()?.nlink())
    }

    /// Locks the byte for this open file and returns whether it was free. The lock belongs to the open file
    /// description, not to the process: SQLite opening and closing the same file does not release it.
    pub fn lock_byte(file: &File) -> io::Result<bool> {
        let mut lock = locked_byte()?;
        lock.l_type = libc::F_WRLCK as _;
        match set(file, &lock) {
            Ok(()) => Ok(true),
            Err(error) if matches!(error.raw_os_error(), Some(libc::EAGAIN | libc::EACCES)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub fn unlock_byte(file: &File) -> io::Result<()> {
        let mut lock = locked_byte()?;
        lock.l_type = libc::F_UNLCK as _;
        set(file, &lock)
    }

    fn locked_byte() -> io::Result<libc::flock> {
        // SAFETY: plain numbers, for which all zeroes are a value; the process id has to be zero.
        let mut lock: libc::flock = unsafe { std::mem::zeroed() };
        lock.l_whence = libc::SEEK_SET as _;
        lock.l_start = LOCKED_BYTE.try_into().map_err(|_| io::Error::from(io::ErrorKind::Unsupported))?;
        lock.l_len = 1;
        Ok(lock)
    }

    fn set(file: &File, lock: &libc::flock) -> io::Result<()> {
        // SAFETY: the descriptor is open, and the call only reads the structure.
        let result = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLK, std::ptr::from_ref(lock)) };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "locks on a byte range have no safe interface")]
mod imp {
    use std::{fs::File, io, os::windows::io::AsRawHandle, path::Path};

    use windows_sys::Win32::{
        Foundation::ERROR_LOCK_VIOLATION,
        Storage::FileSystem::{LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, UnlockFileEx},
        System::IO::OVERLAPPED,
    };

    use crate::store::file_lock::system::LOCKED_BYTE;

    /// Volume and file index: the same for every name of a file, and of no other file while it exists.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct FileId {
        volume: u64,
        index: u64,
    }

    impl FileId {
        /// Returns the id of the file that `path` leads to now.
        pub fn at(path: &Path) -> io::Result<Self> {
            Self::of(&File::open(path)?)
        }

        pub fn of(file: &File) -> io::Result<Self> {
            let information = winapi_util::file::information(file)?;
            Ok(Self { volume: information.volume_serial_number(), index: information.file_index() })
        }
    }

    /// Returns how many names (hard links) the file has.
    pub fn names_of(file: &File) -> io::Result<u64> {
        Ok(winapi_util::file::information(file)?.number_of_links())
    }

    /// Locks the byte for this handle and returns whether it was free.
    pub fn lock_byte(file: &File) -> io::Result<bool> {
        let flags = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
        let mut place = place();
        // SAFETY: the handle is open; a handle opened for synchronous use needs the structure only until this returns.
        let locked = unsafe { LockFileEx(file.as_raw_handle(), flags, 0, 1, 0, &raw mut place) };
        if locked != 0 {
            return Ok(true);
        }
        let error = io::Error::last_os_error();
        let taken =
            error.raw_os_error().and_then(|code| u32::try_from(code).ok()) == Some(ERROR_LOCK_VIOLATION);
        if taken { Ok(false) } else { Err(error) }
    }

    pub fn unlock_byte(file: &File) -> io::Result<()> {
        let mut place = place();
        // SAFETY: as above.
        let unlocked = unsafe { UnlockFileEx(file.as_raw_handle(), 0, 1, 0, &raw mut place) };
        if unlocked != 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
    }

    fn place() -> OVERLAPPED {
        let mut place = OVERLAPPED::default();
        let (low, high) = (LOCKED_BYTE & u64::from(u32::MAX), LOCKED_BYTE >> u32::BITS);
        place.Anonymous.Anonymous.Offset = low as u32;
        place.Anonymous.Anonymous.OffsetHigh = high as u32;
        place
    }
}

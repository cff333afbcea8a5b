//! Limits what a reading process may use. On Linux and macOS the process limits itself before it reads a byte:
//! memory, processor time, no file written, and no new file, socket or pipe, which also denies network access. On
//! Windows a job object limits memory and time from outside and ends the process together with this program; network
//! access is not blocked there. macOS accepts the memory limit but does not enforce it: there only the time limit
//! stops a process that uses too much memory.

#[cfg(unix)]
pub(super) use self::unix::{Hold, hold, myself, widen};
#[cfg(windows)]
pub(super) use self::windows::{Hold, hold, myself, widen};

#[cfg(unix)]
mod unix {
    use std::{
        io,
        process::{Child, ChildStdout},
    };

    use rustix::process::{Resource, Rlimit, setrlimit};

    use crate::limits::{READER_ADDRESSES_BYTES_MAX, READER_CPU_S, READER_MEMORY_BYTES_MAX};

    /// A placeholder: the process limits itself.
    #[derive(Debug, Default)]
    pub struct Hold(());

    #[expect(clippy::unnecessary_wraps, reason = "on Windows it can fail")]
    pub const fn hold(_child: &mut Child) -> io::Result<Hold> {
        Ok(Hold(()))
    }

    /// Size of the pipe between the two processes in bytes. It is large, so that neither process waits for the other
    /// after every block.
    #[cfg(target_os = "linux")]
    const PIPE_BYTES: usize = 1024 * 1024;

    /// Enlarges the pipe. If that fails, reading is only slower.
    #[cfg(target_os = "linux")]
    pub fn widen(output: Option<&ChildStdout>) {
        let _narrow = output.map(|output| rustix::pipe::fcntl_setpipe_size(output, PIPE_BYTES));
    }

    #[cfg(not(target_os = "linux"))]
    pub const fn widen(_output: Option<&ChildStdout>) {}

    /// Standard input, output and error are already open. No other file can be opened.
    const FILES_MAX: u64 = 3;

    pub fn myself() -> io::Result<()> {
        let addresses = mapped_bytes().saturating_add(READER_ADDRESSES_BYTES_MAX);
        let limits = [
            (Resource::Data, READER_MEMORY_BYTES_MAX),
            (Resource::As, addresses),
            (Resource::Cpu, READER_CPU_S),
            (Resource::Fsize, 0),
            (Resource::Core, 0),
            (Resource::Nofile, FILES_MAX),
        ];
        for (resource, limit) in limits {
            // If the system's own limit is stricter, it stays.
            let now = rustix::process::getrlimit(resource);
            let limit = now.maximum.map_or(limit, |most| most.min(limit));
            let set = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
            if cfg!(target_os = "linux") {
                set?;
            }
        }
        Ok(())
    }

    /// Returns the bytes of address space that the program and its libraries use before anything is read; 0 if the
    /// system does not report it.
    fn mapped_bytes() -> u64 {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmSize:"));
        let kib = line.and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse::<u64>().ok());
        kib.unwrap_or(0).saturating_mul(1024)
    }
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "job objects have no safe interface that limits memory")]
mod windows {
    use std::{
        ffi::c_void,
        io, mem,
        os::windows::io::AsRawHandle,
        process::{Child, ChildStdout},
        ptr,
    };

    use windows_sys::Win32::{
        Foundation::{CloseHandle, HANDLE},
        System::JobObjects::{
            AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_ACTIVE_PROCESS,
            JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE, JOB_OBJECT_LIMIT_PROCESS_MEMORY,
            JOB_OBJECT_LIMIT_PROCESS_TIME, JOBOBJECT_EXTENDED_LIMIT_INFORMATION,
            JobObjectExtendedLimitInformation, SetInformationJobObject,
        },
    };

    use crate::limits::{READER_CPU_S, READER_MEMORY_BYTES_MAX};

    /// Windows counts processor time in units of 100 nanoseconds.
    const TICKS_A_SECOND: i64 = 10_000_000;

    /// The job object. Closing it ends the process.
    #[derive(Debug)]
    pub struct Hold(HANDLE);

    // SAFETY: a job handle may be used and closed from any thread.
    unsafe impl Send for Hold {}

    impl Default for Hold {
        fn default() -> Self {
            Self(ptr::null_mut())
        }
    }

    impl Drop for Hold {
        fn drop(&mut self) {
            if !self.0.is_null() {
                // SAFETY: this value owns the handle, and the handle is open.
                unsafe { CloseHandle(self.0) };
            }
        }
    }

    pub fn hold(child: &mut Child) -> io::Result<Hold> {
        // SAFETY: no name and no attributes are given.
        let job = Hold(unsafe { CreateJobObjectW(ptr::null(), ptr::null()) });
        if job.0.is_null() {
            return Err(io::Error::last_os_error());
        }
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
            | JOB_OBJECT_LIMIT_PROCESS_MEMORY
            | JOB_OBJECT_LIMIT_PROCESS_TIME
            | JOB_OBJECT_LIMIT_ACTIVE_PROCESS;
        limits.BasicLimitInformation.ActiveProcessLimit = 1;
        limits.BasicLimitInformation.PerProcessUserTimeLimit =
            i64::try_from(READER_CPU_S).unwrap_or(i64::MAX).saturating_mul(TICKS_A_SECOND);
        limits.ProcessMemoryLimit = usize::try_from(READER_MEMORY_BYTES_MAX).unwrap_or(usize::MAX);
        let size = u32::try_from(mem::size_of_val(&limits)).unwrap_or(0);
        let place = ptr::from_ref(&limits).cast::<c_void>();
        // SAFETY: `place` points to a whole structure of that size, and both handles are open.
        let held = unsafe {
            SetInformationJobObject(job.0, JobObjectExtendedLimitInformation, place, size) != 0
                && AssignProcessToJobObject(job.0, child.as_raw_handle()) != 0
        };
        if held { Ok(job) } else { Err(io::Error::last_os_error()) }
    }

    pub const fn widen(_output: Option<&ChildStdout>) {}

    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
    pub const fn myself() -> io::Result<()> {
        Ok(())
    }
}

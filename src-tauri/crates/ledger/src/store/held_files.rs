//! Files that other programs hold. A virus scanner or OneDrive opens a file for a moment after it was written, and
//! meanwhile Windows refuses to rename, replace or delete it. Such an operation is tried again for about a second. Other
//! systems do not refuse it.

use std::{io, thread, time::Duration};

/// Maximum number of times that an operation is tried.
const TRIES_MAX: u32 = 10;
/// The pause between two tries. All of them together take 0.9 s.
const PAUSE: Duration = Duration::from_millis(100);
/// What Windows answers while another program holds a file: `ERROR_ACCESS_DENIED`, such as for a file that is replaced
/// while it is open, `ERROR_SHARING_VIOLATION` and `ERROR_LOCK_VIOLATION`. The first can also be final; that costs the
/// pauses.
const HELD: [i32; 3] = [5, 32, 33];

/// Opens, renames, replaces or deletes a file; on Windows again, within a bound, while another program holds it. Blocks.
///
/// # Errors
/// The operation's last error.
pub fn when_released<T>(mut operation: impl FnMut() -> io::Result<T>) -> io::Result<T> {
    // Elsewhere the same numbers are other errors.
    if cfg!(windows) { tried_again(operation, || thread::sleep(PAUSE)) } else { operation() }
}

fn tried_again<T>(mut operation: impl FnMut() -> io::Result<T>, mut pause: impl FnMut()) -> io::Result<T> {
    for _ in 1..TRIES_MAX {
        match operation() {
            Ok(done) => return Ok(done),
            Err(error) if is_held(&error) => pause(),
            Err(error) => return Err(error),
        }
    }
    operation()
}

fn is_held(error: &io::Error) -> bool {
    error.raw_os_error().is_some_and(|code| HELD.contains(&code))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs an operation that fails with a code as often as `failures` says. Returns its result, and how often it was
    /// tried and a pause was made.
    fn run(code: i32, failures: u32) -> (Result<(), Option<i32>>, u32, u32) {
        let (mut tries, mut pauses) = (0, 0);
        let operation = || {
            tries += 1;
            if tries > failures { Ok(()) } else { Err(io::Error::from_raw_os_error(code)) }
        };
        let done = tried_again(operation, || pauses += 1);
        (done.map_err(|error| error.raw_os_error()), tries, pauses)
    }

    #[test]
    fn a_file_that_is_held_for_a_moment_is_waited_for() {
        for code in HELD {
            assert_eq!(run(code, 0), (Ok(()), 1, 0));
            assert_eq!(run(code, 3), (Ok(()), 4, 3));
            assert_eq!(run(code, TRIES_MAX - 1), (Ok(()), TRIES_MAX, TRIES_MAX - 1), "the last try counts");
        }
    }

    #[test]
    fn a_file_that_stays_held_is_refused_within_a_second() {
        for code in HELD {
            assert_eq!(run(code, u32::MAX), (Err(Some(code)), TRIES_MAX, TRIES_MAX - 1));
        }
        assert!(PAUSE * (TRIES_MAX - 1) <= Duration::from_secs(1));
    }

    #[test]
    fn another_error_is_told_at_once() {
        const FILE_NOT_FOUND: i32 = 2;
        assert_eq!(run(FILE_NOT_FOUND, 1), (Err(Some(FILE_NOT_FOUND)), 1, 0));
        let mut tries = 0;
        let refused = tried_again(
            || {
                tries += 1;
                Err::<(), _>(io::ErrorKind::AlreadyExists.into())
            },
            || unreachable!("an error without a code"),
        );
        assert_eq!((refused.unwrap_err().kind(), tries), (io::ErrorKind::AlreadyExists, 1));
    }

    #[cfg(not(windows))]
    #[test]
    fn elsewhere_an_operation_is_tried_once() {
        let mut tries = 0;
        let refused = when_released(|| {
            tries += 1;
            Err::<(), _>(io::Error::from_raw_os_error(HELD[0]))
        });
        assert_eq!((refused.unwrap_err().raw_os_error(), tries), (Some(HELD[0]), 1));
    }
}

//! Secrets that stand out, and the search for them in everything that is left behind.

use std::{
    fs, io,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
    time::SystemTime,
};

use tracing_subscriber::{fmt::MakeWriter, util::SubscriberInitExt as _};

pub const TOKEN: &str = "canary-token/with+signs";
pub const LOCK: &str = "canary-lock/\"s\u{e9}cret\"";
pub const CARD: &str = "4100000000000019";
pub const CVV: &str = "9173";
pub const PIN: &str = "820461937750";
pub const OTP: &str = "739182";
/// Part of token and lock; no part of either may stand anywhere.
const CANARY: &str = "canary";

#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Everything that any library says in this process from now on.
    pub fn of_this_process() -> &'static Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        LOG.get_or_init(|| {
            let log = Self::default();
            let writer = log.clone();
            let all = tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(writer);
            all.finish().try_init().expect("nobody else listens");
            log
        })
    }

    /// The log holds what was concluded, and nothing that nobody may know.
    pub fn assert_clean(&self, said: &str) {
        let text = String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned();
        assert!(text.contains(said), "the log is listened to");
        for secret in [CANARY, CARD, PIN] {
            assert_eq!(text.lines().find(|line| line.contains(secret)), None, "{secret}");
        }
    }
}

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Every file of the folder: the ledger with its `-wal` and `-shm`, and whatever else was left there. Answers how
/// many there were.
pub fn assert_no_file_tells(folder: &Path) -> usize {
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        files += 1;
        let at = bytes.windows(CANARY.len()).position(|window| window == CANARY.as_bytes());
        assert_eq!(at, None, "{}", path.display());
    }
    files
}

/// No file that came into the system's folder for temporary ones since then.
pub fn assert_no_temporary_file_tells(since: SystemTime) {
    for entry in fs::read_dir(std::env::temp_dir()).unwrap().filter_map(Result::ok) {
        let is_new = |metadata: fs::Metadata| {
            metadata.is_file() && metadata.modified().is_ok_and(|modified| modified >= since)
        };
        // Another program's file may be gone again, or be none of ours to read.
        if let (Ok(true), Ok(bytes)) = (entry.metadata().map(is_new), fs::read(entry.path())) {
            let told = bytes.windows(CANARY.len()).any(|window| window == CANARY.as_bytes());
            assert!(!told, "{}", entry.path().display());
        }
    }
}

/// No secret stands in a text that is shown or kept.
pub fn assert_untold(text: &str) {
    let secrets = [CANARY, CARD, PIN, OTP];
    assert!(!secrets.iter().any(|secret| text.contains(secret)), "{text}");
}

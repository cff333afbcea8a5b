//! Everything that any library says in this process, and the search for what nobody may know in what is left behind.

use std::{
    fs, io,
    path::Path,
    sync::{Arc, Mutex, OnceLock},
};

use tracing_subscriber::{fmt::MakeWriter, util::SubscriberInitExt as _};

#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<u8>>>);

impl Log {
    /// Listens from now on, to all stories alike.
    pub fn of_this_process() -> &'static Self {
        static LOG: OnceLock<Log> = OnceLock::new();
        LOG.get_or_init(|| {
            let log = Self::default();
            let all =
                tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(log.clone());
            all.finish().try_init().expect("nobody else listens");
            log
        })
    }

    /// Everything that was said.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.0.lock().unwrap()).into_owned()
    }

    /// The log holds what was said, and none of the secrets.
    pub fn assert_clean(&self, said: &str, secrets: &[&str]) {
        let text = self.text();
        assert!(text.contains(said), "the log is listened to");
        for secret in secrets {
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

/// Every file of the folder: the ledger with its `-wal` and `-shm`, and whatever else was left there.
pub fn assert_no_file_tells(folder: &Path, secrets: &[&str]) {
    let mut files = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        files += 1;
        assert_bytes_tell_nothing(&path, &fs::read(&path).unwrap(), secrets);
    }
    assert!(files >= 3, "ledger, its log and the key");
}

pub fn assert_bytes_tell_nothing(path: &Path, bytes: &[u8], secrets: &[&str]) {
    for secret in secrets {
        let at = bytes.windows(secret.len()).position(|window| window == secret.as_bytes());
        let near = at.map(|at| String::from_utf8_lossy(&bytes[at..(at + 60).min(bytes.len())]).into_owned());
        assert_eq!(near, None, "{}", path.display());
    }
}

//! The state that outlives the service, in a file of JSON lines: the accepted batches, each payout's outcome, each
//! delivered callback. The next service on the same file continues from there. A line is written completely before its
//! content is acted on; it survives the end of the process, not a power cut. When a service starts, the file is written
//! anew with the lines that still matter: every reference ever used and the batches that are not finished.
//!
//! Not in it on purpose: the token, the lock, names, narrations, whole account numbers and top-ups. And no lock on the
//! file: one service at a time uses it.

use std::{
    borrow::Cow,
    collections::BTreeMap,
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde::{Deserialize, Serialize};

use super::accepted_batch::{Batch, Outcome, Payout, Place, Start};
use crate::error::PracticeError;

/// Largest file that is read. A larger one is set aside and the service starts with an empty state, with every
/// reference free again.
const FILE_BYTES_MAX: u64 = 64 * 1024 * 1024;
/// Suffix of the file's name while it is written anew.
const NEW: &str = ".new";
/// Suffix of a file that is set aside; an older one is replaced.
const OLD: &str = ".old";

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum Line<'a> {
    /// The rest of finished batches; the first line.
    Past {
        last_batch_id: u64,
        references: Vec<String>,
    },
    Batch(Cow<'a, Batch>),
    Outcome {
        of: Place,
        outcome: Outcome,
    },
    /// The callback with this number among the payout's callbacks, from 0, got a success response.
    Delivered {
        of: Place,
        callback: usize,
    },
}

/// The state that earlier services left in the same file.
#[derive(Default)]
pub(crate) struct Past {
    /// References of finished batches; unfinished batches contain theirs.
    pub(crate) references: Vec<String>,
    /// 0 if there was no batch.
    pub(crate) last_batch_id: u64,
    pub(crate) unfinished: Vec<Batch>,
}

/// The file, or none.
pub(crate) struct StateFile(Mutex<Pages>);

enum Pages {
    /// The service was started without a file.
    None,
    Open {
        file: File,
        /// Length of the file; all of it is whole lines.
        bytes: u64,
    },
    /// Another service may use the file now, or the file may no longer end with a whole line.
    Closed,
}

impl StateFile {
    /// Reads the file, if any, and writes it anew.
    pub(crate) fn open(path: Option<PathBuf>) -> Result<(Self, Past), PracticeError> {
        let Some(path) = path else { return Ok((Self(Mutex::new(Pages::None)), Past::default())) };
        let opened = read(&path).and_then(|past| {
            let file = write_anew(&path, &past)?;
            let bytes = file.metadata()?.len();
            Ok((Self(Mutex::new(Pages::Open { file, bytes })), past))
        });
        opened.map_err(|source| PracticeError::State { path, source })
    }

    /// Returns whether anything is stored at all.
    pub(crate) fn is_kept(&self) -> bool {
        !matches!(*self.pages(), Pages::None)
    }

    /// Appends a line. It returns when the line is in the file.
    pub(crate) fn note(&self, line: &Line<'_>) -> io::Result<()> {
        let mut pages = self.pages();
        let (file, bytes) = match &mut *pages {
            Pages::None => return Ok(()),
            Pages::Open { file, bytes } => (file, bytes),
            Pages::Closed => return Err(io::Error::from(io::ErrorKind::BrokenPipe)),
        };
        let text = line_of(line)?;
        if let Err(error) = file.write_all(&text).and_then(|()| file.flush()) {
            // Half a line would make the next line invalid, too.
            if file.set_len(*bytes).is_err() {
                *pages = Pages::Closed;
            }
            return Err(error);
        }
        *bytes += text.len() as u64;
        Ok(())
    }

    /// Closes the file: nothing is written any more.
    pub(crate) fn close(&self) {
        let mut pages = self.pages();
        if matches!(*pages, Pages::Open { .. }) {
            *pages = Pages::Closed;
        }
    }

    fn pages(&self) -> MutexGuard<'_, Pages> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn line_of(line: &Line<'_>) -> io::Result<Vec<u8>> {
    let mut text = serde_json::to_vec(line)?;
    text.push(b'\n');
    Ok(text)
}

/// Reads the file. Returns an empty state if there is no file, or if the file was set aside because it is too large or
/// not a service's.
fn read(path: &Path) -> io::Result<Past> {
    let bytes = match fs::metadata(path) {
        Ok(metadata) => metadata.len(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Past::default()),
        Err(error) => return Err(error),
    };
    let known = if bytes > FILE_BYTES_MAX { None } else { past(&fs::read(path)?) };
    if let Some(past) = known {
        return Ok(past);
    }
    let aside = with_suffix(path, OLD);
    tracing::warn!(file = %path.display(), bytes, "practice starts afresh; its file is set aside");
    fs::rename(path, aside)?;
    Ok(Past::default())
}

/// Parses the lines. Returns none if a line is invalid; but the last line may be torn, because the process ended. The
/// first line never is torn, because it was written with the whole file.
fn past(text: &[u8]) -> Option<Past> {
    let mut lines = text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()).peekable();
    let mut read = Reading::default();
    let Some(first) = lines.next() else { return Some(Past::default()) };
    read.take(serde_json::from_slice(first).ok()?)?;
    while let Some(line) = lines.next() {
        let understood = serde_json::from_slice(line).ok().and_then(|line| read.take(line));
        if understood.is_none() && lines.peek().is_some() {
            return None;
        }
    }
    Some(read.end())
}

#[derive(Default)]
struct Reading {
    past: Past,
    batches: BTreeMap<u64, Batch>,
}

impl Reading {
    /// Applies a line. Returns none for a line about a payout that no earlier line contains.
    fn take(&mut self, line: Line<'_>) -> Option<()> {
        match line {
            Line::Past { last_batch_id, references } => {
                self.past.last_batch_id = last_batch_id;
                self.past.references.extend(references);
            }
            Line::Batch(batch) => {
                self.past.last_batch_id = self.past.last_batch_id.max(batch.batch_id);
                self.batches.insert(batch.batch_id, batch.into_owned());
            }
            Line::Outcome { of, outcome } => self.payout(of)?.progress.outcome = Some(outcome),
            Line::Delivered { of, callback } => self.payout(of)?.progress.delivered.push(callback),
        }
        Some(())
    }

    fn payout(&mut self, place: Place) -> Option<&mut Payout> {
        self.batches.get_mut(&place.batch_id)?.payouts.get_mut(place.payout)
    }

    fn end(self) -> Past {
        let Self { mut past, batches } = self;
        for batch in batches.into_values() {
            match batch.start {
                Start::AtOnce if !batch.payouts.iter().all(Payout::is_finished) => {
                    past.unfinished.push(batch);
                }
                Start::AtOnce | Start::Never => {
                    past.references.extend(batch.references().map(str::to_owned));
                }
            }
        }
        past
    }
}

/// Writes a new file beside the old one and then renames it, so that a whole file exists at any time.
fn write_anew(path: &Path, past: &Past) -> io::Result<File> {
    let new = with_suffix(path, NEW);
    let mut out = BufWriter::new(private().write(true).truncate(true).open(&new)?);
    let first = Line::Past { last_batch_id: past.last_batch_id, references: past.references.clone() };
    out.write_all(&line_of(&first)?)?;
    for batch in &past.unfinished {
        out.write_all(&line_of(&Line::Batch(Cow::Borrowed(batch)))?)?;
        for (at, payout) in batch.payouts.iter().enumerate() {
            write_progress(&mut out, Place { batch_id: batch.batch_id, payout: at }, payout)?;
        }
    }
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    fs::rename(&new, path)?;
    private().append(true).open(path)
}

fn write_progress(out: &mut impl Write, of: Place, payout: &Payout) -> io::Result<()> {
    if let Some(outcome) = payout.progress.outcome {
        out.write_all(&line_of(&Line::Outcome { of, outcome })?)?;
    }
    for callback in &payout.progress.delivered {
        out.write_all(&line_of(&Line::Delivered { of, callback: *callback })?)?;
    }
    Ok(())
}

/// Options for a file that only this user can read, if the system supports that.
fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    PathBuf::from(name)
}

//! What was asked of the service: one line for each request, in memory and, if wanted, in a file. It is the
//! evidence for "each reference was sent exactly once", so a line is written before its answer leaves, and a
//! request that cannot be noted is not done. Bodies are not kept, only their hash and their references.

use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{error::PracticeError, faults::Fault};

/// A request received whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    pub time: Timestamp,
    pub method: String,
    /// Without the query.
    pub path: String,
    /// The batch's reference and then its payouts', in order; or the one reference asked about.
    pub references: Vec<String>,
    /// Hexadecimal SHA-256 of the body as received.
    pub body_sha256: String,
    /// The fault that the request met, if any; without a count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
}

pub(crate) struct Journal(Mutex<Pages>);

struct Pages {
    lines: Vec<JournalLine>,
    file: Option<File>,
}

impl Journal {
    /// Opens the file, if any, to write after what it already holds.
    pub(crate) fn open(path: Option<PathBuf>) -> Result<Self, PracticeError> {
        let file = path
            .map(|path| {
                let opened = OpenOptions::new().create(true).append(true).open(&path);
                opened.map_err(|source| PracticeError::Journal { path, source })
            })
            .transpose()?;
        Ok(Self(Mutex::new(Pages { lines: Vec::new(), file })))
    }

    /// Notes a request; done when it is in the file.
    pub(crate) fn note(&self, line: JournalLine) -> std::io::Result<()> {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut pages.file {
            let mut text = serde_json::to_vec(&line)?;
            text.push(b'\n');
            // One write a line, so that a reader never sees half of one.
            file.write_all(&text)?;
            file.flush()?;
        }
        pages.lines.push(line);
        Ok(())
    }

    pub(crate) fn lines(&self) -> Vec<JournalLine> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lines.clone()
    }
}

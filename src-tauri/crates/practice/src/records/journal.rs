//! Records the requests to the service: one line for each request, in memory and, if configured, in a file. It is the
//! evidence for "each reference was sent exactly once", so a line is written before its response leaves, and a request
//! that cannot be recorded is not carried out. Bodies are not stored, only their hash and their references.

use std::{
    fs::{File, OpenOptions},
    io::Write as _,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{error::PracticeError, faults::Fault};

/// A request that was received completely.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JournalLine {
    pub time: Timestamp,
    pub method: String,
    /// The path without the query.
    pub path: String,
    /// The batch's reference and then its payouts' references, in order; or the one reference that was requested.
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
    /// Opens the file, if any, to append to it.
    pub(crate) fn open(path: Option<PathBuf>) -> Result<Self, PracticeError> {
        let file = path
            .map(|path| {
                let opened = OpenOptions::new().create(true).append(true).open(&path);
                opened.map_err(|source| PracticeError::Journal { path, source })
            })
            .transpose()?;
        Ok(Self(Mutex::new(Pages { lines: Vec::new(), file })))
    }

    /// Records a request. It returns when the line is in the file.
    pub(crate) fn note(&self, line: JournalLine) -> std::io::Result<()> {
        let mut pages = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = &mut pages.file {
            let mut text = serde_json::to_vec(&line)?;
            text.push(b'\n');
            // One write per line, so that a reader never sees half of one.
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

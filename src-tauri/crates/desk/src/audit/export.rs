//! Exports the audit log to a file, in the window's words.

use paysheet_document::text_table::{TextHead, TextTable, csv, workbook};

use std::path::{Path, PathBuf};

use crate::{
    atomic_write::{save, save_workbook},
    audit::{
        log::filter,
        words::{actor, detail},
    },
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    view::{AuditLine, AuditQuery, ListWords},
};

const HEADS: [TextHead; 9] = [
    ("number", "Number", 9),
    ("time_utc", "Time (UTC)", 20),
    ("what", "What", 40),
    ("by", "By", 24),
    ("payroll", "Payroll", 28),
    ("batch", "Batch", 7),
    ("name", "Name", 28),
    ("reference", "Reference", 30),
    ("detail", "Detail", 40),
];

impl Desk {
    /// Writes the events that match the query to a file, the newest first. The file's ending selects .csv or .xlsx.
    ///
    /// # Errors
    /// `Export`; `NotWritable`, `FileInUse` and `SaveDiskFull` if the file cannot be written.
    pub async fn export_audit_log(
        &self,
        query: &AuditQuery,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        let records = self.ledger.audit_events(&filter(query), (0, u32::MAX)).await?.records;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let lines = records.into_iter().map(|record| line(record.into(), &words)).collect();
            let table = TextTable::new(HEADS, &words, lines);
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
                save(&path, csv(&table).as_bytes())?;
            } else {
                save_workbook(&path, &mut workbook(&table)?)?;
            }
            Ok(path)
        })
        .await
    }
}

/// Returns one line of texts, in the order of the heads.
fn line(event: AuditLine, words: &ListWords) -> Vec<String> {
    let time = event.at.parse::<jiff::Timestamp>();
    let reason = event.reason.map(|reason| words.of("reason", reason));
    vec![
        event.number.to_string(),
        time.map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string()).unwrap_or_default(),
        words.of("event", event.kind),
        actor(event.by, words),
        event.payroll_name.unwrap_or_default(),
        event.batch.map(|number| number.to_string()).unwrap_or_default(),
        event.person.unwrap_or_default(),
        event.reference.unwrap_or_default(),
        reason
            .into_iter()
            .chain(event.details.iter().map(|of| detail(of, words)))
            .collect::<Vec<_>>()
            .join(" · "),
    ]
}

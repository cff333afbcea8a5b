//! Writes a copy of the user's own file with columns added at the right: before paying the problems of each person,
//! afterwards the outcome of each payout. Everything else in the file is preserved as far as its format allows. The
//! file itself is never written to. A file that changed since the payroll was read from it is not copied: rows are
//! identified by their numbers and could be other people's.

mod anew;

use std::{
    collections::BTreeMap,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use paysheet_domain::separated::safe_cell;
use paysheet_draft::{ColumnMapping, Draft, Entry};
use paysheet_ledger::{PayrollId, PayrollRecord};
use paysheet_sheet::{
    copy::{Added, CopyError, with_columns},
    limits::FILE_BYTES_MAX,
};

use crate::{
    app_error::AppError,
    atomic_write::save,
    blocking::blocking,
    desk::Desk,
    drafts,
    error::DeskError,
    export::{
        lists::{problem_line, state},
        results::{payout_word, status},
    },
    import::source_file::{read_payroll_file, source_file},
    mutex::lock,
    settle::tracking,
    view::{CopyMade, ListWords},
};

/// Endings of the spreadsheets that a copy is made of.
pub const COPY_ENDINGS: [&str; 8] = ["xlsx", "xlsm", "xlsb", "xls", "ods", "csv", "tsv", "txt"];
/// The first bytes of a zip archive, such as a workbook.
const ZIP: &[u8] = b"PK";

impl Desk {
    /// Returns a file name for the copy, like the original's. An original that cannot be read any more is reported
    /// before the user chooses a path.
    ///
    /// # Errors
    /// `FileMoved`, `FileChanged`, `FileInUse`, `File` if the original is not available as it was read.
    pub async fn copy_name(&self, id: u32) -> Result<String, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let path = source_file(self, id).await?.path;
        blocking(move || {
            let bytes = original(&path, &record)?;
            let ending = match with_columns(&bytes, &Added::default()) {
                Err(CopyError::OnlyAnew(_)) => "xlsx".to_owned(),
                Ok(_) | Err(_) => ending_of_copy(&path, &bytes),
            };
            Ok(format!("{} (Paysheet).{ending}", text(path.file_stem())))
        })
        .await
    }
}

/// Returns the ending of the original if it is one of a spreadsheet, otherwise the one of its content: a file that the
/// system would run is no name for a copy.
fn ending_of_copy(original: &Path, bytes: &[u8]) -> String {
    let ending = text(original.extension());
    let by_content = || if bytes.starts_with(ZIP) { "xlsx" } else { "csv" }.to_owned();
    if COPY_ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known)) { ending } else { by_content() }
}

impl Desk {
    /// Writes the copy to `path`, or next to it if the format changes. Returns the path written.
    ///
    /// # Errors
    /// Those of [`Self::copy_name`]; `Copy` if columns cannot be added to the file, `SaveOverOriginal`, `NotWritable`,
    /// `FileInUse` and `SaveDiskFull` if the copy cannot be written.
    pub async fn export_copy(&self, id: u32, words: ListWords, path: &Path) -> Result<CopyMade, DeskError> {
        let record = self.ledger.payroll(PayrollId(id)).await?;
        let origin = source_file(self, id).await?;
        let (heads, rows) = if record.approved_at.is_some() {
            (&OUTCOME_HEADS[..], outcomes_by_row(self, id, &words).await?)
        } else {
            (&PROBLEM_HEADS[..], problems_by_row(&lock(&*drafts::loaded(self, id).await?), &words))
        };
        let heads = heads.iter().map(|(name, english)| words.head(name, english)).collect();
        let reading: Option<ColumnMapping> =
            record.reading_json.as_deref().map(serde_json::from_str).transpose()?;
        let header_row = reading.map_or(origin.header_row, |reading| reading.mapping.header_row);
        let added = Added { sheet: record.sheet.clone(), header_row, heads, rows };
        let to = path.to_owned();
        blocking(move || made(&origin.path, &record, &added, &to)).await
    }
}

async fn outcomes_by_row(
    desk: &Desk,
    id: u32,
    words: &ListWords,
) -> Result<BTreeMap<u32, Vec<String>>, DeskError> {
    let payouts = desk.ledger.all_payouts(PayrollId(id)).await?;
    let track = tracking::payroll(desk, id).await?;
    let line = |payout: paysheet_ledger::PayoutRecord| {
        let row = payout.origin.number()?;
        let at = payout.changed_at.map(|at| at.strftime("%Y-%m-%d %H:%M:%S").to_string());
        let texts = [
            payout_word(words, status(&payout, &track.batches), track.state),
            payout.reference.as_str().to_owned(),
            at.unwrap_or_default(),
            payout.message.unwrap_or_default(),
        ];
        Some((row, texts.iter().map(|text| safe_cell(text)).collect()))
    };
    Ok(payouts.into_iter().filter_map(line).collect())
}

/// A head's key among the window's words, and the English head.
type Head = (&'static str, &'static str);

const STATE: Head = ("copy_state", "Paysheet state");
const PROBLEM_HEADS: [Head; 2] = [STATE, ("copy_problems", "Paysheet problems")];
const OUTCOME_HEADS: [Head; 4] = [
    STATE,
    ("copy_reference", "Paysheet reference"),
    ("copy_time", "Paysheet time (UTC)"),
    ("copy_message", "Paysheet message"),
];

fn text(part: Option<&OsStr>) -> String {
    part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns the bytes of the file that the payroll was read from, if it is still that file.
fn original(path: &Path, record: &PayrollRecord) -> Result<Vec<u8>, DeskError> {
    let (bytes, sha256) = read_payroll_file(path)?;
    if sha256 == record.file_sha256 {
        Ok(bytes)
    } else {
        Err(AppError::FileChanged { file: path.display().to_string() }.into())
    }
}

fn made(from: &Path, record: &PayrollRecord, added: &Added, to: &Path) -> Result<CopyMade, DeskError> {
    let bytes = original(from, record)?;
    if same_place(from, to) {
        return Err(AppError::SaveOverOriginal { file: from.display().to_string() }.into());
    }
    match with_columns(&bytes, added) {
        Ok(copy) => {
            save(to, &copy)?;
            Ok(CopyMade { path: to.to_owned(), made_anew_from: None })
        }
        Err(CopyError::OnlyAnew(kind)) => {
            let sheets = paysheet_sheet::cells(from)?;
            let cells: usize = sheets.iter().flat_map(|sheet| &sheet.rows).map(|row| row.cells.len()).sum();
            if cells > anew::CELLS_MAX {
                return Err(CopyError::TooLarge { limit: FILE_BYTES_MAX }.into());
            }
            let to = as_workbook(to);
            save(&to, &anew::workbook(&sheets, added)?)?;
            Ok(CopyMade { path: to, made_anew_from: Some(kind) })
        }
        Err(error) => Err(error.into()),
    }
}

/// Returns the path with the ending of a workbook. The user was not asked about an existing file there, so none is
/// replaced.
fn as_workbook(path: &Path) -> PathBuf {
    let is_one = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xlsx"));
    if is_one {
        return path.to_owned();
    }
    let stem = text(path.file_stem());
    let numbered = (2_u32..).map(|number| format!("{stem} {number}.xlsx"));
    let mut names =
        std::iter::once(format!("{stem}.xlsx")).chain(numbered).map(|name| path.with_file_name(name));
    names.find(|path| !path.exists()).unwrap_or_else(|| path.to_owned())
}

fn same_place(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok()).is_some_and(|(one, other)| one == other)
}

fn problems_by_row(draft: &Draft, words: &ListWords) -> BTreeMap<u32, Vec<String>> {
    let texts = |entry: &Entry| vec![safe_cell(&state(entry, words)), safe_cell(&problem_line(entry, words))];
    let entries = draft.entries().iter();
    entries.filter_map(|entry| Some((entry.row.source.origin.number()?, texts(entry)))).collect()
}

//! Exports the lines of a preview to a file, in the window's words: what to ask the bank or the provider about.

use std::path::{Path, PathBuf};

use paysheet_document::{
    text_table::{TextHead, TextTable, csv, workbook},
    write_money,
};
use paysheet_domain::Money;

use super::window::is_of;
use crate::{
    atomic_write::{save, save_workbook},
    audit::words::matched,
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    view::{ListWords, OutcomeKind, OutcomeLine, OutcomeRow},
};

const HEADS: [TextHead; 20] = [
    ("compared", "Comparison", 26),
    ("why", "Why", 48),
    ("name", "Name", 28),
    ("account", "Account number", 18),
    ("bank", "Bank", 24),
    ("amount", "Amount", 16),
    ("currency", "Currency", 9),
    ("payroll", "Payroll", 28),
    ("reference", "Reference", 30),
    ("before", "Known now", 20),
    ("after", "After import", 20),
    ("file_row", "Row in the file", 14),
    ("file_result", "Result in the file", 20),
    ("file_code", "Code in the file", 14),
    ("file_text", "Text in the file", 48),
    ("file_reference", "Reference in the file", 30),
    ("file_account", "Account in the file", 18),
    ("file_amount", "Amount in the file", 16),
    ("file_day", "Date in the file", 16),
    ("file_match", "Found by", 40),
];
/// Column of the payment's amount.
const AMOUNT: u16 = 5;

/// A line of the table, with the amount that is a number in a workbook.
type Exported = (Vec<String>, Option<Money>);

impl Desk {
    /// Writes the lines of a preview to a file: of one kind, or of all. The file's ending selects .csv or .xlsx. The words
    /// are those of `head`, `outcome`, `outcome_problem` and `payout`.
    ///
    /// # Errors
    /// `Ledger` with `OutcomesChanged` if it is not the preview that was made last; `Export`; `NotWritable`, `FileInUse` and
    /// `SaveDiskFull` if the file cannot be written.
    pub async fn export_outcome_lines(
        &self,
        fingerprint: &str,
        kind: Option<OutcomeKind>,
        words: ListWords,
        path: &Path,
    ) -> Result<PathBuf, DeskError> {
        let lines = self.shown_outcomes.lines(fingerprint)?;
        let mut path = path.to_owned();
        if path.extension().is_none() {
            path.set_extension("xlsx");
        }
        blocking(move || {
            let of_kind = lines.iter().filter(|line| is_of(line, kind));
            let (texts, amounts): (Vec<_>, Vec<_>) = of_kind.flat_map(|line| exported(line, &words)).unzip();
            let table = TextTable::new(HEADS, &words, texts);
            if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv")) {
                save(&path, csv(&table).as_bytes())?;
                return Ok(path);
            }
            let mut workbook = workbook(&table)?;
            let sheet = workbook.worksheet_from_index(0)?;
            for (row, amount) in (1_u32..).zip(amounts) {
                if let Some(amount) = amount {
                    write_money(sheet, row, AMOUNT, amount)?;
                }
            }
            save_workbook(&path, &mut workbook)?;
            Ok(path)
        })
        .await
    }
}

/// Returns one line for each row of the file, or one for what no row is about.
fn exported(line: &OutcomeLine, words: &ListWords) -> Vec<Exported> {
    let (about, amount) = about(line, words);
    let found_by = line.matched_by.map(|by| matched(Some(by), words)).unwrap_or_default();
    let none = OutcomeRow::default();
    let says = if line.says.is_empty() { std::slice::from_ref(&none) } else { &line.says };
    says.iter()
        .map(|said| ([about.clone(), in_the_file(said), vec![found_by.clone()]].concat(), amount))
        .collect()
}

/// Returns the cells about the payment or the batch, and its amount.
fn about(line: &OutcomeLine, words: &ListWords) -> Exported {
    let kind = words.of("outcome", line.kind);
    let why = line.problem.map(|problem| words.of("outcome_problem", problem)).unwrap_or_default();
    let state = |status| words.of("payout", status);
    let mut cells = vec![kind, why];
    let amount = if let Some(payout) = &line.payout {
        cells.extend([
            payout.name.clone(),
            payout.account_number.clone(),
            payout.bank_name.clone(),
            payout.amount.clone(),
            payout.currency.to_string(),
            payout.payroll_name.clone(),
            payout.reference.clone(),
            state(payout.before),
            state(payout.after),
        ]);
        Money::parse(&payout.amount, payout.currency).ok()
    } else if let Some(batch) = &line.batch {
        let empty = String::new;
        cells.extend([
            format!("{} {}", words.head("batch", "Batch"), batch.number),
            empty(),
            empty(),
            batch.total.sum.clone(),
            batch.total.currency.to_string(),
            batch.payroll_name.clone(),
            batch.reference.clone(),
            empty(),
            empty(),
        ]);
        Money::parse(&batch.total.sum, batch.total.currency).ok()
    } else {
        cells.extend(std::iter::repeat_n(String::new(), 9));
        None
    };
    (cells, amount)
}

fn in_the_file(said: &OutcomeRow) -> Vec<String> {
    let row = if said.row == 0 { String::new() } else { said.row.to_string() };
    let place = if said.sheet.is_empty() { row } else { format!("{}, {row}", said.sheet) };
    let OutcomeRow { status, code, message, reference, account, amount, day, .. } = said;
    let texts = [status, code, message, reference, account, amount, day].map(String::clone);
    [vec![place], texts.to_vec()].concat()
}

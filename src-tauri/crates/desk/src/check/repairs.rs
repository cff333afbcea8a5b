//! The changes since the file, value by value: the user's edits, and the text that the parser removed or recognised.
//! Every repair has a line here. The lines are exported, and stored with the frozen payroll.

use std::collections::BTreeMap;

use data_encoding::HEXLOWER;
use paysheet_domain::{CellValue, Field, Money, RowOrigin};
use paysheet_draft::{Draft, Entry};
use paysheet_sheet::SkipReason;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::{
    blocking::blocking,
    desk::Desk,
    drafts,
    error::DeskError,
    mutex::lock,
    view::{RepairCount, RepairFilter, RepairView, RepairWhy, RepairWindow},
};

/// Maximum number of lines in one window.
const WINDOW_LINES_MAX: u32 = 500;
/// Maximum number of lines that are stored in full with a frozen payroll. Of further lines, only their counts and
/// their part of the hash are stored.
const LINES_KEPT_MAX: usize = 20_000;

impl Desk {
    /// Returns a window of the changes since the file.
    pub async fn repairs(
        &self,
        id: u32,
        filter: RepairFilter,
        offset: u32,
        limit: u32,
    ) -> Result<RepairWindow, DeskError> {
        let draft = drafts::loaded(self, id).await?;
        blocking(move || {
            let all = all_repairs(&lock(&draft));
            Ok(window(all, &filter, offset, limit.min(WINDOW_LINES_MAX)))
        })
        .await
    }
}

fn window(all: Vec<RepairView>, filter: &RepairFilter, offset: u32, limit: u32) -> RepairWindow {
    let counts = counts(&all);
    let through: Vec<RepairView> = all.into_iter().filter(|repair| lets_through(repair, filter)).collect();
    let widen = |figure: u32| usize::try_from(figure).unwrap_or(usize::MAX);
    RepairWindow {
        counts,
        total: u32::try_from(through.len()).unwrap_or(u32::MAX),
        offset,
        repairs: through.into_iter().skip(widen(offset)).take(widen(limit)).collect(),
    }
}

fn counts(all: &[RepairView]) -> Vec<RepairCount> {
    let mut counts = BTreeMap::new();
    for repair in all {
        *counts.entry(repair.why).or_insert(0_u32) += 1;
    }
    counts.into_iter().map(|(why, count)| RepairCount { why, count }).collect()
}

fn lets_through(repair: &RepairView, filter: &RepairFilter) -> bool {
    let text = filter.text.as_deref().map(str::trim).unwrap_or_default().to_lowercase();
    let mentions = |value: &str| value.to_lowercase().contains(&text);
    filter.why.is_none_or(|why| why == repair.why)
        && (text.is_empty()
            || [repair.name.as_str(), repair.cell.as_deref().unwrap_or(""), &repair.from, &repair.to]
                .into_iter()
                .any(mentions))
}

/// Returns all differences from the file, in the order of its rows, including excluded people.
#[must_use]
pub fn all_repairs(draft: &Draft) -> Vec<RepairView> {
    let reasons = draft.restored_reasons();
    let of_entry = |entry: &Entry| {
        let reason = entry.row.source.origin.number().and_then(|row| reasons.get(&row));
        let back = reason.map(|reason| restored(entry, *reason));
        back.into_iter().chain(of_row(entry)).collect::<Vec<_>>()
    };
    draft.in_file_order().flat_map(of_entry).collect()
}

fn restored(entry: &Entry, reason: SkipReason) -> RepairView {
    RepairView {
        position: entry.row.position,
        row: entry.row.source.origin.number(),
        name: entry.recipient.name.clone().unwrap_or_default(),
        cell: None,
        field: None,
        skipped_as: Some(reason),
        from: String::new(),
        to: String::new(),
        why: RepairWhy::PutBack,
    }
}

fn of_row(entry: &Entry) -> Vec<RepairView> {
    let mut found: Vec<RepairView> =
        entry.row.edits.iter().map(|(field, to)| edited(entry, *field, to)).collect();
    if entry.row.source.origin == RowOrigin::Added && found.is_empty() {
        // The row is empty, but it is in no file all the same.
        found.push(repair(entry, Field::Name, (String::new(), String::new()), RepairWhy::Added));
    }
    for field in [Field::Name, Field::AccountNumber, Field::Amount, Field::Narration, Field::BankName] {
        if !entry.row.edits.replaces(field) {
            found.extend(read_otherwise(entry, field));
        }
    }
    found
}

fn edited(entry: &Entry, field: Field, to: &str) -> RepairView {
    let from = entry.row.source.text(field).unwrap_or_default();
    let is_bank = field.is_bank();
    let why = if entry.row.source.origin == RowOrigin::Added {
        RepairWhy::Added
    } else if is_bank {
        RepairWhy::BankChosen
    } else if field == Field::AccountNumber && is_zero_added(&from, to) {
        RepairWhy::ZeroAdded
    } else {
        RepairWhy::Edited
    };
    let bank = entry.recipient.bank_name.clone().filter(|_| is_bank);
    let called = entry.row.source.text(Field::BankName).filter(|name| is_bank && !name.is_empty());
    let (from, to) = (called.unwrap_or(from), bank.unwrap_or_else(|| to.to_owned()));
    repair(entry, field, (from, to), why)
}

/// Returns the repair of a value that is parsed as something else than the file's cell shows.
fn read_otherwise(entry: &Entry, field: Field) -> Option<RepairView> {
    let from = entry.row.source.text(field)?;
    let recipient = &entry.recipient;
    let (to, why) = match field {
        Field::Name => (recipient.name.clone()?, RepairWhy::Cleaned),
        Field::AccountNumber => (recipient.account_number.clone()?, RepairWhy::Cleaned),
        Field::Narration => (recipient.narration.clone()?, RepairWhy::Cleaned),
        Field::Amount => (amount_read(entry, &from)?, RepairWhy::Cleaned),
        Field::BankName => {
            // A code in the file or a choice of the user identifies the bank; the name then only has to match it.
            let coded =
                entry.row.effective().text(Field::BankCode).is_some_and(|code| !code.trim().is_empty());
            let known = recipient.bank_code.is_some() && !coded;
            (recipient.bank_name.clone().filter(|_| known)?, RepairWhy::BankRecognised)
        }
        Field::BankCode
        | Field::BranchCode
        | Field::BranchName
        | Field::Currency
        | Field::Country
        | Field::Reference
        | Field::EmployeeId
        | Field::PayDate
        | Field::Email
        | Field::Phone => return None,
    };
    let same = from == to || (why == RepairWhy::BankRecognised && from.trim().eq_ignore_ascii_case(&to));
    (!same).then(|| repair(entry, field, (from, to), why))
}

/// Returns the amount's digits if the cell is text that writes them in another way than with grouping commas.
fn amount_read(entry: &Entry, from: &str) -> Option<String> {
    let amount: Money = entry.recipient.amount?;
    let cell = entry.row.source.cells.get(&Field::Amount)?;
    let plain = from.replace(',', "");
    let is_plain = Money::parse(plain.trim(), amount.currency()) == Ok(amount);
    (matches!(cell.value, CellValue::Text(_)) && !is_plain).then(|| amount.digits())
}

fn repair(entry: &Entry, field: Field, (from, to): (String, String), why: RepairWhy) -> RepairView {
    RepairView {
        position: entry.row.position,
        row: entry.row.source.origin.number(),
        name: entry.recipient.name.clone().unwrap_or_default(),
        cell: entry.row.source.address(field),
        field: Some(field),
        skipped_as: None,
        from,
        to,
        why,
    }
}

fn is_zero_added(from: &str, to: &str) -> bool {
    to.len() > from.len() && to.trim_start_matches('0') == from.trim_start_matches('0')
}

/// The stored summary of the changes of a frozen payroll: first the user's own, then the parser's, up to the maximum;
/// and the hash of all of them, so that an exported list can be compared with the record.
#[derive(Debug, Serialize)]
pub struct RepairsKept {
    counts: Vec<RepairCount>,
    /// SHA-256 over the lines as JSON, each followed by a line end, in hexadecimal digits.
    sha256: String,
    lines: Vec<RepairView>,
}

impl RepairsKept {
    /// Returns what is stored of the changes with a frozen payroll.
    ///
    /// # Errors
    /// Fails if a line cannot be written as JSON.
    pub fn of(mut lines: Vec<RepairView>) -> Result<Self, serde_json::Error> {
        let counts = counts(&lines);
        lines.sort_by_key(|repair| (repair.why, repair.position));
        let mut hash = Sha256::new();
        for line in &lines {
            hash.update(serde_json::to_vec(line)?);
            hash.update(b"\n");
        }
        let sha256 = HEXLOWER.encode(&hash.finalize());
        lines.truncate(LINES_KEPT_MAX);
        Ok(Self { counts, sha256, lines })
    }
}

//! Whether the file still says what a payroll was approved with. Of the same bytes nothing is asked; otherwise it is read
//! again, and whoever it adds, misses or pays otherwise is printed.

use std::{collections::BTreeMap, fs, io, path::Path};

use data_encoding::HEXLOWER;
use paysheet_desk::{
    Desk, DeskError, ReadOptions,
    view::{PayoutView, PayrollLine, RowFilter, RowState, RowView},
};
use paysheet_domain::period::period_in;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::{
    arguments::Arguments,
    decisions::FILE_CHANGED,
    exit::all_payouts,
    headless::{self, questions::fingerprint},
};

/// A payment as the file and the payroll both have it: name, account and bank.
type Person = [String; 3];

/// Amounts of one person, of whom there may be several rows.
#[derive(Default)]
struct Amounts {
    approved: Vec<String>,
    file: Vec<String>,
}

/// Returns the question about a file that is not the one the payroll was approved from; none if it pays the same people
/// the same amounts for the same period.
pub async fn question(
    desk: &Desk,
    line: &PayrollLine,
    arguments: &Arguments,
) -> Result<Option<Value>, DeskError> {
    let other_period = said_period(arguments).filter(|period| *period != line.period);
    let is_same_file = desk.is_file_of(line.id, &arguments.sheet).await?;
    let people = if is_same_file { Vec::new() } else { differences(desk, line.id, arguments).await? };
    if people.is_empty() && other_period.is_none() {
        return Ok(None);
    }
    let of = other_period.as_ref().map(|period| format!(" and is of {period}")).unwrap_or_default();
    let why = format!(
        "what is to be paid is not as {} of {} was approved{of}; a payroll of its own needs another --name",
        line.name, line.period
    );
    Ok(Some(json!({
        "kind": FILE_CHANGED,
        "fingerprint": fingerprint(&json!([FILE_CHANGED, line.name, line.period, other_period, people])),
        "count": people.len(),
        "people": people,
        "why": why,
    })))
}

/// Returns the month that is to be paid: as the command says it, or else the name, or else the file's name.
fn said_period(arguments: &Arguments) -> Option<String> {
    let file_name = arguments.sheet.file_name().map(|name| name.to_string_lossy().into_owned());
    let said = arguments.period.clone().or_else(|| period_in(&arguments.name));
    said.or_else(|| period_in(&file_name?))
}

/// Reads the file as a new payroll would, and returns whom it does not pay as the payroll does.
async fn differences(desk: &Desk, id: u32, arguments: &Arguments) -> Result<Vec<Value>, DeskError> {
    let payouts = all_payouts(desk, id).await?;
    let draft = read(desk, arguments).await?;
    let rows = headless::questions::all_rows(desk, draft, &RowFilter::default()).await;
    desk.discard_draft(draft).await?;
    let rows = rows?;
    let mut people = BTreeMap::<Person, Amounts>::new();
    for payout in &payouts {
        people
            .entry(paid(payout))
            .or_default()
            .approved
            .push(format!("{} {}", payout.currency, payout.amount));
    }
    for row in rows.iter().filter(|row| row.state != RowState::Excluded) {
        let amount = row.amount.as_ref().unwrap_or(&row.amount_text);
        people.entry(named(row)).or_default().file.push(format!("{} {amount}", row.currency));
    }
    let differs = people.into_iter().filter_map(|([name, account, bank], mut amounts)| {
        amounts.approved.sort();
        amounts.file.sort();
        let Amounts { approved, file } = amounts;
        (approved != file).then(
            || json!({ "name": name, "account": account, "bank": bank, "approved": approved, "file": file }),
        )
    });
    Ok(differs.collect())
}

/// Reads the file into a draft, and mends it as the arguments say.
pub async fn read(desk: &Desk, arguments: &Arguments) -> Result<u32, DeskError> {
    let options = ReadOptions { country: arguments.country, currency: arguments.currency };
    let id = desk.open_file(&arguments.sheet, options).await?;
    if arguments.accept_suggestions {
        let draft = desk.draft(id).await?;
        headless::accept_suggestions(desk, draft).await?;
    }
    if arguments.exclude_errors {
        desk.exclude_errors(id).await?;
    }
    Ok(id)
}

fn paid(payout: &PayoutView) -> Person {
    [&payout.name, &payout.account_number, &payout.bank_name].map(Clone::clone)
}

fn named(row: &RowView) -> Person {
    [&row.name, &row.account_number, &row.bank_name].map(Clone::clone)
}

/// Returns the hash of a file's bytes.
pub fn sha256(path: &Path) -> io::Result<String> {
    Ok(HEXLOWER.encode(&Sha256::digest(fs::read(path)?)))
}

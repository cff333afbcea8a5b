//! The differences from the file, and the user's decisions. They are shown before paying and stored in the record.

use std::collections::BTreeMap;

use paysheet_domain::{Field, ProblemCode, Severity, money::Total};
use paysheet_sheet::SkipReason;

use crate::{
    draft::{Draft, Entry},
    view::{ChangeKind, ChangeView, DecisionView},
};

/// One changed value: the file's value, the present value, and the row's number in the file; for a restored row why it
/// was skipped.
struct Line {
    skipped_as: Option<SkipReason>,
    from: String,
    to: String,
    row: Option<u32>,
}

/// The key of changes that share a line of the Approve screen.
type Alike = (ChangeKind, Option<Field>, String);

/// Returns the values changed since the file. The same change in many rows is one line.
#[must_use]
pub fn changes(draft: &Draft) -> Vec<ChangeView> {
    let mut lines: BTreeMap<Alike, Vec<Line>> = BTreeMap::new();
    let reasons = draft.put_back_reasons();
    for entry in draft.in_file_order().filter(|entry| !entry.row.excluded) {
        let row = entry.row.source.origin.number();
        if let Some(reason) = row.and_then(|row| reasons.get(&row)) {
            let alike = (ChangeKind::PutBack, None, reason.to_string());
            let to = entry.recipient.name.clone().unwrap_or_default();
            let line = Line { skipped_as: Some(*reason), from: String::new(), to, row };
            lines.entry(alike).or_default().push(line);
        }
        for (field, to) in &entry.row.edits {
            let (alike, line) = changed(entry, *field, to);
            lines.entry(alike).or_default().push(line);
        }
    }
    lines.into_iter().map(|((kind, field, _), lines)| change(kind, field, &lines)).collect()
}

fn changed(entry: &Entry, field: Field, to: &str) -> (Alike, Line) {
    let row = entry.row.source.origin.number();
    let from = entry.row.source.text(field).unwrap_or_default();
    if field.is_bank() {
        let called = entry.row.source.text(Field::BankName).unwrap_or(from);
        let bank = entry.recipient.bank_name.clone().unwrap_or_else(|| to.to_owned());
        let alike = (ChangeKind::BankChosen, Some(Field::BankName), format!("{called}\u{1f}{bank}"));
        return (alike, Line { skipped_as: None, from: called, to: bank, row });
    }
    let zero_added = field == Field::AccountNumber && is_zero_added(&from, to);
    let kind = if zero_added { ChangeKind::ZeroAdded } else { ChangeKind::Edited };
    ((kind, Some(field), String::new()), Line { skipped_as: None, from, to: to.to_owned(), row })
}

fn change(kind: ChangeKind, field: Option<Field>, lines: &[Line]) -> ChangeView {
    let only = |text: fn(&Line) -> &String| {
        let first = lines.first().map(text)?;
        lines.iter().all(|line| text(line) == first).then(|| first.clone())
    };
    ChangeView {
        kind,
        field,
        skipped_as: lines.first().and_then(|line| line.skipped_as),
        from: only(|line| &line.from),
        to: only(|line| &line.to),
        rows: lines.iter().map(|line| line.row).collect(),
    }
}

fn is_zero_added(from: &str, to: &str) -> bool {
    to.len() > from.len() && to.trim_start_matches('0') == from.trim_start_matches('0')
}

/// Returns the excluded people and the accepted warnings, with the reasons.
#[must_use]
pub fn decisions(draft: &Draft) -> Vec<DecisionView> {
    let left_out = draft.entries().iter().filter(|entry| entry.row.excluded).map(|entry| DecisionView {
        accepted: None,
        name: entry.recipient.name.clone(),
        sum: entry.recipient.amount.map(|amount| Total::new(1, amount)),
        reasons: Vec::new(),
        rows: vec![entry.row.source.origin.number()],
    });
    let mut warned: BTreeMap<ProblemCode, Vec<&Entry>> = BTreeMap::new();
    for entry in draft.entries().iter().filter(|entry| entry.is_payable()) {
        let codes: Vec<ProblemCode> =
            entry.problems().filter(|p| p.severity == Severity::Warning).map(|p| p.code).collect();
        for code in codes {
            let line = warned.entry(code).or_default();
            if line.last().is_none_or(|last| last.row.position != entry.row.position) {
                line.push(entry);
            }
        }
    }
    let accepted = warned.into_iter().map(|(code, entries)| DecisionView {
        accepted: Some(code),
        name: if let [entry] = entries.as_slice() { entry.recipient.name.clone() } else { None },
        sum: None,
        reasons: reasons(&entries, code),
        rows: entries.iter().map(|entry| entry.row.source.origin.number()).collect(),
    });
    left_out.chain(accepted).collect()
}

/// Returns each reason once, in the order of the rows.
fn reasons(entries: &[&Entry], code: ProblemCode) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for reason in entries.iter().filter_map(|entry| entry.row.accepted.reason(code)) {
        if !reason.is_empty() && !reasons.iter().any(|known| known == reason) {
            reasons.push(reason.to_owned());
        }
    }
    reasons
}

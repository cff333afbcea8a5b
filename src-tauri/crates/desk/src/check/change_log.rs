//! The differences from the file, and the user's decisions. They are shown before paying and stored in the record.

use std::collections::BTreeMap;

use paysheet_domain::{Field, Problem, ProblemCode, Severity, money::Total};
use paysheet_draft::{Draft, Entry};
use paysheet_sheet::SkipReason;

use crate::{
    check::listed_people::{PEOPLE_LISTED_MAX, person},
    view::{ChangeKind, ChangeView, DecisionView, ListedPerson},
};

/// One changed value: its row, the file's value and the present value; for a restored row why it was skipped.
struct Line<'a> {
    entry: &'a Entry,
    skipped_as: Option<SkipReason>,
    from: String,
    to: String,
}

impl Line<'_> {
    const fn row(&self) -> Option<u32> {
        self.entry.row.source.origin.number()
    }

    fn person(&self) -> ListedPerson {
        if self.skipped_as.is_some() {
            return person(self.entry);
        }
        ListedPerson { from: Some(self.from.clone()), to: Some(self.to.clone()), ..person(self.entry) }
    }
}

/// The key of changes that share a line of the Approve screen.
type Alike = (ChangeKind, Option<Field>, String);

/// Returns the values changed since the file. The same change in many rows is one line.
#[must_use]
pub fn changes(draft: &Draft) -> Vec<ChangeView> {
    let mut lines: BTreeMap<Alike, Vec<Line<'_>>> = BTreeMap::new();
    let reasons = draft.restored_reasons();
    for entry in draft.in_file_order().filter(|entry| !entry.row.excluded) {
        let row = entry.row.source.origin.number();
        if let Some(reason) = row.and_then(|row| reasons.get(&row)) {
            let alike = (ChangeKind::PutBack, None, reason.to_string());
            let to = entry.recipient.name.clone().unwrap_or_default();
            let line = Line { entry, skipped_as: Some(*reason), from: String::new(), to };
            lines.entry(alike).or_default().push(line);
        }
        for (field, to) in &entry.row.edits {
            let (alike, line) = changed(entry, *field, to);
            lines.entry(alike).or_default().push(line);
        }
    }
    lines.into_iter().map(|((kind, field, _), lines)| change(kind, field, &lines)).collect()
}

fn changed<'a>(entry: &'a Entry, field: Field, to: &str) -> (Alike, Line<'a>) {
    let from = entry.row.source.text(field).unwrap_or_default();
    if field.is_bank() {
        let called = entry.row.source.text(Field::BankName).unwrap_or(from);
        let bank = entry.recipient.bank_name.clone().unwrap_or_else(|| to.to_owned());
        let alike = (ChangeKind::BankChosen, Some(Field::BankName), format!("{called}\u{1f}{bank}"));
        return (alike, Line { entry, skipped_as: None, from: called, to: bank });
    }
    let zero_added = field == Field::AccountNumber && is_zero_added(&from, to);
    let kind = if zero_added { ChangeKind::ZeroAdded } else { ChangeKind::Edited };
    ((kind, Some(field), String::new()), Line { entry, skipped_as: None, from, to: to.to_owned() })
}

fn change(kind: ChangeKind, field: Option<Field>, lines: &[Line<'_>]) -> ChangeView {
    let only = |text: for<'a> fn(&'a Line<'_>) -> &'a String| {
        let first = lines.first().map(text)?;
        lines.iter().all(|line| text(line) == first).then(|| first.clone())
    };
    ChangeView {
        kind,
        field,
        skipped_as: lines.first().and_then(|line| line.skipped_as),
        from: only(|line| &line.from),
        to: only(|line| &line.to),
        rows: lines.iter().map(Line::row).collect(),
        people: lines.iter().take(PEOPLE_LISTED_MAX).map(Line::person).collect(),
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
        people: vec![person(entry)],
    });
    let mut warned: BTreeMap<ProblemCode, Vec<(&Entry, &Problem)>> = BTreeMap::new();
    for entry in draft.entries().iter().filter(|entry| entry.is_payable()) {
        for problem in entry.problems().filter(|problem| problem.severity == Severity::Warning) {
            let line = warned.entry(problem.code).or_default();
            if line.last().is_none_or(|(last, _)| last.row.position != entry.row.position) {
                line.push((entry, problem));
            }
        }
    }
    let accepted = warned.into_iter().map(|(code, entries)| DecisionView {
        accepted: Some(code),
        name: if let [(entry, _)] = entries.as_slice() { entry.recipient.name.clone() } else { None },
        sum: None,
        reasons: reasons(&entries, code),
        rows: entries.iter().map(|(entry, _)| entry.row.source.origin.number()).collect(),
        people: entries.iter().take(PEOPLE_LISTED_MAX).map(|(entry, of)| warned_of(entry, of)).collect(),
    });
    left_out.chain(accepted).collect()
}

/// Returns a person with the value that the warning is about, and why it was accepted. Name and amount are shown of
/// everybody.
fn warned_of(entry: &Entry, warning: &Problem) -> ListedPerson {
    let recipient = &entry.recipient;
    let person = person(entry);
    let to = match warning.field {
        _ if warning.code == ProblemCode::HolderChanged => person.holder.clone(),
        Some(Field::AccountNumber) => recipient.account_number.clone(),
        Some(field) if field.is_bank() => recipient.bank_name.clone(),
        Some(_) | None => None,
    };
    let has_changed = matches!(warning.code, ProblemCode::AccountChanged | ProblemCode::HolderChanged);
    let from = warning.value.clone().filter(|_| has_changed);
    let reason =
        entry.row.accepted.reason(warning.code).filter(|reason| !reason.is_empty()).map(str::to_owned);
    ListedPerson { from, to, reason, ..person }
}

/// Returns each reason once, in the order of the rows.
fn reasons(entries: &[(&Entry, &Problem)], code: ProblemCode) -> Vec<String> {
    let mut reasons: Vec<String> = Vec::new();
    for reason in entries.iter().filter_map(|(entry, _)| entry.row.accepted.reason(code)) {
        if !reason.is_empty() && !reasons.iter().any(|known| known == reason) {
            reasons.push(reason.to_owned());
        }
    }
    reasons
}

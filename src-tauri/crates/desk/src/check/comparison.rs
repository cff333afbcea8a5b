//! Compares this payroll with the last similar one: who is new, who is gone, whose account or amount changed, and
//! whether the file was paid before. People are matched, not rows: by staff number if both have one, else by name.
//!
//! Only a changed account is a problem that must be decided; the rest is shown.

use std::collections::BTreeMap;

use paysheet_domain::Money;
use paysheet_draft::{Draft, Entry, PaidPerson, PreviousPayroll};
use paysheet_ledger::{PayrollId, PayrollState};

use crate::{
    check::matching::match_people,
    desk::Desk,
    drafts::{self, find_previous::earlier},
    error::DeskError,
    mutex::lock,
    view::{ComparisonView, Difference, DifferenceCount, DifferenceKind, Earlier},
};

/// Maximum number of differences of one kind that are listed.
const LISTED_MAX: usize = 500;

/// Returns a payroll that is past the draft state and was read from the very same file. A copy made here on
/// purpose is found by its name and month instead.
pub(crate) async fn same_file(desk: &Desk, id: u32) -> Result<Option<Earlier>, DeskError> {
    let record = desk.ledger.payroll(PayrollId(id)).await?;
    if record.copied_from.is_some() || record.file_sha256.is_empty() {
        return Ok(None);
    }
    let payrolls = desk.ledger.payrolls().await?;
    let same = payrolls.iter().find(|other| {
        other.id != record.id
            && other.approved_at.is_some()
            && other.state != PayrollState::Withdrawn
            && other.copied_from.is_none()
            && other.file_sha256 == record.file_sha256
    });
    Ok(same.map(earlier))
}

impl Desk {
    /// Returns the differences from the last similar payroll.
    pub async fn comparison(&self, id: u32) -> Result<ComparisonView, DeskError> {
        let draft = drafts::loaded(self, id).await?;
        let same_file = same_file(self, id).await?;
        let threshold_pct = self.profile().settings.amount_change_pct;
        let view = compare(&lock(&draft), threshold_pct, same_file);
        Ok(view)
    }
}

pub(crate) fn compare(draft: &Draft, threshold_pct: u32, same_file: Option<Earlier>) -> ComparisonView {
    let before = draft.head().before.as_deref();
    let differences = before.map(|before| differences(draft, before, threshold_pct)).unwrap_or_default();
    let mut counts = BTreeMap::new();
    let mut listed = Vec::new();
    for difference in differences {
        let count = counts.entry(difference.kind).or_insert(0_u32);
        *count += 1;
        if usize::try_from(*count).is_ok_and(|count| count <= LISTED_MAX) {
            listed.push(difference);
        }
    }
    listed.sort_by_key(|difference| difference.kind);
    ComparisonView {
        with: before.map(|before| before.payroll.clone()),
        same_file,
        threshold_pct,
        counts: counts.into_iter().map(|(kind, count)| DifferenceCount { kind, count }).collect(),
        differences: listed,
    }
}

fn differences(draft: &Draft, before: &PreviousPayroll, threshold_pct: u32) -> Vec<Difference> {
    let mut found = Vec::new();
    for person in match_people(draft.entries().iter().filter(|entry| !entry.row.excluded), before) {
        let changed = person.now.iter().filter(|entry| before.problem(&entry.recipient).is_some());
        found.extend(
            changed
                .map(|entry| difference(DifferenceKind::AccountChanged, Some(entry), person.before.first())),
        );
        match (person.now.first(), person.before.first()) {
            (Some(now), None) => {
                let amount = sum(person.now.iter().filter_map(|entry| entry.recipient.amount));
                let new = difference(DifferenceKind::NewPerson, Some(now), None);
                found.push(Difference { amount: amount.or(new.amount), ..new });
            }
            (None, Some(then)) => {
                let amount_before = sum(person.before.iter().map(|paid| paid.amount));
                let gone = difference(DifferenceKind::PersonGone, None, Some(then));
                found.push(Difference { amount_before: amount_before.or(gone.amount_before), ..gone });
            }
            _ => found.extend(amount_moved(&person.now, person.before, threshold_pct)),
        }
    }
    found.sort_by(|one, other| {
        (one.kind, one.position, &one.name).cmp(&(other.kind, other.position, &other.name))
    });
    found
}

/// Returns the sum of a person's rows; none if they are in several currencies.
fn sum(amounts: impl Iterator<Item = Money>) -> Option<String> {
    let amounts: Vec<Money> = amounts.collect();
    Money::sum(amounts.first()?.currency(), amounts).ok().map(Money::digits)
}

/// Returns a person's total, then and now, if it changed by more than the threshold.
fn amount_moved(entries: &[&Entry], paid: &[PaidPerson], threshold_pct: u32) -> Option<Difference> {
    let (first, then_first) = (entries.first()?, paid.first()?);
    let currency = then_first.amount.currency();
    let now = Money::sum(currency, entries.iter().filter_map(|entry| entry.recipient.amount)).ok()?;
    let then = Money::sum(currency, paid.iter().map(|paid| paid.amount)).ok()?;
    let (now_minor, then_minor) = (i128::from(now.minor()), i128::from(then.minor()));
    let moved = (now_minor - then_minor).abs() * 100;
    if threshold_pct == 0 || now_minor == 0 || moved <= then_minor * i128::from(threshold_pct) {
        return None;
    }
    let kind = if now_minor > then_minor { DifferenceKind::AmountUp } else { DifferenceKind::AmountDown };
    let mut difference = difference(kind, Some(first), Some(then_first));
    difference.amount = Some(now.digits());
    difference.amount_before = Some(then.digits());
    Some(difference)
}

fn difference(kind: DifferenceKind, now: Option<&Entry>, then: Option<&PaidPerson>) -> Difference {
    let name =
        now.and_then(|entry| entry.recipient.name.clone()).or_else(|| then.map(|paid| paid.name.clone()));
    let amount = now.and_then(|entry| entry.recipient.amount);
    let currency =
        now.map(|entry| entry.recipient.currency).or_else(|| then.map(|paid| paid.amount.currency()));
    Difference {
        kind,
        position: now.map(|entry| entry.row.position),
        row: now.and_then(|entry| entry.row.source.origin.number()),
        name: name.unwrap_or_default(),
        account_before: then.map(|paid| paid.account_number.clone()),
        account: now.and_then(|entry| entry.recipient.account_number.clone()),
        amount_before: then.map(|paid| paid.amount.digits()),
        amount: amount.map(Money::digits),
        currency: currency.unwrap_or(paysheet_domain::Currency::NGN),
    }
}

//! Compares this payroll with the last similar one: who is new, who is gone, whose account or amount changed, and
//! whether the file was paid before. People are matched, not rows: by staff number if both have one, else by name.
//!
//! Only a changed account is a problem that must be decided; the rest is shown.

use std::collections::{BTreeMap, HashMap, HashSet};

use paysheet_domain::Money;
use paysheet_ledger::PayrollId;

use crate::{
    check::drafts,
    check::find_previous::earlier,
    context::Context,
    draft::{Draft, Entry, PaidPerson, PreviousPayroll, account_key},
    error::DeskError,
    mutex::lock,
    view::{ComparisonView, Difference, DifferenceCount, DifferenceKind, Earlier},
};

/// Maximum number of differences of one kind that are listed.
const LISTED_MAX: usize = 500;

/// Returns a payroll that is past the draft state and was read from the very same file. A copy made here on
/// purpose is found by its name and month instead.
pub(crate) async fn same_file(context: &Context, id: u32) -> Result<Option<Earlier>, DeskError> {
    let record = context.ledger.payroll(PayrollId(id)).await?;
    if record.copied_from.is_some() || record.file_sha256.is_empty() {
        return Ok(None);
    }
    let payrolls = context.ledger.payrolls().await?;
    let same = payrolls.iter().find(|other| {
        other.id != record.id
            && other.approved_at.is_some()
            && other.copied_from.is_none()
            && other.file_sha256 == record.file_sha256
    });
    Ok(same.map(earlier))
}

/// Returns the differences from the last similar payroll.
///
/// # Errors
/// `Ledger`.
pub async fn comparison(context: &Context, id: u32) -> Result<ComparisonView, DeskError> {
    let draft = drafts::loaded(context, id).await?;
    let same_file = same_file(context, id).await?;
    let threshold_pct = context.profile().settings.amount_change_pct;
    let view = compare(&lock(&draft), threshold_pct, same_file);
    Ok(view)
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
    let mut seen: HashMap<&str, Vec<&Entry>> = HashMap::new();
    let mut accounts = HashSet::new();
    for entry in draft.entries().iter().filter(|entry| !entry.row.excluded) {
        let account = entry.recipient.bank_code.as_deref().zip(entry.recipient.account_number.as_deref());
        let account = account.map(|(bank, number)| account_key(bank, number));
        let known_account = account.as_ref().is_some_and(|account| before.accounts.contains(account));
        accounts.extend(account);
        match before.person(&entry.recipient) {
            Some((key, paid)) => {
                seen.entry(key).or_default().push(entry);
                if before.problem(&entry.recipient).is_some() {
                    found.push(difference(DifferenceKind::AccountChanged, Some(entry), paid.first()));
                }
            }
            // Another spelling of a person whose account is known is not a new person.
            None if known_account => {}
            None => found.push(difference(DifferenceKind::NewPerson, Some(entry), None)),
        }
    }
    for (key, paid) in &before.people {
        match seen.get(key.as_str()).map(Vec::as_slice) {
            None => {
                let gone = paid
                    .iter()
                    .filter(|paid| !accounts.contains(&account_key(&paid.bank_code, &paid.account_number)));
                found.extend(gone.map(|paid| difference(DifferenceKind::PersonGone, None, Some(paid))));
            }
            Some(entries) => found.extend(amount_moved(entries, paid, threshold_pct)),
        }
    }
    found.sort_by(|one, other| {
        (one.kind, one.position, &one.name).cmp(&(other.kind, other.position, &other.name))
    });
    found
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

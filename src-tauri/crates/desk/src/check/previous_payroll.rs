//! Compares this payroll with the last similar one: who is new, who is gone, whose account or amount changed, and
//! whether the file was paid before. People are matched, not rows: by staff number if both have one, else by name.
//!
//! Only a changed account is a problem that must be decided; the rest is shown.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use paysheet_domain::{Currency, Field, Money, checks::comparable, period::period_in};
use paysheet_ledger::{NewPayroll, PayrollId, PayrollRecord};

use crate::{
    desk::Desk,
    draft::{Draft, Entry, PaidPerson, PreviousPayroll, account_key, name_key},
    error::DeskError,
    mutex::lock,
    view::{ComparisonView, Difference, DifferenceCount, DifferenceKind, Earlier},
};

/// Maximum number of differences of one kind that are listed.
const LISTED_MAX: usize = 500;

/// What identifies the earlier payroll to compare with. The payroll itself may not be stored yet.
#[derive(Clone, Debug)]
pub(crate) struct PayrollMatchKey {
    /// None while the payroll is not stored.
    id: Option<PayrollId>,
    name: String,
    file_name: String,
    layout: Option<String>,
    currency: Currency,
    copied_from: Option<PayrollId>,
    approved_at: Option<Timestamp>,
}

impl From<&PayrollRecord> for PayrollMatchKey {
    fn from(record: &PayrollRecord) -> Self {
        Self {
            id: Some(record.id),
            name: record.name.clone(),
            file_name: record.file_name.clone(),
            layout: record.layout.clone(),
            currency: record.currency,
            copied_from: record.copied_from,
            approved_at: record.approved_at,
        }
    }
}

impl From<&NewPayroll> for PayrollMatchKey {
    fn from(new: &NewPayroll) -> Self {
        Self {
            id: None,
            name: new.name.clone(),
            file_name: new.file_name.clone(),
            layout: new.layout.clone(),
            currency: new.currency,
            copied_from: new.copied_from,
            approved_at: None,
        }
    }
}

impl Desk {
    /// Returns the last approved payroll like this one, in the same currency. The surest match comes first: this one
    /// was copied from it; its file has the same name apart from the month, with the same headings or with others; its
    /// headings are the same, under the same name apart from the month or under another; its name is the same apart
    /// from the month.
    pub(crate) async fn before(&self, of: &PayrollMatchKey) -> Result<Option<PreviousPayroll>, DeskError> {
        let payrolls = self.inner.ledger.payrolls().await?;
        let approved = payrolls.iter().filter(|other| {
            // An approved payroll is compared with those approved before it.
            let earlier = of.approved_at.is_none_or(|at| other.approved_at.is_some_and(|then| then < at));
            Some(other.id) != of.id && other.approved_at.is_some() && earlier
        });
        let like: Vec<&PayrollRecord> = approved
            .filter(|other| other.currency == of.currency || of.copied_from == Some(other.id))
            .collect();
        let same_file = |other: &&&PayrollRecord| stem(&other.file_name) == stem(&of.file_name);
        let same_name = |other: &&&PayrollRecord| stem(&other.name) == stem(&of.name);
        let copied = |other: &&&PayrollRecord| of.copied_from == Some(other.id);
        let same_layout = |other: &&&PayrollRecord| of.layout.is_some() && other.layout == of.layout;
        let found = like
            .iter()
            .find(copied)
            .or_else(|| like.iter().find(|other| same_file(other) && same_layout(other)))
            .or_else(|| like.iter().find(same_file))
            .or_else(|| like.iter().find(|other| same_layout(other) && same_name(other)))
            .or_else(|| like.iter().find(same_layout))
            .or_else(|| like.iter().find(same_name));
        match found {
            Some(other) => match self.read_before(other).await {
                // If the earlier payroll is damaged, there is no comparison; this payroll is not affected.
                Err(DeskError::Ledger(error)) if error.is_damage() => Ok(None),
                before => before.map(Some),
            },
            None => Ok(None),
        }
    }

    async fn read_before(&self, record: &PayrollRecord) -> Result<PreviousPayroll, DeskError> {
        let payouts = self.inner.ledger.all_payouts(record.id).await?;
        let rows = self.inner.ledger.draft_rows(record.id).await?;
        let mut before = PreviousPayroll {
            payroll: earlier(record),
            people: HashMap::new(),
            accounts: HashSet::new(),
            by_employee: HashMap::new(),
        };
        for payout in payouts {
            let Some(key) = name_key(&payout.name) else { continue };
            let row = usize::try_from(payout.position).ok().and_then(|at| rows.get(at));
            let employee = row.and_then(|row| row.effective().text(Field::EmployeeId));
            if let Some(employee) = employee.filter(|id| !id.trim().is_empty()) {
                before.by_employee.insert(comparable(&employee), key.clone());
            }
            before.accounts.insert(account_key(&payout.bank_code, &payout.account_number));
            before.people.entry(key).or_default().push(PaidPerson {
                name: payout.name,
                bank_code: payout.bank_code,
                account_number: payout.account_number,
                amount: payout.amount,
            });
        }
        Ok(before)
    }

    /// Returns a payroll that is past the draft state and was read from the very same file. A copy made here on
    /// purpose is found by its name and month instead.
    pub(crate) async fn same_file(&self, id: u32) -> Result<Option<Earlier>, DeskError> {
        let record = self.inner.ledger.payroll(PayrollId(id)).await?;
        if record.copied_from.is_some() || record.file_sha256.is_empty() {
            return Ok(None);
        }
        let payrolls = self.inner.ledger.payrolls().await?;
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
    pub async fn comparison(&self, id: u32) -> Result<ComparisonView, DeskError> {
        let draft = self.loaded(id).await?;
        let same_file = self.same_file(id).await?;
        let threshold_pct = self.profile().settings.amount_change_pct;
        let view = comparison(&lock(&draft), threshold_pct, same_file);
        Ok(view)
    }
}

pub(crate) fn comparison(draft: &Draft, threshold_pct: u32, same_file: Option<Earlier>) -> ComparisonView {
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
        row: now.map(|entry| entry.row.source.row),
        name: name.unwrap_or_default(),
        account_before: then.map(|paid| paid.account_number.clone()),
        account: now.and_then(|entry| entry.recipient.account_number.clone()),
        amount_before: then.map(|paid| paid.amount.digits()),
        amount: amount.map(Money::digits),
        currency: currency.unwrap_or(paysheet_domain::Currency::NGN),
    }
}

pub(crate) fn earlier(record: &PayrollRecord) -> Earlier {
    Earlier {
        id: record.id.0,
        name: record.name.clone(),
        period: record.period.clone(),
        approved_at: record.approved_at.map(|at| at.to_string()),
    }
}

/// Returns a name without its month, year and numbers. The rest of a payroll's name and of its file's name stays the
/// same from month to month.
fn stem(name: &str) -> String {
    let name =
        name.rsplit_once('.').map_or(name, |(stem, ending)| if ending.len() <= 4 { stem } else { name });
    let compared = comparable(name);
    let is_month = |word: &str| period_in(&format!("{word} 2026")).is_some();
    let words =
        compared.split(' ').filter(|word| !word.chars().any(|c| c.is_ascii_digit()) && !is_month(word));
    words.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_two_months_have_one_stem() {
        for (one, other, same) in [
            ("November 2026 salaries", "October 2026 salaries", true),
            ("Kola payroll Nov 2025.xlsx", "Kola payroll Oct 2025 (2).xlsx", true),
            ("Kola payroll Nov 2025.xlsx", "Kola bonus Nov 2025.xlsx", false),
            ("paie août 2026.csv", "paie septembre 2026.csv", true),
        ] {
            assert_eq!(stem(one) == stem(other), same, "{one} {other}");
        }
    }
}

//! Finds the earlier payroll that a payroll is compared with.

use crate::{desk::Desk, error::DeskError, view::Earlier};
use jiff::Timestamp;
use paysheet_domain::{Currency, Field, checks::comparable, period::period_in};
use paysheet_draft::{PaidPerson, PreviousPayroll, account_key, name_key, unnamed_key};
use paysheet_ledger::{NewPayroll, PayrollId, PayrollRecord, PayrollState};
use std::collections::HashMap;

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

/// Returns the last approved payroll like this one, in the same currency. The surest match comes first: this one
/// was copied from it; its file has the same name apart from the month, with the same headings or with others; its
/// headings are the same, under the same name apart from the month or under another; its name is the same apart
/// from the month.
pub(crate) async fn find_previous(
    desk: &Desk,
    of: &PayrollMatchKey,
) -> Result<Option<PreviousPayroll>, DeskError> {
    let payrolls = desk.ledger.payrolls().await?;
    let approved = payrolls.iter().filter(|other| {
        // An approved payroll is compared with those approved before it.
        let earlier = of.approved_at.is_none_or(|at| other.approved_at.is_some_and(|then| then < at));
        // Of one that was withdrawn nobody was paid: another payroll corrects it.
        let was_sent = other.state != PayrollState::Withdrawn || of.copied_from == Some(other.id);
        Some(other.id) != of.id && other.approved_at.is_some() && earlier && was_sent
    });
    let like: Vec<&PayrollRecord> =
        approved.filter(|other| other.currency == of.currency || of.copied_from == Some(other.id)).collect();
    // A payroll of chosen people has no file, and is like no other for that.
    let same_file = |other: &&&PayrollRecord| {
        !of.file_name.is_empty()
            && !other.file_name.is_empty()
            && stem(&other.file_name) == stem(&of.file_name)
    };
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
        Some(other) => match read_people(desk, other).await {
            // If the earlier payroll is damaged, there is no comparison; this payroll is not affected.
            Err(DeskError::Ledger(error)) if error.is_damage() => Ok(None),
            before => before.map(Some),
        },
        None => Ok(None),
    }
}

async fn read_people(desk: &Desk, record: &PayrollRecord) -> Result<PreviousPayroll, DeskError> {
    let payouts = desk.ledger.all_payouts(record.id).await?;
    let rows = desk.ledger.draft_rows(record.id).await?;
    let mut before =
        PreviousPayroll { payroll: earlier(record), people: HashMap::new(), by_employee: HashMap::new() };
    for payout in payouts {
        // Nobody is missing from the sum of the earlier payroll.
        let account_key = account_key(payout.country, &payout.bank_code, &payout.account_number);
        let key = name_key(&payout.name).unwrap_or_else(|| unnamed_key(&account_key));
        let row = usize::try_from(payout.position).ok().and_then(|at| rows.get(at));
        let employee = row.and_then(|row| row.effective().text(Field::EmployeeId));
        if let Some(employee) = employee.filter(|id| !id.trim().is_empty()) {
            before.by_employee.insert(comparable(&employee), key.clone());
        }
        before.people.entry(key).or_default().push(PaidPerson {
            name: payout.name,
            account_key,
            account_number: payout.account_number,
            amount: payout.amount,
        });
    }
    Ok(before)
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

//! Lists the people who were ever paid, and shows the payments to one of them.

use std::collections::BTreeMap;

use jiff::{Timestamp, civil, tz::TimeZone};
use paysheet_domain::{Money, PayoutState, money::Total};
use paysheet_ledger::{PersonPayment, PersonRecord};

use crate::{
    app_error::AppError,
    desk::Desk,
    directory::lists,
    error::DeskError,
    view::{
        PeopleFilter, PeopleOrder, PeopleWindow, PersonKey, PersonLine, PersonView, YearTotal, payment_view,
    },
};

/// Maximum number of people in one window.
const WINDOW_PEOPLE_MAX: u32 = 500;
/// Accounts of the same name that a person's page lists.
const OTHER_ACCOUNTS_MAX: u32 = 20;

impl Desk {
    /// Returns a window of the people that match the filter.
    pub async fn people(
        &self,
        filter: &PeopleFilter,
        offset: u32,
        limit: u32,
    ) -> Result<PeopleWindow, DeskError> {
        let (year, from) = this_year(self.now());
        let window = (offset, limit.min(WINDOW_PEOPLE_MAX));
        let service = lists::service_key(self);
        let (total, people) = self.ledger.people(filter, &service, from, window).await?;
        Ok(PeopleWindow { total, offset, year, rows: people.iter().map(line).collect() })
    }

    /// Returns a person with every payout that was sent.
    ///
    /// # Errors
    /// `NotFound` if nothing was ever sent to the account.
    pub async fn person(&self, key: &PersonKey) -> Result<PersonView, DeskError> {
        let payments = self.ledger.person_payments(key).await?;
        let newest = payments.first().ok_or(AppError::NotFound)?;
        let service = lists::service_key(self);
        let payout = &newest.payout;
        let account = (payout.bank_code.as_str(), payout.account_number.as_str());
        let holder = self.ledger.last_holder(&service, account, payout.country).await?;
        let same_name = PeopleFilter { text: Some(payout.name.clone()), order: PeopleOrder::LastPaid };
        let (_, from) = this_year(self.now());
        let named = self.ledger.people(&same_name, &service, from, (0, OTHER_ACCOUNTS_MAX)).await?.1;
        let is_other = |person: &&PersonRecord| {
            person.key != *key && is_same_name(&person.last.payout.name, &payout.name)
        };
        let other_accounts = named.iter().filter(is_other).map(line).collect();
        Ok(PersonView {
            person: line(&record(newest, &payments, from)?),
            holder_asked_at: holder.as_ref().map(|(_, at)| at.to_string()),
            holder: holder.map(|(name, _)| name),
            years: years(&payments)?,
            payments: payments.iter().map(payment_view).collect(),
            other_accounts,
        })
    }
}

/// Returns the figures of a person from their payments.
fn record(
    newest: &PersonPayment,
    payments: &[PersonPayment],
    from: Timestamp,
) -> Result<PersonRecord, DeskError> {
    let paid = || payments.iter().filter(|payment| payment.payout.state == PayoutState::Paid);
    let this_year = paid().filter(|payment| payment.at >= Some(from)).map(|payment| payment.payout.amount);
    Ok(PersonRecord {
        key: newest.person.clone(),
        payments: u32::try_from(paid().count()).unwrap_or(u32::MAX),
        first_paid_at: paid().filter_map(|payment| payment.at).min(),
        last_paid_at: paid().filter_map(|payment| payment.at).max(),
        year_total: Money::sum(newest.person.currency, this_year)?,
        last: newest.clone(),
    })
}

/// Adds up the payments by year, the newest first.
pub(super) fn years(payments: &[PersonPayment]) -> Result<Vec<YearTotal>, DeskError> {
    let mut years: BTreeMap<i16, Vec<Money>> = BTreeMap::new();
    for payment in payments.iter().filter(|payment| payment.payout.state == PayoutState::Paid) {
        if let Some(at) = payment.at {
            years.entry(year_of(at)).or_default().push(payment.payout.amount);
        }
    }
    let total = |(year, amounts): (i16, Vec<Money>)| {
        let currency = amounts.first().map(|amount| amount.currency())?;
        let sum = Money::sum(currency, amounts.iter().copied());
        let count = u32::try_from(amounts.len()).unwrap_or(u32::MAX);
        Some(sum.map(|sum| YearTotal { year, total: Total::new(count, sum) }))
    };
    Ok(years.into_iter().rev().filter_map(total).collect::<Result<_, _>>()?)
}

fn is_same_name(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let mut words: Vec<String> = text.to_lowercase().split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words
    };
    words(one) == words(other)
}

/// Returns the present year on this computer's calendar, and its beginning.
pub(super) fn this_year(now: Timestamp) -> (i16, Timestamp) {
    let year = year_of(now);
    let first = civil::Date::new(year, 1, 1).ok().and_then(|day| day.to_zoned(TimeZone::system()).ok());
    (year, first.map_or(Timestamp::MIN, |first| first.timestamp()))
}

fn year_of(at: Timestamp) -> i16 {
    at.to_zoned(TimeZone::system()).year()
}

fn line(person: &PersonRecord) -> PersonLine {
    let PersonPayment { payroll, payroll_name, payout, status, .. } = &person.last;
    PersonLine {
        key: person.key.clone(),
        name: payout.name.clone(),
        account_number: payout.account_number.clone(),
        bank_name: payout.bank_name.clone(),
        country: payout.country,
        payments: person.payments,
        first_paid_at: person.first_paid_at.map(|at| at.to_string()),
        last_paid_at: person.last_paid_at.map(|at| at.to_string()),
        last_amount: payout.amount.digits(),
        last_status: *status,
        last_payroll: payroll.0,
        last_payroll_name: payroll_name.clone(),
        year_total: person.year_total.digits(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_same_in_another_order_and_case() {
        for (one, other, same) in [
            ("Ada Obi", "OBI  ADA", true),
            ("Ada Obi", "Ada Obi", true),
            ("Ada Obi", "Ada Obiora", false),
            ("Ada Obi", "Ada Grace Obi", false),
        ] {
            assert_eq!(is_same_name(one, other), same, "{one} / {other}");
        }
    }
}

//! How much a journal books, and what it leaves out.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Money, PayoutStatus, money::Total};

use super::entries::{Bookable, came_back, was_paid};
use crate::{
    error::DeskError,
    view::{JournalCurrency, JournalDetail, StatusTotal, TrackView},
};

/// Lines of an entry beside those of people.
const LINES_OF_BANK: u32 = 1;

/// Returns what Track shows of a currency, as it would be booked.
pub(super) fn of_currency(track: &TrackView, currency: Currency) -> Result<JournalCurrency, DeskError> {
    let own = track.statuses.iter().filter(|of| of.total.currency == currency).cloned();
    currency_view(currency, own.collect())
}

/// Returns what a journal of these payouts books, and what is left out of it because it is not known to be paid.
pub(super) fn booked_of(
    bookables: &[Bookable<'_>],
    currency: Currency,
) -> Result<JournalCurrency, DeskError> {
    let own = || bookables.iter().filter(|payout| payout.amount.currency() == currency);
    let total = |amounts: Vec<Money>| -> Result<Total, DeskError> {
        let count = u32::try_from(amounts.len()).unwrap_or(u32::MAX);
        Ok(Total::new(count, Money::sum(currency, amounts)?))
    };
    let paid = total(own().filter(|payout| payout.is_new_payment()).map(|payout| payout.amount).collect())?;
    let reversed =
        total(own().filter(|payout| payout.is_new_return()).map(|payout| payout.amount).collect())?;
    let mut open = BTreeMap::<PayoutStatus, Vec<Money>>::new();
    for payout in own().filter(|payout| !was_paid(payout.status)) {
        open.entry(payout.status).or_default().push(payout.amount);
    }
    let of = |(status, amounts)| Ok(StatusTotal { status, total: total(amounts)? });
    let left_out = open.into_iter().map(of).collect::<Result<_, DeskError>>()?;
    Ok(counted(currency, (paid, reversed), left_out))
}

fn currency_view(currency: Currency, statuses: Vec<StatusTotal>) -> Result<JournalCurrency, DeskError> {
    let (booked, left_out): (Vec<_>, Vec<_>) = statuses.into_iter().partition(|of| was_paid(of.status));
    let sum = |is_summed: fn(PayoutStatus) -> bool| -> Result<Total, DeskError> {
        let (mut count, mut sum) = (0_u32, Money::zero(currency));
        for StatusTotal { total, .. } in booked.iter().filter(|of| is_summed(of.status)) {
            count = count.saturating_add(total.count);
            sum = sum.checked_add(Money::parse(&total.sum, currency)?)?;
        }
        Ok(Total::new(count, sum))
    };
    Ok(counted(currency, (sum(was_paid)?, sum(came_back)?), left_out))
}

fn counted(
    currency: Currency,
    (paid, reversed): (Total, Total),
    left_out: Vec<StatusTotal>,
) -> JournalCurrency {
    let of = |detail| lines(detail, &paid).saturating_add(lines(detail, &reversed));
    let (lines_by_account, lines_by_person) = (of(JournalDetail::Account), of(JournalDetail::Person));
    JournalCurrency { currency, paid, reversed, left_out, lines_by_account, lines_by_person }
}

/// Returns the lines of an entry of so many people.
fn lines(detail: JournalDetail, people: &Total) -> u32 {
    match (people.count, detail) {
        (0, _) => 0,
        (_, JournalDetail::Account) => 1 + LINES_OF_BANK,
        (count, JournalDetail::Person) => count.saturating_add(LINES_OF_BANK),
    }
}

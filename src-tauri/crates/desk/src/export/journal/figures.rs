//! How much a journal books, and what it leaves out.

use std::collections::BTreeMap;

use paysheet_domain::{Currency, Money, PayoutStatus, money::Total};

use super::entries::{Bookable, was_paid};
use crate::{
    error::DeskError,
    view::{JournalCurrency, JournalDetail, StatusTotal},
};

/// Lines of an entry beside those of people.
const LINES_OF_BANK: u32 = 1;

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
    let fees = total(own().filter_map(Bookable::new_fee).collect())?;
    let mut open = BTreeMap::<PayoutStatus, Vec<Money>>::new();
    for payout in own().filter(|payout| !was_paid(payout.status)) {
        open.entry(payout.status).or_default().push(payout.amount);
    }
    let of = |(status, amounts)| Ok(StatusTotal { status, total: total(amounts)? });
    let left_out = open.into_iter().map(of).collect::<Result<_, DeskError>>()?;
    Ok(counted(currency, (paid, reversed, fees), left_out))
}

fn counted(
    currency: Currency,
    (paid, reversed, fees): (Total, Total, Total),
    left_out: Vec<StatusTotal>,
) -> JournalCurrency {
    let of = |detail| {
        let of_people = lines(detail, &paid).saturating_add(lines(detail, &reversed));
        of_people.saturating_add(lines(JournalDetail::Account, &fees))
    };
    let (lines_by_account, lines_by_person) = (of(JournalDetail::Account), of(JournalDetail::Person));
    JournalCurrency { currency, paid, reversed, fees, left_out, lines_by_account, lines_by_person }
}

/// Returns the lines of an entry of so many people.
fn lines(detail: JournalDetail, people: &Total) -> u32 {
    match (people.count, detail) {
        (0, _) => 0,
        (_, JournalDetail::Account) => 1 + LINES_OF_BANK,
        (count, JournalDetail::Person) => count.saturating_add(LINES_OF_BANK),
    }
}

//! What is booked of a payroll: entries with lines, each of which sums to zero. Only what is known to be paid is booked.
//! A payment that came back is booked twice, out and back, so that both are in the books. The fees of payments are an
//! entry of their own, once for each payment: those that the service reported, and by the profile those that it did not.

use jiff::civil::Date;
use paysheet_domain::{Currency, Money, MoneyError, PayoutStatus};

use crate::view::{JournalAccounts, JournalDetail};

/// What of a payout is in the user's books already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Booked {
    #[default]
    Nothing,
    Payment,
    PaymentAndReturn,
}

/// A payout as it is booked.
pub(super) struct Bookable<'a> {
    pub reference: &'a str,
    pub name: &'a str,
    pub amount: Money,
    pub status: PayoutStatus,
    pub booked: Booked,
    /// What the provider took for it; none if that is neither reported nor set in the profile.
    pub fee: Option<Money>,
    pub is_fee_booked: bool,
}

impl Bookable<'_> {
    /// Returns whether it is known to be paid, and not in the books yet.
    pub fn is_new_payment(&self) -> bool {
        was_paid(self.status) && self.booked == Booked::Nothing
    }

    /// Returns whether it came back, and that is not in the books yet.
    pub fn is_new_return(&self) -> bool {
        came_back(self.status) && self.booked != Booked::PaymentAndReturn
    }

    /// Returns the fee if it is not in the books yet. A payment that was not made costs nothing.
    pub fn new_fee(&self) -> Option<Money> {
        let is_new = was_paid(self.status) && !self.is_fee_booked;
        self.fee.filter(|fee| is_new && fee.is_positive())
    }

    /// Returns whether the books have more of it than is known now. No entry of new payments corrects that.
    pub fn is_outdated(&self) -> bool {
        match self.booked {
            Booked::Nothing => false,
            Booked::Payment => !was_paid(self.status),
            Booked::PaymentAndReturn => !came_back(self.status),
        }
    }
}

/// How the payouts of one currency are booked.
pub(super) struct Booking<'a> {
    pub accounts: &'a JournalAccounts,
    pub detail: JournalDetail,
    pub currency: Currency,
    pub date: Date,
    /// Begins the number of each entry. It differs between payrolls and currencies.
    pub number: &'a str,
    /// Of the entry of payments, of that of payments that came back, and of that of fees.
    pub narrations: [&'a str; 3],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Debit,
    Credit,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Debit => Self::Credit,
            Self::Credit => Self::Debit,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Line {
    pub account: String,
    pub side: Side,
    pub amount: Money,
    /// The payout's reference; empty for a line of several.
    pub reference: String,
    pub description: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub number: String,
    pub date: Date,
    pub narration: String,
    pub lines: Vec<Line>,
}

/// Ends the number of the entry of payments.
const PAYMENTS: &str = "P";
/// Ends the number of the entry that books payments back.
const RETURNS: &str = "R";
/// Ends the number of the entry of fees.
const FEES: &str = "F";

/// Whether the payment is known to have been made, also if it came back later.
pub(super) const fn was_paid(status: PayoutStatus) -> bool {
    matches!(status, PayoutStatus::Paid | PayoutStatus::Reversed)
}

pub(super) const fn came_back(status: PayoutStatus) -> bool {
    matches!(status, PayoutStatus::Reversed)
}

/// Returns the entries of one currency, without what is in the books already: the payments, those that came back, and the
/// fees. An entry without payments is left out.
///
/// # Errors
/// If a sum is too large.
pub(super) fn entries(payouts: &[Bookable<'_>], booking: &Booking<'_>) -> Result<Vec<Entry>, MoneyError> {
    let of = |is_booked: fn(&Bookable<'_>) -> bool| {
        let own = payouts.iter().filter(|payout| payout.amount.currency() == booking.currency);
        own.filter(|payout| is_booked(payout)).collect::<Vec<_>>()
    };
    let paid = of(|payout| payout.is_new_payment());
    let returned = of(|payout| payout.is_new_return());
    let JournalAccounts { payable, bank, returned: own_account, .. } = booking.accounts;
    let owed_again = if own_account.is_empty() { payable } else { own_account };
    let [payments, returns, fees] = booking.narrations;
    let entries = [
        entry(&paid, booking, (PAYMENTS, payments), (payable, Side::Debit), bank)?,
        entry(&returned, booking, (RETURNS, returns), (owed_again, Side::Credit), bank)?,
        fee_entry(&of(|payout| payout.new_fee().is_some()), booking, (FEES, fees))?,
    ];
    Ok(entries.into_iter().filter(|entry| !entry.lines.is_empty()).collect())
}

/// Makes an entry: the people's account on the given side, and the bank's on the other one.
fn entry(
    payouts: &[&Bookable<'_>],
    booking: &Booking<'_>,
    (ending, narration): (&str, &str),
    (account, side): (&str, Side),
    bank: &str,
) -> Result<Entry, MoneyError> {
    let sum = Money::sum(booking.currency, payouts.iter().map(|payout| payout.amount))?;
    let of_all = |account: &str, side| Line {
        account: account.to_owned(),
        side,
        amount: sum,
        reference: String::new(),
        description: narration.to_owned(),
    };
    let of_one = |payout: &&Bookable<'_>| Line {
        account: account.to_owned(),
        side,
        amount: payout.amount,
        reference: payout.reference.to_owned(),
        description: format!("{} {}", payout.reference, payout.name),
    };
    let mut lines = match booking.detail {
        _ if payouts.is_empty() => Vec::new(),
        JournalDetail::Account => vec![of_all(account, side)],
        JournalDetail::Person => payouts.iter().map(of_one).collect(),
    };
    if !lines.is_empty() {
        lines.push(of_all(bank, side.other()));
    }
    Ok(Entry {
        number: format!("{}-{ending}", booking.number),
        date: booking.date,
        narration: narration.to_owned(),
        lines,
    })
}

/// Makes the entry of fees, in one sum: a line for each person says what was paid to them, not what that cost.
fn fee_entry(
    payouts: &[&Bookable<'_>],
    booking: &Booking<'_>,
    (ending, narration): (&str, &str),
) -> Result<Entry, MoneyError> {
    let sum = Money::sum(booking.currency, payouts.iter().filter_map(|payout| payout.new_fee()))?;
    let JournalAccounts { fees, bank, .. } = booking.accounts;
    let line = |(account, side): (&String, Side)| Line {
        account: account.clone(),
        side,
        amount: sum,
        reference: String::new(),
        description: narration.to_owned(),
    };
    let lines = if payouts.is_empty() { Vec::new() } else { vec![(fees, Side::Debit), (bank, Side::Credit)] };
    Ok(Entry {
        number: format!("{}-{ending}", booking.number),
        date: booking.date,
        narration: narration.to_owned(),
        lines: lines.into_iter().map(line).collect(),
    })
}

#[cfg(test)]
pub(super) mod tests {
    use paysheet_domain::Currency;
    use proptest::{collection::vec, prelude::*, sample::select};

    use super::*;

    pub const STATUSES: [PayoutStatus; 10] = [
        PayoutStatus::Paid,
        PayoutStatus::InProgress,
        PayoutStatus::Unknown,
        PayoutStatus::NotSent,
        PayoutStatus::NotAccepted,
        PayoutStatus::Overdue,
        PayoutStatus::Failed,
        PayoutStatus::Reversed,
        PayoutStatus::Conflict,
        PayoutStatus::Withdrawn,
    ];

    pub fn accounts() -> JournalAccounts {
        JournalAccounts {
            payable: "2220".to_owned(),
            bank: "1200".to_owned(),
            returned: String::new(),
            fees: "7900".to_owned(),
            tax_rate: String::new(),
        }
    }

    pub fn booking(accounts: &JournalAccounts, detail: JournalDetail, currency: Currency) -> Booking<'_> {
        Booking {
            accounts,
            detail,
            currency,
            date: jiff::civil::date(2026, 11, 30),
            number: "PS-ABCDEFGH",
            narrations: ["Salary payments", "Payments that came back", "Fees"],
        }
    }

    pub fn bookable<'a>(name: &'a str, minor: i64, status: PayoutStatus) -> Bookable<'a> {
        let amount = Money::from_minor(minor, Currency::NGN);
        let (booked, fee) = (Booked::Nothing, None);
        Bookable { reference: "REF1", name, amount, status, booked, fee, is_fee_booked: false }
    }

    fn minor(lines: &[Line], account: &str, side: Side) -> i64 {
        let of = lines.iter().filter(|line| line.account == account && line.side == side);
        of.map(|line| line.amount.minor()).sum()
    }

    #[test]
    fn only_what_is_known_to_be_paid_is_booked() {
        for status in STATUSES {
            let is_known = [PayoutStatus::Paid, PayoutStatus::Reversed].contains(&status);
            assert_eq!(was_paid(status), is_known, "{status}");
            let payouts = [bookable("Ada Obi", 150_000, status)];
            let accounts = accounts();
            let entries =
                entries(&payouts, &booking(&accounts, JournalDetail::Person, Currency::NGN)).unwrap();
            let booked = usize::from(was_paid(status)) + usize::from(status == PayoutStatus::Reversed);
            assert_eq!(entries.len(), booked, "{status}");
        }
    }

    #[test]
    fn what_came_back_is_booked_back_to_the_account_that_is_set() {
        for (returned, account) in [("", "2220"), ("2290", "2290")] {
            let accounts = JournalAccounts { returned: returned.to_owned(), ..accounts() };
            let payouts = [bookable("Ada Obi", 150_000, PayoutStatus::Reversed)];
            let entries =
                entries(&payouts, &booking(&accounts, JournalDetail::Account, Currency::NGN)).unwrap();
            assert_eq!(entries[0].number, "PS-ABCDEFGH-P");
            assert_eq!(entries[1].number, "PS-ABCDEFGH-R");
            assert_eq!(minor(&entries[0].lines, "2220", Side::Debit), 150_000);
            assert_eq!(minor(&entries[0].lines, "1200", Side::Credit), 150_000);
            assert_eq!(minor(&entries[1].lines, account, Side::Credit), 150_000);
            assert_eq!(minor(&entries[1].lines, "1200", Side::Debit), 150_000);
        }
    }

    #[test]
    fn a_person_has_a_line_only_if_it_is_asked_for() {
        let payouts = [bookable("Ada", 100, PayoutStatus::Paid), bookable("Obi", 50, PayoutStatus::Paid)];
        for (detail, lines) in [(JournalDetail::Account, 2), (JournalDetail::Person, 3)] {
            let accounts = accounts();
            let entries = entries(&payouts, &booking(&accounts, detail, Currency::NGN)).unwrap();
            assert_eq!(entries[0].lines.len(), lines, "{detail}");
            let named = entries[0].lines.iter().any(|line| line.description.contains("Ada"));
            assert_eq!(named, detail == JournalDetail::Person);
        }
    }

    #[test]
    fn what_is_in_the_books_is_not_booked_again() {
        use Booked::{Nothing, Payment, PaymentAndReturn};
        use PayoutStatus::{Failed, InProgress, Paid, Reversed};
        // What is known, what the books have, the entries that are new, and whether the books are wrong.
        for (status, booked, new, is_outdated) in [
            (Paid, Nothing, "P", false),
            (Paid, Payment, "", false),
            (Paid, PaymentAndReturn, "", true),
            (Reversed, Nothing, "PR", false),
            (Reversed, Payment, "R", false),
            (Reversed, PaymentAndReturn, "", false),
            (Failed, Nothing, "", false),
            (Failed, Payment, "", true),
            (InProgress, Payment, "", true),
            (InProgress, PaymentAndReturn, "", true),
        ] {
            let payouts = [Bookable { booked, ..bookable("Ada Obi", 150_000, status) }];
            let accounts = accounts();
            let entries =
                entries(&payouts, &booking(&accounts, JournalDetail::Account, Currency::NGN)).unwrap();
            let endings: String = entries.iter().filter_map(|entry| entry.number.chars().last()).collect();
            assert_eq!(endings, new, "{status} {booked:?}");
            assert_eq!(payouts[0].is_outdated(), is_outdated, "{status} {booked:?}");
        }
    }

    #[test]
    fn the_fee_of_a_payment_is_booked_once_in_an_entry_of_its_own() {
        use PayoutStatus::{Failed, Paid, Reversed};
        // Status, fee, whether it is in the books, and what is booked.
        for (status, fee, is_fee_booked, expected) in [
            (Paid, Some(1_075), false, 1_075),
            (Reversed, Some(1_075), false, 1_075),
            (Paid, Some(1_075), true, 0),
            (Paid, Some(0), false, 0),
            (Paid, None, false, 0),
            // Whoever was not paid cost nothing, whatever was said.
            (Failed, Some(1_075), false, 0),
        ] {
            let fee = fee.map(|minor| Money::from_minor(minor, Currency::NGN));
            let payouts = [Bookable { fee, is_fee_booked, ..bookable("Ada Obi", 150_000, status) }];
            let accounts = accounts();
            let entries =
                entries(&payouts, &booking(&accounts, JournalDetail::Person, Currency::NGN)).unwrap();
            let fees = entries.iter().find(|entry| entry.number.ends_with("-F"));
            let lines = fees.map(|entry| entry.lines.clone()).unwrap_or_default();
            assert_eq!(minor(&lines, "7900", Side::Debit), expected, "{status} {fee:?} {is_fee_booked}");
            assert_eq!(minor(&lines, "1200", Side::Credit), expected);
        }
    }

    proptest! {
        #[test]
        fn every_entry_sums_to_zero_and_all_of_them_to_what_was_paid(
            payouts in vec(
                (select(&STATUSES[..]), 0_i64..1_000_000_000_000, select(&[Currency::NGN, Currency::XOF][..])),
                0..60,
            ),
            detail in select(&[JournalDetail::Account, JournalDetail::Person][..]),
            own_account: bool,
            has_fee: bool,
        ) {
            let bookables: Vec<_> = payouts.iter().map(|(status, minor, currency)| Bookable {
                reference: "REF1",
                name: "Ada",
                amount: Money::from_minor(*minor, *currency),
                status: *status,
                booked: Booked::Nothing,
                fee: has_fee.then(|| Money::from_minor(75, *currency)),
                is_fee_booked: false,
            }).collect();
            let returned = if own_account { "2290" } else { "" }.to_owned();
            let accounts = JournalAccounts { returned, ..accounts() };
            for currency in [Currency::NGN, Currency::XOF] {
                let entries = entries(&bookables, &booking(&accounts, detail, currency)).unwrap();
                for entry in &entries {
                    let signed = |line: &Line| match line.side {
                        Side::Debit => line.amount.minor(),
                        Side::Credit => -line.amount.minor(),
                    };
                    prop_assert!(entry.lines.iter().all(|line| line.amount.currency() == currency));
                    prop_assert_eq!(entry.lines.iter().map(signed).sum::<i64>(), 0);
                }
                let ledger = |states: &[PayoutStatus]| {
                    let of = payouts.iter().filter(|(status, _, of)| *of == currency && states.contains(status));
                    of.map(|(_, minor, _)| minor).sum::<i64>()
                };
                let lines: Vec<Line> = entries.into_iter().flat_map(|entry| entry.lines).collect();
                let paid = |status: &PayoutStatus| was_paid(*status);
                let payments = payouts.iter().filter(|(status, _, of)| *of == currency && paid(status)).count();
                let fees = minor(&lines, "7900", Side::Debit);
                prop_assert_eq!(fees, if has_fee { 75 * i64::try_from(payments).unwrap() } else { 0 });
                let out = minor(&lines, "1200", Side::Credit) - fees;
                let back = minor(&lines, "1200", Side::Debit);
                prop_assert_eq!(out, ledger(&[PayoutStatus::Paid, PayoutStatus::Reversed]));
                prop_assert_eq!(back, ledger(&[PayoutStatus::Reversed]));
                prop_assert_eq!(out - back, ledger(&[PayoutStatus::Paid]));
            }
        }
    }
}

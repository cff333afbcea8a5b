//! The most that wallets take in one payment, from `data/limits.tsv`, which describes its format and names the sources.

use std::{str::FromStr, sync::LazyLock};

use jiff::civil::Date;
use rust_decimal::Decimal;

use crate::{
    banks::{
        bank::{Bank, BankKind},
        country::Country,
    },
    money::Money,
};

static LIMITS: LazyLock<Vec<Limit>> =
    LazyLock::new(|| include_str!("../../data/limits.tsv").lines().filter_map(parse_line).collect());

/// Longest value that a profile adds for each recipient, such as the name of the sender, in characters.
pub const ADDED_CHARS_MAX: usize = 200;
/// Stands for every wallet of a country.
const EVERY_WALLET: &str = "*";

/// The largest amount of one payment to a wallet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limit {
    country: Country,
    wallet: String,
    /// In the country's currency.
    pub most: Money,
    /// The day since which it holds.
    pub since: Date,
}

/// Returns the limit of a wallet. The limit of one wallet counts more than that of all wallets of the country. Accounts at
/// banks have none.
#[must_use]
pub fn limit_of(bank: &Bank) -> Option<&'static Limit> {
    let of_country = || LIMITS.iter().filter(|limit| limit.country == bank.country);
    let own = of_country().find(|limit| limit.wallet == bank.code);
    let every = || of_country().find(|limit| limit.wallet == EVERY_WALLET);
    own.or_else(every).filter(|_| bank.kind == BankKind::MobileMoney)
}

fn parse_line(line: &str) -> Option<Limit> {
    let mut fields = line.split('\t');
    let country = Country::from_str(fields.next()?).ok()?;
    let wallet = fields.next()?.to_owned();
    let most = Money::new(Decimal::from_str(fields.next()?).ok()?, country.currency()).ok()?;
    let since = fields.next()?.parse().ok()?;
    fields.next().map(|_source| Limit { country, wallet, most, since })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::banks::bank::BankDirectory;

    #[test]
    fn every_line_is_read() {
        let lines = include_str!("../../data/limits.tsv").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(LIMITS.len(), lines.count());
        for limit in LIMITS.iter().filter(|limit| limit.wallet != EVERY_WALLET) {
            let wallet = BankDirectory::embedded().by_code(limit.country, &limit.wallet);
            assert!(wallet.is_some_and(|bank| bank.kind == BankKind::MobileMoney), "{limit:?}");
        }
    }

    #[test]
    fn wallets_have_limits_and_banks_have_none() {
        let directory = BankDirectory::embedded();
        for (country, code, expected) in [
            (Country::KE, "MPESA", Some("250000.00")),
            (Country::GH, "MTN", Some("75000.00")),
            (Country::SN, "WAVESN", Some("2000000")),
            (Country::CM, "OMCM", None),
            (Country::NG, "011", None),
            (Country::KE, "01", None),
        ] {
            let bank = directory.by_code(country, code).unwrap();
            let most = limit_of(bank).map(|limit| limit.most.digits());
            assert_eq!(most.as_deref(), expected, "{code}");
        }
    }
}

//! Money: an exact decimal with a currency. Floats are never used for money, sums are checked, and amounts of two
//! currencies are never added.
//!
//! # Money is `domain::Money`
//!
//! Exact decimals with a currency, checked sums, text on every wire. No float is used, except that an exported workbook
//! stores numbers as workbooks do, and then only where they are exact.

use std::{fmt, str::FromStr};

use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoStaticStr};

/// The currencies of the service's destinations (ISO 4217 codes, as the interface spells them).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[derive(Serialize, Deserialize, specta::Type, Display, EnumIter, EnumString, IntoStaticStr)]
#[strum(ascii_case_insensitive)]
pub enum Currency {
    NGN,
    KES,
    GHS,
    TZS,
    UGX,
    ZAR,
    RWF,
    SLL,
    XAF,
    XOF,
}

impl Currency {
    /// Returns the decimals of the minor unit: none for UGX, RWF, XAF and XOF, two for the others (ISO 4217).
    #[must_use]
    pub const fn decimals(self) -> u32 {
        match self {
            Self::UGX | Self::RWF | Self::XAF | Self::XOF => 0,
            Self::NGN | Self::KES | Self::GHS | Self::TZS | Self::ZAR | Self::SLL => 2,
        }
    }

    /// Returns the sign that is shown before an amount: `₦`, `KSh`.
    #[must_use]
    pub const fn sign(self) -> &'static str {
        match self {
            Self::NGN => "₦",
            Self::KES => "KSh",
            Self::GHS => "GH₵",
            Self::TZS => "TSh",
            Self::UGX => "USh",
            Self::ZAR => "R",
            Self::RWF => "FRw",
            Self::SLL => "Le",
            Self::XAF => "FCFA",
            Self::XOF => "CFA",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("more decimals than {0} has")]
    TooPrecise(Currency),
    #[error("amounts of {0} and {1} do not add up")]
    CurrenciesDiffer(Currency, Currency),
    #[error("the amount is larger than can be held exactly")]
    TooLarge,
    #[error("not a decimal number")]
    NotANumber,
}

/// An exact amount of one currency, with at most the currency's decimals. It prints and serialises with all of them:
/// `1200000.00`, for UGX `1200000`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Money {
    amount: Decimal,
    currency: Currency,
}

/// Largest amount that `checks` accepts, in minor units. Sums of 200,000 such rows still fit an `i64`.
pub const AMOUNT_MINOR_MAX: i64 = 9_000_000_000_000;
/// Whole amounts in one of a file whose figures are in thousands.
const THOUSAND: i64 = 1_000;

impl Money {
    /// Creates an amount from an exact decimal.
    ///
    /// # Errors
    /// `TooPrecise` if the currency has fewer decimals, `TooLarge` if the amount exceeds an `i64` of minor units.
    pub fn new(amount: Decimal, currency: Currency) -> Result<Self, MoneyError> {
        let amount = amount.normalize();
        if amount.scale() > currency.decimals() {
            return Err(MoneyError::TooPrecise(currency));
        }
        let mut scaled = amount;
        scaled.rescale(currency.decimals());
        if scaled.scale() != currency.decimals() || i64::try_from(scaled.mantissa()).is_err() {
            return Err(MoneyError::TooLarge);
        }
        Ok(Self { amount: scaled, currency })
    }

    /// Parses plain decimal text (`1250.5`), as in the program's own data. `checks` parses text from other sources.
    ///
    /// # Errors
    /// `NotANumber`, and those of [`Money::new`].
    pub fn parse(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        Self::new(Decimal::from_str_exact(text).map_err(|_| MoneyError::NotANumber)?, currency)
    }

    #[must_use]
    pub fn zero(currency: Currency) -> Self {
        Self { amount: Decimal::new(0, currency.decimals()), currency }
    }

    #[must_use]
    pub fn from_minor(minor: i64, currency: Currency) -> Self {
        Self { amount: Decimal::new(minor, currency.decimals()), currency }
    }

    /// Returns the amount in minor units (kobo, cents; whole francs for XOF).
    #[must_use]
    pub fn minor(self) -> i64 {
        // The constructor checks that the mantissa fits.
        i64::try_from(self.amount.mantissa()).unwrap_or(i64::MAX)
    }

    #[must_use]
    pub const fn currency(self) -> Currency {
        self.currency
    }

    #[must_use]
    pub fn is_positive(self) -> bool {
        self.amount.is_sign_positive() && !self.amount.is_zero()
    }

    /// # Errors
    /// `CurrenciesDiffer`, `TooLarge`.
    pub fn checked_add(self, other: Self) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::CurrenciesDiffer(self.currency, other.currency));
        }
        let sum = self.minor().checked_add(other.minor()).ok_or(MoneyError::TooLarge)?;
        Ok(Self::from_minor(sum, self.currency))
    }

    /// Returns the amount that is meant if this one is in thousands; none if it would be too large.
    #[must_use]
    pub fn in_thousands(self) -> Option<Self> {
        Some(Self::from_minor(self.minor().checked_mul(THOUSAND)?, self.currency))
    }

    /// Sums amounts of one currency.
    ///
    /// # Errors
    /// Those of [`Money::checked_add`].
    pub fn sum(currency: Currency, amounts: impl IntoIterator<Item = Self>) -> Result<Self, MoneyError> {
        amounts.into_iter().try_fold(Self::zero(currency), Self::checked_add)
    }

    /// Returns the digits alone, as the service and the window receive them: `1200000.00`.
    #[must_use]
    pub fn digits(self) -> String {
        self.amount.to_string()
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.currency, self.amount)
    }
}

impl fmt::Debug for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PartialOrd for Money {
    /// Only amounts of the same currency can be compared.
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        (self.currency == other.currency).then(|| self.amount.cmp(&other.amount))
    }
}

/// A count of people and what they get together, as the window and the command line show it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Total {
    pub count: u32,
    /// Decimal digits with all decimals of the currency.
    pub sum: String,
    pub currency: Currency,
}

impl Total {
    #[must_use]
    pub fn new(count: u32, sum: Money) -> Self {
        Self { count, sum: sum.digits(), currency: sum.currency() }
    }

    /// Adds up people and sums by currency, in the order in which the currencies first appear.
    ///
    /// # Errors
    /// `TooLarge`.
    pub fn by_currency(parts: impl IntoIterator<Item = (u32, Money)>) -> Result<Vec<Self>, MoneyError> {
        let mut sums: Vec<(u32, Money)> = Vec::new();
        for (people, amount) in parts {
            match sums.iter_mut().find(|(_, sum)| sum.currency() == amount.currency()) {
                Some((count, sum)) => {
                    *count = count.saturating_add(people);
                    *sum = sum.checked_add(amount)?;
                }
                None => sums.push((people, amount)),
            }
        }
        Ok(sums.into_iter().map(|(people, sum)| Self::new(people, sum)).collect())
    }
}

/// Parses a currency code as files write it: with surrounding spaces, in any case.
///
/// # Errors
/// `strum::ParseError` if it is not a supported currency.
pub fn parse_currency(text: &str) -> Result<Currency, strum::ParseError> {
    Currency::from_str(text.trim())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn totals_keep_currencies_apart() {
        let parts = [(2, 1_000, Currency::NGN), (1, 500, Currency::KES), (3, 50, Currency::NGN)];
        let totals = Total::by_currency(
            parts.map(|(people, minor, currency)| (people, Money::from_minor(minor, currency))),
        );
        let total = |count, sum: &str, currency| Total { count, sum: sum.to_owned(), currency };
        assert_eq!(totals.unwrap(), [total(5, "10.50", Currency::NGN), total(1, "5.00", Currency::KES)]);
        let too_much = [(1, Money::from_minor(i64::MAX, Currency::NGN)); 2];
        assert_eq!(Total::by_currency(too_much), Err(MoneyError::TooLarge));
    }

    #[test]
    fn money_keeps_the_decimals_of_its_currency() {
        for (text, currency, expected) in [
            ("1250.5", Currency::NGN, Ok("1250.50")),
            ("1250", Currency::UGX, Ok("1250")),
            ("1250.00", Currency::XOF, Ok("1250")),
            ("1250.5", Currency::XAF, Err(MoneyError::TooPrecise(Currency::XAF))),
            ("0.001", Currency::KES, Err(MoneyError::TooPrecise(Currency::KES))),
            ("1e3", Currency::KES, Err(MoneyError::NotANumber)),
            ("", Currency::KES, Err(MoneyError::NotANumber)),
            ("99999999999999999999", Currency::NGN, Err(MoneyError::TooLarge)),
        ] {
            let got = Money::parse(text, currency).map(Money::digits);
            assert_eq!(got, expected.map(str::to_owned), "{text} {currency}");
        }
    }

    #[test]
    fn currencies_do_not_mix() {
        let naira = Money::from_minor(100, Currency::NGN);
        let cedi = Money::from_minor(100, Currency::GHS);
        assert_eq!(naira.checked_add(cedi), Err(MoneyError::CurrenciesDiffer(Currency::NGN, Currency::GHS)));
    }

    proptest! {
        #[test]
        fn minor_units_and_digits_say_the_same(minor in -AMOUNT_MINOR_MAX..AMOUNT_MINOR_MAX) {
            for currency in [Currency::NGN, Currency::UGX] {
                let money = Money::from_minor(minor, currency);
                prop_assert_eq!(Money::parse(&money.digits(), currency), Ok(money));
                prop_assert_eq!(money.minor(), minor);
            }
        }

        #[test]
        fn a_sum_does_not_depend_on_its_order(mut minors in prop::collection::vec(0..AMOUNT_MINOR_MAX, 0..50)) {
            let add = |m: &[i64]| Money::sum(Currency::NGN, m.iter().map(|m| Money::from_minor(*m, Currency::NGN)));
            let forward = add(&minors);
            minors.reverse();
            prop_assert_eq!(forward, add(&minors));
        }
    }
}

//! Shared parts of both kinds of sample: money in cells, fixed dates, accounts that are paid.

use paysheet_domain::{Currency, Money, account::nuban};
use rust_xlsxwriter::{DocProperties, ExcelDateTime, Workbook, XlsxError};

use crate::random::SeededRng;

/// Account endings for which the service does not simply pay, or returns no holder.
const SPECIAL_ENDINGS: [&str; 5] = ["0004", "0005", "0006", "0007", "9996"];
const SERIAL_END: u64 = 1_000_000_000;

/// Makes a workbook without the time of its writing.
pub(super) fn workbook(title: &str) -> Result<Workbook, XlsxError> {
    let written = ExcelDateTime::from_ymd(2026, 11, 24)?.and_hms(16, 20, 0)?;
    let mut workbook = Workbook::new();
    workbook.set_properties(&DocProperties::new().set_title(title).set_creation_datetime(&written));
    Ok(workbook)
}

/// Returns a valid account of a bank with a three-digit code, whose first digits come from `shape`. Returns none if it
/// is one of those that the practice service treats differently.
pub(super) fn account(bank_code: &str, rng: &mut SeededRng, shape: impl Fn(u64) -> u64) -> Option<String> {
    let serial = shape(rng.below(SERIAL_END)) % SERIAL_END;
    nuban(bank_code, &format!("{serial:09}")).filter(|account| is_plain(account))
}

pub(super) fn is_plain(account: &str) -> bool {
    !SPECIAL_ENDINGS.iter().any(|ending| account.ends_with(ending))
}

pub(super) fn naira(minor: i64) -> Money {
    Money::from_minor(minor, Currency::NGN)
}

/// Returns the amount as a spreadsheet stores it.
pub(super) fn cell_number(amount: Money) -> f64 {
    amount.digits().parse().unwrap_or_default()
}

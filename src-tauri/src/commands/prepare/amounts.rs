//! Commands about amounts while they are typed: the total that confirms a payment, and the amount of a charge.

use paysheet_app::{CommandResult, unexpected};
use paysheet_domain::{
    Currency, Money,
    typed_amount::{self, TotalComparison},
};

/// Compares the typed text with the total about to be paid, of which `sum` is the decimal digits.
#[tauri::command]
#[specta::specta]
pub fn compare_total(typed: String, sum: String, currency: Currency) -> CommandResult<TotalComparison> {
    let total = Money::parse(&sum, currency).map_err(|error| unexpected(&error))?;
    Ok(typed_amount::compare_total(&typed, total))
}

/// Returns the amount to charge as decimal digits; none while the text is no amount.
#[tauri::command]
#[specta::specta]
pub fn parse_amount(typed: String, currency: Currency) -> Option<String> {
    typed_amount::parse_amount(&typed, currency).map(Money::digits)
}

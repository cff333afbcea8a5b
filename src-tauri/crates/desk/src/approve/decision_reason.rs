//! The reason that the user gives with a decision.

use paysheet_ledger::REASON_CHARS_MAX;

use crate::error::{DeskError, Setting};

/// Returns a reason as it is stored: trimmed, not empty, and at most [`REASON_CHARS_MAX`] characters.
///
/// # Errors
/// `ValueInvalid` with `Setting::Reason`.
pub(crate) fn decision_reason(text: &str) -> Result<&str, DeskError> {
    let text = text.trim();
    let fits = !text.is_empty() && text.chars().count() <= REASON_CHARS_MAX;
    if fits { Ok(text) } else { Err(DeskError::ValueInvalid(Setting::Reason)) }
}

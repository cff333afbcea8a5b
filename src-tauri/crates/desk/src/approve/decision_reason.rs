//! The reason that the user gives with a decision.

use paysheet_domain::checks::is_readable;
use paysheet_ledger::REASON_CHARS_MAX;

use crate::error::{DeskError, Setting};

/// Returns a reason as it is stored: trimmed, with something that can be read, and at most [`REASON_CHARS_MAX`]
/// characters.
///
/// # Errors
/// `ValueInvalid` with `Setting::Reason`.
pub(crate) fn decision_reason(text: &str) -> Result<&str, DeskError> {
    let text = text.trim();
    let fits = is_readable(text) && text.chars().count() <= REASON_CHARS_MAX;
    if fits { Ok(text) } else { Err(DeskError::ValueInvalid(Setting::Reason)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_can_read_is_no_reason() {
        for (text, stored) in [
            (" Agreed with the bank\n", Some("Agreed with the bank")),
            ("", None),
            (" \t", None),
            ("\u{200b}\u{2060}", None),
            ("\u{3164}", None),
            ("\u{1b}", None),
        ] {
            assert_eq!(decision_reason(text).ok(), stored, "{text:?}");
        }
    }
}

//! The reason that is stored with every decision of the user.

use paysheet_domain::checks::is_readable;

use crate::model::error::{LedgerError, Result};

/// Maximum length of the reason for a decision, in characters.
pub const REASON_CHARS_MAX: usize = 500;

/// Returns a reason as it is stored: trimmed.
///
/// # Errors
/// `NoReason` if nothing of it can be read, or if it is too long.
pub fn decision_reason(reason: &str) -> Result<&str> {
    let reason = reason.trim();
    let fits = is_readable(reason) && reason.chars().count() <= REASON_CHARS_MAX;
    if fits { Ok(reason) } else { Err(LedgerError::NoReason) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_can_be_read_and_is_not_too_long() {
        let long = "ẹ".repeat(REASON_CHARS_MAX);
        for (reason, stored) in [
            (" Agreed with the bank\n", Some("Agreed with the bank")),
            ("x", Some("x")),
            (&*long, Some(&*long)),
            ("", None),
            (" \t\n", None),
            ("\u{200b}\u{2060}", None),
            ("\u{200b}\u{3164}", None),
            ("\u{1b}", None),
            (&format!("{long}x"), None),
        ] {
            assert_eq!(decision_reason(reason).ok(), stored, "{} characters", reason.chars().count());
        }
    }
}

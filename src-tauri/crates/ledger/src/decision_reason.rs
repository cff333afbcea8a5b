//! The reason that is stored with every decision of the user.

use paysheet_domain::checks::is_readable;

use crate::error::{LedgerError, Result};

/// Maximum length of the reason for a decision, in characters.
pub const REASON_CHARS_MAX: usize = 500;

/// Checks the reason for a decision.
///
/// # Errors
/// `NoReason` if nothing of it can be read, or if it is too long.
pub(crate) fn require_reason(reason: &str) -> Result<()> {
    let reason = reason.trim();
    let fits = is_readable(reason) && reason.chars().count() <= REASON_CHARS_MAX;
    if fits { Ok(()) } else { Err(LedgerError::NoReason) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_something_and_not_too_much_of_it() {
        for (reason, fits) in [
            (String::new(), false),
            (" \n".to_owned(), false),
            ("\u{200b}\u{3164}".to_owned(), false),
            ("x".to_owned(), true),
            ("ẹ".repeat(REASON_CHARS_MAX), true),
            ("x".repeat(REASON_CHARS_MAX + 1), false),
        ] {
            assert_eq!(require_reason(&reason).is_ok(), fits, "{} characters", reason.chars().count());
        }
    }
}

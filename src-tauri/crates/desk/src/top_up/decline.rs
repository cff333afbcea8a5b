//! The reason for a declined card, from the processor's code. The codes seen are `RR-` followed by field 39 of ISO
//! 8583, and a few of the processor's own. A code that is in neither list is shown unchanged, with the bank's words.

use crate::view::DeclineKind;

/// Returns the reason. None for a code that declines nothing.
pub(super) fn decline_kind(code: &str) -> Option<DeclineKind> {
    use DeclineKind as D;
    let upper = code.trim().to_ascii_uppercase();
    let rest = upper.strip_prefix("RR")?;
    Some(match rest.trim_start_matches('-') {
        "51" => D::InsufficientFunds,
        "54" | "33" | "E42" => D::ExpiredCard,
        "14" | "15" | "56" => D::InvalidCard,
        "55" | "38" | "75" => D::WrongPin,
        "7" | "N7" | "82" => D::WrongCvv,
        "57" | "58" | "62" => D::NotPermitted,
        "05" => D::DoNotHonour,
        "61" | "65" => D::Limit,
        "04" | "41" | "43" | "59" => D::BlockedCard,
        "91" | "92" | "96" => D::BankUnreachable,
        "X04" | "13" => D::AmountTooLow,
        // Declined without a reason.
        "" => D::DoNotHonour,
        _ => D::Other,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_seen_has_its_kind_and_no_other_is_guessed() {
        use DeclineKind as D;
        for (code, expected) in [
            ("RR-51", Some(D::InsufficientFunds)),
            ("rr-51", Some(D::InsufficientFunds)),
            ("RR-14", Some(D::InvalidCard)),
            ("RR-55", Some(D::WrongPin)),
            ("RR-E42", Some(D::ExpiredCard)),
            ("RR-54", Some(D::ExpiredCard)),
            ("RR-7", Some(D::WrongCvv)),
            ("RR-57", Some(D::NotPermitted)),
            ("RR-91", Some(D::BankUnreachable)),
            ("RR-X04", Some(D::AmountTooLow)),
            ("RR-05", Some(D::DoNotHonour)),
            ("RR", Some(D::DoNotHonour)),
            ("RR-61", Some(D::Limit)),
            ("RR-65", Some(D::Limit)),
            ("RR-43", Some(D::BlockedCard)),
            ("RR-Z9", Some(D::Other)),
            ("RR-5", Some(D::Other)),
            ("00", None),
            ("02", None),
            ("51", None),
            ("timeout", None),
            ("", None),
        ] {
            assert_eq!(decline_kind(code), expected, "{code}");
        }
    }
}

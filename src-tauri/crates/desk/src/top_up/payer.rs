//! Checks the typed amount and the typed facts of the payer, before anything is stored or sent.

use std::ops::RangeInclusive;

use paysheet_domain::Money;
use paysheet_ledger::Payer;

use crate::{
    app_error::{AppError, Setting},
    error::DeskError,
    state::session::settings,
    view::ChargeInput,
};

const EMAIL_CHARS_MAX: usize = 254;
const PHONE_CHARS: RangeInclusive<usize> = 5..=24;

pub(super) fn amount(input: &ChargeInput) -> Result<Money, DeskError> {
    let amount = Money::parse(input.amount.trim(), input.currency).ok().filter(|amount| amount.is_positive());
    amount.ok_or_else(|| AppError::invalid(Setting::Amount).into())
}

pub(super) fn payer(typed: &Payer) -> Result<Payer, DeskError> {
    settings::name(&typed.first_name, Setting::FirstName)?;
    settings::name(&typed.last_name, Setting::LastName)?;
    let trimmed = |text: &String| text.trim().to_owned();
    let payer = Payer {
        first_name: trimmed(&typed.first_name),
        last_name: trimmed(&typed.last_name),
        email: trimmed(&typed.email),
        phone: trimmed(&typed.phone),
    };
    if !is_email(&payer.email) {
        return Err(AppError::invalid(Setting::Email).into());
    }
    if !is_phone(&payer.phone) {
        return Err(AppError::invalid(Setting::Phone).into());
    }
    Ok(payer)
}

/// Whether the text has one `@`, text before it, and a name with an ending after it. Only sending a message would
/// verify more.
fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let ending = domain.rsplit_once('.').map(|(host, ending)| (host.is_empty(), ending.chars().count()));
    let is_plain = text.chars().all(|c| !c.is_whitespace() && !c.is_control());
    is_plain
        && !local.is_empty()
        && !domain.contains('@')
        && text.len() <= EMAIL_CHARS_MAX
        && matches!(ending, Some((false, 2..)))
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_plain = text.chars().all(|c| c.is_ascii_digit() || " +-()".contains(c));
    PHONE_CHARS.contains(&text.len()) && digits >= *PHONE_CHARS.start() && is_plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_an_ending_and_a_phone_number_has_digits() {
        for (text, expected) in [
            ("ada@example.com", true),
            ("a.b+c@mail.example.co.ke", true),
            ("ngozi.adeyemi@kolafoods", false),
            ("@example.com", false),
            ("ada@.com", false),
            ("ada@example.c", false),
            ("ada@@example.com", false),
            ("ada@exa mple.com", false),
            ("", false),
        ] {
            assert_eq!(is_email(text), expected, "{text}");
        }
        for (text, expected) in [
            ("+234 803 555 0142", true),
            ("0803-555-0142", true),
            ("(01) 234", true),
            ("123", false),
            ("call me", false),
        ] {
            assert_eq!(is_phone(text), expected, "{text}");
        }
    }
}

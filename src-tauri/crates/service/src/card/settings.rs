//! Settings of a charge that the interface leaves open and that a profile therefore sets.

use crate::http::call_path::{CallPath, CallPathError};

/// The last part of the path, as the interface writes it. Services have the name of their card processor there.
const PATH_USUAL: &str = "card";

/// Longest name of the payer's e-mail field.
const EMAIL_FIELD_CHARS_MAX: usize = 40;
const EMAIL_FIELD_USUAL: &str = "email";

/// The other field names of a charge's body (interface, "Charge card"; `currency` and `fee` are sent by some
/// integrations).
pub(super) const FIRST_NAME: &str = "firstname";
pub(super) const LAST_NAME: &str = "lastname";
pub(super) const PHONE: &str = "phonenumber";
pub(super) const CARD_NUMBER: &str = "card_no";
pub(super) const CVV: &str = "cvv";
pub(super) const EXPIRY_YEAR: &str = "expiry_year";
pub(super) const EXPIRY_MONTH: &str = "expiry_month";
pub(super) const PIN: &str = "pin";
pub(super) const REDIRECT_URL: &str = "redirecturl";
pub(super) const MEDIUM: &str = "medium";
pub(super) const RECIPIENT: &str = "recipient";
pub(super) const RECIPIENT_ID: &str = "recipient_id";
pub(super) const AMOUNT: &str = "amount";
const TAKEN: [&str; 15] = [
    FIRST_NAME,
    LAST_NAME,
    PHONE,
    CARD_NUMBER,
    CVV,
    EXPIRY_YEAR,
    EXPIRY_MONTH,
    PIN,
    REDIRECT_URL,
    MEDIUM,
    RECIPIENT,
    RECIPIENT_ID,
    AMOUNT,
    "currency",
    "fee",
];

#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FieldNameError {
    #[error("a field's name begins with a letter and has letters, digits, _ and - only, 40 at most")]
    Malformed,
    #[error("another field has this name")]
    Taken,
}

/// Whether the amount to fund is sent. The interface's table lists no amount; integrations send it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SendAmount {
    #[default]
    Sent,
    LeftOut,
}

/// How a profile's service expects a charge to be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeSettings {
    email_field: String,
    amount: SendAmount,
    path: String,
}

impl ChargeSettings {
    /// Makes the settings.
    ///
    /// # Errors
    /// The problem with the name of the e-mail field.
    pub fn new(email_field: &str, amount: SendAmount) -> Result<Self, FieldNameError> {
        let email_field = field_name(email_field)?;
        if TAKEN.iter().any(|name| name.eq_ignore_ascii_case(&email_field)) {
            return Err(FieldNameError::Taken);
        }
        Ok(Self { email_field, amount, path: PATH_USUAL.to_owned() })
    }

    /// Sets the last part of the charge's path: `card` in `v1/transfer/card`.
    ///
    /// # Errors
    /// `CallPathError` if it is not one part of a path.
    pub fn at(self, path: &str) -> Result<Self, CallPathError> {
        let path = CallPath::parse(path)?;
        let [last] = path.parts()[..] else { return Err(CallPathError) };
        Ok(Self { path: last.to_owned(), ..self })
    }

    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    #[must_use]
    pub fn email_field(&self) -> &str {
        &self.email_field
    }

    #[must_use]
    pub const fn amount(&self) -> SendAmount {
        self.amount
    }
}

impl Default for ChargeSettings {
    fn default() -> Self {
        Self {
            email_field: EMAIL_FIELD_USUAL.to_owned(),
            amount: SendAmount::Sent,
            path: PATH_USUAL.to_owned(),
        }
    }
}

/// Checks a member name of a body that a user may choose.
pub(crate) fn field_name(name: &str) -> Result<String, FieldNameError> {
    let name = name.trim();
    let letters = name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-');
    let begins = name.starts_with(|c: char| c.is_ascii_alphabetic());
    let fits = letters && begins && name.len() <= EMAIL_FIELD_CHARS_MAX;
    if fits { Ok(name.to_owned()) } else { Err(FieldNameError::Malformed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_is_one_part() {
        for (path, expected) in [
            ("card", Some("card")),
            (" processor-brand/ ", Some("processor-brand")),
            ("", None),
            ("transfer/card", None),
            ("card/otp", None),
            ("..", None),
            ("card?a=b", None),
            ("https://else.where", None),
        ] {
            let got = ChargeSettings::default().at(path).ok();
            assert_eq!(got.as_ref().map(ChargeSettings::path), expected, "{path}");
        }
    }

    #[test]
    fn the_email_field_has_a_name_of_its_own() {
        for (name, expected) in [
            ("email", Ok("email")),
            (" payer_email-1 ", Ok("payer_email-1")),
            ("", Err(FieldNameError::Malformed)),
            ("1mail", Err(FieldNameError::Malformed)),
            ("e mail", Err(FieldNameError::Malformed)),
            ("e\"mail", Err(FieldNameError::Malformed)),
            ("émail", Err(FieldNameError::Malformed)),
            ("cvv", Err(FieldNameError::Taken)),
            ("Card_No", Err(FieldNameError::Taken)),
            ("amount", Err(FieldNameError::Taken)),
        ] {
            let got = ChargeSettings::new(name, SendAmount::Sent);
            assert_eq!(
                got.as_ref().map(ChargeSettings::email_field).map_err(|error| *error),
                expected,
                "{name}"
            );
        }
        assert!(ChargeSettings::new(&"e".repeat(41), SendAmount::Sent).is_err());
        assert_eq!(ChargeSettings::new("email", SendAmount::Sent), Ok(ChargeSettings::default()));
    }
}

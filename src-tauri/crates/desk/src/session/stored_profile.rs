//! The form in which the ledger stores a profile: its own fields and those of its settings beside each other, with the
//! version of the form. A field that a stored text lacks is taken from the profile that the desk is opened with, and a
//! field that this version does not have is ignored. That is so for settings, not for what is within them: a new field of
//! a wallet, a fee, a renewal or an extra field needs `serde(default)`, otherwise no stored profile with one can be read.
//! A field that is renamed would be lost from the ledgers of users: the frozen profile of the tests is there to notice it.

use serde::Serialize;
use serde_json::{Map, Value};

use crate::state::session::profile::Profile;

/// The version that is written. It is raised when a text of an earlier version can no longer be read as it is.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Stored<'a> {
    version: u32,
    #[serde(flatten)]
    profile: &'a Profile,
}

/// Returns the text to store.
///
/// # Errors
/// Fails if it cannot be written as JSON.
pub fn to_text(profile: &Profile) -> Result<String, serde_json::Error> {
    serde_json::to_string(&Stored { version: VERSION, profile })
}

/// Reads a stored text. What its version did not have is taken from `otherwise`.
///
/// # Errors
/// Fails if the text is no profile.
pub fn from_text(text: &str, otherwise: &Profile) -> Result<Profile, serde_json::Error> {
    let mut all: Map<String, Value> = serde_json::from_value(serde_json::to_value(otherwise)?)?;
    all.extend(serde_json::from_str::<Map<String, Value>>(text)?);
    serde_json::from_value(Value::Object(all))
}

#[cfg(test)]
mod tests {
    use paysheet_domain::{Country, Currency, Field};

    use super::*;
    use crate::view::{ExtraField, PayoutFee, ProfileSettings, RenewalSettings, SetupStep, WalletSettings};

    /// A stored profile. A new setting gets a line in it; a line that is in it never changes, because the ledgers of
    /// users contain it. Where something within a setting grows, the file stays and is read only; a second file is written.
    const FROZEN: &str = include_str!("stored_profile/profile-1.json");

    fn object(text: &str) -> Map<String, Value> {
        serde_json::from_str(text).unwrap()
    }

    fn extra_fields() -> Vec<ExtraField> {
        let of_column = ExtraField {
            country: Country::KE,
            name: "x_sender_name".to_owned(),
            value: "Kola Foods".to_owned(),
            column: Some(Field::Name),
            is_required: true,
        };
        let of_everybody = ExtraField {
            country: Country::GH,
            name: "x_purpose".to_owned(),
            value: "Salary".to_owned(),
            column: None,
            is_required: false,
        };
        vec![of_column, of_everybody]
    }

    fn renewal() -> RenewalSettings {
        RenewalSettings {
            path: "/v1/token".to_owned(),
            key_field: "key".to_owned(),
            secret_field: "secret".to_owned(),
            token_at: "data.token".to_owned(),
        }
    }

    /// What the frozen profile means.
    fn thawed() -> Profile {
        let fee = |currency, amount: &str| PayoutFee { currency, amount: amount.to_owned() };
        let settings = ProfileSettings {
            name: "Kola".to_owned(),
            base_url: "https://pay.example.com".to_owned(),
            token_prefix: "Bearer".to_owned(),
            sender_name: "KOLA FOODS".to_owned(),
            batch_size: 120,
            callback_listen: "http://127.0.0.1:8790/cb".to_owned(),
            callback_public: "https://payroll.example.com".to_owned(),
            approver: "Ada Obi".to_owned(),
            connect_timeout_s: 11,
            submit_timeout_s: 200,
            read_timeout_s: 40,
            recipient_extras: true,
            extra_fields: extra_fields(),
            renewal: Some(renewal()),
            charge_path: "processor".to_owned(),
            charge_email_field: "payer_email".to_owned(),
            charge_send_amount: false,
            charge_recipient: "account".to_owned(),
            charge_recipient_id: "W-1".to_owned(),
            funding_instructions: "Kola Bank\n0123456789".to_owned(),
            wallet_currency: Some(Currency::KES),
            wallets: vec![WalletSettings { currency: Currency::GHS, reference: "W-2".to_owned() }],
            payout_fees: vec![fee(Currency::NGN, "10.00"), fee(Currency::KES, "5.50")],
            setup_done: vec![SetupStep::Results, SetupStep::MoneyIn, SetupStep::TrialPayment],
            lock_after_min: 16,
            amount_change_pct: 25,
            recent_days: 9,
            approval_days: 4,
            narration_chars_max: 22,
            overdue_after_min: 45,
            verify_names: false,
            names_at_once: 3,
            payout_status_path: "v1/disburse/status".to_owned(),
            payout_list_path: "v1/report/transactions".to_owned(),
            send_callback_code: true,
            balance_path: "v1/wallet".to_owned(),
        };
        let extra_root = Some("-----BEGIN CERTIFICATE-----".to_owned());
        Profile { id: "live".to_owned(), settings, extra_root }
    }

    #[test]
    fn a_frozen_profile_is_read_and_written_as_it_is() {
        let otherwise = Profile::new("other", "", "https://localhost", "");
        assert_eq!(from_text(FROZEN, &otherwise).unwrap(), thawed());
        assert_eq!(object(&to_text(&thawed()).unwrap()), object(FROZEN));
    }

    /// With a value that is there in any case, nobody would see that it was not read.
    #[test]
    fn the_frozen_profile_has_no_setting_as_at_first() {
        let at_first = object(&to_text(&Profile::new("other", "", "https://localhost", "")).unwrap());
        for (name, value) in object(FROZEN).iter().filter(|(name, _)| *name != "version") {
            assert_ne!(Some(value), at_first.get(name), "{name}");
        }
    }

    #[test]
    fn a_profile_of_an_older_version_opens_with_what_is_new_as_at_first() {
        let stored = r#"{"id":"live","name":"Kola","baseUrl":"https://pay.example.com","tokenPrefix":"Bearer",
            "senderName":"KOLA","batchSize":120,"callbackListen":"","approver":"Ada","nobodyKnows":1}"#;
        let otherwise = Profile::new("live", "", "https://localhost", "");
        let profile = from_text(stored, &otherwise).unwrap();
        let mut expected = Profile::new("live", "Kola", "https://pay.example.com", "KOLA");
        expected.settings.token_prefix = "Bearer".to_owned();
        expected.settings.batch_size = 120;
        expected.settings.approver = "Ada".to_owned();
        assert_eq!(profile, expected);
    }
}

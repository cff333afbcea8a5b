//! The form in which the ledger stores a profile. It is apart from the form that the window edits, so that a change of
//! one does not change the other. A field that a version did not have is taken from the profile that the desk is opened
//! with; a field is never renamed.

use std::collections::BTreeMap;

use paysheet_domain::{Country, Currency, Field};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    state::session::profile::Profile,
    view::{ExtraField, PayoutFee, ProfileSettings, RenewalSettings, SetupStep, WalletSettings},
};

/// The version that is written. Texts from before it say none.
const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredProfile {
    version: u32,
    id: String,
    #[serde(rename = "extra_root")]
    extra_root: Option<String>,
    name: String,
    base_url: String,
    token_prefix: String,
    sender_name: String,
    batch_size: u32,
    callback_listen: String,
    callback_public: String,
    approver: String,
    connect_timeout_s: u32,
    submit_timeout_s: u32,
    read_timeout_s: u32,
    recipient_extras: bool,
    extra_fields: Vec<StoredField>,
    renewal: Option<StoredRenewal>,
    charge_path: String,
    charge_email_field: String,
    charge_send_amount: bool,
    charge_recipient: String,
    charge_recipient_id: String,
    funding_instructions: String,
    wallet_currency: Option<Currency>,
    wallets: Vec<StoredWallet>,
    payout_fees: BTreeMap<Currency, String>,
    setup_done: Vec<SetupStep>,
    lock_after_min: u32,
    amount_change_pct: u32,
    recent_days: u32,
    approval_days: u32,
    narration_chars_max: u32,
    overdue_after_min: u32,
    verify_names: bool,
    names_at_once: u32,
    payout_status_path: String,
    payout_list_path: String,
    send_callback_code: bool,
    balance_path: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredField {
    country: Country,
    name: String,
    value: String,
    #[serde(default)]
    column: Option<Field>,
    #[serde(default)]
    is_required: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredWallet {
    currency: Currency,
    reference: String,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct StoredRenewal {
    path: String,
    key_field: String,
    secret_field: String,
    token_at: String,
}

/// Returns the text to store.
///
/// # Errors
/// Fails if it cannot be written as JSON.
pub fn to_text(profile: &Profile) -> Result<String, serde_json::Error> {
    serde_json::to_string(&StoredProfile::from(profile))
}

/// Reads a stored text. What its version did not have is taken from `otherwise`.
///
/// # Errors
/// Fails if the text is no profile.
pub fn from_text(text: &str, otherwise: &Profile) -> Result<Profile, serde_json::Error> {
    let mut all: Map<String, Value> =
        serde_json::from_value(serde_json::to_value(StoredProfile::from(otherwise))?)?;
    all.extend(serde_json::from_str::<Map<String, Value>>(text)?);
    serde_json::from_value::<StoredProfile>(Value::Object(all)).map(Profile::from)
}

impl From<&Profile> for StoredProfile {
    #[expect(clippy::too_many_lines, reason = "a list, one setting a line")]
    fn from(profile: &Profile) -> Self {
        let Profile { id, settings, extra_root } = profile.clone();
        // Without `..`, so that a new setting cannot be forgotten here.
        let ProfileSettings {
            name,
            base_url,
            token_prefix,
            sender_name,
            batch_size,
            callback_listen,
            callback_public,
            approver,
            connect_timeout_s,
            submit_timeout_s,
            read_timeout_s,
            recipient_extras,
            extra_fields,
            renewal,
            charge_path,
            charge_email_field,
            charge_send_amount,
            charge_recipient,
            charge_recipient_id,
            funding_instructions,
            wallet_currency,
            wallets,
            payout_fees,
            setup_done,
            lock_after_min,
            amount_change_pct,
            recent_days,
            approval_days,
            narration_chars_max,
            overdue_after_min,
            verify_names,
            names_at_once,
            payout_status_path,
            payout_list_path,
            send_callback_code,
            balance_path,
        } = settings;
        Self {
            version: VERSION,
            id,
            extra_root,
            name,
            base_url,
            token_prefix,
            sender_name,
            batch_size,
            callback_listen,
            callback_public,
            approver,
            connect_timeout_s,
            submit_timeout_s,
            read_timeout_s,
            recipient_extras,
            extra_fields: extra_fields.into_iter().map(StoredField::from).collect(),
            renewal: renewal.map(StoredRenewal::from),
            charge_path,
            charge_email_field,
            charge_send_amount,
            charge_recipient,
            charge_recipient_id,
            funding_instructions,
            wallet_currency,
            wallets: wallets.into_iter().map(StoredWallet::from).collect(),
            payout_fees: payout_fees.into_iter().map(|fee| (fee.currency, fee.amount)).collect(),
            setup_done,
            lock_after_min,
            amount_change_pct,
            recent_days,
            approval_days,
            narration_chars_max,
            overdue_after_min,
            verify_names,
            names_at_once,
            payout_status_path,
            payout_list_path,
            send_callback_code,
            balance_path,
        }
    }
}

impl From<StoredProfile> for Profile {
    fn from(stored: StoredProfile) -> Self {
        let fee = |(currency, amount)| PayoutFee { currency, amount };
        let settings = ProfileSettings {
            name: stored.name,
            base_url: stored.base_url,
            token_prefix: stored.token_prefix,
            sender_name: stored.sender_name,
            batch_size: stored.batch_size,
            callback_listen: stored.callback_listen,
            callback_public: stored.callback_public,
            approver: stored.approver,
            connect_timeout_s: stored.connect_timeout_s,
            submit_timeout_s: stored.submit_timeout_s,
            read_timeout_s: stored.read_timeout_s,
            recipient_extras: stored.recipient_extras,
            extra_fields: stored.extra_fields.into_iter().map(ExtraField::from).collect(),
            renewal: stored.renewal.map(RenewalSettings::from),
            charge_path: stored.charge_path,
            charge_email_field: stored.charge_email_field,
            charge_send_amount: stored.charge_send_amount,
            charge_recipient: stored.charge_recipient,
            charge_recipient_id: stored.charge_recipient_id,
            funding_instructions: stored.funding_instructions,
            wallet_currency: stored.wallet_currency,
            wallets: stored.wallets.into_iter().map(WalletSettings::from).collect(),
            payout_fees: stored.payout_fees.into_iter().map(fee).collect(),
            setup_done: stored.setup_done,
            lock_after_min: stored.lock_after_min,
            amount_change_pct: stored.amount_change_pct,
            recent_days: stored.recent_days,
            approval_days: stored.approval_days,
            narration_chars_max: stored.narration_chars_max,
            overdue_after_min: stored.overdue_after_min,
            verify_names: stored.verify_names,
            names_at_once: stored.names_at_once,
            payout_status_path: stored.payout_status_path,
            payout_list_path: stored.payout_list_path,
            send_callback_code: stored.send_callback_code,
            balance_path: stored.balance_path,
        };
        Self { id: stored.id, settings, extra_root: stored.extra_root }
    }
}

impl From<ExtraField> for StoredField {
    fn from(ExtraField { country, name, value, column, is_required }: ExtraField) -> Self {
        Self { country, name, value, column, is_required }
    }
}

impl From<StoredField> for ExtraField {
    fn from(StoredField { country, name, value, column, is_required }: StoredField) -> Self {
        Self { country, name, value, column, is_required }
    }
}

impl From<WalletSettings> for StoredWallet {
    fn from(WalletSettings { currency, reference }: WalletSettings) -> Self {
        Self { currency, reference }
    }
}

impl From<StoredWallet> for WalletSettings {
    fn from(StoredWallet { currency, reference }: StoredWallet) -> Self {
        Self { currency, reference }
    }
}

impl From<RenewalSettings> for StoredRenewal {
    fn from(RenewalSettings { path, key_field, secret_field, token_at }: RenewalSettings) -> Self {
        Self { path, key_field, secret_field, token_at }
    }
}

impl From<StoredRenewal> for RenewalSettings {
    fn from(StoredRenewal { path, key_field, secret_field, token_at }: StoredRenewal) -> Self {
        Self { path, key_field, secret_field, token_at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_of_an_older_version_opens_with_what_is_new_as_at_first() {
        let stored = r#"{"id":"live","name":"Kola","baseUrl":"https://pay.example.com","tokenPrefix":"Bearer",
            "senderName":"KOLA","batchSize":120,"callbackListen":"","approver":"Ada"}"#;
        let otherwise = Profile::new("live", "", "https://localhost", "");
        let profile = from_text(stored, &otherwise).unwrap();
        let mut expected = Profile::new("live", "Kola", "https://pay.example.com", "KOLA");
        expected.settings.token_prefix = "Bearer".to_owned();
        expected.settings.batch_size = 120;
        expected.settings.approver = "Ada".to_owned();
        assert_eq!(profile, expected);
    }

    #[test]
    fn every_setting_is_read_as_it_was_stored() {
        let mut profile = Profile::new("live", "Kola", "https://pay.example.com", "KOLA");
        profile.extra_root = Some("-----BEGIN CERTIFICATE-----".to_owned());
        profile.settings.renewal = Some(RenewalSettings {
            path: "/v1/token".to_owned(),
            key_field: "key".to_owned(),
            secret_field: "secret".to_owned(),
            token_at: "data.token".to_owned(),
        });
        profile.settings.charge_path = "processor".to_owned();
        profile.settings.charge_send_amount = false;
        profile.settings.recent_days = 9;
        profile.settings.approval_days = 3;
        profile.settings.overdue_after_min = 45;
        profile.settings.callback_public = "https://payroll.example.com".to_owned();
        profile.settings.funding_instructions = "Kola Bank\n0123456789".to_owned();
        profile.settings.wallet_currency = Some(Currency::KES);
        profile.settings.wallets =
            vec![WalletSettings { currency: Currency::GHS, reference: "W-2".to_owned() }];
        profile.settings.extra_fields = vec![ExtraField {
            country: Country::KE,
            name: "x_sender_name".to_owned(),
            value: "Kola Foods".to_owned(),
            column: Some(Field::Name),
            is_required: true,
        }];
        profile.settings.payout_fees =
            vec![PayoutFee { currency: Currency::NGN, amount: "10.00".to_owned() }];
        profile.settings.setup_done = vec![SetupStep::Results];
        profile.settings.verify_names = false;
        profile.settings.names_at_once = 3;
        profile.settings.payout_status_path = "v1/disburse/status".to_owned();
        profile.settings.payout_list_path = "v1/report/transactions".to_owned();
        profile.settings.send_callback_code = true;
        profile.settings.balance_path = "v1/wallet".to_owned();
        let otherwise = Profile::new("other", "", "https://localhost", "");
        assert_eq!(from_text(&to_text(&profile).unwrap(), &otherwise).unwrap(), profile);
    }
}

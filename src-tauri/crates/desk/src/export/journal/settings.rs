//! The settings of journals: which accounts of the user's books, and what was chosen last. They are settings of the
//! profile, in its ledger.

use paysheet_domain::separated::begins_formula;
use serde::{Deserialize, Serialize};
use strum::IntoEnumIterator;

use super::presets::{lines_max, usual_accounts};
use crate::{
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    view::{
        JournalAccounts, JournalDetail, JournalOptions, JournalPreset, JournalPresetView, JournalSettings,
        JournalSettingsView,
    },
};

/// The ledger's setting.
const SETTING: &str = "journal";
/// Longest name or code of an account, in characters: QuickBooks' names have at most 100.
const ACCOUNT_CHARS_MAX: usize = 100;

/// The settings as they are stored. What a version did not have is as at first.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct StoredJournal {
    preset: JournalPreset,
    detail: JournalDetail,
    payable: String,
    bank: String,
    returned: String,
    fees: String,
    tax_rate: String,
}

impl From<StoredJournal> for JournalSettings {
    fn from(stored: StoredJournal) -> Self {
        let StoredJournal { preset, detail, payable, bank, returned, fees, tax_rate } = stored;
        Self { preset, detail, accounts: JournalAccounts { payable, bank, returned, fees, tax_rate } }
    }
}

impl From<JournalSettings> for StoredJournal {
    fn from(settings: JournalSettings) -> Self {
        let JournalSettings { preset, detail, accounts } = settings;
        let JournalAccounts { payable, bank, returned, fees, tax_rate } = accounts;
        Self { preset, detail, payable, bank, returned, fees, tax_rate }
    }
}

impl Desk {
    /// Returns the settings with all presets.
    ///
    /// # Errors
    /// `Record` if they are not readable.
    pub async fn journal_settings(&self) -> Result<JournalSettingsView, DeskError> {
        let settings = stored(self).await?;
        Ok(JournalSettingsView { presets: presets(&settings), settings })
    }

    /// Stores the settings.
    ///
    /// # Errors
    /// `ValueInvalid` with the account that cannot be used.
    pub async fn save_journal_settings(
        &self,
        settings: JournalSettings,
    ) -> Result<JournalSettingsView, DeskError> {
        let settings = tidied(settings);
        validate(&settings)?;
        store(self, &settings).await?;
        Ok(JournalSettingsView { presets: presets(&settings), settings })
    }
}

/// Remembers what was chosen for a journal.
pub(super) async fn remember(desk: &Desk, options: &JournalOptions) -> Result<(), DeskError> {
    let before = stored(desk).await?;
    let now = JournalSettings { preset: options.preset, detail: options.detail, ..before.clone() };
    if now == before { Ok(()) } else { store(desk, &now).await }
}

pub(super) async fn stored(desk: &Desk) -> Result<JournalSettings, DeskError> {
    let text = desk.ledger.setting(SETTING).await?;
    let stored: StoredJournal = text.map(|text| serde_json::from_str(&text)).transpose()?.unwrap_or_default();
    Ok(stored.into())
}

async fn store(desk: &Desk, settings: &JournalSettings) -> Result<(), DeskError> {
    let text = serde_json::to_string(&StoredJournal::from(settings.clone()))?;
    Ok(desk.ledger_for_user().set_setting(SETTING, &text, desk.now()).await?)
}

pub(super) fn presets(settings: &JournalSettings) -> Vec<JournalPresetView> {
    let view = |preset| JournalPresetView {
        preset,
        usual: usual_accounts(preset),
        used: accounts_of(settings, preset),
        lines_max: lines_max(preset),
    };
    JournalPreset::iter().map(view).collect()
}

/// Returns the accounts of the settings, and the usual ones of the preset where they name none.
pub(super) fn accounts_of(settings: &JournalSettings, preset: JournalPreset) -> JournalAccounts {
    let (own, usual) = (&settings.accounts, usual_accounts(preset));
    let or = |own: &String, usual: String| if own.is_empty() { usual } else { own.clone() };
    JournalAccounts {
        payable: or(&own.payable, usual.payable),
        bank: or(&own.bank, usual.bank),
        returned: own.returned.clone(),
        fees: or(&own.fees, usual.fees),
        tax_rate: or(&own.tax_rate, usual.tax_rate),
    }
}

fn tidied(settings: JournalSettings) -> JournalSettings {
    let JournalAccounts { payable, bank, returned, fees, tax_rate } = settings.accounts;
    let tidy = |text: String| text.trim().to_owned();
    let accounts = JournalAccounts {
        payable: tidy(payable),
        bank: tidy(bank),
        returned: tidy(returned),
        fees: tidy(fees),
        tax_rate: tidy(tax_rate),
    };
    JournalSettings { accounts, ..settings }
}

/// Refuses accounts that no file could contain, and books in which a payment would move nothing.
fn validate(settings: &JournalSettings) -> Result<(), DeskError> {
    let JournalAccounts { payable, bank, returned, fees, tax_rate } = &settings.accounts;
    for (text, setting) in [
        (payable, Setting::JournalPayable),
        (bank, Setting::JournalBank),
        (returned, Setting::JournalReturned),
        (fees, Setting::JournalFees),
        (tax_rate, Setting::JournalTaxRate),
    ] {
        require(is_account(text), setting)?;
    }
    for preset in JournalPreset::iter() {
        let used = accounts_of(settings, preset);
        require(used.bank != used.payable, Setting::JournalBank)?;
        require(used.bank != used.returned, Setting::JournalReturned)?;
    }
    let used = accounts_of(settings, settings.preset);
    require(used.bank != used.fees && used.payable != used.fees, Setting::JournalFees)
}

/// A text that would begin a formula is written with an apostrophe, and then it is no account of the books.
fn is_account(text: &str) -> bool {
    text.chars().count() <= ACCOUNT_CHARS_MAX && !text.chars().any(char::is_control) && !begins_formula(text)
}

fn require(fits: bool, setting: Setting) -> Result<(), DeskError> {
    if fits { Ok(()) } else { Err(AppError::invalid(setting).into()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(payable: &str, bank: &str, returned: &str, tax_rate: &str) -> JournalSettings {
        let [payable, bank, returned, tax_rate] = [payable, bank, returned, tax_rate].map(str::to_owned);
        let accounts = JournalAccounts { payable, bank, returned, tax_rate, ..JournalAccounts::default() };
        JournalSettings { accounts, ..JournalSettings::default() }
    }

    #[test]
    fn an_account_is_refused_that_cannot_be_booked_on() {
        let long = "9".repeat(ACCOUNT_CHARS_MAX + 1);
        for (settings, refused) in [
            (with("", "", "", ""), None),
            (with("2220", "1200", "2290", "T9"), None),
            (with("Payroll:Wages payable", "Wallet NGN", "", ""), None),
            (with("=1+1", "1200", "", ""), Some(Setting::JournalPayable)),
            (with("22\t20", "1200", "", ""), Some(Setting::JournalPayable)),
            (with(&long, "1200", "", ""), Some(Setting::JournalPayable)),
            (with("1200", "1200", "", ""), Some(Setting::JournalBank)),
            // Xero's usual account of wages.
            (with("", "803", "", ""), Some(Setting::JournalBank)),
            (with("2220", "@1200", "", ""), Some(Setting::JournalBank)),
            (with("2220", "1200", "1200", ""), Some(Setting::JournalReturned)),
            (with("2220", "1200", "-2290", ""), Some(Setting::JournalReturned)),
            (with("2220", "1200", "", "=T9"), Some(Setting::JournalTaxRate)),
            // The usual account of bank fees, of this program and of another one.
            (with("2220", "Bank charges", "", ""), Some(Setting::JournalFees)),
            (with("2220", "404", "", ""), None),
        ] {
            let found = match validate(&settings) {
                Err(DeskError::App(AppError::ValueInvalid { field })) => Some(field),
                Err(error) => panic!("{error}"),
                Ok(()) => None,
            };
            assert_eq!(found, refused, "{settings:?}");
        }
    }

    #[test]
    fn what_an_older_version_did_not_store_is_as_at_first() {
        let stored: StoredJournal = serde_json::from_str("{\"preset\":\"xero\"}").unwrap();
        assert_eq!(
            JournalSettings::from(stored),
            JournalSettings { preset: JournalPreset::Xero, ..JournalSettings::default() }
        );
    }

    #[test]
    fn the_usual_accounts_of_every_preset_are_valid() {
        for JournalPresetView { preset, used, .. } in presets(&JournalSettings::default()) {
            for text in [&used.payable, &used.bank, &used.fees] {
                assert!(!text.is_empty() && is_account(text), "{preset}");
            }
        }
    }
}

//! The journal of a payroll's payments, for the accountant's books.

use std::path::PathBuf;

use paysheet_domain::{Currency, money::Total};
use serde::{Deserialize, Serialize};

use super::track::StatusTotal;

/// The program that a journal is imported into.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JournalPreset {
    /// For any other program, and for people.
    #[default]
    Plain,
    QuickbooksOnline,
    Xero,
    SageAccounting,
    #[serde(rename = "sage_50")]
    #[strum(serialize = "sage_50")]
    Sage50,
    Odoo,
}

/// How much of the payroll the journal shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JournalDetail {
    /// One line per account: no salary of a person is in the books.
    #[default]
    Account,
    /// One line per person beside the account that pays.
    Person,
}

/// Which payments a journal contains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[derive(Serialize, Deserialize, specta::Type, strum::Display, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JournalScope {
    /// All that are known to be paid, also those in earlier journals.
    #[default]
    Everything,
    /// Those that are in no earlier journal for the same program and currency.
    New,
}

/// The accounts of the user's books, as their program names them: by code, or by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalAccounts {
    /// What is owed to employees, which a payment settles.
    pub payable: String,
    /// The bank account or wallet that payments leave from.
    pub bank: String,
    /// Where payments that came back wait. Empty: they are owed to the employees again.
    pub returned: String,
    /// What the provider takes for its payments.
    pub fees: String,
    /// The name or code of the tax rate without tax, for programs that want one with each line.
    pub tax_rate: String,
}

/// What is remembered for the journals of a profile. An empty account is the usual one of the preset.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalSettings {
    pub preset: JournalPreset,
    pub detail: JournalDetail,
    pub accounts: JournalAccounts,
}

/// A preset, with the accounts that a journal for it is made with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalPresetView {
    pub preset: JournalPreset,
    /// The usual accounts, where the settings name none.
    pub usual: JournalAccounts,
    /// Those of the settings, or else the usual ones.
    pub used: JournalAccounts,
    /// Most lines that the program imports at once; none if it has no such limit.
    pub lines_max: Option<u32>,
}

/// Settings of journals, for the Settings screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalSettingsView {
    pub settings: JournalSettings,
    pub presets: Vec<JournalPresetView>,
}

/// What a journal of a payroll would contain, before it is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalView {
    pub settings: JournalSettings,
    pub presets: Vec<JournalPresetView>,
    /// A journal has one currency.
    pub currencies: Vec<JournalCurrency>,
    pub earlier: Vec<EarlierJournals>,
    /// The proposed date, `2026-11-30`: the day of the last result.
    pub date: String,
}

/// What would be booked in a currency, and what would not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalCurrency {
    pub currency: Currency,
    /// Payments that are known to have been made, also those that came back later.
    pub paid: Total,
    /// Payments that came back, which are booked back.
    pub reversed: Total,
    /// Fees of payments, in an entry of their own; the number is that of the payments.
    pub fees: Total,
    /// Payments that are not booked, by what is known of them.
    pub left_out: Vec<StatusTotal>,
    pub lines_by_account: u32,
    pub lines_by_person: u32,
}

/// The journals for a program and a currency that were saved, and what is not in them yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct EarlierJournals {
    pub preset: JournalPreset,
    pub currency: Currency,
    /// When the last one was saved.
    pub saved_at: String,
    /// What a journal of only this would contain.
    pub new: JournalCurrency,
    /// Payments in them that are booked otherwise now: they are no longer recorded as paid, or no longer as reversed. No
    /// journal of new payments corrects them.
    pub outdated: u32,
}

/// What the user chose for a journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct JournalOptions {
    pub preset: JournalPreset,
    pub detail: JournalDetail,
    pub scope: JournalScope,
    pub currency: Currency,
    /// `2026-11-30`
    pub date: String,
}

/// A journal that was written. It has a path, which the window never gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalMade {
    pub path: PathBuf,
    pub booked: JournalCurrency,
}

//! The session: profile, lock, keychain, preferences.

use paysheet_domain::{Country, Currency, Field, checks::RecipientDraft};
use serde::{Deserialize, Serialize};

use crate::{app_error::AppError, view::prepare::blocked::BlockReason};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// No profile yet: the welcome screen.
    Welcome,
    /// The embedded practice service; no money moves.
    Practice,
    /// A service of the user's.
    Live,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum KeychainState {
    Ready,
    /// There, but locked.
    Locked,
    /// None on this machine, or not running.
    Absent,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Scheme {
    #[default]
    System,
    Light,
    Dark,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    #[default]
    Comfortable,
    Compact,
}

/// How the window looks; kept on this machine, for all profiles.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Appearance {
    pub scheme: Scheme,
    pub density: Density,
    pub sidebar_folded: bool,
}

/// A setting that is on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum Toggle {
    On,
    Off,
}

impl Toggle {
    #[must_use]
    pub const fn of(is_on: bool) -> Self {
        if is_on { Self::On } else { Self::Off }
    }
}

/// What the program does beside its window; stored on this computer, for all profiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct BackgroundSettings {
    /// The system's notifications about payrolls are shown.
    pub notifications: Toggle,
    /// The system starts the program when the user logs in.
    pub start_at_login: Toggle,
}

/// The frame around every screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub mode: Mode,
    pub unlocked: bool,
    pub profile_name: String,
    /// Batches with an unknown outcome.
    pub unresolved: u32,
    /// Why nothing is approved or sent until the user has gone through the ledger.
    pub blocked: Option<BlockReason>,
    pub keychain: KeychainState,
    pub appearance: Appearance,
    pub version: String,
    /// Callbacks reach this address, when the desk listens.
    pub callback_address: Option<String>,
    /// A closed window is hidden while results are missing: the desktop has a tray that leads back to it.
    pub has_tray: bool,
    /// The window was closed while results are missing, and asks once whether the program starts at login.
    pub offers_start_at_login: bool,
    /// When the token in use ends, where it says so itself; none while locked.
    pub token_expires_at: Option<String>,
    /// The desk asks for a new token by itself before this one ends.
    pub renews_token: bool,
    /// Why the last request for a new token failed.
    pub renewal_failed: Option<AppError>,
    /// Seconds that a submission may take: none is begun that the token would not outlive.
    pub submission_s_max: u32,
}

/// What the provider's dashboard shows; never sent back to the window.
#[derive(Deserialize, specta::Type)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CredentialsInput {
    /// An access token.
    Token { token: String },
    /// An API key and its secret, for which the service gives tokens.
    Keys { key: String, secret: String },
}

/// What differs between providers; the part of a profile that a preset fills in. [`ProfileSettings`] describes the
/// meaning of each one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderSettings {
    pub token_prefix: String,
    pub renewal: Option<RenewalSettings>,
    pub recipient_extras: bool,
    pub charge_path: String,
    pub payout_status_path: String,
    /// The call for the report of transactions, below the service's address: `v1/report/transactions`. Empty: the service has none.
    pub payout_list_path: String,
    pub send_callback_code: bool,
    pub balance_path: String,
}

/// The usual settings for one kind of provider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ProviderPreset {
    /// `keys` or `token`: what the provider's dashboard shows.
    pub id: String,
    pub settings: ProviderSettings,
}

/// A call of the provider's that is checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ProviderCall {
    /// A token for key and secret.
    Token,
    Banks,
    AccountNames,
    /// The status of a payout.
    Results,
    /// The report of transactions.
    ResultsList,
    Balance,
    TopUpStatus,
    CardTopUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum ProviderAnswer {
    Works,
    /// The service has no such call at this path.
    NotOffered,
    /// Only a charge would tell.
    NotKnown,
    /// The settings have no path for it.
    NotSet,
    /// The error says why.
    Failed,
}

/// What the service answered to the check of a call.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckedCallView {
    pub call: ProviderCall,
    pub answer: ProviderAnswer,
    /// The service's own words for what does not exist.
    pub said: Option<String>,
    pub error: Option<AppError>,
}

impl CheckedCallView {
    pub(crate) const fn of(call: ProviderCall, answer: ProviderAnswer) -> Self {
        Self { call, answer, said: None, error: None }
    }
}

/// What the check of a service needs that is not connected yet. Nothing of it is stored.
#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct CheckProviderInput {
    pub base_url: String,
    pub provider: ProviderSettings,
    pub credentials: CredentialsInput,
}

/// What the welcome screen sends once to connect a service. All secrets go to the keychain and are dropped.
#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectInput {
    pub profile_name: String,
    pub base_url: String,
    pub sender_name: String,
    /// The person whose name is recorded with each approval.
    pub approver: String,
    pub provider: ProviderSettings,
    pub credentials: CredentialsInput,
    /// Wallet lock; never sent back to the window.
    pub lock: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    pub profile: ProfileSettings,
    pub mode: Mode,
    pub token_set: bool,
    pub lock_set: bool,
    /// The currencies whose own wallet has a password.
    pub wallets_set: Vec<Currency>,
    pub renewal_key_set: bool,
    pub renewal_secret_set: bool,
    pub keychain: KeychainState,
    pub appearance: Appearance,
    pub background: BackgroundSettings,
    pub limits: Limits,
    /// Certificates trusted beside the system's own; empty for none.
    pub extra_roots: Vec<RootView>,
    pub version: String,
    /// Whether the licences of what the program is built from are installed with it.
    pub has_third_party_notices: bool,
    pub ledger_path: String,
}

/// The range of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Span {
    pub least: u32,
    pub most: u32,
}

/// The ranges of a profile's figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    pub batch_size: Span,
    pub connect_timeout_s: Span,
    pub submit_timeout_s: Span,
    pub read_timeout_s: Span,
    pub lock_after_min: Span,
    pub amount_change_pct: Span,
    pub recent_days: Span,
    pub approval_days: Span,
    pub narration_chars_max: Span,
    pub overdue_after_min: Span,
    pub names_at_once: Span,
}

/// A certificate that the user added to those of the system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RootView {
    /// Its distinguished name, such as `CN=Office Gateway,O=Acme`.
    pub subject: String,
    pub expires_at: String,
    pub is_expired: bool,
}

/// How a service gives a new token for a key and a secret: a call of the service's own, not of the interface. Key
/// and secret are in the keychain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct RenewalSettings {
    /// Below the service's address: `/v1/token`.
    pub path: String,
    /// Name of the field that the key is sent in.
    pub key_field: String,
    pub secret_field: String,
    /// The place of the token in the answer: `token`, or `data.token`.
    pub token_at: String,
}

/// A question that is asked after a provider was connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SetupStep {
    /// How the user learns who was paid.
    Results,
    /// How money comes into the balance.
    MoneyIn,
    /// One payment to oneself.
    TrialPayment,
}

/// A field that a destination requires of everybody in its country, such as `x_sender_name`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ExtraField {
    pub country: Country,
    /// As the service names it: letters, digits and `_`.
    pub name: String,
    /// The same for everybody; with a column, for those whose cell is empty. May then be empty.
    pub value: String,
    /// The column of the file with each person's own value; none if all have the same.
    pub column: Option<Field>,
    /// Nobody is paid without a value.
    pub is_required: bool,
}

impl ExtraField {
    /// Returns the value for a person; none if neither their row nor the field has one.
    pub(crate) fn value_for<'a>(&'a self, recipient: &'a RecipientDraft) -> Option<&'a str> {
        let own = self.column.and_then(|column| recipient.detail(column));
        own.or_else(|| Some(self.value.trim()).filter(|value| !value.is_empty()))
    }
}

/// What the provider takes for each payment in a currency, as far as the user knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct PayoutFee {
    pub currency: Currency,
    /// Decimal digits.
    pub amount: String,
}

/// A wallet that pays a single currency.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct WalletSettings {
    pub currency: Currency,
    /// The service's reference of the wallet, which a card charge tops up; `0` for the main one of the currency.
    pub reference: String,
}

/// The part of a profile that its user edits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ProfileSettings {
    pub name: String,
    pub base_url: String,
    /// Put before the token in the authorization header; empty by default.
    pub token_prefix: String,
    /// On every beneficiary's bank statement.
    pub sender_name: String,
    /// Recipients in one batch.
    pub batch_size: u32,
    /// Where the desk listens for callbacks (`http://127.0.0.1:8790/cb`), empty for nowhere. The window receives it
    /// without its path, and cannot change it here.
    pub callback_listen: String,
    /// The address by which callbacks reach this computer (`https://payroll.example.com`), without the path; empty
    /// for none.
    pub callback_public: String,
    /// The person whose name is recorded with each approval. Empty until it is typed.
    pub approver: String,
    /// Seconds for opening a connection.
    pub connect_timeout_s: u32,
    /// Seconds for a whole submission.
    pub submit_timeout_s: u32,
    /// Seconds for any other call.
    pub read_timeout_s: u32,
    /// Names, branches and contacts of recipients go along with a batch, where its destination takes them.
    pub recipient_extras: bool,
    /// Fields that are added to each recipient of a country, because the destination requires them.
    pub extra_fields: Vec<ExtraField>,
    /// None: the user enters each token.
    pub renewal: Option<RenewalSettings>,
    /// The last part of the path of a card charge, `card` in `v1/transfer/card`. Most services have the name of their
    /// card processor there.
    pub charge_path: String,
    /// The service's name for the payer's e-mail address of a card charge.
    pub charge_email_field: String,
    /// A card charge says its amount.
    pub charge_send_amount: bool,
    /// What a card charge tops up, in the service's words; `wallet` at most services.
    pub charge_recipient: String,
    /// Whose balance a card charge tops up: the wallet's own reference. Empty: no card can be charged.
    pub charge_recipient_id: String,
    /// How the balance is paid into by bank transfer, in the user's own lines: account, bank, what to write. Shown to
    /// copy from, never sent.
    pub funding_instructions: String,
    /// The currency of the wallet, in which a card charge counts: the charge itself names none. None: as its records say.
    pub wallet_currency: Option<Currency>,
    /// The wallets of other currencies, each with a password of its own in the keychain.
    pub wallets: Vec<WalletSettings>,
    /// What a payment costs, for what the service does not report; none for a currency without fees.
    pub payout_fees: Vec<PayoutFee>,
    /// The steps of setting up that the user ended, or left out; others may be done by what is set.
    pub setup_done: Vec<SetupStep>,
    /// Minutes without the user after which the desk locks itself; 0 for never.
    pub lock_after_min: u32,
    /// Percent that an amount may differ from the last payroll's without being shown; 0 for never shown.
    pub amount_change_pct: u32,
    /// Days in which somebody who was paid is asked about before they are paid again; 0 for the same day only.
    pub recent_days: u32,
    /// Days after which the total of what was approved is typed again before it is sent.
    pub approval_days: u32,
    /// Characters of the longest narration that the service takes; 0 if it has told no limit.
    pub narration_chars_max: u32,
    /// Minutes after acceptance from which a result that is missing is late.
    pub overdue_after_min: u32,
    /// The banks are asked for the holders of a payroll's accounts as soon as it is opened.
    pub verify_names: bool,
    /// Accounts that the banks are asked about at the same time.
    pub names_at_once: u32,
    /// The call for the status of a payout, below the service's address: `v1/disburse/status`. Empty: the service is not
    /// asked about payouts.
    pub payout_status_path: String,
    /// The call for the report of transactions, below the service's address: `v1/report/transactions`. Empty: the service has none.
    pub payout_list_path: String,
    /// A code goes along with each batch and comes back with each result; a result with another code is not applied.
    pub send_callback_code: bool,
    /// The call for the balance, below the service's address: `v1/wallet`. Empty: the service is not asked for it.
    pub balance_path: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SecretName {
    Token,
    Lock,
    /// What a new token is asked for with.
    RenewalKey,
    RenewalSecret,
}

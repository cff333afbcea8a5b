//! Who is at the desk: profile, lock, keychain, preferences.

use serde::{Deserialize, Serialize};

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
    pub rail_folded: bool,
}

/// The frame around every screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SessionView {
    pub mode: Mode,
    pub unlocked: bool,
    pub profile_name: String,
    /// Batches whose fate is unknown.
    pub unresolved: u32,
    pub keychain: KeychainState,
    pub appearance: Appearance,
    pub version: String,
    /// Callbacks reach this address, when the desk listens.
    pub callback_address: Option<String>,
}

/// What the welcome screen sends once to connect a service. Both secrets go to the keychain and are dropped.
#[derive(Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct ConnectInput {
    pub profile_name: String,
    pub base_url: String,
    pub sender_name: String,
    /// Access token; never answered back.
    pub token: String,
    /// Wallet lock; never answered back.
    pub lock: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "camelCase")]
pub struct SettingsView {
    pub profile: ProfileSettings,
    pub mode: Mode,
    pub token_set: bool,
    pub lock_set: bool,
    pub keychain: KeychainState,
    pub appearance: Appearance,
    pub batch_size_max: u32,
    pub version: String,
    pub ledger_path: String,
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
    /// Where the desk listens for callbacks (`http://127.0.0.1:8790/cb`), empty for nowhere.
    pub callback_listen: String,
    /// Whose name stands under an approval.
    pub approver: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, specta::Type)]
#[serde(rename_all = "snake_case")]
pub enum SecretName {
    Token,
    Lock,
}

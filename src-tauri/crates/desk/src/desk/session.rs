//! The profile, its secrets and its keys.

use std::path::Path;

use jiff::Timestamp;
use paysheet_domain::Currency;
use paysheet_vault::SecretKind;
use secrecy::SecretString;

use crate::{
    access::token_renewal,
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    session::{auto_lock, callback_setup, connection, custom_ca, key_backup, provider},
    view::{
        CallbackAddressView, CallbackSetupView, CallbackTestView, CheckedCallView, KeyBackupForm,
        KeyBackupSource, KeyBackupView, KeyImport, KeyView, ProfileSettings, ProviderSettings, RootView,
        WalletSettings, list_words::ListWords,
    },
};

impl Desk {
    /// Records that the user typed, clicked or moved.
    pub fn user_is_here(&self) {
        auto_lock::user_is_here(&self.context)
    }

    /// Locks the desk if the user was inactive for the profile's time.
    pub fn lock_if_left(&self) {
        auto_lock::lock_if_left(&self.context)
    }

    /// Checks periodically whether the user left, for as long as the desk is open.
    pub fn watch_for_absence(&self) {
        auto_lock::watch_for_absence(&self.context)
    }

    /// Changes the profile's settings.
    pub async fn save_profile(&self, settings: ProfileSettings) -> Result<(), DeskError> {
        connection::save_profile(&self.context, settings).await
    }

    /// Takes what was entered to connect a service, with its secrets, in place of an earlier connection.
    pub async fn connect(
        &self,
        entered: ProfileSettings,
        provider: ProviderSettings,
        secrets: Vec<(SecretKind, SecretString)>,
    ) -> Result<(), DeskError> {
        connection::connect(&self.context, entered, provider, secrets).await
    }

    /// Asks the service for each call, and for a new token where the profile describes how. Nothing is moved.
    pub async fn check_provider(&self, also_usual: bool) -> Result<Vec<CheckedCallView>, DeskError> {
        provider::check_connected(&self.context, also_usual).await
    }

    /// Returns how the desk receives callbacks.
    pub async fn callback_setup(&self) -> Result<CallbackSetupView, DeskError> {
        callback_setup::callback_setup(&self.context).await
    }

    /// Makes a new path for callbacks. The path before it is no longer answered.
    pub async fn new_callback_path(&self, port: u32) -> Result<CallbackAddressView, DeskError> {
        callback_setup::new_callback_path(&self.context, port).await
    }

    /// Listens for callbacks at another port, or again at the same one.
    pub async fn set_callback_port(&self, port: u32) -> Result<(), DeskError> {
        callback_setup::set_callback_port(&self.context, port).await
    }

    /// Listens for callbacks at an address that the service has already, or nowhere if it is empty.
    pub async fn set_callback_address(&self, address: &str) -> Result<(), DeskError> {
        callback_setup::set_callback_address(&self.context, address).await
    }

    /// Sends a test callback to this computer, and through the public address if there is one.
    pub async fn test_callbacks(&self) -> Result<CallbackTestView, DeskError> {
        callback_setup::test_callbacks(&self.context).await
    }

    /// Stores a secret that the user typed, for the service that the profile names now.
    pub async fn put_secret(&self, kind: SecretKind, secret: SecretString) -> Result<(), DeskError> {
        connection::put_secret(&self.context, kind, secret).await
    }

    /// Adds the wallet of a currency, or changes it. Without a password, the one that is stored stays.
    pub async fn save_wallet(
        &self,
        wallet: WalletSettings,
        password: Option<SecretString>,
    ) -> Result<(), DeskError> {
        connection::save_wallet(&self.context, wallet, password).await
    }

    /// Removes the wallet of a currency, with its password.
    pub async fn remove_wallet(&self, currency: Currency) -> Result<(), DeskError> {
        connection::remove_wallet(&self.context, currency).await
    }

    /// Sets the address of the practice service within this program.
    pub async fn practise_on(&self, base_url: &str) -> Result<(), DeskError> {
        connection::practise_on(&self.context, base_url).await
    }

    /// Reads token and lock into memory.
    pub async fn unlock(&self) -> Result<(), DeskError> {
        connection::unlock(&self.context).await
    }

    /// Trusts the certificates of a PEM file from now on, in place of those chosen before.
    pub async fn trust(&self, path: &Path) -> Result<(), DeskError> {
        custom_ca::trust(&self.context, path).await
    }

    /// Trusts only the system's certificates again.
    pub async fn trust_no_more(&self) -> Result<(), DeskError> {
        custom_ca::trust_no_more(&self.context).await
    }

    /// Returns the certificates that are trusted in addition to the system's own.
    pub fn trusted(&self) -> Result<Vec<RootView>, DeskError> {
        custom_ca::trusted(&self.context)
    }

    /// Returns what is recorded about the profile key.
    pub async fn key_view(&self) -> Result<KeyView, DeskError> {
        key_backup::key_view(&self.context).await
    }

    /// Seals the key under a passphrase that was typed twice, and opens it again to verify it.
    pub async fn seal_key(&self, typed: SecretString, repeated: SecretString) -> Result<(), DeskError> {
        key_backup::seal_key(&self.context, typed, repeated).await
    }

    /// Returns a suggested file name for the backup.
    #[must_use]
    pub fn key_backup_name(&self, form: KeyBackupForm) -> String {
        key_backup::key_backup_name(&self.context, form)
    }

    /// Saves the backup that was sealed last.
    pub async fn save_key_backup(
        &self,
        form: KeyBackupForm,
        words: ListWords,
        path: &Path,
    ) -> Result<(), DeskError> {
        key_backup::save_key_backup(&self.context, form, words, path).await
    }

    /// Returns the content of a backup, and the effect of importing it.
    pub async fn look_at_key_backup(&self, source: KeyBackupSource) -> Result<KeyBackupView, DeskError> {
        key_backup::look_at_key_backup(&self.context, source).await
    }

    /// Opens a backup and makes its key this profile's.
    pub async fn import_key(
        &self,
        source: KeyBackupSource,
        typed: SecretString,
        replace: bool,
    ) -> Result<KeyImport, DeskError> {
        key_backup::import_key(&self.context, source, typed, replace).await
    }

    /// Returns when the token in use ends, if the token states it; none while locked.
    #[must_use]
    pub fn token_expires_at(&self) -> Option<Timestamp> {
        token_renewal::token_expires_at(&self.context)
    }

    /// Returns when the token ends that is in use, or that was in use until the desk was locked.
    #[must_use]
    pub fn last_token_expires_at(&self) -> Option<Timestamp> {
        token_renewal::last_token_expires_at(&self.context)
    }

    /// Forgets when the last token ends: it was removed or replaced.
    pub fn forget_token_end(&self) {
        self.context.token_renewal.keep_end(None);
    }

    /// Returns why the last request for a new token failed.
    #[must_use]
    pub fn renewal_failed(&self) -> Option<AppError> {
        token_renewal::renewal_failed(&self.context)
    }

    /// Returns the maximum duration of a submission, in seconds.
    #[must_use]
    pub fn submission_s_max(&self) -> u32 {
        token_renewal::submission_s_max(&self.context)
    }

    /// Requests a new token if the one in use ends within minutes, the profile describes how, and the desk is unlocked.
    pub async fn renew_token_in_time(&self) -> Result<(), DeskError> {
        token_renewal::renew_token_in_time(&self.context).await
    }

    /// Renews tokens in time, for as long as the desk is open.
    pub fn watch_token(&self) {
        token_renewal::watch_token(&self.context)
    }
}

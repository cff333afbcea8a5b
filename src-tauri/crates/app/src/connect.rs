//! Connects a profile to a payout service.

use paysheet_desk::{
    BoundSecret, Setting,
    binding::Binding,
    profile::Profile,
    settings,
    view::{ConnectInput, Mode, SessionView},
};
use paysheet_vault::{SecretKind, Vault};
use secrecy::SecretString;

use crate::{
    app_state::AppState,
    error::{CommandResult, app_error},
    keychain::{LIVE_PROFILE, blocking_vault, fits},
    open_desk::OpenDesk,
};

impl AppState {
    /// Connects a service: asks the service to verify the token, stores both secrets in the keychain, and opens the
    /// live desk. If any step fails, nothing is stored. The card window of another desk is closed.
    ///
    /// # Errors
    /// If a field or a secret has no valid value, the service refuses the token or cannot be reached, the keychain is
    /// locked or absent, or the live desk does not open.
    pub async fn connect(&self, input: ConnectInput) -> CommandResult<SessionView> {
        self.close_card();
        let ConnectInput { profile_name, base_url, sender_name, approver, token, lock } = input;
        let (token, lock) = (SecretString::from(token), SecretString::from(lock));
        settings::name(&profile_name, Setting::Name).map_err(app_error)?;
        settings::name(&sender_name, Setting::SenderName).map_err(app_error)?;
        settings::name(&approver, Setting::Approver).map_err(app_error)?;
        fits(&token, Setting::Token)?;
        fits(&lock, Setting::Lock)?;
        let vault = blocking_vault(Vault::open).await?;
        paysheet_desk::probe(base_url.trim(), "", &token).await.map_err(app_error)?;
        {
            let mut open = self.open.lock().await;
            self.close_desk(open.take()).await;
            let profile = Profile::new(LIVE_PROFILE, &profile_name, &base_url, &sender_name);
            let profile = profile.approved_by(&approver);
            store(&vault, &profile, &token, &lock).await?;
            let live = OpenDesk::connected(&self.paths, &self.events, vault, profile).await?;
            // An earlier profile of this ledger may trust its own certificate authority.
            live.desk.put_secret(SecretKind::Token, token).await.map_err(app_error)?;
            live.desk.put_secret(SecretKind::Lock, lock).await.map_err(app_error)?;
            *open = Some(live);
            self.remember_mode(Mode::Live)?;
        }
        self.unlock().await
    }
}

/// Stores both secrets in the keychain, for the profile's service only.
async fn store(
    vault: &Vault,
    profile: &Profile,
    token: &SecretString,
    lock: &SecretString,
) -> CommandResult<()> {
    let bound = |secret: &SecretString| BoundSecret::new(secret.clone(), Binding::of(profile)).encode();
    let (vault, token, lock) = (vault.clone(), bound(token), bound(lock));
    blocking_vault(move || {
        vault.put(LIVE_PROFILE, SecretKind::Token, &token)?;
        vault.put(LIVE_PROFILE, SecretKind::Lock, &lock)
    })
    .await
}

//! Connects a profile to a payout service.

use paysheet_desk::{
    AppError, BoundSecret, Setting,
    binding::Binding,
    profile::Profile,
    provider::{self, Credentials},
    settings,
    view::{CheckProviderInput, CheckedCallView, ConnectInput, Mode, SessionView},
};
use paysheet_vault::{SecretKind, Vault};
use secrecy::SecretString;

use crate::state::{
    app_state::AppState,
    error::{CommandResult, app_error},
    keychain::{LIVE_PROFILE, blocking_vault, fits, open_vault},
    open_desk::OpenDesk,
};

impl AppState {
    /// Asks a service that is not connected yet for each of its calls. Nothing is moved, and nothing is stored.
    ///
    /// # Errors
    /// If a field or a secret has no valid value.
    pub async fn check_provider(&self, input: CheckProviderInput) -> CommandResult<Vec<CheckedCallView>> {
        let CheckProviderInput { base_url, provider, credentials } = input;
        let credentials = Credentials::from(credentials);
        fit(&credentials)?;
        provider::check(base_url.trim(), &provider, &credentials).await.map_err(app_error)
    }

    /// Connects a service: requests a token if a key and a secret are given, asks the service to verify the token,
    /// stores all secrets in the keychain, and opens the live desk. If any step fails, nothing is stored. The card
    /// window of another desk is closed.
    ///
    /// # Errors
    /// If a field or a secret has no valid value, the service refuses the token or cannot be reached, the keychain is
    /// locked or absent, or the live desk does not open.
    pub async fn connect(&self, input: ConnectInput) -> CommandResult<SessionView> {
        self.close_card();
        let ConnectInput { profile_name, base_url, sender_name, approver, provider, credentials, lock } =
            input;
        let (credentials, lock) = (Credentials::from(credentials), SecretString::from(lock));
        settings::name(&profile_name, Setting::Name).map_err(app_error)?;
        settings::name(&sender_name, Setting::SenderName).map_err(app_error)?;
        settings::name(&approver, Setting::Approver).map_err(app_error)?;
        fit(&credentials)?;
        fits(&lock, Setting::Lock)?;
        let profile = Profile::new(LIVE_PROFILE, &profile_name, &base_url, &sender_name);
        let mut profile = profile.approved_by(&approver);
        profile.settings = settings::tidied(provider::with_provider(profile.settings, provider.clone()));
        settings::validate(&profile.settings).map_err(app_error)?;
        let vault = open_vault(&self.paths).await?;
        let token = provider::token(base_url.trim(), &provider, &credentials).await;
        let token = token.map_err(|error| about_key(app_error(error)))?;
        paysheet_desk::probe(base_url.trim(), &provider.token_prefix, &token).await.map_err(app_error)?;
        let mut secrets = vec![(SecretKind::Token, token), (SecretKind::Lock, lock)];
        if let Credentials::Keys { key, secret } = credentials {
            secrets.extend([(SecretKind::RenewalKey, key), (SecretKind::RenewalSecret, secret)]);
        }
        {
            let mut open = self.open.lock().await;
            self.close_desk(open.take()).await;
            store(&vault, &profile, &secrets).await?;
            // Once more with the desk: an earlier profile of this ledger may trust its own certificate authority.
            let given = (provider, secrets);
            *open = Some(OpenDesk::connected(&self.paths, &self.events, vault, profile, given).await?);
            self.remember_mode(Mode::Live)?;
        }
        self.unlock().await
    }
}

/// A refused request for a token is about the key; a token that is refused afterwards is not.
fn about_key(error: AppError) -> AppError {
    let is_refused = matches!(error, AppError::TokenRefused(_));
    if is_refused { AppError::ValueInvalid { field: Setting::RenewalKey } } else { error }
}

fn fit(credentials: &Credentials) -> CommandResult<()> {
    match credentials {
        Credentials::Token(token) => fits(token, Setting::Token),
        Credentials::Keys { key, secret } => {
            fits(key, Setting::RenewalKey)?;
            fits(secret, Setting::RenewalSecret)
        }
    }
}

/// Stores the secrets in the keychain, for the profile's service only.
async fn store(
    vault: &Vault,
    profile: &Profile,
    secrets: &[(SecretKind, SecretString)],
) -> CommandResult<()> {
    let bound = |secret: &SecretString| BoundSecret::new(secret.clone(), Binding::of(profile)).encode();
    let (vault, secrets) = (vault.clone(), secrets.iter().map(|(kind, secret)| (*kind, bound(secret))));
    let secrets: Vec<_> = secrets.collect();
    blocking_vault(move || {
        secrets.iter().try_for_each(|(kind, secret)| vault.put(LIVE_PROFILE, *kind, secret))
    })
    .await
}

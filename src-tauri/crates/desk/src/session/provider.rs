//! What differs between providers: presets with the usual settings, the token for a key and a secret, and the check of
//! every call before anything depends on it.

use std::sync::LazyLock;

use paysheet_service::{CallCheck, CheckedCall, Connection, Endpoint, Service};
use secrecy::SecretString;

use crate::{
    access::token_renewal,
    app_error::{AppError, Setting},
    desk::Desk,
    error::DeskError,
    state::session::settings,
    view::{
        CheckedCallView, CredentialsInput, ProfileSettings, ProviderAnswer, ProviderCall, ProviderPreset,
        ProviderSettings,
    },
};

static PRESETS: LazyLock<Vec<ProviderPreset>> =
    LazyLock::new(|| serde_json::from_str(include_str!("provider_presets.json")).unwrap_or_default());

/// Returns the presets, the most usual one first.
#[must_use]
pub fn presets() -> Vec<ProviderPreset> {
    PRESETS.clone()
}

/// What a service gives access for.
pub enum Credentials {
    Token(SecretString),
    /// A token is requested for them.
    Keys {
        key: SecretString,
        secret: SecretString,
    },
}

impl From<CredentialsInput> for Credentials {
    fn from(input: CredentialsInput) -> Self {
        match input {
            CredentialsInput::Token { token } => Self::Token(token.into()),
            CredentialsInput::Keys { key, secret } => Self::Keys { key: key.into(), secret: secret.into() },
        }
    }
}

/// Returns the profile's settings with those of a provider.
#[must_use]
pub fn with_provider(profile: ProfileSettings, provider: ProviderSettings) -> ProfileSettings {
    let ProviderSettings {
        token_prefix,
        renewal,
        recipient_extras,
        charge_path,
        payout_status_path,
        payout_list_path,
        send_callback_code,
        balance_path,
    } = provider;
    ProfileSettings {
        token_prefix,
        renewal,
        recipient_extras,
        charge_path,
        payout_status_path,
        payout_list_path,
        send_callback_code,
        balance_path,
        ..profile
    }
}

/// Returns a token of the service: the given one, or one for key and secret.
///
/// # Errors
/// `Address`; `ValueInvalid` if the settings do not say how a token is requested; `Call` if the service gives none.
pub async fn token(
    base_url: &str,
    provider: &ProviderSettings,
    credentials: &Credentials,
) -> Result<SecretString, DeskError> {
    match credentials {
        Credentials::Token(token) => Ok(token.clone()),
        Credentials::Keys { key, secret } => {
            let described = provider.renewal.as_ref().ok_or(AppError::invalid(Setting::RenewalPath))?;
            let renewal = settings::renewal(described)?;
            Ok(service(base_url, provider)?.renew(&renewal, key, secret).await?)
        }
    }
}

/// Asks a service that is not connected yet for each call. Nothing is moved, and nothing is stored.
///
/// # Errors
/// `Address`, `ValueInvalid`. What a call answers is no error.
pub async fn check(
    base_url: &str,
    provider: &ProviderSettings,
    credentials: &Credentials,
) -> Result<Vec<CheckedCallView>, DeskError> {
    let service = service(base_url, provider)?;
    let at_first = settings::at_first("", base_url, "");
    let settings = settings::tidied(with_provider(at_first, provider.clone()));
    settings::validate_calls(&settings)?;
    let mut checked = Vec::new();
    let token = match token(base_url, provider, credentials).await {
        Ok(token) => token,
        Err(error @ DeskError::Call(_)) => return Ok(vec![failed(ProviderCall::Token, &error)]),
        Err(error) => return Err(error),
    };
    if matches!(credentials, Credentials::Keys { .. }) {
        checked.push(CheckedCallView::of(ProviderCall::Token, ProviderAnswer::Works));
    }
    checked.extend(calls(&service, &token, &settings).await);
    Ok(checked)
}

impl Desk {
    /// Asks the connected service for each call. A new token is requested where the profile describes how. `also_usual`: calls
    /// without a path are tried where other services have them; nothing of that is saved.
    ///
    /// # Errors
    /// `Locked`, `SecretsElsewhere`.
    pub async fn check_provider(&self, also_usual: bool) -> Result<Vec<CheckedCallView>, DeskError> {
        let bound = self.session.service();
        let mut unlocked = self.unlocked()?;
        unlocked.require_for(&bound.binding)?;
        let settings = self.profile().settings;
        let settings = if also_usual { with_usual_paths(settings) } else { settings };
        let mut checked = Vec::new();
        if settings.renewal.is_some() {
            match token_renewal::renew(self, unlocked).await {
                Ok(renewed) => unlocked = renewed,
                Err(error) => return Ok(vec![failed(ProviderCall::Token, &error)]),
            }
            checked.push(CheckedCallView::of(ProviderCall::Token, ProviderAnswer::Works));
        }
        checked.extend(calls(&bound.service, &unlocked.token, &settings).await);
        Ok(checked)
    }
}

/// Fills in the paths that the profile does not have.
fn with_usual_paths(mut settings: ProfileSettings) -> ProfileSettings {
    let usual = presets().into_iter().find(|preset| !preset.settings.payout_status_path.is_empty());
    if let Some(ProviderPreset { settings: usual, .. }) = usual {
        for (own, usual) in [
            (&mut settings.payout_status_path, usual.payout_status_path),
            (&mut settings.payout_list_path, usual.payout_list_path),
            (&mut settings.balance_path, usual.balance_path),
        ] {
            if own.trim().is_empty() {
                *own = usual;
            }
        }
    }
    settings
}

fn service(base_url: &str, provider: &ProviderSettings) -> Result<Service, DeskError> {
    let endpoint = Endpoint::parse(base_url, &provider.token_prefix)?;
    Ok(Service::new(endpoint, &Connection::default())?)
}

/// Asks for all calls at the same time.
async fn calls(service: &Service, token: &SecretString, profile: &ProfileSettings) -> Vec<CheckedCallView> {
    let (results, balance) = (settings::payout_status_path(profile), settings::balance_path(profile));
    let (list, charge) = (settings::payout_list_path(profile), settings::charge(profile));
    let asked = async |call: ProviderCall, checked: Option<CheckedCall<'_>>| match checked {
        None => CheckedCallView::of(call, ProviderAnswer::NotSet),
        Some(checked) => view(call, service.check_call(token, checked).await),
    };
    let (banks, names, results, list, balance, status, card) = tokio::join!(
        asked(ProviderCall::Banks, Some(CheckedCall::Banks)),
        asked(ProviderCall::AccountNames, Some(CheckedCall::AccountNames)),
        asked(ProviderCall::Results, results.as_ref().map(CheckedCall::PayoutStatus)),
        asked(ProviderCall::ResultsList, list.as_ref().map(CheckedCall::PayoutList)),
        asked(ProviderCall::Balance, balance.as_ref().map(CheckedCall::Balance)),
        asked(ProviderCall::TopUpStatus, Some(CheckedCall::FundingStatus)),
        asked(ProviderCall::CardTopUp, Some(CheckedCall::Charge(&charge))),
    );
    vec![banks, names, results, list, balance, status, card]
}

fn view(call: ProviderCall, told: CallCheck) -> CheckedCallView {
    match told {
        CallCheck::Answers { message } => {
            CheckedCallView { said: message, ..CheckedCallView::of(call, ProviderAnswer::Works) }
        }
        CallCheck::Missing => CheckedCallView::of(call, ProviderAnswer::NotOffered),
        CallCheck::CannotTell => CheckedCallView::of(call, ProviderAnswer::NotKnown),
        CallCheck::Refused(refusal) => {
            failed(call, &DeskError::Call(paysheet_service::CallError::Refused(refusal)))
        }
        CallCheck::NoAnswer(error) => failed(call, &DeskError::Call(error)),
    }
}

fn failed(call: ProviderCall, error: &DeskError) -> CheckedCallView {
    let error = Some(AppError::from(error));
    CheckedCallView { error, ..CheckedCallView::of(call, ProviderAnswer::Failed) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_makes_valid_settings() {
        let ids: Vec<String> = presets().into_iter().map(|preset| preset.id).collect();
        assert_eq!(ids, ["keys", "token"]);
        for preset in presets() {
            let at_first = settings::at_first("Kola", "https://pay.example.com", "KOLA");
            let settings = with_provider(at_first.clone(), preset.settings);
            assert!(settings::validate(&settings).is_ok(), "{}", preset.id);
            // With a token alone, nothing is assumed that the interface does not say.
            assert_eq!(preset.id == "token", settings == at_first, "{}", preset.id);
        }
    }
}

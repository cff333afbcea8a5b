//! Opens the ledger for a service, with the secrets from standard input.

use std::{io, sync::Arc};

use clap::ValueEnum;
use paysheet_desk::{
    AppError, Desk, DeskConfig, DeskError, Setting,
    clock::SystemClock,
    profile::{KeyHome, Profile, SecretsHome},
    provider::{self, Credentials},
    settings,
};
use secrecy::SecretString;

use crate::{arguments::Arguments, keys};

/// What the service gives access for, which also says how it is usually spoken to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Provider {
    /// Standard input has an access token and the wallet password.
    Token,
    /// Standard input has an API key, its secret and the wallet password. Tokens are requested for them.
    Keys,
}

/// Opens the ledger, and unlocks the desk.
///
/// # Errors
/// `ValueInvalid`, `Address`, `Call` if there is no token for key and secret, and those of a ledger that cannot be opened.
pub async fn open(arguments: &Arguments) -> Result<Desk, DeskError> {
    let sender_name = arguments.sender_name.as_ref().unwrap_or(&arguments.name);
    let mut profile = Profile::new("headless", "Headless", &arguments.base_url, sender_name)
        .approved_by(&arguments.approver);
    let usual = provider::presets().into_iter().find(|preset| preset.id == arguments.provider.preset());
    let mut usual = usual.ok_or(AppError::invalid(Setting::RenewalPath))?.settings;
    usual.recipient_extras |= arguments.recipient_details;
    let secrets = secrets(arguments, &usual).await?;
    profile.settings = settings::tidied(provider::with_provider(profile.settings, usual));
    profile.settings.batch_size = arguments.batch_size;
    profile.settings.narration_chars_max = arguments.narration_max;
    let (desk, _) = Desk::open(DeskConfig {
        ledger: arguments.ledger.clone(),
        profile: profile.clone(),
        secrets,
        key: KeyHome::File(keys::profile_key(&arguments.ledger, arguments.keys.as_deref())?),
        clock: Arc::new(SystemClock),
        timeouts: None,
    })
    .await?;
    desk.save_profile(profile.settings).await?;
    desk.unlock().await?;
    Ok(desk)
}

impl Provider {
    const fn preset(self) -> &'static str {
        match self {
            Self::Token => "token",
            Self::Keys => "keys",
        }
    }
}

async fn secrets(
    arguments: &Arguments,
    usual: &paysheet_desk::view::ProviderSettings,
) -> Result<SecretsHome, DeskError> {
    let mut lines = io::stdin().lines();
    match arguments.provider {
        Provider::Token => {
            Ok(SecretsHome::in_memory(next(&mut lines, Setting::Token)?, next(&mut lines, Setting::Lock)?))
        }
        Provider::Keys => {
            let key = next(&mut lines, Setting::RenewalKey)?;
            let secret = next(&mut lines, Setting::RenewalSecret)?;
            let lock = next(&mut lines, Setting::Lock)?;
            let credentials = Credentials::Keys { key: key.clone(), secret: secret.clone() };
            let token = provider::token(&arguments.base_url, usual, &credentials).await?;
            Ok(SecretsHome::in_memory(token, lock).with_keys(key, secret))
        }
    }
}

fn next(
    lines: &mut impl Iterator<Item = io::Result<String>>,
    setting: Setting,
) -> Result<SecretString, DeskError> {
    let line = lines.next().transpose()?.unwrap_or_default();
    paysheet_desk::secret_fits(&line, setting)?;
    Ok(SecretString::from(line.trim().to_owned()))
}

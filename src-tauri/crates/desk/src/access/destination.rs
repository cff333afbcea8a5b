//! The service to which a batch goes, with the secrets that were given for it.
//!
//! An Unknown batch is sent again only to the service that it was approved for. A path prefix counts as part of it.

use paysheet_domain::{Currency, Money};
use paysheet_ledger::{Destination, Destinations};
use paysheet_service::Service;
use secrecy::SecretString;

use super::{token_renewal, wallets};
use crate::{
    desk::Desk,
    error::DeskError,
    state::session::{
        binding::{Binding, BoundService},
        profile::Unlocked,
    },
    view::ProfileSettings,
};

/// The service that the profile names, and what it is paid with.
pub(crate) struct PayingService {
    pub service: Service,
    pub secrets: Unlocked,
    pub destinations: Destinations,
    /// As they were for the destinations.
    settings: ProfileSettings,
}

/// Returns the service that the profile names, with the secrets that were given for it and for no other.
///
/// # Errors
/// `Locked`, `TokenEnds`, `SecretsElsewhere`.
pub(crate) async fn paying_service(desk: &Desk) -> Result<PayingService, DeskError> {
    let secrets = token_renewal::secrets_for_a_submission(desk).await?;
    let BoundService { service, binding } = desk.session.service();
    secrets.require_for(&binding)?;
    let settings = desk.profile().settings;
    let destinations = destinations(desk, &settings, &secrets, binding);
    Ok(PayingService { service, secrets, destinations, settings })
}

impl PayingService {
    /// Returns the password of the wallet that pays a currency.
    ///
    /// # Errors
    /// `WalletMissing`.
    pub(crate) fn lock_of(&self, currency: Currency) -> Result<SecretString, DeskError> {
        wallets::lock_of(&self.settings, &self.secrets, currency).cloned()
    }

    /// Checks that each of these totals has a wallet that pays it.
    ///
    /// # Errors
    /// `WalletMissing`.
    pub(crate) fn require_wallets(&self, totals: &[Money]) -> Result<(), DeskError> {
        totals.iter().try_for_each(|total| self.lock_of(total.currency()).map(drop))
    }
}

fn destinations(
    desk: &Desk,
    settings: &ProfileSettings,
    secrets: &Unlocked,
    binding: Binding,
) -> Destinations {
    Destinations {
        main: Destination {
            origin: binding.origin,
            authority: binding.authority,
            wallet: settings.charge_recipient_id.trim().to_owned(),
            account: secrets.account_with(&desk.key().key),
        },
        wallets: wallets::recorded(settings),
    }
}

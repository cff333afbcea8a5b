//! The service to which a batch goes, with the secrets that were given for it.

use paysheet_ledger::Destination;
use paysheet_service::Service;

use crate::{
    desk::Desk,
    error::DeskError,
    session::binding::{Binding, BoundService},
    session::profile::Unlocked,
};

impl Desk {
    /// Returns the service that the profile names, with the secrets that were given for it and for no other.
    ///
    /// # Errors
    /// `Locked`, `TokenEnds`, `SecretsElsewhere`.
    pub(crate) async fn paying_service(&self) -> Result<(Service, Unlocked, Destination), DeskError> {
        let secrets = self.secrets_for_a_submission().await?;
        let BoundService { service, binding } = self.bound_service();
        secrets.require_for(&binding)?;
        let destination = self.destination(&secrets, binding);
        Ok((service, secrets, destination))
    }

    fn destination(&self, secrets: &Unlocked, binding: Binding) -> Destination {
        Destination {
            origin: binding.origin,
            authority: binding.authority,
            wallet: self.profile().settings.charge_recipient_id.trim().to_owned(),
            account: secrets.account_with(&self.key().key),
        }
    }
}

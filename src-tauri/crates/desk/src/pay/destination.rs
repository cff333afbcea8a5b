//! The service to which a batch goes, with the secrets that were given for it.

use paysheet_ledger::Destination;
use paysheet_service::Service;

use crate::{
    context::Context,
    error::DeskError,
    session::binding::{Binding, BoundService},
    session::profile::Unlocked,
    session::token_renewal,
};

/// Returns the service that the profile names, with the secrets that were given for it and for no other.
///
/// # Errors
/// `Locked`, `TokenEnds`, `SecretsElsewhere`.
pub(crate) async fn paying_service(context: &Context) -> Result<(Service, Unlocked, Destination), DeskError> {
    let secrets = token_renewal::secrets_for_a_submission(context).await?;
    let BoundService { service, binding } = context.bound_service();
    secrets.require_for(&binding)?;
    let destination = destination(context, &secrets, binding);
    Ok((service, secrets, destination))
}

fn destination(context: &Context, secrets: &Unlocked, binding: Binding) -> Destination {
    Destination {
        origin: binding.origin,
        authority: binding.authority,
        wallet: context.profile().settings.charge_recipient_id.trim().to_owned(),
        account: secrets.account_with(&context.key().key),
    }
}

//! The wallets that pay. The profile's own wallet pays every currency, or the one that the profile names; a wallet of a
//! single currency has a reference and a password of its own.

use std::collections::BTreeMap;

use paysheet_domain::Currency;
use secrecy::SecretString;

use crate::{
    error::DeskError,
    session::profile::Unlocked,
    view::{ProfileSettings, WalletSettings},
};

/// Returns the references of the wallets that pay a single currency.
pub(crate) fn references(settings: &ProfileSettings) -> BTreeMap<Currency, String> {
    settings.wallets.iter().map(|wallet| (wallet.currency, wallet.reference.clone())).collect()
}

/// Returns the reference of the wallet that pays a currency; empty if the profile's own wallet has none.
///
/// # Errors
/// `WalletMissing`.
pub(crate) fn reference_of(settings: &ProfileSettings, currency: Currency) -> Result<String, DeskError> {
    match own(settings, currency) {
        Some(wallet) => Ok(wallet.reference.clone()),
        None if is_of_main(settings, currency) => Ok(settings.charge_recipient_id.trim().to_owned()),
        None => Err(DeskError::WalletMissing(currency)),
    }
}

/// Returns the password of the wallet that pays a currency.
///
/// # Errors
/// `WalletMissing`.
pub(crate) fn lock_of<'a>(
    settings: &ProfileSettings,
    secrets: &'a Unlocked,
    currency: Currency,
) -> Result<&'a SecretString, DeskError> {
    let lock = match own(settings, currency) {
        Some(_) => secrets.locks.get(&currency),
        None => is_of_main(settings, currency).then_some(&secrets.lock),
    };
    lock.ok_or(DeskError::WalletMissing(currency))
}

fn own(settings: &ProfileSettings, currency: Currency) -> Option<&WalletSettings> {
    settings.wallets.iter().find(|wallet| wallet.currency == currency)
}

fn is_of_main(settings: &ProfileSettings, currency: Currency) -> bool {
    settings.wallet_currency.is_none_or(|main| main == currency)
}

//! The wallets that pay. The profile's own wallet pays every currency, or the one that the profile names; a wallet of a
//! single currency has a reference and a password of its own.

use std::collections::BTreeMap;

use paysheet_domain::Currency;
use secrecy::SecretString;

use crate::{
    app_error::AppError,
    error::DeskError,
    state::session::profile::Unlocked,
    view::{ProfileSettings, WalletSettings},
};

/// Returns what an approval records of the wallets that pay a single currency. With its currency, a wallet differs from the
/// profile's own of the same reference, whose password is another one.
pub(crate) fn recorded(settings: &ProfileSettings) -> BTreeMap<Currency, String> {
    let recorded = |WalletSettings { currency, reference }: &WalletSettings| {
        (*currency, format!("{currency} {}", reference.trim()))
    };
    settings.wallets.iter().map(recorded).collect()
}

/// Whether a wallet of another currency has the same reference: a charge names nothing else, so the service would choose
/// between them.
pub(crate) fn is_shared(settings: &ProfileSettings, currency: Currency, reference: &str) -> bool {
    let is_own = own(settings, currency).is_some();
    let of_others = settings.wallets.iter().filter(|wallet| wallet.currency != currency);
    is_own && settings.charge_recipient_id.trim() == reference
        || of_others.into_iter().any(|wallet| wallet.reference.trim() == reference)
}

/// Returns the reference of the wallet that pays a currency; empty if the profile's own wallet has none.
///
/// # Errors
/// `WalletMissing`.
pub(crate) fn reference_of(settings: &ProfileSettings, currency: Currency) -> Result<String, DeskError> {
    match own(settings, currency) {
        Some(wallet) => Ok(wallet.reference.trim().to_owned()),
        None if is_of_main(settings, currency) => Ok(settings.charge_recipient_id.trim().to_owned()),
        None => Err(AppError::WalletMissing { currency }.into()),
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
    lock.ok_or_else(|| AppError::WalletMissing { currency }.into())
}

fn own(settings: &ProfileSettings, currency: Currency) -> Option<&WalletSettings> {
    settings.wallets.iter().find(|wallet| wallet.currency == currency)
}

fn is_of_main(settings: &ProfileSettings, currency: Currency) -> bool {
    settings.wallet_currency.is_none_or(|main| main == currency)
}

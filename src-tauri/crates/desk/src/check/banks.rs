//! The lists of banks: those of the service, or the embedded ones if the service lists none or cannot be reached.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, LazyLock, Mutex},
};

use paysheet_domain::{Bank, BankDirectory, BankKind, Country};
use paysheet_service::CallError;
use strum::IntoEnumIterator;

use crate::{blocking::blocking, context::Context, draft::Draft, error::DeskError, mutex::lock};

/// Returns the banks and wallets of a country as the service lists them. They are fetched once and cached until
/// the profile changes.
///
/// # Errors
/// `Locked`, `Call`.
pub async fn banks(context: &Context, country: Country) -> Result<Vec<Bank>, DeskError> {
    if let Some(known) = lock(&context.banks).get(&country) {
        return Ok(known.clone());
    }
    let (service, unlocked) = (context.service(), context.unlocked()?);
    let mut banks = service.banks(&unlocked.token, country, BankKind::Bank).await?;
    let wallets = service.banks(&unlocked.token, country, BankKind::MobileMoney).await?;
    let listed: HashSet<String> = banks.iter().map(|bank| bank.code.clone()).collect();
    banks.extend(wallets.into_iter().filter(|wallet| !listed.contains(&wallet.code)));
    lock(&context.banks).insert(country, banks.clone());
    Ok(banks)
}

/// Replaces the banks that the draft was checked with by the service's own, in every country that the draft pays
/// in and for which the service lists banks now. Returns whether anything changed. Codes of the embedded list are
/// not valid at every service.
pub(crate) async fn take_listed_banks(
    context: &Context,
    draft: &Arc<Mutex<Draft>>,
) -> Result<bool, DeskError> {
    let mut listed: HashMap<Country, Vec<Bank>> = HashMap::new();
    let countries = lock(draft).countries();
    for country in countries {
        match banks(context, country).await {
            Ok(banks) if banks.is_empty() => {}
            Ok(banks) => drop(listed.insert(country, banks)),
            Err(error) => {
                tracing::warn!(%error, %country, "banks not listed by the service; those known stand in");
                if !matches!(error, DeskError::Call(CallError::Refused(_))) {
                    break;
                }
            }
        }
    }
    let known = Arc::clone(lock(draft).directory());
    if listed.iter().all(|(country, banks)| known.in_country(*country).eq(banks)) {
        return Ok(false);
    }
    let banks = Country::iter().flat_map(|country| {
        listed.remove(&country).unwrap_or_else(|| known.in_country(country).cloned().collect())
    });
    let directory = BankDirectory::of(banks.collect());
    let draft = Arc::clone(draft);
    blocking(move || {
        lock(&draft).set_directory(Arc::new(directory));
        Ok(true)
    })
    .await
}

/// Returns the service's banks of `country` if they can be fetched now, and the embedded ones for all other
/// countries.
pub(crate) async fn directory(context: &Context, country: Country) -> Arc<BankDirectory> {
    let listed = banks(context, country).await.unwrap_or_else(|error| {
        tracing::warn!(%error, %country, "banks not listed by the service; the embedded list stands in");
        Vec::new()
    });
    if listed.is_empty() {
        return embedded();
    }
    let others = Country::iter().filter(|other| *other != country);
    let embedded = others.flat_map(|other| BankDirectory::embedded().in_country(other)).cloned();
    Arc::new(BankDirectory::of(listed.into_iter().chain(embedded).collect()))
}

/// Returns the directory built into the program. Drafts that are checked with it share it.
pub(crate) fn embedded() -> Arc<BankDirectory> {
    static EMBEDDED: LazyLock<Arc<BankDirectory>> =
        LazyLock::new(|| Arc::new(BankDirectory::embedded().clone()));
    Arc::clone(&EMBEDDED)
}

//! The banks by which drafts are checked: the service's own, and the embedded ones where it gave no list.

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex},
};

use paysheet_domain::{BankDirectory, Country};
use paysheet_draft::Draft;
use paysheet_ledger::BankListKind;
use paysheet_service::CallError;

use crate::{
    blocking::blocking,
    desk::Desk,
    directory::lists::{self, ListPurpose},
    error::DeskError,
    mutex::lock,
    state::stored_lists::{ListKey, PAYABLE},
    view::UnconfirmedCodes,
};

/// Returns the destinations of all countries. The lists of these countries are fetched if necessary and possible.
pub(crate) async fn directory(
    desk: &Desk,
    countries: &BTreeSet<Country>,
    purpose: ListPurpose,
) -> Arc<BankDirectory> {
    let kinds = countries.iter().flat_map(|country| PAYABLE.map(|kind| lists::destinations(*country, kind)));
    for key in kinds {
        let listed = lists::current(desk, key.clone(), purpose).await;
        let is_fresh = desk.lists.failure(&key).is_none();
        // Only a refusal is about this list alone; otherwise those that are stored are used, without more waiting.
        let is_refused = || match &listed {
            Ok(_) => desk.lists.failure(&key).is_some_and(|failure| failure.is_refusal),
            Err(error) => matches!(error, DeskError::Call(CallError::Refused(_))),
        };
        if !(is_fresh && listed.is_ok() || is_refused()) {
            break;
        }
    }
    desk.lists.directory(&lists::service_key(desk))
}

/// Checks the draft by the service's lists as they are now, in every country that it pays in. Returns whether a
/// destination of those countries changed.
pub(crate) async fn take_listed_banks(
    desk: &Desk,
    draft: &Arc<Mutex<Draft>>,
    purpose: ListPurpose,
) -> Result<bool, DeskError> {
    let countries = lock(draft).countries();
    let directory = directory(desk, &countries, purpose).await;
    let known = Arc::clone(lock(draft).directory());
    let is_same = countries.iter().all(|country| known.is_same_in(*country, &directory));
    if !is_same {
        let draft = Arc::clone(draft);
        blocking(move || {
            lock(&draft).set_directory(directory);
            Ok(())
        })
        .await?;
    }
    fetch_branches_in_background(desk, draft);
    Ok(!is_same)
}

/// Checks the drafts in memory by the lists and spellings as they are now.
pub(super) async fn check_open_drafts(desk: &Desk) -> Result<(), DeskError> {
    for id in desk.drafts.open_ids() {
        let _guard = desk.drafts.change_guard().await;
        let Some(draft) = desk.drafts.get(id) else { continue };
        if take_listed_banks(desk, &draft, ListPurpose::InPassing).await? {
            desk.emit_draft_changed(id);
        }
    }
    Ok(())
}

/// Fetches the branches of banks for which the draft names branches that are not known, in the background: a file opens
/// without waiting for them. Open drafts are checked by them then.
fn fetch_branches_in_background(desk: &Desk, draft: &Mutex<Draft>) {
    let key = |(country, bank)| (country, BankListKind::Branches { bank });
    let missing = lock(draft).banks_without_branches().into_iter().map(key);
    // What could not be fetched is fetched when the user opens the list.
    let missing: Vec<ListKey> = missing.filter(|key| desk.lists.failure(key).is_none()).collect();
    if missing.is_empty() || !desk.is_unlocked() {
        return;
    }
    let desk = desk.clone();
    tokio::spawn(async move {
        let mut fetched = false;
        for key in missing {
            // Another draft may have fetched it meanwhile.
            if desk.lists.get(&key).is_none() && desk.lists.failure(&key).is_none() {
                fetched |= lists::fetch(&desk, key).await.is_ok();
            }
        }
        if fetched && let Err(error) = check_open_drafts(&desk).await {
            tracing::warn!(%error, "drafts could not be checked by the branches that were fetched");
        }
    });
}

/// Returns the people who would be paid by a code that the service did not list; none if there is nobody.
pub(crate) fn unconfirmed_codes(desk: &Desk, draft: &Draft) -> Option<UnconfirmedCodes> {
    let is_unconfirmed = |country, code: &str| !draft.directory().is_confirmed(country, code);
    let unconfirmed = draft.entries().iter().filter(|entry| {
        let recipient = &entry.recipient;
        let code = recipient.bank_code.as_deref();
        entry.is_payable() && code.is_some_and(|code| is_unconfirmed(recipient.country, code))
    });
    let countries: Vec<Country> = unconfirmed.map(|entry| entry.recipient.country).collect();
    let people = u32::try_from(countries.len()).unwrap_or(u32::MAX);
    let countries: BTreeSet<Country> = countries.into_iter().collect();
    let keys = countries.iter().flat_map(|country| PAYABLE.map(|kind| lists::destinations(*country, kind)));
    let failure = keys.filter_map(|key| desk.lists.failure(&key)).next();
    (people > 0).then(|| UnconfirmedCodes {
        people,
        countries: countries.into_iter().collect(),
        failure: failure.map(|failure| failure.error),
    })
}

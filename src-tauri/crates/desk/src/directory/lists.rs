//! Fetches the service's lists, and stores each with its day. A list that the service refuses leaves the others as they
//! are.

use std::sync::Arc;

use jiff::SignedDuration;
use paysheet_domain::{BankKind, Country};
use paysheet_ledger::{BankListKind, BankListRecord};
use paysheet_service::CallError;

use crate::{
    access::token_renewal::with_valid_token,
    app_error::AppError,
    desk::Desk,
    error::DeskError,
    state::{
        session::binding::{Binding, BoundService},
        stored_lists::{Failure, ListKey},
    },
};

/// From this age on, in days, a list is fetched again before it is used.
const REFRESH_AFTER_DAYS: i64 = 7;
/// From this age on, in minutes, a list is fetched again before anything is sent. What is sent right after its approval needs
/// no other list than that of the approval.
const REFRESH_TO_SEND_MIN: i64 = 10;
/// After a failure, so many seconds pass before a list is requested again without the user's word: a file must open
/// where there is no network.
const RETRY_AFTER_S: i64 = 60;

/// What a list that may have to be fetched is needed for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListPurpose {
    /// A file that is opened.
    InPassing,
    /// Something that the user waits for: a review, an approval.
    ByTheUser,
    /// What is about to be sent.
    ToSend,
}

/// Returns a list, fetched now if there is none, if it is older than a week, or than a few minutes for what is about to be sent. If
/// that fails, the older one is returned.
///
/// # Errors
/// `Locked`, `Call`: there is no list, and none could be fetched.
pub(crate) async fn current(
    desk: &Desk,
    key: ListKey,
    purpose: ListPurpose,
) -> Result<Arc<BankListRecord>, DeskError> {
    load(desk).await?;
    let stored = desk.lists.get(&key);
    let now = desk.now();
    let valid = match purpose {
        ListPurpose::ToSend => SignedDuration::from_mins(REFRESH_TO_SEND_MIN),
        ListPurpose::InPassing | ListPurpose::ByTheUser => {
            SignedDuration::from_hours(24 * REFRESH_AFTER_DAYS)
        }
    };
    let is_young = |list: &&Arc<BankListRecord>| {
        let was_set_back = purpose == ListPurpose::ToSend && now < list.fetched_at;
        now < list.fetched_at + valid && !was_set_back
    };
    if let Some(list) = stored.as_ref().filter(is_young) {
        return Ok(Arc::clone(list));
    }
    let retry_at = |failure: &Failure| failure.at + SignedDuration::from_secs(RETRY_AFTER_S);
    let failed = desk.lists.failure(&key).filter(|failure| now < retry_at(failure));
    match (stored, failed) {
        (Some(list), Some(_)) if purpose == ListPurpose::InPassing => Ok(list),
        (Some(list), _) => Ok(fetch(desk, key).await.unwrap_or(list)),
        (None, _) => fetch(desk, key).await,
    }
}

/// Fetches a list and stores it.
///
/// # Errors
/// `Locked`, `Call`.
pub(crate) async fn fetch(desk: &Desk, key: ListKey) -> Result<Arc<BankListRecord>, DeskError> {
    load(desk).await?;
    let bound = desk.session.service();
    let service = key_of(&bound.binding);
    let entries = match entries(desk, &bound, &key).await {
        Ok(entries) => entries,
        Err(error) => {
            tracing::warn!(%error, country = %key.0, "a list of destinations could not be fetched");
            // A locked desk asked nobody: the next request need not wait.
            if !matches!(error, DeskError::App(AppError::Locked)) {
                let is_refusal = matches!(error, DeskError::Call(CallError::Refused(_)));
                let failure = Failure { at: desk.now(), error: (&error).into(), is_refusal };
                desk.lists.put_failure(&service, key, failure);
            }
            return Err(error);
        }
    };
    let (country, kind) = key;
    let list = Arc::new(BankListRecord { country, kind, fetched_at: desk.now(), entries });
    // What was just fetched is valid, even if it cannot be stored.
    if let Err(error) = desk.ledger.store_bank_list(&service, &list).await {
        tracing::warn!(%error, %country, "a list of destinations could not be stored");
    }
    desk.lists.put(&service, Arc::clone(&list));
    Ok(list)
}

/// Requests a list of the service, with the token that was given for it and for no other.
async fn entries(
    desk: &Desk,
    BoundService { service, binding }: &BoundService,
    (country, kind): &ListKey,
) -> Result<Vec<(String, String)>, DeskError> {
    let unlocked = desk.unlocked()?;
    unlocked.require_for(binding)?;
    Ok(match kind {
        BankListKind::Destinations(kind) => {
            let banks = with_valid_token(desk, &unlocked, |token| async move {
                service.banks(&token, *country, *kind).await
            });
            let banks = banks.await?;
            banks.into_iter().map(|bank| (bank.code, bank.name)).collect()
        }
        BankListKind::Branches { bank } => {
            let branches = with_valid_token(desk, &unlocked, |token| async move {
                service.branches(&token, *country, bank).await
            });
            let branches = branches.await?;
            branches.into_iter().map(|branch| (branch.code, branch.name)).collect()
        }
    })
}

/// Reads the lists of the service that the profile names, unless they are in memory.
pub(crate) async fn load(desk: &Desk) -> Result<(), DeskError> {
    let service = service_key(desk);
    if !desk.lists.is_of(&service) {
        let records = desk.ledger.bank_lists(&service).await?;
        let spellings = desk.ledger.bank_spellings(&service).await?;
        desk.lists.load(&service, records, spellings.into_iter().map(|record| record.spelling).collect());
    }
    Ok(())
}

/// Returns the key of a country's list of one kind.
pub(crate) const fn destinations(country: Country, kind: BankKind) -> ListKey {
    (country, BankListKind::Destinations(kind))
}

/// Returns the identity of the service that lists are stored for.
pub(crate) fn service_key(desk: &Desk) -> String {
    key_of(&desk.session.service().binding)
}

pub(crate) fn key_of(Binding { origin, authority }: &Binding) -> String {
    if authority.is_empty() { origin.clone() } else { format!("{origin} {authority}") }
}

//! The life of the access token. A submission takes minutes and a token lives for hours. A token that ends during a
//! submission could leave the batch Unknown, so such a submission is not started. If the profile describes how, a new
//! token is requested first.
//!
//! # No submission outlives its token
//!
//! `desk::access::token_renewal` checks the token before an intent is written. A token that would expire within the
//! submission's time-out is renewed where the profile describes how; otherwise the batch stays approved. A call that
//! moves nothing and is refused for its token is made once more with a new one (`with_valid_token`); a submission or a
//! charge is not, and the user's next one has the new token. A new connection deletes the key of an earlier one, which
//! would get tokens of its own account (`desk::session::connection::connect`).

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use paysheet_service::{CallError, RefusalKind, Renewal};
use paysheet_vault::SecretKind;
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::MutexGuard;

use crate::{
    app_error::{AppError, Setting},
    blocking::blocking,
    desk::Desk,
    error::DeskError,
    event::DeskEvent,
    mutex::lock,
    state::session::{binding::BoundService, bound_secret::BoundSecret, profile::Unlocked, settings},
};

/// Remaining life of a token, in minutes, at which a new one is requested.
const RENEW_BEFORE_MIN: i64 = 5;
/// Minimum pause after a request, whatever its outcome, before the next automatic one, in minutes. Without it, each
/// new token would be about to end as well, if tokens live for a few minutes only or this computer's clock is ahead.
const ASK_AGAIN_MIN: i64 = 2;
const LOOK_EVERY: Duration = Duration::from_secs(30);

impl Desk {
    /// Forgets when the last token ends: it was removed or replaced.
    pub fn forget_token_end(&self) {
        self.token_renewal.store_end(None);
    }

    /// Returns when the token in use ends, if the token states it; none while locked.
    #[must_use]
    pub fn token_expires_at(&self) -> Option<Timestamp> {
        self.unlocked().ok()?.token_expires_at
    }

    /// Returns when the token ends that is in use, or that was in use until the desk was locked.
    #[must_use]
    pub fn last_token_expires_at(&self) -> Option<Timestamp> {
        if self.is_unlocked() { self.token_expires_at() } else { self.token_renewal.stored_end() }
    }

    /// Returns why the last request for a new token failed.
    #[must_use]
    pub fn renewal_failed(&self) -> Option<AppError> {
        lock(&self.token_renewal.last).failed.clone()
    }

    /// Returns the maximum duration of a submission, in seconds.
    #[must_use]
    pub fn submission_s_max(&self) -> u32 {
        u32::try_from(self.timeouts().submit_ms.div_ceil(1_000)).unwrap_or(u32::MAX)
    }
}

/// Returns token and lock for one submission, if the token outlives it. A token that would not is renewed first.
///
/// # Errors
/// `Locked`, `TokenEnds`, `RenewalFailed`.
pub(crate) async fn secrets_for_a_submission(desk: &Desk) -> Result<Unlocked, DeskError> {
    let mut unlocked = desk.unlocked()?;
    if ends_too_soon(desk, &unlocked).is_some() && desk.profile().settings.renewal.is_some() {
        unlocked = renew(desk, unlocked).await?;
    }
    match ends_too_soon(desk, &unlocked) {
        Some(at) => {
            Err(AppError::TokenEnds { at: at.to_string(), submission_s: desk.submission_s_max() }.into())
        }
        None => Ok(unlocked),
    }
}

/// Returns when the token ends, if that is before the end of a submission that starts now.
fn ends_too_soon(desk: &Desk, unlocked: &Unlocked) -> Option<Timestamp> {
    let length = i64::try_from(desk.timeouts().submit_ms).unwrap_or(i64::MAX);
    let ends_at = desk.now().checked_add(SignedDuration::from_millis(length)).unwrap_or(Timestamp::MAX);
    unlocked.token_expires_at.filter(|at| *at < ends_at)
}

impl Desk {
    /// Requests a new token if the one in use ends within minutes, the profile describes how, and the desk is
    /// unlocked.
    ///
    /// # Errors
    /// `RenewalFailed`; the token in use stays.
    pub async fn renew_token_in_time(&self) -> Result<(), DeskError> {
        // A request under way may already return the new token. What is decided here is decided while none begins.
        let guard = self.token_renewal.request.lock().await;
        let Ok(unlocked) = self.unlocked() else { return Ok(()) };
        let soon = self.now() + SignedDuration::from_mins(RENEW_BEFORE_MIN);
        let is_due = unlocked.token_expires_at.is_some_and(|at| at <= soon);
        if is_due && !was_just_asked(self) && self.profile().settings.renewal.is_some() {
            request(self, unlocked, &guard).await?;
        }
        Ok(())
    }
}

fn was_just_asked(desk: &Desk) -> bool {
    let again = desk.now() - SignedDuration::from_mins(ASK_AGAIN_MIN);
    lock(&desk.token_renewal.last).asked_at.is_some_and(|at| at > again)
}

/// Makes a call that moves nothing. If the service refuses the token, a new one is requested, where the profile
/// describes how, and the call is made once more.
///
/// # Errors
/// The call's own.
pub(crate) async fn with_valid_token<T, E, C>(
    desk: &Desk,
    unlocked: &Unlocked,
    call: impl Fn(SecretString) -> C,
) -> Result<T, E>
where
    C: Future<Output = Result<T, E>>,
    E: AsRef<CallError>,
{
    let outcome = call(unlocked.token.clone()).await;
    let is_refused = outcome.as_ref().is_err_and(|error| is_token_refused(error.as_ref()));
    if !is_refused {
        return outcome;
    }
    // In a task of its own: whoever waits for the call may give it up, and the new token is not lost then.
    let (shared, refused) = (desk.clone(), unlocked.clone());
    match tokio::spawn(async move { replaced(&shared, &refused).await }).await {
        Ok(Some(now)) => call(now.token).await,
        Ok(None) | Err(_) => outcome,
    }
}

fn is_token_refused(error: &CallError) -> bool {
    matches!(error, CallError::Refused(refusal) if refusal.kind == RefusalKind::TokenRefused)
}

/// Requests a token in place of one that the service refused. None if there is none.
async fn replaced(desk: &Desk, refused: &Unlocked) -> Option<Unlocked> {
    desk.profile().settings.renewal.as_ref()?;
    let guard = desk.token_renewal.request.lock().await;
    let now = desk.unlocked().ok().filter(|now| now.binding == refused.binding)?;
    if now.token.expose_secret() != refused.token.expose_secret() {
        return Some(now);
    }
    if was_just_asked(desk) {
        return None;
    }
    request(desk, now, &guard).await.inspect_err(|error| tracing::warn!(%error, "no new token")).ok()
}

/// Does the same in the background, after a submission: what is sent again is sent by the user, with the new token.
pub(crate) fn replace_refused_in_background(desk: &Desk, refused: &Unlocked) {
    let (desk, refused) = (desk.clone(), refused.clone());
    tokio::spawn(async move { replaced(&desk, &refused).await });
}

/// Renews the token in time, in the background: the user can use an unlocked desk in the meantime.
pub(crate) fn renew_token_in_background(desk: &Desk) {
    let desk = desk.clone();
    tokio::spawn(async move {
        if let Err(error) = desk.renew_token_in_time().await {
            tracing::warn!(%error, "no new token");
        }
    });
}

/// Makes one request at a time. A caller that waited takes the token of the request before.
///
/// # Errors
/// `Locked`, `RenewalFailed`.
pub(crate) async fn renew(desk: &Desk, before: Unlocked) -> Result<Unlocked, DeskError> {
    let guard = desk.token_renewal.request.lock().await;
    let now = desk.unlocked()?;
    if now.token.expose_secret() != before.token.expose_secret() {
        return Ok(now);
    }
    request(desk, before, &guard).await
}

async fn request(
    desk: &Desk,
    before: Unlocked,
    _one_at_a_time: &MutexGuard<'_, ()>,
) -> Result<Unlocked, DeskError> {
    lock(&desk.token_renewal.last).asked_at = Some(desk.now());
    // The keychain may be asking its user for a password, and the desk may be closed in the meantime.
    let mut closing = desk.closing.subscribe();
    let outcome = tokio::select! {
        outcome = request_token(desk) => outcome,
        _ = closing.wait_for(|closing| *closing) => Err(AppError::Locked.into()),
    };
    let outcome = outcome.map_err(|source| DeskError::RenewalFailed {
        at: before.token_expires_at.unwrap_or(Timestamp::MAX),
        source: Box::new(source),
    });
    let failed = outcome.as_ref().err().map(AppError::from);
    lock(&desk.token_renewal.last).failed = failed;
    let taken = outcome.and_then(|token| take_token(desk, &before, token));
    if let Ok(now) = &taken {
        store_token(desk, now).await;
    }
    desk.emit(DeskEvent::SessionChanged);
    taken
}

async fn request_token(desk: &Desk) -> Result<SecretString, DeskError> {
    let profile = desk.profile();
    let missing = AppError::SecretMissing { field: Setting::Token };
    let described = profile.settings.renewal.as_ref().ok_or(missing)?;
    let renewal: Renewal = settings::renewal(described)?;
    let (secrets, id) = (desk.secrets.clone(), profile.id.clone());
    let BoundService { service, binding } = desk.session.service();
    let (key, secret) = blocking(move || {
        let key = secrets.require(&id, (SecretKind::RenewalKey, Setting::RenewalKey), &binding)?;
        let secret = (SecretKind::RenewalSecret, Setting::RenewalSecret);
        Ok((key.secret, secrets.require(&id, secret, &binding)?.secret))
    })
    .await?;
    Ok(service.renew(&renewal, &key, &secret).await?)
}

/// Replaces the old token with the new one, unless the desk was locked, or the user entered another token, in the
/// meantime.
fn take_token(desk: &Desk, before: &Unlocked, token: SecretString) -> Result<Unlocked, DeskError> {
    let mut unlocked = desk.session.unlocked_guard();
    let now = unlocked.as_ref().ok_or(AppError::Locked)?;
    if now.token.expose_secret() != before.token.expose_secret() {
        return Ok(now.clone());
    }
    let renewed = now.renewed(token, &desk.key().key);
    Ok(unlocked.insert(renewed).clone())
}

/// Stores the new token. If the keychain does not accept it, the token is lost when the program ends, and no money
/// is affected.
async fn store_token(desk: &Desk, now: &Unlocked) {
    let (secrets, id) = (desk.secrets.clone(), desk.profile().id);
    let bound =
        BoundSecret { secret: now.token.clone(), binding: now.binding.clone(), account: now.account.clone() };
    if let Err(error) = blocking(move || secrets.put(&id, SecretKind::Token, &bound)).await {
        tracing::error!(%error, "the new token is in memory only");
    }
}

impl Desk {
    /// Renews tokens in time, for as long as the desk is open.
    pub fn watch_token(&self) {
        self.repeat((Duration::ZERO, LOOK_EVERY), |desk| async move {
            if let Err(error) = desk.renew_token_in_time().await {
                tracing::warn!(%error, "no new token");
            }
        });
    }
}

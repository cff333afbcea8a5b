//! The calls of the interface, one method each. A submission ends in a class; the other calls return the requested data
//! or the reason why there are none.

use bytes::Bytes;
use paysheet_domain::{Bank, BankKind, Country, Currency, ListedBranch, Money};
use reqwest::{RequestBuilder, Url};
use secrecy::SecretString;
use serde::Serialize;
use zeroize::Zeroizing;

use crate::{
    calls::submission::SubmissionBody,
    decode::{
        branches::branches,
        envelope::{Envelope, EnvelopeStatus},
        funding::{FundingRecord, funding_record},
        json::Json,
        listing,
        resolution::{Resolution, holder},
        wallets,
    },
    http::{
        body,
        call_path::CallPath,
        connection::Service,
        evidence::Evidence,
        outcome::{Refusal, RefusalKind, SubmitOutcome, classify, refusal},
        read_retries::{CallError, Failed, FailedTry, persist},
        redactor::Redactor,
        transport::{Answer, Fault, NotSentReason, UnknownReason, add_auth_headers, exchange},
    },
};

const SUBMIT: [&str; 3] = ["v1", "disburse", "queue"];
const BANKS: [&str; 2] = ["v1", "banks"];
const BRANCHES: [&str; 3] = ["v1", "banks", "branch"];
pub(crate) const FUNDING_STATUS: [&str; 3] = ["v1", "fund", "status"];
pub(crate) const RESOLVE: [&str; 3] = ["v1", "resolve", "account"];
/// Destination types in the bank list (interface, "Bank list"); banks have none.
const TYPE_MOBILE: &str = "mobile";
const TYPE_PICKUP: &str = "pickup";

/// The account whose holder is requested.
#[derive(Clone, Copy, Serialize)]
pub struct AccountQuery<'a> {
    pub account_number: &'a str,
    pub bank_code: &'a str,
    pub currency: Currency,
}

impl Service {
    /// Submits a batch, once. The lock is joined to the body in a buffer that is wiped after sending.
    pub async fn submit(
        &self,
        token: &SecretString,
        lock: &SecretString,
        body: &SubmissionBody,
    ) -> SubmitOutcome {
        let redactor = Redactor::new([token, lock]);
        let url = self.endpoint.call(&SUBMIT, &[]);
        let outcome = match add_auth_headers(
            self.paying.post(url),
            &self.endpoint,
            token,
            Bytes::from_owner(body.with_lock(lock)),
        ) {
            Ok(request) => classify(exchange(request, &redactor).await, &redactor),
            Err(reason) => SubmitOutcome::NotSent { reason, evidence: Evidence::default() },
        };
        log_submission(&outcome);
        outcome
    }

    /// Returns the destinations of a country; codes keep their zeros.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn banks(
        &self,
        token: &SecretString,
        country: Country,
        kind: BankKind,
    ) -> Result<Vec<Bank>, CallError> {
        let tag = country.to_string();
        let mut query = vec![("country", tag.as_str())];
        match kind {
            BankKind::Bank => {}
            BankKind::MobileMoney => query.push(("type", TYPE_MOBILE)),
            BankKind::Pickup => query.push(("type", TYPE_PICKUP)),
        }
        let data = self.read(self.endpoint.call(&BANKS, &query), token).await?;
        let entries = listing::listed(&data, &listing::BANKS).ok_or_else(unreadable)?;
        Ok(entries.into_iter().map(|e| Bank { code: e.code, name: e.name, kind, country }).collect())
    }

    /// Returns the branches of a bank.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn branches(
        &self,
        token: &SecretString,
        country: Country,
        bank_code: &str,
    ) -> Result<Vec<ListedBranch>, CallError> {
        let tag = country.to_string();
        let query = [("country", tag.as_str()), ("bankcode", bank_code)];
        let data = self.read(self.endpoint.call(&BRANCHES, &query), token).await?;
        branches(&data).ok_or_else(unreadable)
    }

    /// Requests the holder of an account; Nigerian and Ghanaian banks only (interface, "Resolve account").
    ///
    /// # Errors
    /// See [`CallError`]. A refusal of the account itself is a [`Resolution::NotFound`].
    pub async fn resolve(
        &self,
        token: &SecretString,
        query: &AccountQuery<'_>,
    ) -> Result<Resolution, CallError> {
        let body = resolve_body(query)?;
        resolution(self.ask(self.endpoint.call(&RESOLVE, &[]), token, body).await?, token)
    }

    /// Does the same in one try: a caller with many requests waits with all of them, not with each on its own.
    ///
    /// # Errors
    /// See [`FailedTry`].
    pub async fn resolve_once(
        &self,
        token: &SecretString,
        query: &AccountQuery<'_>,
    ) -> Result<Resolution, FailedTry> {
        let body = resolve_body(query)?;
        let reply = self.try_once(self.endpoint.call(&RESOLVE, &[]), token, Bytes::from_owner(body)).await;
        Ok(resolution(reply.map_err(FailedTry::from)?, token)?)
    }

    /// Returns the status of a funding request (interface, "Verify funding").
    ///
    /// # Errors
    /// See [`CallError`]. If the service does not have the reference, the error is `Refused`.
    pub async fn funding_status(
        &self,
        token: &SecretString,
        reference: &str,
    ) -> Result<FundingRecord, CallError> {
        let body = body::object(&[("ref", reference)]);
        match self.ask(self.endpoint.call(&FUNDING_STATUS, &[]), token, body).await? {
            Reply::Success(data) => {
                funding_record(&Redactor::new([token]).json(&data)).ok_or_else(unreadable)
            }
            Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal)),
        }
    }

    /// Returns the balance of a currency, for services that have a call for it; the interface has none, so its path comes
    /// from the profile. Of several wallets of the currency, the one with the profile's reference is taken. Returns none if
    /// the answer leaves open which balance pays.
    ///
    /// # Errors
    /// See [`CallError`].
    pub async fn balance(
        &self,
        token: &SecretString,
        path: &CallPath,
        (currency, reference): (Currency, &str),
    ) -> Result<Option<Money>, CallError> {
        let url = self.endpoint.call(&path.parts(), &[("currency", &currency.to_string())]);
        match persist(self.retries, || {
            self.try_request(self.reading.get(url.clone()), &url, token, Bytes::new())
        })
        .await?
        {
            Reply::Success(data) => Ok(wallets::balance(&data, currency, reference)),
            Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal)),
        }
    }

    /// Makes a call that changes nothing and has no body. Returns the `data` of the response if the service reports
    /// success.
    async fn read(&self, url: Url, token: &SecretString) -> Result<Json, CallError> {
        match self.ask(url, token, Zeroizing::new(b"{}".to_vec())).await? {
            Reply::Success(data) => Ok(data),
            Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal)),
        }
    }

    /// Sends a request and retries transient failures; the body is wiped after the last try.
    async fn ask(
        &self,
        url: Url,
        token: &SecretString,
        body: Zeroizing<Vec<u8>>,
    ) -> Result<Reply, CallError> {
        let body = Bytes::from_owner(body);
        persist(self.retries, || self.try_once(url.clone(), token, body.clone())).await
    }

    /// Sends a request once.
    pub(crate) async fn try_once(
        &self,
        url: Url,
        token: &SecretString,
        body: Bytes,
    ) -> Result<Reply, Failed> {
        self.try_request(self.reading.post(url.clone()), &url, token, body).await
    }

    async fn try_request(
        &self,
        request: RequestBuilder,
        url: &Url,
        token: &SecretString,
        body: Bytes,
    ) -> Result<Reply, Failed> {
        let redactor = Redactor::new([token]);
        let path = url.path();
        let reply = match add_auth_headers(request, &self.endpoint, token, body) {
            Ok(request) => reply(exchange(request, &redactor).await, &redactor),
            Err(reason) => Err(Failed::new(CallError::NotSent(reason))),
        };
        match &reply {
            Ok(Reply::Success(_)) => tracing::info!(path, "call answered"),
            Ok(Reply::Refused { refusal, .. }) => tracing::warn!(path, kind = %refusal.kind, "call refused"),
            Err(Failed { error, .. }) => tracing::warn!(path, %error, "call failed"),
        }
        reply
    }
}

pub(crate) fn resolve_body(query: &AccountQuery<'_>) -> Result<Zeroizing<Vec<u8>>, CallError> {
    let body = serde_json::to_vec(query).map_err(|_| CallError::NotSent(NotSentReason::RequestUnusable))?;
    Ok(Zeroizing::new(body))
}

fn resolution(reply: Reply, token: &SecretString) -> Result<Resolution, CallError> {
    match reply {
        Reply::Success(data) => {
            let holder = holder(&data).ok_or_else(unreadable)?;
            Ok(Resolution::Holder(Redactor::new([token]).value(&holder)))
        }
        Reply::Refused { refusal, said: EnvelopeStatus::Refusal } if is_not_available(&refusal) => {
            Ok(Resolution::NotAvailable)
        }
        // A refusal that is not in the service's own form, such as a gateway's 404, proves nothing about the account.
        Reply::Refused { refusal, said: EnvelopeStatus::Refusal } if refusal.kind == RefusalKind::Invalid => {
            Ok(Resolution::NotFound { message: refusal.message })
        }
        Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal)),
    }
}

/// Whether a refusal says that the service does not name the holders of this bank or country, by its code, or by a message
/// that speaks of no account.
pub(crate) fn is_not_available(refusal: &Refusal) -> bool {
    let says = |text: &Option<String>, saying: &[&str]| {
        let text = text.as_deref().unwrap_or_default().to_lowercase().replace(['_', '-'], " ");
        saying.iter().any(|said| text.contains(said))
            && !["account", "number"].iter().any(|about| text.contains(about))
    };
    // In a message, "not available" is what a bank is for an hour.
    refusal.kind == RefusalKind::Invalid
        && (says(&refusal.code, &["not available", "not supported", "unsupported"])
            || says(&refusal.message, &["not supported", "unsupported"]))
}

/// A complete response to a call that changes nothing.
pub(crate) enum Reply {
    Success(Json),
    Refused { refusal: Refusal, said: EnvelopeStatus },
}

pub(crate) fn unreadable() -> CallError {
    CallError::NoAnswer { reason: UnknownReason::Unreadable, http_status: None }
}

fn reply(exchange: Result<Answer, Fault>, redactor: &Redactor<'_>) -> Result<Reply, Failed> {
    let answer = exchange.map_err(Failed::from)?;
    let (http_status, retry_after) = (answer.http_status, answer.retry_after);
    let no_answer = |reason| {
        let error = CallError::NoAnswer { reason, http_status: Some(http_status) };
        Err(Failed { error, retry_after })
    };
    let envelope = Envelope::read(&answer.body);
    match (http_status, envelope.said) {
        (200..=299, EnvelopeStatus::Success) => Ok(Reply::Success(envelope.data)),
        (200..=299, EnvelopeStatus::Unclear) => no_answer(UnknownReason::StatusUnclear),
        (200..=299, EnvelopeStatus::Unreadable) => no_answer(UnknownReason::Unreadable),
        (429, _) => {
            let error = CallError::Refused(refusal(http_status, &envelope, redactor));
            Err(Failed { error, retry_after })
        }
        (200..=299, EnvelopeStatus::Refusal) | (400..=499, _) => {
            Ok(Reply::Refused { refusal: refusal(http_status, &envelope, redactor), said: envelope.said })
        }
        (300..=399, _) => no_answer(UnknownReason::Redirect),
        (500..=599, _) => no_answer(UnknownReason::ServerError),
        _ => no_answer(UnknownReason::OtherStatus),
    }
}

/// Logs class and status only: the service's text may name people and accounts.
fn log_submission(outcome: &SubmitOutcome) {
    let http_status = outcome.evidence().http_status;
    match outcome {
        SubmitOutcome::Accepted { batch_id, .. } => tracing::info!(batch_id, http_status, "batch accepted"),
        SubmitOutcome::NotSent { reason, .. } => tracing::warn!(%reason, "batch not sent"),
        SubmitOutcome::NotAccepted { refusal, .. } => {
            tracing::warn!(kind = %refusal.kind, http_status, "batch not accepted");
        }
        SubmitOutcome::Unknown { reason, .. } => {
            tracing::error!(%reason, http_status, "batch outcome unknown")
        }
    }
}

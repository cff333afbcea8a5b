//! Checks which calls a service answers, before anything depends on them. Nothing is moved: the references and the
//! account asked about do not exist, and a card is not charged.

use bytes::Bytes;
use paysheet_domain::{BankKind, Country, Currency};
use reqwest::Method;
use secrecy::SecretString;

use crate::{
    calls::{
        methods::{AccountQuery, FUNDING_STATUS, RESOLVE, is_not_available, resolve_body},
        payout_status::page,
    },
    card::{ChargeSettings, charge_path},
    decode::envelope::{Envelope, EnvelopeStatus},
    http::{
        body,
        call_path::CallPath,
        connection::Service,
        outcome::{Refusal, refusal},
        read_retries::{CallError, Failed},
        redactor::Redactor,
        transport::{Answer, UnknownReason, add_auth_headers, exchange},
    },
};

/// A reference that no service has.
const NO_REFERENCE: &str = "PAYSHEET-CHECK-0000000000";
/// HTTP status of a path that exists for another method.
const WRONG_METHOD: u16 = 405;
/// A part of a path that no service has.
const NO_PATH: &str = "paysheet-check";
/// An account that nobody has, at a bank with names of holders (interface, "Resolve account").
const NO_ACCOUNT: AccountQuery<'static> =
    AccountQuery { account_number: "0000000000", bank_code: "058", currency: Currency::NGN };

/// A call to check.
#[derive(Clone, Copy, Debug)]
pub enum CheckedCall<'a> {
    Banks,
    AccountNames,
    FundingStatus,
    Balance(&'a CallPath),
    PayoutStatus(&'a CallPath),
    PayoutList(&'a CallPath),
    Charge(&'a ChargeSettings),
}

/// What a service answered to a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallCheck {
    /// The service has the call. Its own words, if it had any for what does not exist.
    Answers {
        message: Option<String>,
    },
    /// The answer is that of a path that does not exist.
    Missing,
    /// Only a charge would tell.
    CannotTell,
    /// The token, or its permission, is refused.
    Refused(Refusal),
    NoAnswer(CallError),
}

impl Service {
    /// Checks a call, in one try.
    pub async fn check_call(&self, token: &SecretString, call: CheckedCall<'_>) -> CallCheck {
        let with_reference = || Bytes::from_owner(body::object(&[("ref", NO_REFERENCE)]));
        match call {
            CheckedCall::Banks => of(self.banks(token, Country::NG, BankKind::Bank).await),
            CheckedCall::AccountNames => match resolve_body(&NO_ACCOUNT) {
                Ok(body) => self.compared(token, Method::POST, &RESOLVE, Bytes::from_owner(body)).await,
                Err(error) => CallCheck::NoAnswer(error),
            },
            CheckedCall::FundingStatus => {
                self.compared(token, Method::POST, &FUNDING_STATUS, with_reference()).await
            }
            CheckedCall::PayoutStatus(path) => {
                self.compared(token, Method::POST, &path.parts(), with_reference()).await
            }
            CheckedCall::PayoutList(path) => {
                self.compared(token, Method::POST, &path.parts(), page::body(1)).await
            }
            CheckedCall::Balance(path) => {
                self.compared(token, Method::GET, &path.parts(), Bytes::new()).await
            }
            CheckedCall::Charge(settings) => self.charge_check(token, settings).await,
        }
    }

    /// Checks the path of a charge, which is a POST: a service that answers another method otherwise than at a path that
    /// does not exist knows it.
    async fn charge_check(&self, token: &SecretString, settings: &ChargeSettings) -> CallCheck {
        match self.refused_alone(token, &Method::GET, &charge_path(settings), Bytes::new()).await {
            Ok(None) => CallCheck::CannotTell,
            Ok(Some(CheckAnswer::Refused(refusal))) if refusal.kind.is_about_the_caller() => {
                CallCheck::Refused(refusal)
            }
            Ok(Some(CheckAnswer::Refused(_) | CheckAnswer::Success)) => CallCheck::Answers { message: None },
            Err(error) => CallCheck::NoAnswer(error),
        }
    }

    async fn compared(&self, token: &SecretString, method: Method, path: &[&str], body: Bytes) -> CallCheck {
        match self.refused_alone(token, &method, path, body).await {
            Ok(None) => CallCheck::Missing,
            Ok(Some(CheckAnswer::Success)) => CallCheck::Answers { message: None },
            Ok(Some(CheckAnswer::Refused(refusal))) => match refusal {
                refusal if refusal.kind.is_about_the_caller() => CallCheck::Refused(refusal),
                refusal if refusal.http_status == WRONG_METHOD || is_not_available(&refusal) => {
                    CallCheck::Missing
                }
                refusal => CallCheck::Answers { message: refusal.message },
            },
            Err(error) => CallCheck::NoAnswer(error),
        }
    }

    /// Returns what is answered at a path; none if a path beside it that does not exist is answered alike.
    async fn refused_alone(
        &self,
        token: &SecretString,
        method: &Method,
        path: &[&str],
        body: Bytes,
    ) -> Result<Option<CheckAnswer>, CallError> {
        let refused = match self.send_check(token, method, path, body.clone()).await? {
            CheckAnswer::Refused(refusal) if !refusal.kind.is_about_the_caller() => refusal,
            answer @ (CheckAnswer::Success | CheckAnswer::Refused(_)) => return Ok(Some(answer)),
        };
        let before = path.split_last().map_or(&[][..], |(_, before)| before);
        let nowhere = [before, &[NO_PATH]].concat();
        let answer = self.send_check(token, method, &nowhere, body).await?;
        let is_nowhere = matches!(&answer, CheckAnswer::Refused(other) if is_alike(other, &refused));
        Ok((!is_nowhere).then_some(CheckAnswer::Refused(refused)))
    }

    /// Sends one request. The words of a refusal that quote the path are left out: with or without a slash before it, or
    /// what a proxy puts there.
    async fn send_check(
        &self,
        token: &SecretString,
        method: &Method,
        path: &[&str],
        body: Bytes,
    ) -> Result<CheckAnswer, CallError> {
        let url = self.endpoint.call(path, &[]);
        let redactor = Redactor::new([token]);
        let request = self.reading.request(method.clone(), url);
        let request = add_auth_headers(request, &self.endpoint, token, body).map_err(CallError::NotSent)?;
        let answer: Answer = exchange(request, &redactor).await.map_err(|fault| Failed::from(fault).error)?;
        let envelope = Envelope::read(&answer.body);
        if matches!((answer.http_status, envelope.said), (200..=299, EnvelopeStatus::Success)) {
            return Ok(CheckAnswer::Success);
        }
        if (500..=599).contains(&answer.http_status) {
            let http_status = Some(answer.http_status);
            return Err(CallError::NoAnswer { reason: UnknownReason::ServerError, http_status });
        }
        let mut refusal = refusal(answer.http_status, &envelope, &redactor);
        let last = path.last().copied().unwrap_or_default();
        let is_quoted = |word: &str| word.contains('/') && word.contains(last) || word.contains(NO_PATH);
        refusal.message = refusal.message.map(|message| {
            message.split_whitespace().filter(|word| !is_quoted(word)).collect::<Vec<_>>().join(" ")
        });
        Ok(CheckAnswer::Refused(refusal))
    }
}

enum CheckAnswer {
    Success,
    Refused(Refusal),
}

fn of<T>(answer: Result<T, CallError>) -> CallCheck {
    match answer {
        Ok(_) => CallCheck::Answers { message: None },
        Err(CallError::Refused(refusal)) if refusal.kind.is_about_the_caller() => CallCheck::Refused(refusal),
        Err(CallError::Refused(_)) => CallCheck::Missing,
        Err(error) => CallCheck::NoAnswer(error),
    }
}

fn is_alike(one: &Refusal, other: &Refusal) -> bool {
    (one.http_status, &one.code, &one.message) == (other.http_status, &other.code, &other.message)
}

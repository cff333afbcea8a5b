//! Checks which calls a service answers, before anything depends on them. Nothing is moved: the references and the
//! account asked about do not exist, and a card is not charged.

use bytes::Bytes;
use paysheet_domain::{BankKind, Country, Currency};
use reqwest::{Method, Url};
use secrecy::SecretString;

use crate::{
    body,
    call_path::CallPath,
    calls::{AccountQuery, CallError, FUNDING_STATUS},
    card::{ChargeSettings, charge_path},
    connection::Service,
    decode::envelope::{Envelope, EnvelopeStatus},
    outcome::{Refusal, UnknownReason, refusal},
    read_retries::Failed,
    redactor::Redactor,
    transport::{Answer, add_auth_headers, exchange},
};

/// A reference that no service has.
const NO_REFERENCE: &str = "PAYSHEET-CHECK-0000000000";
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
            CheckedCall::AccountNames => of(self.resolve(token, &NO_ACCOUNT).await),
            CheckedCall::FundingStatus => {
                let path = FUNDING_STATUS.map(str::to_owned).to_vec();
                self.compared(token, Method::POST, path, with_reference()).await
            }
            CheckedCall::PayoutStatus(path) => {
                let path = path.parts().into_iter().map(str::to_owned).collect();
                self.compared(token, Method::POST, path, with_reference()).await
            }
            CheckedCall::Balance(path) => {
                let path = path.parts().into_iter().map(str::to_owned).collect();
                self.compared(token, Method::GET, path, Bytes::new()).await
            }
            // A charge is a POST. A service that refuses another method knows the path.
            CheckedCall::Charge(settings) => {
                let path = charge_path(settings).into_iter().map(str::to_owned).collect();
                match self.compared(token, Method::GET, path, Bytes::new()).await {
                    CallCheck::Missing => CallCheck::CannotTell,
                    CallCheck::Answers { .. } => CallCheck::Answers { message: None },
                    told @ (CallCheck::CannotTell | CallCheck::Refused(_) | CallCheck::NoAnswer(_)) => told,
                }
            }
        }
    }

    /// Compares the answer at a path with that at a path beside it that does not exist.
    async fn compared(
        &self,
        token: &SecretString,
        method: Method,
        path: Vec<String>,
        body: Bytes,
    ) -> CallCheck {
        let told = self.told(token, &method, &path, body.clone()).await;
        let refused = match told {
            Ok(Told::Success) => return CallCheck::Answers { message: None },
            Ok(Told::Refused(refusal)) => refusal,
            Err(error) => return CallCheck::NoAnswer(error),
        };
        if refused.kind.is_about_the_caller() {
            return CallCheck::Refused(refused);
        }
        let mut nowhere = path;
        nowhere.pop();
        nowhere.push(NO_PATH.to_owned());
        match self.told(token, &method, &nowhere, body).await {
            Ok(Told::Refused(other)) if is_alike(&other, &refused) => CallCheck::Missing,
            Ok(Told::Success | Told::Refused(_)) => CallCheck::Answers { message: refused.message },
            Err(error) => CallCheck::NoAnswer(error),
        }
    }

    /// Sends one request. The path is removed from the message of a refusal, which often quotes it.
    async fn told(
        &self,
        token: &SecretString,
        method: &Method,
        path: &[String],
        body: Bytes,
    ) -> Result<Told, CallError> {
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        let url: Url = self.endpoint.call(&parts, &[]);
        let redactor = Redactor::new([token]);
        let request = self.reading.request(method.clone(), url.clone());
        let request = add_auth_headers(request, &self.endpoint, token, body).map_err(CallError::NotSent)?;
        let answer: Answer = exchange(request, &redactor).await.map_err(|fault| Failed::from(fault).error)?;
        let envelope = Envelope::read(&answer.body);
        if matches!((answer.http_status, envelope.said), (200..=299, EnvelopeStatus::Success)) {
            return Ok(Told::Success);
        }
        if (500..=599).contains(&answer.http_status) {
            let http_status = Some(answer.http_status);
            return Err(CallError::NoAnswer { reason: UnknownReason::ServerError, http_status });
        }
        let mut refusal = refusal(answer.http_status, &envelope, &redactor);
        refusal.message = refusal.message.map(|message| message.replace(url.path(), "").trim().to_owned());
        Ok(Told::Refused(refusal))
    }
}

enum Told {
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

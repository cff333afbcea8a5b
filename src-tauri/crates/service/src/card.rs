//! Funding the balance by card: the charge, and its validation with a one-time password. Both move money, so both are
//! sent once, on a connection of their own, and end in a class. Only the funding status reports what happened to the
//! money.
//!
//! Not here: the bank's page and the way back from it, and when to request the status (the desk).

mod answer;
mod next;
mod outcome;
mod request;
mod settings;

pub use answer::{
    AUTH_URL_BYTES_MAX, ChallengeContent, ChargeAnswer, ChargeCode, ChargeMethod, DeclineReason,
    RESPONSE_HTML_BYTES_MAX,
};
use bytes::Bytes;
pub use next::{NextStep, next_step};
pub use outcome::ChargeOutcome;
pub(crate) use outcome::classify;
use outcome::not_sent;
pub use request::{Charge, ChargeProblem};
use reqwest::{RequestBuilder, header::HeaderName};
use secrecy::{ExposeSecret, SecretString};

pub(crate) use settings::field_name;
pub use settings::{ChargeSettings, FieldNameError, SendAmount};

use zeroize::Zeroizing;

use crate::http::{
    body,
    connection::Service,
    redactor::Redactor,
    transport::{NotSentReason, add_auth_headers, authorization, exchange},
};

/// Behind the path of a charge: that of its validation.
const OTP: &str = "otp";
/// The header name for the token in the interface's table of this one call.
const AUTHENTICATION: HeaderName = HeaderName::from_static("authentication");
/// Most digits of a one-time password that is treated as a short code, so that it is removed only where it is a whole
/// value.
const OTP_DIGITS_MAX: usize = 8;

/// Returns the path of a charge. It ends in a word of the profile.
pub(crate) fn charge_path(settings: &ChargeSettings) -> [&str; 3] {
    ["v1", "transfer", settings.path()]
}

impl Service {
    /// Charges a card, once. The body is wiped after sending.
    pub async fn charge(
        &self,
        token: &SecretString,
        charge: &Charge<'_>,
        settings: &ChargeSettings,
    ) -> ChargeOutcome {
        let codes = [charge.cvv].into_iter().chain(charge.pin);
        let redactor = Redactor::new([token]).with_card(charge.card_number).with_codes(codes);
        // The interface names this call's header differently in its table and in its text, so both are sent.
        let second_header = authorization(self.endpoint.token_prefix(), token);
        let Some(second_header) = second_header else { return not_sent(NotSentReason::TokenUnusable) };
        if charge.problem().is_some() {
            return not_sent(NotSentReason::RequestUnusable);
        }
        let url = self.endpoint.call(&charge_path(settings), &[]);
        let request = self.paying.post(url).header(AUTHENTICATION, second_header);
        self.pay(request, token, charge.body(settings), &redactor).await
    }

    /// Completes a charge with the one-time password that the payer was sent, once.
    pub async fn verify_charge(
        &self,
        token: &SecretString,
        transaction_reference: &str,
        otp: &SecretString,
        settings: &ChargeSettings,
    ) -> ChargeOutcome {
        let exposed = otp.expose_secret();
        let is_code = exposed.len() <= OTP_DIGITS_MAX && exposed.bytes().all(|b| b.is_ascii_digit());
        let redactor =
            if is_code { Redactor::new([token]).with_codes([otp]) } else { Redactor::new([token, otp]) };
        let body = body::object(&[("transaction_reference", transaction_reference), ("otp", exposed)]);
        let url = self.endpoint.call(&[&charge_path(settings)[..], &[OTP]].concat(), &[]);
        self.pay(self.paying.post(url), token, body, &redactor).await
    }

    async fn pay(
        &self,
        request: RequestBuilder,
        token: &SecretString,
        body: Zeroizing<Vec<u8>>,
        redactor: &Redactor<'_>,
    ) -> ChargeOutcome {
        let outcome = match add_auth_headers(request, &self.endpoint, token, Bytes::from_owner(body)) {
            Ok(request) => classify(exchange(request, redactor).await, redactor),
            Err(reason) => not_sent(reason),
        };
        outcome.log();
        outcome
    }
}

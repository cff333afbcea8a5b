//! Decides the next step after the response to a charge, by the rules of the interface ("Charge card") and by responses
//! observed beside them. If a response fits no rule, the only step is to request the funding status.

use super::answer::{ChallengeContent, ChargeAnswer, ChargeCode, ChargeMethod, DeclineReason};

/// The step after a charge or a validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NextStep {
    /// No further validation; the funding status has the last word.
    Done,
    /// Show the bank's page at this address.
    Redirect(ChallengeContent),
    /// Show this page, which the response contains.
    Page(ChallengeContent),
    /// Ask the payer for the one-time password, and validate the charge of this reference.
    Otp {
        reference: String,
    },
    Declined(DeclineReason),
    /// Neither paid nor declined, and no step requested: request the funding status, and do not charge again meanwhile.
    Unclear,
}

/// Returns the step that a response requests.
#[must_use]
pub fn next_step(answer: &ChargeAnswer) -> NextStep {
    match &answer.code {
        ChargeCode::Success if answer.pending_validation != Some(true) => NextStep::Done,
        ChargeCode::Declined(reason) => NextStep::Declined(reason.clone()),
        ChargeCode::PendingValidation => validation(answer),
        // Some responses omit the code and have a flag for pending validation.
        ChargeCode::Unclear(None) if answer.pending_validation == Some(true) => validation(answer),
        ChargeCode::Success | ChargeCode::Unclear(_) => NextStep::Unclear,
    }
}

fn validation(answer: &ChargeAnswer) -> NextStep {
    match &answer.method {
        Some(ChargeMethod::Otp) => match answer.references.first() {
            Some(reference) => NextStep::Otp { reference: reference.clone() },
            None => NextStep::Unclear,
        },
        Some(
            ChargeMethod::Vbv | ChargeMethod::VbvSecureCode | ChargeMethod::Pin | ChargeMethod::Other(_),
        )
        | None => page(answer),
    }
}

/// Shows the bank's page, as a link or as the page itself.
fn page(answer: &ChargeAnswer) -> NextStep {
    let page = || answer.response_html.clone().map(NextStep::Page);
    answer.auth_url.clone().map(NextStep::Redirect).or_else(page).unwrap_or(NextStep::Unclear)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{card::answer::charge, http::redactor::Redactor};

    fn step(data: &Value) -> String {
        let answer = charge(&data.clone().into(), &Redactor::new([])).expect("a charge");
        match next_step(&answer) {
            NextStep::Done => "done".to_owned(),
            NextStep::Redirect(url) => format!("redirect {}", url.as_str()),
            NextStep::Page(html) => format!("page {}", html.as_str()),
            NextStep::Otp { reference } => format!("otp {reference}"),
            NextStep::Declined(reason) => format!("declined {reason:?}"),
            NextStep::Unclear => "unclear".to_owned(),
        }
    }

    #[test]
    fn every_answer_has_its_step() {
        let code = "providerChargeResponseCode";
        for (data, expected) in [
            (json!({code: "00", "ref": "R"}), "done"),
            (json!({code: "0"}), "done"),
            (json!({code: "00", "pendingValidation": false, "chargeMethod": "VBV"}), "done"),
            (json!({code: "00", "pendingValidation": true, "authurl": "u"}), "unclear"),
            (json!({code: "02", "chargeMethod": "VBV", "authurl": "u"}), "redirect u"),
            (json!({code: "02", "chargeMethod": "vbvsecurecode", "authurl": "u"}), "redirect u"),
            (json!({code: "02", "chargeMethod": "VBV", "authurl": null, "responsehtml": "h"}), "page h"),
            (json!({code: "02", "chargeMethod": "VBV", "authurl": "u", "responsehtml": "h"}), "redirect u"),
            (json!({code: "02", "chargeMethod": "VBV"}), "unclear"),
            (json!({code: "02", "chargeMethod": "OTP", "ref": "R", "xChargeReference": "C"}), "otp C"),
            (json!({code: "02", "chargeMethod": "OTP", "ref": "R"}), "otp R"),
            (json!({code: "02", "chargeMethod": "OTP", "authurl": "u"}), "unclear"),
            (json!({code: "02", "chargeMethod": "NEW", "authurl": "u"}), "redirect u"),
            (json!({code: "02", "chargeMethod": "PIN", "ref": "R"}), "unclear"),
            (json!({code: "02", "authurl": "u"}), "redirect u"),
            (json!({code: "02", "responsehtml": "h"}), "page h"),
            (json!({code: "02", "ref": "R"}), "unclear"),
            (json!({"pendingValidation": true, "chargeMethod": "OTP", "ref": "R"}), "otp R"),
            (json!({"pendingValidation": true, "authurl": "u"}), "redirect u"),
            (json!({"chargeMethod": "VBV", "authurl": "u"}), "unclear"),
            (json!({"ref": "R"}), "unclear"),
            (json!({code: "RR-51", "authurl": "u"}), "declined InsufficientFunds"),
            (json!({code: "RR-99", "ref": "R"}), "declined Other(\"RR-99\")"),
            (json!({code: "77", "pendingValidation": true, "authurl": "u"}), "unclear"),
        ] {
            assert_eq!(step(&data), expected, "{data}");
        }
    }
}

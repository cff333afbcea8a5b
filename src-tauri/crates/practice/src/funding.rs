//! Records of the balance being topped up, and the call that asks about one.

use std::{collections::HashMap, sync::Arc};

use axum::{extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use jiff::Timestamp;
use paysheet_domain::Money;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    answer::{Answer, Refusal, success},
    body::{parse, required},
    random::Dice,
    state::State,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum FundingStatus {
    Pending,
    Completed,
    Failed,
}

/// One top-up.
#[derive(Clone)]
pub(crate) struct Funding {
    pub(crate) id: u64,
    /// The service's own reference.
    pub(crate) reference: String,
    /// The card processor's.
    pub(crate) processor_reference: String,
    pub(crate) amount: Money,
    pub(crate) fee: Money,
    pub(crate) status: FundingStatus,
    pub(crate) response_code: &'static str,
    pub(crate) response_message: &'static str,
    pub(crate) payer: String,
    /// Wrong one-time passwords so far.
    pub(crate) wrong_passwords: u8,
    /// Where the payer goes back to from the 3-D Secure page.
    pub(crate) redirect_url: String,
    pub(crate) created_at: Timestamp,
    pub(crate) updated_at: Timestamp,
}

/// All top-ups, by either reference.
pub(crate) struct Fundings {
    seed: u64,
    records: Vec<Funding>,
    by_reference: HashMap<String, usize>,
    /// Sum of what was completed, in minor units of whichever currency.
    balance_minor: i64,
}

impl Fundings {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, records: Vec::new(), by_reference: HashMap::new(), balance_minor: 0 }
    }

    /// The next record's number and its two references.
    pub(crate) fn next_names(&self) -> (u64, String, String) {
        let id = 21_001 + self.records.len() as u64;
        let mut dice = Dice::of(&["funding", &self.seed.to_string(), &id.to_string()]);
        (id, format!("PSF-{:016X}", dice.next()), format!("CHG-{:016X}", dice.next()))
    }

    pub(crate) fn count(&self) -> usize {
        self.records.len()
    }

    pub(crate) fn add(&mut self, funding: Funding) {
        let at = self.records.len();
        self.by_reference.insert(funding.reference.clone(), at);
        self.by_reference.insert(funding.processor_reference.clone(), at);
        if funding.status == FundingStatus::Completed {
            self.balance_minor = self.balance_minor.saturating_add(funding.amount.minor());
        }
        self.records.push(funding);
    }

    pub(crate) fn get(&self, reference: &str) -> Option<&Funding> {
        self.records.get(*self.by_reference.get(reference)?)
    }

    pub(crate) fn count_wrong_password(&mut self, reference: &str) -> u8 {
        let at = self.by_reference.get(reference).copied();
        at.and_then(|at| self.records.get_mut(at)).map_or(0, |funding| {
            funding.wrong_passwords = funding.wrong_passwords.saturating_add(1);
            funding.wrong_passwords
        })
    }

    /// Ends a top-up that is still pending; nothing else changes.
    pub(crate) fn settle(&mut self, reference: &str, ended: Ended) -> Option<Funding> {
        let at = *self.by_reference.get(reference)?;
        let funding = self.records.get_mut(at)?;
        if funding.status == FundingStatus::Pending {
            funding.status = ended.status;
            funding.response_code = ended.code;
            funding.response_message = ended.message;
            funding.updated_at = Timestamp::now();
            if ended.status == FundingStatus::Completed {
                self.balance_minor = self.balance_minor.saturating_add(funding.amount.minor());
            }
        }
        Some(funding.clone())
    }
}

/// How a top-up ended.
pub(crate) struct Ended {
    pub(crate) status: FundingStatus,
    pub(crate) code: &'static str,
    pub(crate) message: &'static str,
}

impl Ended {
    pub(crate) const APPROVED: Self =
        Self { status: FundingStatus::Completed, code: "00", message: "Approved. Successful" };
    pub(crate) const REFUSED_BY_PAYER: Self =
        Self { status: FundingStatus::Failed, code: "RR", message: "Declined by the payer" };
    pub(crate) const TOO_MANY_PASSWORDS: Self =
        Self { status: FundingStatus::Failed, code: "RR", message: "Too many wrong one-time passwords" };
}

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "ref")]
    reference: Option<String>,
}

pub(crate) async fn status(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let question: Question = parse(&body)?;
    let reference = required("ref", question.reference.as_deref())?;
    let fundings = state.fundings();
    let record = fundings.get(reference).map(|funding| record(funding, fundings.balance_minor));
    success(record.ok_or_else(|| unknown(reference))?)
}

pub(crate) fn unknown(reference: &str) -> Refusal {
    Refusal::with(StatusCode::NOT_FOUND, "UNKNOWN_REFERENCE", "no funding has this reference")
        .about(reference)
}

/// A JSON number with the amount's digits.
pub(crate) fn number(money: Money) -> Value {
    serde_json::from_str(&money.digits()).unwrap_or(Value::Null)
}

fn record(funding: &Funding, balance_minor: i64) -> Value {
    let currency = funding.amount.currency();
    json!({
        "id": funding.id,
        "amount": number(funding.amount),
        "status": funding.status,
        "system_type": "wallet-fund",
        "ref": funding.reference,
        "providerResponseMessage": funding.response_message,
        "providerResponseCode": funding.response_code,
        "providerReference": funding.processor_reference,
        "linkingReference": null,
        "disburseOrderId": null,
        "ipr": null,
        "iprc": null,
        "r1": null,
        "r2": null,
        "meta": { "custom": custom(funding), "balance": number(Money::from_minor(balance_minor, currency)) },
        "createdAt": funding.created_at.to_string(),
        "updatedAt": funding.updated_at.to_string(),
        "beneficiary": { "accountNumber": null, "bankCode": null },
        "walletCharged": funding.status == FundingStatus::Completed,
        "refund": false,
        "reversed": false,
    })
}

/// What a funding notification would have said, all as text.
fn custom(funding: &Funding) -> Value {
    let total = funding.amount.checked_add(funding.fee).unwrap_or(funding.amount);
    json!({
        "token": "",
        "merchantId": "PRACTICE",
        "merchantName": "Practice merchant",
        "productId": "wallet",
        "productName": "Balance top-up",
        "amount": funding.amount.digits(),
        "currency": funding.amount.currency().to_string(),
        "orderId": funding.id.to_string(),
        "sourceBankCode": "",
        "sourceBankName": "",
        "customerName": funding.payer,
        "customerAccountNumber": "",
        "sessionId": funding.processor_reference,
        "totalAmount": total.digits(),
        "fee": funding.fee.digits(),
        "feeBearer": "customer",
        "splitType": "",
        "narration": "Balance top-up by card",
        "paymentReference": funding.reference,
        "initiationDate": funding.created_at.to_string(),
        "approvalDate": funding.updated_at.to_string(),
        "timeIn": funding.created_at.to_string(),
    })
}

//! The status of a payout, and the report of all transactions by page, as services of this kind answer them: calls that
//! the interface does not have. Payouts of finished batches of an earlier service on the same state file are not found.

use std::sync::Arc;

use axum::{extract::State as Extract, http::StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use serde_json::json;

use crate::{
    records::state::State,
    wire::{
        answer::{Answer, Refusal, success},
        body::{parse, required},
    },
};

/// Most entries of a page of the report.
const PAGE_ENTRIES_MAX: usize = 100;

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "ref")]
    reference: Option<String>,
}

/// The question for a page of the report.
#[derive(Deserialize)]
struct PageQuestion {
    page: Option<usize>,
    limit: Option<usize>,
}

pub(crate) async fn list(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let question: PageQuestion = parse(&body)?;
    let (page, limit) = (question.page.unwrap_or(1), question.limit.unwrap_or(PAGE_ENTRIES_MAX));
    let records = state.payouts().page(page.max(1), limit.clamp(1, PAGE_ENTRIES_MAX));
    success(json!({ "page": page, "transactions": records }))
}

pub(crate) async fn status(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let question: Question = parse(&body)?;
    let reference = required("ref", question.reference.as_deref())?;
    let record = state.payouts().record(reference);
    success(record.ok_or_else(|| {
        Refusal::with(StatusCode::NOT_FOUND, "UNKNOWN_REFERENCE", "no payout has this reference")
            .about(reference)
    })?)
}

//! The call that returns the record of a top-up.

use std::sync::Arc;

use axum::extract::State as Extract;
use bytes::Bytes;
use serde::Deserialize;

use crate::{
    records::{funding::unknown, state::State},
    wire::{
        answer::{Answer, success},
        body::{parse, required},
    },
};

#[derive(Deserialize)]
struct Question {
    #[serde(rename = "ref")]
    reference: Option<String>,
}

pub(crate) async fn status(Extract(state): Extract<Arc<State>>, body: Bytes) -> Answer {
    let question: Question = parse(&body)?;
    let reference = required("ref", question.reference.as_deref())?;
    let record = state.fundings().read(reference);
    success(record.ok_or_else(|| unknown(reference))?)
}

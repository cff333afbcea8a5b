//! The status of a payout, asked for by its reference.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]

mod common;

use axum::http::StatusCode;
use common::{Desk, Listener};
use serde_json::json;

const QUEUE: &str = "/v1/disburse/queue";
const STATUS: &str = "/v1/disburse/status";

#[tokio::test]
async fn a_payout_is_known_with_the_outcome_that_its_callback_reports() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    for (account, callbacks, status, code, reversed) in [
        ("0000000005", 1, "failed", "51", false),
        ("0000000006", 2, "completed", "00", true),
        ("0000000007", 1, "completed", "00", false),
    ] {
        let reference = format!("P{account}");
        desk.post(QUEUE, &desk.batch(&format!("B{account}"), &[(&reference, account)])).await;
        let own = listener.next_many(callbacks).await[0]["uniquereference"].clone();
        let (answered, answer) = desk.post(STATUS, &json!({ "ref": reference })).await;
        assert_eq!(answered, StatusCode::OK);
        let record = &answer["data"];
        assert_eq!((&record["status"], &record["providerResponseCode"]), (&json!(status), &json!(code)));
        assert_eq!((&record["reversed"], &record["providerReference"]), (&json!(reversed), &json!(own)));
        assert_eq!((&record["ref"], &record["amount"]), (&json!(reference), &json!(1500.50)));
        assert_eq!(record["system_type"], "wallet-disburse");
    }
}

#[tokio::test]
async fn a_payout_without_an_outcome_is_pending_and_others_are_not_found() {
    let desk = Desk::start().await;
    let mut held = desk.batch("B1", &[("P1", "0123456789")]);
    held["instantQueue"] = json!(false);
    desk.post(QUEUE, &held).await;
    let (_, answer) = desk.post(STATUS, &json!({ "ref": "P1" })).await;
    assert_eq!(answer["data"]["status"], "pending");
    for reference in ["P2", "B1"] {
        let (status, answer) = desk.post(STATUS, &json!({ "ref": reference })).await;
        assert_eq!((status, &answer["code"]), (StatusCode::NOT_FOUND, &json!("UNKNOWN_REFERENCE")));
    }
    assert_eq!(
        desk.post_as("wrong", STATUS, json!({ "ref": "P1" }).to_string()).await.0,
        StatusCode::UNAUTHORIZED
    );
}

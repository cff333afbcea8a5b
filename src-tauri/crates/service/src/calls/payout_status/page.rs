//! A report of transactions by page, for services that have one: many outcomes in one answer. The interface has none, so
//! its path comes from the profile. Each of its rows is read like the status of one payout.
//!
//! Not here: which rows are ours, and what they change (the desk and the ledger).

use bytes::Bytes;
use secrecy::SecretString;
use serde::Serialize;

use super::{PayoutRow, row_of};
use crate::{
    calls::methods::{Reply, unreadable},
    decode::json::Json,
    http::{
        call_path::CallPath,
        connection::Service,
        read_retries::{CallError, FailedTry},
        redactor::Redactor,
    },
};

/// Rows that are asked for at a time. A service may give fewer, or more.
const ROWS_OF_A_PAGE: usize = 100;
/// Number of objects inside each other in which the rows may be: `data.result.items`.
const DEPTH_MAX: usize = 3;
/// The field that each row has, if only with nothing in it.
const REFERENCE: &str = "ref";
/// One page of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PayoutPage {
    /// Rows of payouts that have a reference, in the order of the page.
    pub rows: Vec<PayoutRow>,
    /// Number of all rows, those of top-ups and those without a reference included.
    pub entries: usize,
}

impl Service {
    /// Reads a page of the report of transactions, from 1, in one try.
    ///
    /// # Errors
    /// See [`FailedTry`]. An answer without a list cannot be read.
    pub async fn payout_page(
        &self,
        token: &SecretString,
        path: &CallPath,
        page: u32,
    ) -> Result<PayoutPage, FailedTry> {
        let url = self.endpoint.call(&path.parts(), &[]);
        let reply = self.try_once(url, token, body(page));
        match reply.await.map_err(FailedTry::from)? {
            Reply::Success(data) => {
                Ok(payout_page(&Redactor::new([token]).json(&data)).ok_or_else(unreadable)?)
            }
            Reply::Refused { refusal, .. } => Err(CallError::Refused(refusal).into()),
        }
    }
}

/// The question, as public clients of services of this kind send it.
#[derive(Serialize)]
struct Question {
    page: u32,
    limit: usize,
}

pub(crate) fn body(page: u32) -> Bytes {
    serde_json::to_vec(&Question { page, limit: ROWS_OF_A_PAGE }).unwrap_or_default().into()
}

fn payout_page(data: &Json) -> Option<PayoutPage> {
    let mut lists = Vec::new();
    find_lists(data, DEPTH_MAX, &mut lists);
    let has_reference = |entry: &Json| {
        entry
            .as_object()
            .is_some_and(|object| object.0.iter().any(|(name, _)| name.eq_ignore_ascii_case(REFERENCE)))
    };
    let mut of_rows = lists.iter().filter(|list| list.iter().any(has_reference));
    let rows = match (of_rows.next(), of_rows.next()) {
        (Some(rows), None) => rows,
        // Behind the last page the list is empty, whatever others there are.
        (None, _) => lists.iter().min_by_key(|list| list.len())?,
        // Nobody knows which one is meant.
        (Some(_), Some(_)) => return None,
    };
    Some(PayoutPage { rows: rows.iter().filter_map(row_of).collect(), entries: rows.len() })
}

/// Finds the lists of an answer, whatever they are called.
fn find_lists<'d>(data: &'d Json, depth: usize, found: &mut Vec<&'d [Json]>) {
    match data {
        Json::Array(entries) => found.push(entries),
        Json::Object(object) if depth > 0 => {
            for (_, value) in &object.0 {
                find_lists(value, depth - 1, found);
            }
        }
        Json::Null | Json::Bool(_) | Json::Number(_) | Json::Text(_) | Json::Object(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;
    use crate::{calls::payout_status::PayoutMeaning, decode::any::any_json};

    fn page(data: serde_json::Value) -> Option<PayoutPage> {
        payout_page(&data.into())
    }

    fn paid(reference: &str) -> serde_json::Value {
        let kind = "wallet-disburse";
        json!({ "ref": reference, "system_type": kind, "status": "completed", "xResponseCode": "00", "amount": 5 })
    }

    #[test]
    fn the_rows_are_found_wherever_the_list_is() {
        for data in [
            json!([paid("REF1")]),
            json!({ "transfers": [paid("REF1")], "total": 1 }),
            json!({ "page": 1, "links": [{ "url": "/2" }], "result": { "items": [paid("REF1")] } }),
        ] {
            let page = page(data.clone()).expect("a list");
            assert_eq!((page.rows.len(), page.entries), (1, 1), "{data}");
            assert_eq!(page.rows[0].reference, "REF1");
            assert_eq!(page.rows[0].record.meaning, PayoutMeaning::Paid);
        }
        for data in [json!([]), json!({ "data": [], "links": [{ "url": "/2" }] })] {
            assert_eq!(page(data), Some(PayoutPage::default()), "behind the last page");
        }
    }

    #[test]
    fn an_answer_without_one_list_is_none() {
        for data in
            [json!(null), json!("none"), json!({}), json!({ "a": [paid("REF1")], "b": [paid("REF2")] })]
        {
            assert_eq!(page(data.clone()), None, "{data}");
        }
    }

    #[test]
    fn a_row_without_a_reference_or_of_a_top_up_is_only_counted() {
        let with = |more: serde_json::Value| {
            let mut row = paid("REF1");
            row.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
            row
        };
        let page = page(json!([
            with(json!({ "ref": null })),
            with(json!({ "ref": "" })),
            with(json!({ "ref": ["REF1"] })),
            with(json!({ "ref": null, "linkingReference": "REF1" })),
            // A report has transactions of every kind: top-ups, fees, refunds.
            with(json!({ "system_type": "wallet-fund" })),
            with(json!({ "system_type": null })),
            json!({ "ref": "REF1", "type": "refund", "status": "completed", "xResponseCode": "00", "amount": 5 }),
            with(json!({ "amount": null })),
            "REF1",
            paid("REF2"),
        ]));
        let page = page.expect("a list");
        let references: Vec<&str> = page.rows.iter().map(|row| row.reference.as_str()).collect();
        assert_eq!((references, page.entries), (vec!["REF2"], 10));
    }

    #[test]
    fn a_failure_without_a_code_is_not_clear() {
        for (code, expected) in [
            (json!(null), PayoutMeaning::Unclear),
            (json!("51"), PayoutMeaning::Failed),
            (json!("91"), PayoutMeaning::Contradictory),
        ] {
            let row = json!({
                "ref": "REF1", "system_type": "wallet-disburse", "status": "failed", "xResponseCode": code, "amount": 5,
            });
            assert_eq!(page(json!([row])).expect("a list").rows[0].record.meaning, expected, "{code}");
        }
    }

    #[test]
    fn a_row_that_names_two_payouts_is_nobodys() {
        let text = br#"[{"ref":"REF1","ref":"REF2","system_type":"wallet-disburse","amount":5,"status":"completed","xResponseCode":"00"}]"#;
        let page = payout_page(&Json::read(text).expect("JSON")).expect("a list");
        assert_eq!((page.rows, page.entries), (Vec::new(), 1));
    }

    proptest! {
        #[test]
        fn any_answer_is_read_and_paid_only_with_code_00(data in any_json()) {
            for row in payout_page(&data).unwrap_or_default().rows {
                prop_assert!(!row.reference.is_empty());
                prop_assert!(row.record.meaning != PayoutMeaning::Paid || row.record.code == "00");
            }
        }
    }
}

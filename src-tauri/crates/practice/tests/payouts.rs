//! Batches and callbacks: taken once, paid once, reported once.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test stops where something is amiss")]

mod common;

use std::{collections::BTreeSet, net::Ipv4Addr};

use axum::http::StatusCode;
use common::{Desk, Listener, recipient};
use paysheet_domain::Currency;
use paysheet_practice::{JournalLine, Wallet};
use serde_json::{Value, json};
use tokio::net::TcpSocket;

/// Connections that wait to be accepted.
const BACKLOG: u32 = 16;
const QUEUE: &str = "/v1/disburse/queue";

#[tokio::test]
async fn every_payout_gets_exactly_one_callback() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    let payouts: Vec<_> = (0..5_000).map(|n| (format!("P{n}"), "0123456789")).collect();
    let payouts: Vec<_> = payouts.iter().map(|(reference, account)| (reference.as_str(), *account)).collect();
    let (status, answer) = desk.post(QUEUE, &desk.batch("B1", &payouts)).await;
    assert_eq!((status, &answer["status"]), (StatusCode::OK, &json!("success")));
    assert!(answer["data"]["batchId"].is_u64());
    assert_eq!(answer["data"]["message"], "Disbursement queued for processing.");

    let heard = listener.next_many(5_000).await;
    let references: BTreeSet<_> = heard.iter().map(|fields| fields["ref"].clone()).collect();
    assert_eq!(references.len(), 5_000);
    assert!(heard.iter().all(|fields| fields["responsecode"] == "00"));
    let fields: Vec<_> = heard[0].keys().map(String::as_str).collect();
    assert_eq!(fields, ["ref", "responsecode", "responsemessage", "uniquereference"]);
    desk.practice.stop().await;
    assert!(listener.is_silent());
}

#[tokio::test]
async fn a_callback_code_comes_back_with_every_callback() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    let mut batch = desk.batch("B1", &[("P1", "0000000007"), ("P2", "0000000006")]);
    batch["disburse_callback_code"] = json!("C0DE");
    desk.post(QUEUE, &batch).await;
    for _ in 0..3 {
        assert_eq!(listener.next().await["callbackCode"], "C0DE");
    }
}

#[tokio::test]
async fn some_accounts_fail_or_are_reversed() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    for (account, expected) in [
        ("0000000004", vec![("07", None)]),
        ("0000000005", vec![("51", None)]),
        ("0000000006", vec![("00", None), ("RV", Some("reversed"))]),
        ("0000000007", vec![("00", None)]),
    ] {
        desk.post(QUEUE, &desk.batch(&format!("B{account}"), &[(&format!("P{account}"), account)])).await;
        for (code, state) in expected {
            let heard = listener.next().await;
            assert_eq!(heard["ref"], format!("P{account}"));
            assert_eq!(heard["responsecode"], code, "{account}");
            assert_eq!(heard.get("status").map(String::as_str), state, "{account}");
        }
    }
}

#[tokio::test]
async fn a_listener_that_comes_late_misses_nothing() {
    // The port stays bound, so that no other program gets it and answers instead.
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind((Ipv4Addr::LOCALHOST, 0).into()).unwrap();
    let url = format!("http://{}/cb", socket.local_addr().unwrap());
    let desk = Desk::with(|config| config.callback_url = Some(url)).await;
    desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789"), ("P2", "0123456789")])).await;
    let mut listener = Listener::on(socket.listen(BACKLOG).unwrap());
    let heard: BTreeSet<_> =
        listener.next_many(2).await.into_iter().map(|fields| fields["ref"].clone()).collect();
    assert_eq!(heard, BTreeSet::from(["P1".to_owned(), "P2".to_owned()]));
}

#[tokio::test]
async fn references_are_good_once_and_a_refused_batch_takes_none() {
    let desk = Desk::start().await;
    let (_, first) = desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789"), ("P2", "0123456789")])).await;
    assert_eq!(first["status"], "success");
    for (name, batch, duplicate) in [
        ("the batch again", desk.batch("B1", &[("P3", "0123456789")]), "B1"),
        ("a payout of another batch", desk.batch("B2", &[("P3", "0123456789"), ("P2", "0123456789")]), "P2"),
        ("twice in the batch", desk.batch("B2", &[("P3", "0123456789"), ("P3", "0123456789")]), "P3"),
        ("a payout like its batch", desk.batch("B2", &[("B2", "0123456789")]), "B2"),
        ("a payout like an older batch", desk.batch("B2", &[("B1", "0123456789")]), "B1"),
    ] {
        let (status, answer) = desk.post(QUEUE, &batch).await;
        assert_eq!(status, StatusCode::BAD_REQUEST, "{name}");
        assert_eq!(answer["code"], "DUPLICATE_REFERENCE", "{name}");
        assert_eq!(answer["data"], duplicate, "{name}");
    }
    let (_, after) = desk.post(QUEUE, &desk.batch("B2", &[("P3", "0123456789")])).await;
    assert_eq!(after["status"], "success");
    assert_ne!(after["data"]["batchId"], first["data"]["batchId"]);
}

#[tokio::test]
async fn a_batch_that_will_not_do_is_refused_whole() {
    let desk = Desk::start().await;
    let with = |field: &str, value: Value| {
        let mut batch = desk.batch("B1", &[("P1", "0123456789")]);
        batch[field] = value;
        batch
    };
    let paying = |account: &str, amount: &str| with("recipients", json!([recipient("P1", account, amount)]));
    let bank = |code: &str| {
        let mut batch = with("unknown", json!(1));
        batch["recipients"][0]["bankcode"] = json!(code);
        batch
    };
    let recipients: Vec<_> = (0..20_001).map(|n| recipient(&n.to_string(), "0123456789", "1")).collect();
    let with_amount = |amount: Value| {
        with(
            "recipients",
            json!([{"accountNumber": "0123456789", "bankcode": "058", "amount": amount, "ref": "P1"}]),
        )
    };
    for (name, batch, status, code) in [
        ("wrong lock", with("lock", json!("open sesame")), 403, "WRONG_LOCK"),
        ("no lock", with("lock", Value::Null), 400, "INVALID_FIELD"),
        ("no reference", with("ref", json!(" ")), 400, "INVALID_FIELD"),
        ("another currency", with("currency", json!("USD")), 400, "UNKNOWN_CURRENCY"),
        ("the bank of another currency", with("currency", json!("KES")), 400, "INVALID_RECIPIENT"),
        ("nobody", with("recipients", json!([])), 400, "INVALID_FIELD"),
        ("too many", with("recipients", json!(recipients)), 400, "TOO_MANY_RECIPIENTS"),
        ("letters in the account", paying("01234x6789", "1"), 400, "INVALID_RECIPIENT"),
        ("no account", paying("", "1"), 400, "INVALID_RECIPIENT"),
        ("nothing", paying("0123456789", "0.00"), 400, "INVALID_RECIPIENT"),
        ("less than nothing", paying("0123456789", "-5"), 400, "INVALID_RECIPIENT"),
        ("too precise", paying("0123456789", "1.005"), 400, "INVALID_RECIPIENT"),
        ("grouped", paying("0123456789", "1,500"), 400, "INVALID_RECIPIENT"),
        ("a number that is too precise", with_amount(json!(5.005)), 400, "INVALID_RECIPIENT"),
        ("an amount that is none", with_amount(json!({"of": 5})), 400, "INVALID_RECIPIENT"),
        ("an unknown bank", bank("999"), 400, "INVALID_RECIPIENT"),
        ("not JSON", json!("…"), 400, "INVALID_BODY"),
    ] {
        let (got, answer) = desk.post(QUEUE, &batch).await;
        assert_eq!((got.as_u16(), answer["code"].as_str()), (status, Some(code)), "{name}: {answer}");
        assert_eq!(answer["status"], "error", "{name}");
        assert!(!answer.to_string().contains(&desk.lock()), "{name}");
    }
    let (_, answer) = desk.post(QUEUE, &with("x_new_field", json!({"any": "x".repeat(5_000_000)}))).await;
    assert_eq!(answer["status"], "success", "{answer}");
    let (status, answer) = desk.post(QUEUE, &with("x_new_field", json!("x".repeat(65 << 20)))).await;
    assert_eq!((status.as_u16(), &answer["code"]), (413, &json!("BODY_TOO_LARGE")));
}

/// A named wallet has its own password, and its money ends.
#[tokio::test]
async fn a_wallet_pays_its_own_currency_until_it_is_empty() {
    let wallet: Wallet = "NGN:W-1:open-naira:1.00".parse().unwrap();
    let desk = Desk::with(|config| config.wallets = vec![wallet]).await;
    let asked = |reference: &str, currency: &str, lock: &str, amount: Value| {
        let mut batch = desk.batch(reference, &[(&format!("P-{reference}"), "0123456789")]);
        (batch["currency"], batch["lock"]) = (json!(currency), json!(lock));
        batch["recipients"][0]["amount"] = amount;
        batch
    };
    let above = json!("36000001.01");
    for (batch, status, code) in [
        (asked("B1", "KES", "open-naira", json!("1")), 400, Some("NO_WALLET")),
        (asked("B1", "NGN", &desk.lock(), json!("1")), 403, Some("WRONG_LOCK")),
        // 36,000,000.00 are from top-ups elsewhere.
        (asked("B1", "NGN", "open-naira", above), 400, Some("CF")),
        (asked("B1", "NGN", "open-naira", json!(36_000_000)), 200, None),
        (asked("B2", "NGN", "open-naira", json!(1.5)), 400, Some("CF")),
        // A batch that is refused takes nothing.
        (asked("B1", "NGN", "open-naira", json!(1)), 400, Some("DUPLICATE_REFERENCE")),
        (asked("B2", "NGN", "open-naira", json!(1)), 200, None),
        (asked("B3", "NGN", "open-naira", json!(0.01)), 400, Some("CF")),
    ] {
        let (got, answer) = desk.post(QUEUE, &batch).await;
        assert_eq!((got.as_u16(), answer["code"].as_str()), (status, code), "{batch}: {answer}");
    }
}

#[tokio::test]
async fn where_it_runs_short_the_rest_is_told_so() {
    let mut listener = Listener::start().await;
    let wallet: Wallet = "KES:W-2:open-shillings:250.00".parse().unwrap();
    let desk = Desk::with(|config| {
        (config.wallets, config.runs_short) = (vec![wallet], true);
        config.callback_url = Some(listener.url.clone());
    })
    .await;
    let mut batch =
        desk.batch("B1", &[("P1", "254712345678"), ("P2", "254712345679"), ("P3", "254712345671")]);
    (batch["currency"], batch["lock"]) = (json!("KES"), json!("open-shillings"));
    for (at, amount) in ["200.00", "100.00", "50.00"].into_iter().enumerate() {
        (batch["recipients"][at]["amount"], batch["recipients"][at]["bankcode"]) =
            (json!(amount), json!("MPESA"));
    }
    assert_eq!(desk.post(QUEUE, &batch).await.1["status"], "success");
    let mut codes = Vec::new();
    for _ in 0..3 {
        codes.push(listener.next().await["responsecode"].clone());
    }
    assert_eq!(codes, ["00", "CF", "CF"], "who comes after the first that is not covered is not paid either");
    let balance = desk.http.get(format!("{}/v1/wallet?currency=KES", desk.practice.base_url()));
    let answer = balance.header("Authorization", desk.token()).send().await.unwrap().text().await.unwrap();
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!((&answer["data"][0]["balance"], &answer["data"][0]["uref"]), (&json!(50.0), &json!("W-2")));
}

#[test]
fn a_wallet_is_written_in_three_parts_or_four() {
    let wallet: Wallet = "kes:W-2:pass".parse().unwrap();
    assert_eq!((wallet.currency, wallet.reference.as_str(), wallet.balance), (Currency::KES, "W-2", None));
    for text in ["", "KES", "KES:W-2", "KES::pass", "KES:W-2:", "USD:0:pass", "KES:0:pass:much"] {
        assert!(text.parse::<Wallet>().is_err(), "{text}");
    }
}

#[tokio::test]
async fn a_batch_that_is_not_to_be_processed_stays_queued() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    let mut waiting = desk.batch("B1", &[("P1", "0123456789")]);
    waiting["instantQueue"] = json!(false);
    assert_eq!(desk.post(QUEUE, &waiting).await.1["status"], "success");
    desk.post(QUEUE, &desk.batch("B2", &[("P2", "0123456789")])).await;
    assert_eq!(listener.next().await["ref"], "P2");
    assert!(listener.is_silent());
}

#[tokio::test]
async fn a_batch_at_the_path_of_older_clients_is_processed_at_once() {
    let mut listener = Listener::start().await;
    let desk = Desk::with(|config| config.callback_url = Some(listener.url.clone())).await;
    let mut batch = desk.batch("B1", &[("P1", "0123456789")]);
    batch.as_object_mut().unwrap().remove("instantQueue");
    assert_eq!(desk.post("/v1/disburse/bulk", &batch).await.1["status"], "success");
    assert_eq!(listener.next().await["ref"], "P1");
    assert_eq!(desk.post(QUEUE, &batch).await.1["code"], "DUPLICATE_REFERENCE");
}

#[tokio::test]
async fn the_journal_holds_every_request_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let desk = Desk::with(|config| config.journal = Some(path.clone())).await;
    desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789"), ("P2", "0123456789")])).await;
    desk.post_as("wrong-token", QUEUE, desk.batch("B9", &[("P9", "0123456789")]).to_string()).await;
    desk.post("/v1/banks?country=NG", &json!({})).await;
    desk.post("/v1/fund/status", &json!({"ref": "F1"})).await;
    desk.post("/nowhere", &json!({})).await;

    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains(&desk.token()) && !text.contains(&desk.lock()) && !text.contains("wrong-token"));
    let lines: Vec<JournalLine> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines, desk.practice.journal());
    let seen: Vec<_> = lines.iter().map(|line| (line.path.as_str(), line.references.join(" "))).collect();
    assert_eq!(
        seen,
        [
            (QUEUE, "B1 P1 P2".to_owned()),
            (QUEUE, "B9 P9".to_owned()),
            ("/v1/banks", String::new()),
            ("/v1/fund/status", "F1".to_owned()),
            ("/nowhere", String::new()),
        ]
    );
    assert!(lines.iter().all(|line| line.method == "POST" && line.body_sha256.len() == 64));
}

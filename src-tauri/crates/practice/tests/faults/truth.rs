//! Whatever the caller saw: the journal lists what was received whole, and `queued` what was taken.

use paysheet_practice::{Fault, FaultKind, FaultPhase, Taken};
use serde_json::json;

use crate::{
    common::Desk,
    raw::{CHARGE, LONG, QUEUE, SHORT, fault, meeting, request, send, submit, submit_for, until, with},
};

/// Those met by a request.
fn of_requests() -> impl Iterator<Item = Fault> {
    Fault::possible().filter(|fault| fault.phase() != FaultPhase::Connect)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_journal_lists_what_was_received_whole_and_queued_what_was_taken() {
    for fault in of_requests() {
        let desk = meeting([fault]).await;
        submit_for(&desk, "B1", if fault.kind() == FaultKind::Hang { SHORT } else { LONG }).await;
        let whole = fault.phase() != FaultPhase::Send || fault.kind() == FaultKind::Drip;
        until(|| desk.practice.begun() == 1 && desk.practice.journal().len() == usize::from(whole)).await;
        assert_truth(&desk, fault, whole);
        desk.practice.stop().await;
    }
}

fn assert_truth(desk: &Desk, fault: Fault, whole: bool) {
    let journal = desk.practice.journal();
    let noted: Vec<_> = journal.iter().map(|line| (line.references.clone(), line.fault)).collect();
    let expected = (vec!["B1".to_owned(), "P-B1".to_owned()], Some(fault));
    assert_eq!(noted, if whole { vec![expected] } else { Vec::new() }, "{fault}");

    let queued: Vec<_> =
        desk.practice.queued().into_iter().map(|batch| (batch.reference, batch.payouts)).collect();
    let expected = ("B1".to_owned(), vec!["P-B1".to_owned()]);
    assert_eq!(queued, if fault.taken() == Taken::Yes { vec![expected] } else { Vec::new() }, "{fault}");
    assert_eq!(desk.practice.begun(), 1, "{fault}");
    assert_eq!(desk.practice.connections(), 1, "{fault}");
    assert_eq!(desk.practice.faults().met(), [fault]);
    assert_eq!(desk.practice.faults().left(), []);
}

#[tokio::test]
async fn a_batch_that_was_queued_without_an_answer_is_a_duplicate_when_it_comes_again() {
    for (text, again) in [
        ("close_after_taking@wait", "DUPLICATE_REFERENCE"),
        ("503_after_taking@read", "DUPLICATE_REFERENCE"),
        ("close@wait", ""),
        ("503@read", ""),
        ("reset@send", ""),
    ] {
        let desk = meeting([fault(text)]).await;
        submit(&desk, "B1").await;
        let (_, answer) = desk.post(QUEUE, &desk.batch("B1", &[("P-B1", "0123456789")])).await;
        assert_eq!(answer["code"].as_str().unwrap_or_default(), again, "{text}: {answer}");
        assert_eq!(desk.practice.queued().len(), 1, "{text}");
    }
}

#[tokio::test]
async fn what_the_service_would_refuse_is_not_taken_after_taking_either() {
    let desk = meeting([fault("503_after_taking@read:3")]).await;
    let mut wrong_lock = desk.batch("B1", &[("P1", "0123456789")]);
    wrong_lock["lock"] = json!("open sesame");
    assert_eq!(desk.post(QUEUE, &wrong_lock).await.0, 503);
    let body = desk.batch("B2", &[("P2", "0123456789")]).to_string();
    assert_eq!(desk.post_as("wrong", QUEUE, body).await.0, 503);
    assert_eq!(desk.practice.queued(), []);
    assert_eq!(desk.post(QUEUE, &desk.batch("B3", &[("P3", "0123456789")])).await.0, 503);
    assert_eq!(desk.practice.queued().len(), 1);
    assert_eq!(desk.practice.journal().len(), 3);
}

#[tokio::test]
async fn charges_of_cards_meet_faults_too() {
    let charge = json!({
        "card_no": "4100000000000019", "cvv": "canary-cvv", "expiry_year": "30", "expiry_month": "01",
        "pin": "canary-pin", "redirecturl": "http://127.0.0.1:9/", "amount": "1000",
    });
    for (text, charges) in [("close@wait", 0), ("close_after_taking@wait", 1), ("503_after_taking@read", 1)] {
        let desk = meeting([fault(text)]).await;
        let bytes = request(&desk, CHARGE, charge.to_string().as_bytes());
        send(desk.practice.address(), &bytes, LONG).await.unwrap();
        assert_eq!(desk.practice.charges(), charges, "{text}");
        assert_eq!(desk.practice.journal()[0].fault, Some(fault(text)));
    }
}

#[tokio::test]
async fn the_journal_names_the_fault_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.jsonl");
    let faults = paysheet_practice::Faults::scripted([fault("503_after_taking@read"), fault("302@read:2")]);
    let desk = with(faults, |config| {
        config.journal = Some(path.clone());
        config.token = "canary-token".to_owned().into();
        config.lock = "canary-lock".to_owned().into();
    })
    .await;
    for reference in ["B1", "B2", "B3"] {
        submit(&desk, reference).await;
    }
    desk.post(QUEUE, &desk.batch("B4", &[("P-B4", "0123456789")])).await;
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(!text.contains("canary"), "{text}");
    let faults: Vec<_> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["fault"].clone())
        .collect();
    assert_eq!(faults, [json!("503_after_taking@read"), json!("302@read"), json!("302@read"), json!(null)]);
    assert!(!text.lines().last().unwrap().contains("fault"));
}

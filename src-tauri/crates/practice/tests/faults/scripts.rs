//! Which request meets which fault, and that a seed says how it turns out.

use std::collections::BTreeSet;

use paysheet_practice::{
    Count, Fault, FaultError, FaultKind, FaultPhase, Faults, InjectorError, PracticeConfig, PracticeError,
};
use serde_json::json;

use crate::raw::{End, LONG, QUEUE, SHORT, Seen, fault, meeting, request, send, submit, submit_for, with};

/// Those whose details can be seen in moments.
const VARIED: [&str; 8] = [
    "reset@read",
    "cut@read",
    "cut_chunked@read",
    "cut_unsized@read",
    "garbage@read",
    "garbage_body@read",
    "wrong_types@read",
    "500@read",
];

async fn seen(text: &str, seed: u64) -> Vec<Seen> {
    let desk = with(Faults::scripted([fault(&format!("{text}:3"))]).seeded(seed), |_| {}).await;
    let mut all = Vec::new();
    for at in 0..3 {
        all.push(submit(&desk, &format!("B{at}")).await);
    }
    all
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_misbehaves_alike_and_others_do_not() {
    for text in VARIED {
        let mut varieties = BTreeSet::new();
        for seed in 0..6 {
            let first = seen(text, seed).await;
            assert_eq!(first, seen(text, seed).await, "{text} with seed {seed}");
            varieties.extend(first.into_iter().map(|seen| seen.bytes));
        }
        assert!(varieties.len() > 3, "{text} is nearly always the same: {varieties:?}");
    }
}

#[tokio::test]
async fn a_script_set_anew_begins_its_details_anew() {
    let desk = meeting([]).await;
    let mut answers = Vec::new();
    for _ in 0..2 {
        desk.practice.faults().script([fault("cut@read:2")]).unwrap();
        answers.push([submit(&desk, "B1").await, submit(&desk, "B1").await]);
    }
    assert_eq!(answers[0], answers[1]);
}

#[tokio::test]
async fn faults_are_met_in_order_as_often_as_said_and_then_no_more() {
    let desk = meeting([fault("503@read:2"), fault("400@read")]).await;
    let mut statuses = Vec::new();
    for at in 0..4 {
        statuses.push(submit(&desk, &format!("B{at}")).await.status().unwrap());
    }
    assert_eq!(statuses, [503, 503, 400, 200]);
    desk.practice.faults().script([fault("502@read:always")]).unwrap();
    for at in 4..8 {
        assert_eq!(submit(&desk, &format!("B{at}")).await.status(), Some(502));
    }
    assert_eq!(desk.practice.faults().left(), [fault("502@read:always")]);
    desk.practice.faults().script([fault("504@read:3"), fault("429@read")]).unwrap();
    submit(&desk, "B8").await;
    assert_eq!(desk.practice.faults().left(), [fault("504@read:2"), fault("429@read")]);
    desk.practice.faults().clear();
    assert_eq!(submit(&desk, "B8").await.status(), Some(200));
    let met = desk.practice.faults().met();
    assert_eq!(met.len(), 8);
    assert!(met.iter().all(|fault| fault.count() == Count::Times(std::num::NonZeroU32::MIN)));
}

#[tokio::test]
async fn only_calls_that_move_money_meet_faults_unless_a_path_is_named() {
    const BANKS: &str = "/v1/banks?country=NG";
    let desk = meeting([fault("503@read:2")]).await;
    assert_eq!(desk.post(BANKS, &json!({})).await.0, 200);
    assert_eq!(desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789")])).await.0, 503);
    assert_eq!(desk.post("/v1/transfer/card/otp", &json!({})).await.0, 503);

    let desk = with(Faults::scripted([fault("503@read")]).at("/v1/banks"), |_| {}).await;
    assert_eq!(desk.post(QUEUE, &desk.batch("B1", &[("P1", "0123456789")])).await.0, 200);
    assert_eq!(desk.post(BANKS, &json!({})).await.0, 503);

    let desk = with(Faults::scripted([fault("503@read:2")]).at("/"), |_| {}).await;
    assert_eq!(desk.post("/nowhere", &json!({})).await.0, 503);
    assert_eq!(
        desk.http.get(format!("{}/3ds/x", desk.practice.base_url())).send().await.unwrap().status(),
        503
    );

    let desk = with(Faults::scripted([fault("callback_delay@wait")]).at("/"), |_| {}).await;
    assert_eq!(desk.post(BANKS, &json!({})).await.0, 200);
    assert_eq!(desk.practice.faults().met(), []);
}

#[tokio::test(flavor = "multi_thread")]
async fn drawn_faults_follow_from_the_seed_and_can_all_be_met() {
    let faults = Faults::drawn(3, 200);
    assert_eq!(faults, Faults::drawn(3, 200));
    assert_ne!(faults.script, Faults::drawn(4, 200).script);
    let kinds: BTreeSet<_> = faults.script.iter().map(|fault| fault.kind()).collect();
    assert!(kinds.len() > 25, "{kinds:?}");
    assert!(faults.script.iter().all(|fault| !fault.kind().needs_tls() && fault.kind() != FaultKind::Refuse));

    let faults = Faults::drawn(5, 12);
    let desk = with(faults.clone(), |_| {}).await;
    let bytes = |reference: &str| request(&desk, QUEUE, &crate::raw::batch(&desk, reference));
    for (at, fault) in faults.script.iter().enumerate() {
        let patience = if fault.kind() == FaultKind::Hang { SHORT } else { LONG };
        send(desk.practice.address(), &bytes(&format!("B{at}")), patience).await.unwrap();
    }
    assert_eq!(desk.practice.faults().met(), faults.script);
    assert_eq!(submit(&desk, "last").await.end, End::Orderly);
}

#[tokio::test]
async fn a_hanging_request_does_not_keep_others_from_being_served() {
    let desk = meeting([fault("hang@wait")]).await;
    let hanging = submit_for(&desk, "B1", SHORT);
    let (seen, ()) = tokio::join!(hanging, async {
        crate::raw::until(|| !desk.practice.faults().met().is_empty()).await;
        assert!(submit(&desk, "B2").await.is_success());
    });
    assert_eq!(seen.end, End::Silence);
}

#[tokio::test]
async fn a_fault_of_tls_needs_tls() {
    let fault = Fault::new(FaultKind::TlsExpired, FaultPhase::Connect).unwrap();
    let mut config = PracticeConfig::made_up(1).unwrap();
    config.faults = Faults::scripted([fault]);
    let refused = paysheet_practice::Practice::start(config).await.err().unwrap();
    assert!(matches!(refused, PracticeError::Injector(InjectorError::Fault(FaultError::NeedsTls(_)))));

    let desk = meeting([super::raw::fault("503@read")]).await;
    assert_eq!(desk.practice.faults().script([fault]), Err(FaultError::NeedsTls(fault)));
    assert_eq!(desk.practice.faults().left(), [super::raw::fault("503@read")]);
}

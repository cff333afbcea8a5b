use std::fs;

use paysheet_desk::{Desk, ErrorCode};
use paysheet_domain::PayoutState;
use tempfile::TempDir;

use crate::{
    log::Log,
    support::{
        World, accept_warnings, call_back, code_of, counts, nigerian, open_desk, outcomes, people,
        references, report, secrets, typed, until, until_closed,
    },
};

const FIELD: &str = "disburse_callback_code";

async fn with_codes(desk: &Desk) {
    let mut settings = desk.profile().settings;
    settings.send_callback_code = true;
    desk.save_profile(settings).await.unwrap();
}

/// A payroll that was sent with a code, whose results do not arrive by themselves.
async fn sent_with_a_code(count: u32) -> (World, u32, String, Vec<String>) {
    let world = World::without_callbacks().await;
    with_codes(&world.desk).await;
    let id = world.sent(&people(count)).await;
    let code = world.line.sent_values()[0][FIELD].as_str().unwrap().to_owned();
    let references = references(&world.desk, id).await.into_values().collect();
    (world, id, code, references)
}

fn coded(reference: &str, field: &str, code: &str) -> String {
    format!("{}&{field}={code}", report(reference, "00"))
}

async fn results(world: &World) -> Vec<String> {
    let mut file = world.hand_on_the_file().await;
    sqlx::query_scalar("SELECT result FROM callbacks ORDER BY id").fetch_all(&mut file).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_nobody_counts_as_paid_by_it() {
    let (world, id, code, references) = sent_with_a_code(4).await;
    let address = world.listen_elsewhere().await;
    for (place, (field, sent)) in [
        ("callbackCode", "WRONG"),
        ("callbackcode", &code[1..]),
        ("CALLBACKCODE", "%00"),
        ("callbackCode", "0"),
    ]
    .into_iter()
    .enumerate()
    {
        assert_eq!(call_back(&address, &coded(&references[place], field, sent)).await, 200);
    }
    // Callbacks are applied in order of arrival: once the last one is, all are.
    assert_eq!(call_back(&address, &coded(&references[0], "callbackCode", &code)).await, 200);
    let track = until(&world.desk, id, |track| outcomes(track).contains_key("Paid")).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 3)]));
    assert_eq!(results(&world).await, ["other_code", "other_code", "other_code", "other_code", "changed"]);

    // With the right code, however its field is spelled, and without a code they are applied.
    for form in [
        coded(&references[1], "CallBackCode", &code),
        coded(&references[2], "callbackcode", &code.to_lowercase()),
        report(&references[3], "00"),
    ] {
        assert_eq!(call_back(&address, &form).await, 200);
    }
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 4)]));
}

/// A forged failure or reversal has no effect either.
#[tokio::test(flavor = "multi_thread")]
async fn and_nothing_else_is_believed_of_it() {
    let (world, id, code, references) = sent_with_a_code(2).await;
    let address = world.listen_elsewhere().await;
    for form in [report(&references[0], "51"), crate::support::reversal(&references[0])] {
        assert_eq!(call_back(&address, &format!("{form}&callbackCode=WRONG")).await, 200);
    }
    for reference in &references {
        assert_eq!(call_back(&address, &coded(reference, "callbackCode", &code)).await, 200);
    }
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_without_a_code_ignores_codes() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(1)).await;
    assert_eq!(world.line.sent_values()[0].get(FIELD), None);
    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &coded(&reference, "callbackCode", "ANY")).await, 200);
    assert_eq!(outcomes(&until_closed(&world.desk, id).await), counts(&[(PayoutState::Paid, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_practice_service_sends_the_code_back() {
    let (world, id, code, _) = sent_with_a_code(3).await;
    world.listen().await;
    assert_eq!(outcomes(&until_closed(&world.desk, id).await), counts(&[(PayoutState::Paid, 3)]));
    let mut file = world.hand_on_the_file().await;
    let bodies: Vec<String> =
        sqlx::query_scalar("SELECT body_base64 FROM callbacks").fetch_all(&mut file).await.unwrap();
    for body in bodies {
        let body = data_encoding::BASE64.decode(body.as_bytes()).unwrap();
        assert!(String::from_utf8(body).unwrap().ends_with(&format!("&callbackCode={code}")));
    }
}

/// Every batch of a payroll has the same code, and planning it again changes nothing; another payroll has another.
#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_of_the_payroll() {
    let world = World::without_callbacks().await;
    with_codes(&world.desk).await;
    world.set_batch_size(2).await;
    let id = world.import(&people(4)).await;
    accept_warnings(&world.desk, id).await;
    let first = world.desk.review(id, None).await.unwrap();
    world.desk.back_to_check(id).await.unwrap();
    let again = world.desk.review(id, None).await.unwrap();
    assert_eq!(first.fingerprint, again.fingerprint);
    world.desk.approve(id, &again.fingerprint, &typed(&again)).await.unwrap();
    world.desk.send(id).await.unwrap();
    let sent: Vec<_> = world.line.sent_values().iter().map(|batch| batch[FIELD].clone()).collect();
    assert_eq!((sent.len(), &sent[0]), (2, &sent[1]));
    assert_eq!(sent[0].as_str().unwrap().len(), 26, "130 bits");
}

/// What was approved with a code is sent with it, and what was shown without one is not approved with one.
#[tokio::test(flavor = "multi_thread")]
async fn turning_codes_on_after_the_review_asks_for_another_review() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(1)).await;
    accept_warnings(&world.desk, id).await;
    let review = world.desk.review(id, None).await.unwrap();
    with_codes(&world.desk).await;
    let refused = code_of(world.desk.approve(id, &review.fingerprint, &typed(&review)).await);
    assert_eq!(refused, ErrorCode::ChangedSinceShown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_changed_on_the_disk_sends_nothing() {
    let world = World::without_callbacks().await;
    with_codes(&world.desk).await;
    let id = world.approved(&people(1)).await;
    world.on_the_disk("UPDATE payrolls SET callback_code = 'CHOSEN'").await;
    world.desk.send(id).await.unwrap_err();
    assert_eq!(world.line.sent().len(), 0);
}

/// A second computer with the same profile key: reports about its references arrive before it has the payroll.
async fn reported_before(forms: impl Fn(&str, &str) -> Vec<String>) -> (TempDir, Desk, World, u32) {
    let (world, _, code, references) = sent_with_a_code(2).await;
    let folder = TempDir::new().unwrap();
    fs::copy(world.folder.path().join("ledger.key"), folder.path().join("ledger.key")).unwrap();
    let (desk, _) = open_desk(folder.path(), &world.line.url, secrets(&world.practice)).await;
    desk.unlock().await.unwrap();
    with_codes(&desk).await;
    let address = desk.listen("http://127.0.0.1:0/heard").await.unwrap().unwrap();
    for form in forms(&references[0], &code) {
        assert_eq!(call_back(&address, &form).await, 200);
    }
    let id = desk.open_file(&world.sheet(&people(2)), nigerian()).await.unwrap();
    accept_warnings(&desk, id).await;
    (folder, desk, world, id)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_before_its_payroll_with_another_code_is_not_applied() {
    let forged = |reference: &str, _: &str| vec![coded(reference, "callbackCode", "WRONG")];
    let (_folder, desk, world, id) = reported_before(forged).await;
    for _ in 0..2 {
        desk.review(id, None).await.unwrap();
    }
    assert_eq!(outcomes(&desk.payroll(id).await.unwrap()), counts(&[(PayoutState::Planned, 2)]));
    assert_eq!(desk.unknown_reports().await.unwrap().total, 1, "it is kept");

    // A payroll without a code has nothing to compare.
    let mut settings = desk.profile().settings;
    settings.send_callback_code = false;
    desk.save_profile(settings).await.unwrap();
    assert_eq!(code_of(desk.review(id, None).await), ErrorCode::AlreadyReported);
    assert_eq!(world.line.sent().len(), 1);
}

/// A forged report does not keep out the true one.
#[tokio::test(flavor = "multi_thread")]
async fn a_report_before_its_payroll_with_the_right_code_is_applied_whatever_came_before() {
    let both = |reference: &str, code: &str| {
        vec![coded(reference, "callbackCode", "WRONG"), coded(reference, "callbackCode", code)]
    };
    let (_folder, desk, _world, id) = reported_before(both).await;
    assert_eq!(code_of(desk.review(id, None).await), ErrorCode::AlreadyReported);
    let track = desk.payroll(id).await.unwrap();
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1), (PayoutState::Sent, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_is_in_no_log_and_no_event() {
    let log = Log::of_this_process();
    let (world, id, code, references) = sent_with_a_code(1).await;
    let address = world.listen_elsewhere().await;
    assert_eq!(call_back(&address, &coded(&references[0], "callbackCode", "WRONG")).await, 200);
    assert_eq!(call_back(&address, &coded(&references[0], "callbackCode", &code)).await, 200);
    let track = until_closed(&world.desk, id).await;
    let mut file = world.hand_on_the_file().await;
    let events: Vec<String> =
        sqlx::query_scalar("SELECT kind || data FROM events").fetch_all(&mut file).await.unwrap();
    assert!(events.iter().any(|event| event.starts_with("report_of_other_code")));
    for text in events.iter().chain([&serde_json::to_string(&track).unwrap()]) {
        assert!(!text.contains(&code), "{text}");
    }
    log.assert_clean("a callback has another code than its payroll", &[&code]);
}

use std::collections::BTreeSet;

use paysheet_desk::view::{NotAsked, PayrollStatus};
use paysheet_domain::PayoutState;
use serde_json::{Value, json};

use crate::{
    asking::{
        LIST_PATH, STATUS_PATH, answer_page, ask, ask_until, asking, asking_world, asking_world_at,
        page_requests, paid_record, questions, set_list, set_path,
    },
    support::{HandClock, Person, World, counts, outcomes, people, references},
};

fn some_fail(number: u32) -> Vec<Person> {
    let mut all = people(number);
    all[1].account = "0100000005".to_owned();
    all[2].account = "0100000006".to_owned();
    all
}

async fn listing_world() -> World {
    let world = asking_world().await;
    set_list(&world).await;
    world
}

/// What the report says of the payment of `people` at an index.
fn paid(references: &[String], at: usize) -> Value {
    paid_record(&references[at], &json!(1_000 + at))
}

/// The references, in the order of `people`.
async fn ours(world: &World, id: u32) -> Vec<String> {
    references(&world.desk, id).await.into_values().collect()
}

/// Number of payouts that were asked about alone.
fn asked_alone(world: &World) -> usize {
    let asked = world.line.asked_at(STATUS_PATH);
    asked.iter().map(|(_, body)| body["ref"].to_string()).collect::<BTreeSet<_>>().len()
}

fn pages(world: &World) -> usize {
    world.line.asked_at(LIST_PATH).len()
}

/// The report has only these pages, and the service knows nothing about single payouts.
fn answer_pages(world: &World, of_pages: &[Vec<Value>]) {
    for (number, rows) in (1..).zip(of_pages) {
        answer_page(world, number, rows);
    }
    answer_page(world, u32::try_from(of_pages.len() + 1).unwrap(), &[]);
    let unknown = json!({ "status": "error", "code": "NOT_FOUND", "message": "no such reference" });
    world.line.answer_at(STATUS_PATH, 404, &unknown);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_has_the_outcomes_of_many() {
    let world = listing_world().await;
    let id = world.sent(&some_fail(250)).await;
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    let expected = [(PayoutState::Paid, 248), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)];
    assert_eq!(outcomes(&track), counts(&expected));
    assert_eq!(asked_alone(&world), 2, "whom the report says to have failed");
    assert_eq!(world.submissions_at_the_service(), 1, "reading pays nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_background_reads_it_once_a_round() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    set_list(&world).await;
    let id = world.sent(&some_fail(30)).await;
    world.desk.ask_due().await.unwrap();
    assert_eq!(pages(&world), 0, "callbacks have time to come");
    for _ in 0..20 {
        clock.pass_min(10);
        world.desk.ask_due().await.unwrap();
    }
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
    assert_eq!(asked_alone(&world), 2);
    assert!(pages(&world) <= 6, "{}", pages(&world));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_not_ours_pays_nobody() {
    let world = listing_world().await;
    let id = world.sent(&people(3)).await;
    let ours = ours(&world, id).await;
    let row_with = |more: Value| {
        let mut row = paid_record("REF", &json!(1_000));
        row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        row
    };
    answer_pages(
        &world,
        &[vec![
            row_with(json!({ "ref": null, "linkingReference": ours[0] })),
            row_with(json!({ "ref": "" })),
            row_with(json!({ "ref": "PS0000000000000000000000000" })),
            row_with(json!({ "ref": format!("{}0", ours[0]) })),
            row_with(json!({ "ref": ours[1], "system_type": "wallet-fund" })),
            row_with(json!({ "ref": ours[2], "amount": 1_002, "status": "pending" })),
        ]],
    );
    let (told, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 3)]));
    assert_eq!((told.done, told.total, told.not_found), (3, 3, 2), "the third is there, and pending");
    assert_eq!(questions(&world), 2);
}

/// Where single payouts can be asked about, a failure of the report is asked about, and otherwise it conflicts.
#[tokio::test(flavor = "multi_thread")]
async fn rows_that_contradict_each_other_pay_nobody() {
    for (path, expected) in [
        (
            STATUS_PATH,
            [(PayoutState::Sent, 2), (PayoutState::Conflict, 1), (PayoutState::Paid, 1)].as_slice(),
        ),
        ("", &[(PayoutState::Conflict, 3), (PayoutState::Paid, 1)]),
    ] {
        let world = listing_world().await;
        set_path(&world, path).await;
        let id = world.sent(&people(4)).await;
        let ours = ours(&world, id).await;
        let failed = |at: usize| {
            let mut row = paid(&ours, at);
            let more = json!({ "status": "failed", "providerResponseCode": "51" });
            row.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            row
        };
        answer_pages(
            &world,
            &[
                // Both on one page, and on two pages.
                vec![paid(&ours, 0), failed(0), paid(&ours, 1)],
                vec![failed(1), paid_record(&ours[2], &json!("1002.01")), paid(&ours, 3)],
            ],
        );
        let (_, track) = ask(&world, id).await;
        assert_eq!(outcomes(&track), counts(expected), "{path:?}");
    }
}

/// The newest comes first: a payment that came back has its success on a later page.
#[tokio::test(flavor = "multi_thread")]
async fn an_older_success_does_not_outweigh_a_newer_failure() {
    for newer in [json!({ "status": "failed", "providerResponseCode": "51" }), json!({ "reversed": true })] {
        let world = listing_world().await;
        let id = world.sent(&people(2)).await;
        let ours = ours(&world, id).await;
        let mut back = paid(&ours, 0);
        back.as_object_mut().unwrap().extend(newer.as_object().unwrap().clone());
        answer_pages(&world, &[vec![back], vec![paid(&ours, 0), paid(&ours, 1)]]);
        let (_, track) = ask(&world, id).await;
        assert_eq!(outcomes(&track), counts(&[(PayoutState::Sent, 1), (PayoutState::Paid, 1)]), "{newer}");
        assert_eq!(asked_alone(&world), 1, "{newer}");
    }
}

/// Without single questions, the report is read on behind a failure: the provider may have tried again.
#[tokio::test(flavor = "multi_thread")]
async fn a_failure_is_not_the_last_word_of_a_report() {
    let world = listing_world().await;
    set_path(&world, "").await;
    let id = world.sent(&people(1)).await;
    let ours = ours(&world, id).await;
    let mut failed = paid(&ours, 0);
    failed["status"] = json!("failed");
    failed["providerResponseCode"] = json!("51");
    answer_pages(&world, &[vec![failed], vec![paid(&ours, 0)]]);
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Conflict, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_read_before_an_interruption_does_not_hide_the_rest() {
    let world = listing_world().await;
    set_path(&world, "").await;
    let id = world.sent(&people(24)).await;
    let ours = ours(&world, id).await;
    let all: Vec<Vec<Value>> = (0..12).map(|at| vec![paid(&ours, 2 * at), paid(&ours, 2 * at + 1)]).collect();
    for (number, rows) in (1..).zip(&all[..11]) {
        answer_page(&world, number, rows);
    }
    world.line.answer_about(LIST_PATH, "\"page\":12,", 503, &json!({ "status": "error" }));
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 22), (PayoutState::Sent, 2)]));
    answer_pages(&world, &all);
    let (_, track) = ask(&world, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 24)]));
}

/// `completed` without a code says nothing; the service may say more about one payout.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_a_row_says_nothing_about_is_asked_about_alone() {
    let world = listing_world().await;
    let id = world.sent(&people(3)).await;
    let ours = ours(&world, id).await;
    let unclear = |at: usize| {
        let mut row = paid(&ours, at);
        row.as_object_mut().unwrap().remove("providerResponseCode");
        row
    };
    answer_page(&world, 1, &[unclear(0), unclear(1), unclear(2)]);
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!((outcomes(&track), asked_alone(&world)), (counts(&[(PayoutState::Paid, 3)]), 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_never_answers_does_not_stop_the_background() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    set_list(&world).await;
    let id = world.sent(&some_fail(5)).await;
    world.line.answer_at(LIST_PATH, 503, &json!({ "status": "error" }));
    for _ in 0..20 {
        clock.pass_min(10);
        world.desk.ask_due().await.unwrap();
    }
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::Closed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_gives_the_same_page_for_ever_is_asked_singly() {
    let world = listing_world().await;
    let id = world.sent(&people(2)).await;
    let ours = ours(&world, id).await;
    let rows = [paid(&ours, 0)];
    for number in 1..=5 {
        answer_page(&world, number, &rows);
    }
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
    assert_eq!(page_requests(&world, 3), 0);
    assert!(questions(&world) >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_of_others_is_not_read_to_its_end() {
    let world = listing_world().await;
    let id = world.sent(&people(1)).await;
    for number in 1..=30 {
        let rows: Vec<Value> =
            (0..3).map(|row| paid_record(&format!("OTHER{number}-{row}"), &json!(5))).collect();
        answer_page(&world, number, &rows);
    }
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 1)]), "by a single question");
    assert_eq!(page_requests(&world, 11), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_without_the_report_is_asked_singly() {
    let world = listing_world().await;
    let missing = json!({ "status": "error", "message": "Cannot GET" });
    world.line.answer_at(LIST_PATH, 404, &missing);
    let id = world.sent(&people(2)).await;
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_with_the_report_alone_is_enough() {
    let world = listing_world().await;
    set_path(&world, "").await;
    let id = world.sent(&some_fail(5)).await;
    let track = ask_until(&world, id, |track| track.state == PayrollStatus::Closed).await;
    let expected = [(PayoutState::Paid, 3), (PayoutState::Failed, 1), (PayoutState::Reversed, 1)];
    assert_eq!((outcomes(&track), questions(&world)), (counts(&expected), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_report_alone_does_not_have_is_counted() {
    let world = listing_world().await;
    set_path(&world, "").await;
    let id = world.sent(&people(2)).await;
    answer_pages(&world, &[vec![paid_record("OTHER", &json!(5))]]);
    let (told, _) = ask(&world, id).await;
    assert_eq!((told.done, told.total, told.not_found, told.ended), (2, 2, 2, None));
    world.line.answer_about(LIST_PATH, "\"page\":1,", 503, &json!({ "status": "error" }));
    let (told, _) = ask(&world, id).await;
    assert_eq!((told.done, told.ended), (0, Some(NotAsked::NoAnswer)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_desk_does_not_read_it() {
    let world = listing_world().await;
    let id = world.sent(&people(2)).await;
    world.desk.lock();
    assert!(world.desk.ask_now(id).is_err());
    assert_eq!(pages(&world), 0);
    assert!(asking(&world.desk.payroll(id).await.unwrap()).ended.is_none());
}

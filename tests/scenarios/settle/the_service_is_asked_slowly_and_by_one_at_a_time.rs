use std::collections::BTreeSet;

use paysheet_desk::view::{NotAsked, PayrollStatus};
use paysheet_vault::SecretKind;
use serde_json::json;

use crate::{
    asking::{STATUS_PATH, ask, asking, asking_world, asking_world_at, questions},
    support::{HandClock, people, references, until},
};

/// Questions in a minute.
const CAP: usize = 60;

#[tokio::test(flavor = "multi_thread")]
async fn a_minute_has_a_limit_and_the_round_continues_where_it_stopped() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let id = world.sent(&people(70)).await;
    world.line.answer_at(STATUS_PATH, 404, &json!({ "status": "error", "message": "Not found" }));
    clock.pass_min(3);
    for _ in 0..3 {
        world.desk.ask_due().await.unwrap();
        assert_eq!(questions(&world), CAP);
    }
    clock.pass_min(1);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 70);
    let mut asked: Vec<_> =
        world.line.asked_at(STATUS_PATH).into_iter().map(|(_, body)| body["ref"].to_string()).collect();
    asked.sort();
    asked.dedup();
    assert_eq!(asked.len(), 70, "each payout once");
    clock.pass_min(1);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 70, "the next round is later");
    assert_eq!(world.desk.payroll(id).await.unwrap().state, PayrollStatus::BeingPaid);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_desk_asks_nothing() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let id = world.sent(&people(2)).await;
    world.desk.lock();
    clock.pass_min(10);
    world.desk.ask_due().await.unwrap();
    assert!(world.desk.ask_now(id).is_err());
    assert_eq!(questions(&world), 0);
    world.desk.unlock().await.unwrap();
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_does_not_answer_is_left_alone_for_a_while() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    world.sent(&people(5)).await;
    world.line.answer_at(STATUS_PATH, 503, &json!({ "status": "error" }));
    clock.pass_min(3);
    for _ in 0..3 {
        world.desk.ask_due().await.unwrap();
        assert_eq!(questions(&world), 1);
    }
    clock.pass_min(2);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 2);
    clock.pass_s(90);
    world.desk.ask_due().await.unwrap();
    assert_eq!(questions(&world), 2, "the pause became longer");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payout_that_the_service_does_not_answer_for_does_not_hide_the_others() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    world.sent(&people(3)).await;
    world.line.answer_at(STATUS_PATH, 400, &json!("cannot"));
    clock.pass_min(30);
    world.desk.ask_due().await.unwrap();
    let asked: BTreeSet<_> =
        world.line.asked_at(STATUS_PATH).into_iter().map(|(_, body)| body["ref"].to_string()).collect();
    assert_eq!((questions(&world), asked.len()), (3, 3));
}

/// The service fails at one payout, however often it is asked.
#[tokio::test(flavor = "multi_thread")]
async fn a_payout_at_which_the_service_fails_does_not_hide_the_others() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    let id = world.sent(&people(4)).await;
    let first = references(&world.desk, id).await.into_values().min().unwrap();
    world.line.answer_at(STATUS_PATH, 404, &json!({ "status": "error", "message": "Not found" }));
    world.line.answer_about(STATUS_PATH, &first, 504, &json!("down"));
    let asked = || -> BTreeSet<String> {
        let all = world.line.asked_at(STATUS_PATH).into_iter();
        all.map(|(_, body)| body["ref"].to_string()).collect()
    };
    clock.pass_min(3);
    for _ in 0..3 {
        world.desk.ask_due().await.unwrap();
        clock.pass_min(10);
    }
    assert_eq!(asked().len(), 4, "in the background");

    let (asking, _) = ask(&world, id).await;
    assert_eq!((asking.not_found, asking.ended), (3, Some(NotAsked::NoAnswer)), "at the user's request");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_refuses_every_question_is_left_alone() {
    let clock = HandClock::default();
    let world = asking_world_at(&clock).await;
    world.sent(&people(20)).await;
    world.line.answer_at(STATUS_PATH, 400, &json!("cannot"));
    clock.pass_min(30);
    for _ in 0..3 {
        world.desk.ask_due().await.unwrap();
        assert_eq!(questions(&world), 5);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_requests_at_once_ask_about_each_payout_once() {
    let world = asking_world().await;
    let id = world.sent(&people(5)).await;
    world.line.answer_at(STATUS_PATH, 404, &json!({ "status": "error", "message": "Not found" }));
    world.desk.ask_now(id).unwrap();
    world.desk.ask_now(id).unwrap();
    world.desk.ask_due().await.unwrap();
    until(&world.desk, id, |track| !asking(track).running).await;
    assert_eq!(questions(&world), 5);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_user_stops_the_questions() {
    let world = asking_world().await;
    let id = world.sent(&people(70)).await;
    world.line.answer_at(STATUS_PATH, 404, &json!({ "status": "error", "message": "Not found" }));
    world.desk.ask_now(id).unwrap();
    // The limit of the minute ends before the people do, so the questions are still under way.
    until(&world.desk, id, |track| asking(track).done >= 10).await;
    world.desk.stop_asking(id);
    let track = until(&world.desk, id, |track| !asking(track).running).await;
    assert!(questions(&world) <= CAP && asking(&track).ended.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_of_another_address_is_not_asked_about_batches_of_this_one() {
    let world = asking_world().await;
    let id = world.sent(&people(1)).await;
    let mut settings = world.desk.profile().settings;
    settings.base_url = format!("{}/other", world.line.url);
    world.desk.save_profile(settings).await.unwrap();
    for kind in [SecretKind::Token, SecretKind::Lock] {
        world.desk.put_secret(kind, "another".into()).await.unwrap();
    }
    world.desk.unlock().await.unwrap();
    let (asking, _) = ask(&world, id).await;
    assert_eq!(asking.ended, Some(NotAsked::Locked));
    assert_eq!(questions(&world) + world.line.asked_at("/other/v1/disburse/status").len(), 0);
}

//! Between the preview and its confirmation the file, or what is known, changed.

use std::fs;

use paysheet_desk::ErrorCode;
use paysheet_domain::PayoutState;

use crate::{
    outcome_files::{apply, export, preview},
    support::{World, call_back, code_of, people, references, report, state_of, until},
};

#[tokio::test(flavor = "multi_thread")]
async fn not_if_the_file_is_another_one() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = export(&world, [(all[0].as_str(), "Successful")]);
    let shown = preview(&world, &path).await;
    export(&world, [(all[0].as_str(), "Successful"), (&all[1], "Successful")]);
    let refused = apply(&world, &path, &shown, &[]).await;
    assert_eq!(code_of(refused), ErrorCode::OutcomesChanged);
    fs::remove_file(&path).unwrap();
    let refused = apply(&world, &path, &shown, &[]).await;
    assert_eq!(code_of(refused), ErrorCode::FileUnreadable);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent);
}

#[tokio::test(flavor = "multi_thread")]
async fn not_if_a_report_came_in_between() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let address = world.listen_elsewhere().await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = export(&world, [(all[0].as_str(), "Successful"), (&all[1], "Failed")]);
    let shown = preview(&world, &path).await;
    call_back(&address, &report(&all[1], "00")).await;
    until(&world.desk, id, |track| track.outcomes.len() == 2).await;
    let refused = apply(&world, &path, &shown, &[]).await;
    assert_eq!(code_of(refused), ErrorCode::OutcomesChanged);
    assert_eq!(state_of(&world.desk, id, &all[0]).await, PayoutState::Sent, "not even a part of it");
    let shown = preview(&world, &path).await;
    apply(&world, &path, &shown, &[]).await.unwrap();
    assert_eq!(state_of(&world.desk, id, &all[1]).await, PayoutState::Conflict);
}

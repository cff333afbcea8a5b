//! The same file is imported again: nothing changes, and the preview says when it was applied.

use paysheet_desk::view::OutcomeKind;

use crate::{
    outcome_files::{apply, counts, export, preview},
    support::{World, people, references},
};

#[tokio::test(flavor = "multi_thread")]
async fn and_the_preview_says_so() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path =
        export(&world, [(all[0].as_str(), "Successful"), (&all[0], "successful"), (&all[1], "Failed")]);
    let shown = preview(&world, &path).await;
    assert_eq!(shown.applied_at, None);
    apply(&world, &path, &shown, &[]).await.unwrap();
    let track = world.desk.payroll(id).await.unwrap();

    let again = preview(&world, &path).await;
    assert_eq!(again.applied_at.as_deref(), Some("2026-11-20T08:30:00Z"));
    assert_eq!(counts(&again), [(OutcomeKind::Unchanged, 2)]);
    assert_eq!((again.applicable, again.to_confirm), (0, 0));
    assert_eq!(apply(&world, &path, &again, &[]).await.unwrap().payouts, 0);
    assert_eq!(world.desk.payroll(id).await.unwrap(), track);
    assert_eq!(world.desk.payment(id, &all[0]).await.unwrap().reports.len(), 1);
}

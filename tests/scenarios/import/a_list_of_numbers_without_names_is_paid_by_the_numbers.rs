use std::fs;

use paysheet_desk::{ReadOptions, view::RowFilter};
use paysheet_domain::{PayoutState, ProblemCode, Severity};

use crate::{
    double_payment::{NOVEMBER, try_pay},
    support::{World, counts, outcomes, until_closed},
};

/// Two numbers of M-Pesa, which only the heading names, and one person who gets nothing this month.
async fn draft(world: &World) -> u32 {
    let path = world.folder.path().join("Riders November 2026.csv");
    fs::write(&path, "M-Pesa Number,Amount\n254712345699,500\n254712345799,600\n254712345899,-\n").unwrap();
    world.desk.open_file(&path, ReadOptions::default()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_one_decision_for_all() {
    let world = World::open().await;
    let id = draft(&world).await;
    let view = world.desk.draft(id).await.unwrap();
    let missing = view.problems.iter().find(|problem| problem.code == ProblemCode::NameMissing).unwrap();
    assert_eq!((missing.severity, missing.count), (Severity::Warning, 2));
    assert_eq!(view.skipped.iter().map(|row| row.row).collect::<Vec<_>>(), [4]);
    assert!(try_pay(&world, id, "Riders", NOVEMBER).await.is_err(), "the names are decided about first");
    world
        .desk
        .accept_warning_alike(id, ProblemCode::NameMissing, "Known by their numbers", None)
        .await
        .unwrap();
    try_pay(&world, id, "Riders", NOVEMBER).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
    let sent = &world.line.sent_values()[0]["recipients"];
    assert_eq!((&sent[0]["bankcode"], &sent[0]["accountNumber"]), (&"MPESA".into(), &"254712345699".into()));
}

/// Whoever has a dash for an amount comes back as a row that lacks its amount, and is paid what is typed.
#[tokio::test(flavor = "multi_thread")]
async fn with_whoever_is_put_back() {
    let world = World::open().await;
    let id = draft(&world).await;
    let view = world.desk.restore_skipped(id, vec![4]).await.unwrap();
    assert_eq!((view.rows, view.to_fix), (3, 1));
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
    assert!(rows[2].problems.iter().any(|problem| problem.code == ProblemCode::AmountMissing));
}

use paysheet_desk::view::{ChangeKind, DraftView, RepairFilter, RepairWhy, RowFilter};
use paysheet_domain::Field;
use paysheet_sheet::SkipReason;
use sqlx::Row as _;

use crate::support::{World, names, until_closed};

/// A name that begins like a total, a note with an amount, a repeated header and a real total.
const FILE: &str = "Name,Account number,Bank code,Amount,Country
Ada Obi,0100000099,058,1000.00,NG
Total Okoro,,058,2000.00,NG
Name,Account number,Bank code,Amount,Country
Bola Ade,0100001099,058,3000.00,NG
Note: pay Chidi,,,4000.00,
TOTAL,,,10000.00,
";

async fn opened(world: &World) -> u32 {
    let path = world.folder.path().join("November 2026.csv");
    std::fs::write(&path, FILE).unwrap();
    world.desk.open_file(&path, paysheet_desk::ReadOptions::default()).await.unwrap()
}

async fn rows_in_order(world: &World, id: u32) -> Vec<u32> {
    let window = world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap();
    window.rows.iter().filter_map(|row| row.row).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn by_the_user_with_undo_and_over_a_crash() {
    let mut world = World::open().await;
    let id = opened(&world).await;
    let view = world.desk.draft(id).await.unwrap();
    let skipped = |view: &DraftView| view.skipped.iter().map(|s| s.row).collect::<Vec<_>>();
    assert_eq!((view.rows, skipped(&view)), (2, vec![3, 4, 6, 7]));
    assert!(view.skipped.iter().all(|skipped| skipped.can_return));

    let view = world.desk.restore_skipped(id, vec![3]).await.unwrap();
    assert_eq!((view.rows, view.to_fix, skipped(&view)), (3, 1, vec![4, 6, 7]));
    // It stands where the file has it, and asks for what it lacks.
    assert_eq!(rows_in_order(&world, id).await, [2, 3, 5]);
    let view = world.desk.undo(id).await.unwrap();
    assert_eq!((view.rows, skipped(&view)), (2, vec![3, 4, 6, 7]));
    let view = world.desk.redo(id).await.unwrap();
    assert_eq!((view.rows, skipped(&view)), (3, vec![4, 6, 7]));
    // Twice, and rows that were never skipped, change nothing.
    assert_eq!(world.desk.restore_skipped(id, vec![3, 2, 99]).await.unwrap().rows, 3);

    // No end of the desk is needed for it to be kept.
    let (_folder, killed, _) = world.after_a_crash().await;
    let view = killed.draft(id).await.unwrap();
    assert_eq!((view.rows, skipped(&view)), (3, vec![4, 6, 7]));
    killed.close().await;
    world.restart().await;
    let view = world.desk.draft(id).await.unwrap();
    assert_eq!((view.rows, skipped(&view)), (3, vec![4, 6, 7]));
    world.desk.edit_cell(id, 2, Field::AccountNumber, "0100002099".to_owned()).await.unwrap();
    let view = world.desk.draft(id).await.unwrap();
    assert_eq!((view.to_fix, view.payable[0].sum.as_str()), (0, "6000.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_the_record_says_so() {
    let world = World::open().await;
    let id = opened(&world).await;
    world.desk.restore_skipped(id, vec![3]).await.unwrap();
    world.desk.edit_cell(id, 2, Field::AccountNumber, "0100002099".to_owned()).await.unwrap();
    let repairs = world.desk.repairs(id, RepairFilter::default(), 0, 100).await.unwrap();
    let back: Vec<_> = repairs.repairs.iter().filter(|repair| repair.why == RepairWhy::PutBack).collect();
    assert_eq!(back.len(), 1);
    assert_eq!(
        (back[0].row, back[0].field, back[0].skipped_as),
        (Some(3), None, Some(SkipReason::TotalsRow))
    );

    let review = world.review(id, None).await.unwrap();
    let change = review.changes.iter().find(|change| change.kind == ChangeKind::PutBack).unwrap();
    assert_eq!((change.skipped_as, change.to.as_deref()), (Some(SkipReason::TotalsRow), Some("Total Okoro")));
    assert_eq!(change.rows, [Some(3)]);
    let total = world.total(id).await;
    world.pay(id, &total).await.unwrap();
    until_closed(&world.desk, id).await;
    assert_eq!(names(&world.desk, id).await.len(), 3);

    let mut hand = world.hand_on_the_file().await;
    let events = sqlx::query("SELECT data FROM events").fetch_all(&mut hand).await.unwrap();
    let told = |text: &str| events.iter().any(|event| event.get::<String, _>(0).contains(text));
    assert!(told("skipped rows put back"));
    assert!(told("put_back"), "the frozen payroll's record names it");
}

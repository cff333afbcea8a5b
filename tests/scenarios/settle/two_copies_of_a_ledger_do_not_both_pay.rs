//! Two programs have one copy each of the same ledger open, in two folders, with the one profile key of this computer. When
//! they were opened, neither copy was older than the other. The lock is on the file, so that it does not keep them apart.

use paysheet_desk::Desk;
use tempfile::TempDir;

use crate::{
    double_payment::{NOVEMBER, approved},
    exchanged_ledger::{Computer, NAME, OTHER_NAME, Outcome, Way, go, pay_as, put_ledger, twelve},
};

/// The second one may be refused at its start; or the first one of the two that sends keeps the other one from it.
#[tokio::test(flavor = "multi_thread")]
async fn what_both_have_as_approved() {
    let mut computer = Computer::new().await;
    let id = approved(&computer.world, &twelve(), NAME, NOVEMBER).await;
    let Some((_folder, copy)) = open_a_copy(&mut computer).await else { return };
    let first = computer.world.desk.send(id).await.is_ok();
    computer.sit_down_at(&copy);
    let mut second = Vec::new();
    for way in [Way::Send, Way::ContinueSending, Way::ApproveAnotherPayroll] {
        if go(&computer.world, way, id).await.is_ok() {
            second.push(format!("{way:?}"));
        }
    }
    let outcome = Outcome::of(&computer.world, second);
    assert!(first == outcome.not_refused.is_empty(), "both may send, or neither: {outcome:?}");
    assert_eq!((outcome.submissions, outcome.people_paid_twice), (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_workbook_under_two_names() {
    let mut computer = Computer::new().await;
    let Some((_folder, copy)) = open_a_copy(&mut computer).await else { return };
    let first = pay_as(&computer.world, NAME).await.is_ok();
    computer.sit_down_at(&copy);
    let second = pay_as(&computer.world, OTHER_NAME).await.is_ok();
    let outcome = Outcome::of(&computer.world, Vec::new());
    assert!(first != second, "both may pay, or neither: {outcome:?}");
    assert_eq!(outcome, Outcome::only(1));
}

/// A copy of the closed ledger, opened beside it; none where that is refused.
async fn open_a_copy(computer: &mut Computer) -> Option<(TempDir, Desk)> {
    computer.world.desk.close().await;
    let files = computer.ledger_files();
    computer.open_again().await;
    let folder = TempDir::new().unwrap();
    put_ledger(folder.path(), &files);
    let (desk, _) = computer.open_at(folder.path()).await.ok()?;
    Some((folder, desk))
}

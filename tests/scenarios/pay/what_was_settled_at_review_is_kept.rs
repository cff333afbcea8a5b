use paysheet_desk::{ErrorCode, view::ReviewInput};
use paysheet_domain::Field;

use crate::support::{World, called, code_of, people};

/// Not to be paid at once: going back to Check and coming again does not change that.
#[tokio::test(flavor = "multi_thread")]
async fn over_a_way_back_to_check_and_a_restart() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(2)).await;
    assert!(world.review(id, None).await.unwrap().input.instant_queue, "at once, unless said otherwise");
    let chosen = ReviewInput {
        name: "Bonus".to_owned(),
        period: "2026-12".to_owned(),
        sender_name: "KOLA".to_owned(),
        instant_queue: false,
    };
    world.review(id, Some(chosen.clone())).await.unwrap();
    world.desk.back_to_check(id).await.unwrap();
    world.desk.edit_cell(id, 0, Field::Amount, "5.00".to_owned()).await.unwrap();
    world.restart().await;
    assert_eq!(world.review(id, None).await.unwrap().input, chosen);
}

/// What is frozen stands: a change from a window that still shows Check is refused and shown as not done.
#[tokio::test(flavor = "multi_thread")]
async fn and_not_changed_from_behind() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(2)).await;
    let total = world.total(id).await;
    let edited = world.desk.edit_cell(id, 0, Field::Amount, "5.00".to_owned()).await;
    assert_eq!(code_of(edited), ErrorCode::WrongState);
    assert_eq!(code_of(world.desk.exclude(id, vec![1]).await), ErrorCode::WrongState);
    assert_eq!(world.desk.draft(id).await.unwrap().payable[0].sum, total);
    world.desk.back_to_check(id).await.unwrap();
    world.desk.exclude(id, vec![1]).await.unwrap();
    assert_eq!(world.total(id).await, "1000.00");
    assert_eq!(code_of(world.approve(id, &total).await), ErrorCode::TotalDiffers);
}

/// Undoing what was frozen is refused, and nobody who was left out comes back by it.
#[tokio::test(flavor = "multi_thread")]
async fn and_not_undone_from_behind() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(3)).await;
    world.desk.exclude(id, vec![1]).await.unwrap();
    let total = world.total(id).await;
    assert_eq!(code_of(world.desk.undo(id).await), ErrorCode::WrongState);
    assert_eq!(world.desk.draft(id).await.unwrap().excluded, 1);
    assert_eq!(world.total(id).await, total);
    world.approve(id, &total).await.unwrap();
    assert!(!world.desk.undo(id).await.unwrap().can_undo);
    world.desk.send(id).await.unwrap();
    assert!(!String::from_utf8(world.line.sent().remove(0)).unwrap().contains("0100000199"));
}

/// Reviewed over and over while somebody presses Pay: what is paid is a payroll as it was frozen, once.
#[tokio::test(flavor = "multi_thread")]
async fn however_many_review_it_at_once() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    let mut tasks = Vec::new();
    for turn in 0..12_u32 {
        let (desk, (fingerprint, typed)) = (world.desk.clone(), world.typed(id, &total));
        tasks.push(tokio::spawn(async move {
            if turn % 3 == 0 {
                let _ = desk.approve_and_pay(id, &fingerprint, &typed).await;
            } else {
                let _ = desk.review(id, called("November 2026 salaries", "2026-11")).await;
            }
        }));
    }
    for task in tasks {
        task.await.unwrap();
    }
    crate::support::until_closed(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

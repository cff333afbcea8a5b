use paysheet_desk::{ErrorCode, view::HolderView, view::RowFilter};
use paysheet_domain::Field;

use crate::support::{World, accept_warnings, code_of, names, people};

async fn until_checked(world: &World, id: u32) {
    let mut events = world.desk.events();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn now_or_after_a_restart() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(120)).await;
    world.desk.check_names(id).await.unwrap();
    for position in (0..120).step_by(3) {
        world.desk.exclude(id, vec![position]).await.unwrap();
        world.desk.edit_cell(id, position + 1, Field::Amount, "77.00".to_owned()).await.unwrap();
    }
    until_checked(&world, id).await;
    let before = (names(&world.desk, id).await, world.desk.draft(id).await.unwrap().payable);
    assert_eq!(before.0.len(), 80);
    world.restart().await;
    assert_eq!((names(&world.desk, id).await, world.desk.draft(id).await.unwrap().payable), before);
    let window = world.desk.draft_rows(id, &RowFilter::default(), 0, 200).await.unwrap();
    let asked = window.rows.iter().filter(|row| row.holder != HolderView::NotAsked).count();
    assert!(asked >= 80, "{asked}");
}

/// An edit that was refused in between, because the payroll was frozen, is not kept by what the bank says.
#[tokio::test(flavor = "multi_thread")]
async fn nor_keep_one_that_was_refused() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(30)).await;
    accept_warnings(&world.desk, id).await;
    let total = world.total(id).await;
    world.desk.check_names(id).await.unwrap();
    let refused = world.desk.edit_cell(id, 29, Field::Amount, "1.00".to_owned()).await;
    assert_eq!(code_of(refused), ErrorCode::WrongState);
    world.desk.back_to_check(id).await.unwrap();
    until_checked(&world, id).await;
    assert_eq!(world.desk.draft(id).await.unwrap().payable[0].sum, total);
    world.restart().await;
    assert_eq!(world.desk.draft(id).await.unwrap().payable[0].sum, total);
}

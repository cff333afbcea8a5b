use paysheet_desk::ErrorCode;

use crate::support::{World, called, code_of, people, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn the_same_file_under_the_same_name() {
    let world = World::open().await;
    let id = world.sent(&people(3)).await;
    until_closed(&world.desk, id).await;
    let again = world.import(&people(3)).await;
    assert_eq!(world.desk.draft(again).await.unwrap().same_run_as, Some(id));
    assert_eq!(code_of(world.review(again, None).await), ErrorCode::AlreadyPaid);
    let spelled = called("november  2026 SALARIES", "2026-11");
    assert_eq!(code_of(world.review(again, spelled).await), ErrorCode::AlreadyPaid);
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_rows_under_the_same_name() {
    let world = World::open().await;
    world.sent(&people(3)).await;
    let others = world.import(&people(6)[3..]).await;
    assert_eq!(code_of(world.review(others, None).await), ErrorCode::NameTaken);
    world.review(others, called("November 2026 late joiners", "2026-11")).await.unwrap();
}

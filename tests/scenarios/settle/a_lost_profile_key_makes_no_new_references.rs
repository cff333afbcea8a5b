use std::fs;

use paysheet_desk::ErrorCode;

use crate::support::{World, called, code_of, people, until, until_closed};

/// With a new key the same people would get other references, and the service could not tell that they are paid.
#[tokio::test(flavor = "multi_thread")]
async fn where_payrolls_stand_in_the_ledger() {
    let mut world = World::open().await;
    let id = world.sent(&people(3)).await;
    until_closed(&world.desk, id).await;
    let key = world.folder.path().join("ledger.key");
    let kept = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    world.restart().await;
    let again = world.import(&people(3)).await;
    for name in ["November 2026", "Something else"] {
        let review = world.review(again, called(name, "2026-11")).await;
        assert_eq!(code_of(review), ErrorCode::ProfileKeyChanged);
    }
    assert!(!key.exists(), "the place of the right key stays free");

    fs::write(&key, kept).unwrap();
    world.restart().await;
    world.review(again, called("Something else", "2026-11")).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_frozen_payroll_is_not_approved_with_it() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(3)).await;
    let total = world.total(id).await;
    fs::remove_file(world.folder.path().join("ledger.key")).unwrap();
    world.restart().await;
    assert_eq!(code_of(world.pay(id, &total).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_is_an_approved_one_sent_with_it() {
    let mut world = World::without_callbacks().await;
    let id = world.approved(&people(3)).await;
    fs::remove_file(world.folder.path().join("ledger.key")).unwrap();
    world.restart().await;
    let _ = world.desk.continue_sending(id, None).await;
    let _ = world.desk.send(id).await;
    until(&world.desk, id, |track| !track.sending).await;
    assert_eq!(world.line.sent().len(), 0);
}

/// A ledger may be older than the fingerprint of its key.
#[tokio::test(flavor = "multi_thread")]
async fn nor_where_nobody_wrote_down_which_key_it_was() {
    let mut world = World::open().await;
    let id = world.sent(&people(3)).await;
    until_closed(&world.desk, id).await;
    let key = world.folder.path().join("ledger.key");
    let kept = fs::read(&key).unwrap();
    fs::remove_file(&key).unwrap();
    world.desk.close().await;
    world.on_the_disk("DELETE FROM settings WHERE name = 'profile_key'").await;
    world.restart().await;
    let again = world.import(&people(3)).await;
    let review = world.review(again, called("Something else", "2026-11")).await;
    assert_eq!(code_of(review), ErrorCode::ProfileKeyChanged);
    assert!(!key.exists(), "the place of the right key stays free");

    fs::write(&key, kept).unwrap();
    world.restart().await;
    world.review(again, called("Something else", "2026-11")).await.unwrap();
}

/// Before anything was frozen there is nothing that a new key could contradict.
#[tokio::test(flavor = "multi_thread")]
async fn but_a_ledger_without_references_takes_a_new_key() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(2)).await;
    fs::remove_file(world.folder.path().join("ledger.key")).unwrap();
    world.restart().await;
    world.review(id, None).await.unwrap();
}

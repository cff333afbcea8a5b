//! Batches that were approved, or sent without an answer, keep the references of the key they were frozen with. With
//! another key the ledger cannot tell who is paid already, so that nothing may leave it, however it is asked for.

use std::fs;

use paysheet_desk::{ErrorCode, Refused};
use paysheet_domain::{BatchState, ProfileKey};

use crate::support::{Then, World, code_of, people, references, states, until, until_closed};

/// Another key takes the place of the ledger's; returns the ledger's.
async fn exchange_key(world: &mut World) -> Vec<u8> {
    let path = world.folder.path().join("ledger.key");
    let own = fs::read(&path).unwrap();
    fs::write(&path, ProfileKey::random().unwrap().to_hex().as_bytes()).unwrap();
    world.restart().await;
    own
}

async fn give_back_key(world: &mut World, own: &[u8]) {
    fs::write(world.folder.path().join("ledger.key"), own).unwrap();
    world.restart().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn not_an_approved_batch() {
    let mut world = World::open().await;
    let id = world.approved(&people(3)).await;
    let before = references(&world.desk, id).await;
    let own = exchange_key(&mut world).await;
    assert_eq!(code_of(world.desk.start_sending(id)), ErrorCode::ProfileKeyChanged);
    assert_eq!(code_of(world.desk.send(id).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(code_of(world.desk.send_unsent(id, None).await), ErrorCode::ProfileKeyChanged);
    assert!(world.line.sent().is_empty());
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Approved]);

    give_back_key(&mut world, &own).await;
    world.listen().await;
    world.desk.send(id).await.unwrap();
    until_closed(&world.desk, id).await;
    assert_eq!((world.line.sent().len(), references(&world.desk, id).await), (1, before));
}

#[tokio::test(flavor = "multi_thread")]
async fn not_a_batch_that_never_left() {
    let mut world = World::open().await;
    let id = world.approved(&people(2)).await;
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    let own = exchange_key(&mut world).await;
    assert_eq!(code_of(world.desk.send_unsent(id, None).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(
        code_of(world.desk.ready_again(id, None, Refused::SentAgain).await),
        ErrorCode::ProfileKeyChanged
    );
    assert_eq!(code_of(world.desk.continue_sending(id, None).await), ErrorCode::ProfileKeyChanged);
    assert!(world.line.sent().is_empty());
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::NotSent], "not even made ready");

    give_back_key(&mut world, &own).await;
    world.listen().await;
    world.desk.continue_sending(id, None).await.unwrap();
    until_closed(&world.desk, id).await;
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn not_a_batch_without_an_answer() {
    let mut world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(2)).await;
    let batch = world.desk.unresolved().await.unwrap()[0].batch.key;
    let own = exchange_key(&mut world).await;
    assert_eq!(code_of(world.desk.send_again(id, batch, None).await), ErrorCode::ProfileKeyChanged);
    assert_eq!(world.line.sent().len(), 1);
    assert_eq!(states(&world.desk.payroll(id).await.unwrap()), [BatchState::Unknown]);

    give_back_key(&mut world, &own).await;
    world.desk.send_again(id, batch, None).await.unwrap();
    until(&world.desk, id, |track| !track.sending).await;
    let sent = world.line.sent();
    assert!(sent.len() == 2 && sent[0] == sent[1], "the same bytes");
}

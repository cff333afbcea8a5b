use std::{collections::BTreeSet, sync::Arc};

use paysheet_domain::BatchState;
use tokio::sync::Notify;

use crate::support::{Then, World, people, states, until, until_closed};

/// Stopped while batch 2 of 20 is being sent: that one ends, the other 18 wait, and everybody is paid once.
#[tokio::test(flavor = "multi_thread")]
async fn after_batch_two_of_twenty() {
    let mut world = World::without_callbacks().await;
    world.set_batch_size(2).await;
    let answer = Arc::new(Notify::new());
    world.line.next([Then::Pass, Then::HoldTheAnswer(Arc::clone(&answer))]);
    let id = world.approved(&people(40)).await;
    world.desk.start_sending(id).unwrap();
    world.line.until_sent(2).await;
    world.desk.stop_sending(id);
    assert!(world.desk.payroll(id).await.unwrap().stopping);
    answer.notify_one();
    let track = until(&world.desk, id, |track| !track.sending).await;
    let waiting = states(&track).iter().filter(|&&state| state == BatchState::Approved).count();
    assert_eq!((world.line.sent().len(), waiting, track.stopping), (2, 18, false));

    world.restart().await;
    assert_eq!(world.line.sent().len(), 2, "nothing is sent at the start");
    world.desk.continue_sending(id, None).await.unwrap();
    world.listen().await;
    until_closed(&world.desk, id).await;
    let sent = world.line.sent_values();
    let references = sent.iter().flat_map(|batch| batch["recipients"].as_array().unwrap());
    let references: BTreeSet<&str> = references.map(|recipient| recipient["ref"].as_str().unwrap()).collect();
    assert_eq!((sent.len(), references.len()), (20, 40), "every payment once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payroll_that_is_not_being_sent_is_not_stopped() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    world.desk.stop_sending(id);
    world.desk.send(id).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

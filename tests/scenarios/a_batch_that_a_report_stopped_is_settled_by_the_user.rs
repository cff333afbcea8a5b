//! A report about a refused batch stopped its successor, which never left, and the user says what became of the successor.
//! The next report is about the refused batch as well: nobody who is only in the successor is counted as sent, and nobody is
//! offered as refused whom the service has.

use std::collections::BTreeMap;

use paysheet_desk::view::TrackView;
use paysheet_domain::{BatchState, Field, PayoutState};

use crate::{
    former_batches::{hear, people_of, refused_twice},
    paying_again::{SALARIES, approve, input},
    support::{World, states, until},
};

/// The first batch reached nobody, and a report moved it to a draft. A report about the other refused batch stopped the
/// second one, because it is all that is left of its payroll.
async fn stopped(world: &World, id: u32, first: &[String], second: &[String]) -> u32 {
    world.line.hang_up().await;
    world.desk.send(id).await.unwrap();
    world.line.pick_up().await;
    hear(world, &first[0]).await;
    until(&world.desk, id, |track| !track.taken_back_to.is_empty()).await;
    hear(world, &second[0]).await;
    let track = until(&world.desk, id, |track| states(track) == [BatchState::Unknown]).await;
    track.batches[0].key
}

async fn until_paid(world: &World, id: u32, references: &[String]) -> BTreeMap<String, PayoutState> {
    let is_paid = |people: &BTreeMap<String, PayoutState>| {
        references.iter().all(|reference| people.get(reference) == Some(&PayoutState::Paid))
    };
    for _ in 0..300 {
        let people = people_of(world, id).await;
        if is_paid(&people) {
            return people;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    panic!("not paid: {:#?}", people_of(world, id).await);
}

/// Before, those of the refused batch who have another reference now stood in a payroll of their own as refused. It could be
/// withdrawn and its people paid again, though the service has them.
#[tokio::test(flavor = "multi_thread")]
async fn and_nobody_of_the_refused_batch_is_offered_as_refused() {
    let world = World::open().await;
    let (id, first, second) = refused_twice(&world, 3).await;
    world.desk.take_back(id).await.unwrap();
    world.desk.edit_cell(id, 4, Field::Amount, "77.00".to_owned()).await.unwrap();
    approve(&world, id, Some(input(SALARIES))).await;
    stopped(&world, id, &first, &second).await;
    for line in world.desk.payrolls().await.unwrap() {
        let track = world.desk.payroll(line.id).await.unwrap();
        assert!(!states(&track).contains(&BatchState::NotAccepted), "{track:#?}");
    }

    // A report about one of them shows them where the service has them.
    hear(&world, &second[1]).await;
    let link_of = |track: &TrackView| track.sent_after_all_in.iter().find(|link| link.people == 1).cloned();
    let track = until(&world.desk, id, |track| link_of(track).is_some()).await;
    let former = link_of(&track).unwrap().payroll;
    let people = until_paid(&world, former, &second[1..]).await;
    assert_eq!(people.len(), 1);
}

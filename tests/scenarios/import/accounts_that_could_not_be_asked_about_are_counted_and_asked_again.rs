//! A service that fails at some accounts costs these accounts, not the rest; each is counted with the reason.

use std::num::NonZeroU32;

use paysheet_desk::view::{NamesCheck, NotAsked, NotAskedCount};
use paysheet_practice::{Fault, Faults, PracticeConfig};

use crate::support::{HandClock, World, people};

const RESOLVE: &str = "/v1/resolve/account";

/// A world whose faults are those of questions about accounts.
async fn world() -> World {
    let mut config = PracticeConfig::made_up(7).unwrap();
    config.pace_ms = 0;
    config.faults = Faults::default().at(RESOLVE);
    World::practising_at(config, &HandClock::default()).await
}

fn fault(text: &str) -> Fault {
    text.parse().unwrap()
}

fn times(text: &str, count: u32) -> Fault {
    fault(text).times(NonZeroU32::new(count).unwrap())
}

/// The check's end.
async fn verify(world: &World, id: u32) -> NamesCheck {
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    until_ended(world, id, &mut events).await
}

async fn until_ended(
    world: &World,
    id: u32,
    events: &mut tokio::sync::broadcast::Receiver<paysheet_desk::DeskEvent>,
) -> NamesCheck {
    loop {
        let names = world.desk.draft(id).await.unwrap().names;
        if !names.running {
            return names;
        }
        let _ = events.recv().await;
    }
}

fn count(reason: NotAsked, accounts: u32) -> Vec<NotAskedCount> {
    vec![NotAskedCount { reason, accounts }]
}

#[tokio::test(flavor = "multi_thread")]
async fn and_the_rest_is_asked() {
    let world = world().await;
    let id = world.import(&people(40)).await;
    world.practice.faults().script([times("500@read", 3)]).unwrap();
    let names = verify(&world, id).await;
    assert_eq!((names.verified, names.unverified), (37, 3));
    assert_eq!(names.not_asked, count(NotAsked::NoAnswer, 3));
    assert!(!names.automatic, "they are not asked for again by themselves");
    let asked = world.line.asked_at(RESOLVE).len();
    let names = verify(&world, id).await;
    assert_eq!((names.verified, names.not_asked.as_slice()), (40, [].as_slice()));
    assert_eq!(world.line.asked_at(RESOLVE).len(), asked + 3, "only those are asked again");
}

/// Whoever is not paid any more is not counted.
#[tokio::test(flavor = "multi_thread")]
async fn as_long_as_they_are_to_be_paid() {
    let world = world().await;
    let id = world.import(&people(40)).await;
    world.practice.faults().script([times("500@read", 2), times("garbage_body@read", 1)]).unwrap();
    assert_eq!(verify(&world, id).await.not_asked, count(NotAsked::NoAnswer, 3));
    world.desk.exclude(id, vec![0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).await.unwrap();
    let names = world.desk.draft(id).await.unwrap().names;
    assert_eq!(names.not_asked, [], "who is not paid is not counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn but_not_where_a_second_try_is_answered() {
    for passing in ["429@read", "503@read", "reset@wait"] {
        let world = world().await;
        let id = world.import(&people(20)).await;
        world.practice.faults().script([times(passing, 10)]).unwrap();
        let names = verify(&world, id).await;
        assert_eq!((names.verified, names.not_asked), (20, vec![]), "{passing}");
    }
}

/// Nothing is asked in vain a thousand times.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_refused_token_ends_the_check() {
    for refused in ["401@read", "403@read"] {
        let world = world().await;
        let id = world.import(&people(40)).await;
        world.practice.faults().script([fault(refused).always()]).unwrap();
        let names = verify(&world, id).await;
        assert_eq!(names.not_asked, count(NotAsked::TokenRefused, 40), "{refused}");
        assert!(world.line.asked_at(RESOLVE).len() <= 8, "{refused}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_locked_desk_goes_on_once_it_is_unlocked() {
    let world = world().await;
    let id = world.import(&people(40)).await;
    let mut events = world.desk.events();
    world.practice.faults().script([fault("hang@wait").always()]).unwrap();
    world.desk.check_names(id).await.unwrap();
    world.desk.pause_names(id, true);
    world.desk.lock();
    world.desk.pause_names(id, false);
    let names = until_ended(&world, id, &mut events).await;
    // Only now: a question that was already on its way must not be answered.
    world.practice.faults().clear();
    assert_eq!(names.not_asked, count(NotAsked::Locked, 40));
    assert!(names.automatic, "{names:?}");
    world.desk.unlock().await.unwrap();
    assert_eq!(verify(&world, id).await.verified, 40);
}

/// A pause asks nothing; a stop ends at once, even while the service hangs.
#[tokio::test(flavor = "multi_thread")]
async fn a_check_is_paused_and_stopped() {
    let world = world().await;
    let id = world.import(&people(60)).await;
    let mut events = world.desk.events();
    world.practice.faults().script([fault("hang@wait").always()]).unwrap();
    world.desk.check_names(id).await.unwrap();
    world.desk.pause_names(id, true);
    let names = world.desk.draft(id).await.unwrap().names;
    assert!(names.running && names.paused, "{names:?}");
    world.desk.stop_names(id);
    let names = until_ended(&world, id, &mut events).await;
    assert_eq!((names.unverified, names.paused, names.automatic), (60, false, false));
    assert!(world.line.asked_at(RESOLVE).len() <= 8);
    world.practice.faults().clear();
    assert_eq!(verify(&world, id).await.verified, 60);
}

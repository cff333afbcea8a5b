//! What a bank answered about an account is stored at once, used in every payroll for ninety days, and compared with what it
//! answered when the account was last paid.

use paysheet_desk::{DeskEvent, view::HolderView};
use paysheet_domain::ProblemCode;
use serde_json::json;

use crate::{
    double_payment::{OCTOBER, connect_to, draft, pay_anyway, staff, world_with_keychain},
    support::{HandClock, Line, Person, World, eventually, open_desk_at, people, secrets},
};

const RESOLVE: &str = "/v1/resolve/account";

async fn verify(world: &World, id: u32) {
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    until_ended(world, id, &mut events).await;
}

async fn until_ended(world: &World, id: u32, events: &mut tokio::sync::broadcast::Receiver<DeskEvent>) {
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

fn asked(world: &World) -> usize {
    world.line.asked_at(RESOLVE).len()
}

/// From now on every account is this person's.
fn every_account_is_of(world: &World, holder: &str) {
    let answer = json!({ "status": "success", "data": { "account_name": holder } });
    world.line.answer_at(RESOLVE, 200, &answer);
}

async fn warnings(world: &World, id: u32) -> Vec<(ProblemCode, Option<String>)> {
    let row = world.desk.row_detail(id, 0).await.unwrap().row;
    row.problems.into_iter().map(|problem| (problem.code, problem.value)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_payroll_for_ninety_days() {
    let clock = HandClock::default();
    let mut world = World::at_the_time_of(&clock).await;
    let id = draft(&world, &people(10)).await;
    verify(&world, id).await;
    assert_eq!(asked(&world), 10);
    clock.pass_days(89);
    let next = draft(&world, &people(12)).await;
    verify(&world, next).await;
    assert_eq!(asked(&world), 12, "the two that are new");
    assert_eq!(world.desk.draft(next).await.unwrap().names.verified, 12);
    clock.pass_days(2);
    world.desk.close().await;
    let keys = secrets(&world.practice);
    (world.desk, _) = open_desk_at(world.folder.path(), &world.line.url, keys, &clock).await;
    world.desk.unlock().await.unwrap();
    let names = world.desk.draft(next).await.unwrap().names;
    assert_eq!((names.verified, names.unverified), (2, 10), "the others are ninety days old");
    verify(&world, next).await;
    assert_eq!(asked(&world), 22);
}

#[tokio::test(flavor = "multi_thread")]
async fn also_where_the_program_was_killed_in_the_middle() {
    let world = World::without_callbacks().await;
    let mut settings = world.desk.profile().settings;
    settings.names_at_once = 2;
    world.desk.save_profile(settings).await.unwrap();
    let id = draft(&world, &people(60)).await;
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    let told = loop {
        match events.recv().await {
            Ok(DeskEvent::NamesProgress { done, .. }) if done >= 20 => break done,
            _ => {}
        }
    };
    // What was asked is stored before the files are copied, one after the other: nothing changes them meanwhile.
    world.desk.pause_names(id, true);
    eventually(async || {
        let (done, asked) = (world.desk.draft(id).await.unwrap().names.done, asked(&world));
        if usize::try_from(done).unwrap() == asked { Ok(()) } else { Err(format!("{done} of {asked}")) }
    })
    .await;
    let (_folder, desk, _) = world.after_a_crash().await;
    desk.unlock().await.unwrap();
    world.desk.stop_names(id);
    until_ended(&world, id, &mut events).await;
    let before = asked(&world);
    let mut events = desk.events();
    desk.check_names(id).await.unwrap();
    while desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
    assert_eq!(desk.draft(id).await.unwrap().names.verified, 60);
    let again = asked(&world) - before;
    assert!(again <= 60 - usize::try_from(told).unwrap(), "{told} were told, {again} were asked again");
}

/// There, the same code may be another bank's.
#[tokio::test(flavor = "multi_thread")]
async fn but_not_at_another_service() {
    let (world, _) = world_with_keychain().await;
    let id = draft(&world, &people(3)).await;
    verify(&world, id).await;
    assert_eq!(world.desk.draft(id).await.unwrap().names.verified, 3);
    let other = Line::to(world.practice.address().to_string()).await;
    connect_to(&world, &other.url).await;
    assert_eq!(world.desk.draft(id).await.unwrap().names.verified, 0);
}

/// A draft that stays open for long is approved by answers of today, too.
#[tokio::test(flavor = "multi_thread")]
async fn nor_at_an_approval_after_ninety_days() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = draft(&world, &people(2)).await;
    verify(&world, id).await;
    clock.pass_days(91);
    world.total(id).await;
    let names = world.shown.lock().unwrap()[&id].names.clone();
    assert_eq!((names.matching, names.not_verified), (0, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn and_once_for_all_rows_of_an_account() {
    let world = World::without_callbacks().await;
    let mut staff = people(3);
    staff[2].account = staff[0].account.clone();
    let id = draft(&world, &staff).await;
    verify(&world, id).await;
    assert_eq!((asked(&world), world.desk.draft(id).await.unwrap().names.verified), (2, 3));
}

/// Whoever asks again gets an answer of today; a decision about the same answer stays.
#[tokio::test(flavor = "multi_thread")]
async fn unless_the_user_asks_again() {
    let world = World::without_callbacks().await;
    let id = draft(&world, &people(3)).await;
    every_account_is_of(&world, "BELLO FATIMA");
    verify(&world, id).await;
    world.desk.accept_warning(id, 1, ProblemCode::NameDiffers, "Married in May").await.unwrap();
    let mut events = world.desk.events();
    world.desk.check_names_of(id, &[1]).await.unwrap();
    until_ended(&world, id, &mut events).await;
    assert_eq!(asked(&world), 4);
    let row = world.desk.row_detail(id, 1).await.unwrap().row;
    assert!(row.problems.iter().any(|p| p.code == ProblemCode::NameDiffers && p.accepted));
    every_account_is_of(&world, "BELLO AISHA");
    world.desk.check_names_of(id, &[1]).await.unwrap();
    until_ended(&world, id, &mut events).await;
    let row = world.desk.row_detail(id, 1).await.unwrap().row;
    assert_eq!(row.holder, HolderView::Differs { holder: "BELLO AISHA".to_owned() });
    assert!(row.problems.iter().any(|p| p.code == ProblemCode::NameDiffers && !p.accepted));
}

#[tokio::test(flavor = "multi_thread")]
async fn another_name_than_at_the_last_payment_is_a_question() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let ada: Vec<Person> =
        staff(0..1).into_iter().map(|person| Person { name: "Ada Obi".to_owned(), ..person }).collect();
    every_account_is_of(&world, "OBI ADA");
    let october = draft(&world, &ada).await;
    verify(&world, october).await;
    pay_anyway(&world, &ada, "October salaries", OCTOBER).await;
    for (holder, expected) in [
        ("OBI ADA GRACE", vec![]),
        ("OBI ADAEZE", vec![ProblemCode::HolderChanged, ProblemCode::NameClose]),
        ("BELLO FATIMA", vec![ProblemCode::HolderChanged, ProblemCode::NameDiffers]),
        ("OBI ADA", vec![]),
    ] {
        clock.pass_days(91);
        every_account_is_of(&world, holder);
        let next = draft(&world, &ada).await;
        verify(&world, next).await;
        let mut found = warnings(&world, next).await;
        found.sort();
        let (mut codes, values): (Vec<_>, Vec<_>) = found.into_iter().unzip();
        let mut expected = expected;
        codes.sort();
        expected.sort();
        assert_eq!(codes, expected, "{holder}");
        if codes.contains(&ProblemCode::HolderChanged) {
            assert!(values.contains(&Some("OBI ADA".to_owned())), "{values:?}");
        }
    }
}

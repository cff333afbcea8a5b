//! Whether the names of a payroll are to be verified without the user's word: while accounts are left, and neither the
//! setting, nor the user, nor a failure says otherwise.

use std::num::NonZeroU32;

use paysheet_desk::{
    Timeouts,
    view::{HolderView, NotAsked, NotAskedCount},
};
use paysheet_domain::{Country, Field, ProblemCode, account::nuban};
use paysheet_practice::{Fault, Faults, PracticeConfig, holder_name};
use serde_json::json;

use crate::support::{HandClock, PATIENT, Person, World, accept_warnings, people};

/// Accounts left, accounts known, and whether the rest is to be verified without the user's word.
async fn standing(world: &World, id: u32) -> (u32, u32, bool) {
    let names = world.desk.draft(id).await.unwrap().names;
    (names.unverified, names.verified, names.automatic)
}

async fn verify(world: &World, id: u32) {
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn each_account_once_also_after_a_restart() {
    let mut world = World::without_callbacks().await;
    let id = world.import(&people(12)).await;
    assert_eq!(standing(&world, id).await, (12, 0, true));
    verify(&world, id).await;
    assert_eq!(standing(&world, id).await, (0, 12, false));
    world.restart().await;
    assert_eq!(standing(&world, id).await, (0, 12, false));
    world.desk.exclude(id, vec![0]).await.unwrap();
    assert_eq!(standing(&world, id).await, (0, 11, false), "who is not paid is not counted");
}

#[tokio::test(flavor = "multi_thread")]
async fn not_where_the_profile_says_no() {
    let world = World::without_callbacks().await;
    let mut settings = world.desk.profile().settings;
    settings.verify_names = false;
    world.desk.save_profile(settings).await.unwrap();
    let id = world.import(&people(12)).await;
    assert_eq!(standing(&world, id).await, (12, 0, false));
    verify(&world, id).await;
    assert_eq!(standing(&world, id).await, (0, 12, false), "the button still does it");
}

#[tokio::test(flavor = "multi_thread")]
async fn not_again_after_the_user_stopped_it() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(12)).await;
    world.desk.stop_names(id);
    assert_eq!(standing(&world, id).await, (12, 0, false));
}

/// Otherwise a service that is down would be asked without end.
#[tokio::test(flavor = "multi_thread")]
async fn not_again_after_a_failure() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(12)).await;
    world.line.hang_up().await;
    verify(&world, id).await;
    let names = world.desk.draft(id).await.unwrap().names;
    assert_eq!(names.not_asked, [NotAskedCount { reason: NotAsked::NotReached, accounts: 12 }]);
    assert!(!names.automatic && names.unverified == 12, "{names:?}");
    world.line.pick_up().await;
    verify(&world, id).await;
    let names = world.desk.draft(id).await.unwrap().names;
    assert!(names.not_asked.is_empty() && names.unverified == 0, "{names:?}");
}

/// A payroll that is reviewed cannot be stored in; whoever returns to Check finds the rest verified without a word.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_meanwhile_is_no_failure() {
    let mut config = PracticeConfig::made_up(7).unwrap();
    config.pace_ms = 0;
    config.faults = Faults::default().at("/v1/resolve/account");
    let timeouts = Timeouts { read_ms: 60_000, ..PATIENT };
    let world = World::waiting(config, &HandClock::default(), timeouts).await;
    let known = |n: u32| {
        let account = nuban("058", &format!("01000{n:04}")).unwrap();
        Person::new(
            &holder_name(Country::NG, "058", &account).unwrap(),
            &account,
            &format!("{}.00", 1_000 + n),
        )
    };
    let all: Vec<_> = (0..60).map(known).collect();
    let id = world.import(&all).await;
    let mut events = world.desk.events();
    // All but one of the questions that are open at once: the review may take as long as it wants, and meanwhile the others
    // are asked and stored one by one.
    let unanswered = world.desk.profile().settings.names_at_once - 1;
    let hang: Fault = "hang@wait".parse().unwrap();
    world.practice.faults().script([hang.times(NonZeroU32::new(unanswered).unwrap())]).unwrap();
    world.desk.check_names(id).await.unwrap();
    world.desk.review(id, None).await.unwrap();
    world.practice.faults().clear();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
    world.desk.back_to_check(id).await.unwrap();
    let names = world.desk.draft(id).await.unwrap().names;
    assert!(names.not_asked.is_empty() && names.automatic && names.unverified >= unanswered, "{names:?}");
    verify(&world, id).await;
    assert_eq!(standing(&world, id).await, (0, 60, false));
}

/// A payroll of thousands waits for the button: the interface states no limit of requests.
#[tokio::test(flavor = "multi_thread")]
async fn not_for_more_than_a_thousand() {
    let world = World::without_callbacks().await;
    let many: Vec<_> = (0..1_001)
        .map(|n| Person::new(&format!("Ada Person{n}"), &format!("01{n:06}99"), "1000.00"))
        .collect();
    let id = world.import(&many).await;
    assert_eq!(standing(&world, id).await, (1_001, 0, false));
}

/// The interface names the holders of bank accounts alone.
#[tokio::test(flavor = "multi_thread")]
async fn mobile_money_is_not_asked_about() {
    let world = World::without_callbacks().await;
    let id = world.import(&[Person::of("GH", "MTN", "233241234567")]).await;
    assert_eq!(world.desk.draft(id).await.unwrap().payable.len(), 1);
    assert_eq!(standing(&world, id).await, (0, 0, false));
    let names = world.desk.review(id, None).await.unwrap().names;
    assert_eq!((names.not_verified, names.unavailable), (0, 1), "nor does Approve miss an answer");
}

/// Also where the service lists a wallet among its banks: it is known by its name.
#[tokio::test(flavor = "multi_thread")]
async fn nor_is_mobile_money_among_the_banks() {
    let world = World::without_callbacks().await;
    world.line.list_banks("GH", &json!({ "300591": "MTN Mobile Money", "030100": "GCB Bank" }));
    let id = world
        .import(&[Person::of("GH", "300591", "233241234567"), Person::of("GH", "030100", "1234567890123")])
        .await;
    assert_eq!(standing(&world, id).await, (1, 0, true), "the bank alone");
    verify(&world, id).await;
    assert_eq!(holder(&world, id, 0).await, HolderView::NotAvailable);
    assert!(
        !world.line.asked_at("/v1/resolve/account").iter().any(|(_, body)| body["bank_code"] == "300591")
    );
}

/// Where the service itself says that it names nobody there, the account is not "not found".
#[tokio::test(flavor = "multi_thread")]
async fn a_bank_that_names_nobody_is_not_available() {
    let world = World::without_callbacks().await;
    let no = json!({ "status": "error", "code": "NOT_AVAILABLE", "message": "Not supported for this bank" });
    world.line.answer_at("/v1/resolve/account", 400, &no);
    let id = world.import(&people(3)).await;
    verify(&world, id).await;
    assert_eq!(standing(&world, id).await, (0, 0, false));
    assert_eq!(holder(&world, id, 1).await, HolderView::NotAvailable);
    let problems = world.desk.draft(id).await.unwrap().problems;
    assert!(problems.iter().all(|problem| problem.code != ProblemCode::AccountNotFound), "{problems:?}");
    accept_warnings(&world.desk, id).await;
    let names = world.desk.review(id, None).await.unwrap().names;
    assert_eq!((names.not_verified, names.not_found, names.unavailable), (0, 0, 3));
}

/// What was found out about an account in one country says nothing about the same digits in another.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_about_one_country() {
    let world = World::without_callbacks().await;
    let account = "0100000007";
    let id = world.import(&[Person::new("Ada Obi", account, "1000.00")]).await;
    verify(&world, id).await;
    assert_eq!(holder(&world, id, 0).await, HolderView::NotFound);
    world.desk.edit_cell(id, 0, Field::Country, "KE".to_owned()).await.unwrap();
    assert_ne!(holder(&world, id, 0).await, HolderView::NotFound, "not of a country without names");
    world.desk.edit_cell(id, 0, Field::Country, "NG".to_owned()).await.unwrap();
    world.desk.edit_cell(id, 0, Field::BankCode, "044".to_owned()).await.unwrap();
    assert_eq!(holder(&world, id, 0).await, HolderView::NotAsked, "nor of another bank");
}

async fn holder(world: &World, id: u32, position: u32) -> HolderView {
    world.desk.row_detail(id, position).await.unwrap().row.holder
}

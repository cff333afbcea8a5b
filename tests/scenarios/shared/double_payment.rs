//! The set-up of stories in which somebody could be paid twice: people without questions, payrolls left in every
//! state, everything that sends, and the service's own account of whom it queued. Whatever of it speaks to the
//! desk's API for approving and sending is here, once.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Range,
    sync::atomic::{AtomicU32, Ordering},
};

use paysheet_desk::{
    DeskError, Refused,
    profile::SecretsHome,
    view::{ReviewView, TypedTotal, UnknownDecision},
};
use paysheet_domain::{account::nuban, batch::BatchState};
use paysheet_vault::SecretKind;
use sqlx::{AssertSqlSafe, Connection as _};

use crate::support::{
    HandClock, Person, Then, World, approve_anyway, called, nigerian, open_desk_at, secrets, until,
    until_closed, write_sheet,
};

pub const OCTOBER: &str = "2026-10";
pub const NOVEMBER: &str = "2026-11";
pub const DECEMBER: &str = "2026-12";
const BANK: &str = "058";
/// Added to a person's number: no account ends with what makes a payout fail, or a holder unknown.
const FIRST_SERIAL: u32 = 11_111;

/// The people of these numbers: account numbers with the right check digit, no name and no amount twice.
pub fn staff(numbers: Range<u32>) -> Vec<Person> {
    numbers.map(person).collect()
}

fn person(number: u32) -> Person {
    let account = nuban(BANK, &format!("0200{}", FIRST_SERIAL + number)).unwrap();
    Person::new(&format!("Bola Person{number}"), &account, &format!("{}.00", 2_000 + number))
}

/// An account whose payouts become of what its last digits say, with the right check digit.
pub fn account_ending(digits: &str) -> String {
    let mut accounts = (0..99_999).filter_map(|serial| nuban(BANK, &format!("0300{serial:05}")));
    accounts.find(|account| account.ends_with(digits)).unwrap()
}

/// A world whose keychain the story holds too.
pub async fn world_with_keychain() -> (World, SecretsHome) {
    let mut world = World::without_callbacks().await;
    let home = secrets(&world.practice);
    reopen(&mut world, &home).await;
    (world, home)
}

/// The program ends and starts again, unlocked where that is possible.
pub async fn reopen(world: &mut World, home: &SecretsHome) {
    world.desk.close().await;
    let clock = HandClock::default();
    (world.desk, _) = open_desk_at(world.folder.path(), &world.line.url, home.clone(), &clock).await;
    let _ = world.desk.unlock().await;
}

/// Puts an address into Settings, and types the same secrets once more, as the user does who is asked for them.
pub async fn connect_to(world: &World, url: &str) {
    let mut settings = world.desk.profile().settings;
    url.clone_into(&mut settings.base_url);
    let _ = world.desk.save_profile(settings).await;
    world.desk.put_secret(SecretKind::Token, world.practice.token().clone()).await.unwrap();
    world.desk.put_secret(SecretKind::Lock, world.practice.lock().clone()).await.unwrap();
    let _ = world.desk.unlock().await;
}

/// A draft of a file of its own.
pub async fn draft(world: &World, people: &[Person]) -> u32 {
    static FILES: AtomicU32 = AtomicU32::new(1);
    let number = FILES.fetch_add(1, Ordering::SeqCst);
    let path = world.folder.path().join(format!("Staff list {number} November 2026.csv"));
    write_sheet(&path, people);
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

/// What the Approve screen shows.
pub async fn review(world: &World, id: u32, name: &str, period: &str) -> Result<ReviewView, DeskError> {
    world.desk.review(id, called(name, period)).await
}

/// Approves what was shown; the totals are typed as shown, and nothing is decided.
pub async fn approve(world: &World, shown: &ReviewView) -> Result<(), DeskError> {
    let typed: Vec<&str> = shown.totals.iter().map(|total| total.sum.as_str()).collect();
    approve_typing(world, shown, &typed).await
}

/// The same with the totals as the user types them, in the order of the screen.
pub async fn approve_typing(world: &World, shown: &ReviewView, typed: &[&str]) -> Result<(), DeskError> {
    let typed: Vec<TypedTotal> = shown
        .totals
        .iter()
        .zip(typed)
        .map(|(total, text)| TypedTotal { currency: total.currency, text: (*text).to_owned() })
        .collect();
    world.desk.approve(shown.id, &shown.fingerprint, &typed).await
}

/// A payroll with nothing in its way, approved.
pub async fn approved(world: &World, people: &[Person], name: &str, period: &str) -> u32 {
    let id = draft(world, people).await;
    let shown = review(world, id, name, period).await.unwrap();
    approve(world, &shown).await.unwrap();
    id
}

/// The same, sent.
pub async fn sent(world: &World, people: &[Person], name: &str, period: &str) -> u32 {
    let id = approved(world, people, name, period).await;
    world.desk.send(id).await.unwrap();
    id
}

/// The same, paid; callbacks must reach the desk.
pub async fn paid(world: &World, people: &[Person], name: &str, period: &str) -> u32 {
    let id = sent(world, people, name, period).await;
    until_closed(&world.desk, id).await;
    id
}

/// Freezes, approves and sends a payroll as somebody does who decides nothing on the way.
pub async fn try_pay(world: &World, id: u32, name: &str, period: &str) -> Result<(), DeskError> {
    let shown = review(world, id, name, period).await?;
    approve(world, &shown).await?;
    world.desk.send(id).await
}

/// Pays them for certain: whatever decision is asked for on the way is taken.
pub async fn pay_anyway(world: &World, people: &[Person], name: &str, period: &str) {
    let id = draft(world, people).await;
    approve_anyway(&world.desk, id, called(name, period)).await;
    world.desk.send(id).await.unwrap();
    assert!(people.iter().all(|person| queued(world).contains_key(&person.account)));
}

/// A payroll that was approved, and by which nobody has money.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Approved,
    NotSent,
    Refused,
    /// Its answer was lost, and the user says that the service does not have it.
    DecidedNotThere,
}

pub const EVERY_LEFT: [Left; 4] = [Left::Approved, Left::NotSent, Left::Refused, Left::DecidedNotThere];

pub async fn left(world: &World, left: Left, people: &[Person], name: &str) -> u32 {
    let id = approved(world, people, name, NOVEMBER).await;
    let before = queued(world);
    let state = match left {
        Left::Approved => BatchState::Approved,
        Left::NotSent => {
            world.line.hang_up().await;
            world.desk.send(id).await.unwrap();
            world.line.pick_up().await;
            BatchState::NotSent
        }
        Left::Refused => {
            let no = r#"{"status":"error","message":"Insufficient balance"}"#;
            world.line.next([Then::answer(400, no)]);
            world.desk.send(id).await.unwrap();
            BatchState::NotAccepted
        }
        Left::DecidedNotThere => {
            world.line.next([Then::Reset]);
            world.desk.send(id).await.unwrap();
            let batch = world.desk.payroll(id).await.unwrap().batches[0].key;
            let no = UnknownDecision::TheServiceDoesNotHaveIt;
            world.desk.decide_unknown(id, batch, no, "Their support said so").await.unwrap();
            BatchState::NotAccepted
        }
    };
    assert_eq!(world.desk.payroll(id).await.unwrap().batches[0].state, state);
    assert_eq!(queued(world), before);
    id
}

/// What sends a payroll that waits.
#[derive(Clone, Copy, Debug)]
pub enum Press {
    Continue,
    Unsent,
    ReadyThenSend,
    /// What an Unknown batch is sent again by.
    SendAgain,
}

pub const EVERY_PRESS: [Press; 4] = [Press::Continue, Press::Unsent, Press::ReadyThenSend, Press::SendAgain];

/// One click, and the end of what it began. Whether it is refused is for the service's account to say.
pub async fn press(world: &World, press: Press, id: u32) {
    match press {
        Press::Continue => drop(world.desk.continue_sending(id, None).await),
        Press::Unsent => drop(world.desk.send_unsent(id, None).await),
        Press::ReadyThenSend => {
            let _ = world.desk.ready_again(id, None, Refused::SentAgain).await;
            let _ = world.desk.send(id).await;
        }
        Press::SendAgain => {
            for batch in world.desk.payroll(id).await.unwrap().batches {
                let _ = world.desk.send_again(id, batch.key, None).await;
                until(&world.desk, id, |track| !track.sending).await;
            }
        }
    }
    until(&world.desk, id, |track| !track.sending).await;
}

/// Waits until the bank was asked about everybody.
pub async fn until_names_are_checked(world: &World, id: u32) {
    let mut events = world.desk.events();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

/// How many payouts the service queued to each account, by its own account: what it refused is not there.
pub fn queued(world: &World) -> BTreeMap<String, usize> {
    let bodies = world.line.sent_values();
    let mut queued = BTreeMap::new();
    for batch in world.practice.queued() {
        let body = bodies.iter().find(|body| body["ref"] == batch.reference.as_str()).unwrap();
        for recipient in body["recipients"].as_array().unwrap() {
            let account = recipient["accountNumber"].as_str().unwrap().to_owned();
            *queued.entry(account).or_default() += 1;
        }
    }
    queued
}

/// Whom the service queued more than once.
pub fn paid_twice(world: &World) -> BTreeSet<String> {
    queued(world).into_iter().filter(|(_, times)| *times > 1).map(|(account, _)| account).collect()
}

pub fn nobody() -> BTreeSet<String> {
    BTreeSet::new()
}

/// Changes the ledger's file as another program could.
pub async fn change_on_the_disk(world: &World, statements: impl IntoIterator<Item = String>) {
    let mut file = world.hand_on_the_file().await;
    for statement in statements {
        let changed = sqlx::query(AssertSqlSafe(statement.clone())).execute(&mut file).await.unwrap();
        assert!(changed.rows_affected() > 0, "{statement}");
    }
    file.close().await.unwrap();
}

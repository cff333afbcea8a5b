//! A list of the payments without a clear result: what the provider needs to find them, and nobody's name or account.

use calamine::{Reader, Xlsx, open_workbook};
use paysheet_desk::view::{DocumentInput, DocumentKind};
use paysheet_domain::PayoutStatus;

use crate::{
    pages::words_of,
    support::{
        HandClock, Person, World, approve_anyway, call_back, called, people, references, report, until,
    },
};

#[tokio::test(flavor = "multi_thread")]
async fn of_late_and_contradictory_payments() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = world.sent(&people(3)).await;
    assert!(world.desk.open_payments(id).await.unwrap().batches.is_empty(), "their time has not come");

    let heard = world.listen_elsewhere().await;
    let mut all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    all.sort();
    for (reference, code) in [(&all[0], "00"), (&all[1], "00"), (&all[1], "51")] {
        assert_eq!(call_back(&heard, &report(reference, code)).await, 200);
    }
    until(&world.desk, id, |track| {
        track.statuses.iter().any(|seen| seen.status == PayoutStatus::Conflict && seen.total.count == 1)
    })
    .await;
    clock.pass_min(31);
    world.desk.mark_overdue().await.unwrap();

    let open = world.desk.open_payments(id).await.unwrap();
    assert_eq!((open.batches.len(), open.unlisted), (1, 0));
    let batch = &open.batches[0];
    assert!(batch.batch_id.is_some() && batch.sent_at.is_some());
    let listed: Vec<_> =
        batch.payments.iter().map(|payment| (payment.reference.as_str(), payment.status)).collect();
    assert_eq!(listed.len(), 2);
    assert!(listed.contains(&(all[1].as_str(), PayoutStatus::Conflict)));
    assert!(listed.contains(&(all[2].as_str(), PayoutStatus::Overdue)));

    let path = world.folder.path().join("list.xlsx");
    world.desk.export_open_payments(id, &path).await.unwrap();
    let mut book: Xlsx<_> = open_workbook(&path).unwrap();
    let sheet = book.worksheet_range("Payments").unwrap();
    assert_eq!(sheet.height(), 3);
    let cells: Vec<String> = sheet.used_cells().map(|(_, _, cell)| cell.to_string()).collect();
    assert!(cells.contains(&batch.reference) && cells.contains(&all[1]));
    assert!(!cells.iter().any(|cell| cell.contains("Person") || cell.starts_with("01000")), "{cells:?}");
}

/// A payment that is closed without its result is asked about, in the list and in the case file, before it is late.
#[tokio::test(flavor = "multi_thread")]
async fn of_what_a_payroll_was_closed_without() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let id = world.sent(&people(2)).await;
    let heard = world.listen_elsewhere().await;
    let [paid, missing]: [String; 2] =
        references(&world.desk, id).await.into_values().collect::<Vec<_>>().try_into().unwrap();
    assert_eq!(call_back(&heard, &report(&paid, "00")).await, 200);
    until(&world.desk, id, |track| {
        track.statuses.iter().any(|seen| seen.status == PayoutStatus::Paid && seen.total.count == 1)
    })
    .await;
    assert!(world.desk.open_payments(id).await.unwrap().batches.is_empty(), "its time has not come");

    world.desk.close_unconfirmed(id, "Not on the statement").await.unwrap();
    let open = world.desk.open_payments(id).await.unwrap();
    let listed: Vec<_> = open.batches.iter().flat_map(|batch| &batch.payments).collect();
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0].reference, listed[0].status), (&missing, PayoutStatus::InProgress));
    let pdf = world.folder.path().join("case.pdf");
    world.desk.export_document(id, DocumentInput::of(DocumentKind::CaseFile), &pdf).await.unwrap();
    let words = words_of(&pdf);
    assert!(words.contains(&missing) && !words.contains(&paid), "{words}");
}

/// The time is a setting: another one than the first, and changed while results are missing.
#[tokio::test(flavor = "multi_thread")]
async fn after_the_time_that_the_profile_says() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    overdue_after_min(&world, 120).await;
    let id = world.sent(&people(2)).await;
    for (passed_min, late) in [(31, 0), (88, 0), (2, 2)] {
        clock.pass_min(passed_min);
        world.desk.mark_overdue().await.unwrap();
        assert_eq!(overdue(&world, id).await, late, "{passed_min} minutes more");
    }
    let next = pay_as(&world, "December salaries").await;
    clock.pass_min(6);
    world.desk.mark_overdue().await.unwrap();
    assert_eq!(overdue(&world, next).await, 0);
    overdue_after_min(&world, 5).await;
    world.desk.mark_overdue().await.unwrap();
    assert_eq!(overdue(&world, next).await, 1, "what is under way is measured by the new time");
}

async fn overdue_after_min(world: &World, minutes: u32) {
    let mut settings = world.desk.profile().settings;
    settings.overdue_after_min = minutes;
    world.desk.save_profile(settings).await.unwrap();
}

async fn overdue(world: &World, id: u32) -> u32 {
    let track = world.desk.payroll(id).await.unwrap();
    let late = track.statuses.iter().filter(|seen| seen.status == PayoutStatus::Overdue);
    late.map(|seen| seen.total.count).sum()
}

/// Pays somebody else under this name.
async fn pay_as(world: &World, name: &str) -> u32 {
    let id = world.import(&[Person::new("Chidi Other", "0200000199", "2500.00")]).await;
    approve_anyway(&world.desk, id, called(name, "2026-12")).await;
    world.desk.send(id).await.unwrap();
    id
}

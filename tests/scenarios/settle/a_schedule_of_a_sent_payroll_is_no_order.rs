//! A payment schedule is signed for the bank. Once the payroll is sent, a bank that pays it would pay everyone twice: the
//! schedule says that it is a record, through whom and when it was sent, and the state of each payment.

use calamine::{Data, Reader, Xlsx, open_workbook};
use paysheet_desk::view::{DocumentInput, DocumentKind};

use crate::{
    pages::{pages_of, words_of},
    support::{Then, World, people, until_closed},
};

const RECORD: &str = "Record of payments already sent. Not an instruction to pay.";
const IN_PART: &str = "Some of these payments were sent, or may have been sent. Not an instruction to pay.";

async fn schedule(world: &World, id: u32, name: &str) -> std::path::PathBuf {
    let path = world.folder.path().join(name);
    let input = DocumentInput::of(DocumentKind::BankSchedule);
    world.desk.export_document(id, input, &path).await.unwrap();
    path
}

#[tokio::test(flavor = "multi_thread")]
async fn it_says_so_with_host_time_and_states() {
    let world = World::open().await;
    let id = world.sent(&people(3)).await;
    let track = until_closed(&world.desk, id).await;
    let path = schedule(&world, id, "schedule.pdf").await;
    let words = words_of(&path);
    assert!(words.contains(RECORD) && words.contains("Payment schedule (already sent)"), "{words}");
    assert!(words.contains(&format!("Sent through {}", track.host)) && !track.host.is_empty(), "{words}");
    assert!(
        words.contains(&format!("Sent at {}", &track.batches[0].sent_at.as_ref().unwrap()[..4])),
        "{words}"
    );
    assert_eq!(words.matches(" NGN Paid ").count(), 3, "the state of each: {words}");
    assert!(!words.contains("Signature"), "{words}");
    assert!(words.contains("Totals by state") && words.contains("Total, 3 people"), "{words}");
    let (pages, bottom) = (pages_of(&path), |page: &crate::pages::Page| page.height);
    assert!(pages.iter().all(|page| page.words.iter().all(|word| word.bottom < bottom(page))));
}

#[tokio::test(flavor = "multi_thread")]
async fn its_workbook_says_so_too() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(2)).await;
    let path = schedule(&world, id, "schedule.xlsx").await;
    let mut book: Xlsx<_> = open_workbook(&path).unwrap();
    let facts = book.worksheet_range("Payment schedule (already sent)").unwrap();
    let record = Data::String(RECORD.to_owned());
    assert!(facts.rows().flatten().any(|cell| *cell == record), "{facts:?}");
    let payments = book.worksheet_range("Payments").unwrap();
    let heads: Vec<String> = payments.rows().next().unwrap().iter().map(ToString::to_string).collect();
    assert!(heads.contains(&"State".to_owned()), "{heads:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn it_does_not_claim_that_a_lost_batch_was_sent() {
    let world = World::without_callbacks().await;
    world.line.next([Then::LoseTheAnswer]);
    let id = world.sent(&people(2)).await;
    let words = words_of(&schedule(&world, id, "schedule.pdf").await);
    assert!(words.contains(IN_PART) && !words.contains(RECORD), "{words}");
}

/// What was not sent can still be signed and given to the bank.
#[tokio::test(flavor = "multi_thread")]
async fn before_that_it_is_an_order() {
    let world = World::without_callbacks().await;
    let id = world.approved(&people(2)).await;
    let words = words_of(&schedule(&world, id, "schedule.pdf").await);
    assert!(!words.contains("Not an instruction to pay") && !words.contains("State"), "{words}");
    assert!(words.contains("Signature") && words.contains("Totals by currency"), "{words}");
}

//! What is known about a batch with payments in question, as a page that the provider can work with.

use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use paysheet_desk::{
    ErrorCode,
    view::{DocumentInput, DocumentKind},
};
use sha2::{Digest, Sha256};

use crate::{
    pages::{pages_of, words_of},
    support::{HandClock, Then, World, code_of, people, references, until},
};

/// More than fit on a page.
const MANY: u32 = 90;
/// Longer than what is printed of an answer.
const LONG_ANSWER_CHARS: usize = 2_000;

fn case_of(batch: Option<u32>) -> DocumentInput {
    DocumentInput { batch, ..DocumentInput::of(DocumentKind::CaseFile) }
}

async fn case_file(world: &World, id: u32, batch: Option<u32>) -> PathBuf {
    let path = world.folder.path().join("case.pdf");
    let _ = std::fs::remove_file(&path);
    world.desk.export_document(id, case_of(batch), &path).await.unwrap();
    path
}

/// Returns the fingerprint of each request as the provider computes it: of what arrived, without the lock.
fn fingerprints(world: &World) -> Vec<String> {
    let of = |body: Vec<u8>| {
        let body = String::from_utf8(body).unwrap();
        let (before, lock) = body.split_once(r#","lock":""#).unwrap();
        let (_, after) = lock.split_once('"').unwrap();
        HEXLOWER.encode(&Sha256::digest(format!("{before}{after}")))
    };
    world.line.sent().into_iter().map(of).collect()
}

fn says(pdf: &Path, all: &[&str]) {
    let words = words_of(pdf);
    for said in all {
        assert!(words.contains(said), "{said:?} is not in {words}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_lost_answer() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let long = format!("<h1>Bad gateway</h1>{}", "x ".repeat(LONG_ANSWER_CHARS));
    world.line.next([Then::answer(502, &long), Then::answer(504, "<h1>Gateway timeout</h1>")]);
    let id = world.sent(&people(MANY)).await;
    let batch = world.desk.unresolved().await.unwrap().remove(0).batch;
    world.desk.send_again(id, batch.key, None).await.unwrap();
    let track = until(&world.desk, id, |track| !track.sending).await;

    let pdf = case_file(&world, id, Some(1)).await;
    let pages = pages_of(&pdf);
    assert_eq!(pages.len(), 1);
    let sent = track.batches[0].sent_at.as_deref().unwrap();
    let sent = format!("Sent (UTC) {} {}", &sent[..10], &sent[11..19]);
    let (total, fingerprint) = ("94,005.00", fingerprints(&world).remove(0));
    says(
        &pdf,
        &[
            "Payment enquiry",
            &format!("Batch reference {}", batch.reference),
            &sent,
            &format!("Payments in the batch {MANY}"),
            &format!("Total of the batch {total}"),
            &format!("Payments in question {MANY}"),
            &format!("Request, SHA-256 {fingerprint}"),
            "unknown 502 <h1>Bad gateway</h1>x x",
            "unknown 504 <h1>Gateway timeout</h1>",
            "Did you receive it, and if so, what is the status of its payments?",
        ],
    );
    let words = words_of(&pdf);
    let all = references(&world.desk, id).await;
    let listed = all.values().filter(|reference| words.contains(reference.as_str())).count();
    assert!(listed > 10 && listed < MANY as usize, "{listed}");
    assert!(words.contains(&format!("{} more payments are in question", MANY as usize - listed)), "{words}");
    assert!(!words.contains("Ada Person") && !words.contains("0100000099"), "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_results_that_are_late_a_page_for_each_batch() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.set_batch_size(2).await;
    let id = world.sent(&people(3)).await;
    let early = world.desk.export_document(id, case_of(None), &world.folder.path().join("early.pdf")).await;
    assert_eq!(code_of(early), ErrorCode::DocumentEmpty);
    clock.pass_min(31);
    world.desk.mark_overdue().await.unwrap();

    let pdf = case_file(&world, id, None).await;
    assert_eq!(pages_of(&pdf).len(), 2);
    let open = world.desk.open_payments(id).await.unwrap();
    for (batch, fingerprint) in open.batches.iter().zip(fingerprints(&world)) {
        says(
            &pdf,
            &[
                &format!("Batch reference {}", batch.reference),
                &format!("Your batch ID {}", batch.batch_id.as_deref().unwrap()),
                &fingerprint,
                "accepted 200",
                "Please do not pay any of them again.",
            ],
        );
        for payment in &batch.payments {
            let amount = payment.amount.replacen('1', "1,", 1);
            says(&pdf, &[&format!("{} {amount} NGN Overdue", payment.reference)]);
        }
    }
    let second = case_file(&world, id, Some(2)).await;
    assert_eq!(pages_of(&second).len(), 1);
    assert!(!words_of(&second).contains(&open.batches[0].reference));
    let name = world.desk.document_name(id, &case_of(Some(2))).await.unwrap();
    assert!(name.ends_with("payment enquiry batch 2.pdf"), "{name}");
}

//! A receipt is made only of a payment that is known to be paid, and says by whom; an advice is no receipt.

use paysheet_desk::{
    AppError, ErrorCode,
    view::{
        DocumentInput, DocumentKind, ListKind, OutcomeReading, PayoutChoice, PayoutDecisionInput,
        ProfileSettings, WordReading,
    },
};
use paysheet_domain::{DecisionSource, PayoutDecision, WordKind, WordMeaning};

use crate::{
    outcome_files::{apply, apply_by, export, preview, preview_by},
    pages::{pages_of, words_of},
    support::{World, call_back, code_of, people, references, report, until_closed},
};

fn input(kind: DocumentKind, reference: Option<&str>) -> DocumentInput {
    DocumentInput { reference: reference.map(str::to_owned), ..DocumentInput::of(kind) }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_not_known_to_be_paid_gets_no_receipt() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = world.folder.path().join("receipts.pdf");
    for reference in [None, Some(all[0].as_str())] {
        let refused = world.desk.export_document(id, input(DocumentKind::Receipts, reference), &path).await;
        assert_eq!(code_of(refused), ErrorCode::DocumentEmpty);
    }
    assert!(!path.exists());

    for (reference, decision) in [(&all[0], PayoutDecision::Paid), (&all[1], PayoutDecision::Failed)] {
        let one = PayoutChoice::One { reference: reference.clone(), evidence: 0 };
        let (source, reason) = (DecisionSource::Recipient, "Told us on the telephone".to_owned());
        let said = PayoutDecisionInput { decision, source, reason };
        world.desk.decide_payouts(id, &one, &said).await.unwrap();
    }
    world.desk.export_document(id, input(DocumentKind::Receipts, None), &path).await.unwrap();
    let words = words_of(&path);
    assert!(words.contains("Marked paid by") && words.contains("Told us on the telephone"), "{words}");
    assert!(words.contains(&all[0]) && !words.contains(&all[1]) && !words.contains(&all[2]), "{words}");
    assert!(words.contains("It is not a confirmation by the bank"), "{words}");

    let advices = world.folder.path().join("advices.pdf");
    world.desk.export_document(id, input(DocumentKind::PaymentAdvice, None), &advices).await.unwrap();
    let words = words_of(&advices);
    assert!(words.contains(&all[0]) && !words.contains(&all[1]) && words.contains(&all[2]), "{words}");
    assert!(words.contains("It is not a receipt"), "{words}");
    // An advice says as well by whom a payment is known to be paid, and of which zone its time is.
    assert_eq!(words.matches("Marked paid by").count(), 1, "{words}");
    assert_eq!(words.matches("Times are in").count(), 2, "{words}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_notification_is_called_what_it_is() {
    let world = World::open().await;
    let id = world.sent(&people(4)).await;
    until_closed(&world.desk, id).await;
    let path = world.folder.path().join("receipts.pdf");
    world.desk.export_document(id, input(DocumentKind::Receipts, None), &path).await.unwrap();
    let words = words_of(&path);
    let said = "Reported paid by a result notification, which is not signed";
    assert_eq!(words.matches(said).count(), 4, "{words}");
    assert_eq!(pages_of(&path).len(), 2, "two on a page");

    let advices = world.folder.path().join("advices.pdf");
    world.desk.export_document(id, input(DocumentKind::PaymentAdvice, None), &advices).await.unwrap();
    assert_eq!(words_of(&advices).matches(said).count(), 4, "an advice claims no more than a receipt");

    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let one = input(DocumentKind::Receipts, Some(&reference));
    let name = world.desk.document_name(id, &one).await.unwrap();
    assert!(name.contains("payment receipts Ada Person"), "{name}");
    world.desk.export_document(id, one, &path).await.unwrap();
    let words = words_of(&path);
    assert!(words.contains(&reference) && words.matches(said).count() == 1, "{words}");

    let stranger = input(DocumentKind::Receipts, Some("NOBODY"));
    assert_eq!(code_of(world.desk.export_document(id, stranger, &path).await), ErrorCode::NotFound);
}

/// The window would have to draw every page before the first is printed. The file has them all.
#[tokio::test(flavor = "multi_thread")]
async fn a_document_that_is_too_long_to_print_is_saved_all_the_same() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(402)).await;
    let all = || input(DocumentKind::PaymentAdvice, None);
    let shown = AppError::from(&world.desk.document_pdf(id, all()).await.unwrap_err());
    assert_eq!(shown, AppError::DocumentTooLong { pages: 201, pages_max: 200 });
    let path = world.folder.path().join("advices.pdf");
    assert_eq!(world.desk.export_document(id, all(), &path).await.unwrap(), Some(path.clone()));
    assert_eq!(pages_of(&path).len(), 201);

    let reference = references(&world.desk, id).await.into_values().next().unwrap();
    let one = world.desk.document_pdf(id, input(DocumentKind::PaymentAdvice, Some(&reference))).await;
    assert!(one.unwrap().unwrap().starts_with(b"%PDF-"));
}

/// What a person read into a word is not what the list says, until something says it itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_word_that_a_person_read_is_quoted_with_their_name() {
    let world = World::without_callbacks().await;
    let settings = world.desk.profile().settings;
    world.desk.save_profile(ProfileSettings { approver: "Ada Obi".to_owned(), ..settings }).await.unwrap();
    let id = world.sent(&people(3)).await;
    let all: Vec<String> = references(&world.desk, id).await.into_values().collect();
    let path = export(&world, all.iter().map(|reference| (reference.as_str(), "Liquidated")));
    let paid =
        WordReading { kind: WordKind::Status, word: "Liquidated".to_owned(), meaning: WordMeaning::Paid };
    let reading = OutcomeReading { columns: None, words: Some(vec![paid]) };
    let shown = preview_by(&world, &path, ListKind::Results, &reading).await;
    apply_by(&world, &path, &shown, reading, &[]).await.unwrap();

    let said = "A list of results says “Liquidated”, which Ada Obi read as paid";
    let listed = "Reported paid in a list of results";
    let called = "Reported paid by a result notification";
    let slips = world.folder.path().join("slips.pdf");
    let counted = async |kind| {
        world.desk.export_document(id, input(kind, None), &slips).await.unwrap();
        let words = words_of(&slips);
        ([said, listed, called].map(|text| words.matches(text).count()), words)
    };
    for kind in [DocumentKind::Receipts, DocumentKind::PaymentAdvice] {
        let (counts, words) = counted(kind).await;
        assert_eq!(counts, [3, 0, 0], "{words}");
    }

    let itself = export(&world, [(all[0].as_str(), "Paid")]);
    let shown = preview(&world, &itself).await;
    apply(&world, &itself, &shown, &[]).await.unwrap();
    let heard = world.listen_elsewhere().await;
    assert_eq!(call_back(&heard, &report(&all[1], "00")).await, 200);
    while world.desk.payment(id, &all[1]).await.unwrap().reports.len() < 2 {
        tokio::task::yield_now().await;
    }
    let (counts, words) = counted(DocumentKind::Receipts).await;
    assert_eq!(counts, [1, 1, 1], "{words}");
}

/// Another ending is completed, and a file that the user did not name is never replaced.
#[tokio::test(flavor = "multi_thread")]
async fn receipts_are_pages_whatever_the_ending() {
    let world = World::open().await;
    let id = world.sent(&people(1)).await;
    until_closed(&world.desk, id).await;
    let path = world.folder.path().join("receipts.xlsx");
    let export = || world.desk.export_document(id, input(DocumentKind::Receipts, None), &path);
    let written = export().await.unwrap();
    assert_eq!(written, Some(world.folder.path().join("receipts.xlsx.pdf")));
    assert!(!path.exists());
    assert_eq!(code_of(export().await), ErrorCode::NotWritable);
}

//! Nobody waits for the results of a payroll that was closed without them: no document says that they are on their way.

use calamine::{Reader, Xlsx, open_workbook};
use paysheet_desk::view::{DocumentInput, DocumentKind, PayoutChoice, PayoutDecisionInput};
use paysheet_domain::{DecisionSource, PayoutDecision};

use crate::{
    pages::words_of,
    support::{World, people, references},
};

const DOCUMENTS: [DocumentKind; 3] =
    [DocumentKind::Report, DocumentKind::BankSchedule, DocumentKind::PaymentAdvice];
/// What a document without words of the window calls a payment in progress.
const WAITS: &str = "InProgress";
const GIVEN_UP: &str = "Not confirmed";

#[tokio::test(flavor = "multi_thread")]
async fn what_was_never_confirmed_is_called_so() {
    let world = World::without_callbacks().await;
    let id = world.sent(&people(3)).await;
    let first = references(&world.desk, id).await.into_values().next().unwrap();
    let paid = PayoutDecisionInput {
        decision: PayoutDecision::Paid,
        source: DecisionSource::BankStatement,
        reason: "On the statement".to_owned(),
    };
    let one = PayoutChoice::One { reference: first, evidence: 0 };
    world.desk.decide_payouts(id, &one, &paid).await.unwrap();
    for kind in DOCUMENTS {
        let words = document(&world, id, kind).await;
        assert!(words.contains(WAITS) && !words.contains(GIVEN_UP), "{kind:?}: {words}");
    }
    assert!(results(&world, id).await.contains("Processing"));

    world.desk.close_unconfirmed(id, "Not on the statement").await.unwrap();
    for kind in DOCUMENTS {
        let words = document(&world, id, kind).await;
        assert!(words.contains(GIVEN_UP) && !words.contains(WAITS), "{kind:?}: {words}");
    }
    let results = results(&world, id).await;
    assert!(results.contains(GIVEN_UP) && !results.contains("Processing"), "{results}");
}

async fn document(world: &World, id: u32, kind: DocumentKind) -> String {
    let path = world.folder.path().join("document.pdf");
    world.desk.export_document(id, DocumentInput::of(kind), &path).await.unwrap();
    words_of(&path)
}

async fn results(world: &World, id: u32) -> String {
    let path = world.folder.path().join("results.xlsx");
    world.desk.export_payroll(id, &path).await.unwrap();
    let mut workbook: Xlsx<_> = open_workbook(&path).unwrap();
    let sheets = workbook.worksheets();
    sheets.iter().flat_map(|(_, sheet)| sheet.rows().flatten()).map(|cell| format!("{cell} ")).collect()
}

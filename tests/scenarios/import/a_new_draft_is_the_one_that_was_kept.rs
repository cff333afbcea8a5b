use paysheet_desk::{
    ErrorCode,
    view::{DraftView, RowFilter, RowView},
};
use paysheet_domain::Field;

use crate::support::{Person, World, code_of, people};

async fn seen(world: &World, id: u32) -> (DraftView, Vec<RowView>) {
    let view = world.desk.draft(id).await.unwrap();
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap().rows;
    // Counted anew by every run of the program.
    (DraftView { revision: 0, ..view }, rows)
}

/// Twelve people, two of them paid into one account and one without an amount.
fn twelve() -> Vec<Person> {
    let mut all = people(12);
    all[7].account = all[3].account.clone();
    all[9].amount = String::new();
    all
}

/// Rows are checked while the ledger takes them; what is shown is what is read from it later.
#[tokio::test(flavor = "multi_thread")]
async fn in_every_row_and_problem() {
    let mut world = World::open().await;
    let id = world.import(&twelve()).await;
    let at_first = seen(&world, id).await;
    assert_eq!((at_first.0.id, at_first.0.rows, at_first.0.to_fix), (id, 12, 1));
    assert!(!at_first.1[7].problems.is_empty(), "paid into the same account");
    world.restart().await;
    assert_eq!(seen(&world, id).await, at_first);
}

#[tokio::test(flavor = "multi_thread")]
async fn or_there_is_none() {
    let world = World::open().await;
    let full = "CREATE TRIGGER full BEFORE INSERT ON draft_sources WHEN NEW.first_position = 0
                BEGIN SELECT RAISE(ABORT, 'full'); END";
    world.on_the_disk(full).await;
    let refused = world.try_import(&twelve()).await;
    assert_eq!(code_of(refused), ErrorCode::LedgerUnavailable);
    assert!(world.desk.payrolls().await.unwrap().is_empty());
    world.on_the_disk("DROP TRIGGER full").await;
    let id = world.import(&twelve()).await;
    assert_eq!(world.desk.draft(id).await.unwrap().rows, 12);
}

/// A command answers the rows that it changed as they are from then on; one that changes more than a window shows
/// answers none, and they are asked for.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_command_answers_the_rows_it_changed() {
    let world = World::open().await;
    let id = world.import(&people(120)).await;
    let before = world.desk.draft(id).await.unwrap();
    assert!(before.changed.is_empty());
    let edited = world.desk.edit_cell(id, 4, Field::Amount, "none".to_owned()).await.unwrap();
    assert!(edited.revision > before.revision);
    let row = world.desk.row_detail(id, 4).await.unwrap().row;
    assert_eq!((edited.changed.as_slice(), edited.to_fix), ([row].as_slice(), 1));
    let undone = world.desk.undo(id).await.unwrap();
    assert_eq!(undone.changed[0].amount.as_deref(), Some("1004.00"));
    let all = world.desk.exclude(id, (0..120).collect()).await.unwrap();
    assert_eq!((all.changed.len(), all.excluded), (0, 120));
}

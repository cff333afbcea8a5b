use paysheet_desk::view::{Block, Direction, RowFilter, RowSort, SortBy};
use paysheet_domain::{Field, ProblemCode};

use crate::support::{World, people};

fn block(position: u32, fields: &[Option<Field>], text: &str) -> Block {
    Block { position, fields: fields.to_vec(), filter: RowFilter::default(), text: text.to_owned() }
}

#[tokio::test(flavor = "multi_thread")]
async fn shown_before_and_undone_whole() {
    let mut world = World::open().await;
    let id = world.import(&people(3)).await;
    let before = world.desk.draft(id).await.unwrap().payable;
    let fields = [Some(Field::Name), Some(Field::AccountNumber), Some(Field::BankCode), Some(Field::Amount)];
    // Two rows that are there and one that is not; a bank by its name, and a column too many.
    let text = "Ada Person1\t0100000199\tGTBank\t2,000.00\tx\r\n\
                Bola New\t0100000299\t058\t3000\r\n\
                Chidi New\t0100000399\tGTBank\t4000\r\n";
    let pasted = block(1, &fields, text);
    let view = world.desk.preview_block(id, pasted.clone()).await.unwrap();
    assert_eq!((view.rows, view.added, view.lines_left, view.columns_left), (2, 1, 0, 5));
    assert!(!view.asks, "{view:?}");
    assert_eq!(world.desk.draft(id).await.unwrap().payable, before, "a look changes nothing");

    let draft = world.desk.paste_block(id, pasted).await.unwrap();
    assert_eq!((draft.rows, draft.payable[0].count, draft.payable[0].sum.as_str()), (4, 4, "10000.00"));
    let undone = world.desk.undo(id).await.unwrap();
    assert_eq!((undone.rows, undone.payable), (3, before.clone()));
    world.restart().await;
    assert_eq!(
        world.desk.draft(id).await.unwrap().payable,
        before,
        "the added row is gone from the disk too"
    );
}

/// A bank is pasted by its name, its code, or the sort code of a branch.
#[tokio::test(flavor = "multi_thread")]
async fn a_bank_is_known_by_any_of_its_codes() {
    let world = World::open().await;
    let id = world.import(&people(3)).await;
    let pasted = block(0, &[Some(Field::BankCode)], "044152036\nZenith Bank\n777152036\n");
    let draft = world.desk.paste_block(id, pasted).await.unwrap();
    let banks = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
    let codes: Vec<Option<&str>> = banks.iter().map(|row| row.bank_code.as_deref()).collect();
    assert_eq!(codes, [Some("044"), Some("057"), None]);
    let unknown = draft.problems.iter().find(|problem| problem.code == ProblemCode::BankUnknown).unwrap();
    assert_eq!(unknown.count, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_undone_comes_again_with_its_new_rows() {
    let mut world = World::open().await;
    let id = world.import(&people(2)).await;
    world.desk.add_row(id).await.unwrap();
    for (field, value) in [
        (Field::Name, "Bola New"),
        (Field::AccountNumber, "0100000299"),
        (Field::BankCode, "058"),
        (Field::Amount, "3000"),
    ] {
        world.desk.edit_cell(id, 2, field, value.to_owned()).await.unwrap();
    }
    for _ in 0..5 {
        world.desk.undo(id).await.unwrap();
    }
    assert_eq!(world.desk.draft(id).await.unwrap().rows, 2);
    for _ in 0..5 {
        world.desk.redo(id).await.unwrap();
    }
    world.restart().await;
    let draft = world.desk.draft(id).await.unwrap();
    assert_eq!((draft.rows, draft.payable[0].sum.as_str()), (3, "5001.00"));
}

#[tokio::test(flavor = "multi_thread")]
async fn under_a_filter_it_goes_to_the_rows_that_are_shown_and_makes_none() {
    let world = World::open().await;
    let id = world.import(&people(4)).await;
    let sort = Some(RowSort { by: SortBy::Amount, direction: Direction::Descending });
    let filter = RowFilter { text: Some("person".to_owned()), sort, ..RowFilter::default() };
    world.desk.exclude(id, vec![0]).await.unwrap();
    let down = Block { filter: filter.clone(), ..block(1, &[Some(Field::Narration)], "one\ntwo\nthree\n") };
    let view = world.desk.preview_block(id, down.clone()).await.unwrap();
    // The sort turns the order round: person 1 is the last but one. No filter hides anybody, so the third is new.
    assert_eq!((view.rows, view.added, view.lines_left), (2, 1, 0));
    let filter = RowFilter { text: Some("person1".to_owned()), ..filter };
    let view = world.desk.preview_block(id, Block { filter, ..down }).await.unwrap();
    assert_eq!((view.rows, view.added, view.lines_left), (1, 0, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn selected_rows_are_changed_in_one_step() {
    let world = World::open().await;
    let id = world.import(&people(4)).await;
    assert_eq!(world.desk.row_positions(id, &RowFilter::default()).await.unwrap(), [0, 1, 2, 3]);
    world.desk.exclude(id, vec![3]).await.unwrap();
    world.desk.edit_rows(id, vec![1, 3, 99], Field::Amount, "77.00".to_owned()).await.unwrap();
    let amounts = async || -> Vec<Option<String>> {
        let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
        rows.into_iter().map(|row| row.amount).collect()
    };
    let shown = |texts: [&str; 4]| texts.map(|text| Some(text.to_owned()));
    assert_eq!(
        amounts().await,
        shown(["1000.00", "77.00", "1002.00", "1003.00"]),
        "an excluded row stays as it is"
    );
    world.desk.undo(id).await.unwrap();
    assert_eq!(amounts().await, shown(["1000.00", "1001.00", "1002.00", "1003.00"]));
    assert!(
        world.desk.edit_rows(id, vec![0, 1], Field::AccountNumber, "0100000199".to_owned()).await.is_err()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_value_fills_the_rows_of_a_filter() {
    let world = World::open().await;
    let id = world.import(&people(4)).await;
    let person2 = RowFilter { text: Some("person2".to_owned()), ..RowFilter::default() };
    world.desk.fill(id, person2, Field::Narration, "Bonus".to_owned()).await.unwrap();
    let draft =
        world.desk.fill(id, RowFilter::default(), Field::BankCode, "Nobody's Bank".to_owned()).await.unwrap();
    let unknown = draft.problems.iter().find(|problem| problem.code == ProblemCode::BankUnknown).unwrap();
    assert_eq!(unknown.count, 4, "a name takes the place of the file's code");
    let draft = world.desk.undo(id).await.unwrap();
    assert_eq!(draft.to_fix, 0);
    let everyone =
        world.desk.fill(id, RowFilter::default(), Field::AccountNumber, "0100000199".to_owned()).await;
    assert!(everyone.is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_found_in_the_order_they_are_shown_in() {
    let world = World::open().await;
    let id = world.import(&people(5)).await;
    let sort = Some(RowSort { by: SortBy::Amount, direction: Direction::Descending });
    let filter = RowFilter { sort, ..RowFilter::default() };
    let window = world.desk.draft_rows(id, &filter, 0, 9).await.unwrap();
    let shown: Vec<u32> = window.rows.iter().map(|row| row.position).collect();
    assert_eq!(shown, [4, 3, 2, 1, 0]);
    assert_eq!(world.desk.row_index(id, &filter, 3).await.unwrap(), Some(1));
    assert_eq!(world.desk.row_after(id, &filter, 3).await.unwrap(), Some(2));
    assert_eq!(world.desk.row_after(id, &filter, 0).await.unwrap(), Some(4));
    world.desk.edit_cell(id, 0, Field::Amount, "9000".to_owned()).await.unwrap();
    assert_eq!(world.desk.row_index(id, &filter, 0).await.unwrap(), Some(0), "the order follows an edit");
    let bank = RowFilter { bank: Some("999".to_owned()), ..RowFilter::default() };
    assert_eq!(world.desk.draft_rows(id, &bank, 0, 9).await.unwrap().total, 0);
}

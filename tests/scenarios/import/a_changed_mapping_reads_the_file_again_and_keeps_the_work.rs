use std::path::PathBuf;

use paysheet_desk::{
    ErrorCode,
    view::{MappingAnswer, MappingQuestion, Opened, RowFilter},
};
use paysheet_domain::Field;
use paysheet_sheet::{Header, MappingOrigin, TableChoice};

use crate::support::{World, code_of, names, nigerian};

fn write(world: &World) -> PathBuf {
    let path = world.folder.path().join("Kola Nov 2026.csv");
    let text = "Name,Account Number,Bank,Net Pay,Advance,Narration\n\
                Ada Obi,0000014579,First Bank,1000,100,Nov\n\
                Ben Eze,0123456789,GTBank,2000,200,Nov\n\
                Total,,,3000,300,\n";
    std::fs::write(&path, text).unwrap();
    path
}

async fn opened(world: &World) -> u32 {
    match world.desk.open_or_ask(&write(world), nigerian()).await.unwrap() {
        Opened::Draft { id } => id,
        Opened::Asks { path } => panic!("{path} asks"),
    }
}

/// The draft's own columns, but for the amount, which is the advance.
async fn advances(world: &World, id: u32) -> MappingAnswer {
    let view = world.desk.preview_draft_file(id, MappingQuestion::default()).await.unwrap();
    let mut mapping = view.decision.mapping;
    for column in &mut mapping.columns {
        if column.field == Field::Amount {
            column.column = "E".to_owned();
        }
    }
    MappingAnswer { sha256: view.sha256, mapping, country: None, currency: None, bank: None }
}

async fn amounts(world: &World, id: u32) -> Vec<String> {
    let window = world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap();
    window.rows.into_iter().map(|row| row.amount.unwrap_or_default()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_stays_but_for_what_the_old_column_said() {
    let world = World::open().await;
    let id = opened(&world).await;
    let desk = &world.desk;
    desk.edit_cell(id, 0, Field::Amount, "1050".to_owned()).await.unwrap();
    desk.edit_cell(id, 0, Field::Narration, "November pay".to_owned()).await.unwrap();
    desk.exclude(id, vec![1]).await.unwrap();
    desk.add_row(id).await.unwrap();
    desk.edit_cell(id, 2, Field::Name, "Bola New".to_owned()).await.unwrap();

    let answer = advances(&world, id).await;
    let effect = desk.remap_effect(id, answer.clone()).await.unwrap();
    assert_eq!((effect.kept, effect.gone, effect.people), (3, 1, 3), "{effect:?}");
    assert_eq!((effect.lines[0].from.as_str(), effect.lines[0].to.as_str()), ("1050", "100"));
    assert_eq!(amounts(&world, id).await, ["1050.00", "2000.00", ""], "looking changes nothing");

    let view = desk.remap(id, answer).await.unwrap();
    assert_eq!((view.rows, view.excluded, view.reading.unwrap().origin), (3, 1, MappingOrigin::Given));
    assert_eq!(amounts(&world, id).await, ["100.00", "200.00", ""]);
    let rows = desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap().rows;
    assert_eq!((rows[0].narration.as_str(), rows[2].name.as_str()), ("November pay", "Bola New"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_skipped_row_that_was_put_back_stays_a_person() {
    let world = World::open().await;
    let id = opened(&world).await;
    world.desk.restore_skipped(id, vec![4]).await.unwrap();
    let answer = advances(&world, id).await;
    let view = world.desk.remap(id, answer).await.unwrap();
    assert_eq!((view.rows, view.skipped.len()), (3, 0));
    assert_eq!(amounts(&world, id).await, ["100.00", "200.00", "300.00"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_undone_with_everything_that_was_before_and_its_own_undoing() {
    let world = World::open().await;
    let id = opened(&world).await;
    let desk = &world.desk;
    desk.edit_cell(id, 0, Field::Amount, "1050".to_owned()).await.unwrap();
    let answer = advances(&world, id).await;
    assert!(desk.remap(id, answer).await.unwrap().can_undo);
    desk.exclude(id, vec![1]).await.unwrap();
    desk.undo(id).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["100.00", "200.00"], "the exclusion first");
    desk.undo(id).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1050.00", "2000.00"]);
    let view = desk.undo(id).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1000.00", "2000.00"]);
    assert!(!view.can_undo && view.can_redo);
    assert_eq!(view.reading.unwrap().origin, MappingOrigin::Detected);
    assert!(desk.layouts().await.unwrap().is_empty(), "or next month the advances would be paid, unasked");
}

/// A person typed by hand and taken back must not come back, nor lend what was typed of them to whoever comes next.
#[tokio::test(flavor = "multi_thread")]
async fn who_was_taken_back_before_it_is_gone_for_good() {
    let mut world = World::open().await;
    let id = opened(&world).await;
    let desk = &world.desk;
    desk.add_row(id).await.unwrap();
    desk.edit_cell(id, 2, Field::Name, "Bola Gone".to_owned()).await.unwrap();
    desk.edit_cell(id, 2, Field::Narration, "Not meant".to_owned()).await.unwrap();
    let answer = advances(&world, id).await;
    desk.remap(id, answer).await.unwrap();
    for _ in ["the reading", "the narration", "the name", "the row"] {
        desk.undo(id).await.unwrap();
    }
    assert_eq!(amounts(&world, id).await, ["1000.00", "2000.00"]);
    desk.restore_skipped(id, vec![4]).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1000.00", "2000.00", "3000.00"]);
    let seen = desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap();
    world.restart().await;
    assert_eq!(world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap(), seen);
}

#[tokio::test(flavor = "multi_thread")]
async fn it_survives_a_restart_and_is_paid() {
    let mut world = World::open().await;
    let id = opened(&world).await;
    let answer = advances(&world, id).await;
    world.desk.remap(id, answer).await.unwrap();
    world.restart().await;
    assert_eq!(amounts(&world, id).await, ["100.00", "200.00"]);
    assert_eq!(world.total(id).await, "300.00");
    assert_eq!(code_of(world.desk.remap(id, advances(&world, id).await).await), ErrorCode::WrongState);
    // The advances are what these headings mean from now on.
    let next = opened(&world).await;
    assert_eq!(amounts(&world, next).await, ["100.00", "200.00"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_moved_or_changed_is_not_read_again() {
    let world = World::open().await;
    let id = opened(&world).await;
    let answer = advances(&world, id).await;
    let path = write(&world);
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replace("Ada", "Eve")).unwrap();
    assert_eq!(code_of(world.desk.remap(id, answer.clone()).await), ErrorCode::FileChanged);
    let looked = world.desk.preview_draft_file(id, MappingQuestion::default()).await;
    assert_eq!(code_of(looked), ErrorCode::FileChanged);
    std::fs::remove_file(&path).unwrap();
    assert_eq!(code_of(world.desk.remap(id, answer).await), ErrorCode::FileMoved);
    assert_eq!(names(&world.desk, id).await, ["Ada Obi", "Ben Eze"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_its_header_the_first_row_is_a_row_like_others() {
    let world = World::open().await;
    let id = opened(&world).await;
    let table = Some(TableChoice { sheet: String::new(), header: Header::Row(2) });
    let question = MappingQuestion { table, ..MappingQuestion::default() };
    let view = world.desk.preview_draft_file(id, question).await.unwrap();
    assert_eq!(view.decision.mapping.header_row, Some(2));
    assert_eq!(view.people, 1, "the row taken for headings is nobody");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_written_whole_is_not_written_and_later_edits_stay_with_their_people() {
    let mut world = World::open().await;
    let id = opened(&world).await;
    let answer = advances(&world, id).await;
    world
        .on_the_disk("CREATE TRIGGER full BEFORE INSERT ON layouts BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
    assert_eq!(code_of(world.desk.remap(id, answer.clone()).await), ErrorCode::LedgerUnavailable);
    world.desk.edit_cell(id, 1, Field::Amount, "2050".to_owned()).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1000.00", "2050.00"]);
    world.restart().await;
    assert_eq!(amounts(&world, id).await, ["1000.00", "2050.00"]);

    world.on_the_disk("DROP TRIGGER full").await;
    world.desk.remap(id, answer).await.unwrap();
    world
        .on_the_disk("CREATE TRIGGER full BEFORE DELETE ON layouts BEGIN SELECT RAISE(ABORT, 'full'); END")
        .await;
    world.desk.undo(id).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1000.00", "2050.00"], "whatever becomes of the headings");
    world.restart().await;
    assert_eq!(amounts(&world, id).await, ["1000.00", "2050.00"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn undoing_it_leaves_a_later_correction_of_what_is_remembered_alone() {
    let world = World::open().await;
    let id = opened(&world).await;
    let answer = advances(&world, id).await;
    let pay = {
        let mut columns = answer.mapping.columns.clone();
        columns.retain(|column| column.field != Field::Narration);
        columns
    };
    world.desk.remap(id, answer).await.unwrap();
    let fingerprint = world.desk.layouts().await.unwrap()[0].fingerprint.clone();
    world.desk.change_layout(&fingerprint, &pay).await.unwrap();
    let corrected = world.desk.layouts().await.unwrap();
    world.desk.undo(id).await.unwrap();
    assert_eq!(amounts(&world, id).await, ["1000.00", "2000.00"]);
    assert_eq!(world.desk.layouts().await.unwrap()[0].columns, corrected[0].columns);
}

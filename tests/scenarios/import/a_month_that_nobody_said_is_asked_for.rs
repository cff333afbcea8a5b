//! The month of a payroll comes from the name of its file or of its sheet. Where neither says it, it is asked for: the clock
//! says when a payroll is paid, not for which month.

use std::path::PathBuf;

use paysheet_desk::ErrorCode;

use crate::{
    double_payment::{NOVEMBER, approve, review, staff},
    support::{World, code_of, nigerian, write_sheet},
};

/// Opens the people in a file of this name.
async fn opened(world: &World, file: &str) -> u32 {
    let path: PathBuf = world.folder.path().join(file);
    write_sheet(&path, &staff(0..3));
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_file_whose_name_has_no_month_and_year() {
    for file in ["Staff list.csv", "November salaries (late).csv", "Batch 7.csv", "2026.csv"] {
        let world = World::without_callbacks().await;
        let id = opened(&world, file).await;
        assert_eq!(world.desk.draft(id).await.unwrap().period, "", "{file}");
        assert_eq!(code_of(world.desk.review(id, None).await), ErrorCode::ValueInvalid, "{file}");
        let shown = review(&world, id, "Salaries", NOVEMBER).await.unwrap();
        assert_eq!(world.desk.draft(id).await.unwrap().period, NOVEMBER, "{file}");
        approve(&world, &shown).await.unwrap();
        world.desk.send(id).await.unwrap();
        assert_eq!(world.line.sent().len(), 1, "{file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn but_not_of_one_that_says_it() {
    for file in [
        "Staff November 2026.csv",
        "Mishahara Novemba 2026.csv",
        "Salarios de novembro 2026.csv",
        "Salarisse November 2026.csv",
        "Umushahara Ugushyingo 2026.csv",
        "Albashi Nuwamba 2026.csv",
        "Staff pay 112026.csv",
        "pay_20261125.csv",
    ] {
        let world = World::without_callbacks().await;
        let id = opened(&world, file).await;
        let shown = world.desk.review(id, None).await.unwrap();
        assert_eq!(shown.input.period, NOVEMBER, "{file}");
    }
}

//! A narration that is longer than the service takes is a problem of its row, and the payroll's name is one of whoever has
//! none.

use std::fs;

use paysheet_desk::ErrorCode;
use paysheet_domain::{ProblemCode, Severity};

use crate::{
    double_payment::{NOVEMBER, try_pay},
    support::{World, code_of, nigerian},
};

/// Characters that the service takes.
const MOST: u32 = 20;

async fn draft(world: &World, narration: &str) -> u32 {
    let path = world.folder.path().join("Staff.csv");
    let head = "Name,Account number,Bank,Amount,Narration";
    fs::write(&path, format!("{head}\nAda Obi,0200001004,GTBank,1000.00,{narration}\n")).unwrap();
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_the_files_nor_the_payrolls_name() {
    let long = "x".repeat(101);
    for (narration, limit, code) in [
        (long.as_str(), 0, Some(ErrorCode::DraftHasProblems)),
        ("Salary for November", MOST, None),
        ("Salary for November 2026", MOST, Some(ErrorCode::DraftHasProblems)),
        ("Salary for November 2026", 0, None),
        // The payroll's own name has 17 characters, and is the narration of whoever has none.
        ("", MOST, None),
        ("", 16, Some(ErrorCode::NarrationTooLong)),
    ] {
        let world = World::without_callbacks().await;
        let id = draft(&world, narration).await;
        let mut settings = world.desk.profile().settings;
        settings.narration_chars_max = limit;
        // Also of a payroll that was read before the limit was known.
        world.desk.save_profile(settings).await.unwrap();
        let paid = try_pay(&world, id, "November salaries", NOVEMBER).await;
        assert_eq!(paid.is_ok(), code.is_none(), "{narration:?} {limit}");
        assert_eq!(world.line.sent().is_empty(), code.is_some(), "{narration:?} {limit}");
        if code.is_some() {
            assert_eq!(Some(code_of(paid)), code, "{narration:?} {limit}");
        }
        if code == Some(ErrorCode::DraftHasProblems) {
            let problems = world.desk.draft(id).await.unwrap().problems;
            let found = problems.iter().find(|problem| problem.code == ProblemCode::TextTooLong).unwrap();
            assert_eq!(found.severity, Severity::Error);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_is_accepted_one_row_at_a_time() {
    let world = World::without_callbacks().await;
    let mut settings = world.desk.profile().settings;
    settings.narration_chars_max = MOST;
    world.desk.save_profile(settings).await.unwrap();
    let id = draft(&world, "Salary for November 2026").await;
    let alike = world.desk.accept_suggestion_alike(id, ProblemCode::TextTooLong).await.unwrap();
    assert_eq!(alike.to_fix, 1, "nobody looked at what is cut");
    let one = world.desk.accept_suggestion(id, 0, ProblemCode::TextTooLong).await.unwrap();
    assert_eq!(one.to_fix, 0);
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(world.line.sent_values()[0]["recipients"][0]["narration"], "Salary for November");
}

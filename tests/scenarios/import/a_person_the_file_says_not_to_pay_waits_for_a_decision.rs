use std::fs;

use paysheet_desk::{AppError, DeskError, ShownRows};
use paysheet_domain::{PayoutState, ProblemCode};

use crate::{
    double_payment::{NOVEMBER, try_pay},
    support::{World, counts, names, nigerian, outcomes, until_closed},
};

const CODE: ProblemCode = ProblemCode::FileSaysNotToPay;

/// Four people of whom the file says of two, in a column without a heading and in the narration, not to pay them.
async fn draft(world: &World) -> u32 {
    let path = world.folder.path().join("Staff list November 2026.csv");
    let text = "Name,Account number,Bank code,Narration,Amount,\n\
                Ada Obi,0100000099,058,November salary,1000.00,\n\
                Ben Eze,0100000199,058,November salary,1001.00,SUSPENDED\n\
                Chi Ike,0100000299,058,already paid,1002.00,\n\
                Dan Ude,0100000399,058,November salary,1003.00,\n";
    fs::write(&path, text).unwrap();
    let id = world.desk.open_file(&path, nigerian()).await.unwrap();
    decide_the_rest(world, id).await;
    id
}

/// Accepts everything else that is asked about invented accounts.
async fn decide_the_rest(world: &World, id: u32) {
    for problem in world.desk.draft(id).await.unwrap().problems {
        if problem.code != CODE {
            let _ = world.desk.accept_warning_alike(id, problem.code, "Looked at it", None).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_without_it() {
    let world = World::without_callbacks().await;
    let id = draft(&world).await;
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn all_alike_are_left_out_as_one_step() {
    let world = World::open().await;
    let id = draft(&world).await;
    world.desk.exclude_alike(id, CODE, None).await.unwrap();
    assert_eq!(names(&world.desk, id).await, ["Ada Obi", "Dan Ude"]);
    world.desk.undo(id).await.unwrap();
    assert_eq!(names(&world.desk, id).await.len(), 4);
    world.desk.redo(id).await.unwrap();
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 2)]));
}

/// `SUSPENDED` and `already paid` are two questions.
#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_for_the_same_words_only() {
    let world = World::open().await;
    let id = draft(&world).await;
    let position_of_ben = 1;
    let shown = ShownRows { count: 2, like: Some(position_of_ben) };
    let accepted = world.desk.accept_warning_alike(id, CODE, "Back since Monday", Some(shown)).await;
    assert!(matches!(accepted, Err(DeskError::App(AppError::RowsDiffer))), "the user was shown one row");
    let shown = ShownRows { count: 1, ..shown };
    world.desk.accept_warning_alike(id, CODE, "Back since Monday", Some(shown)).await.unwrap();
    let left = world.desk.draft(id).await.unwrap().problems;
    assert_eq!(left.iter().find(|problem| problem.code == CODE).unwrap().count, 1);
    let position_of_chi = 2;
    world.desk.exclude_alike(id, CODE, Some(position_of_chi)).await.unwrap();
    assert_eq!(names(&world.desk, id).await, ["Ada Obi", "Ben Eze", "Dan Ude"]);
}

/// Whoever is paid all the same is not paid "already paid".
#[tokio::test(flavor = "multi_thread")]
async fn the_words_are_not_sent() {
    let world = World::without_callbacks().await;
    let id = draft(&world).await;
    world.desk.accept_warning_alike(id, CODE, "Agreed with the office", None).await.unwrap();
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let sent = String::from_utf8(world.line.sent().remove(0)).unwrap();
    assert!(sent.contains("0100000299") && sent.contains("0100000199"), "{sent}");
    assert!(!sent.contains("already paid") && !sent.contains("SUSPENDED"), "{sent}");
}

use std::fs;

use paysheet_domain::{PayoutState, ProblemCode};

use crate::{
    double_payment::{NOVEMBER, try_pay},
    support::{World, counts, nigerian, outcomes, until_closed},
};

const CODE: ProblemCode = ProblemCode::BankTakenOver;

/// Three people at banks that others have taken over, two of them at the same one.
async fn draft(world: &World) -> u32 {
    let path = world.folder.path().join("Old list November 2026.csv");
    let text = "Name,Account number,Bank,Amount\n\
                Ada Obi,0100000099,Skye Bank,1000.00\n\
                Ben Eze,0100000199,SKYE BANK PLC,1001.00\n\
                Chi Ike,0100000299,Diamond Bank,1002.00\n";
    fs::write(&path, text).unwrap();
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_before() {
    let world = World::without_callbacks().await;
    let id = draft(&world).await;
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_is_paid_at_its_successor() {
    let world = World::open().await;
    let id = draft(&world).await;
    let open = world.desk.draft(id).await.unwrap();
    assert_eq!(open.problems.iter().find(|problem| problem.code == CODE).map(|p| p.count), Some(3));
    assert_eq!(open.payable.len(), 0);
    world.desk.accept_suggestion_alike(id, CODE).await.unwrap();
    for problem in world.desk.draft(id).await.unwrap().problems {
        let _ = world.desk.accept_warning_alike(id, problem.code, "Looked at it", None).await;
    }
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let track = until_closed(&world.desk, id).await;
    assert_eq!(outcomes(&track), counts(&[(PayoutState::Paid, 3)]));
    let sent = &world.line.sent_values()[0];
    let banks: Vec<&str> =
        sent["recipients"].as_array().unwrap().iter().map(|to| to["bankcode"].as_str().unwrap()).collect();
    assert_eq!(banks, ["076", "076", "044"]);
}

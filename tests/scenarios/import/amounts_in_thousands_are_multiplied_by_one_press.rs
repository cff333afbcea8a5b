use std::fs;

use paysheet_domain::ProblemCode;

use crate::support::{World, nigerian};

/// One press is for the unit of all amounts. Until then nobody can be paid, and an undo takes it back.
#[tokio::test(flavor = "multi_thread")]
async fn and_only_by_that() {
    let world = World::without_callbacks().await;
    let path = world.folder.path().join("November 2026.csv");
    let text = "ALL AMOUNTS IN THOUSANDS (N'000)\nName,Account number,Bank code,Amount\n\
                Ada Obi,0100000099,058,85\nBen Eze,0100000199,058,86.5\n";
    fs::write(&path, text).unwrap();
    let id = world.desk.open_file(&path, nigerian()).await.unwrap();
    let open = async || {
        let draft = world.desk.draft(id).await.unwrap();
        draft.problems.iter().find(|problem| problem.code == ProblemCode::AmountInThousands).map(|p| p.count)
    };
    assert_eq!(open().await, Some(2));
    world.desk.accept_suggestion_alike(id, ProblemCode::AmountInThousands).await.unwrap();
    assert_eq!(open().await, None);
    world.desk.undo(id).await.unwrap();
    assert_eq!(open().await, Some(2));
}

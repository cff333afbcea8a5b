use std::fs;

use paysheet_desk::{ErrorCode, ListWords, view::TopUpQuery};
use paysheet_domain::FundingState;
use paysheet_practice::CardOutcome;

use crate::{
    cards::charge,
    paying::{until_state, world},
    support::code_of,
};

#[tokio::test(flavor = "multi_thread")]
async fn by_state_and_text_into_a_file() {
    let world = world().await;
    let funded = charge(&world, CardOutcome::Success, "5000000").await.top_up;
    until_state(&world.desk, funded.id, FundingState::Funded).await;
    charge(&world, CardOutcome::Declined, "1000").await;
    world.desk.look_up_reference("POS-1002").await.unwrap();
    let found = async |query: TopUpQuery| {
        let window = world.desk.top_ups(&query, 0, 10).await.unwrap();
        window.rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    let text = |text: &str| TopUpQuery { text: Some(text.to_owned()), ..TopUpQuery::default() };
    let all = TopUpQuery::default();
    assert_eq!(found(all.clone()).await, [3, 2, 1]);
    assert_eq!(found(TopUpQuery { state: Some(FundingState::Declined), ..all.clone() }).await, [2]);
    assert_eq!(found(text("pos-1")).await, [3]);
    assert_eq!(found(text("0019")).await, [1]);
    assert_eq!(
        found(TopUpQuery { from: Some("2027-01-01T00:00:00Z".to_owned()), ..all.clone() }).await,
        [] as [u32; 0]
    );
    let wrong = TopUpQuery { before: Some("yesterday".to_owned()), ..all.clone() };
    assert_eq!(code_of(world.desk.top_ups(&wrong, 0, 10).await), ErrorCode::ValueInvalid);

    let words = ListWords::from([
        ("head.reference", "Provider's reference"),
        ("funding_state.Funded", "In the balance"),
    ]);
    let folder = tempfile::tempdir().unwrap();
    let csv =
        world.desk.export_top_ups(&all, words.clone(), &folder.path().join("Top-ups.csv")).await.unwrap();
    let lines: Vec<String> = fs::read_to_string(csv).unwrap().lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].starts_with("\u{feff}Started (UTC),Provider's reference,Method,Card,"));
    assert!(
        lines[3].contains("visa 0019,Ngozi Adeyemi,5000000.00,150000.00,41000000.00,NGN,In the balance"),
        "{}",
        lines[3]
    );
    let xlsx = world.desk.export_top_ups(&text("0019"), words, &folder.path().join("Top-ups")).await.unwrap();
    assert!(xlsx.ends_with("Top-ups.xlsx") && fs::read(xlsx).unwrap().starts_with(b"PK"));
}

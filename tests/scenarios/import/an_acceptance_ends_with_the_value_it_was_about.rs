use paysheet_desk::view::{HolderView, RowFilter, RowState, RowView};
use paysheet_domain::{Field, ProblemCode};

use crate::support::{Person, World, people};

async fn row(world: &World, id: u32, position: u32) -> RowView {
    let window = world.desk.draft_rows(id, &RowFilter::default(), position, 1).await.unwrap();
    window.rows.into_iter().next().unwrap()
}

fn open(row: &RowView) -> Vec<ProblemCode> {
    row.problems.iter().filter(|problem| !problem.accepted).map(|problem| problem.code).collect()
}

async fn check_names(world: &World, id: u32) {
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

/// Accepted: that this account is held by another name. Then the account is changed: nobody accepted that one.
#[tokio::test(flavor = "multi_thread")]
async fn of_another_account_holder() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(1)).await;
    check_names(&world, id).await;
    assert!(open(&row(&world, id, 0).await).contains(&ProblemCode::NameDiffers));
    for code in open(&row(&world, id, 0).await) {
        world.desk.accept_warning(id, 0, code, "Looked at it").await.unwrap();
    }
    assert_eq!(row(&world, id, 0).await.state, RowState::Ready);
    world.desk.edit_cell(id, 0, Field::Narration, "Salary".to_owned()).await.unwrap();
    assert_eq!(row(&world, id, 0).await.state, RowState::Ready, "a narration is no new account");
    world.desk.edit_cell(id, 0, Field::AccountNumber, "0123456789".to_owned()).await.unwrap();
    check_names(&world, id).await;
    assert!(open(&row(&world, id, 0).await).contains(&ProblemCode::NameDiffers));
    world.desk.undo(id).await.unwrap();
    assert_eq!(row(&world, id, 0).await.account_number, "0100000099");
}

/// Accepted: that two people share an account. Then one is moved to the account of a third.
#[tokio::test(flavor = "multi_thread")]
async fn of_another_double() {
    let world = World::without_callbacks().await;
    let mut staff = people(3);
    staff[1].account = staff[0].account.clone();
    let id = world.import(&staff).await;
    world.desk.accept_warning_alike(id, ProblemCode::DuplicateAccount, "Looked at it", None).await.unwrap();
    assert!(!open(&row(&world, id, 1).await).contains(&ProblemCode::DuplicateAccount));
    world.desk.edit_cell(id, 1, Field::AccountNumber, staff[2].account.clone()).await.unwrap();
    assert!(open(&row(&world, id, 1).await).contains(&ProblemCode::DuplicateAccount));
    assert!(open(&row(&world, id, 2).await).contains(&ProblemCode::DuplicateAccount));
}

/// A window that is a moment behind cannot accept what is not there yet.
#[tokio::test(flavor = "multi_thread")]
async fn or_never_began() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(1)).await;
    world.desk.accept_warning(id, 0, ProblemCode::NameDiffers, "Looked at it").await.unwrap();
    check_names(&world, id).await;
    assert!(open(&row(&world, id, 0).await).contains(&ProblemCode::NameDiffers));
}

/// What the bank says is compared with the name that the row has now.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_matching_name_ends_with_the_name() {
    let world = World::without_callbacks().await;
    let account = "0100000099";
    let holder = paysheet_practice::holder_name(paysheet_domain::Country::NG, "058", account).unwrap();
    let id = world.import(&[Person::new("Somebody Else", account, "5.00")]).await;
    check_names(&world, id).await;
    assert_eq!(row(&world, id, 0).await.holder, HolderView::Differs { holder: holder.clone() });
    world.desk.edit_cell(id, 0, Field::Name, holder.clone()).await.unwrap();
    let mended = row(&world, id, 0).await;
    assert_eq!(mended.holder, HolderView::Matches { holder: holder.clone() });
    assert!(!open(&mended).contains(&ProblemCode::NameDiffers));
    world.desk.edit_cell(id, 0, Field::Name, "Nobody Atall".to_owned()).await.unwrap();
    assert!(open(&row(&world, id, 0).await).contains(&ProblemCode::NameDiffers));
}

/// Rows read as another country's were looked at as this one's.
#[tokio::test(flavor = "multi_thread")]
async fn and_with_the_country() {
    use paysheet_domain::{Country, Currency};
    let world = World::without_callbacks().await;
    let mut staff = people(2);
    staff[1].account = staff[0].account.clone();
    for person in &mut staff {
        person.country = String::new();
    }
    let id = world.import(&staff).await;
    world.desk.accept_warning_alike(id, ProblemCode::DuplicateAccount, "Looked at it", None).await.unwrap();
    world.desk.set_destination(id, Country::KE, Currency::KES).await.unwrap();
    let double =
        |row: RowView| row.problems.iter().any(|p| p.code == ProblemCode::DuplicateAccount && p.accepted);
    assert!(!double(row(&world, id, 0).await));
    let mut world = world;
    world.restart().await;
    assert!(!double(row(&world, id, 0).await));
}

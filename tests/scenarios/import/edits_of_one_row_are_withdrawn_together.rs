use paysheet_domain::Field;

use crate::support::{World, people};

#[tokio::test(flavor = "multi_thread")]
async fn as_one_step_that_can_be_undone() {
    let world = World::without_callbacks().await;
    let id = world.import(&people(3)).await;
    let before = world.desk.row_detail(id, 1).await.unwrap().row;
    world.desk.edit_cell(id, 1, Field::Amount, "77.00".to_owned()).await.unwrap();
    world.desk.edit_cell(id, 1, Field::BankCode, "044".to_owned()).await.unwrap();
    world.desk.edit_cell(id, 2, Field::Amount, "88.00".to_owned()).await.unwrap();
    let edited = world.desk.row_detail(id, 1).await.unwrap().row;
    assert_eq!(edited.edited.len(), 2);

    world.desk.revert(id, vec![1]).await.unwrap();
    assert_eq!(world.desk.row_detail(id, 1).await.unwrap().row, before);
    let other = world.desk.row_detail(id, 2).await.unwrap().row;
    assert_eq!(other.amount.as_deref(), Some("88.00"), "other rows keep their edits");

    world.desk.undo(id).await.unwrap();
    assert_eq!(world.desk.row_detail(id, 1).await.unwrap().row, edited);
}

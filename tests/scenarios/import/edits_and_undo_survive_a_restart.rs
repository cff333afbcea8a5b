use paysheet_domain::Field;

use crate::support::{World, names, people, until_closed};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_typed_undone_and_redone_is_kept() {
    let mut world = World::open().await;
    let id = world.import(&people(4)).await;
    let desk = &world.desk;
    desk.edit_cell(id, 0, Field::Amount, "2500.00".to_owned()).await.unwrap();
    desk.edit_cell(id, 1, Field::Amount, "9999.00".to_owned()).await.unwrap();
    desk.exclude(id, vec![2]).await.unwrap();
    desk.exclude(id, vec![3]).await.unwrap();
    // Person 3 comes back, person 2 as well, the typed 9999 goes; then person 1's goes back in.
    for _ in 0..3 {
        desk.undo(id).await.unwrap();
    }
    let view = desk.redo(id).await.unwrap();
    assert!(view.can_undo && view.can_redo);
    assert_eq!(view.payable[0].sum, "14504.00");
    let before = desk.draft(id).await.unwrap().payable;
    world.restart().await;
    let desk = &world.desk;
    assert_eq!(desk.draft(id).await.unwrap().payable, before);
    assert_eq!(names(desk, id).await.len(), 4);
    let total = world.total(id).await;
    assert_eq!(total, "14504.00");
    world.listen().await;
    world.pay(id, &total).await.unwrap();
    until_closed(&world.desk, id).await;
    let sent = world.line.sent_values();
    assert_eq!(sent[0]["recipients"][0]["amount"], "2500.00");
    assert_eq!(sent[0]["recipients"][1]["amount"], "9999.00");
}

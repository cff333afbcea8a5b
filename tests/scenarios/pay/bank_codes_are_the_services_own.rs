use paysheet_desk::{ErrorCode, view::RowFilter};
use serde_json::json;

use crate::support::{Person, Then, World, code_of, nigerian, open_desk, people, secrets};

const TAKEN: &str = r#"{"status":"success","data":{"batchId":5}}"#;

fn staff() -> Vec<Person> {
    let mut staff = people(1);
    staff[0].bank = "GTBank".to_owned();
    staff.push(Person::of("UG", "Stanbic Bank Uganda", "9030001234599"));
    staff
}

fn list(world: &World) {
    world.line.list_banks("NG", &json!({ "000013": "GTBank Plc" }));
    world.line.list_banks("UG", &json!({ "U77": "Stanbic Bank Uganda" }));
    world.line.next([Then::answer(200, TAKEN), Then::answer(200, TAKEN)]);
}

fn codes(world: &World) -> Vec<String> {
    let sent = world.line.sent_values();
    sent.iter().map(|body| body["recipients"][0]["bankcode"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn in_every_country_of_the_payroll() {
    let world = World::without_callbacks().await;
    list(&world);
    world.sent(&staff()).await;
    assert_eq!(codes(&world), ["000013", "U77"]);
}

/// A locked desk knows only the embedded list. Its codes are looked at on the screen, but they are never paid.
#[tokio::test(flavor = "multi_thread")]
async fn also_where_the_file_was_read_while_the_desk_was_locked() {
    let mut world = World::without_callbacks().await;
    list(&world);
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    let id = world.desk.open_file(&world.sheet(&staff()), nigerian()).await.unwrap();
    let row = world.desk.draft_rows(id, &RowFilter::default(), 0, 1).await.unwrap().rows.remove(0);
    assert_eq!(row.bank_code.as_deref(), Some("058"));
    let total = world.total(id).await;
    world.desk.unlock().await.unwrap();
    assert_eq!(code_of(world.approve(id, &total).await), ErrorCode::ChangedSinceShown);
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
    world.desk.send(id).await.unwrap();
    assert_eq!(codes(&world), ["000013", "U77"]);
}

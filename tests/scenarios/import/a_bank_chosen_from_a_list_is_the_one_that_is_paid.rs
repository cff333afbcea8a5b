//! A bank is chosen by its code from a list on the screen. The draft may have been checked by another list, in which the
//! code is another bank's.

use paysheet_desk::view::RowFilter;
use paysheet_domain::{Country, Field};
use serde_json::json;

use crate::support::{Person, World, open_desk, people, secrets};

/// In the embedded list, 057 is Zenith Bank.
const LISTED: &str = r#"{ "057": "Access Bank", "058": "Zenith Bank" }"#;

async fn bank(world: &World, id: u32, position: u32) -> (Option<String>, String) {
    let rows = world.desk.draft_rows(id, &RowFilter::default(), position, 1).await.unwrap().rows;
    (rows[0].bank_code.clone(), rows[0].bank_name.clone())
}

/// The file is opened while the desk is locked; the user unlocks it from the list.
#[tokio::test(flavor = "multi_thread")]
async fn also_where_the_file_was_opened_without_it() {
    let mut world = World::without_callbacks().await;
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    world.line.list_banks("NG", &serde_json::from_str(LISTED).unwrap());
    let id = world.import(&[Person { bank: "Office Bank".to_owned(), ..people(1).remove(0) }]).await;
    world.desk.unlock().await.unwrap();
    let shown = world.desk.banks(Country::NG).await.unwrap();
    let access = shown.banks.iter().find(|bank| bank.name == "Access Bank").unwrap();
    world.desk.edit_cell(id, 0, Field::BankCode, access.code.clone()).await.unwrap();
    assert_eq!(bank(&world, id, 0).await, (Some("057".to_owned()), "Access Bank".to_owned()));
}

/// The bank for many people is one of the payroll's own country. Elsewhere its code may be another bank's.
#[tokio::test(flavor = "multi_thread")]
async fn for_many_people_of_one_country_at_once() {
    let world = World::without_callbacks().await;
    world.line.list_banks("NG", &json!({ "01": "Access Bank" }));
    world.line.list_banks("KE", &json!({ "01": "KCB Bank Kenya", "02": "Stanbic Bank Kenya" }));
    let nigerian = Person { bank: "Access Bank".to_owned(), ..people(1).remove(0) };
    let kenyan = Person::of("KE", "Stanbic Bank Kenya", "1100123499");
    let id = world.import(&[nigerian, kenyan]).await;
    let stanbic = (Some("02".to_owned()), "Stanbic Bank Kenya".to_owned());
    assert_eq!(bank(&world, id, 1).await, stanbic);
    world.desk.edit_rows(id, vec![0, 1], Field::BankCode, "01".to_owned()).await.unwrap();
    assert_eq!(bank(&world, id, 1).await, stanbic);
    world.desk.fill(id, RowFilter::default(), Field::BankCode, "01".to_owned()).await.unwrap();
    assert_eq!(bank(&world, id, 1).await, stanbic);
}

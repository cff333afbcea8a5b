use std::{fs, path::Path};

use paysheet_desk::ReadOptions;
use paysheet_domain::{Country, Currency};

use crate::support::{World, until_closed};

const NIGERIAN: ReadOptions = ReadOptions { country: Some(Country::NG), currency: Some(Currency::NGN) };

/// Writes a file with so many people.
fn save(path: &Path, people: usize) {
    let rows = (0..people).map(|at| format!("Ada Person{at},010000009{at},058,{}.00\n", 1000 + at));
    fs::write(path, format!("Name,Account number,Bank code,Amount\n{}", rows.collect::<String>())).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn until_it_is_approved() {
    let world = World::open().await;
    let file = world.folder.path().join("Staff November 2026.csv");
    save(&file, 2);
    let id = world.desk.open_file(&file, NIGERIAN).await.unwrap();
    assert_eq!(world.desk.changed_file(id).await.unwrap(), None);

    save(&file, 3);
    assert_eq!(world.desk.changed_file(id).await.unwrap(), Some(file.clone()));
    assert_eq!(world.desk.draft(id).await.unwrap().rows, 2);

    // The same bytes are the same file, whenever they were saved.
    save(&file, 2);
    assert_eq!(world.desk.changed_file(id).await.unwrap(), None);

    save(&file, 3);
    let total = world.total(id).await;
    assert_eq!(world.desk.changed_file(id).await.unwrap(), Some(file));
    world.pay(id, &total).await.unwrap();
    until_closed(&world.desk, id).await;
    assert_eq!(world.desk.changed_file(id).await.unwrap(), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn unless_it_is_gone_or_another_payroll_s() {
    let world = World::open().await;
    let file = world.folder.path().join("Staff November 2026.csv");
    save(&file, 2);
    let id = world.desk.open_file(&file, NIGERIAN).await.unwrap();
    let copy = world.desk.pay_again(id).await.unwrap();
    save(&file, 3);
    assert_eq!(world.desk.changed_file(copy).await.unwrap(), None);
    fs::remove_file(&file).unwrap();
    assert_eq!(world.desk.changed_file(id).await.unwrap(), None);
}

use std::fs;

use paysheet_desk::view::RowFilter;
use paysheet_domain::Field;

use crate::support::{World, nigerian};

/// Bank codes of all rows after `code` was chosen for the first row and all alike.
async fn codes(rows: &[&str], own: &[(u32, &str)], code: &str) -> Vec<String> {
    let world = World::without_callbacks().await;
    let path = world.folder.path().join("staff.csv");
    let mut text = "Name,Account number,Bank name,Bank code,Amount,Country\n".to_owned();
    for (n, row) in rows.iter().enumerate() {
        let [name, code, country] = row.split('|').collect::<Vec<_>>()[..] else { panic!("{row}") };
        text.push_str(&format!("Ada Person{n},01000{n:03}99,{name},{code},{}.00,{country}\n", 100 + n));
    }
    fs::write(&path, text).unwrap();
    let id = world.desk.open_file(&path, nigerian()).await.unwrap();
    for (position, code) in own {
        world.desk.edit_cell(id, *position, Field::BankCode, (*code).to_owned()).await.unwrap();
    }
    world.desk.edit_alike(id, 0, Field::BankCode, code.to_owned()).await.unwrap();
    let window = world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap();
    window.rows.into_iter().map(|row| row.bank_code.unwrap_or_default()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn not_those_who_name_their_bank_otherwise() {
    for (what, rows, own, expected) in [
        (
            "all that say the same",
            &["Bank PHB||NG", "bank phb||NG", "GTBank||NG"][..],
            &[][..],
            ["082", "082", "058"],
        ),
        ("no bank at all beside codes alone", &["||NG", "|058|NG", "||NG"], &[], ["082", "058", "082"]),
        (
            "a code that fits the name elsewhere",
            &["Zenith|058|NG", "GTBank|058|NG", "Zenith|058|NG"],
            &[],
            ["082", "058", "082"],
        ),
        (
            "somebody whose bank was chosen by hand",
            &["Bank PHB||NG", "Bank PHB||NG", "Bank PHB||NG"],
            &[(1, "044")],
            ["082", "044", "082"],
        ),
        (
            "the same name in another country",
            &["Bank PHB||NG", "Bank PHB||GH", "Bank PHB||NG"],
            &[],
            ["082", "", "082"],
        ),
    ] {
        assert_eq!(codes(rows, own, "082").await, expected, "{what}");
    }
}

/// Nor does an account typed for one go to everybody who has none.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_missing_account_is_nobodys_like() {
    let world = World::without_callbacks().await;
    let mut staff = crate::support::people(3);
    staff[0].account = String::new();
    staff[2].account = String::new();
    let id = world.import(&staff).await;
    world.desk.edit_alike(id, 0, Field::AccountNumber, "0123456789".to_owned()).await.unwrap();
    let window = world.desk.draft_rows(id, &RowFilter::default(), 0, 100).await.unwrap();
    let accounts: Vec<&str> = window.rows.iter().map(|row| row.account_number.as_str()).collect();
    assert_eq!(accounts, ["0123456789", "0100000199", ""]);
}

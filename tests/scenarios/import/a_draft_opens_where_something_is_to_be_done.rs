use paysheet_desk::view::{RowFilter, RowState};

use paysheet_domain::account::nuban;

use crate::support::{Person, World};

/// Windows as the grid asks for them, smaller than the payroll.
const WINDOW: u32 = 5;

/// So many people of whom nothing is asked.
fn people(count: u32) -> Vec<Person> {
    let account = |n: u32| nuban("058", &format!("01000{n:04}")).unwrap();
    (0..count).map(|n| Person::new(&format!("Ada Person{n}"), &account(n), "1000.00")).collect()
}

async fn opening(all: &[Person]) -> (World, u32, Option<(u32, RowState)>, u32) {
    let world = World::open().await;
    let id = world.import(all).await;
    let opening = world.desk.draft_opening(id, WINDOW).await.unwrap();
    assert_eq!(opening.draft, world.desk.draft(id).await.unwrap());
    let offset = opening.rows.offset;
    let window = world.desk.draft_rows(id, &RowFilter::default(), offset, WINDOW).await.unwrap();
    assert_eq!(opening.rows, window, "a window as the grid would ask for it");
    let open = match opening.open {
        Some(open) => {
            let position = open.detail.row.position;
            assert_eq!(open.detail, world.desk.row_detail(id, position).await.unwrap());
            assert_eq!(
                world.desk.row_index(id, &RowFilter::default(), position).await.unwrap(),
                Some(open.index)
            );
            Some((open.index, open.detail.row.state))
        }
        None => None,
    };
    (world, id, open, offset)
}

#[tokio::test(flavor = "multi_thread")]
async fn at_the_first_row_to_fix() {
    let mut all = people(14);
    all[3].account = all[2].account.clone();
    all[12].amount = String::new();
    let (_world, _, open, offset) = opening(&all).await;
    assert_eq!(
        (open, offset),
        (Some((12, RowState::ToFix)), 10),
        "before the rows that only wait for a word"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn else_at_the_first_to_decide() {
    let mut all = people(14);
    all[7].account = all[6].account.clone();
    let (_world, _, open, offset) = opening(&all).await;
    assert_eq!((open, offset), (Some((6, RowState::ToDecide)), 5));
}

#[tokio::test(flavor = "multi_thread")]
async fn else_at_the_top() {
    let (_world, _, open, offset) = opening(&people(14)).await;
    assert_eq!((open, offset), (None, 0));
}

/// Whoever is put back stands where the file has them, and has the last position: place and position are two numbers.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_order_of_the_file() {
    let world = World::open().await;
    let path = world.folder.path().join("November.csv");
    let text = "Name,Account number,Bank code,Amount,Country\nTotal Okoro,,058,2000.00,NG\nAda Obi,0000014579,011,,NG\n";
    std::fs::write(&path, text).unwrap();
    let id = world.desk.open_file(&path, paysheet_desk::ReadOptions::default()).await.unwrap();
    let opened = async || {
        let open = world.desk.draft_opening(id, WINDOW).await.unwrap().open.unwrap();
        (open.index, open.detail.row.position, open.detail.row.row)
    };
    assert_eq!(opened().await, (0, 0, Some(3)));
    world.desk.restore_skipped(id, vec![2]).await.unwrap();
    assert_eq!(opened().await, (0, 1, Some(2)), "whoever was put back has no account");
    world.desk.exclude(id, vec![1]).await.unwrap();
    assert_eq!(opened().await, (1, 0, Some(3)));
}

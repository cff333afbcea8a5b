//! Everyone who was ever paid is listed across payrolls, and chosen people are paid again without a file: as a draft that
//! is checked and approved like any other.

use paysheet_desk::{
    DeskError, ErrorCode, ListWords,
    view::{PeopleAmounts, PeopleFilter, PeopleOrder, PersonKey, PersonLine, RowFilter},
};
use paysheet_domain::{Currency, PayoutStatus, ProblemCode, RowOrigin};

use crate::{
    double_payment::{OCTOBER, paid, staff},
    support::{
        HandClock, Person, World, approve_anyway, code_of, nigerian, open_desk_at, people, secrets,
        until_closed,
    },
};

async fn listed(world: &World, text: &str) -> Vec<PersonLine> {
    let text = Some(text.to_owned()).filter(|text| !text.is_empty());
    let query = PeopleFilter { text, order: PeopleOrder::Name };
    world.desk.people(&query, 0, 100).await.unwrap().rows
}

/// Three people were paid in October, a month ago.
async fn paid_in_october(clock: &HandClock) -> World {
    let world = World::at_the_time_of(clock).await;
    world.listen().await;
    paid(&world, &staff(0..3), "October salaries", OCTOBER).await;
    clock.pass_days(30);
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn found_by_name_account_and_reference() {
    let clock = HandClock::default();
    let world = paid_in_october(&clock).await;
    let all = listed(&world, "").await;
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|person| person.payments == 1 && person.last_status == PayoutStatus::Paid));
    let ada = &all[0];
    let person = world.desk.person(&ada.key).await.unwrap();
    assert_eq!(person.payments.len(), 1);
    assert_eq!(person.years.len(), 1);
    assert_eq!(
        (person.years[0].total.count, person.years[0].total.sum.as_str()),
        (1, ada.year_total.as_str())
    );
    for text in [ada.name.as_str(), ada.account_number.as_str(), person.payments[0].reference.as_str()] {
        let found = listed(&world, text).await;
        assert!(found.iter().any(|found| found.key == ada.key), "{text}");
    }
    assert_eq!(listed(&world, "nobody of that name").await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn and_paid_the_amounts_that_are_typed() {
    let clock = HandClock::default();
    let world = paid_in_october(&clock).await;
    let all = listed(&world, "").await;
    let chosen: Vec<PersonKey> = all[..2].iter().map(|person| person.key.clone()).collect();
    let id = world.desk.pay_people(&chosen, PeopleAmounts::Empty).await.unwrap();
    let draft = world.desk.draft(id).await.unwrap();
    assert_eq!((draft.rows, draft.to_fix, draft.file_name.as_str()), (2, 2, ""));
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
    for (row, person) in rows.iter().zip(&all) {
        assert_eq!((&row.name, &row.account_number), (&person.name, &person.account_number));
        assert_eq!((row.row, row.bank_code.is_some()), (None, true), "in no file, at a known bank");
        assert!(row.problems.iter().any(|problem| problem.code == ProblemCode::AmountMissing));
        let amount = "77.00".to_owned();
        world.desk.edit_cell(id, row.position, paysheet_domain::Field::Amount, amount).await.unwrap();
    }
    let before = world.line.sent().len();
    let total = world.total(id).await;
    assert_eq!(total, "154.00");
    world.approve(id, &total).await.unwrap();
    world.desk.send(id).await.unwrap();
    let sent = &world.line.sent_values()[before..];
    let paid: Vec<_> = sent[0]["recipients"].as_array().unwrap().iter().collect();
    assert_eq!(paid.len(), 2);
    for (recipient, person) in paid.iter().zip(&all) {
        assert_eq!(recipient["accountNumber"], person.account_number.as_str());
        assert_eq!(recipient["amount"], "77.00");
    }
}

/// Two payrolls of one day have two names: under one name, the second one would pay nobody.
#[tokio::test(flavor = "multi_thread")]
async fn twice_on_one_day() {
    let clock = HandClock::default();
    let mut world = paid_in_october(&clock).await;
    let chosen = [listed(&world, "").await[0].key.clone()];
    let first = world.desk.pay_people(&chosen, PeopleAmounts::LastPaid).await.unwrap();
    let second = world.desk.pay_people(&chosen, PeopleAmounts::LastPaid).await.unwrap();
    let names = [world.desk.draft(first).await.unwrap().name, world.desk.draft(second).await.unwrap().name];
    assert_ne!(names[0], names[1]);
    assert!(names[1].starts_with(&names[0]), "{names:?}");
    world.desk.close().await;
    let keys = secrets(&world.practice);
    (world.desk, _) = open_desk_at(world.folder.path(), &world.line.url, keys, &clock).await;
    world.desk.unlock().await.unwrap();
    let kept = world.desk.draft(first).await.unwrap();
    assert_eq!((kept.rows, kept.payable[0].count), (1, 1), "it outlives the program");
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_new_is_typed_into_a_blank_row() {
    let world = World::without_callbacks().await;
    let id = world.desk.pay_people(&[], PeopleAmounts::Empty).await.unwrap();
    let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
    assert_eq!(rows.len(), 1);
    assert_eq!(RowOrigin::from(rows[0].row), RowOrigin::Added);
}

#[tokio::test(flavor = "multi_thread")]
async fn but_nobody_who_was_never_sent_anything() {
    let world = World::without_callbacks().await;
    let unknown =
        PersonKey { currency: Currency::NGN, bank_code: "058".to_owned(), account: "0100000099".to_owned() };
    let refused: Result<u32, DeskError> =
        world.desk.pay_people(std::slice::from_ref(&unknown), PeopleAmounts::Empty).await;
    assert_eq!(code_of(refused), ErrorCode::NotFound);
    world.import(&people(2)).await;
    assert_eq!(listed(&world, "").await, [], "a draft paid nobody");
}

/// Rows of Check can be narrowed to people who were paid before, and to those who never were.
#[tokio::test(flavor = "multi_thread")]
async fn and_told_from_who_is_new_in_check() {
    use paysheet_desk::view::PaidBefore;
    let clock = HandClock::default();
    let world = paid_in_october(&clock).await;
    let mut everybody = staff(0..3);
    everybody.push(Person { account: "0100000999".to_owned(), ..staff(0..1).remove(0) });
    let id = world.import(&everybody).await;
    for (paid, expected) in [(PaidBefore::Before, vec![0, 1, 2]), (PaidBefore::Never, vec![3])] {
        let filter = RowFilter { paid: Some(paid), ..RowFilter::default() };
        let rows = world.desk.draft_rows(id, &filter, 0, 9).await.unwrap().rows;
        let positions: Vec<u32> = rows.iter().map(|row| row.position).collect();
        assert_eq!(positions, expected, "{paid:?}");
    }
    let last = world.desk.row_detail(id, 0).await.unwrap().last_paid.unwrap();
    assert_eq!(last.payroll_name, "October salaries");
    assert_eq!(world.desk.row_detail(id, 3).await.unwrap().last_paid, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_is_exported_with_a_total_of_each_year() {
    let clock = HandClock::default();
    let world = paid_in_october(&clock).await;
    let path = world.folder.path().join("People.csv");
    let query = PeopleFilter { text: None, order: PeopleOrder::Name };
    world.desk.export_people(&query, ListWords::default(), &path).await.unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[0].trim_start_matches('\u{feff}').starts_with("Name,Account number,Bank"), "{}", lines[0]);
    assert!(lines[0].ends_with("2026"), "{}", lines[0]);
    let ada = &listed(&world, "").await[0];
    assert!(lines.iter().any(|line| line.contains(&ada.name) && line.ends_with(&ada.year_total)), "{text}");
}

/// A payroll without a file is not last month's: files that are named by their month alone have no more of a name.
#[tokio::test(flavor = "multi_thread")]
async fn and_last_month_is_compared_with_all_the_same() {
    let world = World::without_callbacks().await;
    world.listen().await;
    let file = |name: &str, text: &str| {
        let path = world.folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let october = "Name,Account number,Bank code,Amount\nAda Obi,0100000099,058,100.00\nBen Eze,0100000199,058,200.00\n";
    let first = world.desk.open_file(&file("2026-10.csv", october), nigerian()).await.unwrap();
    let total = world.total(first).await;
    world.pay(first, &total).await.unwrap();
    until_closed(&world.desk, first).await;
    let ben = listed(&world, "Ben Eze").await.remove(0);
    let id = world.desk.pay_people(&[ben.key], PeopleAmounts::LastPaid).await.unwrap();
    approve_anyway(&world.desk, id, None).await;
    let november = "Bank code,Amount,Account number,Name\n058,100.00,0100000299,Ada Obi\n058,200.00,0100000199,Ben Eze\n";
    let next = world.desk.open_file(&file("2026-11.csv", november), nigerian()).await.unwrap();
    let problems = world.desk.draft(next).await.unwrap().problems;
    assert!(problems.iter().any(|problem| problem.code == ProblemCode::AccountChanged), "{problems:?}");
}

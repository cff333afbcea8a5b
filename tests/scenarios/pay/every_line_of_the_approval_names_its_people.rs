use paysheet_desk::view::{ChangeKind, ListedPerson, NamesOutcome};
use paysheet_domain::{Country, Currency, Field, ProblemCode, money::Total};
use paysheet_practice::holder_name;

use crate::support::{Person, World, people};

async fn check_names(world: &World, id: u32) {
    let mut events = world.desk.events();
    world.desk.check_names(id).await.unwrap();
    while world.desk.draft(id).await.unwrap().names.running {
        let _ = events.recv().await;
    }
}

fn naira(sum: &str) -> Option<Total> {
    Some(Total { count: 1, sum: sum.to_owned(), currency: Currency::NGN })
}

/// Also a line about a single person: row and name, amount, the value before and now, and whom the bank knows.
#[tokio::test(flavor = "multi_thread")]
async fn with_what_an_approver_compares() {
    let world = World::without_callbacks().await;
    let holder = |account| holder_name(Country::NG, "058", account).unwrap();
    let mut staff = people(3);
    staff[1].account = "0100000299".to_owned();
    staff[2] = Person::new(&holder("0100000399"), "0100000399", "1002.00");
    let id = world.import(&staff).await;
    world.desk.edit_cell(id, 0, Field::AccountNumber, "0100000499".to_owned()).await.unwrap();
    world.desk.exclude(id, vec![1]).await.unwrap();
    check_names(&world, id).await;
    let review = world.review(id, None).await.unwrap();

    let [change] = review.changes.as_slice() else { panic!("{:?}", review.changes) };
    let ada = ListedPerson {
        row: Some(2),
        name: "Ada Person0".to_owned(),
        amount: naira("1000.00"),
        from: Some("0100000099".to_owned()),
        to: Some("0100000499".to_owned()),
        holder: Some(holder("0100000499")),
        reason: None,
    };
    assert_eq!((change.kind, &change.people), (ChangeKind::Edited, &vec![ada.clone()]));

    let line = |code| review.decisions.iter().find(|line| line.accepted == code).unwrap();
    let reason = Some("Looked at it".to_owned());
    let differs = ListedPerson { from: None, to: None, reason, ..ada };
    assert_eq!(line(Some(ProblemCode::NameDiffers)).people, [differs]);
    let mistyped = &line(Some(ProblemCode::AccountNumberCheckDigit)).people[0];
    assert_eq!((mistyped.from.as_deref(), mistyped.to.as_deref()), (None, Some("0100000399")));
    let excluded = &line(None).people[0];
    assert_eq!((excluded.name.as_str(), excluded.amount.clone()), ("Ada Person1", naira("1001.00")));

    let outcome = NamesOutcome { matching: 1, differing: 1, ..NamesOutcome::default() };
    assert_eq!(review.names, outcome, "of the people who are paid");
}

/// Who was never asked about is counted and named; where no bank can be asked, that is counted apart.
#[tokio::test(flavor = "multi_thread")]
async fn and_those_whose_names_were_not_verified() {
    let world = World::without_callbacks().await;
    let kenyan = Person { amount: "900000.00".to_owned(), ..Person::of("KE", "MPESA", "254712345699") };
    let id = world.import(&[people(2), vec![kenyan]].concat()).await;
    let names = world.review(id, None).await.unwrap().names;
    let of_nobody = NamesOutcome { not_verified: 2, unavailable: 1, ..NamesOutcome::default() };
    assert_eq!(names, of_nobody, "everybody is not listed");

    world.desk.back_to_check(id).await.unwrap();
    check_names(&world, id).await;
    // What the bank answered about the account before says nothing about this one.
    world.desk.edit_cell(id, 1, Field::AccountNumber, "0100000499".to_owned()).await.unwrap();
    let names = world.review(id, None).await.unwrap().names;
    assert_eq!((names.differing, names.not_verified, names.unavailable), (1, 1, 1));
    let named: Vec<&str> = names.people.iter().map(|person| person.name.as_str()).collect();
    assert_eq!(named, ["Ada Person1"]);
}

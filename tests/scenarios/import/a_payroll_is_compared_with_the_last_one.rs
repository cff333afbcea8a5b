use std::collections::BTreeMap;

use paysheet_desk::{
    DraftList, ErrorCode, ListWords, ReadOptions,
    view::{ComparisonView, DifferenceKind, RepairFilter, RepairWhy},
};
use paysheet_domain::{Country, Currency, Field, ProblemCode};

use crate::support::{Person, World, called, code_of, people, typed, until_closed};

fn counts(view: &ComparisonView) -> BTreeMap<DifferenceKind, u32> {
    view.counts.iter().map(|count| (count.kind, count.count)).collect()
}

async fn last_month(world: &World, staff: &[Person]) -> u32 {
    let id = world.import(staff).await;
    let review = world.review(id, called("October 2026 salaries", "2026-10")).await.unwrap();
    world.desk.approve_and_pay(id, &review.fingerprint, &typed(&review)).await.unwrap();
    until_closed(&world.desk, id).await;
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn a_changed_account_must_be_accepted_before_anybody_is_paid() {
    let world = World::open().await;
    let mut staff = people(6);
    let earlier = last_month(&world, &staff).await;
    staff[0].account = "0100099899".to_owned();
    staff[1].amount = "1310.00".to_owned();
    staff[2].amount = "1302.00".to_owned();
    staff[3].amount = "100.00".to_owned();
    staff[4] = Person::new("Bola New", "0100088899", "900.00");
    let id = world.import(&staff).await;

    let view = world.desk.comparison(id).await.unwrap();
    assert_eq!(view.with.as_ref().map(|with| with.id), Some(earlier));
    assert_eq!(view.same_file, None);
    let expected = [
        (DifferenceKind::AccountChanged, 1),
        (DifferenceKind::NewPerson, 1),
        (DifferenceKind::PersonGone, 1),
        (DifferenceKind::AmountUp, 1),
        (DifferenceKind::AmountDown, 1),
    ];
    assert_eq!(counts(&view), BTreeMap::from(expected), "{view:?}");

    assert_eq!(code_of(world.desk.review(id, None).await), ErrorCode::RowsToDecide);
    // Its last digit is wrong as well; who gets the money is said first.
    let row = world.desk.row_detail(id, 0).await.unwrap().row;
    let said: Vec<ProblemCode> = row.problems.iter().map(|problem| problem.code).collect();
    assert_eq!(said, [ProblemCode::AccountChanged, ProblemCode::AccountNumberCheckDigit]);
    world.desk.accept_warning(id, 0, ProblemCode::AccountChanged, "Looked at it").await.unwrap();
    let review = world.review(id, None).await.unwrap();
    let mut said: Vec<_> = review.comparison.differences.iter().map(|one| one.kind).collect();
    said.sort();
    assert_eq!(said, expected.map(|(kind, _)| kind), "everybody is named once more before paying");
    let changed = review.comparison.differences.iter().find(|one| one.kind == DifferenceKind::AccountChanged);
    let accounts = changed.map(|one| (one.account_before.as_deref(), one.account.as_deref()));
    assert_eq!(accounts, Some((Some("0100000099"), Some("0100099899"))));
    world.desk.back_to_check(id).await.unwrap();
    // Another account typed since is another decision.
    world.desk.edit_cell(id, 0, Field::AccountNumber, "0100077799".to_owned()).await.unwrap();
    assert_eq!(code_of(world.desk.review(id, None).await), ErrorCode::RowsToDecide);
    // The old account back is no question at all.
    world.desk.edit_cell(id, 0, Field::AccountNumber, "0100000099".to_owned()).await.unwrap();
    world.review(id, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn the_threshold_is_a_setting() {
    let world = World::open().await;
    let mut staff = people(2);
    last_month(&world, &staff).await;
    staff[1].amount = "1101.10".to_owned();
    let id = world.import(&staff).await;
    assert!(counts(&world.desk.comparison(id).await.unwrap()).is_empty(), "10 % are within 30");
    let mut settings = world.desk.profile().settings;
    settings.amount_change_pct = 9;
    world.desk.save_profile(settings).await.unwrap();
    let view = world.desk.comparison(id).await.unwrap();
    assert_eq!(counts(&view), BTreeMap::from([(DifferenceKind::AmountUp, 1)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_file_is_known_under_another_name_and_month() {
    let world = World::open().await;
    let staff = people(2);
    let earlier = last_month(&world, &staff).await;
    let copy = world.folder.path().join("Bonus March 2027.csv");
    std::fs::copy(world.sheet(&staff), &copy).unwrap();
    let options = ReadOptions { country: Some(Country::NG), currency: Some(Currency::NGN) };
    let id = world.desk.open_file(&copy, options).await.unwrap();
    let view = world.desk.comparison(id).await.unwrap();
    let said = view.same_file.map(|file| file.id);
    // A text file's sheet is called as the file; the bytes are what counts.
    assert_eq!(said, Some(earlier));
    let review = world.review(id, None).await.unwrap();
    assert_eq!(review.comparison.same_file.map(|file| file.id), Some(earlier));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_change_is_listed_exported_and_kept() {
    let world = World::open().await;
    let mut staff = people(3);
    staff[0].name = "  Ada\u{a0}Person0".to_owned();
    let id = world.import(&staff).await;
    world.desk.edit_cell(id, 1, Field::Narration, "=1+1".to_owned()).await.unwrap();
    world.desk.edit_cell(id, 2, Field::Amount, "2000".to_owned()).await.unwrap();
    let all = world.desk.repairs(id, RepairFilter::default(), 0, 50).await.unwrap();
    let said: Vec<(RepairWhy, &str, &str)> =
        all.repairs.iter().map(|repair| (repair.why, repair.from.as_str(), repair.to.as_str())).collect();
    assert_eq!(
        said,
        [
            (RepairWhy::Cleaned, "  Ada\u{a0}Person0", "Ada Person0"),
            (RepairWhy::Edited, "", "=1+1"),
            (RepairWhy::Edited, "1002.00", "2000"),
        ]
    );
    let only = RepairFilter { why: Some(RepairWhy::Edited), text: Some("2000".to_owned()) };
    assert_eq!(world.desk.repairs(id, only, 0, 50).await.unwrap().total, 1);

    let path = world.folder.path().join("changes.csv");
    world.desk.export_list(id, DraftList::Changes, ListWords::default(), &path).await.unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains("'=1+1"), "{text}");
    let words =
        ListWords::from([("head.why", "Warum"), ("why.edited", "Hier getippt"), ("field.amount", "=Betrag")]);
    world.desk.export_list(id, DraftList::Changes, words, &path).await.unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(",Warum,Code") && text.contains(",Hier getippt,edited"), "{text}");
    assert!(text.contains(",'=Betrag,"), "{text}");
    let book = world
        .desk
        .export_list(id, DraftList::Problems, ListWords::default(), &world.folder.path().join("problems"))
        .await
        .unwrap();
    assert!(std::fs::metadata(&book).unwrap().len() > 1_000, "{}", book.display());

    world.review(id, None).await.unwrap();
    let pool =
        sqlx::SqlitePool::connect(&format!("sqlite://{}", world.desk.ledger_path().display())).await.unwrap();
    let event: String = sqlx::query_scalar("SELECT data FROM events WHERE data LIKE '%summary%'")
        .fetch_one(&pool)
        .await
        .unwrap();
    assert!(event.contains("2000") && event.contains("sha256"), "{event}");
}

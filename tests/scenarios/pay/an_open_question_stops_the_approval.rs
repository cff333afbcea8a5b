use std::{fs, path::Path};

use paysheet_desk::{ErrorCode, ShownRows};
use paysheet_domain::{Country, ProblemCode, Severity};
use paysheet_practice::holder_name;
use serde_json::json;

use crate::{
    double_payment::{
        NOVEMBER, OCTOBER, account_ending, approve, draft, paid, pay_anyway, review, staff, try_pay,
        until_names_are_checked,
    },
    support::{HandClock, Person, World, code_of, nigerian},
};

const RESOLVE: &str = "/v1/resolve/account";

/// Four people whose bank names them as the file does: nothing is asked about them.
fn people() -> Vec<Person> {
    let mut people = staff(0..4);
    for person in &mut people {
        person.name = holder_name(Country::NG, &person.bank, &person.account).unwrap();
    }
    people
}

/// A draft of them, with what the bank says.
async fn checked(world: &World, people: &[Person]) -> u32 {
    let id = draft(world, people).await;
    world.desk.check_names(id).await.unwrap();
    until_names_are_checked(world, id).await;
    id
}

/// What is asked about any of them.
async fn questions(world: &World, id: u32) -> Vec<ProblemCode> {
    let mut asked = Vec::new();
    for position in 0..4 {
        let row = world.desk.row_detail(id, position).await.unwrap().row;
        asked.extend(row.problems.iter().map(|problem| problem.code));
    }
    asked.dedup();
    asked
}

/// Pays people about whom one thing is asked, deciding nothing, and answers whether anything left the desk.
async fn left_the_desk(people: &[Person], question: ProblemCode) -> bool {
    let world = World::without_callbacks().await;
    let id = checked(&world, people).await;
    assert_eq!(questions(&world, id).await, [question]);
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    !world.line.sent().is_empty()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_twice() {
    let mut people = people();
    people[3].account = people[0].account.clone();
    people[3].name = people[0].name.clone();
    assert!(!left_the_desk(&people, ProblemCode::DuplicateAccount).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_twice() {
    let mut people = people();
    people[3] = people[0].clone();
    assert!(!left_the_desk(&people, ProblemCode::DuplicatePayment).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_with_two_accounts() {
    let world = World::without_callbacks().await;
    let mut people = staff(0..4);
    people[3].name = people[0].name.clone();
    let id = draft(&world, &people).await;
    assert_eq!(questions(&world, id).await, [ProblemCode::NameWithTwoAccounts]);
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_check_digit() {
    let mut people = people();
    let mut account = people[3].account.clone();
    let last = account.pop().unwrap().to_digit(10).unwrap();
    account.push_str(&((last + 1) % 10).to_string());
    people[3].name = holder_name(Country::NG, &people[3].bank, &account).unwrap();
    people[3].account = account;
    assert!(!left_the_desk(&people, ProblemCode::AccountNumberCheckDigit).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_holder() {
    let mut people = people();
    people[3].name = "Zubaida Qwerty".to_owned();
    assert!(!left_the_desk(&people, ProblemCode::NameDiffers).await);
}

/// The bank answers while the Approve screen stands open.
#[tokio::test(flavor = "multi_thread")]
async fn another_holder_since_it_was_shown() {
    let world = World::without_callbacks().await;
    let mut people = people();
    people[3].name = "Zubaida Qwerty".to_owned();
    let id = draft(&world, &people).await;
    let shown = review(&world, id, "November salaries", NOVEMBER).await.unwrap();
    let _ = world.desk.check_names(id).await;
    until_names_are_checked(&world, id).await;
    if questions(&world, id).await == [ProblemCode::NameDiffers] && approve(&world, &shown).await.is_ok() {
        let _ = world.desk.send(id).await;
    }
    assert_eq!(world.line.sent().len(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_the_bank_does_not_know() {
    let mut people = people();
    people[3].account = account_ending("0007");
    assert!(!left_the_desk(&people, ProblemCode::AccountNotFound).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_is_only_similar() {
    let mut people = people();
    // One name alone can be a brother's.
    people[3].name = people[3].name.split(' ').next().unwrap().to_owned();
    assert!(!left_the_desk(&people, ProblemCode::NameClose).await);
}

/// The bank names somebody else than when the account was last paid.
#[tokio::test(flavor = "multi_thread")]
async fn a_holder_that_changed() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    let people = people();
    let of = |holder: &str| json!({ "status": "success", "data": { "account_name": holder } });
    world.line.answer_at(RESOLVE, 200, &of("OBI ADA GRACE"));
    let mut ada = vec![people[0].clone()];
    ada[0].name = "Ada Obi".to_owned();
    checked(&world, &ada).await;
    pay_anyway(&world, &ada, "October salaries", OCTOBER).await;
    let before = world.line.sent().len();
    clock.pass_days(91);
    world.line.answer_at(RESOLVE, 200, &of("OBI ADA SARAH"));
    let id = checked(&world, &ada).await;
    let row = world.desk.row_detail(id, 0).await.unwrap().row;
    assert!(row.problems.iter().any(|problem| problem.code == ProblemCode::HolderChanged));
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), before);
}

/// Pays a payroll in which all is accepted but one thing: nothing leaves the desk, until that is accepted as well.
async fn stops_until_accepted(world: &World, id: u32, question: ProblemCode) {
    let before = world.line.sent().len();
    let asked = world.desk.draft(id).await.unwrap().problems;
    assert!(asked.iter().any(|problem| problem.code == question), "{question}: {asked:?}");
    let others =
        asked.iter().filter(|problem| problem.severity == Severity::Warning && problem.code != question);
    for other in others {
        world.desk.accept_warning_alike(id, other.code, "Looked at it", None).await.unwrap();
    }
    let _ = try_pay(world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), before, "{question}");
    world.desk.accept_warning_alike(id, question, "Looked at it", None).await.unwrap();
    try_pay(world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(world.line.sent().len(), before + 1, "{question}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_row_leaves_open() {
    const GHANA: &str = "Name,Account number,Bank,Branch,Amount,Country\n";
    const NIGERIA: &str = "Name,Account number,Bank,Amount,Country,Narration\n";
    let long = "a".repeat(101);
    for (question, head, row) in [
        (ProblemCode::BranchMissing, GHANA, "Ada Obi,1234567890123,GCB Bank,,100.00,GH".to_owned()),
        (ProblemCode::BranchUnknown, GHANA, "Ada Obi,1234567890123,GCB Bank,Nowhere,100.00,GH".to_owned()),
        (ProblemCode::BankConflict, GHANA, "Ada Obi,1234567890123,GCB Bank,190112,100.00,GH".to_owned()),
        (ProblemCode::AmountAboveLimit, GHANA, "Ada Obi,233241234567,MTN,,75000.01,GH".to_owned()),
        (ProblemCode::AccountNumberMobile, GHANA, "Ada Obi,0241234567,GCB Bank,040101,100.00,GH".to_owned()),
        (ProblemCode::NameMixedScript, NIGERIA, "\u{410}da Obi,0100000099,GTBank,100.00,NG,Pay".to_owned()),
        (ProblemCode::TextTooLong, NIGERIA, format!("{long},0100000099,GTBank,100.00,NG,Pay")),
    ] {
        let world = World::without_callbacks().await;
        // A branch that is not sent is not asked for.
        let mut settings = world.desk.profile().settings;
        settings.recipient_extras = true;
        world.desk.save_profile(settings).await.unwrap();
        let path = world.folder.path().join("Staff November 2026.csv");
        fs::write(&path, format!("{head}{row}\n")).unwrap();
        let id = world.desk.open_file(&path, nigerian()).await.unwrap();
        stops_until_accepted(&world, id, question).await;
    }
}

/// Rows that the file hides, by hand and by a filter.
#[tokio::test(flavor = "multi_thread")]
async fn what_the_file_hides() {
    for (question, name) in
        [(ProblemCode::HiddenRows, "hidden.xlsx"), (ProblemCode::FilteredRows, "filtered.xlsx")]
    {
        let world = World::without_callbacks().await;
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/fixtures/sheets");
        let id = world.desk.open_file(&fixtures.join(name), nigerian()).await.unwrap();
        stops_until_accepted(&world, id, question).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_changed_since_last_month() {
    let world = World::without_callbacks().await;
    world.listen().await;
    paid(&world, &staff(0..2), "October salaries", OCTOBER).await;
    let mut people = staff(0..2);
    people[1].account = account_ending("0047");
    let id = draft(&world, &people).await;
    let asked = world.desk.draft(id).await.unwrap().problems;
    assert!(asked.iter().any(|problem| problem.code == ProblemCode::AccountChanged), "{asked:?}");
    let before = world.line.sent().len();
    let _ = try_pay(&world, id, "November salaries", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), before);
}

#[tokio::test(flavor = "multi_thread")]
async fn but_nothing_asked_stops_nothing() {
    let world = World::without_callbacks().await;
    let id = checked(&world, &people()).await;
    assert_eq!(questions(&world, id).await, []);
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn nor_does_what_was_decided() {
    let world = World::without_callbacks().await;
    let mut people = people();
    people[3].name = "Zubaida Qwerty".to_owned();
    let id = checked(&world, &people).await;
    world.desk.accept_warning_alike(id, ProblemCode::NameDiffers, "Looked at it", None).await.unwrap();
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    assert_eq!(world.line.sent().len(), 1);
}

/// The bank answered about more people after the window had counted them: nobody has seen these.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_decided_for_other_rows_than_were_shown() {
    let world = World::without_callbacks().await;
    let mut people = people();
    people[2].name = "Xolani Uvwxy".to_owned();
    people[3].name = "Zubaida Qwerty".to_owned();
    let id = checked(&world, &people).await;
    let accept = |count| {
        let shown = ShownRows { count, like: None };
        world.desk.accept_warning_alike(id, ProblemCode::NameDiffers, "Looked at it", Some(shown))
    };
    for shown in [1, 3] {
        assert_eq!(code_of(accept(shown).await), ErrorCode::RowsDiffer);
        assert_eq!(world.desk.draft(id).await.unwrap().to_decide, 2);
    }
    accept(2).await.unwrap();
    assert_eq!(world.desk.draft(id).await.unwrap().to_decide, 0);
}

use paysheet_desk::{
    ErrorCode,
    view::{RowFilter, TypedTotal, UnconfirmedCodes},
};
use paysheet_domain::{BankKind, Country, Field, ProblemCode};
use serde_json::json;

use crate::{
    double_payment::{Left, connect_to, left, staff, world_with_keychain},
    support::{HandClock, Line, Person, World, code_of, open_desk, people, secrets},
};

const BANKS_NG: &str = "/v1/banks?country=NG";
const WALLETS_NG: &str = "/v1/banks?country=NG&type=mobile";
const BANKS_UG: &str = "/v1/banks?country=UG";
const WALLETS_KE: &str = "/v1/banks?country=KE&type=mobile";

fn refuse(world: &World, path: &str) {
    world.line.answer_at(path, 404, &json!({ "status": "error", "message": "No such list" }));
}

async fn unconfirmed(world: &World, id: u32) -> Option<UnconfirmedCodes> {
    world.total(id).await;
    world.shown.lock().unwrap()[&id].unconfirmed.clone()
}

async fn is_refused(world: &World, id: u32) {
    let total = world.total(id).await;
    assert_eq!(code_of(world.approve(id, &total).await), ErrorCode::BankCodesNotConfirmed);
    assert_eq!(world.submissions_at_the_service(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn until_the_list_is_fetched() {
    let world = World::without_callbacks().await;
    refuse(&world, BANKS_NG);
    refuse(&world, WALLETS_NG);
    let id = world.import(&people(3)).await;
    let missing = unconfirmed(&world, id).await.unwrap();
    assert_eq!((missing.people, missing.countries), (3, vec![Country::NG]));
    assert_eq!(missing.failure.unwrap().code(), ErrorCode::ServiceRefused);
    is_refused(&world, id).await;
    assert_eq!(code_of(world.desk.fetch_banks(&[Country::NG]).await), ErrorCode::ServiceRefused);

    world.line.list_banks("NG", &json!({ "058": "GTBank" }));
    world.desk.fetch_banks(&[Country::NG]).await.unwrap();
    assert_eq!(unconfirmed(&world, id).await, None);
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
}

/// The service refuses one kind of list; the other one counts.
#[tokio::test(flavor = "multi_thread")]
async fn though_the_service_listed_the_banks_and_refused_the_wallets() {
    let world = World::without_callbacks().await;
    refuse(&world, WALLETS_KE);
    let bank = Person::of("KE", "KCB Bank Kenya", "1100123499");
    let wallet = Person::of("KE", "M-PESA", "254712345699");
    let id = world.import(&[bank.clone(), wallet]).await;
    assert_eq!(unconfirmed(&world, id).await.unwrap().people, 1);
    is_refused(&world, id).await;
    let position = world.desk.draft_rows(id, &RowFilter::default(), 1, 1).await.unwrap().rows[0].position;
    world.desk.back_to_check(id).await.unwrap();
    world.desk.exclude(id, vec![position]).await.unwrap();
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
}

/// The list of another country does not vouch for it.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_other_country_of_a_payroll_of_two_currencies() {
    let world = World::without_callbacks().await;
    refuse(&world, BANKS_UG);
    let mut staff = people(2);
    staff.push(Person::of("UG", "Stanbic Bank Uganda", "9030001234599"));
    let id = world.import(&staff).await;
    let missing = unconfirmed(&world, id).await.unwrap();
    assert_eq!((missing.people, missing.countries), (1, vec![Country::UG]));
    is_refused(&world, id).await;
}

/// Nobody could be asked when the file was opened, and nobody answers now.
#[tokio::test(flavor = "multi_thread")]
async fn when_no_list_can_be_had_at_the_approval() {
    let mut world = World::without_callbacks().await;
    world.desk.close().await;
    (world.desk, _) = open_desk(world.folder.path(), &world.line.url, secrets(&world.practice)).await;
    let id = world.import(&people(2)).await;
    let missing = unconfirmed(&world, id).await.unwrap();
    assert_eq!((missing.people, missing.failure), (2, None));
    refuse(&world, BANKS_NG);
    refuse(&world, WALLETS_NG);
    world.desk.unlock().await.unwrap();
    is_refused(&world, id).await;
}

/// A bank that was chosen is the bank of that name, whichever code the embedded list, or an earlier one, has for it.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_chosen_bank_keeps_its_name_in_the_next_list() {
    for chosen in ["suggestion", "cell", "alike", "from a list"] {
        let world = World::without_callbacks().await;
        let desk = &world.desk;
        if chosen == "from a list" {
            world.line.list_banks("NG", &json!({ "057": "Zenith Bank", "058": "GTBank" }));
        } else {
            refuse(&world, BANKS_NG);
            refuse(&world, WALLETS_NG);
        }
        let id = world.import(&[Person { bank: "Zenit Bank".to_owned(), ..people(1).remove(0) }]).await;
        let code = || "057".to_owned();
        match chosen {
            "suggestion" => desk.accept_suggestion(id, 0, ProblemCode::BankUnknown).await,
            "alike" => desk.edit_alike(id, 0, Field::BankCode, code()).await,
            _ => desk.edit_cell(id, 0, Field::BankCode, code()).await,
        }
        .unwrap();
        let bank = || async {
            let row = desk.draft_rows(id, &RowFilter::default(), 0, 1).await.unwrap().rows.remove(0);
            (row.bank_code.unwrap_or_default(), row.bank_name)
        };
        assert_eq!(bank().await, (code(), "Zenith Bank".to_owned()), "{chosen}");
        world.line.list_banks("NG", &json!({ "057": "Access Bank", "000015": "Zenith Bank" }));
        desk.fetch_banks(&[Country::NG]).await.unwrap();
        assert_eq!(bank().await, ("000015".to_owned(), "Zenith Bank".to_owned()), "{chosen}");
    }
}

/// What was approved for one service has its codes. At another one they may be other banks'.
#[tokio::test(flavor = "multi_thread")]
async fn nor_at_another_service_after_the_approval() {
    let (world, _) = world_with_keychain().await;
    let id = left(&world, Left::Approved, &staff(0..3), "November salaries").await;
    let other = Line::to(world.practice.address().to_string()).await;
    connect_to(&world, &other.url).await;
    let typed: Vec<TypedTotal> = world
        .desk
        .unsent_totals(id)
        .await
        .unwrap()
        .into_iter()
        .map(|total| TypedTotal { currency: total.currency, text: total.sum })
        .collect();
    for wrong in [json!({ "999": "GTBank" }), json!({ "058": "Access Bank", "999": "GTBank" })] {
        other.list_banks("NG", &wrong);
        world.desk.fetch_banks(&[Country::NG]).await.unwrap();
        assert_eq!(code_of(world.desk.approve_anew(id, &typed).await), ErrorCode::BankCodesNotConfirmed);
    }
    other.list_banks("NG", &json!({ "058": "GTBank" }));
    world.desk.fetch_banks(&[Country::NG]).await.unwrap();
    world.desk.approve_anew(id, &typed).await.unwrap();
    assert_eq!(other.sent().len(), 0);
}

/// How often a list was requested.
fn asked(world: &World, path: &str) -> usize {
    world.line.asked_at(path).len()
}

#[tokio::test(flavor = "multi_thread")]
async fn and_a_stored_list_is_fetched_again_after_a_week() {
    let clock = HandClock::default();
    let mut world = World::at_the_time_of(&clock).await;
    let banks = || json!({ "058": "GTBank" });
    world.line.list_banks("NG", &banks());
    world.desk.banks(Country::NG).await.unwrap();
    assert_eq!(asked(&world, BANKS_NG), 1);

    // Six days later nobody is asked, and the list is the stored one.
    clock.pass_days(6);
    world.restart_at(&clock).await;
    refuse(&world, BANKS_NG);
    let id = world.import(&people(2)).await;
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
    assert_eq!(asked(&world, BANKS_NG), 1);

    // After a week it is requested again. While the service refuses, the stored one is used, with its day.
    clock.pass_days(2);
    let view = world.desk.banks(Country::NG).await.unwrap();
    assert_eq!(asked(&world, BANKS_NG), 2);
    let list = view.lists.iter().find(|list| list.kind == BankKind::Bank).unwrap();
    assert_eq!(list.fetched_at.as_deref(), Some("2026-11-20T08:30:00Z"));
    assert_eq!(list.failure.as_ref().unwrap().code(), ErrorCode::ServiceRefused);
    assert_eq!(view.banks.len(), 1);

    world.line.list_banks("NG", &json!({ "058": "GTBank", "057": "Zenith Bank" }));
    let view = world.desk.bank_lists(Country::NG, true).await.unwrap();
    assert_eq!((view.banks.len(), asked(&world, BANKS_NG)), (2, 3));
}

/// A list of eight days is fetched again for the approval. What the service lists today counts; while it lists nothing, the
/// stored list does.
#[tokio::test(flavor = "multi_thread")]
async fn and_an_approval_after_a_week_is_by_the_list_of_today() {
    for (today, is_approved) in [
        (None, true),
        (Some(json!({ "058": "GTBank" })), true),
        (Some(json!({ "057": "Zenith Bank" })), false),
    ] {
        let clock = HandClock::default();
        let world = World::at_the_time_of(&clock).await;
        world.line.list_banks("NG", &json!({ "058": "GTBank" }));
        let id = world.import(&people(2)).await;
        assert_eq!(asked(&world, BANKS_NG), 1);
        clock.pass_days(8);
        match &today {
            Some(banks) => world.line.list_banks("NG", banks),
            None => refuse(&world, BANKS_NG),
        }
        let mut approved = world.review(id, None).await.is_ok();
        assert_eq!(asked(&world, BANKS_NG), 2, "{today:?}");
        if approved {
            let total = world.total(id).await;
            approved = world.approve(id, &total).await.is_ok();
        }
        assert_eq!(approved, is_approved, "{today:?}");
    }
}

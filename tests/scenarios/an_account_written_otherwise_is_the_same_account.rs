use serde_json::json;

use crate::{
    double_payment::{NOVEMBER, draft, queued, sent, staff, try_pay},
    support::{Person, World},
};

/// Pays one way of writing the account, then the other among ten others; answers those whose second payroll was
/// sent without a question.
async fn paid_both_ways(accounts: &[(Person, &str)]) -> Vec<String> {
    let mut both = Vec::new();
    for (person, otherwise) in accounts {
        let world = World::without_callbacks().await;
        sent(&world, std::slice::from_ref(person), "November salaries", NOVEMBER).await;
        assert_eq!(queued(&world).len(), 1);
        let again = Person { account: (*otherwise).to_owned(), ..person.clone() };
        let id = draft(&world, &[staff(20..30), vec![again]].concat()).await;
        let _ = try_pay(&world, id, "Night shift", NOVEMBER).await;
        if world.line.sent().len() > 1 {
            both.push(format!("{} and {otherwise:?}", person.account));
        }
    }
    both
}

#[tokio::test(flavor = "multi_thread")]
async fn with_spaces_or_dashes() {
    let person = staff(0..1).remove(0);
    let (one, other) = person.account.split_at(4);
    let ways = [format!("  {one}{other}"), format!("{one} {other}"), format!("{one}-{other} ")];
    let accounts: Vec<_> = ways.iter().map(|way| (person.clone(), way.as_str())).collect();
    assert_eq!(paid_both_ways(&accounts).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn as_a_mobile_number_of_its_own_country() {
    let kenyan = || Person::of("KE", "MPESA", "254712345699");
    let ghanaian = || Person::of("GH", "MTN", "233241234599");
    let accounts = [
        (kenyan(), "+254712345699"),
        (kenyan(), "0712345699"),
        (kenyan(), "00254712345699"),
        (kenyan(), "+254 (0) 712 345 699"),
        (ghanaian(), "0241234599"),
        (Person::of("KE", "MPESA", "0712345699"), "254712345699"),
    ];
    assert_eq!(paid_both_ways(&accounts).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_small_letters() {
    let tanzanian = || Person::of("TZ", "TZ001", "01J1099887766");
    let accounts = [(tanzanian(), "01j1099887766"), (tanzanian(), "01J1-0998-87766")];
    assert_eq!(paid_both_ways(&accounts).await, Vec::<String>::new());
}

/// The service calls the bank by another code since, or the first file was read while only the embedded list was
/// known.
#[tokio::test(flavor = "multi_thread")]
async fn at_a_bank_of_another_code() {
    let mut world = World::without_callbacks().await;
    sent(&world, &staff(0..1), "November salaries", NOVEMBER).await;
    world.line.list_banks("NG", &json!({ "000013": "GTBank Plc" }));
    world.restart().await;
    let mut people = [staff(0..1), staff(20..30)].concat();
    people.iter_mut().for_each(|person| "GTBank".clone_into(&mut person.bank));
    // Who is known by name is asked about as somebody whose account changed.
    "B. P. Zero".clone_into(&mut people[0].name);
    let id = draft(&world, &people).await;
    let _ = try_pay(&world, id, "Night shift", NOVEMBER).await;
    assert_eq!(world.line.sent().len(), 1);
}

use paysheet_desk::view::PeopleFilter;
use serde_json::json;

use crate::{
    double_payment::{NOVEMBER, OCTOBER, draft, paid, queued, sent, staff, try_pay},
    support::{HandClock, Person, World, until_closed},
};

/// Accounts whose countries have banks with numbers that begin with a zero, and what a number cell leaves of them.
const ZEROS_LOST: [(&str, &str, &str, &str); 6] = [
    ("KE", "01", "01100123456789", "1100123456789"),
    ("ZA", "632005", "0012345678", "12345678"),
    ("UG", "UG001", "0140012345601", "140012345601"),
    ("TZ", "TZ001", "0150012345601", "150012345601"),
    ("RW", "RW001", "0004001234567", "4001234567"),
    ("SL", "SL001", "003001012345", "3001012345"),
];

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

/// A number cell loses the zeros that a number begins with, in every country. Who is known by name would be asked about as
/// somebody whose account changed; here the second file calls them otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn without_the_zeros_that_a_number_cell_loses() {
    let mut both = Vec::new();
    for (country, bank, whole, lost) in ZEROS_LOST {
        let world = World::without_callbacks().await;
        sent(&world, &[Person::of(country, bank, whole)], "November salaries", NOVEMBER).await;
        assert_eq!(queued(&world).keys().collect::<Vec<_>>(), [whole], "sent as it is in the file");
        let again = Person { name: "B. P. Zero".to_owned(), ..Person::of(country, bank, lost) };
        let id = draft(&world, &[staff(20..30), vec![again]].concat()).await;
        let _ = try_pay(&world, id, "Night shift", NOVEMBER).await;
        if world.line.sent().len() > 1 {
            both.push(format!("{whole} and {lost} in {country}"));
        }
    }
    assert_eq!(both, Vec::<String>::new());
}

/// A month later it is the same person, with both payments beside each other, and nobody's account has changed.
#[tokio::test(flavor = "multi_thread")]
async fn in_the_comparison_with_last_month_and_among_all_people() {
    let clock = HandClock::default();
    let world = World::at_the_time_of(&clock).await;
    world.listen().await;
    let (country, bank, whole, lost) = ZEROS_LOST[0];
    let person = Person::of(country, bank, whole);
    paid(&world, std::slice::from_ref(&person), "October salaries", OCTOBER).await;
    clock.pass_days(30);
    let again = Person { account: lost.to_owned(), ..person };
    let id = draft(&world, &[again]).await;
    let compared = world.desk.draft(id).await.unwrap();
    assert_eq!(compared.to_decide, 0, "{compared:?}");
    try_pay(&world, id, "November salaries", NOVEMBER).await.unwrap();
    until_closed(&world.desk, id).await;
    let all = world.desk.people(&PeopleFilter::default(), 0, 10).await.unwrap().rows;
    assert_eq!(all.iter().map(|person| person.payments).collect::<Vec<_>>(), [2]);
    let payments = world.desk.person(&all[0].key).await.unwrap().payments;
    let now = payments.iter().find(|payment| payment.payroll == id).unwrap();
    let shown = world.desk.payment(id, &now.reference).await.unwrap();
    assert_eq!(shown.account.earlier.len(), 1);
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

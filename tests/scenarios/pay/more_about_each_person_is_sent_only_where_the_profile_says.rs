use std::fs;

use paysheet_desk::{
    ErrorCode,
    view::{ExtraField, ProblemView, RowFilter},
};
use paysheet_domain::{Country, Field, ProblemCode};
use serde_json::{Value, json};

use crate::support::{Person, World, approve_anyway, code_of, nigerian};

/// Ghana wants names and branches, Nigeria neither.
#[tokio::test(flavor = "multi_thread")]
async fn and_only_what_the_destination_wants() {
    for extras in [false, true] {
        let world = World::without_callbacks().await;
        let mut settings = world.desk.profile().settings;
        settings.recipient_extras = extras;
        world.desk.save_profile(settings).await.unwrap();
        let nigerian = Person::new("Ada Person", "0100000099", "1000.00");
        world.sent(&[nigerian, Person::of("KE", "01", "1234567890123")]).await;
        let sent = world.line.sent_values();
        let names: Vec<_> =
            sent.iter().map(|batch| batch["recipients"][0].get("x_recipient_name").is_some()).collect();
        assert_eq!(names, [false, extras], "{sent:#?}");
    }
}

async fn sends_more(world: &World) {
    let mut settings = world.desk.profile().settings;
    settings.recipient_extras = true;
    world.desk.save_profile(settings).await.unwrap();
}

async fn opened(world: &World, text: &str) -> u32 {
    let path = world.folder.path().join("Staff November 2026.csv");
    fs::write(&path, text).unwrap();
    world.desk.open_file(&path, nigerian()).await.unwrap()
}

/// Pays a draft, and returns what was sent about its only recipient.
async fn recipient(world: &World, id: u32) -> Value {
    let total = world.total(id).await;
    world.approve(id, &total).await.unwrap();
    world.desk.send(id).await.unwrap();
    world.line.sent_values().remove(0)["recipients"][0].clone()
}

/// South Africa wants the e-mail address and the telephone, which files have in columns of their own.
#[tokio::test(flavor = "multi_thread")]
async fn from_the_columns_of_the_file() {
    let world = World::without_callbacks().await;
    sends_more(&world).await;
    let text = "Name,Account Number,Bank,Amount,Country,E-mail,Mobile Number\n\
                Ada Obi,1234567891,Capitec Bank,100.00,ZA,ada@example.com,+27 82 123 4567\n";
    let id = opened(&world, text).await;
    let more = world.desk.row_detail(id, 0).await.unwrap().more;
    assert_eq!(more.email.as_deref(), Some("ada@example.com"));
    assert_eq!(more.phone.as_deref(), Some("+27 82 123 4567"));
    world.desk.edit_cell(id, 0, Field::Email, "obi@example.com".to_owned()).await.unwrap();
    let sent = recipient(&world, id).await;
    assert_eq!(sent["x_recipient_email"], "obi@example.com");
    assert_eq!(sent["x_recipient_phone"], "+27 82 123 4567");
}

/// The name of a branch becomes its code, once the service listed the branches. What it did not list is a decision.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_branch_by_its_code() {
    const BRANCHES: &str = "/v1/banks/branch?country=GH&bankcode=GH040100";
    for (named, code, is_asked) in
        [("Osu Branch", Some("GH040101"), false), ("Osuu", None, true), ("Bolgatanga", None, true)]
    {
        let world = World::without_callbacks().await;
        sends_more(&world).await;
        world.line.list_banks("GH", &json!({ "GH040100": "GCB Bank" }));
        let listed = json!({ "GH040101": "Osu", "GH040102": "High Street" });
        world.line.answer_at(BRANCHES, 200, &json!({ "status": "success", "data": listed }));
        let row = format!("Ada Obi,1234567890123,GCB Bank,{named},100.00,GH\n");
        let id = opened(&world, &format!("Name,Account number,Bank,Branch,Amount,Country\n{row}")).await;
        // They are fetched in the background when the file is opened; whoever opens the list waits for them.
        world.desk.branches(paysheet_domain::Country::GH, "GH040100", false).await.unwrap();
        world.desk.banks(paysheet_domain::Country::GH).await.unwrap();
        let detail = world.desk.row_detail(id, 0).await.unwrap();
        assert_eq!(detail.more.branch_code.as_deref(), code, "{named}");
        let asked = detail.row.problems.iter().find(|problem| problem.code == ProblemCode::BranchUnknown);
        assert_eq!(asked.is_some(), is_asked, "{named}");
        if asked.is_some_and(|problem| problem.suggestion.is_some()) {
            world.desk.accept_suggestion(id, 0, ProblemCode::BranchUnknown).await.unwrap();
        } else if is_asked {
            let chosen = "GH040102".to_owned();
            world.desk.edit_cell(id, 0, Field::BranchCode, chosen).await.unwrap();
        }
        let wanted = if named == "Bolgatanga" { "GH040102" } else { "GH040101" };
        assert_eq!(recipient(&world, id).await["branchCode"], wanted, "{named}");
    }
}

/// Some destinations require more about the sender, which is the same for everybody.
#[tokio::test(flavor = "multi_thread")]
async fn and_the_fields_of_a_country_to_everybody_in_it() {
    let world = World::without_callbacks().await;
    let mut settings = world.desk.profile().settings;
    let field = |country, name: &str, value: &str| ExtraField {
        country,
        name: name.to_owned(),
        value: value.to_owned(),
        column: None,
        is_required: true,
    };
    settings.extra_fields = vec![
        field(Country::KE, "x_sender_name", "Kola Foods"),
        field(Country::KE, "x_sender_country", " NG "),
        field(Country::GH, "x_sender_name", "Kola Ghana"),
    ];
    world.desk.save_profile(settings).await.unwrap();
    let rows = "Ada Obi,0100000099,058,100.00,NG\nWanjiru,254712345699,MPESA,100.00,KE\n";
    let id = opened(&world, &format!("Name,Account number,Bank code,Amount,Country\n{rows}")).await;
    approve_anyway(&world.desk, id, None).await;
    world.desk.send(id).await.unwrap();
    let sent = world.line.sent_values();
    let recipients: Vec<_> = sent.iter().map(|body| &body["recipients"][0]).collect();
    assert_eq!(
        (&recipients[0]["accountNumber"], recipients[0].get("x_sender_name")),
        (&json!("0100000099"), None)
    );
    assert_eq!(recipients[1]["x_sender_name"], "Kola Foods");
    assert_eq!(recipients[1]["x_sender_country"], "NG");
    assert_eq!(recipients[1].get("x_recipient_name"), None, "the person's own details are another setting");
}

/// What differs between people is in a column. Whoever has nothing there gets what is set for that, or is not paid.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_column_of_the_file_where_the_destination_requires_one() {
    let world = World::without_callbacks().await;
    let rows = "Wanjiru,254712345699,MPESA,100.00,KE,W-1\nOtieno,254712345698,MPESA,100.00,KE,\n";
    let id = opened(&world, &format!("Name,Account number,Bank code,Amount,Country,Staff no\n{rows}")).await;
    let set = async |value: &str, is_required| {
        let mut settings = world.desk.profile().settings;
        settings.extra_fields = vec![ExtraField {
            country: Country::KE,
            name: "x_person_id".to_owned(),
            value: value.to_owned(),
            column: Some(Field::EmployeeId),
            is_required,
        }];
        world.desk.save_profile(settings).await.unwrap();
    };
    let missing = async || {
        let rows = world.desk.draft_rows(id, &RowFilter::default(), 0, 9).await.unwrap().rows;
        let is_missing = |problem: &ProblemView| problem.code == ProblemCode::ExtraFieldMissing;
        rows.iter().map(|row| row.problems.iter().any(is_missing)).collect::<Vec<_>>()
    };
    assert_eq!(missing().await, [false, false]);
    set("none", true).await;
    assert_eq!(missing().await, [false, false], "there is a value for whoever has none");
    set("", false).await;
    assert_eq!(missing().await, [false, false]);
    set("", true).await;
    assert_eq!(missing().await, [false, true]);
    assert_eq!(code_of(world.review(id, None).await), ErrorCode::DraftHasProblems);

    world.desk.edit_cell(id, 1, Field::EmployeeId, "W-2".to_owned()).await.unwrap();
    assert_eq!(missing().await, [false, false]);
    approve_anyway(&world.desk, id, None).await;
    world.desk.send(id).await.unwrap();
    let [body] = world.line.sent_values().try_into().unwrap();
    let sent = |at: usize| body["recipients"][at]["x_person_id"].clone();
    assert_eq!([sent(0), sent(1)], [json!("W-1"), json!("W-2")]);
}

/// A reason to pay without a branch would decide nothing where no branch is sent.
#[tokio::test(flavor = "multi_thread")]
async fn and_a_branch_that_is_not_sent_is_not_asked_for() {
    let world = World::without_callbacks().await;
    world.line.list_banks("GH", &json!({ "GH040100": "GCB Bank" }));
    let rows =
        "Ada Obi,1234567890123,GCB Bank,,100.00,GH\nEfua Ba,1234567890124,GCB Bank,Nowhere,100.00,GH\n";
    let id = opened(&world, &format!("Name,Account number,Bank,Branch,Amount,Country\n{rows}")).await;
    let asked = async || {
        let problems = world.desk.draft(id).await.unwrap().problems;
        let is_about_branch =
            |code: &ProblemCode| matches!(code, ProblemCode::BranchMissing | ProblemCode::BranchUnknown);
        problems
            .iter()
            .filter(|problem| is_about_branch(&problem.code))
            .map(|problem| problem.count)
            .sum::<u32>()
    };
    assert_eq!(asked().await, 0);
    let review = world.review(id, None).await.unwrap();
    assert_eq!(review.without_branch, 2, "and it is said");
    world.desk.back_to_check(id).await.unwrap();
    sends_more(&world).await;
    assert_eq!(asked().await, 2);
}

/// A branch is one of its bank: another bank has none of it.
#[tokio::test(flavor = "multi_thread")]
async fn a_branch_that_was_chosen_goes_with_its_bank() {
    let world = World::without_callbacks().await;
    world.line.list_banks("GH", &json!({ "GH040100": "GCB Bank", "GH130100": "Ecobank Ghana" }));
    let text = "Name,Account number,Bank,Amount,Country\nAda Obi,1234567890123,GCB Bank,100.00,GH\n";
    let id = opened(&world, text).await;
    let branch = async || world.desk.row_detail(id, 0).await.unwrap().more.branch_code;
    world.desk.edit_cell(id, 0, Field::BranchCode, "GH040102".to_owned()).await.unwrap();
    assert_eq!(branch().await.as_deref(), Some("GH040102"));
    world.desk.edit_cell(id, 0, Field::BankCode, "GH130100".to_owned()).await.unwrap();
    assert_eq!(branch().await, None);
    world.desk.undo(id).await.unwrap();
    assert_eq!(branch().await.as_deref(), Some("GH040102"));
}

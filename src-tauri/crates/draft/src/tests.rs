//! After any sequence of user actions, the draft's figures and problems equal those of a draft newly created from its
//! rows.

use paysheet_domain::{
    BankDirectory, Cell, Country, Currency, DraftRow, Field, HolderCheck, HolderFinding, Problem,
    ProblemCode, RowOrigin, SourceRow, checks::DecimalConvention,
};
use proptest::prelude::*;

use super::*;

#[derive(Clone, Debug)]
enum Step {
    Edit(u32, Field, &'static str),
    Exclude(u32),
    Restore(u32),
    Accept(u32),
    AddRow,
    ForAll(Field, &'static str),
    Undo,
    Redo,
}

const PEOPLE: u32 = 12;
/// Number of test cases of which each presses every button of every row.
const BULK_CASES: u32 = 24;

fn step() -> impl Strategy<Value = Step> {
    let position = 0..PEOPLE + 2;
    let field = prop::sample::select(vec![
        Field::Name,
        Field::AccountNumber,
        Field::Amount,
        Field::BankName,
        Field::Currency,
    ]);
    let value = prop::sample::select(vec![
        "",
        "Ada Obi",
        "Obi, Ada",
        "0000014579",
        "0000000001",
        "100",
        "250",
        "-1",
        "First Bank",
        "GTBank",
        "KES",
    ]);
    prop_oneof![
        6 => (position.clone(), field.clone(), value.clone()).prop_map(|(at, of, to)| Step::Edit(at, of, to)),
        2 => position.clone().prop_map(Step::Exclude),
        1 => position.clone().prop_map(Step::Restore),
        1 => position.prop_map(Step::Accept),
        1 => Just(Step::AddRow),
        1 => (field, value).prop_map(|(of, to)| Step::ForAll(of, to)),
        3 => Just(Step::Undo),
        2 => Just(Step::Redo),
    ]
}

fn people() -> Vec<DraftRow> {
    let row = |position: u32| {
        // Two share an account, three a name.
        let texts = [
            (Field::Name, format!("Person {}", position / 3)),
            (Field::AccountNumber, format!("{:010}", position / 2)),
            (Field::BankName, "First Bank".to_owned()),
            (Field::Amount, "100".to_owned()),
        ];
        let cells = texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect();
        DraftRow::new(
            position,
            SourceRow { origin: RowOrigin::File(position + 2), cells, ..SourceRow::default() },
        )
    };
    (0..PEOPLE).map(row).collect()
}

fn draft(rows: Vec<DraftRow>) -> Draft {
    in_country(rows, Country::NG, Currency::NGN)
}

fn in_country(rows: Vec<DraftRow>, country: Country, currency: Currency) -> Draft {
    let head = DraftHead {
        id: 1,
        name: "November".into(),
        period: "2026-11".into(),
        file_name: "Pay.xlsx".into(),
        sheet: "Pay".into(),
        country,
        currency,
        convention: DecimalConvention::Point,
        skipped: Vec::new(),
        file_problems: Vec::new(),
        reading: None,
        before: None,
        refusal: None,
        narration_chars_max: 0,
        are_details_sent: true,
        sent_columns: Vec::new(),
    };
    Draft::new(head, rows, std::sync::Arc::new(BankDirectory::embedded().clone()))
}

#[test]
fn a_payment_above_the_limit_of_a_wallet_is_split() {
    let row = |amount: &str| {
        let texts = [
            (Field::Name, "Wanjiru Kamau"),
            (Field::AccountNumber, "254712345678"),
            (Field::BankName, "M-PESA"),
            (Field::Amount, amount),
            (Field::Narration, "Salary"),
        ];
        let cells = texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect();
        let origin = RowOrigin::File(2);
        vec![DraftRow::new(0, SourceRow { origin, cells, ..SourceRow::default() })]
    };
    let paid = |draft: &Draft| -> Vec<String> {
        let entries = draft.entries().iter();
        let paid = entries.map(|entry| {
            let recipient = &entry.recipient;
            let account = recipient.account_number.as_deref().unwrap_or_default();
            let narration = recipient.narration.as_deref().unwrap_or_default();
            let amount = recipient.amount.map(|amount| amount.digits()).unwrap_or_default();
            format!("{} {account} {narration} {amount}", entry.row.position)
        });
        paid.collect()
    };
    let mut split = in_country(row("600000"), Country::KE, Currency::KES);
    assert!(split.entries()[0].has_open(ProblemCode::AmountAboveLimit));
    assert!(!split.split(0).is_empty());
    assert_eq!(
        paid(&split),
        [
            "0 254712345678 Salary 250000.00",
            "1 254712345678 Salary 250000.00",
            "2 254712345678 Salary 100000.00",
        ]
    );
    let is_asked = |code| split.entries().iter().any(|entry| entry.has_open(code));
    assert!(!is_asked(ProblemCode::AmountAboveLimit));
    // Several payments to one account still ask.
    assert!(is_asked(ProblemCode::DuplicateAccount) || is_asked(ProblemCode::DuplicatePayment));
    split.undo();
    assert_eq!(paid(&split), ["0 254712345678 Salary 600000.00"]);
    // Nothing to split, and a digit too many.
    for amount in ["250000", "600000000"] {
        let mut whole = in_country(row(amount), Country::KE, Currency::KES);
        assert!(whole.split(0).is_empty(), "{amount}");
    }
}

#[test]
fn what_the_file_says_of_a_row_holds_for_the_parts_of_its_payment() {
    let texts = [
        (Field::Name, "Wanjiru Kamau"),
        (Field::AccountNumber, "254712345678"),
        (Field::BankName, "M-PESA"),
        (Field::Amount, "600000"),
    ];
    let source = SourceRow {
        origin: RowOrigin::File(2),
        cells: texts.iter().map(|(field, text)| (*field, Cell::typed(text))).collect(),
        not_to_pay: Some(Box::new(Cell::typed("SUSPENDED"))),
        ..SourceRow::default()
    };
    let mut draft = in_country(vec![DraftRow::new(0, source)], Country::KE, Currency::KES);
    let accepted = draft.accept_warning(&[0], ProblemCode::FileSaysNotToPay, "looked at");
    assert!(!accepted.is_empty());
    draft.split(0);
    // Nobody has answered for the other parts.
    let asks = |entry: &Entry| entry.has_open(ProblemCode::FileSaysNotToPay);
    assert_eq!(draft.entries().iter().map(asks).skip(1).collect::<Vec<_>>(), [true, true]);
    // A row that is excluded has nothing to split.
    draft.undo();
    draft.exclude(&[0]);
    assert!(draft.split(0).is_empty());
}

fn take(draft: &mut Draft, step: &Step) {
    match step {
        Step::Edit(at, field, value) => drop(draft.edit(&[*at], *field, value)),
        Step::Exclude(at) => drop(draft.exclude(&[*at])),
        Step::Restore(at) => drop(draft.restore(&[*at])),
        Step::Accept(at) => {
            drop(draft.accept_warning(&[*at], ProblemCode::DuplicateAccount, "looked at"));
            drop(draft.accept_warning(&[*at], ProblemCode::NameWithTwoAccounts, "looked at"));
        }
        Step::AddRow => drop(draft.add_row()),
        Step::ForAll(field, value) => {
            let all: Vec<u32> = draft.entries().iter().map(|entry| entry.row.position).collect();
            drop(draft.edit(&all, *field, value));
        }
        Step::Undo => drop(draft.undo()),
        Step::Redo => drop(draft.redo()),
    }
}

fn snapshot(draft: &Draft) -> Vec<(DraftRow, Vec<Problem>)> {
    draft.entries().iter().map(|entry| (entry.row.clone(), entry.problems().cloned().collect())).collect()
}

proptest! {
    #[test]
    fn a_changed_draft_says_what_a_new_one_would(steps in prop::collection::vec(step(), 1..25)) {
        let mut changed = draft(people());
        for step in &steps {
            take(&mut changed, step);
            let anew = draft(changed.entries().iter().map(|entry| entry.row.clone()).collect());
            prop_assert_eq!(snapshot(&changed), snapshot(&anew), "after {:?}", step);
            prop_assert_eq!(&changed.tally, &anew.tally, "after {:?}", step);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(BULK_CASES))]
    #[test]
    fn a_bulk_button_counts_the_rows_that_it_changes(steps in prop::collection::vec(step(), 1..12)) {
        let mut changed = draft(people());
        steps.iter().for_each(|step| take(&mut changed, step));
        let rows: Vec<DraftRow> = changed.entries().iter().map(|entry| entry.row.clone()).collect();
        for at in 0..count(rows.iter()) {
            for problem in changed.get(at).unwrap().open_problems() {
                let pressed = |press: &dyn Fn(&mut Draft) -> Vec<DraftRow>| count(press(&mut draft(rows.clone())).iter());
                let BulkCounts { code, suggestion, warning, bank } = changed.bulk_counts(at, problem.code);
                prop_assert_eq!(suggestion, pressed(&|draft| {
                    let all = draft.with_suggestion(code);
                    draft.accept_suggestion(&all, code)
                }));
                prop_assert_eq!(warning, pressed(&|draft| {
                    let all = draft.with_warning(code, None);
                    draft.accept_warning(&all, code, "looked at")
                }));
                if bank > 0 {
                    prop_assert_eq!(bank, pressed(&|draft| {
                        let all = draft.alike(at, Field::BankCode);
                        draft.edit(&all, Field::BankCode, "058")
                    }));
                }
            }
        }
    }
}

#[test]
fn many_rows_at_once_are_compared_as_few_are() {
    let rows = (0..2_500_u32).map(|position| DraftRow { position, ..people().remove(0) }).collect();
    let mut changed = draft(rows);
    let all: Vec<u32> = (0..2_500).collect();
    changed.edit(&all, Field::AccountNumber, "0000014579");
    changed.edit(&[7], Field::AccountNumber, "0000000001");
    let anew = draft(changed.entries().iter().map(|entry| entry.row.clone()).collect());
    assert_eq!(snapshot(&changed), snapshot(&anew));
    assert_eq!(changed.tally, anew.tally);
}

#[test]
fn an_answer_about_another_account_leaves_the_rows_own_warning_alone() {
    let mut draft = draft(people());
    let entry = draft.get(4).unwrap();
    let own = HolderCheck {
        service: String::new(),
        country: entry.recipient.country,
        account_number: entry.recipient.account_number.clone().unwrap(),
        bank_code: entry.recipient.bank_code.clone().unwrap(),
        finding: HolderFinding::NotFound,
        asked_at: jiff::Timestamp::UNIX_EPOCH,
        when_paid: None,
    };
    assert!(draft.learn_holder(4, own.clone()).is_some());
    draft.accept_warning(&[4], ProblemCode::AccountNotFound, "looked at");
    let matches = HolderFinding::Matches { holder: "Person 1".to_owned() };
    for (account_number, bank_code) in
        [("9999999999", own.bank_code.as_str()), (own.account_number.as_str(), "000")]
    {
        let late = HolderCheck {
            service: String::new(),
            country: own.country,
            account_number: account_number.to_owned(),
            bank_code: bank_code.to_owned(),
            finding: matches.clone(),
            asked_at: jiff::Timestamp::UNIX_EPOCH,
            when_paid: None,
        };
        assert_eq!(draft.learn_holder(4, late), None);
    }
    let entry = draft.get(4).unwrap();
    assert_eq!(entry.row.holder, Some(own), "what the bank said of this account");
    assert!(entry.row.accepted.contains(ProblemCode::AccountNotFound));
}

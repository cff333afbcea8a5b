use proptest::prelude::*;

use super::*;
use crate::{
    banks::{
        bank::{Bank, BankDirectory, BankKind, ConfirmedSpelling},
        country::Country,
    },
    rows::{
        cell::{Cell, CellValue},
        column::Column,
        source_row::RowOrigin,
    },
};

fn directory() -> BankDirectory {
    let bank =
        |country, code: &str, name: &str, kind| Bank { code: code.into(), name: name.into(), kind, country };
    BankDirectory::of(vec![
        bank(Country::NG, "011", "First Bank", BankKind::Bank),
        bank(Country::NG, "044", "Access Bank", BankKind::Bank),
        bank(Country::NG, "058", "GTBank", BankKind::Bank),
        bank(Country::NG, "032", "Union Bank", BankKind::Bank),
        bank(Country::NG, "999992", "OPay", BankKind::Bank),
        bank(Country::KE, "01", "KCB Bank", BankKind::Bank),
        bank(Country::KE, "MPS", "M-Pesa", BankKind::MobileMoney),
        bank(Country::GH, "GCB", "GCB Bank", BankKind::Bank),
        bank(Country::SN, "OMSN", "Orange Money", BankKind::MobileMoney),
        bank(Country::TZ, "CRDB", "CRDB Bank", BankKind::Bank),
    ])
}

fn number(text: &str) -> CellValue {
    CellValue::Number(text.into())
}

fn text(text: &str) -> CellValue {
    CellValue::Text(text.into())
}

/// Returns a payable Nigerian row with some fields changed.
fn row(changes: &[(Field, CellValue)]) -> SourceRow {
    let mut row = SourceRow { origin: RowOrigin::File(5), ..SourceRow::default() };
    let usual = [
        (Field::Name, text("Ada Obi")),
        (Field::AccountNumber, text("0000014579")),
        (Field::BankCode, text("011")),
        (Field::Amount, text("125000")),
    ];
    for (field, value) in usual.iter().chain(changes) {
        row.cells.insert(*field, Cell { column: Some(Column(3)), value: value.clone() });
    }
    row
}

fn checked(country: Country, row: &SourceRow) -> CheckedRow {
    let directory = directory();
    let convention = DecimalConvention::Unsettled;
    check_row(row, &CheckContext { country, currency: country.currency(), directory: &directory, convention })
}

/// Compares the problems, written as `severity code field value -> suggestion`, one per line.
fn check(country: Country, changes: &[(Field, CellValue)], expected: &[&str]) {
    let row = row(changes);
    let got: Vec<String> = checked(country, &row).problems.iter().map(shown).collect();
    assert_eq!(got, expected, "{country} {changes:?}");
}

fn shown(problem: &Problem) -> String {
    let mut shown = format!("{} {}", problem.severity, problem.code);
    if let Some(value) = &problem.value {
        shown.push_str(&format!(" {value}"));
    }
    if let Some(suggestion) = &problem.suggestion {
        shown.push_str(&format!(" -> {suggestion}"));
    }
    shown
}

#[test]
fn a_good_row_is_a_recipient() {
    let row = row(&[
        (Field::BankName, text("First Bank")),
        (Field::Narration, text("  November\u{a0}salary ")),
        (Field::EmployeeId, number("14")),
    ]);
    let CheckedRow { recipient, problems } = checked(Country::NG, &row);
    assert_eq!(problems, []);
    assert_eq!(recipient.name.as_deref(), Some("Ada Obi"));
    assert_eq!(recipient.account_number.as_deref(), Some("0000014579"));
    assert_eq!(recipient.bank_code.as_deref(), Some("011"));
    assert_eq!(recipient.amount.map(Money::digits).as_deref(), Some("125000.00"));
    assert_eq!(recipient.narration.as_deref(), Some("November salary"));
    assert_eq!(recipient.employee_id.as_deref(), Some("14"));
    assert_eq!((recipient.country, recipient.currency), (Country::NG, Currency::NGN));
}

#[test]
fn nigerian_accounts() {
    for (value, expected) in [
        (text("0000014579"), vec![]),
        (text("'0000014579"), vec![]),
        (text("00000 14579"), vec![]),
        (text("00-0001-4579"), vec![]),
        (text("\u{200b}0000014579\u{a0}"), vec![]),
        (number("3000014573"), vec!["warning account_number_check_digit 3000014573"]),
        (text("0000014578"), vec!["warning account_number_check_digit 0000014578"]),
        (number("123456789"), vec!["error account_number_zero_lost 123456789 -> 0123456789"]),
        (text("123456789"), vec!["error account_number_zero_lost 123456789 -> 0123456789"]),
        (number("12345678"), vec!["error account_number_zero_lost 12345678 -> 0012345678"]),
        (number("1234567"), vec!["error account_number_invalid 1234567"]),
        (text("00000145791"), vec!["error account_number_invalid 00000145791"]),
        (text("OOO0014579"), vec!["error account_number_invalid OOO0014579"]),
        (text("A/C 0000014579"), vec!["error account_number_invalid AC0000014579 -> 0000014579"]),
        (text("1000014579.0"), vec!["error account_number_invalid 1000014579.0 -> 1000014579"]),
        (text("１２３４５６７８９０"), vec!["error account_number_invalid １２３４５６７８９０"]),
        (text("3.2E+15"), vec!["error account_number_digits_lost 3.2E+15"]),
        (text("2,34e9"), vec!["error account_number_digits_lost 2,34e9"]),
        (number("3.2E+15"), vec!["error account_number_digits_lost 3.2E+15"]),
        (number("3200000000000000"), vec!["error account_number_digits_lost 3200000000000000"]),
        (text("0000000000"), vec!["error account_number_placeholder 0000000000"]),
        (text("99999-99999"), vec!["error account_number_placeholder 9999999999"]),
        (number("1234567890"), vec!["error account_number_placeholder 1234567890"]),
        (text("00000"), vec!["error account_number_invalid 00000"]),
        (text("N/A"), vec!["error account_number_invalid NA"]),
        (text("  "), vec!["error account_number_missing"]),
        (text("--"), vec!["error account_number_invalid --"]),
        (CellValue::FormulaWithoutValue, vec!["error account_number_missing"]),
        (CellValue::Error("#N/A".into()), vec!["error account_number_invalid #N/A"]),
        (CellValue::Date("2026-11-01".into()), vec!["error account_number_invalid 2026-11-01"]),
        (CellValue::Bool(true), vec!["error account_number_invalid TRUE"]),
        (
            text("\u{202a}0000014579\u{202c}"),
            vec![
                "error text_bidi_control <U+202A>0000014579<U+202C> -> 0000014579",
                "error account_number_invalid \u{202a}0000014579\u{202c} -> 0000014579",
            ],
        ),
    ] {
        check(Country::NG, &[(Field::AccountNumber, value)], &expected);
    }
}

#[test]
fn accounts_elsewhere() {
    for (country, bank, account, expected) in [
        (Country::KE, "01", text("1234567890123"), vec![]),
        (Country::KE, "01", text("1234567890"), vec!["error account_number_placeholder 1234567890"]),
        (Country::KE, "01", text("9999999999"), vec!["error account_number_placeholder 9999999999"]),
        (Country::KE, "MPS", text("0000000000"), vec!["error account_number_placeholder 0000000000"]),
        (Country::KE, "01", text("12345"), vec!["error account_number_invalid 12345"]),
        (Country::KE, "MPS", text("254712345678"), vec![]),
        (Country::KE, "MPS", text("+254 712 345-678"), vec![]),
        (
            Country::KE,
            "MPS",
            text("0712345678"),
            vec!["note account_number_local_form 0712345678 -> 254712345678"],
        ),
        (
            Country::KE,
            "MPS",
            number("712345678"),
            vec!["error account_number_zero_lost 712345678 -> 254712345678"],
        ),
        (Country::KE, "MPS", text("555"), vec!["error account_number_invalid 555"]),
        (
            Country::SN,
            "OMSN",
            text("77 123 45 67"),
            vec!["note account_number_local_form 771234567 -> 221771234567"],
        ),
        (Country::SN, "OMSN", text("+221 77.123.45.67"), vec![]),
        (
            Country::SN,
            "OMSN",
            text("77\u{2011}123\u{2013}45\u{2010}67"),
            vec!["note account_number_local_form 771234567 -> 221771234567"],
        ),
        (
            Country::KE,
            "MPS",
            text("254712345678.0"),
            vec!["error account_number_invalid 254712345678.0 -> 254712345678"],
        ),
        (Country::KE, "01", text("254712345678"), vec!["warning account_number_mobile 254712345678"]),
        (Country::KE, "01", text("0712 345 678"), vec!["warning account_number_mobile 0712345678"]),
        (Country::KE, "01", number("712345678"), vec!["warning account_number_mobile 712345678"]),
        (Country::KE, "01", text("1101234567"), vec![]),
        (
            Country::GH,
            "GCB",
            text("0241234567"),
            vec!["warning account_number_mobile 0241234567", "warning branch_missing"],
        ),
        (Country::TZ, "CRDB", text("0712345678"), vec![]),
        (Country::TZ, "CRDB", text("01J2033123400"), vec![]),
        (Country::GH, "GCB", text("1234567890123"), vec!["warning branch_missing"]),
    ] {
        check(country, &[(Field::BankCode, text(bank)), (Field::AccountNumber, account)], &expected);
    }
}

#[test]
fn more_than_a_wallet_takes_in_one_payment_is_a_decision() {
    let wallet = |amount: &str| {
        [
            (Field::BankCode, text("MPS")),
            (Field::AccountNumber, text("254712345678")),
            (Field::Amount, text(amount)),
        ]
    };
    check(Country::KE, &wallet("250000"), &[]);
    check(Country::KE, &wallet("250000.01"), &["warning amount_above_limit 250000.00"]);
    let row = row(&wallet("300000"));
    assert_eq!(checked(Country::KE, &row).problems.first().and_then(|problem| problem.since), Some(2023));
    // A bank takes it.
    let bank = [
        (Field::BankCode, text("01")),
        (Field::AccountNumber, text("1128450113")),
        (Field::Amount, text("300000")),
    ];
    check(Country::KE, &bank, &[]);
}

#[test]
fn banks_by_code_by_name_and_both() {
    let nothing = || text("");
    for (code, name, expected) in [
        (text("011"), nothing(), vec![]),
        (nothing(), text("First Bank"), vec![]),
        (text("011"), text("First Bank"), vec![]),
        (text("First Bank"), nothing(), vec![]),
        (nothing(), nothing(), vec!["error bank_missing"]),
        (number("11"), nothing(), vec!["error bank_unknown 11 -> 011"]),
        (number("44"), text("Access Bank"), vec!["error bank_unknown 44 -> 044"]),
        (text("011152036"), nothing(), vec![]),
        (text("011152036"), text("First Bank"), vec![]),
        (text("011152036"), text("Access Bank"), vec!["error bank_conflict 011152036 -> 044"]),
        (text("011152036"), text("Village Savings"), vec!["note bank_unknown Village Savings -> 011"]),
        (text("777152036"), text("GTBank"), vec!["error bank_unknown 777152036 -> 058"]),
        (number("58152036"), nothing(), vec!["error bank_unknown 58152036 -> 058"]),
        (text("777"), nothing(), vec!["error bank_unknown 777"]),
        (text("777"), text("First Bank"), vec!["error bank_unknown 777 -> 011"]),
        (text("058"), text("First Bank"), vec!["error bank_conflict 058 -> 011"]),
        (number("44"), text("First Bank"), vec!["error bank_conflict 44 -> 011"]),
        (text("011"), text("Village Savings"), vec!["note bank_unknown Village Savings -> 011"]),
        (nothing(), text("Village Savings"), vec!["error bank_unknown Village Savings"]),
        (nothing(), text("Frist Bank"), vec!["error bank_unknown Frist Bank -> 011"]),
    ] {
        check(Country::NG, &[(Field::BankCode, code), (Field::BankName, name)], &expected);
    }
}

#[test]
fn sort_codes_name_bank_and_branch() {
    for (country, code, branch, expected) in [
        (Country::NG, "058152036", "", (Some("058"), Some("152036"), vec![])),
        (Country::NG, "058", "", (Some("058"), None, vec![])),
        (Country::KE, "01100", "", (Some("01"), Some("100"), vec![])),
        (Country::KE, "1100", "", (None, None, vec!["error bank_unknown 1100 -> 01"])),
        (Country::KE, "01100", "205", (Some("01"), Some("205"), vec![])),
        (Country::GH, "190112", "", (Some("GH190100"), Some("190112"), vec![])),
        (Country::GH, "GH190100", "", (Some("GH190100"), None, vec!["warning branch_missing"])),
        (Country::ZA, "250155", "", (Some("250655"), Some("250155"), vec![])),
        (Country::ZA, "FNB", "250155", (Some("250655"), Some("250155"), vec![])),
        (
            Country::ZA,
            "FNB",
            "051001",
            (Some("250655"), Some("051001"), vec!["warning bank_conflict 051001"]),
        ),
    ] {
        let fields = [
            (Field::BankCode, text(code)),
            (Field::BranchCode, text(branch)),
            (Field::AccountNumber, text("0000014579")),
        ];
        let row = row(&fields);
        let context = CheckContext {
            country,
            currency: country.currency(),
            directory: BankDirectory::embedded(),
            convention: DecimalConvention::Unsettled,
        };
        let CheckedRow { recipient, problems } = check_row(&row, &context);
        let problems: Vec<String> =
            problems.iter().filter(|p| p.code != ProblemCode::AccountNumberCheckDigit).map(shown).collect();
        let got = (
            recipient.bank_code.as_deref(),
            recipient.branch_code.as_deref(),
            problems.iter().map(String::as_str).collect(),
        );
        assert_eq!(got, expected, "{country} {code} {branch}");
    }
}

#[test]
fn a_bank_that_was_taken_over_is_its_successors_if_the_user_says_so() {
    for (code, name, expected) in [
        ("", "Diamond Bank Plc", vec!["error bank_taken_over Diamond Bank Plc -> 044"]),
        ("Diamond Bank", "", vec!["error bank_taken_over Diamond Bank -> 044"]),
        ("063", "", vec!["error bank_taken_over 063 -> 044"]),
        ("063", "Diamond Bank", vec!["error bank_taken_over Diamond Bank -> 044"]),
        ("777", "Diamond Bank", vec!["error bank_taken_over Diamond Bank -> 044"]),
        ("063152036", "Diamond Bank", vec!["error bank_taken_over Diamond Bank -> 044"]),
        ("063", "Access Bank", vec!["error bank_taken_over 063 -> 044"]),
        ("063", "First Bank", vec!["error bank_unknown 063 -> 011"]),
        ("044", "Diamond Bank", vec![]),
        ("058", "Diamond Bank", vec!["error bank_conflict 058 -> 044"]),
        ("058", "Skye Bank", vec!["note bank_unknown Skye Bank -> 058"]),
    ] {
        let row = row(&[(Field::BankCode, text(code)), (Field::BankName, text(name))]);
        let problems = checked(Country::NG, &row).problems;
        let of_bank = problems.iter().filter(|problem| problem.field != Some(Field::AccountNumber));
        assert_eq!(of_bank.clone().map(shown).collect::<Vec<_>>(), expected, "{code} {name}");
        let since: Vec<u16> = of_bank.filter_map(|problem| problem.since).collect();
        assert_eq!(
            since.is_empty(),
            !expected.iter().any(|line| line.contains("taken_over")),
            "{code} {name}"
        );
    }
}

#[test]
fn the_bank_of_a_conflict_is_nobodys() {
    let row = row(&[(Field::BankCode, text("058")), (Field::BankName, text("First Bank"))]);
    let recipient = checked(Country::NG, &row).recipient;
    assert_eq!((recipient.bank_code, recipient.bank_name.as_deref()), (None, Some("First Bank")));
}

#[test]
fn rows_name_their_own_country_and_currency() {
    for (country, currency, expected, problems) in [
        ("", "", "NG NGN", vec![]),
        ("Nigeria", "ngn", "NG NGN", vec![]),
        ("", "₦", "NG NGN", vec![]),
        ("", "KES", "KE KES", vec!["error bank_unknown 011"]),
        ("Kenya", "", "KE KES", vec!["error bank_unknown 011"]),
        ("Nigeria", "KES", "NG KES", vec!["error currency_mixed KES -> NGN"]),
        ("", "USD", "NG NGN", vec!["error currency_unknown USD"]),
        ("Narnia", "", "NG NGN", vec!["error country_unknown Narnia"]),
        ("", "XOF", "NG XOF", vec!["error country_unknown XOF"]),
    ] {
        let row = row(&[(Field::Country, text(country)), (Field::Currency, text(currency))]);
        let CheckedRow { recipient, problems: got } = checked(Country::NG, &row);
        assert_eq!(format!("{} {}", recipient.country, recipient.currency), expected, "{country} {currency}");
        let got: Vec<String> =
            got.iter().filter(|p| p.field != Some(Field::AccountNumber)).map(shown).collect();
        assert_eq!(
            got.iter().map(String::as_str).filter(|p| !p.contains("-> 01")).collect::<Vec<_>>(),
            problems
        );
    }
}

#[test]
fn texts_are_watched() {
    let long = "x".repeat(NARRATION_CHARS_MAX + 1);
    let cut = "x".repeat(NARRATION_CHARS_MAX);
    let too_long = format!("text_too_long {long} -> {cut}");
    for (field, value, expected) in [
        (Field::Name, text(""), vec!["error name_missing"]),
        (Field::Name, CellValue::Error("#REF!".into()), vec!["error name_missing #REF!"]),
        (Field::Name, text("N/A"), vec!["error name_missing N/A"]),
        (Field::Name, text("- "), vec!["error name_missing - "]),
        (Field::Name, number("0"), vec!["error name_missing 0"]),
        (Field::Name, text("\u{410}da Obi"), vec!["warning name_mixed_script \u{410}da Obi"]),
        (Field::Name, text("Ọlá Ṣadé"), vec![]),
        (Field::Name, text("Ada\u{202e}ibO"), vec!["error text_bidi_control Ada<U+202E>ibO -> AdaibO"]),
        (Field::Narration, text("\u{2066}pay"), vec!["error text_bidi_control <U+2066>pay -> pay"]),
        (Field::Name, text(&long), vec![&format!("warning {too_long}")]),
        (Field::Narration, text(&long), vec![&format!("error {too_long}")]),
        (Field::Narration, text(&cut), vec![]),
        (Field::Amount, text(""), vec!["error amount_missing"]),
        (Field::Amount, text("1.234"), vec!["error amount_ambiguous 1.234 -> 1234"]),
        (Field::Amount, CellValue::FormulaWithoutValue, vec!["error amount_formula_without_value"]),
    ] {
        check(Country::NG, &[(field, value)], &expected);
    }
}

#[test]
fn a_ragged_line_is_not_paid() {
    let row = SourceRow { ragged: Some(6), ..row(&[]) };
    let problems = checked(Country::NG, &row).problems;
    assert_eq!(problems.iter().map(shown).collect::<Vec<_>>(), ["error row_ragged 6"]);
    assert_eq!(problems[0].field, None);
}

#[test]
fn a_row_that_the_file_hides_waits_for_a_decision() {
    for (by, code) in [(HiddenBy::Hand, "hidden_rows"), (HiddenBy::Filter, "filtered_rows")] {
        let row = SourceRow { hidden: Some(by), ..row(&[]) };
        let CheckedRow { recipient, problems } = checked(Country::NG, &row);
        assert_eq!(problems.iter().map(shown).collect::<Vec<_>>(), [format!("warning {code}")]);
        assert_eq!(problems[0].field, None);
        assert!(recipient.amount.is_some(), "it is read like all others");
        let json = serde_json::to_string(&row).unwrap();
        assert_eq!(serde_json::from_str::<SourceRow>(&json).unwrap(), row);
    }
    let kept_before = r#"{"row":5,"cells":{}}"#;
    assert_eq!(serde_json::from_str::<SourceRow>(kept_before).unwrap().hidden, None);
    assert!(!serde_json::to_string(&row(&[])).unwrap().contains("hidden"));
}

#[test]
fn a_row_that_says_not_to_pay_waits_for_a_decision() {
    let said = Cell { column: Some(Column(7)), value: text("SUSPENDED") };
    let row = SourceRow { not_to_pay: Some(Box::new(said)), ..row(&[]) };
    let CheckedRow { recipient, problems } = checked(Country::NG, &row);
    assert_eq!(problems.iter().map(shown).collect::<Vec<_>>(), ["warning file_says_not_to_pay SUSPENDED"]);
    assert_eq!(problems[0].field, None);
    assert!(recipient.amount.is_some(), "it is read like all others");
    let json = serde_json::to_string(&row).unwrap();
    assert_eq!(serde_json::from_str::<SourceRow>(&json).unwrap(), row);
}

#[test]
fn a_row_that_is_struck_through_waits_for_a_decision() {
    let row = SourceRow { marks: vec![RowMark::Struck], ..row(&[]) };
    let problems = checked(Country::NG, &row).problems;
    assert_eq!(problems.iter().map(shown).collect::<Vec<_>>(), ["warning file_says_not_to_pay"]);
}

#[test]
fn an_amount_in_thousands_is_multiplied_only_by_the_user() {
    for (amount, country, expected) in
        [("85", Country::NG, "85000.00"), ("85.5", Country::NG, "85500.00"), ("85", Country::UG, "85000")]
    {
        let in_thousands = |checked: CheckedRow| {
            let mut problems = checked.problems.into_iter();
            problems.find(|problem| problem.code == ProblemCode::AmountInThousands)
        };
        let mut row = row(&[(Field::Amount, text(amount))]);
        row.marks = vec![RowMark::InThousands("N'000".to_owned())];
        let problem = in_thousands(checked(country, &row)).unwrap();
        assert_eq!((problem.severity, problem.suggestion.as_deref()), (Severity::Warning, Some(expected)));
        row.cells.insert(Field::Amount, Cell::typed(amount));
        assert_eq!(in_thousands(checked(country, &row)), None, "typed {amount}");
    }
}

fn in_file(row: usize) -> RowOrigin {
    RowOrigin::File(u32::try_from(row).unwrap())
}

fn numbers(problem: &Problem) -> Vec<u32> {
    problem.rows.iter().filter_map(|row| row.number()).collect()
}

/// Compares rows given as name, bank, account, amount. Problems are written as `index code rows`.
fn check_all(rows: &[(&str, &str, &str, &str)], expected: &[&str]) {
    let drafts: Vec<RecipientDraft> = rows
        .iter()
        .map(|(name, bank, account, amount)| {
            let fields = [
                (Field::Name, text(name)),
                (Field::BankCode, text(bank)),
                (Field::AccountNumber, text(account)),
                (Field::Amount, text(amount)),
            ];
            checked(Country::NG, &row(&fields)).recipient
        })
        .collect();
    let members = drafts.iter().enumerate().map(|(index, draft)| (index, in_file(index + 2), draft));
    let got: Vec<String> = check_together(members)
        .iter()
        .map(|(index, problem)| format!("{index} {} {:?}", problem.code, numbers(problem)))
        .collect();
    assert_eq!(got, expected, "{rows:?}");
}

#[test]
fn whoever_would_be_paid_twice_is_shown() {
    check_all(&[("Ada", "011", "1", "10"), ("Ben", "011", "2", "10")], &[]);
    check_all(&[("Ada", "011", "1", "10"), ("Ben", "058", "1", "10")], &[]);
    check_all(
        &[("Ada", "011", "1", "10"), ("Ben", "011", "1", "20")],
        &["0 duplicate_account [3]", "1 duplicate_account [2]"],
    );
    check_all(
        &[("Ada", "011", "1", "10"), ("Ben", "011", "1", "10.00"), ("Cid", "011", "1", "20")],
        &["0 duplicate_payment [3]", "1 duplicate_payment [2]", "2 duplicate_account [2, 3]"],
    );
    check_all(
        &[("Ada", "011", "123456789", "10"), ("Ben", "011", "0123456789", "10")],
        &["0 duplicate_payment [3]", "1 duplicate_payment [2]"],
    );
    check_all(
        &[("OBI, Ada", "011", "1", "10"), ("Ada Óbi", "058", "2", "10")],
        &["0 name_with_two_accounts [3]", "1 name_with_two_accounts [2]"],
    );
    check_all(&[("Ada", "011", "", "10"), ("Ada", "011", "", "10")], &[]);
    check_all(
        &[("Ada", "011", "1", "x"), ("Ben", "011", "1", "x")],
        &["0 duplicate_account [3]", "1 duplicate_account [2]"],
    );
}

#[test]
fn one_account_on_every_line_is_still_quick() {
    let one = checked(Country::NG, &row(&[])).recipient;
    let drafts: Vec<RecipientDraft> = (1..20_000)
        .map(|minor| RecipientDraft { amount: Some(Money::from_minor(minor, Currency::NGN)), ..one.clone() })
        .collect();
    let members = drafts.iter().enumerate().map(|(index, draft)| (index, in_file(index + 1), draft));
    let problems = check_together(members);
    assert_eq!(problems.len(), drafts.len());
    assert!(problems.iter().all(|(_, problem)| problem.rows.len() == 20));
}

type Pay = (&'static str, &'static str, &'static str, Option<i64>);

/// Generates name, bank, account and amount from few values, so that duplicates occur.
fn pay() -> impl Strategy<Value = Pay> {
    (
        prop::sample::select(vec!["Ada Obi", "Ben Eze", "Cid"]),
        prop::sample::select(vec!["011", "058"]),
        prop::sample::select(vec!["0123456789", "0123456780", "0000000001"]),
        prop::sample::select(vec![None, Some(100), Some(200)]),
    )
}

/// Compares every row with every other one, as a reference implementation: `index code rows`.
fn one_by_one(rows: &[Pay]) -> Vec<String> {
    let beside = |at: usize, alike: &dyn Fn(&Pay) -> bool| -> Vec<usize> {
        let others = rows.iter().enumerate().filter(|(other, row)| *other != at && alike(row));
        others.map(|(other, _)| other + 2).collect()
    };
    let mut found = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let one_account = beside(at, &|other| (other.1, other.2) == (row.1, row.2));
        let paid_twice = beside(at, &|other| (other.1, other.2, other.3) == (row.1, row.2, row.3));
        let elsewhere = beside(at, &|other| other.0 == row.0 && (other.1, other.2) != (row.1, row.2));
        if row.3.is_some() && !paid_twice.is_empty() {
            found.push(format!("{at} duplicate_payment {paid_twice:?}"));
        } else if !one_account.is_empty() {
            found.push(format!("{at} duplicate_account {one_account:?}"));
        }
        if !elsewhere.is_empty() {
            found.push(format!("{at} name_with_two_accounts {elsewhere:?}"));
        }
    }
    found.sort();
    found
}

proptest! {
    #[test]
    fn rows_are_alike_as_if_each_was_held_beside_each(rows in prop::collection::vec(pay(), 0..9)) {
        let empty = checked(Country::NG, &row(&[])).recipient;
        let drafts: Vec<RecipientDraft> = rows.iter().map(|(name, bank, account, minor)| RecipientDraft {
            name: Some((*name).to_owned()),
            bank_code: Some((*bank).to_owned()),
            account_number: Some((*account).to_owned()),
            amount: minor.map(|minor| Money::from_minor(minor, Currency::NGN)),
            ..empty.clone()
        }).collect();
        let members = drafts.iter().enumerate().map(|(at, draft)| (at, in_file(at + 2), draft));
        let mut got: Vec<String> = check_together(members)
            .iter()
            .map(|(at, problem)| format!("{at} {} {:?}", problem.code, numbers(problem)))
            .collect();
        got.sort();
        prop_assert_eq!(got, one_by_one(&rows));
    }
}

proptest! {
    #[test]
    fn no_text_makes_a_check_fail(
        name in "\\PC{0,20}",
        account in "[0-9A-Za-z+.\u{a0}\u{202e}]{0,20}",
        any in any::<String>(),
        country in 0..12usize,
    ) {
        use strum::IntoEnumIterator;
        let country = Country::iter().nth(country).unwrap();
        let row = row(&[
            (Field::Name, text(&name)),
            (Field::AccountNumber, text(&account)),
            (Field::BankName, text(&any)),
            (Field::BankCode, text(&account)),
            (Field::Amount, text(&any)),
            (Field::Narration, text(&any)),
            (Field::Country, text(&name)),
            (Field::Currency, number(&account)),
        ]);
        let _ = checked(country, &row);
    }

    #[test]
    fn an_edited_cell_is_checked_like_a_files(account in "[0-9]{6,12}") {
        let mut typed = row(&[]);
        typed.cells.insert(Field::AccountNumber, Cell::typed(&account));
        let from_file = row(&[(Field::AccountNumber, text(&account))]);
        prop_assert_eq!(checked(Country::NG, &typed), checked(Country::NG, &from_file));
    }
}

#[test]
fn what_was_confirmed_for_a_text_is_not_asked_again() {
    let banks = BankDirectory::embedded().in_country(Country::NG).cloned().collect();
    let spelling = |text: &str, code: &str, name: &str| {
        let (text, bank_code, bank_name) = (text.to_owned(), code.to_owned(), name.to_owned());
        ConfirmedSpelling { country: Country::NG, text, bank_code, bank_name }
    };
    let directory = BankDirectory::of(banks).with_confirmed(&[
        spelling("Office Bank", "044", "Access Bank"),
        spelling("Diamond Bank", "058", "Guaranty Trust Bank"),
        spelling("9", "044", "Access Bank"),
        // A name that is certain means what it says.
        spelling("Zenith Bank", "044", "Access Bank"),
    ]);
    for (code, name, expected) in [
        ("", "office bank", (Some("044"), vec!["note bank_as_confirmed office bank"])),
        ("Office Bank", "", (Some("044"), vec!["note bank_as_confirmed Office Bank"])),
        ("9", "", (Some("044"), vec!["note bank_as_confirmed 9"])),
        ("", "Diamond Bank", (Some("058"), vec!["note bank_as_confirmed Diamond Bank"])),
        ("", "Zenith Bank", (Some("057"), vec![])),
        ("058", "Office Bank", (Some("058"), vec!["note bank_unknown Office Bank -> 058"])),
    ] {
        let row = row(&[(Field::BankCode, text(code)), (Field::BankName, text(name))]);
        let context = CheckContext {
            country: Country::NG,
            currency: Country::NG.currency(),
            directory: &directory,
            convention: DecimalConvention::Unsettled,
        };
        let CheckedRow { recipient, problems } = check_row(&row, &context);
        let of_bank =
            problems.iter().filter(|problem| matches!(problem.field, Some(field) if field.is_bank()));
        let shown: Vec<String> = of_bank.map(shown).collect();
        let got = (recipient.bank_code.as_deref(), shown.iter().map(String::as_str).collect());
        assert_eq!(got, expected, "{code} {name}");
    }
}

//! Money and accounts as offices write them, and as programs spoil them: a wrong digit is the worst that can happen,
//! so each line says what is paid to whom, or why nothing is.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::kept::kept;
use paysheet_domain::{Country, Severity, check_row};
use paysheet_sheet::{ReadOptions, SheetFile, read_bytes};

fn read(bytes: &[u8], country: Country) -> SheetFile {
    read_bytes(bytes, &ReadOptions { country: Some(country), ..ReadOptions::default() }).unwrap()
}

/// Rows as `row account amount`, with the codes that keep them from being paid.
fn people(file: &SheetFile) -> Vec<String> {
    let context = made::context(file);
    let rows = file.rows.iter().map(|row| {
        let checked = check_row(row, &context);
        let amount = checked.recipient.amount.map_or("-".to_owned(), |amount| amount.digits());
        let account = checked.recipient.account_number.unwrap_or("-".to_owned());
        let errors = checked.problems.iter().filter(|problem| problem.severity == Severity::Error);
        let codes = errors.map(|problem| match &problem.suggestion {
            Some(suggestion) => format!(" {}->{suggestion}", problem.code),
            None => format!(" {}", problem.code),
        });
        format!("{} {account} {amount}{}", u32::from(row.origin), codes.collect::<String>())
    });
    rows.collect()
}

fn check(name: &str, country: Country, bytes: &[u8], expected: &[&str]) {
    let ending = if bytes.starts_with(b"PK") { "xlsx" } else { "csv" };
    let bytes = kept("written", name, ending, bytes);
    assert_eq!(people(&read(&bytes, country)), expected, "{name}");
}

const NG: Country = Country::NG;

/// A text file of amounts for one account, each in quotation marks so that none is cut.
fn amounts(separator: &str, amounts: &[&str]) -> Vec<u8> {
    let names = ["Ada Obi", "Ben Eze", "Cid Ojo", "Dan Ude", "Eve Oke", "Fay Ike"];
    let head = ["Name", "Account Number", "Bank Code", "Amount"].join(separator);
    let lines = names.iter().zip(amounts.iter());
    let lines = lines
        .map(|(name, amount)| [*name, "0000014579", "011", format!("\"{amount}\"").as_str()].join(separator));
    [head].into_iter().chain(lines).collect::<Vec<_>>().join("\n").into_bytes()
}

/// Each amount beside what is paid, or why nothing is.
fn check_amounts(name: &str, separator: &str, table: &[(&str, &str)]) {
    let written: Vec<&str> = table.iter().map(|(written, _)| *written).collect();
    let expected = (2..).zip(table).map(|(row, (_, paid))| format!("{row} 0000014579 {paid}"));
    let bytes = kept("written", name, "csv", &amounts(separator, &written));
    assert_eq!(people(&read(&bytes, NG)), expected.collect::<Vec<_>>(), "{name}");
}

#[test]
fn amounts_are_read_as_they_are_meant_or_not_at_all() {
    const NO: &str = "- amount_invalid";
    check_amounts(
        "French grouping",
        ";",
        &[("1 250 000", "1250000.00"), ("1\u{202f}250\u{202f}000,50", "1250000.50"), ("1 250,5", "1250.50")],
    );
    check_amounts(
        "points that group",
        ";",
        &[("1.250.000", "1250000.00"), ("500.000", "500000.00"), ("98.000,25", "98000.25")],
    );
    check_amounts("a point that nothing settles", ";", &[("500.000", "- amount_ambiguous->500000")]);
    check_amounts(
        "both conventions in one column",
        ",",
        &[
            ("1.250,00", "1250.00"),
            ("1,250.00", "1250.00"),
            ("1250.00", "1250.00"),
            ("1.250", "- amount_ambiguous->1250"),
        ],
    );
    check_amounts(
        "signs and codes of currencies",
        ",",
        &[
            ("₦1,250.00", "1250.00"),
            ("NGN 98,000", "98000.00"),
            ("N5000", "5000.00"),
            ("$100", NO),
            ("1250.00 NGN", "1250.00"),
        ],
    );
    check_amounts(
        "signs after the number",
        "\t",
        &[
            ("1,250.00 ₦", "1250.00"),
            ("1250₦", "1250.00"),
            ("1250/=", "1250.00"),
            ("100 USD", NO),
            ("GHS 100", "- currency_mixed"),
            ("1250 only", "1250.00"),
        ],
    );
    check_amounts(
        "as they are typed in Nigeria",
        "\t",
        &[
            ("#85,000.00", "85000.00"),
            ("85,000:00", "85000.00"),
            ("N85,000=", "85000.00"),
            ("85,000.00 CR", "85000.00"),
            ("85k", "- amount_ambiguous->85000.00"),
            ("85,000.00 DR", NO),
        ],
    );
    check_amounts("other currencies", ",", &[("€5", NO)]);
}

#[test]
fn amounts_that_nobody_pays_in_are_refused() {
    const NO: &str = "- amount_invalid";
    // A digit may as well be missing: it is suggested, and nobody guesses.
    check_amounts(
        "Indian grouping",
        ",",
        &[
            ("12,34,567.50", "- amount_ambiguous->1234567.50"),
            ("1,00,000", "- amount_ambiguous->100000"),
            ("1,2,3", NO),
        ],
    );
    check_amounts(
        "below zero and no amounts",
        ",",
        &[
            ("(500.00)", "-500.00 amount_not_positive"),
            ("-500", "-500.00 amount_not_positive"),
            ("500-", "-500.00 amount_not_positive"),
            ("5%", NO),
            ("1e3", NO),
            ("25/11/2026", NO),
        ],
    );
    check_amounts(
        "too much and too fine",
        ",",
        &[
            ("99999999999999999999", "- amount_too_large"),
            ("0.001", "- amount_too_precise"),
            ("0", "0.00 amount_not_positive"),
            ("00100", "100.00"),
            ("1250.505", "- amount_too_precise->1250.51"),
        ],
    );
    check_amounts(
        "apostrophes and lines",
        ",",
        &[
            ("1'250'000.50", "1250000.50"),
            ("1’250.00", "1250.00"),
            ("1'250.00", "1250.00"),
            ("1'25", NO),
            ("1,25'0", NO),
            ("1_000", NO),
        ],
    );
    check_amounts(
        "signs too many",
        "\t",
        &[
            ("12.50.00", NO),
            ("1.250.00", NO),
            ("1,250,00", NO),
            ("1250,-", NO),
            ("1250-00", NO),
            ("12 50", NO),
        ],
    );
    check_amounts("letters for digits", "\t", &[("1O0", NO), ("l00", NO), ("1250*", NO), ("~1250", NO)]);
    for slip in ["1,2500", "1,0000", "1.2500"] {
        check_amounts(
            &format!("a group with a digit too many, {slip}"),
            "\t",
            &[(slip, NO), ("98000", "98000.00")],
        );
    }
    check_amounts("four decimals everywhere", "\t", &[("100.0000", "100.00"), ("250.5000", "250.50")]);
}

#[test]
fn francs_have_no_decimals_and_many_spellings() {
    let text = "Nom et prénoms;Numéro mobile money;Opérateur;Montant\n\
                Awa Fall;221771234567;Orange Money;CFA 500.000\n\
                Ali Sow;221771234568;Orange Money;1 250 000 FCFA\n\
                Ba Ndiaye;221771234569;Orange Money;1.250.000\n\
                Sy Diop;221771234560;Orange Money;500,50\n";
    let expected = [
        "2 221771234567 500000",
        "3 221771234568 1250000",
        "4 221771234569 1250000",
        "5 221771234560 - amount_too_precise->501",
    ];
    check("francs", Country::SN, text.as_bytes(), &expected);
}

#[test]
fn francs_are_abbreviated() {
    for amount in ["85.000 Frs", "85.000 FRS CFA", "Frs 85.000", "85 000 F", "85 000 F CFA"] {
        let text = format!(
            "Nom;Numéro mobile money;Opérateur;Montant\nAwa Fall;221771234567;Orange Money;{amount}\n"
        );
        assert_eq!(people(&read(text.as_bytes(), Country::SN)), ["2 221771234567 85000"], "{amount}");
    }
}

#[test]
fn accounts_keep_their_digits_or_are_not_paid() {
    let text = "Name,Account Number,Bank Code,Amount\n\
                Ada Obi,\u{ff10}\u{ff10}\u{ff10}\u{ff10}\u{ff10}14579,011,\u{ff11}00\n\
                Ben Eze,0000014579,011,1\u{200b}00\n\
                Cid Ojo,0000 014 579,011,100\n\
                Dan Ude,0000\u{a0}014579,011,100\u{a0}000\n\
                Eve Oke,9.99E+09,011,100\n\
                Fay Ike,0000014579.0,011,100.5.5\n";
    let expected = [
        "2 ０００００14579 - account_number_invalid amount_invalid",
        "3 0000014579 100.00",
        "4 0000014579 100.00",
        "5 0000014579 100000.00",
        "6 9.99E+09 100.00 account_number_digits_lost",
        "7 0000014579.0 - account_number_invalid->0000014579 amount_invalid",
    ];
    check("accounts", NG, text.as_bytes(), &expected);
}

#[test]
fn text_files_say_where_their_cells_end() {
    let head = "Name,Account Number,Bank Code,Amount";
    for (name, text, expected) in [
        (
            "a line that names the delimiter",
            "sep=;\r\nName;Account Number;Bank Code;Amount\r\nAda;0000014579;011;1250,50\r\n".to_owned(),
            "3 0000014579 1250.50",
        ),
        (
            "quotes and line ends within a cell",
            format!("{head}\n\"Ada \"\"A\"\"\nObi\",0000014579,011,\"1,250.00\"\n"),
            "2 0000014579 1250.00",
        ),
        ("trailing delimiters", format!("{head},,,\nAda,0000014579,011,100,,,\n"), "2 0000014579 100.00"),
        ("no line end", format!("{head}\n\n\nAda,0000014579,011,100"), "4 0000014579 100.00"),
    ] {
        let wide = |mark: &[u8], to_bytes: fn(u16) -> [u8; 2]| {
            let units = text.encode_utf16().flat_map(to_bytes);
            mark.iter().copied().chain(units).collect::<Vec<u8>>()
        };
        check(name, NG, text.as_bytes(), &[expected]);
        let marked = [b"\xef\xbb\xbf", text.as_bytes()].concat();
        check(&format!("{name}, marked"), NG, &marked, &[expected]);
        for (kind, mark, to_bytes) in [
            ("wide and marked", &b"\xff\xfe"[..], u16::to_le_bytes as fn(u16) -> [u8; 2]),
            ("wide, turned and marked", b"\xfe\xff", u16::to_be_bytes),
            ("wide", b"", u16::to_le_bytes),
            ("wide and turned", b"", u16::to_be_bytes),
        ] {
            check(&format!("{name}, {kind}"), NG, &wide(mark, to_bytes), &[expected]);
        }
    }
}

#[test]
fn workbooks_hold_texts_and_results_in_many_ways() {
    let strings = "<sst xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" count=\"2\" uniqueCount=\"2\">\
        <si><r><rPr><b/></rPr><t xml:space=\"preserve\">Ada </t></r><r><t>Obi</t></r></si>\
        <si><r><t>00000</t></r><r><rPr><i/></rPr><t>14579</t></r>\
        <rPh sb=\"0\" eb=\"1\"><t>99999</t></rPh><phoneticPr fontId=\"1\"/></si></sst>";
    let inline = |text: &str| format!("<c t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let header: String =
        ["Name", "Account Number", "Bank Code", "Amount"].iter().map(|t| inline(t)).collect();
    let person = format!("<c t=\"s\"><v>0</v></c><c t=\"s\"><v>1</v></c>{}", inline("011"));
    let amounts = [
        "<c><f>[1]Sheet1!A1</f><v>100.25</v></c>",
        "<c t=\"e\"><f>1/0</f><v>#DIV/0!</v></c>",
        "<c t=\"str\"><f>TEXT(1250,\"0.00\")</f><v>1250.00</v></c>",
        "<c t=\"inlineStr\"><is><t>1250</t></is></c>",
        "<c t=\"b\"><v>1</v></c>",
        "<c><f>[1]Sheet1!A2</f></c>",
        "<c t=\"d\"><v>2026-11-25</v></c>",
        "<c><v>1234.0999999999999</v></c>",
    ];
    let rows: String = amounts.iter().map(|amount| format!("<row>{person}{amount}</row>")).collect();
    let bytes = made::bare_workbook(&format!("<row>{header}</row>{rows}"), strings).unwrap();
    let expected = [
        "2 0000014579 100.25",
        "3 0000014579 - amount_invalid",
        "4 0000014579 1250.00",
        "5 0000014579 1250.00",
        "6 0000014579 - amount_invalid",
        "7 0000014579 - amount_formula_without_value",
        "8 0000014579 - amount_invalid",
        "9 0000014579 1234.10",
    ];
    check("cells", NG, &bytes, &expected);
    let name = paysheet_domain::checks::cleaned_text(&read(&bytes, NG).rows[0], paysheet_domain::Field::Name);
    assert_eq!(name.as_deref(), Some("Ada Obi"));
}

//! Whatever a payroll office saves is read; whatever cannot be is refused with one clear code.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use std::{fs, path::PathBuf};

use paysheet_domain::{Country, Field, HiddenBy, check_row, checks::DecimalConvention};
use paysheet_sheet::{
    FileError, FileKind, Layout, ReadOptions, Request, SheetFile, limits::ROWS_MAX, read_bytes, read_bytes_as,
};
use proptest::prelude::*;

fn read(bytes: &[u8]) -> SheetFile {
    read_bytes(bytes, &ReadOptions::default()).unwrap()
}

/// The table in short: sheet and header row; columns as `letters field`.
fn table(file: &SheetFile) -> String {
    let fields = file.columns.iter().filter_map(|c| Some(format!("{} {}", c.column, c.field?)));
    format!("{}@{} {}", file.sheet, file.header_row.unwrap_or(0), fields.collect::<Vec<_>>().join(", "))
}

/// People as `row name account amount`, with the codes of their problems.
fn people(file: &SheetFile) -> Vec<String> {
    let context = made::context(file);
    let rows = file.rows.iter().map(|row| {
        let checked = check_row(row, &context);
        let amount = checked.recipient.amount.map(|amount| amount.digits()).unwrap_or_default();
        let account = checked.recipient.account_number.unwrap_or_default();
        let codes = checked.problems.iter().map(|problem| match &problem.suggestion {
            Some(suggestion) => format!(" {}->{suggestion}", problem.code),
            None => format!(" {}", problem.code),
        });
        let name = checked.recipient.name.unwrap_or_default();
        format!("{} {name} {account} {amount}{}", u32::from(row.origin), codes.collect::<String>())
    });
    rows.collect()
}

fn skipped(file: &SheetFile) -> Vec<String> {
    file.skipped.iter().map(|skipped| format!("{} {}", skipped.row, skipped.reason)).collect()
}

fn problems(file: &SheetFile) -> Vec<String> {
    let problems = file.problems.iter();
    problems.map(|p| format!("{} {} {}", p.severity, p.code, p.value.as_deref().unwrap_or(""))).collect()
}

#[test]
fn titles_above_and_totals_below_are_no_people() {
    let file = read(&made::title_rows_above().unwrap());
    assert_eq!(table(&file), "Payroll@4 A employee_id, B name, C account_number, D bank_name, E amount");
    assert_eq!(
        people(&file),
        [
            "5 Ada Obi 0000014579 125000.50",
            "6 Ben Eze 0123456780 98000.00 account_number_check_digit",
            "9 Chi Ike 0234567890 77000.25 account_number_check_digit",
        ]
    );
    assert_eq!(
        skipped(&file),
        ["7 blank_row", "8 header_repeated", "10 totals_row", "11 blank_row", "12 note_row"]
    );
    assert_eq!(problems(&file), [""; 0]);
}

#[test]
fn the_header_is_found_in_row_12_and_net_beats_gross() {
    let file = read(&made::header_in_row_12().unwrap());
    assert_eq!(table(&file), "Sheet1@12 B name, C name, D account_number, E bank_name, H amount");
    assert_eq!(people(&file), ["13 Ada Obi 0000014579 125001.00", "14 Ben Eze 0000014579 125002.00"]);
    assert_eq!(skipped(&file), ["15 blank_row", "16 blank_row", "17 totals_row"]);
}

#[test]
fn digits_that_number_cells_lost_are_never_made_up() {
    let file = read(&made::numbers_for_accounts().unwrap());
    assert_eq!(
        people(&file),
        [
            "2 Ada Obi 123456789 1234.10 bank_unknown->058 account_number_zero_lost->0123456789",
            "3 Ben Eze 3200000000000000 1000.00 bank_unknown->044 account_number_digits_lost",
            "4 Chi Ike 1234567897 0.30 bank_unknown->057",
        ]
    );
}

#[test]
fn only_amounts_are_amounts() {
    let file = read(&made::amounts_of_every_kind().unwrap());
    let codes: Vec<String> =
        people(&file).iter().map(|row| row.split(' ').skip(4).collect::<Vec<_>>().join(" ")).collect();
    let check_digit = " account_number_check_digit";
    let expected = [
        "amount_invalid",
        "amount_invalid",
        "amount_invalid",
        "amount_invalid",
        "0.00 amount_not_positive",
        "amount_ambiguous->1234",
        "125000.50",
    ];
    let without_accounts: Vec<String> =
        codes.iter().map(|c| c.replace(check_digit.trim(), "").trim().to_owned()).collect();
    assert_eq!(without_accounts, expected);
}

#[test]
fn a_visible_payroll_is_chosen_before_a_hidden_one() {
    let file = read(&made::hidden_sheet_first().unwrap());
    assert_eq!(file.sheet, "November");
    assert_eq!(people(&file), ["2 Ada Obi 0000014579 125000.50"]);
    assert_eq!(problems(&file), ["warning hidden_sheets 1"]);
    let hidden: Vec<(&str, bool)> =
        file.sheets.iter().map(|sheet| (sheet.name.as_str(), sheet.hidden)).collect();
    assert_eq!(hidden, [("October", true), ("Notes", false), ("November", false)]);
}

#[test]
fn a_hidden_payroll_is_read_where_no_other_is_and_says_so() {
    let file = read(&made::only_hidden().unwrap());
    assert_eq!(file.sheet, "October");
    assert_eq!(problems(&file), ["warning hidden_sheets 1", "warning hidden_sheet_read October"]);
    assert!(file.decision.sheet_is_hidden && file.decision.needs_an_answer());
}

/// A sheet of another month may be the payroll although nobody understands its columns.
#[test]
fn a_sheet_of_another_month_is_never_passed_over() {
    let strange = ["Zebra", "Quagga", "Okapi", "Kudu", "Impala"];
    for (name, asks) in
        [("November", true), ("Nov 2026", true), ("11-2026", true), ("October 2026", false), ("Notes", false)]
    {
        let two = made::months(&[("October", &made::HEADER, false), (name, &strange, false)]).unwrap();
        let decision = read(&two).decision;
        assert_eq!(decision.mapping.sheet, "October");
        assert_eq!(decision.also_payrolls.contains(&name.to_owned()), asks, "{name}: {decision:?}");
    }
}

#[test]
fn one_of_several_payrolls_is_never_taken_unasked() {
    let two = made::months(&[("October", &made::HEADER, false), ("November", &made::HEADER, false)]).unwrap();
    let decision = read(&two).decision;
    assert_eq!(decision.also_payrolls.len(), 1, "{decision:?}");
    assert!(decision.needs_an_answer());
    let known =
        Layout { fingerprint: decision.layout.clone().unwrap(), columns: decision.mapping.columns.clone() };
    let request = Request { layouts: vec![known], ..Request::default() };
    assert!(read_bytes_as(&two, &request).unwrap().decision.needs_an_answer(), "its headings are known");
    let given = Request { mapping: Some(decision.mapping), ..Request::default() };
    assert!(!read_bytes_as(&two, &given).unwrap().decision.needs_an_answer(), "the user said which");
    let one = made::months(&[("October", &made::HEADER, true), ("November", &made::HEADER, false)]).unwrap();
    assert!(!read(&one).decision.needs_an_answer());
}

#[test]
fn hidden_rows_and_columns_are_told_and_read() {
    let file = read(&made::hidden_rows_and_columns().unwrap());
    let hidden: Vec<_> = file.rows.iter().map(|row| (u32::from(row.origin), row.hidden)).collect();
    assert_eq!(hidden, [(2, None), (3, Some(HiddenBy::Hand)), (4, None)]);
    assert_eq!(problems(&file), ["warning hidden_rows 1", "warning hidden_columns 1"]);
}

#[test]
fn a_european_excel_is_read_with_its_commas() {
    let file = read(&made::european_csv());
    assert_eq!((file.country, file.convention), (Country::SN, DecimalConvention::Comma));
    assert_eq!(people(&file), ["2 Awa Diop 221771234567 1250000", "3 Binta Fall 221771234568 75500"]);
    assert_eq!(skipped(&file), ["4 totals_row"]);
}

#[test]
fn old_encodings_are_read_and_a_guess_is_told() {
    let file = read(&made::windows_1252_csv());
    assert_eq!(people(&file), ["2 Zoé Négré 221771234567 75500"]);
    assert_eq!(problems(&file), ["warning encoding_guessed windows-1252"]);
    let file = read(&made::utf_16_csv());
    assert_eq!(file.file.kind, FileKind::Tsv);
    assert_eq!(people(&file), ["2 Olú Adé 0000014579 125000.50"]);
    assert_eq!(problems(&file), [""; 0]);
}

#[test]
fn an_amount_cut_at_its_comma_is_never_paid() {
    let file = read(made::RAGGED_CSV.as_bytes());
    let ragged: Vec<(u32, Option<u32>)> =
        file.rows.iter().map(|row| (u32::from(row.origin), row.ragged)).collect();
    assert_eq!(ragged, [(2, Some(6)), (3, None), (4, Some(5)), (5, Some(3)), (6, None)]);
}

#[test]
fn a_table_without_a_header_is_known_by_what_it_holds() {
    let file = read(made::HEADERLESS_CSV.as_bytes());
    assert_eq!(table(&file), "@0 A name, B account_number, C bank_code, D amount, E narration");
    assert_eq!(file.rows.len(), 3);
    let other_order =
        "125000.50|Ada Obi|011|November salary|0000014579\n98000|Ben Eze|058|November salary|0123456780\n";
    let file = read(other_order.as_bytes());
    assert_eq!(table(&file), "@0 A amount, B name, C bank_code, D narration, E account_number");
}

#[test]
fn known_layouts_are_recognised_outright() {
    for (header, expected) in [
        (
            "PaymentAmount,PaymentDate,Reference,Remark,VendorCode,VendorName,VendorAcctNumber,VendorBankSortCode",
            "A amount, B pay_date, C reference, D narration, E employee_id, F name, G account_number, H bank_code",
        ),
        (
            "payment reference,beneficiary code,beneficiary name,account number,account type,CBN code,is cashcard,\
             narration,Amount,email address,currency code",
            "A reference, B employee_id, C name, D account_number, F bank_code, H narration, I amount, J email, K currency",
        ),
        ("amount,bankCode,accountNumber,narration", "A amount, B bank_code, C account_number, D narration"),
        (
            "Matricule,Nom du salarié,Prénom du salarié,Opérateur,Numéro mobile,Salaire brut,Net à payer,Motif",
            "A employee_id, B name, C name, D bank_name, E account_number, G amount, H narration",
        ),
    ] {
        let file = read(format!("{header}\n").as_bytes());
        assert_eq!(table(&file), format!("@1 {expected}"), "{header}");
    }
}

#[test]
fn a_missing_or_doubtful_column_is_told() {
    let file = read(b"Name,Amount\nAda Obi,100\n");
    assert_eq!(problems(&file), ["error column_missing account_number", "error column_missing bank_name"]);
    let file =
        read(b"Name,Account Number,Account No,Bank,Amount\nAda Obi,0000014579,0123456780,GTBank,100\n");
    assert_eq!(problems(&file), ["error column_ambiguous account_number"]);
}

#[test]
fn staff_numbers_are_never_accounts() {
    let file =
        read(b"Name,Staff ID,Bank,Amount\nAda Obi,0123456789,GTBank,100\nBen Eze,0123456780,GTBank,200\n");
    assert_eq!(table(&file), "@1 A name, B employee_id, C bank_name, D amount");
}

#[test]
fn workbooks_of_other_programs_are_read() {
    let file = read(&made::odd_but_legal().unwrap());
    assert_eq!(
        people(&file),
        [
            "2 Ada Obi 0000014579  amount_formula_without_value",
            "3 Ada Obi 0000014579  amount_formula_without_value",
            "5 Ben Eze 0000014579 1500.00",
        ]
    );
    assert_eq!(skipped(&file), ["4 blank_row"]);
}

#[test]
fn what_cannot_be_read_is_refused_with_its_code() {
    let rows = "Ada Obi,0000014579,011,1\n".repeat(ROWS_MAX + 1);
    let wide =
        format!("Name,Account Number,Amount{}\nAda,0000014579,1{}\n", ",x".repeat(260), ",1".repeat(260));
    for (bytes, code) in [
        (Vec::new(), "file_empty"),
        (b" \r\n \n".to_vec(), "file_empty"),
        (b"\xef\xbb\xbf".to_vec(), "file_empty"),
        (b"%PDF-1.7 and so on".to_vec(), "file_not_a_spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec(), "file_not_a_spreadsheet"),
        (b"<html><table><tr><td>Name</td></tr></table></html>".to_vec(), "file_not_a_spreadsheet"),
        (
            (0..=255).cycle().take(4096).map(|byte: u8| byte.wrapping_mul(167)).collect(),
            "file_not_a_spreadsheet",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 and the rest".to_vec(), "file_corrupt"),
        (
            [
                &b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"[..],
                &"EncryptedPackage".encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>(),
            ]
            .concat(),
            "file_encrypted",
        ),
        (b"PK\x03\x04 cut short".to_vec(), "file_corrupt"),
        (made::NO_TABLE_CSV.into(), "no_table_found"),
        (b"just one line".to_vec(), "no_table_found"),
        (made::cells_far_apart().unwrap(), "file_too_many_columns"),
        (made::too_many_strings().unwrap(), "no_table_found"),
        (rows.into_bytes(), "file_too_many_rows"),
        (wide.into_bytes(), "file_too_many_columns"),
    ] {
        let error = read_bytes(&bytes, &ReadOptions::default()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        assert!(error.to_string().starts_with(&format!("{code}: ")), "{error}");
        assert!(!error.to_string().contains('\n'));
    }
}

#[test]
fn the_people_of_a_file_are_counted_and_rows_of_numbers_are_not() {
    let headings = "Name,Account Number,Bank Code,Amount\n";
    let people = "Ada Obi,0000014579,011,1\n";
    let file = format!("{headings}{}", people.repeat(ROWS_MAX + 5));
    let refused = read_bytes(file.as_bytes(), &ReadOptions::default()).unwrap_err();
    // The headings have words too.
    let rows = u64::try_from(ROWS_MAX + 6).unwrap();
    assert_eq!(refused, FileError::FileTooManyRows { rows, limit: rows - 6 });
    // Formulas that are filled down far below the people show numbers.
    let file = format!("{headings}{}{}", people.repeat(3), ",,,0\n".repeat(ROWS_MAX + 5));
    assert_eq!(people_count(&file), 3);
}

fn people_count(file: &str) -> usize {
    people(&read_bytes(file.as_bytes(), &ReadOptions::default()).unwrap()).len()
}

/// Reads whatever it is, and insists that no parser fell over.
fn survives(bytes: &[u8]) -> bool {
    read_bytes(bytes, &ReadOptions::default()).err().is_none_or(|error| error != FileError::ReaderCrashed)
}

#[test]
fn a_workbook_cut_anywhere_is_refused_or_read_and_never_worse() {
    let whole = made::title_rows_above().unwrap();
    for end in (0..whole.len()).step_by(97) {
        assert!(survives(&whole[..end]), "cut at {end}");
        let mut flipped = whole.clone();
        flipped[end] ^= 0x55;
        assert!(survives(&flipped), "flipped at {end}");
    }
}

proptest! {
    #[test]
    fn any_text_is_refused_or_read(
        lines in prop::collection::vec("[A-Za-z0-9 ,;\t\"'.₦é\u{0}-]{0,40}", 0..12),
        header in prop::sample::select(vec!["", "Name,Account Number,Bank,Amount\n", "Nom;Compte;Banque;Montant\n", "sep=|\n"]),
    ) {
        let text = header.to_owned() + &lines.join("\n");
        prop_assert!(survives(text.as_bytes()));
    }

    #[test]
    fn any_bytes_are_refused_or_read(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        prop_assert!(survives(&bytes));
    }
}

#[test]
fn a_huge_cell_is_cut_and_told() {
    let file = read(
        format!("Name,Account Number,Bank,Amount,Note\nAda Obi,0000014579,GTBank,1,{}\n", "é".repeat(4000))
            .as_bytes(),
    );
    assert_eq!(problems(&file), ["warning text_too_long 8000"]);
    assert!(file.rows[0].text(Field::Narration).unwrap().len() <= 4096);
}

#[test]
fn what_is_read_survives_the_way_to_another_process() {
    let file = read(&made::title_rows_above().unwrap());
    let json = serde_json::to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<SheetFile>(&json).unwrap(), file);
}

/// Files for the other suites and for hand; written anew with `PAYSHEET_WRITE_FIXTURES=1`.
#[test]
fn fixtures_are_what_the_code_makes() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/sheets"));
    let write = std::env::var_os("PAYSHEET_WRITE_FIXTURES").is_some();
    let told = |bytes: &[u8]| {
        let read = read_bytes(bytes, &ReadOptions::default());
        read.map(|file| (table(&file), file.rows, file.skipped, file.problems)).map_err(|error| error.code())
    };
    for (name, bytes) in made::all().unwrap() {
        if write {
            fs::create_dir_all(&folder).unwrap();
            fs::write(folder.join(name), &bytes).unwrap();
        }
        let kept = fs::read(folder.join(name)).unwrap();
        assert_eq!(told(&kept), told(&bytes), "{name}");
    }
}

#[test]
fn a_binary_workbook_keeps_its_digits_days_percentages_and_errors() {
    let file = read(&made::binary::workbook().unwrap());
    assert_eq!(file.file.kind, FileKind::Xlsb);
    assert_eq!(table(&file), "November@1 A name, B account_number, C bank_name, D amount");
    assert_eq!(
        people(&file),
        [
            "2 Ada Obi 0000014579 125000.50",
            "3 Ben Eze 0000014579 1234.10 hidden_rows",
            "4 Cid Ojo 0000014579  amount_invalid",
            "5 Dan Ude 0000014579  amount_invalid",
            "6 Eve Oke 0000014579  amount_invalid",
        ]
    );
    assert_eq!(problems(&file), ["warning hidden_rows 1", "warning hidden_columns 1"]);
}

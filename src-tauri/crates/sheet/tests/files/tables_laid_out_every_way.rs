//! Tables as offices lay them out: merged cells, headings over two rows, a name or an account in several columns,
//! totals, notes and headings between the people. Each line says what is paid to whom, or why nothing is.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::laid::{Laid, people, read, rest};
use paysheet_domain::Field;

const TABLES: &[Laid] = &[
    Laid {
        name: "a heading over two rows, the lower one in part",
        text: "S/N,Name,Bank,,Account,Net\n,,Name,Code,Number,Pay\n1,Ada Obi,First Bank,011,0000014579,100\n2,Ben Eze,GTBank,058,0123456780,200\n",
        people: &[
            "3 Ada Obi | 0000014579 | 011 | 100.00",
            "4 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
        ],
        rest: "2 header_repeated",
    },
    Laid {
        name: "a heading over two rows, groups above and parts below",
        text: "Employee,,Bank,,Payment\nNo,Name,Name,Code,Account Number,Amount\nE1,Ada Obi,First Bank,011,0000014579,100\n",
        people: &["3 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "",
    },
    Laid {
        name: "a bank's name and a person's under one word",
        text: "Bank,,Employee,,\nName,Code,Name,Account Number,Amount\nFirst Bank,011,Ada Obi,0000014579,100\nGTBank,058,Ben Eze,0123456780,200\n",
        people: &[
            "3 Ada Obi | 0000014579 | 011 | 100.00",
            "4 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
        ],
        rest: "",
    },
    Laid {
        name: "accounts with letters for digits",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,OOOOO14579,011,100\nBen Eze,00000l4579,011,200\nCid Ojo,O000014579,011,300\n",
        people: &[
            "2 Ada Obi | OOOOO14579 | 011 | 100.00 account_number_invalid",
            "3 Ben Eze | 00000l4579 | 011 | 200.00 account_number_invalid",
            "4 Cid Ojo | O000014579 | 011 | 300.00 account_number_invalid",
        ],
        rest: "",
    },
    Laid {
        name: "an account in two cells under one heading",
        text: "Name,Account Number,,Bank Code,Amount\nAda Obi,00000,14579,011,100\nBen Eze,01234,56780,058,200\n",
        people: &[
            "2 Ada Obi | 00000 | 011 | 100.00 account_number_invalid",
            "3 Ben Eze | 01234 | 058 | 200.00 account_number_invalid",
        ],
        rest: "",
    },
    Laid {
        name: "two accounts in one cell",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579/0123456780,011,100\nBen Eze,0000014579 0123456780,011,100\n",
        people: &[
            "2 Ada Obi | 00000145790123456780 | 011 | 100.00 account_number_invalid",
            "3 Ben Eze | 00000145790123456780 | 011 | 100.00 account_number_invalid",
        ],
        rest: "",
    },
    Laid {
        name: "a name in three columns",
        text: "Surname,First Name,Other Names,Account Number,Bank Code,Amount\nObi,Ada,Ngozi,0000014579,011,100\nEze,Ben,,0123456780,058,200\n",
        people: &[
            "2 Ada Ngozi Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
        ],
        rest: "",
    },
    Laid {
        name: "the staff's name and the account's",
        text: "Staff Name,Account Name,Account Number,Bank Code,Amount\nAda Obi,OBI ADA NGOZI,0000014579,011,100\nBen Eze,EZE BEN,0123456780,058,200\n",
        people: &[
            "2 OBI ADA NGOZI | 0000014579 | 011 | 100.00",
            "3 EZE BEN | 0123456780 | 058 | 200.00 account_number_check_digit",
        ],
        rest: "",
    },
    Laid {
        name: "the same heading twice",
        text: "Name,Account Number,Bank Code,Amount,Amount\nAda Obi,0000014579,011,100,999\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "column_ambiguous amount",
    },
    Laid {
        name: "the account's heading twice",
        text: "Name,Account Number,Account Number,Bank Code,Amount\nAda Obi,0000014579,0123456780,011,100\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "column_ambiguous account_number",
    },
    Laid {
        name: "columns after a blank one",
        text: "Name,Account Number,,Bank Code,,,Amount\nAda Obi,0000014579,,011,,,100\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "",
    },
    Laid {
        name: "a second table beside the first",
        text: "Name,Account Number,Bank Code,Amount,,Bank,Total\nAda Obi,0000014579,011,100,,First Bank,100\nBen Eze,0123456780,058,200,,GTBank,200\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
        ],
        rest: "",
    },
    Laid {
        name: "totals with words like names",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\nLagos Branch Total,,,100\nBen Eze,0123456780,058,200\nTotal Staff: 2,,,300\nSUM,,,300\nTotal Energies Ltd,0000014579,011,50\nGrand  TOTAL (NGN),,,350\nTotals carried forward,,011,350\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "4 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
            "7 Total Energies Ltd | 0000014579 | 011 | 50.00",
        ],
        rest: "3 totals_row, 5 totals_row, 6 totals_row, 8 totals_row, 9 totals_row",
    },
    Laid {
        name: "the heading again on every printed page",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\nPage 1 of 2,,,\nAcme Farms Ltd,,,\nName,Account Number,Bank Code,Amount\nBen Eze,0123456780,058,200\nPage 2 of 2,,,\nNAME,ACCOUNT NUMBER,BANK CODE,AMOUNT\nChi Ike,0000014579,011,300\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "6 Ben Eze | 0123456780 | 058 | 200.00 account_number_check_digit",
            "9 Chi Ike | 0000014579 | 011 | 300.00",
        ],
        rest: "3 note_row, 4 note_row, 5 header_repeated, 7 note_row, 8 header_repeated",
    },
    Laid {
        name: "notes below",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\n\nNote: pay before the 25th,,,\nPrepared by: Ada,,,\nApproved by,,,\nKindly debit our account 0000014579,,,\n* Ben is on leave,,,\nDate: 25/11/2026,,,\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "3 blank_row, 4 note_row, 5 note_row, 6 note_row, 7 note_row, 8 note_row, 9 note_row",
    },
    Laid {
        name: "the office's own account below",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\nDebit account,0123456780,058,\nAccount to debit: Acme Ltd,0123456780,058,100\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "3 totals_row, 4 totals_row",
    },
    Laid {
        name: "bidi controls",
        text: "Name,Account Number,Bank Code,Amount\nAda \u{202e}ibO,0000014579,011,100\nBen Eze,\u{202e}9754100000,011,100\nCid Ojo,0000014579,011,\u{2066}100\u{2069}\nDan Ude,0000014579,\u{200f}011,100\n",
        people: &[
            "2 Ada \u{202e}ibO | 0000014579 | 011 | 100.00 text_bidi_control->Ada ibO",
            "3 Ben Eze | \u{202e}9754100000 | 011 | 100.00 text_bidi_control->9754100000 account_number_invalid->9754100000",
            "4 Cid Ojo | 0000014579 | 011 | - text_bidi_control->100 amount_invalid",
            "5 Dan Ude | 0000014579 | - | 100.00 text_bidi_control->011 bank_unknown",
        ],
        rest: "",
    },
    Laid {
        name: "a last line without its empty cells",
        text: "Name,Account Number,Bank Code,Amount,Narration,Email\nAda Obi,0000014579,011,100,Salary,a@b.c\nBen Eze,0000014579,011,200,,\nCid Ojo,0000014579,011,300\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0000014579 | 011 | 200.00",
            "4 Cid Ojo | 0000014579 | 011 | 300.00",
        ],
        rest: "",
    },
    Laid {
        name: "a last line that is cut off",
        text: "Name,Account Number,Bank Code,Amount,Narration\nAda Obi,0000014579,011,100,Salary\nBen Eze,0000014579,011,20",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0000014579 | 011 | 20.00 row_ragged"],
        rest: "",
    },
    Laid {
        name: "a last line without its amount",
        text: "Name,Account Number,Bank Code,Narration,Amount\nAda Obi,0000014579,011,Salary,100\nBen Eze,0000014579,011,Salary\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0000014579 | 011 | - row_ragged amount_missing",
        ],
        rest: "",
    },
    Laid {
        name: "a last line whose amount is missing before a telephone",
        text: "Name,Account Number,Bank Code,Net Pay,Phone\nAda Obi,0000014579,011,100,08012345670\nBen Eze,0000014579,011,08012345671\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0000014579 | 011 | 8012345671.00 row_ragged",
        ],
        rest: "",
    },
    Laid {
        name: "a last line with a comma in its amount",
        text: "Name,Account Number,Bank Code,Net Pay,Days,Remarks\nAda Obi,0000014579,011,100,20,\nBen Eze,0000014579,011,12,000\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0000014579 | 011 | 12.00 row_ragged"],
        rest: "",
    },
    Laid {
        name: "a dash beside another amount",
        text: "Name,Account Number,Bank Code,Net Pay,Net Amount,Remarks\nAda Obi,0000014579,011,-,5000,\nBen Eze,0000014579,011,700,,\nCid Ojo,0000014579,011,-,,\n",
        people: &["2 Ada Obi | 0000014579 | 011 | - amount_missing", "3 Ben Eze | 0000014579 | 011 | 700.00"],
        rest: "4 nothing_to_pay, column_ambiguous amount",
    },
    Laid {
        name: "a last line without a cell in the middle",
        text: "Name,Account Number,Bank Code,Grade,Amount,Tax\nAda Obi,0000014579,011,Senior,100,7\nBen Eze,0000014579,011,200,15\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0000014579 | 011 | 15.00 row_ragged"],
        rest: "",
    },
    Laid {
        name: "a line before the last without its empty cells",
        text: "Name,Account Number,Bank Code,Amount,Narration\nAda Obi,0000014579,011,100,Salary\nBen Eze,0000014579,011,200\nCid Ojo,0000014579,011,300,Salary\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0000014579 | 011 | 200.00 row_ragged",
            "4 Cid Ojo | 0000014579 | 011 | 300.00",
        ],
        rest: "",
    },
    Laid {
        name: "hundredths behind a comma that make a line wider by an empty cell",
        text: "Name,Account Number,Bank Code,Amount,Joined,Remarks\nAda Obi,0000014579,011,673973,79,17/07/2002,\nBen Eze,0000014579,011,135014,17/07/2003,\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 673973.00 row_ragged",
            "3 Ben Eze | 0000014579 | 011 | 135014.00",
        ],
        rest: "",
    },
    Laid {
        name: "amounts with signs cut at their commas in a line as wide as the headings",
        text: "Name,Account Number,Bank,Gross,Net Pay,Tax,,Bank,Total\nAda Obi,0000014579,First Bank,NGN500.00,NGN400.00,NGN100.00,,GTBank,NGN900.00\nBen Eze,0123456785,GTBank,NGN705,268.03,NGN869,372.26,NGN1,250.00\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 400.00",
            "3 Ben Eze | 0123456785 | 058 | 268.03 row_ragged",
        ],
        rest: "column_ambiguous bank_name",
    },
    Laid {
        name: "a loan in naira cut at its comma beside nobody's amount",
        text: "Payee,Account Number,Bank Code,Loan,Net Pay,Hours Worked,Roll No,\nAda Obi,0000014579,011,N443.28,N695.18,67,5981,\nBen Eze,0123456785,058,N4,696.15,nil,58,4831\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 695.18",
            "3 Ben Eze | 0123456785 | 058 | 696.15 row_ragged",
        ],
        rest: "",
    },
    Laid {
        name: "hundredths behind a comma in place of the amount in a line as wide as the headings",
        text: "Name,Account Number,Bank,Gross,Net Pay,Days,Purpose,,Zone\nAda Obi,0000014579,First Bank,325387,320349,22,Salary,,A\nBen Eze,0123456785,GTBank,325387,56,320349,00,22,Salary\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 320349.00",
            "3 Ben Eze | 0123456785 | 058 | 56.00 row_ragged",
        ],
        rest: "",
    },
    Laid {
        name: "a tax and an amount cut at their commas where empty cells are behind the headings",
        text: "Bank Code,Name,Tax,Net Pay,Staff No,Account Number,Remarks,\n011,Ada Obi,3,802.84,227,524.00,0000014579,,\n011,Ben Eze,802.84,524.00,228,0000014579,,\n011,Cid Ojo,3,802,500,229,0000014579,,\n",
        people: &[
            "2 Ada Obi | 524.00 | 011 | 802.84 row_ragged account_number_invalid",
            "3 Ben Eze | 0000014579 | 011 | 524.00",
            "4 Cid Ojo | 229 | 011 | 802.00 row_ragged account_number_invalid",
        ],
        rest: "",
    },
    Laid {
        name: "numbers cut at their commas in lines that are no wider than the headings with a table beside",
        text: "No,Name,Account Number,Bank Code,Basic,Net Pay,Passport,Days,,Bank,Total\n1,Ada Obi,0000014579,011,Grade,3,500,A1,22,,GTBank,900\n2,Ben Eze,0123456785,058,286,413,535,427,A2,22,,Access Bank,47,984\n3,Cid Ojo,0123456785,058,4,969,204,311,A3,,22\n4,Dan Ude,0123456785,058,Grade,350,A4,22,,,\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 3.00 row_ragged",
            "3 Ben Eze | 0123456785 | 058 | 413.00 row_ragged",
            "4 Cid Ojo | 0123456785 | 058 | 969.00 row_ragged",
            "5 Dan Ude | 0123456785 | 058 | 350.00",
        ],
        rest: "",
    },
    Laid {
        name: "a tax cut at its comma some columns before the amount",
        text: "Account Number,Bank Code,Name,Tax,Pension,Net Pay,Post\n0000014579,011,Ada Obi,3,802.84,500.00,227,524.00\n0000014579,011,Ben Eze,802.84,500.00,524.00,228,\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 500.00 row_ragged",
            "3 Ben Eze | 0000014579 | 011 | 524.00",
        ],
        rest: "",
    },
    Laid {
        name: "a table of banks beside a salary in a currency",
        text: "Name,Account Number,Sort Code,Salary (NGN),,Bank,Total Amount\nAda Obi,0000014579,011,100.50,,GTBank,900.50\nBen Eze,0123456785,058,200.50,,Zenith Bank,800.50\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.50", "3 Ben Eze | 0123456785 | 058 | 200.50"],
        rest: "",
    },
    Laid {
        name: "amounts with signs and without decimals cut at their commas",
        text: "Name,Account Number,Bank,NSSF,Net Pay (RWF),Tax rate,Remarks\nAda Obi,7239747714489,Bank of Kigali,FRw53,FRw815,352,11%,\nBen Eze,7239747714480,Bank of Kigali,FRw53,FRw900,11%,\nCid Ojo,7239747714481,Bank of Kigali,FRw1,250,FRw815,352\n",
        people: &[
            "2 Ada Obi | 7239747714489 | RW001 | 815 row_ragged",
            "3 Ben Eze | 7239747714480 | RW001 | 900",
            "4 Cid Ojo | 7239747714481 | RW001 | 250 row_ragged",
        ],
        rest: "",
    },
    Laid {
        name: "people who get nothing this month",
        text: "Name,Account Number,Bank Code,Amount\nAda Obi,0000014579,011,100\nBen Eze,0000014579,011,NIL\nCid Ojo,0000014579,011,-\nDan Ude,,,–\nEve Oke,0000014579,011,0\nFay Udo,0000014579,011,\nTOTAL,,,-\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "6 Eve Oke | 0000014579 | 011 | 0.00 amount_not_positive",
            "7 Fay Udo | 0000014579 | 011 | - amount_missing",
        ],
        rest: "3 nothing_to_pay, 4 nothing_to_pay, 5 nothing_to_pay, 8 totals_row",
    },
];

#[test]
fn tables_are_read_as_they_are_meant_or_not_at_all() {
    made::laid::check(TABLES);
}

#[test]
fn a_bank_merged_over_rows_is_the_bank_of_all_of_them() {
    let file = read(&made::merged_cells().unwrap());
    assert_eq!(file.header_row, Some(3));
    let expected = [
        "4 Ada Obi | 0000014579 | 011 | 100.00",
        "5 Ben Eze | 0000014579 | 011 | 200.00",
        "6 Chi Ike | 0000014579 | 011 | 300.00",
        "7 Dan Ude | 0000014579 | 011 | 400.00",
    ];
    assert_eq!(people(&file), expected);
    assert_eq!(rest(&file), "8 totals_row");
}

#[test]
fn days_from_1904_are_days_and_no_amounts() {
    let file = read(&made::days_from_1904().unwrap());
    let expected =
        ["2 Ada Obi | 0000014579 | 011 | 44889.00", "3 Ben Eze | 0000014579 | 011 | - amount_invalid"];
    assert_eq!(people(&file), expected);
    let days: Vec<Option<String>> = file.rows.iter().map(|row| row.text(Field::PayDate)).collect();
    assert_eq!(days, [Some("2026-11-25".to_owned()), Some("2026-11-25".to_owned())]);
    assert_eq!(file.rows[1].text(Field::Amount).as_deref(), Some("2026-11-25"));
}

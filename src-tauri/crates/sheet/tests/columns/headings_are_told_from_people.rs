//! People have words of headings in their rows: "First Bank", "Savings Account", "Salary". And headings have sums and
//! lists of banks beside them. Whoever is taken for the headings is not paid, and whose headings are lost is paid by
//! another column.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use crate::made;
use crate::made::laid::Laid;
use paysheet_domain::{Country, Currency, Field};
use paysheet_sheet::{ReadOptions, read_bytes};
use rust_xlsxwriter::Workbook;

const TABLES: &[Laid] = &[
    Laid {
        name: "nobody's account beside First Bank and Salary",
        text: "Ada Obi,,First Bank,100,Salary\nBen Eze,0000014579,First Bank,200,Salary\nCid Ojo,0123456785,GTBank,300,Salary\n",
        people: &[
            "1 Ada Obi | - | 011 | 100.00 account_number_missing",
            "2 Ben Eze | 0000014579 | 011 | 200.00",
            "3 Cid Ojo | 0123456785 | 058 | 300.00",
        ],
        rest: "",
    },
    Laid {
        name: "a dash for an account and for an amount beside Union Bank",
        text: "Ada Obi,-,Union Bank,-,November salary\nBen Eze,0000014579,First Bank,200,October salary\nCid Ojo,0123456785,GTBank,300,Bonus\n",
        people: &["2 Ben Eze | 0000014579 | 011 | 200.00", "3 Cid Ojo | 0123456785 | 058 | 300.00"],
        rest: "1 nothing_to_pay",
    },
    Laid {
        name: "a letter for a digit in the last row",
        text: "Ben Eze,0000014579,First Bank,200,Salary\nCid Ojo,0123456785,GTBank,300,Salary\nAda Obi,O000014579,Union Bank,,Salary\n",
        people: &[
            "1 Ben Eze | 0000014579 | 011 | 200.00",
            "2 Cid Ojo | 0123456785 | 058 | 300.00",
            "3 Ada Obi | O000014579 | 032 | - account_number_invalid amount_missing",
        ],
        rest: "",
    },
    Laid {
        name: "savings and current accounts",
        text: "Ada Obi,,GTBank,100,Savings Account,Net pay\nBen Eze,0000014579,First Bank,200,Current Account,Net pay\nCid Ojo,0123456785,GTBank,300,Savings Account,Net pay\n",
        people: &[
            "1 Ada Obi | - | 058 | 100.00 account_number_missing",
            "2 Ben Eze | 0000014579 | 011 | 200.00",
            "3 Cid Ojo | 0123456785 | 058 | 300.00",
        ],
        rest: "",
    },
    Laid {
        name: "a person of words alone under the headings",
        text: "Name,Account Number,Bank,Amount,Narration\nAda Obi,,First Bank,,Salary\nBen Eze,0000014579,First Bank,200,Salary\nCid Ojo,-,Access Bank,-,Salary\n",
        people: &[
            "2 Ada Obi | - | 011 | - account_number_missing amount_missing",
            "3 Ben Eze | 0000014579 | 011 | 200.00",
        ],
        rest: "4 nothing_to_pay",
    },
    Laid {
        name: "a sum beside the headings",
        text: "S/N,Name,Account Number,Bank,Net Pay,,Total,1250000\n1,Ada Obi,0000014579,First Bank,1000,,,\n2,Ben Eze,0123456785,GTBank,2000,,,\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 1000.00", "3 Ben Eze | 0123456785 | 058 | 2000.00"],
        rest: "",
    },
    Laid {
        name: "a list of banks beside the people",
        text: "Name,Account Number,Bank,Amount,,Bank Name,Bank Code\nAda Obi,0000014579,First Bank,100,,Access Bank,044\nBen Eze,0123456785,GTBank,200,,First Bank,011\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "column_ambiguous bank_name",
    },
    Laid {
        name: "net pay after a blank column",
        text: "Name,Phone,Bank,Gross Pay,,Account Number,Net Pay,,Bank,Total\nAda Obi,08031234567,First Bank,150,,0000014579,100,,First Bank,100\nBen Eze,08031234568,GTBank,250,,0123456785,200,,,\nCid Ojo,08031234569,GTBank,350,,0123456785,300,,,\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0123456785 | 058 | 200.00",
            "4 Cid Ojo | 0123456785 | 058 | 300.00",
        ],
        rest: "column_ambiguous bank_name",
    },
    Laid {
        name: "a summary beside the people",
        text: "Name,Account Number,Bank,Amount,,Department,Net Pay\nAda Obi,0000014579,First Bank,100,,Sales,600\nBen Eze,0123456785,GTBank,200,,,\nCid Ojo,0123456785,GTBank,300,,,\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "3 Ben Eze | 0123456785 | 058 | 200.00",
            "4 Cid Ojo | 0123456785 | 058 | 300.00",
        ],
        rest: "column_ambiguous amount",
    },
    Laid {
        name: "a summary by bank beside people whose heading has a wrong letter",
        text: "Payeee,Account Number,Bank Code,Amount,,Bank,Total Amount\nAda Obi,0000014579,011,100,,GTBank,200\nBen Eze,0123456785,058,200,,Access Bank,50\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "",
    },
    Laid {
        name: "a summary by bank beside people whose bank is after a blank column",
        text: "Amount,Account Number,Name,,Bank Name,,Bank,Total Amount\n100,0000014579,Ada Obi,,First Bank,,GTBank,200\n,,,,,,Access Bank,50\n200,0123456785,Ben Eze,,GTBank,,,\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "4 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "3 note_row",
    },
    Laid {
        name: "a summary by bank beside few people with bank codes",
        text: "Name,Account Number,Bank Code,Amount,,Bank,Total\nAda Obi,0000014579,011,100,,GTBank,200\nBen Eze,0123456785,058,200,,Access Bank,50\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "",
    },
    Laid {
        name: "remarks where the accounts stand",
        text: "Account Number,Name,Bank,Amount\n0000014579,Ada Obi,First Bank,100\nDate: 30/11/2026,,,\nPrepared by Ada 08031234567,,,\nTotal 100000,,,100\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00"],
        rest: "3 note_row, 4 note_row, 5 totals_row",
    },
    Laid {
        name: "small sums that are codes of banks as well",
        text: "Name,Bank,Account Number,Earnings,,Deductions,Net Pay\n,,,Basic,Housing,PAYE,\nAda Obi,First Bank,0000014579,100,058,101,1000\nBen Eze,GTBank,0123456785,100,058,102,2000\n",
        people: &["3 Ada Obi | 0000014579 | 011 | 1000.00", "4 Ben Eze | 0123456785 | 058 | 2000.00"],
        rest: "2 header_repeated",
    },
    Laid {
        name: "surnames beside first names",
        text: "Surname,First Names,Payee Account,Employee Bank,Net Salary\nObi,Ada Ngozi,0000014579,First Bank,100\nEze,Ben,0123456785,GTBank,200\n",
        people: &["2 Ada Ngozi Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "",
    },
    Laid {
        name: "a number sign for a number",
        text: "Employee #,Employee,Account #,Bank/Branch,Net Pay\n101,Ada Obi,0000014579,First Bank,100\n102,Ben Eze,0123456785,GTBank,200\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "3 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "",
    },
    Laid {
        name: "sums carried over to the next page",
        text: "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nC/F,,,100\nBrought forward,,,100\nBen Eze,0123456785,GTBank,200\n2 STAFF,TOTAL NAIRA,,300\nApproved,,,25/11/2026\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 100.00", "5 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "3 totals_row, 4 totals_row, 6 totals_row, 7 note_row",
    },
    Laid {
        name: "an example that can be paid",
        text: "Name,Account Number,Bank,Amount\nE.g. John Doe,0000014579,First Bank,100\nExample: Jane Doe,0123456785,GTBank,200\nEgbert Obi,0123456785,GTBank,200\n",
        people: &["4 Egbert Obi | 0123456785 | 058 | 200.00"],
        rest: "2 note_row, 3 note_row",
    },
    Laid {
        name: "a sum debited from an account of its own",
        text: "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nTOTAL DEBIT,0123456785,GTBank,100\nGrand Total,0123456785,GTBank,100\nSubtotal Adeola,0123456785,GTBank,100\nTotal Energies Ltd,0123456785,GTBank,100\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 100.00",
            "6 Total Energies Ltd | 0123456785 | 058 | 100.00",
        ],
        rest: "3 totals_row, 4 totals_row, 5 totals_row",
    },
    Laid {
        name: "rows made ready and never filled in",
        text: "S/N,Name,Account Number,Bank,Amount,Narration\n,,(10 digits),,(NGN),\n1,Ada Obi,0000014579,First Bank,100,Salary\n2,,,,0,Salary\n3,,,,-,Salary\n4,,,,,\n5,Ben Eze,,,0,Salary\n",
        people: &[
            "3 Ada Obi | 0000014579 | 011 | 100.00",
            "7 Ben Eze | - | - | 0.00 bank_missing account_number_missing amount_not_positive",
        ],
        rest: "2 note_row, 4 blank_row, 5 blank_row, 6 blank_row",
    },
    Laid {
        name: "one person and no heading",
        text: "1,Ada Obi,0000014579,011,100000,Salary\n",
        people: &["1 Ada Obi | 0000014579 | 011 | 100000.00"],
        rest: "",
    },
    Laid {
        name: "an amount cut at its own comma where a narration is",
        text: "Name,Account Number,Bank,Amount,Narration\nAda Obi,0000014579,First Bank,1250,50\nBen Eze,0123456785,GTBank,1,250.75\nCid Ojo,0123456785,GTBank,1250.75,Bonus 50\n",
        people: &[
            "2 Ada Obi | 0000014579 | 011 | 1250.00 row_ragged",
            "3 Ben Eze | 0123456785 | 058 | 1.00 row_ragged",
            "4 Cid Ojo | 0123456785 | 058 | 1250.75",
        ],
        rest: "",
    },
    Laid {
        name: "an amount cut at its own comma where a reference is",
        text: "Name,Account Number,Bank,Amount,Reference\nAda Obi,0000014579,First Bank,1,250.75\nBen Eze,0123456785,GTBank,500,101\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 1.00 row_ragged", "3 Ben Eze | 0123456785 | 058 | 500.00"],
        rest: "",
    },
    Laid {
        name: "a loan beside a small amount",
        text: "Name,Account Number,Bank,Amount,Loan,Level\nAda Obi,0000014579,First Bank,754,123,08\nBen Eze,0123456785,GTBank,1500,100,10\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 754.00", "3 Ben Eze | 0123456785 | 058 | 1500.00"],
        rest: "",
    },
    Laid {
        name: "pay in dollars and in naira",
        text: "Name,Account Number,Bank,Net Pay (USD),Net Pay (NGN)\nAda Obi,0000014579,First Bank,1,1500\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 1500.00"],
        rest: "",
    },
    Laid {
        name: "pay in dollars alone",
        text: "Name,Account Number,Bank,Net Pay in USD\nAda Obi,0000014579,First Bank,1\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 1.00 currency_unknown"],
        rest: "",
    },
    Laid {
        name: "pay in thousands",
        text: "Name,Account Number,Bank,Net Pay (N'000)\nAda Obi,0000014579,First Bank,150\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 150.00 amount_in_thousands->150000.00"],
        rest: "",
    },
    Laid {
        name: "staff numbers of ten digits and no heading",
        text: "1234567890,Ada Obi,0000014579,011,1000.50\n2345678901,Ben Eze,0123456785,058,2000.50\n",
        people: &["1 Ada Obi | 0000014579 | 011 | 1000.50", "2 Ben Eze | 0123456785 | 058 | 2000.50"],
        rest: "",
    },
    Laid {
        name: "staff numbers of ten digits and headings nobody knows",
        text: "Quoi,Qui,Chez,Combien,Ou\n1234567890,Ada Obi,First Bank,1000.50,0000014579\n2345678901,Ben Eze,GTBank,2000.50,0123456785\n",
        people: &["2 Ada Obi | 0000014579 | 011 | 1000.50", "3 Ben Eze | 0123456785 | 058 | 2000.50"],
        rest: "",
    },
    Laid {
        name: "two numbers of ten digits of which none is a bank's",
        text: "Ada Obi,1234567890,0123456789,011,1000.50\nBen Eze,2345678901,0123456780,058,2000.50\n",
        people: &[
            "1 Ada Obi | 1234567890 | 011 | 1000.50 account_number_placeholder",
            "2 Ben Eze | 2345678901 | 058 | 2000.50 account_number_check_digit",
        ],
        rest: "column_ambiguous account_number",
    },
    Laid {
        name: "two amounts and no heading",
        text: "Ada Obi,0000014579,011,3000.50,1000.50\nBen Eze,0123456785,058,4000.50,2000.50\n",
        people: &["1 Ada Obi | 0000014579 | 011 | 3000.50", "2 Ben Eze | 0123456785 | 058 | 4000.50"],
        rest: "column_ambiguous amount",
    },
    Laid {
        name: "the office's account in words with values beside them",
        text: "Account Name:,Acme Ltd,Account Number,0123456785,Bank,GTBank,Amount:,300\nName,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nBen Eze,0123456785,GTBank,200\n",
        people: &["3 Ada Obi | 0000014579 | 011 | 100.00", "4 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "",
    },
    Laid {
        name: "gross and net under one word",
        text: "N°,Nom,Prénoms,Banque,N° compte,Salaire,\n,,,,,Brut,Net\n1,Obi,Ada,First Bank,0000014579,150,100\n2,Eze,Ben,GTBank,0123456785,250,200\n",
        people: &["3 Ada Obi | 0000014579 | 011 | 100.00", "4 Ben Eze | 0123456785 | 058 | 200.00"],
        rest: "2 header_repeated",
    },
    Laid {
        name: "the currency under the heading",
        text: "Name,Account Number,Bank,Amount\n,,,USD\nAda Obi,0000014579,First Bank,100\n",
        people: &["3 Ada Obi | 0000014579 | 011 | 100.00 currency_unknown"],
        rest: "2 note_row",
    },
    Laid {
        name: "words of headings in every cell of a person",
        text: "Name,Account Number,Bank,Amount,Narration,Type\nBank Ola,TBA,Union Bank,,Salary account,Savings Account\nBen Eze,0123456785,GTBank,200,Salary,Savings Account\n",
        people: &[
            "2 Bank Ola | TBA | 032 | - account_number_invalid amount_missing",
            "3 Ben Eze | 0123456785 | 058 | 200.00",
        ],
        rest: "",
    },
    Laid {
        name: "other words of headings for everybody",
        text: "Ada Obi,,Union Bank,,Net salary,Savings Account\nBen Eze,0123456785,GTBank,200.50,Net pay,Current Account\nCid Ojo,0000014579,First Bank,300.50,Wages,Salary Account\n",
        people: &[
            "1 Ada Obi | - | 032 | - account_number_missing amount_missing",
            "2 Ben Eze | 0123456785 | 058 | 200.50",
            "3 Cid Ojo | 0000014579 | 011 | 300.50",
        ],
        rest: "",
    },
];

/// A template is mostly kept before the payrolls that are made of it.
#[test]
fn a_template_is_no_payroll() {
    const HEADINGS: [&str; 4] = ["Name", "Account Number", "Bank", "Amount"];
    const PEOPLE: [[&str; 4]; 3] = [
        ["John Doe", "0123456789", "GTBank", "1"],
        ["Ada Obi", "0000014579", "First Bank", "100"],
        ["Ben Eze", "0123456785", "GTBank", "200"],
    ];
    for examples in [0, 1] {
        let mut book = Workbook::new();
        let template = book.add_worksheet().set_name("Template").unwrap();
        template.write_row(0, 0, HEADINGS).unwrap();
        for person in PEOPLE.iter().take(examples) {
            template.write_row(1, 0, *person).unwrap();
        }
        let payroll = book.add_worksheet().set_name("November").unwrap();
        payroll.write_row(0, 0, HEADINGS).unwrap();
        for (row, person) in (1..).zip(&PEOPLE[1..]) {
            payroll.write_row(row, 0, *person).unwrap();
        }
        let file = made::laid::read(&book.save_to_buffer().unwrap());
        assert_eq!((file.sheet.as_str(), file.rows.len()), ("November", 2), "{examples}");
    }
}

/// Banks of one name are in many countries; what the amounts are says which.
#[test]
fn the_heading_of_the_amounts_tells_the_country() {
    for (heading, country, currency) in [
        ("Net Pay (GHS)", Country::GH, Currency::GHS),
        ("Amount in KES", Country::KE, Currency::KES),
        ("Amount (Ushs)", Country::UG, Currency::UGX),
        ("Net Pay (GH₵)", Country::GH, Currency::GHS),
        ("Net Pay (Le)", Country::SL, Currency::SLL),
        ("Net Pay", Country::NG, Currency::NGN),
    ] {
        let text = format!("Name,Account Number,Bank,{heading}\nAda Obi,1441000123456,Ecobank,100\n");
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!((file.country, file.currency), (country, currency), "{heading}");
    }
}

/// Without headings, banks and accounts are known by their country's; where nobody says which, all are tried.
#[test]
fn a_payroll_without_headings_tells_its_country() {
    for (account, bank, country) in [
        ("0110123456789", "Co-operative Bank of Kenya", Country::KE),
        ("1441000123456", "GCB Bank", Country::GH),
        ("62012345678", "Capitec", Country::ZA),
        ("221771234567", "Wave", Country::SN),
        ("0150123456700", "CRDB Bank", Country::TZ),
        ("0123456785", "GTBank", Country::NG),
    ] {
        let text = format!("Ada Obi,{account},{bank},150000\nBen Eze,{account},{bank},250000\n");
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        assert_eq!((file.country, file.rows.len()), (country, 2), "{bank}");
        assert_eq!(file.rows[0].text(Field::BankName).as_deref(), Some(bank));
    }
}

/// The words of one heading in two rows; the lower row alone says something else.
#[test]
fn a_heading_in_two_rows_is_read_as_a_whole() {
    for (upper, lower, fields) in [
        ("Compte,Nom,Numero,Banque,Net", "comptable,et prenoms,de compte,,a payer", "C account_number"),
        ("Net,Name,Account,Bank,Amount", "cumule,,Number,,Payable", "C account_number"),
        ("Account,Name,Beneficiary,Bank,Net", ",,Account,,", "C account_number"),
        ("GL,Name,Beneficiary,Cost,Net,Bank", "Account,,Account,Centre,Pay,", "C account_number"),
        ("Last,Payee,Beneficiary,Beneficiary,Net", "Month Net Pay,,Account,Bank,Payable", "C account_number"),
    ] {
        let rows = "1234567,Ada Obi,0000014579,First Bank,100,GTBank\n1234568,Ben Eze,0123456785,GTBank,200,GTBank\n";
        let text = format!("{upper}\n{lower}\n{rows}");
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        let account =
            file.columns.iter().find(|column| column.field == Some(paysheet_domain::Field::AccountNumber));
        let found = account.map(|column| format!("{} account_number", column.column));
        assert_eq!((found.as_deref(), file.header_row), (Some(fields), Some(1)), "{upper}");
    }
}

/// Unknown words behind others with a colon are no values of labels, if most words have none.
#[test]
fn a_heading_with_colons_is_no_row_of_labels() {
    let text = "Name:,Zebra,Account Number,Bank:,Kito,Amount,Pension (8%)\nAda Obi,x,0000014579,First Bank,y,100,8\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_eq!((file.header_row, file.rows.len()), (Some(1), 1));
    assert!(!file.decision.needs_an_answer(), "{:?}", file.decision);
}

#[test]
fn a_row_is_the_heading_by_its_own_words_alone() {
    made::laid::check(TABLES);
}

//! People have words of headings in their rows: "First Bank", "Savings Account", "Salary". And headings have sums and
//! lists of banks beside them. Whoever is taken for the headings is not paid, and whose headings are lost is paid by
//! another column.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

#[allow(dead_code, reason = "each suite makes some of the files")]
mod made;

use made::laid::Laid;

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
        people: &[
            "1 Ada Obi | - | 032 | - account_number_invalid amount_missing",
            "2 Ben Eze | 0000014579 | 011 | 200.00",
            "3 Cid Ojo | 0123456785 | 058 | 300.00",
        ],
        rest: "",
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
            "4 Cid Ojo | - | 044 | - account_number_invalid amount_missing",
        ],
        rest: "",
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
];

#[test]
fn a_row_is_the_heading_by_its_own_words_alone() {
    made::laid::check(TABLES);
}

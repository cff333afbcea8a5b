//! A heading with a known word in it may name something else: `Last Month Net Pay`, `Company Account`. Such a column
//! is never taken silently for the amount or the account. Headings with harmless words beside the known ones ask
//! nothing.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{Decision, ReadOptions, read_bytes};

/// Accounts with valid check digits, so that the content of a column fits its field.
const ROWS: [[&str; 4]; 2] =
    [["Ada Obi", "0000014579", "First Bank", "125000.50"], ["Ben Eze", "0123456785", "GTBank", "98000"]];

fn decision(text: &str) -> Decision {
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision
}

/// Reads a payroll with this heading over its names, accounts, banks or amounts.
fn with_heading(column: usize, heading: &str) -> Decision {
    let mut headings = ["Name", "Account Number", "Bank", "Amount"];
    headings[column] = heading;
    let rows = [headings, ROWS[0], ROWS[1]].map(|row| row.map(|cell| format!("\"{cell}\"")).join(","));
    decision(&rows.join("\n"))
}

/// Reads a payroll with one more column after the amount, which contains the same kind of value as `column`.
fn with_another(column: usize, heading: &str) -> Decision {
    let heads = format!("Name,Account Number,Bank,Amount,{heading}");
    let rows = ROWS.map(|row| format!("{},{}", row.join(","), ROWS[1][column]));
    decision(&format!("{heads}\n{}\n{}\n", rows[0], rows[1]))
}

fn column_of(decision: &Decision, field: Field) -> String {
    let of: Vec<&str> = decision
        .mapping
        .columns
        .iter()
        .filter(|mapped| mapped.field == field)
        .map(|mapped| mapped.column.as_str())
        .collect();
    of.join(" ")
}

/// Returns the column of a field and the questions about the file: `D; D amount doubtful`.
fn outcome(decision: &Decision, field: Field) -> String {
    let unsure = decision
        .unsure
        .iter()
        .map(|unsure| format!("; {} {} {}", unsure.column, unsure.field, unsure.reason))
        .collect::<String>();
    let missing = decision.missing.iter().map(|field| format!("; {field} missing")).collect::<String>();
    assert_eq!(decision.needs_an_answer(), !(unsure.is_empty() && missing.is_empty()));
    format!("{}{unsure}{missing}", column_of(decision, field))
}

/// Checks the outcome of each heading. The headings with another outcome are listed together.
fn check(headings: &[&str], field: Field, read: impl Fn(&str) -> Decision, expected: &str) {
    let found = headings.iter().map(|heading| (heading, outcome(&read(heading), field)));
    let other: Vec<String> = found
        .filter(|(_, outcome)| outcome != expected)
        .map(|(heading, outcome)| format!("{heading}: {outcome}"))
        .collect();
    assert!(other.is_empty(), "instead of {expected:?}:\n{}", other.join("\n"));
}

const NAME: usize = 0;
const ACCOUNT: usize = 1;
const BANK: usize = 2;
const AMOUNT: usize = 3;

#[test]
fn harmless_words_ask_nothing() {
    const AMOUNTS: &[&str] = &[
        "Net Pay (₦)",
        "Amount (NGN)",
        "Net Pay (NGN) - November",
        "Net Pay November 2026",
        "NOV 2025 SALARY",
        "Salary for March",
        "Net Salary 11/2026",
        "Employee Net Pay",
        "Employee's Net Pay",
        "Net Amount Payable to Staff",
        "Final Net Pay",
        "Current Net Pay",
        "Net Pay this month",
        "Current Month Net Pay",
        "Net Pay after tax",
        "Net Salary (after deductions)",
        "Total Net Pay",
        "Total Amount Payable",
        "Net Amount to Bank",
        "Payroll Amount",
        "Salary Amount",
        "Amount in Naira",
        "Amount to Pay (Naira)",
        "NET PAY = C - D",
        "Net Emoluments",
        "netPayAmount",
        "Montant net à payer (FCFA)",
        "Net à payer en FCFA",
        "Montant du salaire",
        "Salaire net du mois de mars",
        "Salaire net (août 2026)",
        "Montant à payer par salarié",
        "Montant à virer net",
    ];
    const ACCOUNTS: &[&str] = &[
        "Beneficiary's Account Number (NUBAN)",
        "Bank Account Number of Employee",
        "A/C No. (10 digits)",
        "Mobile Money Number",
        "Employee's Bank Account No.",
        "Staff Bank Account Number",
        "Account Number to be credited",
        "Account Number (10-digit NUBAN)",
        "Vendor Bank Account No",
        "Salary Account Number",
        "Account No./IBAN",
        "Bank Details - Account Number",
        "MTN Mobile Money Number",
        "Bank/MoMo Account Number",
        "Account or wallet number",
        "Account Number (Naira)",
        "Account Number (required)",
        "Compte courant",
        "Numéro de compte du salarié",
        "N° de compte bancaire du bénéficiaire",
        "Numéro de compte à créditer",
        "RIB du salarié",
    ];
    const NAMES: &[&str] =
        &["Name of Beneficiary", "Staff Full Name", "Employee Name (as per bank)", "Nom complet du salarié"];
    const BANKS: &[&str] =
        &["Beneficiary's Bank", "Bank Name of Staff", "Name of Bank (in full)", "Banque du salarié"];
    check(AMOUNTS, Field::Amount, |heading| with_heading(AMOUNT, heading), "D");
    check(ACCOUNTS, Field::AccountNumber, |heading| with_heading(ACCOUNT, heading), "B");
    check(NAMES, Field::Name, |heading| with_heading(NAME, heading), "A");
    check(BANKS, Field::BankName, |heading| with_heading(BANK, heading), "C");
}

/// The same headings beside the column that really is the amount, the account or the bank.
#[test]
fn a_denied_column_loses_silently_against_another() {
    check(DENIED_AMOUNTS, Field::Amount, |heading| with_another(AMOUNT, heading), "D");
    check(FLAGS, Field::Amount, |heading| with_another(AMOUNT, heading), "D");
    check(DENIED_ACCOUNTS, Field::AccountNumber, |heading| with_another(ACCOUNT, heading), "B");
    const BANKS: &[&str] = &["Company Bank", "Debit Bank Name", "Old Bank", "Banque de la société"];
    check(BANKS, Field::BankName, |heading| with_another(BANK, heading), "C");
}

/// `Salary` alone is less sure than the known words in `Last Month Net Pay`, but nothing denies it. The user is asked,
/// because it is the second choice: the telephone must not silently replace the account of `Company Account Number`.
#[test]
fn a_denied_column_loses_against_less_sure_words() {
    for (denied, amount) in [
        ("Last Month Net Pay", "Salary"),
        ("Taxable Net Amount", "Wages"),
        ("Annual Salary", "Total"),
        ("Max Payment Amount", "Gross Pay"),
        ("Salaire net précédent", "Salaire"),
    ] {
        let text = format!("Name,Account Number,Bank,{denied},{amount}\nAda Obi,0000014579,GTBank,900,100\n");
        assert_eq!(outcome(&decision(&text), Field::Amount), "E; E amount doubtful", "{denied}");
    }
    for (denied, account, expected) in [
        ("Company Account Number", "Acct", "C"),
        ("Company Account Number", "Phone Number", "C; C account_number doubtful"),
        ("GL Account No", "Phone Number", "C; C account_number doubtful"),
    ] {
        let text =
            format!("Name,{denied},{account},Bank,Amount\nAda Obi,0000014579,08031234567,GTBank,100\n");
        assert_eq!(outcome(&decision(&text), Field::AccountNumber), expected, "{denied} {account}");
    }
}

const DENIED_AMOUNTS: &[&str] = &[
    "Taxable Amount",
    "maxPayableAmount",
    "Hourly Wage",
    "Annual Salary",
    "Annual Net Pay",
    "Salary per annum",
    "Amount per day",
    "Daily Pay",
    "Pay Point",
    "Pay Group",
    "Payment Method",
    "Payment No",
    "Last Month Net Pay",
    "Previous Net Salary",
    "Net Pay YTD",
    "Net Pay (Year to date)",
    "Net Pay Difference",
    "Gross Monthly Salary",
    "Net Pay Deductions",
    "Minimum Wage",
    "Salaire annuel",
    "Salaire horaire",
    "Salaire journalier",
    "Montant imposable",
    "Montant net imposable",
    "Montant maximum",
    "Plafond montant",
    "Net à payer du mois dernier",
    "Ancien salaire",
    "Salaire mensuel brut",
    "Montant cumulé",
    "Taux de salaire",
];

const DENIED_ACCOUNTS: &[&str] = &[
    "Origination Account",
    "Company Account",
    "Company Account Number",
    "GL Account",
    "G/L Account No",
    "Account to Debit",
    "Account to be debited",
    "Old Account",
    "Previous Account Number",
    "Control Account",
    "Pension Account Number",
    "Accountant",
    "Ledger Account",
    "Compte de la société",
    "Ancien compte",
    "Compte d'origine",
    "Numéro de compte à débiter",
    "Compte général",
];

const FLAGS: &[&str] =
    &["StopPay", "Stop Payment", "Hold Salary", "Pay on hold", "Arrêt salaire", "Salaire suspendu"];

/// If no other column holds the field, the user is asked, and sees the column whose content fits.
#[test]
fn a_denied_column_alone_is_a_question() {
    check(DENIED_AMOUNTS, Field::Amount, |heading| with_heading(AMOUNT, heading), "D; D amount doubtful");
    check(
        DENIED_ACCOUNTS,
        Field::AccountNumber,
        |heading| with_heading(ACCOUNT, heading),
        "B; B account_number doubtful",
    );
    check(FLAGS, Field::Amount, |heading| with_heading(AMOUNT, heading), "; amount missing");
    // Words in a denied column are no other choice, so nothing is asked.
    let text = "Name,Account Number,Bank,Net Pay Group,Salary\nAda Obi,0000014579,GTBank,Lagos,100\n";
    assert_eq!(outcome(&decision(text), Field::Amount), "E");
    // The words of months are known as columns of their own.
    const MONTHS: &[&str] = &["Montant du mois précédent", "Last month salary", "Thirteenth Month Salary"];
    check(MONTHS, Field::Amount, |heading| with_heading(AMOUNT, heading), "; amount missing");
    // The content is words, so there is nothing to propose.
    let text = "Name,Account Number,Bank,Pay Point\nAda Obi,0000014579,GTBank,Lagos\n";
    assert_eq!(outcome(&decision(text), Field::Amount), "; amount missing");
}

/// An unknown heading over amounts is a question too, and a better proposal than a denied one.
#[test]
fn a_denied_column_loses_against_content() {
    let text = "Name,Account Number,Bank,Annual Salary,Combien\n\
                Ada Obi,0000014579,First Bank,900000,75000\nBen Eze,0123456785,GTBank,600000,50000\n";
    assert_eq!(outcome(&decision(text), Field::Amount), "E; E amount by_content");
    let text = "Name,Company Account,Where,Bank,Amount\n\
                Ada Obi,0123456785,0000014579,First Bank,75000\nBen Eze,0123456785,0123456785,GTBank,50000\n";
    assert_eq!(outcome(&decision(text), Field::AccountNumber), "C; C account_number by_content");
}

#[test]
fn an_unknown_word_is_a_question() {
    const AMOUNTS: &[&str] =
        &["Arrears Net Pay", "Leave Pay", "Net Pay Zebra", "Montant régularisation", "Amount Paid"];
    const ACCOUNTS: &[&str] = &["Joint Account Number", "Zebra Account", "Account 2nd", "Compte courrier"];
    check(AMOUNTS, Field::Amount, |heading| with_heading(AMOUNT, heading), "D; D amount doubtful");
    check(
        ACCOUNTS,
        Field::AccountNumber,
        |heading| with_heading(ACCOUNT, heading),
        "B; B account_number doubtful",
    );
    // Other fields are shown with every row, and cannot send money elsewhere.
    for (column, heading, field) in
        [(NAME, "Full Name of Zebra", Field::Name), (BANK, "Zebra Bank Name", Field::BankName)]
    {
        assert!(!with_heading(column, heading).needs_an_answer(), "{heading} {field}");
    }
    // A telephone number is less likely the account than the account of an unknown kind.
    let text = "Name,Zebra Account Number,Phone,Bank,Amount\nAda Obi,0000014579,08031234567,GTBank,100\n";
    assert_eq!(outcome(&decision(text), Field::AccountNumber), "B; B account_number doubtful");
    // Beside surer words nothing is asked.
    assert_eq!(outcome(&with_another(AMOUNT, "Arrears Amount"), Field::Amount), "D");
    assert_eq!(outcome(&with_another(ACCOUNT, "Zebra Account"), Field::AccountNumber), "B");
}

/// Words that deny elsewhere are part of phrases that everybody knows.
#[test]
fn known_phrases_win_over_denials() {
    const AMOUNTS: &[&str] =
        &["Balance Payable", "Balance due", "Amount to credit", "Take Home Pay", "Net to pay"];
    check(AMOUNTS, Field::Amount, |heading| with_heading(AMOUNT, heading), "D");
    for heading in ["Last Name", "Employee Last Name"] {
        let text =
            format!("First Name,{heading},Account Number,Bank,Amount\nAda,Obi,0000014579,GTBank,100\n");
        let decided = decision(&text);
        assert_eq!(column_of(&decided, Field::Name), "A B", "{heading}");
        assert!(!decided.needs_an_answer(), "{heading}");
    }
    let vendors = "Company Name,Account Number,Bank,Amount\nAcme Ltd,0000014579,GTBank,100\n";
    assert!(!decision(vendors).needs_an_answer());
}

/// A file whose only heading for money is denied has a header all the same.
#[test]
fn the_header_row_is_found_by_denied_words_too() {
    let text = "Staff,Company Account,Annual Salary\nAda Obi,0000014579,900000\nBen Eze,0123456785,600000\n";
    let decided = decision(text);
    assert_eq!(decided.mapping.header_row, Some(1));
    assert!(decided.needs_an_answer());
}

/// Of two months only the user knows which one is to be paid.
#[test]
fn amounts_of_several_months_are_a_question() {
    for (first, second, expected) in [
        ("Net Pay October", "Salary November", "D; D amount doubtful"),
        ("Salary Nov", "Net Pay Dec", "E; E amount doubtful"),
        ("Salaire net octobre", "Salaire novembre", "D; D amount doubtful"),
        ("Net Pay November", "Gross Pay November", "D"),
        ("Net Pay November", "Basic Salary", "D"),
        ("Net Pay 10/2026", "Salary 11/2026", "D; D amount doubtful"),
        ("Net Pay", "Net Pay November", "D; D amount doubtful"),
        ("Net Pay", "Salary November", "D"),
    ] {
        let text = format!(
            "Name,Account Number,Bank,{first},{second}\nAda Obi,0000014579,First Bank,100,200\nBen Eze,0123456785,GTBank,300,500\n"
        );
        assert_eq!(outcome(&decision(&text), Field::Amount), expected, "{first}, {second}");
    }
}

/// A bank would take a mobile number for one of its accounts.
#[test]
fn mobile_numbers_beside_banks_are_a_question() {
    for (heading, bank, expected) in [
        ("Phone", "KCB", "B; B account_number doubtful"),
        ("M-Pesa Number", "KCB", "B; B account_number doubtful"),
        ("M-Pesa Number", "M-Pesa", "B"),
        ("Phone", "MPESA", "B"),
        ("Phone", "Chase Bank", "B; B account_number doubtful"),
        ("Account Number", "KCB", "B"),
    ] {
        let text = format!(
            "Name,{heading},Bank,Amount\nWanjiru Kamau,254712345678,{bank},100\nOtieno Ouma,254722345678,{bank},200\n"
        );
        assert_eq!(outcome(&decision(&text), Field::AccountNumber), expected, "{heading}, {bank}");
    }
}

/// Nobody says which of the two numbers is the wallet.
#[test]
fn a_telephone_beside_other_numbers_is_a_question() {
    for (heading, other, expected) in [
        ("Phone", "Number", "B; B account_number doubtful"),
        ("Téléphone", "Numéro", "B; B account_number doubtful"),
        ("Mobile No", "Zebra", "B; B account_number doubtful"),
        // With a letter more it is "station" in Swahili, which says nothing about the numbers.
        ("Téléphone", "Compte kito", "E; E account_number doubtful"),
        ("Téléphone", "Kitou", "B; B account_number doubtful"),
        ("Phone", "National ID", "B"),
        ("Phone", "Staff No", "B"),
        ("MoMo Number", "Number", "B"),
    ] {
        let text = format!(
            "Name,{heading},Bank,Amount,{other}\nWanjiru Kamau,254712345678,M-Pesa,100,254712345679\n\
             Otieno Ouma,254722345678,M-Pesa,200,254722345679\n"
        );
        assert_eq!(outcome(&decision(&text), Field::AccountNumber), expected, "{heading}, {other}");
    }
}

/// It would be paid as 1.
#[test]
fn a_flag_is_not_proposed_as_the_amount() {
    let text = "Name,Suspended,Account Number,Bank,Kito Blorp\nAda Obi,1,0000014579,First Bank,563807.00\n\
                Ben Eze,0,0123456785,GTBank,74299.73\nCid Ojo,0,0123456785,GTBank,116122.00\n";
    assert_eq!(outcome(&decision(text), Field::Amount), "; amount missing");
}

/// The summary below has sums where the accounts stand, so that fewer cells there look like accounts.
#[test]
fn a_telephone_beside_accounts_above_a_summary_is_a_question() {
    for heading in ["Zebra", "Kito Account No"] {
        let mut text = format!("SN,Name,{heading},Bank Code,Amount,Phone Number\n");
        for at in 1..=5 {
            text += &format!("{at},Ada Obi,37705700277{at},TZ003,100,0806791705{at}\n");
        }
        text += "\nDepartment,Staff,Total Amount\nSales,6,714909.01\nStores,2,137020.54\nAccounts,5,644281.37\nSecurity,2,697096.56\n";
        let outcome = outcome(&decision(&text), Field::AccountNumber);
        assert!(outcome.ends_with("account_number doubtful"), "{heading}: {outcome}");
    }
}

/// A heading with a wrong letter is only probably what it resembles. If another column could hold the same, it is a
/// question; if nothing else in the table could, it is none.
#[test]
fn a_misspelt_heading_is_a_question_beside_others() {
    for (headings, expected) in [
        ("Name,Acount Numbr,Bank,Amount,Zebra", "B; B account_number doubtful"),
        ("Name,Account Number,Bank,Amountt,Zebra", "B; D amount doubtful"),
        ("Name,Account Number,Bank,Gross Pay,Net Salry", "B; E amount doubtful"),
        ("Name,Account Number,Bank,Salary,Net Salry", "B; E amount doubtful"),
        ("Name,Acount Numbr,Bank,Amount,Tax", "B"),
        ("Name,Account Number,Bank,Ammount,Tax", "B"),
        ("Name,Account Number,Bankk Name,Amount,Tax", "B"),
    ] {
        let is_numbers = headings.starts_with("Name,Acount");
        let other = if is_numbers { ["0123456785", "0000014579"] } else { ["700", "900"] };
        let other = if headings.ends_with("Tax") { ["7", "9"] } else { other };
        let rows = [0, 1].map(|at| format!("{},{}", ROWS[at].join(","), other[at]));
        let text = format!("{headings}\n{}\n{}\n", rows[0], rows[1]);
        assert_eq!(outcome(&decision(&text), Field::AccountNumber), expected, "{headings}");
    }
}

/// Grades and role numbers look like codes of banks to nobody but a misspelt heading.
#[test]
fn a_misspelt_bank_code_over_other_numbers_is_a_question() {
    let text = "Name,Account Number,Bank Codde,Amount\nAda Obi,0000014579,17,100\nBen Eze,0123456785,4,200\n";
    assert_eq!(outcome(&decision(text), Field::BankCode), "C; C bank_code doubtful");
    let text =
        "Name,Account Number,Bank Codde,Amount\nAda Obi,0000014579,011,100\nBen Eze,0123456785,058,200\n";
    assert_eq!(outcome(&decision(text), Field::BankCode), "C");
}

/// The heading of the account is hardly readable, and the telephone's is not.
#[test]
fn a_telephone_beside_a_misspelt_account_is_a_question() {
    for heading in ["Bank Acccunt No", "Acomt Nmbr", "Bank Xcct"] {
        let text = format!(
            "Name,{heading},Bank,Amount,Phone\nWanjiru Kamau,1234567890123,KCB,100,08012345678\n\
             Otieno Ouma,2345678901234,KCB,200,08022345678\n"
        );
        let decided = decision(&text);
        let column = column_of(&decided, Field::AccountNumber);
        assert!(column == "B" || decided.needs_an_answer(), "{heading}: {column}");
    }
}

/// Half a name is no wrong payment, but the bank may refuse it.
#[test]
fn a_part_of_a_name_beside_unknown_words_is_a_question() {
    for (headings, is_asked) in [
        ("Surname,Frst Nam", true),
        ("Nom,Zébu", true),
        ("Surname,First Nme", false),
        ("Nom,Préom", false),
        ("Surname:,Otheer Names", false),
        ("Surname,Department", false),
        // Perhaps `Prénom`, perhaps `PenCom`.
        ("Nom de famille,Grade,Pénom", true),
        ("Pénom,Grade,Nom de famille", true),
    ] {
        let names = if headings.contains("Grade") { "Obi,A1,Ada" } else { "Obi,Ada" };
        let text = format!("{headings},Account Number,Bank,Amount\n{names},0000014579,First Bank,100\n");
        let asked = decision(&text).unsure.iter().any(|unsure| unsure.field == Field::Name);
        assert_eq!(asked, is_asked, "{headings}");
    }
}

/// Of two family names, one may be another's, and an account is no part of a name.
#[test]
fn a_name_is_joined_of_parts_of_names_alone() {
    for (headings, name, asks_name) in [
        ("Nom,Banque,Other Names,Company Acount", "Chi Obi", false),
        ("Nom,Banque,Nom,Other Names", "Chi Obi Ada", true),
        ("Nom,Banque,Prénom,Other Names", "Ada Chi Obi", false),
    ] {
        let cells = |name: &str| match headings {
            "Nom,Banque,Other Names,Company Acount" => format!("{name},GTBank,Chi,1911809096"),
            _ => format!("{name},GTBank,Ada,Chi"),
        };
        let rows = ["Obi", "Eze"].map(|name| format!("{},0000014579,100\n", cells(name)));
        let text = format!("{headings},Account Number,Amount\n{}", rows.concat());
        let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
        let asked = file.decision.unsure.iter().any(|unsure| unsure.field == Field::Name);
        assert_eq!(asked, asks_name, "{headings}");
        assert_eq!(file.rows[0].text(Field::Name).as_deref(), Some(name), "{headings}");
    }
}

//! What the columns of a payroll hold, and the headings that offices write above them.

use paysheet_domain::Field;

use super::places::Language;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Name,
    GivenName,
    FamilyName,
    Account,
    Bank,
    BankCode,
    /// What is to be paid.
    Paid,
    /// The net pay, if something is added to it before it is paid.
    NetBefore,
    Arrears,
    Narration,
    Remarks,
    StaffNo,
    Reference,
    Currency,
    Country,
    PayDate,
    Serial,
    Gross,
    Basic,
    Tax,
    Pension,
    Allowance,
    Deduction,
    PreviousNet,
    YearToDate,
    Hours,
    Rate,
    Percentage,
    Grade,
    RoleNumber,
    Joined,
    NationalId,
    TaxId,
    Phone,
    Email,
    CompanyAccount,
    LedgerAccount,
    Department,
    Days,
    /// A heading with a known and an unknown word over other sums.
    StrangeSum,
    /// The same over other numbers that look like accounts.
    StrangeNumber,
    /// A yes stops the payment.
    StopFlag,
    /// A no stops the payment.
    PayFlag,
    /// How each is paid.
    Mode,
    Blank,
}

/// A kind of column: the fields that it may be taken for, and its English and French headings.
type Row = (Kind, &'static [Field], &'static [&'static str], &'static [&'static str]);

use Field as F;
use Kind as K;

#[rustfmt::skip]
const ROWS: &[Row] = &[
    (K::Name, &[F::Name],
        &["Name", "Employee Name", "Beneficiary Name", "FULL NAME", "Names", "Staff name", "Account Name", "Payee"],
        &["Nom et prénoms", "Nom du bénéficiaire", "Bénéficiaire", "Nom complet", "Titulaire du compte"]),
    (K::GivenName, &[F::Name], &["First Name", "Other Names", "Given Name"], &["Prénom", "Prénoms"]),
    (K::FamilyName, &[F::Name], &["Surname", "Last Name", "Family Name"], &["Nom", "Nom de famille"]),
    (K::Account, &[F::AccountNumber],
        &["Account Number", "ACCOUNT NO.", "A/C No", "Account No", "Beneficiary Account", "Bank Account No", "Acct No"],
        &["Numéro de compte", "N° Compte", "Compte", "Compte bancaire", "N° de compte"]),
    (K::Bank, &[F::BankName, F::BankCode],
        &["Bank", "Bank Name", "BANK", "Beneficiary Bank", "Name of Bank"],
        &["Banque", "Opérateur", "Nom de la banque", "Réseau"]),
    (K::BankCode, &[F::BankCode, F::BankName], &["Bank Code", "Sort Code", "Bank Sort Code"], &["Code banque"]),
    (K::Paid, &[F::Amount],
        &["Net Pay", "NET SALARY", "Net Amount", "Take Home", "Net Payable", "Amount Payable", "Amount to Pay"],
        &["Net à payer", "Salaire net", "Montant net", "Montant à payer"]),
    (K::NetBefore, &[F::Amount], &["Net Pay", "Net Salary", "Net"], &["Salaire net", "Net"]),
    (K::Arrears, &[], &["Arrears", "Refund", "Leave Grant", "Bonus"], &["Rappel", "Arriérés", "Prime"]),
    (K::Narration, &[F::Narration],
        &["Narration", "Description", "Payment Details", "Purpose"], &["Motif", "Libellé", "Communication"]),
    (K::Remarks, &[F::Narration], &["Remarks", "Remark", "Comment", "Comments"], &["Observation", "Observations"]),
    (K::StaffNo, &[F::EmployeeId],
        &["Staff No", "Employee ID", "Payroll No", "Staff ID", "IPPIS No", "File No", "Service No"],
        &["Matricule", "N° Matricule", "Code agent"]),
    (K::Reference, &[F::Reference], &["Reference", "Payment Ref", "Voucher No"], &["Référence"]),
    (K::Currency, &[F::Currency], &["Currency", "CCY", "Currency Code"], &["Devise"]),
    (K::Country, &[F::Country], &["Country", "Country Code"], &["Pays"]),
    (K::PayDate, &[F::PayDate], &["Payment Date", "Value Date", "Pay Date"], &["Date de paiement"]),
    (K::Serial, &[], &["S/N", "No", "S/No.", "#", "SN", "Serial No"], &["N°", "N° ordre", "No"]),
    (K::Gross, &[], &["Gross Pay", "Gross", "Gross Salary", "Total Earnings"], &["Salaire brut", "Brut"]),
    (K::Basic, &[], &["Basic Salary", "Basic", "Basic Pay"], &["Salaire de base"]),
    (K::Tax, &[], &["PAYE", "Tax", "PAYE Tax"], &["IRPP", "Impôt"]),
    (K::Pension, &[], &["Pension", "NSSF", "Pension (8%)", "NHF"], &["CNPS", "Cotisation IPRES"]),
    (K::Allowance, &[], &["Housing", "Transport Allowance", "Allowances", "Overtime"], &["Prime de transport", "Indemnité"]),
    (K::Deduction, &[], &["Total Deductions", "Loan", "Deductions", "Cooperative"], &["Total retenues", "Retenues", "Avance"]),
    (K::PreviousNet, &[],
        &["Last Month Net Pay", "Previous Net", "Prev. Month Net", "October Net Pay (previous)"],
        &["Net du mois précédent", "Net précédent"]),
    (K::YearToDate, &[], &["YTD Net Pay", "Net Pay YTD", "Cumulative Net", "Year to Date"], &["Net cumulé", "Cumul annuel"]),
    (K::Hours, &[], &["Hours", "Hours Worked", "OT Hours"], &["Heures"]),
    (K::Rate, &[], &["Rate", "Hourly Rate", "Hourly Wage", "Daily Rate"], &["Taux horaire", "Taux"]),
    (K::Percentage, &[], &["%", "Percentage", "Pension %", "Tax rate"], &["%", "Pourcentage"]),
    (K::Grade, &[], &["Grade", "Grade Level", "GL/Step", "Level"], &["Échelon", "Grade"]),
    (K::RoleNumber, &[], &["Role", "Post No", "Position No", "Roll No"], &["N° poste", "Poste"]),
    (K::Joined, &[], &["Date Joined", "Date of Employment", "Hire Date", "DOB"], &["Date d'embauche", "Date de naissance"]),
    (K::NationalId, &[], &["NIN", "BVN", "National ID", "ID Number", "Passport No"], &["CNI", "N° CNI"]),
    (K::TaxId, &[], &["TIN", "Tax ID", "KRA PIN", "RSA PIN"], &["NIU", "N° CNPS"]),
    (K::Phone, &[F::Phone], &["Phone", "Phone Number", "Mobile No", "Telephone"], &["Téléphone", "Tél"]),
    (K::Email, &[F::Email], &["E-mail", "Email Address", "Email"], &["E-mail", "Courriel"]),
    (K::CompanyAccount, &[], &["Company Account", "Debit Account", "Source Account", "Account to Debit", "Originating Account"],
        &["Compte à débiter", "Compte débiteur"]),
    (K::LedgerAccount, &[], &["GL Account", "G/L Code", "Ledger Account", "Cost Centre"], &["Compte comptable"]),
    (K::Department, &[], &["Department", "Designation", "Location", "Job Title"], &["Département", "Fonction"]),
    (K::Days, &[], &["Days Worked", "Days"], &["Jours"]),
    (K::StrangeSum, &[], &["Zebra Net Pay", "Welfare Net Amount", "Kito Amount", "Union Pay"], &["Net zébu", "Montant tontine"]),
    (K::StrangeNumber, &[], &["Thrift Account No", "Zebra Account Number", "Esusu A/C"], &["Compte tontine", "Compte zébu"]),
    (K::StopFlag, &[], &["StopPay", "Stop Payment", "On Hold", "Suspended"], &["Suspendu", "Ne pas payer"]),
    (K::PayFlag, &[], &["Active", "Include", "To Pay"], &["Actif", "À payer"]),
    (K::Mode, &[], &["Mode of Payment", "Payment Mode", "Pay Method", "Payment Channel", "Paid Through", "Salary Mode"],
        &["Mode de paiement", "Mode de règlement", "Payé par"]),
    (K::Blank, &[], &[""], &[""]),
];

/// Headings of the amount where no other column has sums before deductions.
pub const AMOUNT: [&[&str]; 2] =
    [&["Amount", "Payment Amount", "Amt", "Salary"], &["Montant", "Montant du virement", "Salaire"]];
/// Headings of the mobile numbers to which wages are sent.
pub const MOBILE: [&[&str]; 2] = [
    &["Mobile Money Number", "MoMo Number", "Wallet Number", "Phone Number", "Mobile Number"],
    &["Numéro de téléphone", "Numéro mobile money", "Téléphone"],
];
/// Headings of what is paid if it is the net pay and something else.
pub const PAYABLE: [&[&str]; 2] =
    [&["Total Payable", "Amount to Pay", "Total"], &["Montant à payer", "Total à payer"]];
/// Unknown words beside the known ones of a heading.
pub const UNKNOWN: [&[&str]; 2] = [&["Zebra", "Kito", "Welfare", "Phase"], &["zébu", "tontine", "kito"]];

pub fn headings(kind: Kind, language: Language) -> &'static [&'static str] {
    let row = ROWS.iter().find(|(of, ..)| *of == kind);
    row.map_or(&[], |(_, _, english, french)| match language {
        Language::English => english,
        Language::French => french,
    })
}

/// Fields for which a column of a kind may be taken.
pub fn fields(kind: Kind) -> &'static [Field] {
    ROWS.iter().find(|(of, ..)| *of == kind).map_or(&[], |(_, fields, ..)| fields)
}

pub const fn of<T: Copy>(choice: [T; 2], language: Language) -> T {
    let [english, french] = choice;
    match language {
        Language::English => english,
        Language::French => french,
    }
}

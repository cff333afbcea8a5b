//! A count of people, a control sum and an amount in words are evidence too, above the table and below it. One that
//! agrees with what was read asks nothing, and neither does a figure that may be something else.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_sheet::{Decision, ReadOptions, preview_bytes, read_bytes};

const ADA: &str = "Ada Obi,0000014579,First Bank,100.50";
const BEN: &str = "Ben Eze,0123456780,GTBank,200.00";
const CHI: &str = "Chi Ike,0234567890,GTBank,\"1,000.00\"";

fn decision(text: &str) -> Decision {
    let read = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision;
    let seen = preview_bytes(text.as_bytes(), &ReadOptions::default().into()).unwrap().decision;
    assert_eq!(read, seen, "{text}");
    read
}

/// Figures that differ, as `row kind: stated, read, rows that explain it`.
fn differing(text: &str) -> Vec<String> {
    let decided = decision(text);
    assert_eq!(decided.needs_an_answer(), !decided.differing_totals.is_empty(), "{text}");
    let totals = decided.differing_totals.iter();
    totals
        .map(|total| {
            let kind = format!("{:?}", total.kind).to_lowercase();
            format!("{} {kind}: {}, {}, {:?}", total.row, total.stated, total.read, total.rows)
        })
        .collect()
}

/// Two people, with a line above the headings (row 2) or below the people (row 5).
fn above(line: &str) -> String {
    format!("KOLA FOODS LTD\n{line}\nName,Account Number,Bank,Amount\n{ADA}\n{BEN}\n")
}

fn below(line: &str) -> String {
    format!("KOLA FOODS LTD\nName,Account Number,Bank,Amount\n{ADA}\n{BEN}\n{line}\n")
}

#[test]
fn figures_that_agree_ask_nothing() {
    for line in [
        "Number of staff: 2",
        "Number of staff,2",
        "Number of staff:,,2",
        "No. of employees 2",
        "Nombre d'agents : 2",
        "Nombre d\u{2019}agents : 2",
        "Effectif: 2 agents",
        "Headcount = 2",
        "Count,,,2",
        "COUNT,2,2,2",
        "Total staff,,,2",
        "Total staff,,,300.50",
        "Control total: 300.50",
        "Control total: 2",
        "Total payments: 2",
        "Control total,,,300.50",
        "Control sum,\"NGN 300.50\"",
        "Total amount: NGN 300.50 only",
        "Total Amount (NGN),NGN,300.50",
        "Montant total : 300.50",
        "Number of staff:,2,Total amount:,300.50",
        "Number of staff: 2,,Control total: 300.50",
        "Amount in words: Three hundred naira fifty kobo only",
        "Amount in words:,\"Three Hundred Naira, Fifty Kobo Only\"",
        "Three hundred naira and fifty kobo only",
        // Without the kobo.
        "Amount in words: Three hundred naira only",
        "Montant en lettres : trois cents francs CFA",
        "Arrêté le présent état à la somme de : trois cents francs CFA",
    ] {
        for text in [above(line), below(line)] {
            assert_eq!(differing(&text), [""; 0], "{text}");
        }
    }
}

#[test]
fn figures_that_differ_are_asked_about() {
    for (line, expected) in [
        ("Number of staff: 312", "count: 312, 2"),
        ("Number of staff,,3", "count: 3, 2"),
        ("No. of employees 312", "count: 312, 2"),
        ("Nombre d'agents : \"312\"", "count: 312, 2"),
        ("Effectif: 312 agents", "count: 312, 2"),
        ("Effectif,,,3", "count: 3, 2"),
        ("Headcount,,,1", "count: 1, 2"),
        ("Number of beneficiaries: \"1,312\"", "count: 1312, 2"),
        ("Control total: \"4,512,030.00\"", "sum: 4512030.00, 300.50"),
        ("Control total,,4512030,", "sum: 4512030.00, 300.50"),
        ("Total amount: NGN 400.00 only", "sum: 400.00, 300.50"),
        ("Total amount,2026", "sum: 2026.00, 300.50"),
        ("Control total: 2015", "sum: 2015.00, 300.50"),
        ("Montant total : 4 512 030", "sum: 4512030.00, 300.50"),
        ("Total net à payer,NGN,400", "sum: 400.00, 300.50"),
        (
            "Amount in words: Four million five hundred and twelve thousand naira only",
            "words: 4512000.00, 300.50",
        ),
        ("Four million five hundred and twelve thousand naira only", "words: 4512000.00, 300.50"),
        ("Montant en lettres,Quatre millions cinq cent douze mille", "words: 4512000.00, 300.50"),
        ("Quatre millions cinq cent douze mille francs CFA", "words: 4512000.00, 300.50"),
        ("Arrêté le présent état à la somme de : Quatre mille (4 000) francs CFA", "words: 4000.00, 300.50"),
    ] {
        let line = line.replace('"', "");
        let line = if line.contains(": ") { format!("\"{line}\"") } else { line };
        assert_eq!(differing(&above(&line)), [format!("2 {expected}, []")], "{line}");
        assert_eq!(differing(&below(&line)), [format!("5 {expected}, []")], "{line}");
    }
}

/// A row above the headings that may be a person has figures as well.
#[test]
fn a_figure_beside_the_companys_account_is_compared() {
    let text = above("Company Account,0123456785,Control Total,5000");
    assert_eq!(differing(&text), ["2 sum: 5000.00, 300.50, []"]);
}

/// The interface writes "below it" or "above it".
#[test]
fn a_total_with_nobody_above_it_is_that_of_the_people_below() {
    for (text, is_above) in [
        (above("Control total: 5000"), true),
        (format!("Name,Account Number,Bank,Amount\nTotal,,,5000\n{ADA}\n{BEN}\n"), true),
        (below("Control total: 5000"), false),
    ] {
        let totals = decision(&text).differing_totals;
        assert_eq!(totals.iter().map(|total| total.is_above).collect::<Vec<_>>(), [is_above], "{text}");
    }
}

#[test]
fn figures_that_may_be_something_else_are_not_compared() {
    for line in [
        "Payroll for November 2026",
        "Number of staff: 2026",
        "No. of employees,2026",
        "Total payroll 2026",
        "Total payroll 25 Nov 2026",
        "Total payments: 3",
        "Total salaries: 3",
        "Hash total: 123456780",
        "Total amount: 12/11/2026",
        "Total amount: 2026-11-12",
        "Control total,see below",
        "Control total,",
        "Control total: 0.00",
        "Number of staff: 0",
        "Number of staff:",
        "Number of staff: 312 (male 200 female 112)",
        "Number of staff: 312/320",
        "Number of staff,2.5",
        "Number of staff,2%",
        "Number of staff,200,112",
        "Total amount,12,4512030",
        "Number of days: 22",
        "No of days,,,22",
        "Number of branches: 7",
        "Number of staff on leave: 7",
        "Phone: 08031234567",
        "No. 12 Marina Road",
        "Tel: 234 803 123 4567",
        "Total gross: 450.00",
        "Staff: Ada Obi",
        "One person only",
        "Amount in words: ______________",
        "Amount in words: see cheque",
        "First Bank of Nigeria",
        "Un agent",
        "RC 123456",
        "Page 1 of 3",
        "Effectif théorique : 400",
    ] {
        for text in [above(line), below(line)] {
            assert_eq!(differing(&text), [""; 0], "{text}");
        }
    }
}

/// `Payroll total: 2026` is a title if another total is that of the people. Without one it may be a sum.
#[test]
fn a_year_beside_a_total_that_agrees_is_no_sum() {
    for line in ["Payroll total: 2026", "Total amount: 2026", "Total payroll: 2026", "Total amount,2026"] {
        let with_total = |total: &str| format!("{}TOTAL,,,{total}\n", above(line));
        assert_eq!(differing(&with_total("300.50")), [""; 0], "{line}");
        assert_eq!(differing(&above(&format!("{line}\nControl total: 300.50"))), [""; 0], "{line}");
    }
    // No other total, another one that differs, and no year.
    assert_eq!(differing(&above("Total amount: 2026")), ["2 sum: 2026.00, 300.50, []"]);
    let both = ["2 sum: 2026.00, 300.50, []", "6 sum: 400.00, 300.50, []"];
    assert_eq!(differing(&format!("{}TOTAL,,,400\n", above("Total amount: 2026"))), both);
    let other = format!("{}TOTAL,,,300.50\n", above("Total amount: 3026"));
    assert_eq!(differing(&other), ["2 sum: 3026.00, 300.50, []"]);
    // In the column of the amounts it is one.
    let column = format!("{}TOTAL,,,300.50\n", below("Total amount,,,2026"));
    assert_eq!(differing(&column), ["5 sum: 2026.00, 300.50, []"]);
}

/// Counts and sums may be those of a section, or of the people who are paid.
#[test]
fn figures_of_a_section_or_of_the_paid_agree() {
    let header = "Name,Account Number,Bank,Amount";
    for text in [
        format!("{header}\n{ADA}\nNumber of staff: 1\n{BEN}\n{CHI}\nNumber of staff: 2\nTotal staff: 3\n"),
        format!("{header}\n{ADA}\nSub-total,,,100.50\n{BEN}\n{CHI}\nSub-total,,,1200\nHeadcount,,,3\n"),
        // Above each section.
        format!(
            "Number of staff: 1\nTotal amount: 100.50\n{header}\n{ADA}\nNumber of staff: 2\nTotal amount: \
             1200\n{header}\n{BEN}\n{CHI}\n"
        ),
        // Whoever is suspended is not counted, nor who has no amount.
        format!(
            "Number of staff: 2\nControl total: 300.50\n{header}\n{ADA}\n{BEN}\nChi Ike (SUSPENDED),0234567890,GTBank,5\n"
        ),
        format!("Number of staff: 2\n{header}\n{ADA}\n{BEN}\nChi Ike,0234567890,GTBank,0\n"),
        format!("Number of staff: 2\n{header}\n{ADA}\n{BEN}\nChi Ike,0234567890,GTBank,\n"),
    ] {
        assert_eq!(differing(&text), [""; 0], "{text}");
    }
}

#[test]
fn a_lost_person_explains_a_count() {
    let header = "Name,Account Number,Bank,Amount";
    let text = format!(
        "Number of staff: 3\nControl total: 350.50\n{header}\n{ADA}\n{BEN}\nTotal Care Ltd,,GTBank,50.00\n"
    );
    assert_eq!(differing(&text), ["1 count: 3, 2, [6]", "2 sum: 350.50, 300.50, [6]"]);
}

/// A figure in the column of the accounts or names is no person.
#[test]
fn a_row_with_a_figure_is_nobody() {
    for line in
        ["Control total,300.50", "Control total,451203000", "Effectif,,,2", "Montant total,,30050000,"]
    {
        for text in [above(line), below(line)] {
            let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
            assert_eq!(file.rows.len(), 2, "{text}");
        }
    }
}

/// Rows that are read while the rest of the file is still parsed are compared in the same way.
#[test]
fn figures_of_a_long_file_are_compared() {
    let people: String =
        (0..2_000).map(|at| format!("Ada Obi {at},{:010},First Bank,100.00\n", 14_579 + at)).collect();
    let header = "Name,Account Number,Bank,Amount";
    let text = |count: usize, sum: &str| {
        format!("Number of staff: {count}\n{header}\n{people}Control total: {sum}\n")
    };
    assert_eq!(differing(&text(2_000, "200000.00")), [""; 0]);
    assert_eq!(
        differing(&text(2_001, "200100.00")),
        ["1 count: 2001, 2000, []", "2003 sum: 200100.00, 200000.00, []"]
    );
}

/// Who gets nothing this month may be counted among the staff, and may not be.
#[test]
fn people_who_get_nothing_may_be_counted() {
    for count in ["2", "3"] {
        let text = format!(
            "Number of staff: {count}\nName,Account Number,Bank,Amount\n{ADA}\n{BEN}\nChi Ike,0234567890,GTBank,NIL\n"
        );
        assert_eq!(differing(&text), [""; 0], "{count}");
    }
    let below = format!(
        "Name,Account Number,Bank,Amount\n{ADA}\n{BEN}\n{CHI}\nDan Ude,0234567890,GTBank,NIL\nEfe Oke,0234567890,GTBank,-\nNumber of staff: 2\n"
    );
    assert_eq!(differing(&below).len(), 1);
    let four = format!(
        "Number of staff: 4\nName,Account Number,Bank,Amount\n{ADA}\n{BEN}\nChi Ike,0234567890,GTBank,NIL\n"
    );
    assert_eq!(differing(&four).len(), 1);
}

/// The label may be right of the total of the amounts, and left of another column's.
#[test]
fn a_total_is_in_the_column_of_the_amounts() {
    let text = "Amount,Name,Tax,Account Number,Bank\n100,Ada Obi,7,0000014579,First Bank\n200,Ben Eze,9,0123456780,GTBank\n300,Grand Total,16,,\n";
    assert_eq!(differing(text), [""; 0]);
    let wrong = text.replace("300,Grand", "301,Grand");
    assert_eq!(differing(&wrong).len(), 1);
}

//! What each column was taken for, how sure that is, and that the user has the last word, now and for the next
//! file of the same layout.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{
    Decision, Header, Layout, MappedColumn, Mapping, MappingOrigin, ReadOptions, Request, TableChoice,
    preview_bytes, read_bytes, read_bytes_as,
};

const KNOWN: &str = "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\n";
const UNKNOWN: &str =
    "Who,Where,Which,What\nAda Obi,0000014579,First Bank,125000.50\nBen Eze,0123456780,GTBank,98000\n";

fn columns(columns: &[(&str, Field)]) -> Vec<MappedColumn> {
    columns
        .iter()
        .map(|(column, field)| MappedColumn { column: (*column).to_owned(), field: *field })
        .collect()
}

fn decision(text: &str) -> Decision {
    read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap().decision
}

fn unsure(decision: &Decision) -> Vec<String> {
    decision
        .unsure
        .iter()
        .map(|unsure| format!("{} {} {}", unsure.column, unsure.field, unsure.reason))
        .collect()
}

#[test]
fn a_header_everybody_knows_asks_nothing() {
    let decided = decision(KNOWN);
    assert!(!decided.needs_an_answer());
    assert_eq!(decided.origin, MappingOrigin::Detected);
    use Field as F;
    let expected = columns(&[("A", F::Name), ("B", F::AccountNumber), ("C", F::BankName), ("D", F::Amount)]);
    assert_eq!(decided.mapping, Mapping { sheet: String::new(), header_row: Some(1), columns: expected });
}

#[test]
fn what_is_unsure_or_missing_is_asked() {
    for (text, expected_unsure, expected_missing) in [
        (
            "Who,Where,Which,What,Narration,Currency\nAda Obi,0000014579,First Bank,125000.50,x,NGN\n",
            &[
                "A name by_content",
                "B account_number by_content",
                "C bank_name by_content",
                "D amount by_content",
            ][..],
            &[][..],
        ),
        ("Name,Account Number,Bank\nAda Obi,0000014579,GTBank\n", &[], &[Field::Amount]),
        (
            "Name,Account Number,Account No,Bank,Amount\nAda Obi,0000014579,0123456780,GTBank,100\n",
            &["C account_number several_columns"],
            &[],
        ),
        ("Name,Account Number,Bank,Gross Pay\nAda Obi,0000014579,GTBank,100\n", &["D amount doubtful"], &[]),
        ("Name,Amount\nAda Obi,100\n", &[], &[Field::AccountNumber, Field::BankName]),
    ] {
        let decided = decision(text);
        assert_eq!(unsure(&decided), expected_unsure, "{text}");
        assert_eq!(decided.missing, expected_missing, "{text}");
        assert!(decided.needs_an_answer());
    }
}

#[test]
fn empty_columns_do_not_compete() {
    for (headings, rows, column, field) in [
        ("Narration,Remark", "November,", "E", Field::Narration),
        ("Remark,Narration", ",November", "F", Field::Narration),
        ("Account Name,Employee Name", ",Ada Obi", "F", Field::Name),
    ] {
        let first = if field == Field::Name { "Zebra" } else { "Name" };
        let text = format!(
            "{first},Account Number,Bank,Amount,{headings}\nAda Obi,0000014579,First Bank,100,{rows}\n"
        );
        let decided = decision(&text);
        assert!(!decided.needs_an_answer(), "{headings} {decided:?}");
        assert!(decided.mapping.columns.contains(&columns(&[(column, field)])[0]), "{headings}");
    }
    // Amounts that are not computed yet are no reason to pay others.
    let decided = decision("Name,Account Number,Bank,Amount,Net Pay\nAda Obi,0000014579,First Bank,100,\n");
    assert!(decided.mapping.columns.contains(&columns(&[("E", Field::Amount)])[0]), "{decided:?}");
}

/// A bank's name and the word "Salary" are words of headings, too.
#[test]
fn a_person_is_never_taken_for_the_headings() {
    let people =
        "Ada Obi,Access Bank,3100000475,90000.00,Salary\nBola Ade,GTBank,3100001473,90250.00,Salary\n";
    for (headings, expected) in
        [("Who,House,Where,Before,Reason\n", Some(1)), ("", None), ("2026,11,Staff,,\n", None)]
    {
        let decided = decision(&format!("{headings}{people}"));
        assert_eq!(decided.mapping.header_row, expected, "{headings}");
        let account = columns(&[("C", Field::AccountNumber)]);
        assert!(decided.mapping.columns.contains(&account[0]), "{headings}{decided:?}");
    }
}

#[test]
fn the_user_has_the_last_word() {
    use Field as F;
    let told = columns(&[("B", F::AccountNumber), ("A", F::Name), ("D", F::Amount), ("C", F::BankName)]);
    let mapping = Mapping { sheet: String::new(), header_row: Some(1), columns: told };
    let request = Request { mapping: Some(mapping.clone()), ..Request::default() };
    let file = read_bytes_as(UNKNOWN.as_bytes(), &request).unwrap();
    assert_eq!(file.decision.origin, MappingOrigin::Given);
    assert!(!file.decision.needs_an_answer());
    let amounts: Vec<_> = file.rows.iter().map(|row| row.text(F::Amount).unwrap()).collect();
    assert_eq!(amounts, ["125000.50", "98000"]);
    // A column that is not mapped is not read, whatever its header says.
    let request = Request {
        mapping: Some(Mapping { columns: columns(&[("A", F::Name), ("B", F::AccountNumber)]), ..mapping }),
        ..Request::default()
    };
    let file = read_bytes_as(KNOWN.as_bytes(), &request).unwrap();
    assert_eq!(file.rows[0].cells.keys().collect::<Vec<_>>(), [&F::Name, &F::AccountNumber]);
    assert_eq!(file.decision.missing, [F::Amount, F::BankName]);
}

#[test]
fn a_field_told_of_two_columns_is_not_settled_in_silence() {
    use Field as F;
    let told = columns(&[("A", F::Name), ("B", F::AccountNumber), ("C", F::Amount), ("D", F::Amount)]);
    let mapping = Mapping { sheet: String::new(), header_row: Some(1), columns: told };
    let file =
        read_bytes_as(KNOWN.as_bytes(), &Request { mapping: Some(mapping), ..Request::default() }).unwrap();
    assert!(
        file.problems
            .iter()
            .any(|p| p.code.to_string() == "column_ambiguous" && p.cell.as_deref() == Some("D"))
    );
}

#[test]
fn names_in_several_columns_are_joined() {
    use Field as F;
    let text = "Last,First name,Account Number,Bank,Amount\nObi,Ada,0000014579,First Bank,100\n";
    let told = columns(&[
        ("A", F::Name),
        ("B", F::Name),
        ("C", F::AccountNumber),
        ("D", F::BankName),
        ("E", F::Amount),
    ]);
    let mapping = Mapping { sheet: String::new(), header_row: Some(1), columns: told };
    let file =
        read_bytes_as(text.as_bytes(), &Request { mapping: Some(mapping), ..Request::default() }).unwrap();
    assert_eq!(file.rows[0].text(F::Name).unwrap(), "Obi Ada");
}

#[test]
fn a_layout_once_confirmed_is_read_without_a_question() {
    use Field as F;
    let first = decision("Who,Account Number,Bank,Extra,Sum\nAda Obi,0000014579,First Bank,7,100\n");
    assert!(first.needs_an_answer());
    let confirmed = columns(&[("A", F::Name), ("B", F::AccountNumber), ("C", F::BankName), ("E", F::Amount)]);
    let layout = Layout { fingerprint: first.layout.unwrap(), columns: confirmed.clone() };
    let request = Request { layouts: vec![layout], ..Request::default() };
    // Next month: other people, titles above, other capitals, a blank column after the last.
    let next =
        "December payroll,,,,\n\nWHO,ACCOUNT NUMBER,Bank ,extra,SUM\nBen Eze,0000014579,First Bank,8,250\n";
    let file = read_bytes_as(next.as_bytes(), &request).unwrap();
    assert_eq!(file.decision.origin, MappingOrigin::Remembered);
    assert!(!file.decision.needs_an_answer());
    assert_eq!(file.decision.mapping.columns, confirmed);
    assert_eq!(file.rows[0].text(F::Amount).unwrap(), "250");
    // Another order is another layout.
    let other = "Who,Bank,Account Number,Extra,Sum\nBen Eze,First Bank,0000014579,8,250\n";
    assert_eq!(read_bytes_as(other.as_bytes(), &request).unwrap().decision.origin, MappingOrigin::Detected);
}

#[test]
fn a_look_shows_columns_with_samples_and_guesses() {
    let look = preview_bytes(UNKNOWN.as_bytes(), &Request::default()).unwrap();
    let shown: Vec<String> = look
        .columns
        .iter()
        .map(|column| {
            let guesses = column.guesses.iter().map(|guess| format!("{} {}", guess.field, guess.confidence));
            format!(
                "{} {:?} {:?} {}",
                column.column,
                column.header,
                column.samples,
                guesses.collect::<Vec<_>>().join(", ")
            )
        })
        .collect();
    insta::assert_snapshot!(shown.join("\n"));
    assert_eq!(look.people, 2);
}

#[test]
fn another_sheet_or_header_can_be_chosen() {
    let text = "Zone,Code\nName,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\n";
    for (header, row, people) in
        [(Header::Detected, Some(2), 1), (Header::Row(1), Some(1), 0), (Header::Absent, None, 0)]
    {
        let table = Some(TableChoice { sheet: String::new(), header });
        let look = preview_bytes(text.as_bytes(), &Request { table, ..Request::default() }).unwrap();
        assert_eq!(look.decision.mapping.header_row, row, "{header:?}");
        assert_eq!(look.people, people, "{header:?}");
        assert_eq!(look.head[1].cells, ["Name", "Account Number", "Bank", "Amount"]);
    }
    let table = Some(TableChoice { sheet: String::new(), header: Header::Row(99) });
    let error = read_bytes_as(text.as_bytes(), &Request { table, ..Request::default() }).unwrap_err();
    assert_eq!(error.code(), "no_table_found");
}

#[test]
fn a_file_without_a_table_can_still_be_looked_at() {
    let minutes = b"Minutes of the meeting\n\nPresent: everyone.\n";
    assert_eq!(read_bytes(minutes, &ReadOptions::default()).unwrap_err().code(), "no_table_found");
    let look = preview_bytes(minutes, &Request::default()).unwrap();
    assert!(look.decision.needs_an_answer());
    assert_eq!(look.head[0].cells, ["Minutes of the meeting"]);
}

#[test]
fn skipped_rows_can_be_put_back() {
    let text = "Name,Account Number,Bank,Amount\nAda Obi,0000014579,First Bank,100\nTotal Care Ltd,,,50\n";
    let file = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    let source = file.skipped[0].source.as_ref().unwrap();
    assert_eq!((source.origin.number(), source.text(Field::Amount)), (Some(3), Some("50".to_owned())));
}

#[test]
fn headings_confirmed_before_are_found_wherever_they_stand() {
    use Field as F;
    // Nobody would take row 3 for the headings: row 1 has the better words.
    let text = "Name,Account,Amount,Bank\nnotes,of,the,office\nWho,Where,How much,Which\n\
                Ada Obi,0000014579,125000.50,First Bank\nBen Eze,0123456780,98000,GTBank\n";
    let told = columns(&[("A", F::Name), ("B", F::AccountNumber), ("C", F::Amount), ("D", F::BankName)]);
    let mapping = Mapping { sheet: String::new(), header_row: Some(3), columns: told.clone() };
    let request = Request { mapping: Some(mapping.clone()), ..Request::default() };
    let confirmed = read_bytes_as(text.as_bytes(), &request).unwrap().decision;
    let layout = Layout { fingerprint: confirmed.layout.unwrap(), columns: told };

    let detected = read_bytes(text.as_bytes(), &ReadOptions::default()).unwrap();
    assert_ne!(detected.header_row, Some(3), "or the test proves nothing");
    let request = Request { layouts: vec![layout], ..Request::default() };
    let again = read_bytes_as(text.as_bytes(), &request).unwrap();
    assert_eq!((again.decision.origin, &again.decision.mapping), (MappingOrigin::Remembered, &mapping));
    assert!(!again.decision.needs_an_answer());
    assert_eq!(again.rows.len(), 2);
}

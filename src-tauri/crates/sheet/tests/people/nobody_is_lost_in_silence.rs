//! A person of whom only the name is there, and people below headings that stand beside their columns, are listed or
//! asked about, and never taken for notes without a word.

#![allow(clippy::unwrap_used, reason = "a test's helper fails its test")]

use paysheet_domain::Field;
use paysheet_sheet::{ReadOptions, SheetFile, SkipReason, UnsureReason, read_bytes};

fn read(lines: &[&str]) -> SheetFile {
    read_bytes(lines.join("\n").as_bytes(), &ReadOptions::default()).unwrap()
}

/// People as `row name account amount`; a cell that is not there as a dash.
fn people(file: &SheetFile) -> Vec<String> {
    let rows = file.rows.iter().map(|row| {
        let shown = |field| row.text(field).unwrap_or_else(|| "-".to_owned());
        let (name, account) = (shown(Field::Name), shown(Field::AccountNumber));
        format!("{} {name} {account} {}", u32::from(row.origin), shown(Field::Amount))
    });
    rows.collect()
}

fn doubts(file: &SheetFile) -> Vec<(String, UnsureReason)> {
    file.decision.unsure.iter().map(|unsure| (unsure.column.clone(), unsure.reason)).collect()
}

const PEOPLE: [&str; 3] =
    ["2 Ada Obi 3021145008 70000", "3 Ben Eze 3021145015 71650", "4 Chi Ike 3021145022 73300"];

#[test]
fn headings_beside_their_columns_are_moved() {
    for (what, lines) in [
        (
            "over the left cell of two",
            [
                "Name,,Account Number,,Bank,,Amount,",
                ",Ada Obi,,3021145008,,First Bank,,70000",
                ",Ben Eze,,3021145015,,First Bank,,71650",
                ",Chi Ike,,3021145022,,First Bank,,73300",
            ],
        ),
        (
            "over the right cell of two",
            [
                ",Name,,Account Number,,Bank,,Amount",
                "Ada Obi,,3021145008,,First Bank,,70000,",
                "Ben Eze,,3021145015,,First Bank,,71650,",
                "Chi Ike,,3021145022,,First Bank,,73300,",
            ],
        ),
        (
            "all one further left",
            [
                "Name,Account Number,Bank,Amount,",
                ",Ada Obi,3021145008,First Bank,70000",
                ",Ben Eze,3021145015,First Bank,71650",
                ",Chi Ike,3021145022,First Bank,73300",
            ],
        ),
        (
            "all one further right",
            [
                ",Name,Account Number,Bank,Amount",
                "Ada Obi,3021145008,First Bank,70000,",
                "Ben Eze,3021145015,First Bank,71650,",
                "Chi Ike,3021145022,First Bank,73300,",
            ],
        ),
    ] {
        let file = read(&lines);
        assert_eq!(people(&file), PEOPLE, "{what}");
        assert_eq!(doubts(&file), [], "{what}");
    }
}

#[test]
fn a_heading_that_moves_alone_is_asked_about() {
    let file = read(&[
        "Name,Account Number,Bank,Amount,",
        "Ada Obi,3021145008,First Bank,,70000",
        "Ben Eze,3021145015,First Bank,,71650",
        "Chi Ike,3021145022,First Bank,,73300",
    ]);
    assert_eq!(people(&file), PEOPLE);
    assert_eq!(doubts(&file), [("E".to_owned(), UnsureReason::Doubtful)]);
}

#[test]
fn headings_over_their_own_columns_stay() {
    // Nobody is numbered, and the last column has no heading.
    let file = read(&[
        "S/N,Name,Account Number,Bank,Amount,",
        ",Ada Obi,3021145008,First Bank,70000,night",
        ",Ben Eze,3021145015,First Bank,71650,day",
        ",Chi Ike,3021145022,First Bank,73300,day",
    ]);
    assert_eq!(people(&file), PEOPLE);
    assert_eq!(doubts(&file), []);
}

#[test]
fn a_numbered_name_is_a_person_and_a_title_is_none() {
    let file = read(&[
        "S/N,Name,Account Number,Bank,Amount",
        "1,Ada Obi,3021145008,First Bank,70000",
        "2,Ben Eze,,,",
        "3,Chi Ike,3021145022,First Bank,73300",
        ",Stores,,,",
        "3,STORES,,,",
        "4,Dan Ude,3021145039,First Bank,74950",
    ]);
    let expected = [PEOPLE[0], "3 Ben Eze - -", PEOPLE[2], "7 Dan Ude 3021145039 74950"];
    assert_eq!(people(&file), expected);
    let skipped: Vec<_> = file.skipped.iter().map(|skipped| (skipped.row, skipped.reason)).collect();
    assert_eq!(skipped, [(5, SkipReason::NoteRow), (6, SkipReason::NoteRow)]);
}

/// Rows of people, from the third on, with their names.
fn named(lines: &[&str]) -> Vec<String> {
    let file = read(lines);
    let names = file.rows.iter().map(|row| {
        format!("{} {}", u32::from(row.origin), row.text(Field::Name).unwrap_or_else(|| "-".to_owned()))
    });
    names.collect()
}

#[test]
fn a_numbered_name_is_a_person_in_every_department() {
    for (what, lines) in [
        (
            "numbered from 1 in each",
            &[
                "S/N,Name,Account Number,Bank,Amount",
                ",Admin,,,",
                "1,Ada Obi,3021145008,First Bank,70000",
                "2,Ben Eze,3021145015,First Bank,71650",
                ",Accounts,,,",
                "1,Efe Oma,,,",
                "2,Chi Ike,3021145022,First Bank,73300",
                "3,Dan Ude,,,",
            ][..],
        ),
        (
            "by letters",
            &[
                "S/N,Name,Account Number,Bank,Amount",
                ",Admin,,,",
                "a),Ada Obi,3021145008,First Bank,70000",
                "b),Ben Eze,3021145015,First Bank,71650",
                ",Accounts,,,",
                "a),Efe Oma,,,",
                "b),Chi Ike,3021145022,First Bank,73300",
                "c),Dan Ude,,,",
            ],
        ),
        (
            "right of the name",
            &[
                "Name,S/N,Account Number,Bank,Amount",
                "Admin,,,,",
                "Ada Obi,1,3021145008,First Bank,70000",
                "Ben Eze,2,3021145015,First Bank,71650",
                "Accounts,,,,",
                "Efe Oma,1,,,",
                "Chi Ike,2,3021145022,First Bank,73300",
                "Dan Ude,3,,,",
            ],
        ),
    ] {
        let expected = ["3 Ada Obi", "4 Ben Eze", "6 Efe Oma", "7 Chi Ike", "8 Dan Ude"];
        assert_eq!(named(lines), expected, "{what}");
    }
}

#[test]
fn a_numbered_title_is_nobody() {
    let lines = [
        "S/N,Name,Account Number,Bank,Amount",
        "1,Admin,,,",
        "1,Ada Obi,3021145008,First Bank,70000",
        "2,Ben Eze,3021145015,First Bank,71650",
        "2,Accounts,,,",
        "1,Chi Ike,3021145022,First Bank,73300",
        "2,Dan Ude,3021145039,First Bank,74950",
    ];
    assert_eq!(named(&lines), ["3 Ada Obi", "4 Ben Eze", "6 Chi Ike", "7 Dan Ude"]);
    let lettered = lines.map(|line| line.replace("1,Admin", "A.,Admin").replace("2,Accounts", "C.,Accounts"));
    let lettered: Vec<&str> = lettered.iter().map(String::as_str).collect();
    assert_eq!(named(&lettered), ["3 Ada Obi", "4 Ben Eze", "6 Chi Ike", "7 Dan Ude"]);
}

#[test]
fn a_table_without_people_is_a_question() {
    for lines in [
        &["Name,Account Number,Bank,Amount"][..],
        &["Name,Account Number,Bank,Amount", "Ada Obi,,,", "Ben Eze,,,"],
    ] {
        let file = read(lines);
        assert!(people(&file).is_empty(), "{lines:?}");
        assert!(file.decision.needs_an_answer(), "{lines:?}");
    }
    assert!(
        !read(&["Name,Account Number,Bank,Amount", "Ada Obi,3021145008,First Bank,70000"])
            .decision
            .needs_an_answer()
    );
}

#[test]
fn a_day_is_no_account() {
    for days in [["18-06-2019", "2019-07-19", "20.08.2019"], ["2019-06-18", "2019-07-19", "2019-08-20"]] {
        let rows = days.iter().map(|day| format!("Ada Obi,{day},Stores,70000"));
        let lines: Vec<String> = ["Name,DOJ,Dept,Net Pay".to_owned()].into_iter().chain(rows).collect();
        let file = read(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        let accounts = file.columns.iter().filter(|column| column.field == Some(Field::AccountNumber));
        assert_eq!(accounts.count(), 0, "{days:?}");
    }
}

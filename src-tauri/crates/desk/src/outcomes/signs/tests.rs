use super::*;

use ListField as F;

/// A statement of these rows.
fn records(rows: &[&[(ListField, &str)]]) -> Vec<ListedRecord> {
    let record = |(row, cells): (u32, &&[(ListField, &str)])| {
        let cells = cells.iter().map(|(field, text)| (*field, CellValue::Text((*text).into())));
        let content = RecordContent::Row(ListRow { cells: cells.collect(), ..ListRow::default() });
        ListedRecord { sheet: String::new(), row, content }
    };
    (1..).zip(rows).map(record).collect()
}

/// A statement of these texts in two columns.
fn columns(fields: [ListField; 2], rows: &[[&str; 2]]) -> Vec<ListedRecord> {
    let rows: Vec<[(ListField, &str); 2]> =
        rows.iter().map(|[one, other]| [(fields[0], *one), (fields[1], *other)]).collect();
    records(&rows.iter().map(<[_; 2]>::as_slice).collect::<Vec<_>>())
}

#[test]
fn a_balance_shows_what_a_minus_is_if_it_changes_by_each_amount() {
    use Direction::{In, Out};
    let bank = [["500", "1500"], ["-200", "1300"], ["-300", "1000"]];
    let wallet = [["200", "1300"], ["300", "1000"], ["-50", "1050"]];
    let reversed = |rows: [[&'static str; 2]; 3]| rows.into_iter().rev().collect::<Vec<_>>();
    for (rows, expected) in [
        (bank.to_vec(), Some(Out)),
        (reversed(bank), Some(Out)),
        (wallet.to_vec(), Some(In)),
        (reversed(wallet), Some(In)),
        (vec![["(1.500,00)", "2.500,00"], ["(1.000,50)", "1.499,50"]], Some(Out)),
        (vec![["-₦200.00", "₦1,300.00"], ["500", "₦1,800.00"], ["(100.00)", "1,700.00"]], Some(Out)),
        // Below zero.
        (vec![["-200", "-100"], ["-300", "-400"]], Some(Out)),
        // The other order says the opposite.
        (vec![["-200", "800"], ["-200", "600"]], None),
        (vec![["500", "1500"], ["-200", "1300"], ["-300", "1001"]], None),
        (vec![["500", "1500"], ["-200", ""], ["-300", "1000"]], None),
        // What the minus did is not shown.
        (vec![["-50", "1050"], ["200", "850"], ["300", "550"]], None),
        (vec![["200", "1300"], ["300", "1000"]], None),
        (vec![["-1001", "500"]], None),
    ] {
        let statement = columns([F::Amount, F::Balance], &rows);
        let signs = Signs::of(&statement, false);
        assert_eq!(signs.amounts, expected, "{rows:?}");
        let undecided = expected.is_none().then_some(F::Amount);
        assert_eq!(signs.undecided(&statement), undecided, "{rows:?}");
    }
}

#[test]
fn words_show_what_a_minus_is_if_they_agree() {
    use Direction::{In, Out};
    for (rows, expected, is_asked) in [
        (&[["-5", "DR"], ["-7", "Payout"]][..], Some(Out), false),
        (&[["5", "DR"], ["-5", "CR"], ["7", "Payout"]], Some(In), false),
        (&[["-5", "DR"], ["-5", "CR"], ["-7", "Payout"]], None, true),
        (&[["-5", "DR"], ["5", "DR"], ["-7", "Payout"]], None, true),
        (&[["5", "DR"], ["-7", "Payout"]], None, true),
        // Every entry has its word.
        (&[["-5", "DR"], ["-5", "CR"]], None, false),
        // No signs: the one without a word is shown.
        (&[["5", "DR"], ["7", "Payout"]], None, false),
        (&[["5", "Payout"], ["7", "Payout"]], None, true),
        (&[["+5", "DR"], ["+7", "Payout"]], None, true),
        (&[["5", ""], ["-7", ""]], None, true),
        (&[["-7", ""]], None, true),
    ] {
        let statement = columns([F::Amount, F::Direction], rows);
        let signs = Signs::of(&statement, false);
        assert_eq!(signs.amounts, expected, "{rows:?}");
        assert_eq!(signs.undecided(&statement).is_some(), is_asked, "{rows:?}");
    }
}

#[test]
fn a_minus_among_debits_came_back_if_most_have_none_or_somebody_said_it() {
    use Direction::{In, Out};
    for (rows, expected) in [
        (&[["5", ""], ["7", ""]][..], Some(In)),
        (&[["5", ""], ["7", ""], ["-6", ""]], Some(In)),
        (&[["5", ""], ["-7", ""]], None),
        (&[["-5", ""], ["-7", ""], ["6", ""]], None),
        (&[["-5", ""]], None),
        (&[["-5", "95"], ["-7", "88"], ["6", "94"]], Some(Out)),
        (&[["-5", "105"], ["-7", "112"], ["6", "106"]], Some(In)),
    ] {
        let statement = columns([F::Debit, F::Balance], rows);
        let signs = Signs::of(&statement, false);
        assert_eq!(signs.debits, expected, "{rows:?}");
        assert_eq!(signs.undecided(&statement).is_some(), expected.is_none(), "{rows:?}");
        assert_eq!(Signs::of(&statement, true).debits, Some(In), "{rows:?}");
        assert_eq!(Signs::of(&statement, true).undecided(&statement), None, "{rows:?}");
    }
}

#[test]
fn the_first_amounts_of_each_kind_are_shown() {
    let cells = |texts: &[&str]| {
        let rows: Vec<[&str; 2]> = texts.iter().map(|text| [*text, ""]).collect();
        let SignExamples { plain, minus } =
            SignExamples::of(&columns([F::Amount, F::Balance], &rows), F::Amount);
        (plain.unwrap_or_default(), minus.unwrap_or_default())
    };
    assert_eq!(cells(&["0", "5", "(7)", "-8"]), ("5".to_owned(), "(7)".to_owned()));
    assert_eq!(cells(&["-7"]), (String::new(), "-7".to_owned()));
}

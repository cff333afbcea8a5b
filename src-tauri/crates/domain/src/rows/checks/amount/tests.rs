use proptest::prelude::*;

use super::*;
use crate::rows::problem::ProblemCode as P;

fn outcome(
    value: &CellValue,
    currency: Currency,
    convention: DecimalConvention,
) -> Result<String, ProblemCode> {
    read(value, currency, convention).map(Money::digits).map_err(|refusal| refusal.code)
}

fn check(text: &str, convention: DecimalConvention, expected: Result<&str, ProblemCode>) {
    let got = outcome(&CellValue::Text(text.into()), Currency::NGN, convention);
    assert_eq!(got, expected.map(str::to_owned), "{text:?} {convention:?}");
}

#[test]
fn texts_that_say_one_thing_are_read_under_any_convention() {
    for (text, expected) in [
        ("125000", "125000.00"),
        ("125000.5", "125000.50"),
        ("125000,50", "125000.50"),
        ("1,250,000", "1250000.00"),
        ("1.250.000", "1250000.00"),
        ("1,250,000.75", "1250000.75"),
        ("1.250.000,75", "1250000.75"),
        ("1 250 000", "1250000.00"),
        ("1\u{a0}250\u{202f}000,75", "1250000.75"),
        ("1'250'000.75", "1250000.75"),
        ("₦125,000.50", "125000.50"),
        ("N125,000.50", "125000.50"),
        ("NGN 125,000.50", "125000.50"),
        ("=N= 125,000.50", "125000.50"),
        ("125,000.50 NGN", "125000.50"),
        ("'125000", "125000.00"),
        ("+125000", "125000.00"),
        ("125000.-", "125000.00"),
        ("#1,125,000.50", "1125000.50"),
        ("1,125,000:50", "1125000.50"),
        ("125000:00", "125000.00"),
        ("N125000=", "125000.00"),
        ("=N=125000=", "125000.00"),
        ("1,125,000.50 CR", "1125000.50"),
        ("125000Cr.", "125000.00"),
        ("₦125000 only", "125000.00"),
        ("125000 seulement", "125000.00"),
        (".50", "0.50"),
        ("0,500", "0.50"),
        ("0012", "12.00"),
    ] {
        for convention in [DecimalConvention::Point, DecimalConvention::Comma, DecimalConvention::Unsettled] {
            check(text, convention, Ok(expected));
        }
    }
}

#[test]
fn one_sign_and_three_digits_need_the_columns_convention() {
    check("1,234", DecimalConvention::Point, Ok("1234.00"));
    check("1.234", DecimalConvention::Comma, Ok("1234.00"));
    check("1.234", DecimalConvention::Point, Err(P::AmountTooPrecise));
    check("1,234", DecimalConvention::Comma, Err(P::AmountTooPrecise));
    check("1,230", DecimalConvention::Comma, Ok("1.23"));
    check("1.234", DecimalConvention::Unsettled, Err(P::AmountAmbiguous));
    check("1,234", DecimalConvention::Unsettled, Err(P::AmountAmbiguous));
    check("₦250,000", DecimalConvention::Unsettled, Err(P::AmountAmbiguous));
    for (text, decimal_sign) in [("1,2500", DecimalConvention::Comma), ("1.2500", DecimalConvention::Point)] {
        check(text, decimal_sign, Ok("1.25"));
    }
    for text in ["1,2500", "1,0000", "1.2500", "125.00000"] {
        check(text, DecimalConvention::Unsettled, Err(P::AmountInvalid));
    }
    check("1,2500", DecimalConvention::Point, Err(P::AmountInvalid));
    check("1250,0000", DecimalConvention::Unsettled, Ok("1250.00"));
}

#[test]
fn a_currency_without_decimals_has_points_between_groups_only() {
    for (text, currency, convention, expected) in [
        ("85.000 F CFA", Currency::XOF, DecimalConvention::Unsettled, Ok("85000")),
        ("85,000", Currency::XAF, DecimalConvention::Unsettled, Ok("85000")),
        ("85.000", Currency::UGX, DecimalConvention::Comma, Ok("85000")),
        // The other amounts of the column have decimals behind points.
        ("85.000", Currency::RWF, DecimalConvention::Point, Err(P::AmountAmbiguous)),
        ("85.000,00", Currency::XOF, DecimalConvention::Unsettled, Ok("85000")),
        ("85.00", Currency::XOF, DecimalConvention::Unsettled, Ok("85")),
        ("85.5", Currency::XOF, DecimalConvention::Unsettled, Err(P::AmountTooPrecise)),
        ("85.000", Currency::KES, DecimalConvention::Unsettled, Err(P::AmountAmbiguous)),
    ] {
        let got = outcome(&CellValue::Text(text.into()), currency, convention);
        assert_eq!(got, expected.map(str::to_owned), "{text} {currency} {convention:?}");
    }
}

#[test]
fn what_is_most_likely_meant_is_suggested() {
    for (text, currency, expected) in [
        ("1,27,500.00", Currency::KES, "127500.00"),
        ("12,50,000.00", Currency::KES, "1250000.00"),
        ("1,00,00,000", Currency::KES, "10000000"),
        ("12,34,567 UGX", Currency::UGX, "1234567"),
        ("85k", Currency::NGN, "85000.00"),
        ("N85.5K", Currency::NGN, "85500.00"),
        ("85K", Currency::KES, "85000.00"),
        ("1.2m", Currency::NGN, "1200000.00"),
        ("85k only", Currency::UGX, "85000"),
        // The kobo's letter.
        ("N85,000.00k", Currency::NGN, "85000.00"),
        ("85,000:50K", Currency::NGN, "85000.50"),
    ] {
        let refusal = read(&CellValue::Text(text.into()), currency, DecimalConvention::Point).unwrap_err();
        assert_eq!(
            (refusal.code, refusal.suggestion.as_deref()),
            (P::AmountAmbiguous, Some(expected)),
            "{text}"
        );
    }
}

#[test]
fn what_is_no_amount_is_refused_with_its_reason() {
    for (text, code) in [
        ("", P::AmountMissing),
        ("   ", P::AmountMissing),
        ("-", P::AmountMissing),
        ("₦", P::AmountMissing),
        ("nil", P::AmountInvalid),
        ("12.50%", P::AmountInvalid),
        ("1.2.3", P::AmountInvalid),
        ("12,34,567", P::AmountAmbiguous),
        ("123,45,678", P::AmountInvalid),
        ("0,12,345", P::AmountInvalid),
        ("12.34.567", P::AmountInvalid),
        ("12:30", P::AmountInvalid),
        ("12:30:00", P::AmountInvalid),
        ("1,250.00:00", P::AmountInvalid),
        ("500 DR", P::AmountInvalid),
        ("only", P::AmountMissing),
        ("CR", P::AmountMissing),
        ("-85k", P::AmountInvalid),
        ("1,2345.00", P::AmountInvalid),
        ("12 34", P::AmountInvalid),
        ("1,234.56.78", P::AmountInvalid),
        ("1.5E+06", P::AmountInvalid),
        ("100 200 usd", P::AmountInvalid),
        ("١٢٣", P::AmountInvalid),
        ("12x", P::AmountInvalid),
        ("KES 500", P::CurrencyMixed),
        ("GH₵500", P::CurrencyMixed),
        ("0", P::AmountNotPositive),
        ("0.00", P::AmountNotPositive),
        ("-500", P::AmountNotPositive),
        ("(1,500.00)", P::AmountNotPositive),
        ("(₦1,500.00)", P::AmountNotPositive),
        ("₦-500", P::AmountNotPositive),
        ("500-", P::AmountNotPositive),
        ("125000.505", P::AmountTooPrecise),
        ("100000000000", P::AmountTooLarge),
        ("99999999999999999999999999999999", P::AmountTooLarge),
    ] {
        check(text, DecimalConvention::Point, Err(code));
    }
}

#[test]
fn signs_belong_to_their_currency() {
    for (text, currency, expected) in [
        ("KSh 1,500.50", Currency::KES, Ok("1500.50")),
        ("Ksh.500", Currency::KES, Ok("500.00")),
        ("500/=", Currency::UGX, Ok("500")),
        ("UGX 500,000/=", Currency::UGX, Ok("500000")),
        ("150 000 F CFA", Currency::XOF, Ok("150000")),
        ("150 000 FCFA", Currency::XAF, Ok("150000")),
        ("R1 500,50", Currency::ZAR, Ok("1500.50")),
        ("Le 500", Currency::SLL, Ok("500.00")),
        ("GH₵1,500.00", Currency::GHS, Ok("1500.00")),
        ("150000,50", Currency::XOF, Err(P::AmountTooPrecise)),
        ("R500", Currency::KES, Err(P::CurrencyMixed)),
        ("K500", Currency::KES, Ok("500.00")),
        ("125K", Currency::KES, Err(P::AmountAmbiguous)),
        ("125k", Currency::NGN, Err(P::AmountAmbiguous)),
        ("1.5M", Currency::KES, Err(P::AmountAmbiguous)),
        ("#500", Currency::NGN, Ok("500.00")),
        ("#500", Currency::KES, Err(P::CurrencyMixed)),
        ("U.Shs. 500/=", Currency::UGX, Ok("500")),
        ("150 000 francs CFA", Currency::XOF, Ok("150000")),
        ("150 000 F.CFA", Currency::XAF, Ok("150000")),
        ("150 000 francs", Currency::RWF, Ok("150000")),
        ("Leones 500.25", Currency::SLL, Ok("500.25")),
        ("500 Naira", Currency::NGN, Ok("500.00")),
        ("500 naira", Currency::GHS, Err(P::CurrencyMixed)),
        ("500 naira only", Currency::NGN, Ok("500.00")),
        ("500 naira Only.", Currency::NGN, Ok("500.00")),
        ("500 cedis only", Currency::NGN, Err(P::CurrencyMixed)),
    ] {
        let got = outcome(&CellValue::Text(text.into()), currency, DecimalConvention::Point);
        assert_eq!(got, expected.map(str::to_owned), "{text} {currency}");
    }
}

#[test]
fn number_cells_are_exact() {
    for (value, expected) in [
        (CellValue::Number("1234.1".into()), Ok("1234.10")),
        (CellValue::Number("1.5E+6".into()), Ok("1500000.00")),
        (CellValue::Number("1.2345E+2".into()), Ok("123.45")),
        (CellValue::Number("12345E-2".into()), Ok("123.45")),
        (CellValue::Number("5e-1".into()), Ok("0.50")),
        (CellValue::Number("-1.5e3".into()), Err(P::AmountNotPositive)),
        (CellValue::Number("1e-29".into()), Err(P::AmountTooPrecise)),
        (CellValue::Number("1.7e30".into()), Err(P::AmountTooLarge)),
        (CellValue::Number("45120.299999999996".into()), Ok("45120.30")),
        (CellValue::Number("19610.190000000002".into()), Ok("19610.19")),
        (CellValue::Number("90123456.780000001".into()), Ok("90123456.78")),
        // What a person can see is not noise.
        (CellValue::Number("45120.299999".into()), Err(P::AmountTooPrecise)),
        (CellValue::Number("99.999".into()), Err(P::AmountTooPrecise)),
        (CellValue::Number("1234567890123.4567".into()), Err(P::AmountTooPrecise)),
        (CellValue::Number("0.005".into()), Err(P::AmountTooPrecise)),
        (CellValue::Number("0".into()), Err(P::AmountNotPositive)),
        (CellValue::Number("1e300".into()), Err(P::AmountTooLarge)),
        (CellValue::Number("1e-300".into()), Err(P::AmountTooPrecise)),
        (CellValue::Date("2026-11-01".into()), Err(P::AmountInvalid)),
        (CellValue::Percent("0.05".into()), Err(P::AmountInvalid)),
        (CellValue::Bool(true), Err(P::AmountInvalid)),
        (CellValue::Error("#REF!".into()), Err(P::AmountInvalid)),
        (CellValue::FormulaWithoutValue, Err(P::AmountFormulaWithoutValue)),
    ] {
        let got = outcome(&value, Currency::NGN, DecimalConvention::Unsettled);
        assert_eq!(got, expected.map(str::to_owned), "{value:?}");
    }
}

#[test]
fn a_suggestion_can_be_read_again() {
    let precise = read(&CellValue::Number("45120.299".into()), Currency::NGN, DecimalConvention::Comma);
    assert_eq!(precise.unwrap_err().suggestion.as_deref(), Some("45120.30"));
    check("45120.30", DecimalConvention::Comma, Ok("45120.30"));
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "\\PC*", amountish in "[-+(]?[0-9., '\u{a0}N₦]{0,24}[)%-]?") {
        for convention in [DecimalConvention::Point, DecimalConvention::Comma, DecimalConvention::Unsettled] {
            let _ = read(&CellValue::Text(text.clone().into()), Currency::NGN, convention);
            let _ = read(&CellValue::Text(amountish.clone().into()), Currency::UGX, convention);
            let _ = read(&CellValue::Number(text.clone().into()), Currency::NGN, convention);
        }
    }

    #[test]
    fn an_amount_that_is_read_keeps_its_digits(text in "[0-9., ]{1,20}", comma: bool) {
        let convention = if comma { DecimalConvention::Comma } else { DecimalConvention::Point };
        if let Ok(money) = read(&CellValue::Text(text.clone().into()), Currency::NGN, convention) {
            let significant = |text: &str, all: &str| -> String {
                let digits: String = text.chars().filter(char::is_ascii_digit).collect();
                let fraction = all.contains(['.', ',']);
                let digits = digits.trim_start_matches('0');
                if fraction { digits.trim_end_matches('0').to_owned() } else { digits.to_owned() }
            };
            // Trailing zeros have no meaning once there is a fraction. Every other digit must be there.
            let kept = money.digits();
            let expected = significant(&text, ".");
            prop_assert_eq!(significant(&kept, "."), expected, "{} {}", text, kept);
        }
    }

    #[test]
    fn every_amount_survives_every_way_of_writing_it(minor in 1..AMOUNT_MINOR_MAX) {
        let money = Money::from_minor(minor, Currency::NGN);
        let digits = money.digits();
        let (whole, decimals) = digits.split_once('.').unwrap();
        let group = |sign: &str| {
            let bytes = whole.as_bytes();
            let groups: Vec<_> = bytes.rchunks(3).rev().map(|g| std::str::from_utf8(g).unwrap()).collect();
            groups.join(sign)
        };
        let ways = [
            (digits.clone(), DecimalConvention::Unsettled),
            (format!("{},{decimals}", group(".")), DecimalConvention::Comma),
            (format!("{}.{decimals}", group(",")), DecimalConvention::Point),
            (format!("₦ {},{decimals}", group("\u{202f}")), DecimalConvention::Unsettled),
        ];
        for (text, convention) in ways {
            let got = read(&CellValue::Text(text.clone().into()), Currency::NGN, convention);
            prop_assert_eq!(got.ok(), Some(money), "{}", text);
        }
    }
}

#[test]
fn an_amount_of_a_list_is_read_by_each_way_to_write_decimals() {
    let stated = |text: &str| -> Vec<String> {
        stated_amounts(&CellValue::Text(text.into()), Currency::NGN)
            .into_iter()
            .map(|amount| amount.digits())
            .collect()
    };
    for (text, expected) in [
        ("1,500.00", &["1500.00"][..]),
        ("1.500,00", &["1500.00"]),
        ("1.500", &["1.50", "1500.00"]),
        ("1500", &["1500.00"]),
        ("NGN 1,500.25", &["1500.25"]),
        ("-1500.25", &["-1500.25"]),
        ("GHS 1500", &[]),
        ("about 1500", &[]),
        ("", &[]),
    ] {
        assert_eq!(stated(text), expected, "{text}");
    }
    assert!(stated_amounts(&CellValue::FormulaWithoutValue, Currency::NGN).is_empty());
}

//! Digits with grouping and decimal signs: which sign is which.

use super::refusal::Refusal;
use crate::{
    money::Currency,
    rows::{checks::context::DecimalConvention, problem::ProblemCode},
};

/// Number of digits between two grouping signs.
pub(super) const GROUP_DIGITS: usize = 3;
/// Number of digits of all groups but the last one in Indian grouping: `12,50,000`.
const LAKH_GROUP_DIGITS: usize = 2;

/// Converts digits with grouping and decimal signs to plain decimal text.
pub(super) fn plain_decimal(
    text: &str,
    currency: Currency,
    convention: DecimalConvention,
) -> Result<String, Refusal> {
    let text = without_spaces(text)?;
    let points = text.matches('.').count();
    let commas = text.matches(',').count();
    let only_known = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.' || byte == b',');
    if !only_known {
        return Err(ProblemCode::AmountInvalid.into());
    }
    match (points, commas) {
        (0, 0) => Ok(text),
        (1, 0) => one_sign(&text, '.', currency, convention),
        (0, 1) => one_sign(&text, ',', currency, convention),
        (_, 0) => grouped(&text, '.'),
        (0, _) => grouped(&text, ',').map_err(|_| lakhs(&text, "")),
        _ => two_signs(&text, points, commas),
    }
}

/// Removes spaces and apostrophes, which can only be grouping signs.
fn without_spaces(text: &str) -> Result<String, Refusal> {
    let plain = text.replace(['\'', '\u{2019}'], " ");
    if !plain.contains(' ') {
        return Ok(plain);
    }
    let (whole, decimals) = plain.find(['.', ',']).map_or((plain.as_str(), ""), |at| plain.split_at(at));
    // `1 234,567.00`: an amount cannot have two kinds of grouping signs.
    if decimals.contains(' ') {
        return Err(ProblemCode::AmountInvalid.into());
    }
    Ok(grouped(whole, ' ')? + decimals)
}

/// Removes grouping signs, if each is before exactly three digits.
fn grouped(text: &str, sign: char) -> Result<String, Refusal> {
    let mut groups = text.split(sign);
    let first = groups.next().unwrap_or("");
    let fits = (1..=GROUP_DIGITS).contains(&first.len())
        && first.bytes().all(|byte| byte.is_ascii_digit())
        && groups.all(|group| group.len() == GROUP_DIGITS && group.bytes().all(|byte| byte.is_ascii_digit()));
    if fits { Ok(text.replace(sign, "")) } else { Err(ProblemCode::AmountInvalid.into()) }
}

/// Parses a text with both signs. The last one is the decimal sign and occurs once.
fn two_signs(text: &str, points: usize, commas: usize) -> Result<String, Refusal> {
    let last_is_point = text.rfind('.') > text.rfind(',');
    let (decimal, grouping, count) = if last_is_point { ('.', ',', points) } else { (',', '.', commas) };
    let (whole, decimals) = text.split_once(decimal).ok_or(ProblemCode::AmountInvalid)?;
    if count != 1 || decimals.is_empty() {
        return Err(ProblemCode::AmountInvalid.into());
    }
    match grouped(whole, grouping) {
        Ok(whole) => Ok(format!("{whole}.{decimals}")),
        Err(_) if grouping == ',' => Err(lakhs(whole, decimals)),
        Err(refusal) => Err(refusal),
    }
}

/// Parses a text with one sign that occurs once. It can be a grouping sign only if three digits follow it, and one to
/// three digits without a leading zero precede it. Then the column's convention decides; without a convention the
/// amount is ambiguous. Before more than three digits it may also be either sign, if it was written wrong.
fn one_sign(
    text: &str,
    sign: char,
    currency: Currency,
    convention: DecimalConvention,
) -> Result<String, Refusal> {
    let (whole, decimals) = text.split_once(sign).ok_or(ProblemCode::AmountInvalid)?;
    if decimals.is_empty() {
        return Err(ProblemCode::AmountInvalid.into());
    }
    let as_decimal = format!("{}.{decimals}", if whole.is_empty() { "0" } else { whole });
    let begins_group = (1..=GROUP_DIGITS).contains(&whole.len()) && !whole.starts_with('0');
    if !begins_group || decimals.len() < GROUP_DIGITS {
        return Ok(as_decimal);
    }
    if decimals.len() > GROUP_DIGITS {
        // `1,2500` is 1.25 only if the column uses this sign for decimals. Otherwise a digit was added by mistake.
        let is_decimal =
            matches!((convention, sign), (DecimalConvention::Point, '.') | (DecimalConvention::Comma, ','));
        return if is_decimal { Ok(as_decimal) } else { Err(ProblemCode::AmountInvalid.into()) };
    }
    let as_group = format!("{whole}{decimals}");
    let is_decimal_sign =
        matches!((convention, sign), (DecimalConvention::Point, '.') | (DecimalConvention::Comma, ','));
    let has_decimals = currency.decimals() > 0;
    match convention {
        DecimalConvention::Point | DecimalConvention::Comma if !is_decimal_sign => Ok(as_group),
        DecimalConvention::Point | DecimalConvention::Comma if has_decimals => Ok(as_decimal),
        // `85.000 F CFA`: without decimals, the sign can only group.
        DecimalConvention::Unsettled if !has_decimals => Ok(as_group),
        // No currency has three decimals, so grouping is most likely. The user has to confirm it.
        DecimalConvention::Point | DecimalConvention::Comma | DecimalConvention::Unsettled => {
            Err(Refusal { suggestion: Some(as_group), ..Refusal::from(ProblemCode::AmountAmbiguous) })
        }
    }
}

/// Returns the refusal of an amount that is not grouped by thousands. Programs from India group by lakhs: `1,27,500`. It
/// may as well be `1,127,500` with a digit missing, so that it is only suggested.
fn lakhs(whole: &str, decimals: &str) -> Refusal {
    let are_digits = |group: &str| group.bytes().all(|byte| byte.is_ascii_digit());
    let groups: Vec<&str> = whole.split(',').collect();
    let fits = match groups.as_slice() {
        [first, middle @ .., last] => {
            !middle.is_empty()
                && (1..=LAKH_GROUP_DIGITS).contains(&first.len())
                && !first.starts_with('0')
                && middle.iter().all(|group| group.len() == LAKH_GROUP_DIGITS)
                && last.len() == GROUP_DIGITS
                && groups.iter().all(|group| are_digits(group))
                && are_digits(decimals)
        }
        [_] | [] => false,
    };
    if !fits {
        return ProblemCode::AmountInvalid.into();
    }
    let plain = whole.replace(',', "");
    let suggestion = if decimals.is_empty() { plain } else { format!("{plain}.{decimals}") };
    Refusal { suggestion: Some(suggestion), ..Refusal::from(ProblemCode::AmountAmbiguous) }
}

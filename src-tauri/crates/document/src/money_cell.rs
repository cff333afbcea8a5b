//! Amounts in workbooks.

use paysheet_domain::Money;
use rust_xlsxwriter::{Format, FormatAlign, Worksheet, XlsxError};

/// Writes an amount as a number. The workbook format has only binary numbers: an amount that they cannot hold exactly
/// is written as text.
pub fn write_money(sheet: &mut Worksheet, line: u32, column: u16, money: Money) -> Result<(), XlsxError> {
    const EXACT_MINOR_MAX: i64 = 1 << 53;
    let format = match money.currency().decimals() {
        0 => Format::new().set_num_format("#,##0"),
        _ => Format::new().set_num_format("#,##0.00"),
    };
    match money.digits().parse::<f64>() {
        Ok(number) if money.minor().abs() <= EXACT_MINOR_MAX => {
            sheet.write_number_with_format(line, column, number, &format)?;
        }
        Ok(_) | Err(_) => {
            let right = Format::new().set_align(FormatAlign::Right);
            sheet.write_string_with_format(line, column, money.digits(), &right)?;
        }
    }
    Ok(())
}

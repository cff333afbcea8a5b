//! Any spreadsheet to a table, and a table to payroll rows.

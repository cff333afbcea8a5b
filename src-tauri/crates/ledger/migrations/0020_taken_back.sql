-- What the service said when it refused the batches of a payroll that was taken back to Check, and the rows that it named.
ALTER TABLE payrolls ADD COLUMN refusal_json TEXT;

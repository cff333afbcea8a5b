-- What the service said when it refused the batches of a payroll that was taken back to Check, and the rows that it named.
ALTER TABLE payrolls ADD COLUMN refusal_json TEXT;

-- References of payouts that were attempted and whose payroll was taken back to Check. A report about one of them proves
-- that the service took the batch after all.
CREATE TABLE former_references (
    reference TEXT NOT NULL,
    payroll BIGINT NOT NULL,
    PRIMARY KEY (reference, payroll)
);
CREATE INDEX former_references_by_payroll ON former_references (payroll);

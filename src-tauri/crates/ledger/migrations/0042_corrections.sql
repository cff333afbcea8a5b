-- A batch that was attempted never changes: whoever of it is to be corrected is paid by a new payroll. Nothing is kept
-- beside the batches of what they were before.
DROP VIEW payments_of_one_row;
DROP TABLE payments_of_deleted_rows;
DROP TABLE reinstated_rows;
DROP TABLE former_payouts;
DROP TABLE attempted_batches;
DROP TABLE former_references;
DROP TABLE former_batches;
DROP TABLE kept_references;
DROP TABLE payroll_parts;
DROP TABLE taken_back_batches;
DROP TABLE released_sums;

-- 1 if the row corrects a payout that was withdrawn, and does not pay one again that failed.
ALTER TABLE retries ADD COLUMN is_correction SMALLINT NOT NULL DEFAULT 0;

-- What guards a payroll between its approval and its sending: what was approved, for which service, and what the
-- user decided about people whom another payroll pays as well.

-- The account of a payout as it is compared: its number in the international form. Not the bank's code: services
-- rename those.
ALTER TABLE payouts ADD COLUMN account_key TEXT NOT NULL DEFAULT '';
UPDATE payouts SET account_key = account_number;
CREATE INDEX payouts_by_account_key ON payouts (account_key, payroll);

-- SHA-256 over everything the batch says of whom it pays; none for batches of an older version.
ALTER TABLE batches ADD COLUMN fingerprint TEXT;
-- The service, authority, wallet and token account that the batch was approved for.
ALTER TABLE batches ADD COLUMN destination_json TEXT;
-- 1 once an attempt's fate was unknown, whatever was decided later: such a batch goes to no other service.
ALTER TABLE batches ADD COLUMN was_unknown SMALLINT NOT NULL DEFAULT 0;
UPDATE batches SET was_unknown = 1 WHERE in_doubt = 1;

-- The event of the last approval, and of the last time the user typed the total.
ALTER TABLE payrolls ADD COLUMN approval_seq BIGINT;
ALTER TABLE payrolls ADD COLUMN confirmed_seq BIGINT;

-- What the user decided, with the reason. The subject is exactly what was asked about; asked otherwise, it is asked
-- again.
CREATE TABLE decisions (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    reason TEXT NOT NULL,
    decided_by TEXT NOT NULL,
    decided_at TEXT NOT NULL,
    PRIMARY KEY (payroll, kind, subject)
);

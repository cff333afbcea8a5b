-- Batches of an approved payroll that the service never took and that were taken back to a draft of their own. The
-- approval of the others covers them, so their figures stay. Not a foreign key: the draft may be deleted.
CREATE TABLE taken_back_batches (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    number BIGINT NOT NULL,
    draft BIGINT NOT NULL,
    reference TEXT NOT NULL,
    currency TEXT NOT NULL,
    payout_count BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL,
    fingerprint TEXT,
    PRIMARY KEY (payroll, number)
);
CREATE INDEX taken_back_batches_by_draft ON taken_back_batches (draft);

-- Payrolls that were made of such batches, and what their unchanged rows are sent with.
CREATE TABLE payroll_parts (
    payroll BIGINT NOT NULL PRIMARY KEY REFERENCES payrolls (id),
    origin BIGINT NOT NULL REFERENCES payrolls (id),
    -- The narration of rows that have none: the name of the first payroll.
    narration TEXT NOT NULL,
    callback_code TEXT
);

-- References of rows that were taken back. A row keeps its reference while exactly this would be sent of it.
CREATE TABLE kept_references (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    position BIGINT NOT NULL,
    reference TEXT NOT NULL,
    currency TEXT NOT NULL,
    recipient_json TEXT NOT NULL,
    PRIMARY KEY (payroll, position)
);

-- Batches that were taken back. A batch with the same recipients keeps its reference, and no other batch gets it.
CREATE TABLE former_batches (
    payroll BIGINT NOT NULL REFERENCES payrolls (id),
    reference TEXT NOT NULL,
    currency TEXT NOT NULL,
    recipients_sha256 TEXT NOT NULL,
    PRIMARY KEY (payroll, reference)
);

-- 1 if the payout was attempted in the payroll that this one was taken back from. Only the payroll's own attempts bind
-- it to its name.
ALTER TABLE former_references ADD COLUMN is_inherited SMALLINT NOT NULL DEFAULT 0;

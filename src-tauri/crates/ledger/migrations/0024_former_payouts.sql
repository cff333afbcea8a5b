-- Batches that were attempted and then taken back to a draft, as they were sent. A report about one of their payouts
-- proves that the service took the batch after all; it is stored among the batches again then.
CREATE TABLE attempted_batches (
    batch BIGINT NOT NULL PRIMARY KEY,
    -- The payroll that it was sent in.
    origin BIGINT NOT NULL,
    number BIGINT NOT NULL,
    reference TEXT NOT NULL,
    currency TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts BIGINT NOT NULL,
    code TEXT,
    message TEXT,
    http_status BIGINT,
    frozen_at TEXT NOT NULL,
    sent_at TEXT,
    body_sha256 TEXT NOT NULL,
    body TEXT NOT NULL,
    fingerprint TEXT,
    destination_json TEXT,
    -- The payroll as it was approved then.
    sender_name TEXT,
    instant_queue SMALLINT NOT NULL,
    excluded_count BIGINT NOT NULL,
    summary_json TEXT,
    callback_code TEXT,
    approved_at TEXT,
    approved_by TEXT
);

-- The payouts of these batches. A reference can have been attempted in several batches, each time with the same contents.
CREATE TABLE former_payouts (
    reference TEXT NOT NULL,
    batch BIGINT NOT NULL REFERENCES attempted_batches (batch),
    -- Where its row is now.
    holder BIGINT NOT NULL,
    holder_position BIGINT NOT NULL,
    position BIGINT NOT NULL,
    file_row BIGINT NOT NULL,
    name TEXT NOT NULL,
    account_number TEXT NOT NULL,
    bank_code TEXT NOT NULL,
    bank_name TEXT NOT NULL,
    currency TEXT NOT NULL,
    amount_minor BIGINT NOT NULL,
    narration TEXT NOT NULL,
    search TEXT NOT NULL,
    account_key TEXT NOT NULL,
    file_reference TEXT,
    country TEXT,
    PRIMARY KEY (reference, batch)
);
CREATE INDEX former_payouts_by_batch ON former_payouts (batch);
CREATE INDEX former_payouts_by_holder ON former_payouts (holder, holder_position);

-- Rows of payrolls that were taken back, whose former payout is among the payouts again: the service had it.
CREATE TABLE reinstated_rows (
    payroll BIGINT NOT NULL,
    position BIGINT NOT NULL,
    reference TEXT NOT NULL PRIMARY KEY REFERENCES payouts (reference)
);
CREATE INDEX reinstated_rows_by_row ON reinstated_rows (payroll, position);

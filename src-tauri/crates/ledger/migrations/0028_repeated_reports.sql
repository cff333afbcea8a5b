-- A report without a code is compared by its status word, and one that contradicts the user's word is stored although an
-- equal one came before that word. So a payout may have several reports of one source, meaning and code; the number of the
-- event tells them apart.
CREATE TABLE reports_in_order (
    payout TEXT NOT NULL REFERENCES payouts (reference),
    source TEXT NOT NULL,
    report TEXT NOT NULL,
    -- Empty if the report has none.
    code TEXT NOT NULL,
    -- The service's own word for its state; empty if the report has none.
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    -- The service's own reference of the payment.
    provider_reference TEXT,
    callback BIGINT REFERENCES callbacks (id),
    outcome_file BIGINT REFERENCES outcome_files (id),
    -- The event that recorded it: a decision covers the reports before it. 0 for reports of earlier versions.
    seq BIGINT NOT NULL,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (payout, source, report, code, seq)
);
INSERT INTO reports_in_order (payout, source, report, code, status, message, provider_reference, callback, outcome_file,
                              seq, reported_at)
SELECT payout, source, report, code, status, message, provider_reference, callback, outcome_file, seq, reported_at
FROM reports;
DROP TABLE reports;
ALTER TABLE reports_in_order RENAME TO reports;
CREATE INDEX reports_by_provider_reference ON reports (provider_reference, payout)
WHERE provider_reference IS NOT NULL;

-- The same for reports about unknown references: a later word must be there when the payroll is.
CREATE TABLE worded_unknown_reports (
    -- In the spelling of the ledger's own references.
    reference TEXT NOT NULL,
    report TEXT NOT NULL,
    callback_code TEXT NOT NULL,
    callback BIGINT NOT NULL REFERENCES callbacks (id),
    code TEXT NOT NULL,
    status TEXT NOT NULL,
    message TEXT NOT NULL,
    provider_reference TEXT,
    amount TEXT,
    currency TEXT,
    reported_at TEXT NOT NULL,
    PRIMARY KEY (reference, report, code, status, callback_code)
);
INSERT INTO worded_unknown_reports (reference, report, callback_code, callback, code, status, message,
                                    provider_reference, amount, currency, reported_at)
SELECT reference, report, callback_code, callback, code, status, message, provider_reference, amount, currency,
       reported_at
FROM unknown_reports;
DROP TABLE unknown_reports;
ALTER TABLE worded_unknown_reports RENAME TO unknown_reports;

CREATE INDEX unknown_reports_in_order ON unknown_reports (reported_at);

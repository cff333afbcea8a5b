-- The code that goes along with the batches of a payroll and comes back with its results. A callback with another code is
-- not applied. NULL for payrolls that are sent without a code.
ALTER TABLE payrolls ADD COLUMN callback_code TEXT;

-- A report about an unknown reference keeps its code until a payroll has the reference. The code is part of the key, so
-- that a forged report does not keep out the one with the right code. Empty if the report has none.
CREATE TABLE coded_unknown_reports (
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
    PRIMARY KEY (reference, report, callback_code)
);
INSERT INTO coded_unknown_reports (reference, report, callback_code, callback, code, status, message,
                                   provider_reference, amount, currency, reported_at)
SELECT reference, report, '', callback, code, status, message, provider_reference, amount, currency, reported_at
FROM unknown_reports;
DROP TABLE unknown_reports;
ALTER TABLE coded_unknown_reports RENAME TO unknown_reports;

CREATE INDEX unknown_reports_in_order ON unknown_reports (reported_at);

-- Journals that were saved for the user's books, by accounting program and currency, with the highest number of one.
CREATE TABLE saved_journals (
    payroll BIGINT NOT NULL REFERENCES payrolls (id) ON DELETE CASCADE,
    program TEXT NOT NULL,
    currency TEXT NOT NULL,
    number BIGINT NOT NULL,
    saved_at TEXT NOT NULL,
    PRIMARY KEY (payroll, program, currency)
) WITHOUT ROWID;

-- The payments in them, and whether they are booked back as well.
CREATE TABLE booked_payments (
    payroll BIGINT NOT NULL,
    program TEXT NOT NULL,
    currency TEXT NOT NULL,
    reference TEXT NOT NULL,
    is_booked_back SMALLINT NOT NULL,
    PRIMARY KEY (payroll, program, currency, reference),
    FOREIGN KEY (payroll, program, currency) REFERENCES saved_journals (payroll, program, currency) ON DELETE CASCADE
) WITHOUT ROWID;

-- What Track shows is read again and again while the results of 100,000 payouts come in.

-- Number and sum of the payouts in each state. The triggers keep it equal to the payouts themselves, whatever changes
-- them, in the same transaction: triggers are the one thing here that PostgreSQL spells otherwise. The program compares
-- it with the payouts once after each opening.
CREATE TABLE payout_totals (
    payroll BIGINT NOT NULL,
    batch BIGINT NOT NULL,
    state TEXT NOT NULL,
    currency TEXT NOT NULL,
    people BIGINT NOT NULL,
    sum_minor BIGINT NOT NULL,
    PRIMARY KEY (payroll, batch, state, currency)
);
INSERT INTO payout_totals (payroll, batch, state, currency, people, sum_minor)
SELECT payroll, batch, state, currency, COUNT(*), CAST(SUM(amount_minor) AS BIGINT) FROM payouts
GROUP BY payroll, batch, state, currency;

CREATE TRIGGER payout_totals_after_insert AFTER INSERT ON payouts
BEGIN
    INSERT INTO payout_totals (payroll, batch, state, currency, people, sum_minor)
    VALUES (NEW.payroll, NEW.batch, NEW.state, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (payroll, batch, state, currency)
    DO UPDATE SET people = people + 1, sum_minor = sum_minor + excluded.sum_minor;
END;

CREATE TRIGGER payout_totals_after_delete AFTER DELETE ON payouts
BEGIN
    UPDATE payout_totals SET people = people - 1, sum_minor = sum_minor - OLD.amount_minor
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency;
    DELETE FROM payout_totals
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency AND people = 0;
END;

CREATE TRIGGER payout_totals_after_update AFTER UPDATE OF payroll, batch, state, currency, amount_minor ON payouts
WHEN OLD.payroll <> NEW.payroll OR OLD.batch <> NEW.batch OR OLD.state <> NEW.state OR OLD.currency <> NEW.currency
     OR OLD.amount_minor <> NEW.amount_minor
BEGIN
    UPDATE payout_totals SET people = people - 1, sum_minor = sum_minor - OLD.amount_minor
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency;
    DELETE FROM payout_totals
    WHERE payroll = OLD.payroll AND batch = OLD.batch AND state = OLD.state AND currency = OLD.currency AND people = 0;
    INSERT INTO payout_totals (payroll, batch, state, currency, people, sum_minor)
    VALUES (NEW.payroll, NEW.batch, NEW.state, NEW.currency, 1, NEW.amount_minor)
    ON CONFLICT (payroll, batch, state, currency)
    DO UPDATE SET people = people + 1, sum_minor = sum_minor + excluded.sum_minor;
END;

-- The body of a batch is its last column. It takes dozens of pages, and SQLite reads all of them to get at a column that
-- is stored after it. A column that is added to this table needs the same again.
ALTER TABLE batches ADD COLUMN last_body TEXT NOT NULL DEFAULT '';
UPDATE batches SET last_body = body;
ALTER TABLE batches DROP COLUMN body;
ALTER TABLE batches RENAME COLUMN last_body TO body;

-- Payouts with the latest outcome first, also those that are shown as one status.
CREATE INDEX payouts_by_change ON payouts (payroll, changed_at, position, state, batch);

-- Whether a payroll's file had references.
CREATE INDEX payouts_with_file_reference ON payouts (payroll) WHERE file_reference IS NOT NULL;

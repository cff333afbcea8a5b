-- The account of a payout as banks compare it: without the zeros that it begins with, which a number cell loses. It is computed
-- from account_key, which the fingerprint of an approved batch contains and which therefore stays as it was stored.
ALTER TABLE payouts ADD COLUMN compared_account TEXT GENERATED ALWAYS AS (LTRIM(account_key, '0')) VIRTUAL;
CREATE INDEX payouts_by_compared_account ON payouts (compared_account, payroll);

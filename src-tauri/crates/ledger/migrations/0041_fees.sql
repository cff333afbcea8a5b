-- What the service took for a payment beside its amount, in the payment's currency; none if it never said so.
ALTER TABLE payouts ADD COLUMN fee_minor BIGINT;
-- Fees are added up each time that a payroll is shown.
CREATE INDEX payouts_with_fee ON payouts (payroll, currency, state, fee_minor) WHERE fee_minor IS NOT NULL;

-- Whether the fee of a booked payment is booked as well.
ALTER TABLE booked_payments ADD COLUMN is_fee_booked SMALLINT NOT NULL DEFAULT 0;

-- Payments of one row: the payout that the row has now, and those that the service has of batches that were taken back and
-- sent again. Whoever is paid by one of them is not paid by another.
CREATE VIEW payments_of_one_row AS
SELECT w.reference AS reference, n.reference AS other
FROM reinstated_rows w JOIN payouts n ON n.payroll = w.payroll AND n.position = w.position
UNION ALL
SELECT n.reference AS reference, w.reference AS other
FROM payouts n JOIN reinstated_rows w ON w.payroll = n.payroll AND w.position = n.position
UNION ALL
SELECT w.reference AS reference, v.reference AS other
FROM reinstated_rows w JOIN reinstated_rows v ON v.payroll = w.payroll AND v.position = w.position
WHERE v.reference <> w.reference;

-- Payments of a row whose draft was deleted. Its row is gone, and its payments are still one.
CREATE TABLE payments_of_deleted_rows (
    reference TEXT NOT NULL,
    other TEXT NOT NULL,
    PRIMARY KEY (reference, other)
) WITHOUT ROWID;

DROP VIEW payments_of_one_row;
CREATE VIEW payments_of_one_row AS
SELECT w.reference AS reference, n.reference AS other
FROM reinstated_rows w JOIN payouts n ON n.payroll = w.payroll AND n.position = w.position
UNION ALL
SELECT n.reference AS reference, w.reference AS other
FROM payouts n JOIN reinstated_rows w ON w.payroll = n.payroll AND w.position = n.position
UNION ALL
SELECT w.reference AS reference, v.reference AS other
FROM reinstated_rows w JOIN reinstated_rows v ON v.payroll = w.payroll AND v.position = w.position
WHERE v.reference <> w.reference
UNION ALL
SELECT reference, other FROM payments_of_deleted_rows;

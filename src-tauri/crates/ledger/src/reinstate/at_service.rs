//! The condition that a former batch may be at the service, for several queries.

/// Condition on a former payout `f`: its batch may be at the service, because it is stored among the batches again, or because a
/// report about somebody of it stopped the batch that they are in now. Not correlated: a payroll may have thousands of them.
macro_rules! may_be_at_service {
    () => {
        "f.batch IN (
             SELECT k.id FROM batches k JOIN attempted_batches a ON a.batch = k.id
             UNION
             SELECT g.batch FROM former_payouts g JOIN payouts h ON h.reference = g.reference
             JOIN batches k ON k.id = h.batch
             WHERE k.state NOT IN ('Accepted', 'Settling', 'Closed')
                 AND EXISTS (SELECT 1 FROM reports r WHERE r.payout = g.reference))"
    };
}
pub(crate) use may_be_at_service;

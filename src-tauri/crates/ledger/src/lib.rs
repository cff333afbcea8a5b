//! What was promised, sent and answered: the durable record of every payroll.

-- Rows of a queue live for moments: a share of the table is no measure of how much of it is dead.
-- Read by PostgreSQL's autovacuum only; the embedded database has none.

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table jobs set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

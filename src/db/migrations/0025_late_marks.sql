-- What happens to a tenant holds for all below it at once, by its own row; what it means to the rows of a large subtree is written there
-- in batches. Until that is done the tenant says what is to be written: 'delete' and 'purge' mark those below, 'restore' marks again those
-- that a broken-off restore had unmarked, 'tell' writes the events of a restore that is done. The event of the tenant itself says whose
-- doing it was, for the events of the others.
alter table tenants add column late_marks text check (late_marks in ('delete', 'restore', 'tell', 'purge'));
alter table tenants add column late_marks_event uuid;
create index tenants_late_marks on tenants (id) where late_marks is not null;

-- What went with a tenant, in the order that batches take it.
drop index tenants_deleted_with;
create index tenants_deleted_with on tenants (deleted_with, id) where deleted_with is not null;

-- All that is below such a tenant and deleted or erased with it, whatever its own row says by now. The tenants are found first, and are few.
-- By values and not by `is not null`, which the planner, while it has no statistics of the column, takes to be most of them.
create view tenants_shut as
  select c.descendant_id as id from tenant_closure c
  where c.depth > 0 and c.ancestor_id = any(array(select t.id from tenants t where t.late_marks = any('{delete,restore,purge}') and t.deleted_at is not null));
create view tenants_erased as
  select c.descendant_id as id from tenant_closure c
  where c.depth > 0 and c.ancestor_id = any(array(select t.id from tenants t where t.late_marks = 'purge' and t.purged_at is not null));

-- A name that nobody has is counted as if somebody had it wherever it is tried: `failures` and `locked_until` are those without a
-- tenant, `places` those of each tenant it was tried in: { place: { failures, lockedUntil } }.
alter table unknown_logins add column places jsonb not null default '{}';

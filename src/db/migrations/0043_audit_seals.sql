-- The audit log of each tenant (null: the platform's) as a chain of seals, so that a change of it shows.

create table audit_chains (
  id integer generated always as identity primary key,
  tenant_id uuid,
  -- The newest seal.
  sequence bigint not null default 0,
  mac bytea not null default '',
  -- The newest seal that retention removed: a chain is proved from here on.
  base_sequence bigint not null default 0,
  base_mac bytea not null default '',
  -- Entries with lower ids may be gone: they were older than their tenant keeps them.
  kept_from uuid,
  -- Proof of the three columns above, and the key it was made under; null while nothing was removed.
  base_key_id text,
  base_proof bytea
) with (fillfactor = 70);
create unique index audit_chains_tenant on audit_chains (tenant_id) nulls not distinct;

create table audit_seals (
  chain_id integer not null,
  sequence bigint not null,
  -- An entry is sealed once, and again for each erasure of a person in it.
  kind text not null check (kind in ('entry', 'erasure')),
  event_id uuid not null,
  -- Of what stays of an entry.
  digest bytea not null,
  -- Of its personal part: under its salt, or, once that is gone, under the key.
  person_digest bytea not null,
  is_erased boolean not null,
  key_id text not null,
  mac bytea not null,
  primary key (chain_id, sequence)
);
create unique index audit_seals_entry on audit_seals (event_id) where kind = 'entry';
create index audit_seals_erasure on audit_seals (event_id) where kind = 'erasure';

-- How far the walk came that seals what no fan-out sealed.
create table audit_backfill (
  is_only boolean primary key default true check (is_only),
  sealed_to uuid not null
);
insert into audit_backfill (sealed_to) values ('00000000-0000-0000-0000-000000000000');

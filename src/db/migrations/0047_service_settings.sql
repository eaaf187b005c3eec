-- What the settings of the service are set to over the API, one a row; what nobody set has none. A secret is sealed and has no value.
create table service_settings (
  name text primary key,
  value jsonb,
  sealed text,
  updated_at timestamptz not null,
  check ((value is null) <> (sealed is null))
);

alter table revocations drop constraint revocations_topic_check;
alter table revocations add constraint revocations_topic_check
  check (topic in ('session', 'account', 'role', 'group', 'tenant', 'settings', 'service', 'tree', 'keys', 'domains', 'all'));

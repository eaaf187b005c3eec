-- OpenID providers that tenants bring along, each for the people of its tenant.

create table identity_providers (
  id uuid primary key,
  tenant_id uuid not null references tenants on delete cascade,
  -- What stands for {provider} in addresses: lower case.
  name text not null,
  display_name text not null,
  -- As the provider writes it in its tokens, character by character (OpenID Connect Discovery 1.0, section 4.3).
  issuer text not null,
  client_id text not null,
  -- Sealed; null for a public client, which has PKCE alone.
  client_secret text,
  scopes text not null,
  trust_email boolean not null,
  is_active boolean not null,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index identity_providers_name on identity_providers (tenant_id, name);

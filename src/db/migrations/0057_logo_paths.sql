-- Uploaded logos by their paths, whatever address leads to them: the same expression as in src/modules/tenants/tenants.logo.ts.
create index tenants_by_logo_path on tenants ((substring(logo_url from '/files/logos/[0-9a-f]{40}[.](?:png|jpg|webp|svg)')))
  where logo_url is not null;
create index tenant_settings_by_logo_path on tenant_settings ((substring(logo_url from '/files/logos/[0-9a-f]{40}[.](?:png|jpg|webp|svg)')))
  where logo_url is not null;
create index tenant_settings_by_favicon_path on tenant_settings ((substring(favicon_url from '/files/logos/[0-9a-f]{40}[.](?:png|jpg|webp|svg)')))
  where favicon_url is not null;

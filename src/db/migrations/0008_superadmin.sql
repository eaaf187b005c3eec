-- There is exactly one SuperAdmin: the role has one id in every installation, and no second account can ever hold it,
-- deleted accounts included, so that no restore makes a second either.

create unique index accounts_superadmin on accounts (role_id) where role_id = '018bcfe5-6800-7000-8000-000000000001';

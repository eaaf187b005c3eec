-- An import stored the name of a tenant's own provider, where links carry its id: such a link opened nobody.
update external_logins l set provider = p.id::text
from identity_providers p
where p.tenant_id = l.tenant_id and p.name = l.provider and not exists (
  select from external_logins o
  where o.provider = p.id::text and o.subject = l.subject and o.kind = l.kind and o.tenant_id = l.tenant_id);

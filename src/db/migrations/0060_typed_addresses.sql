-- Deliveries of failed sign-ins that a former version made with an address by which nobody was known: it may be that of a record of any area, so it
-- was left out of none. Of those whose event is not kept any more nobody knows, and they count as such. One pass over the deliveries without a lock;
-- then their subscriptions come before them, by id, as everywhere, so that no process that sends waits in a circle with this.
with told as materialized (
  select d.id, d.webhook_id from webhook_deliveries d
  where d.event in ('auth.login.failed', 'Failed Login Attempt') and not d.is_test
    and jsonb_path_exists(d.masks, '$.*[*] ? (@ == "email")') and d.body::json -> 'data' -> 'email' is not null
    and not exists (select from events e where e.id = d.event_id and e.entity_id is not null)
), held as materialized (
  select id from webhooks where id in (select webhook_id from told) order by id for no key update
)
update webhook_deliveries d set masks = (
    select coalesce(jsonb_object_agg(area, fields - 'email') filter (where fields - 'email' <> '[]'), '{}') from jsonb_each(d.masks) as m (area, fields))
from told join held on held.id = told.webhook_id
where d.id = told.id;

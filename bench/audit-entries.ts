import { withClient } from '../test/rig/postgres.ts'
import { analyze } from './database.ts'

/** Entries as a life of the service leaves them: of somebody, with what changed, where from and with what. */
export async function fillEntries(url: string, count: number): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `insert into events (id, tenant_id, type, actor_id, actor_kind, entity_type, entity_id, outcome, data, changes, person, trace_id, created_at)
      select (lpad(to_hex((extract(epoch from time) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid,
        null, 'admin.updated', (select id from accounts limit 1), 'admin', 'Admin', (select id from accounts limit 1)::text, 'success', '{}',
        '{"isActive": {"before": true, "after": false}}',
        '{"actorName": "Some Admin", "entityName": "Some Body", "ipAddress": "192.0.2.7", "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "changes": {"email": {"before": "old@example.test", "after": "new@example.test"}}}',
        md5(i::text), time
      from (select i, now() - interval '30 days' + i * interval '1 second' as time from generate_series(1, $1::integer) i) made order by i`,
      [count],
    )
  })
  await analyze(url)
}

/** More tenants than requests would make in a test's time. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { revoke } from '#db/live/revocations.ts'
import { change } from '../auth/people.ts'
import type { TestApp } from '../harness.ts'

/** One statement inserts no more: a busy machine needs seconds for ten times as many, and the service waits four for an answer. */
const atOnce = 2500

/** So many tenants directly below a root; with null they are roots, in nobody's scope but the platform's. */
export async function addTenants(app: TestApp, parentId: string | null, count: number): Promise<void> {
  const mark = randomUUID().slice(0, 8)
  for (let first = 1; first <= count; first += atOnce) {
    const last = Math.min(count, first + atOnce - 1)
    await change(app, async (ctx) => {
      await sql`with made as (insert into tenants (id, parent_id, code, name, created_at)
          select gen_random_uuid(), ${parentId}::uuid, ${mark} || n, 'Child ' || lpad(n::text, 5, '0'), ${ctx.now}::timestamptz
          from generate_series(${first}::integer, ${last}::integer) n returning id)
        insert into tenant_closure (ancestor_id, descendant_id, depth)
        select ${parentId}::uuid, id, 1 from made where ${parentId}::uuid is not null
        union all select id, id, 0 from made where ${parentId}::uuid is not null`.execute(ctx.db)
      await revoke(ctx, 'tree', null)
    })
  }
}

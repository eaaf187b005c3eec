/** The service with many tenants and many admins, and somebody who has signed in to its console. */

import { skip, type Visit, visit } from '../../test/console/chromium.ts'
import { signIn as enter } from '../../test/console/scene.ts'
import { withClient } from '../../test/rig/postgres.ts'
import type { Service } from '../../test/rig/service.ts'
import { ownDatabase } from '../database.ts'
import { commonName, firstNames, lastNames } from '../people-names.ts'
import { password, startOurs, superAdmin } from '../servers.ts'
import { type BenchTenant, fillTenants } from '../tenants.ts'
import { type Stopwatch, stopwatchOf } from './stopwatch.ts'

/** Below one root nine, and all others below these: whoever opens them has every one in sight. */
const tenants = Number(process.env.BENCH_TENANTS ?? 10_000)
const levels = [1, 9, tenants - 10]
const admins = 10_000

export interface Filled {
  readonly databaseUrl: string
  readonly tenants: readonly BenchTenant[]
}

export async function fillScene(): Promise<Filled> {
  if (skip) throw new Error(skip)
  const databaseUrl = await ownDatabase()
  {
    await using first = await startOurs({ databaseUrl, core: null })
    await first.kill('SIGTERM')
  }
  const tenants = await fillTenants(databaseUrl, { levels })
  await withClient(databaseUrl, async (client) => {
    await client.query(insertAdmins, [firstNames, lastNames, commonName])
    await client.query(insertLogins)
    await client.query(
      'insert into account_activity (account_id, kind, tenant_id) select id, kind, tenant_id from accounts on conflict do nothing',
    )
    await client.query('vacuum analyze')
  })
  return { databaseUrl, tenants }
}

/** Starts the service as it is installed: with hashes of the usual cost. */
export const startScene = (databaseUrl: string, masterSecret?: string): Promise<Service> =>
  startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '12', ...(masterSecret && { MASTER_SECRET: masterSecret }) } })

export interface Guest extends Visit {
  readonly watch: Stopwatch
}

/** A browser whose cache is empty, at the page that asks who it is before it shows `address`. */
export async function guestAt(service: Service, address: string): Promise<Guest> {
  const guest = await visit(service.url)
  await guest.page.goto(`/console${address}`)
  await guest.page.locator('input[name=identifier]').waitFor()
  const watch = await stopwatchOf(guest.page)
  const leave = guest[Symbol.asyncDispose]
  const { faults } = guest
  return {
    ...guest,
    watch,
    // told and not thrown: it would stand before what a measure itself fails with
    [Symbol.asyncDispose]: async () => {
      await leave()
      for (const fault of faults) process.stderr.write(`the page complained: ${fault}\n`)
    },
  }
}

/** The same, once the SuperAdmin has signed in. */
export async function superAt(service: Service, address: string): Promise<Guest> {
  const guest = await guestAt(service, address)
  await enter(guest.page, superAdmin.identifier, password)
  return guest
}

/** The name at `i` of a list that is a parameter. */
const nth = (list: string) => `(${list}::text[])[1 + i % cardinality(${list}::text[])]`

/** A minute apart, in every tenant in turn, as viewers. */
const insertAdmins = `
  insert into accounts (id, kind, tenant_id, username, email, first_name, last_name, search, role_id, created_at)
  select gen_random_uuid(), 'admin', tenant_id, 'member' || i, email, first_name, last_name,
    lower(first_name || ' ' || last_name || E'\\n' || 'member' || i || E'\\n' || email || E'\\n\\n'), role_id, created_at
  from (
    select i, r.tenant_id, r.id as role_id, case when i % 5 = 0 then $3::text else ${nth('$1')} end as first_name, ${nth('$2')} as last_name,
      'person' || i || '@company' || i % 50 || '.example.test' as email, timestamptz '2026-01-01 00:00:00+00' + make_interval(mins => i) as created_at
    from generate_series(1, ${admins}) i
    join (select id, tenant_id, row_number() over (order by tenant_id) - 1 as at from roles where seed = 'Viewer') r
      on r.at = i % (select count(*)::integer from tenants)
  ) made`

const insertLogins = `
  insert into account_logins (kind, tenant_id, key, account_id)
  select kind, tenant_id, key, id from accounts, lateral (values (lower(email)), (lower(username))) keys (key) where tenant_id is not null`

import { sql } from 'kysely'
import type { Config } from '#config.ts'
import type { Service } from '#db/rows/context.ts'
import type { PlatformStaff } from './platform-staff.ts'
import type { Place } from './tenant-plan.ts'
import type { Person } from './visits.ts'

interface Demo {
  readonly service: Service
  readonly config: Config
  readonly staff: PlatformStaff
  readonly places: readonly Place[]
  readonly password: string
  readonly print: (line: string) => void
}

/** Says what was made, as the database counts it, and names four people to sign in as. */
// unscoped: counts the whole database, on the command line
export async function tellOfDemo({ service, config, staff, places, password, print }: Demo): Promise<void> {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from tenants where deleted_at is null)::integer as tenants,
      (select count(*) from tenants where deleted_at is not null)::integer as deleted_tenants,
      (select count(*) from accounts where kind = 'admin' and deleted_at is null)::integer as admins,
      (select count(*) from accounts where kind = 'user' and deleted_at is null)::integer as users,
      (select count(*) from accounts where is_blocked)::integer as blocked,
      (select count(*) from roles where deleted_at is null)::integer as roles,
      (select count(*) from user_groups where deleted_at is null)::integer as groups,
      (select count(*) from events)::integer as events`.execute(service.database.reader)
  const count = rows[0] as Record<string, number>
  print(
    `made: ${count.tenants} tenants on five levels (${count.deletedTenants} more are deleted), ${count.admins} admins (${count.blocked} blocked),`,
  )
  print(
    `      ${count.users} end users, ${count.roles} roles, ${count.groups} groups, ${count.events} entries in the audit log of the last month; no mail left this machine`,
  )
  print('')
  print(`demo password: ${password}    (of everybody here; it is printed this once)`)
  const country = open(places, 'country')
  const branch = open(places, 'branch')
  const guests: [string, Person][] = [
    ['holds every permission, everywhere', staff.operators[0] as Person],
    ['sees the whole platform', staff.viewer],
    [`runs ${country.name} and all below`, country.people[0] as Person],
    [
      `sees ${branch.name}, and nobody's address`,
      branch.people.find(({ roleName, isGone }) => roleName === 'Front desk' && !isGone) as Person,
    ],
  ]
  for (const [what, { email }] of guests) print(`  ${email.padEnd(60)} ${what}`)
  print('')
  print('npm start, then:')
  const body = JSON.stringify({ identifier: guests[0]?.[1].email, password })
  print(`curl -s ${config.publicUrl}/api/v1/auth/admin/login -H 'content-type: application/json' -d '${body}'`)
}

function open(places: readonly Place[], level: Place['level']): Place {
  return places.find((place) => place.level === level && !place.isClosed) as Place
}

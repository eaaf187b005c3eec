import type { Logger } from 'pino'
import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { before, daysMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import type { Database } from '#db/database.ts'
import type { Service } from '#db/rows/context.ts'
import { makePartitions } from '#events/partitions.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { type OpenService, openService } from '#service.ts'
import { foundPlaces } from './create-tenants.ts'
import { DemoClock } from './demo-clock.ts'
import { demoReceiver } from './demo-receiver.ts'
import { beginDemo, finishDemo } from './demo-state.ts'
import { Dice } from './dice.ts'
import { liveThrough } from './month.ts'
import { Outside } from './outside.ts'
import { furnishPlatform } from './platform-desk.ts'
import { makePlatformStaff, type PlatformStaff } from './platform-staff.ts'
import { RememberedPasswords } from './remembered-passwords.ts'
import { tellOfDemo } from './summary.ts'
import type { Place } from './tenant-plan.ts'
import { Visits } from './visits.ts'

const days = 30
const seed = 20_261_121

/**
 * Fills an empty database with a platform that has been lived in for a month, by the service's own actions: its clock begins thirty
 * days ago, and everybody whom it makes signs in and works over the whole pipeline of a request. Listens nowhere and calls nobody: its mails
 * and webhooks are taken within this process (`outside.ts`).
 * @throws DatabaseNotEmpty when there is something in the database; DataDirectoryInUse while the service runs on it
 */
export async function fillWithDemo(config: Config, print: (line: string) => void): Promise<void> {
  const log = createLogger({ level: 'error' })
  const clock = new DemoClock()
  clock.startBehind(daysMs(days))
  const open = await openService(config, log, { clock })
  try {
    if (open.bootstrapPassword !== null) print(`bootstrap password: ${open.bootstrapPassword}`)
    const passwords = new RememberedPasswords({ cost: config.bcryptCost })
    const service: Service = { ...open.service, passwords, http: demoReceiver() }
    const outside = new Outside(service, clock, log)
    await beginDemo(service, emptied(config))
    print('about a minute: a tree of tenants, their people, and a month of their life')
    await hurry(service.database, true)
    await makePartitions(service, clock.now(), new AbortController().signal)
    const password = temporaryPassword()
    const { staff, places } = await live({ ...open, service }, { config, clock, outside, password, log })
    clock.moveTo(clock.present())
    await outside.tell()
    await hurry(service.database, false)
    await finishDemo(service)
    await tellOfDemo({ service, config, staff, places, password, print })
  } finally {
    await open.close()
  }
}

/**
 * The embedded database syncs every commit; some thousand of them would be half of the time. A demo that does not come to its end is
 * begun again, so that it is enough when its last commit is synced, which takes all before it along. And it plans a statement anew for each
 * run of it where one plan for all looks dearer, which costs more than it saves in tables as small as these.
 */
async function hurry(database: Database, isHurried: boolean): Promise<void> {
  if (database.kind !== 'embedded') return
  const [commits, plans] = isHurried ? ['off', 'force_generic_plan'] : ['on', 'auto']
  await database.session(async (session) => {
    await session.query(`set synchronous_commit = ${commits}`)
    await session.query(`set plan_cache_mode = ${plans}`)
  })
}

interface Life {
  readonly config: Config
  readonly clock: DemoClock
  readonly outside: Outside
  readonly password: string
  readonly log: Logger
}

async function live(
  open: OpenService,
  { config, clock, outside, password, log }: Life,
): Promise<{ staff: PlatformStaff; places: Place[] }> {
  const { service } = open
  const { otp, groups } = config.rateLimits
  const limits = { enabled: false, groups, cooldownSeconds: otp.cooldownSeconds, redisUrl: null, log, now: () => clock.now().getTime() }
  // none, whatever the settings say
  const limiter = { ...createRateLimiter(limits), configure: () => undefined }
  const app = await buildApp(
    { ...open, limiter },
    { log, swagger: false },
    { address: ({ raw }) => raw.socket.remoteAddress ?? '', host: () => null, peer: () => null },
  )
  try {
    const dice = new Dice(seed)
    clock.moveTo(startOfWork(clock.now()))
    const staff = await makePlatformStaff(service, dice, password)
    const world = { dice, clock, service, visits: new Visits(app, clock, password), password, staff, outside }
    const places = await foundPlaces(world)
    await furnishPlatform(world)
    await liveThrough(world, places)
    return { staff, places }
  } finally {
    await app.close()
    limiter.close()
  }
}

/** Nine in the morning of that day, or of the next one. */
function startOfWork(time: Date): Date {
  const morning = new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), 9))
  return morning < time ? before(morning, -daysMs(1)) : morning
}

const emptied = ({ databaseUrl, dataDirectory }: Config): string =>
  databaseUrl === null
    ? `name an empty directory in DATA_DIR, or remove ${dataDirectory}/database`
    : 'name an empty database in DATABASE_URL, or drop this one and create it again'

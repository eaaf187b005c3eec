import type { Logger } from 'pino'
import { buildApp } from '#app.ts'
import type { Config } from '#config.ts'
import { before, daysMs } from '#core/clock.ts'
import { createLogger } from '#core/log.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import type { Database } from '#db/database.ts'
import type { Service } from '#db/rows/context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { makePartitions } from '#events/partitions.ts'
import { auditSeals } from '#events/seals/target.ts'
import { createRateLimiter } from '#http/rate-limit/rate-limit.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { type OpenService, openService } from '#service.ts'
import { foundPlaces } from './create-tenants.ts'
import { DemoClock } from './demo-clock.ts'
import { beginDemo, finishDemo } from './demo-state.ts'
import { Dice } from './dice.ts'
import { liveThrough } from './month.ts'
import { makePlatformStaff, type PlatformStaff } from './platform-staff.ts'
import { RememberedPasswords } from './remembered-passwords.ts'
import { tellOfDemo } from './summary.ts'
import type { Place } from './tenant-plan.ts'
import { Visits } from './visits.ts'

const days = 30
const seed = 20_261_121

/**
 * Fills an empty database with a platform that has been lived in for a month, by the service's own actions: its clock begins thirty
 * days ago, and everybody whom it makes signs in and works over the whole pipeline of a request. Sends no mail and listens nowhere.
 * @throws DatabaseNotEmpty when there is something in the database; DataDirectoryInUse while the service runs on it
 */
export async function fillWithDemo(config: Config, print: (line: string) => void): Promise<void> {
  const log = createLogger({ level: 'error' })
  const clock = new DemoClock()
  clock.startBehind(daysMs(days))
  const open = await openService(config, log, { clock })
  try {
    if (open.bootstrapPassword !== null) print(`bootstrap password: ${open.bootstrapPassword}`)
    const service: Service = { ...open.service, passwords: new RememberedPasswords({ cost: config.bcryptCost }) }
    await beginDemo(service, emptied(config))
    print('about a minute: a tree of tenants, their people, and a month of their life')
    await hurry(service.database, true)
    await makePartitions(service, clock.now(), new AbortController().signal)
    const password = temporaryPassword()
    const { staff, places } = await live({ ...open, service }, config, clock, password, log)
    clock.moveTo(clock.present())
    await new FanOut(service, log, { targets: [...fanOutTargets, webhookDeliveries(service), auditSeals(service)] }).drain()
    await hurry(service.database, false)
    await finishDemo(service)
    await tellOfDemo({ service, config, staff, places, password, print })
  } finally {
    await open.close()
  }
}

/**
 * The embedded database syncs every commit; some thousand of them would be half of the time. A demo that does not come to its end is
 * begun again, so that it is enough when its last commit is synced, which takes all before it along.
 */
async function hurry(database: Database, isHurried: boolean): Promise<void> {
  if (database.kind === 'embedded')
    await database.session((session) => session.query(`set synchronous_commit = ${isHurried ? 'off' : 'on'}`))
}

async function live(
  open: OpenService,
  config: Config,
  clock: DemoClock,
  password: string,
  log: Logger,
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
    const world = { dice, clock, service, visits: new Visits(app, clock, password), password, staff }
    const places = await foundPlaces(world)
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
